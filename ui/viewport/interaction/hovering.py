"""Which labelled shape the pointer is over, so that its axes or corners get their names; and which arrow."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from ..gl.lines import outline
from ..many_marks import ArrowRows
from ..marks import EllipsoidMark, PolytopeMark, ends_of
from ..mesh.polytope_faces import is_over
from ..view import View

Size = tuple[float, float]
BESIDE = 6.0  # an arrow may be missed by so much [screen unit]


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


def arrow_under(view: View, position: QPointF, size: Size) -> str:
    """The key of the nearest arrow that has one and is under the pointer; empty: there is none."""
    arrows = [one for one in view.overlays.arrows if isinstance(one, ArrowRows) or one.key]
    keys = [key for one in arrows for key in (one.keys() if isinstance(one, ArrowRows) else [one.key])]
    if not any(keys):
        return ""
    tails, vectors = ends_of(arrows)
    a, b = view.camera.project(tails, size), view.camera.project(tails + vectors, size)
    along, at = b[:, :2] - a[:, :2], np.array([position.x(), position.y()]) - a[:, :2]
    length = np.maximum(np.sum(along * along, axis=1), 1e-9)
    share = np.clip(np.sum(at * along, axis=1) / length, 0.0, 1.0)
    away = np.linalg.norm(at - share[:, None] * along, axis=1)
    away[(a[:, 2] <= 0.0) | (b[:, 2] <= 0.0) | (np.array(keys) == "")] = np.inf
    nearest = int(np.argmin(away))
    return keys[nearest] if away[nearest] <= BESIDE else ""


def _is_inside(ellipsoid: EllipsoidMark, view: View, position: QPointF, size: Size) -> bool:
    curve = outline(ellipsoid, view.camera)[::3]
    if len(curve) == 0:
        return False
    seen = view.camera.project(curve, size)[:, :2]
    return QPolygonF([QPointF(x, y) for x, y in seen]).containsPoint(position, Qt.FillRule.OddEvenFill)
