"""Which labelled shape the pointer is over, so that its axes or corners get their names."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from ..gl.lines import outline
from ..marks import EllipsoidMark, PolytopeMark
from ..mesh.polytope_faces import is_over
from ..view import View

Size = tuple[float, float]


def has_labelled_shapes(view: View) -> bool:
    """Whether any shape answers to the pointer."""
    ellipsoids, polytopes = view.overlays.ellipsoids, view.overlays.polytopes
    return any(one.axis_labels for one in ellipsoids) or any(one.point_labels for one in polytopes)


def shape_under(view: View, position: QPointF, size: Size) -> EllipsoidMark | PolytopeMark | None:
    """The first labelled shape under the pointer, in a view of this size."""
    for ellipsoid in view.overlays.ellipsoids:
        if ellipsoid.axis_labels and _is_inside(ellipsoid, view, position, size):
            return ellipsoid
    for polytope in view.overlays.polytopes:
        if polytope.point_labels and is_over(polytope, view.camera, size, position.x(), position.y()):
            return polytope
    return None


def _is_inside(ellipsoid: EllipsoidMark, view: View, position: QPointF, size: Size) -> bool:
    curve = outline(ellipsoid, view.camera)[::3]
    if len(curve) == 0:
        return False
    seen = view.camera.project(curve, size)[:, :2]
    return QPolygonF([QPointF(x, y) for x, y in seen]).containsPoint(position, Qt.FillRule.OddEvenFill)
