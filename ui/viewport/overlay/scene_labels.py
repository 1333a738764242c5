"""The labels of what is drawn in the scene: which there are, where they go, and their lines to what they name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from torseur.sim.texts import tr

from ...look.paint_box import tinted
from ...look.paint_text import LEFT, math_width, paint_math, text_width
from ..gl.lines import outline
from ..marks import EllipsoidMark, PolytopeMark, labelled_arrows
from ..mesh.polytope_faces import outline_of
from ..view import View
from . import cards
from .label_groups import groups_in_the_way, shaft_boxes
from .label_layout import Rect, Request, legible, place_labels

Array = np.ndarray

TEXT = 12  # size of a label's text
LABEL_HEIGHT = 21.0
BAR = 3.0
FAR_ENOUGH = 20.0  # a label this far from its anchor gets a line to it
MOST_LABELS = 40  # beyond this nobody can read them, and placing them takes longer than drawing the scene


@dataclass(eq=False, slots=True)
class LayoutMemory:
    """Which places labels took last time, so that they do not jump; and cards painted once for many frames."""

    places: dict[str, int] = field(default_factory=dict)
    cards: dict[str, tuple[object, QImage]] = field(default_factory=dict)  # pictures of cards that seldom change, and of what
    merged: frozenset[str] = frozenset()  # groups of arrows that have one label for all
    told: int = 0  # how many of the forces that the legend counts have a label


@dataclass(frozen=True, slots=True)
class SceneLabel:
    """A label to be painted: what it says, and what it is beside on the screen."""

    text: str
    color: str
    anchor: tuple[float, float]
    clearance: float = 0.0
    curve: Array | None = None  # (n, 2) where the line may end; at the anchor if None
    leftwards: bool = False
    group: str = ""  # of the arrow that it is of
    stands_in: str = ""  # the group whose labels it stands in for
    tells: int = 0  # of how many of the forces that the legend counts
    math: bool = False  # the text is in the notation of `paint_math`


def scene_labels(view: View, size: tuple[float, float], hovered: EllipsoidMark | PolytopeMark | None) -> list[SceneLabel]:
    """What has a label, and where on the screen it is; nothing behind the eye."""
    found = _labels(view, size)
    for ellipsoid in view.overlays.ellipsoids:
        if ellipsoid.axes_named or ellipsoid is hovered:
            found += _axis_labels(ellipsoid, view, size)
    for polytope in view.overlays.polytopes:
        if polytope.points_named or polytope is hovered:
            found += _named(polytope.points, polytope.point_labels, polytope.color, view, size)
    return found


def _labels(view: View, size: tuple[float, float]) -> list[SceneLabel]:
    overlays, camera = view.overlays, view.camera
    requests: list[tuple[SceneLabel, Array]] = []
    for arrow in labelled_arrows(overlays.arrows):
        tip = np.asarray(arrow.tail) + np.asarray(arrow.vector)
        tells = 1 if arrow.group else 0
        one = SceneLabel(arrow.label, arrow.color, (0.0, 0.0), 3.0, group=arrow.group, tells=tells, math=arrow.math)
        requests.append((one, tip))
    for triad in view.triads(0.0):
        if triad.label:
            requests.append((SceneLabel(triad.label, "", (0.0, 0.0), 3.0, leftwards=True), np.asarray(triad.pose)[:3, 3]))
    for label in overlays.labels:
        one = SceneLabel(label.text, label.color, (0.0, 0.0), 3.0, stands_in=label.group, tells=label.tells)
        requests.append((one, np.asarray(label.position)))
    result = []
    if requests:
        places = camera.project(np.array([position for _, position in requests]), size)
        for (one, _), (x, y, depth) in zip(requests, places, strict=True):
            if depth > 0 and -40 < x < size[0] + 40 and -40 < y < size[1] + 40:
                result.append(replace(one, anchor=(float(x), float(y))))
    for ellipsoid in overlays.ellipsoids:
        if ellipsoid.label:
            curve = outline(ellipsoid, camera)[::3]
            seen = camera.project(curve, size) if len(curve) else np.zeros((0, 3))
            if len(seen) and seen[:, 2].min() > 0:
                result.append(_around(ellipsoid, seen[:, :2]))
    for polytope in overlays.polytopes:
        if polytope.label:
            corners = outline_of(polytope, camera, size)
            if len(corners):
                result.append(_around(polytope, corners))
    return result


def _around(one: EllipsoidMark | PolytopeMark, seen: Array) -> SceneLabel:
    """The label of what has this outline (n, 2) on the screen: outside of it."""
    low, high = seen.min(axis=0), seen.max(axis=0)
    text = one.label + (tr(", cut short") if one.clipped else "")
    middle = (low + high) / 2
    return SceneLabel(text, one.color, (float(middle[0]), float(middle[1])), float((high - low).max() / 2) + 30, seen)


def _axis_labels(ellipsoid: EllipsoidMark, view: View, size: tuple[float, float]) -> list[SceneLabel]:
    tips = np.asarray(ellipsoid.center) + np.asarray(ellipsoid.axes).T
    return _named(tips, ellipsoid.axis_labels, ellipsoid.color, view, size)


def _named(points: Array, texts: Sequence[str], color: str, view: View, size: tuple[float, float]) -> list[SceneLabel]:
    """A label at each of some points of the world (n, 3) before the eye."""
    if not texts:
        return []
    places = view.camera.project(np.asarray(points, dtype=float), size)
    return [
        SceneLabel(text, color, (float(x), float(y)), 2.0)
        for text, (x, y, depth) in zip(texts, places, strict=False)
        if depth > 0
    ]


def paint_labels(
    painter: QPainter,
    labels: list[SceneLabel],
    view: View,
    size: tuple[float, float],
    obstacles: list[Rect],
    memory: LayoutMemory,
) -> None:
    """Paint labels where there is room, and note in `memory` where they were and what they tell."""
    bounds = (6.0, 6.0, size[0] - 12, size[1] - 12)
    told = labelled_arrows(view.overlays.arrows) if len(labels) <= MOST_LABELS else []
    shafts = shaft_boxes(told, view.camera, size)
    labels, rects = _placed(labels, bounds, obstacles, shafts, memory)
    kept = legible(rects)  # where too much is at one place, some are left out, and the legend tells how many there are
    labels, rects = [labels[k] for k in kept], [rects[k] for k in kept]
    memory.told = sum(label.tells for label in labels)
    for label, rect in zip(labels, rects, strict=True):
        _paint_leader(painter, label, rect, view)
    for label, rect in zip(labels, rects, strict=True):
        _paint_label(painter, label, QRectF(*rect), view)


def _placed(
    labels: list[SceneLabel], bounds: Rect, obstacles: list[Rect], shafts: Array, memory: LayoutMemory
) -> tuple[list[SceneLabel], list[Rect]]:
    """The labels to paint, and where. Those of a group's arrows, or the one that stands in for them where they are in the way."""
    groups = {label.stands_in for label in labels} & {label.group for label in labels} - {""}
    apart = [label for label in labels if label.stands_in not in groups or not label.stands_in][:MOST_LABELS]
    rects, places = _rects(apart, bounds, obstacles, shafts, memory.places)
    if not groups:
        memory.merged, memory.places = frozenset(), places
        return apart, rects
    own = [label.group if label.group in groups else "" for label in apart]
    merged = groups_in_the_way(rects, own, shafts, bounds, memory.merged)
    if merged:
        apart = [label for label in labels if _is_told(label, groups, merged)][:MOST_LABELS]
        rects, places = _rects(apart, bounds, obstacles, shafts, memory.places)
    memory.merged, memory.places = merged, places
    return apart, rects


def _is_told(label: SceneLabel, groups: set[str], merged: frozenset[str]) -> bool:
    """Whether a label is painted where these groups have one for all."""
    if label.stands_in in groups:
        return label.stands_in in merged
    return label.group not in merged


def _rects(
    labels: list[SceneLabel], bounds: Rect, obstacles: list[Rect], shafts: Array, before: dict[str, int]
) -> tuple[list[Rect], dict[str, int]]:
    """Where these labels go, and the places to be handed in next time."""
    requests: list[Request] = []
    for label in labels:
        width = (math_width if label.math else text_width)(label.text, TEXT, 500) + 16 + (BAR if label.color else 0)
        key = f"{label.stands_in or label.group} {len(requests)}"
        requests.append(Request(key, label.anchor, (width, LABEL_HEIGHT), label.clearance, label.leftwards))
    shapes = [_box(label.curve) for label in labels if label.curve is not None]
    soft = np.vstack([np.array(shapes, dtype=float).reshape(-1, 4), shafts])
    return place_labels(requests, bounds, obstacles, before, soft)


def _paint_leader(painter: QPainter, label: SceneLabel, rect: Rect, view: View) -> None:
    """A line from the label's nearest edge to what it names, ending in a dot."""
    left, top, width, height = rect
    x, y = label.anchor
    edge = min(max(x, left), left + width), min(max(y, top + 4), top + height - 4)
    if label.curve is not None:
        x, y = label.curve[np.argmin(np.linalg.norm(label.curve - edge, axis=1))].tolist()
    if math.hypot(x - edge[0], y - edge[1]) < FAR_ENOUGH:
        return
    painter.setPen(QPen(tinted(view.theme.text_second, 0.9), 1.0))
    painter.drawLine(QPointF(*edge), QPointF(x, y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(view.theme.text_second))
    painter.drawEllipse(QPointF(x, y), 2.2, 2.2)


def _paint_label(painter: QPainter, label: SceneLabel, rect: QRectF, view: View) -> None:
    theme = view.theme
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tinted(theme.panel, cards.OPACITY))
    painter.drawRoundedRect(rect, 4, 4)
    x = rect.left() + 8
    if label.color:
        painter.setBrush(QColor(label.color))
        painter.save()
        painter.setClipRect(QRectF(rect.left(), rect.top(), BAR, rect.height()))
        painter.drawRoundedRect(rect, 4, 4)
        painter.restore()
        x += BAR
    if label.math:
        paint_math(painter, rect.adjusted(x - rect.left(), 0, 0, 0), label.text, theme.text, TEXT, 500, LEFT)
    else:
        cards.paint_text(painter, x, rect.center().y(), label.text, theme.text, TEXT, 500)


def _box(curve: Array) -> Rect:
    low, high = curve.min(axis=0), curve.max(axis=0)
    return (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))
