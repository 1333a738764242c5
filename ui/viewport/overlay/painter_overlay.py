"""The flat part of the picture, painted over the scene with QPainter: labels and their lines, triad, legend, hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from ...look.paint_box import tinted
from ...look.paint_text import text_width
from ...look.theme import AXES
from ..gl.lines import outline
from ..marks import EllipsoidMark, LegendRow, PolytopeMark
from ..mesh.polytope_faces import outline_of
from ..view import TRIAD_LENGTH, View
from . import cards
from .label_groups import groups_in_the_way, shaft_boxes
from .label_layout import Rect, Request, place_labels

Array = np.ndarray

TEXT = 12  # size of a label's text
LABEL_HEIGHT = 21.0
BAR = 3.0
FAR_ENOUGH = 20.0  # a label this far from its anchor gets a line to it
MOST_LABELS = 40  # beyond this nobody can read them, and placing them takes longer than drawing the scene
MOST_LETTERED = 24  # frames; those that are chosen come first
LETTERS_FROM = 22.0  # axes of a frame at least this long on the screen get their letters


@dataclass(eq=False, slots=True)
class LayoutMemory:
    """Which places labels took last time, so that they do not jump; and cards painted once for many frames."""

    places: dict[str, int] = field(default_factory=dict)
    cards: dict[str, tuple[object, QImage]] = field(
        default_factory=dict
    )  # pictures of cards that seldom change, and of what
    merged: frozenset[str] = frozenset()  # groups of arrows that have one label for all


@dataclass(frozen=True, slots=True)
class _Labelled:
    text: str
    color: str
    anchor: tuple[float, float]
    clearance: float = 0.0
    curve: Array | None = None  # (n, 2) where the line may end; at the anchor if None
    leftwards: bool = False
    group: str = ""  # of the arrow that it is of
    stands_in: str = ""  # the group whose labels it stands in for


def paint_overlay(
    painter: QPainter,
    view: View,
    width: float,
    height: float,
    memory: LayoutMemory,
    obstacles: Sequence[Rect] = (),
    hovered: EllipsoidMark | PolytopeMark | None = None,
    note: str = "",
    controls: bool = False,
) -> None:
    """Paint all labels and cards of a picture of width × height screen units, with room for `controls` or without."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    triad, legend, hint = card_rects(view, width, height, controls)
    _paint_axis_letters(painter, view, (width, height))
    labels = _labels(view, (width, height))
    for ellipsoid in view.overlays.ellipsoids:
        if ellipsoid.axes_named or ellipsoid is hovered:
            labels += _axis_labels(ellipsoid, view, (width, height))
    for polytope in view.overlays.polytopes:
        if polytope.points_named or polytope is hovered:
            labels += _named(polytope.points, polytope.point_labels, polytope.color, view, (width, height))
    occupied = [_plain(rect) for rect in (triad, legend, hint) if not rect.isEmpty()]
    _paint_labels(painter, labels, view, (width, height), [*occupied, *obstacles], memory)
    _paint_cached(
        painter,
        "triad",
        triad,
        (view.camera.azimuth, view.camera.elevation, view.theme),
        memory,
        lambda canvas, rect: cards.paint_triad(canvas, rect, view.camera, view.theme),
    )
    if not legend.isEmpty():
        rows = legend_rows(view, controls)
        _paint_cached(
            painter,
            "legend",
            legend,
            (rows, view.theme),
            memory,
            lambda canvas, rect: cards.paint_legend(canvas, rect, rows, view.theme),
        )
    if not hint.isEmpty():
        _paint_cached(
            painter,
            "hint",
            hint,
            (view.hint, view.theme),
            memory,
            lambda canvas, rect: cards.paint_hint(canvas, rect, view.hint, view.theme),
        )
    if note:
        above = hint.top() if not hint.isEmpty() and hint.left() < triad.right() else triad.top()
        cards.paint_text(painter, triad.left() + 2, above - 12, note, view.theme.text_second, 11)


def _paint_cached(
    painter: QPainter, name: str, rect: QRectF, content: object, memory: LayoutMemory,
    paint: Callable[[QPainter, QRectF], None],
) -> None:  # fmt: skip
    """Paint a card, from its picture if that is of the same content: text takes much longer to paint than a picture."""
    ratio = painter.device().devicePixelRatioF() * painter.combinedTransform().m11()
    edge = 4.0  # around it, for its line
    key = (content, rect.width(), rect.height(), ratio)
    if name not in memory.cards or memory.cards[name][0] != key:
        width, height = ceil((rect.width() + 2 * edge) * ratio), ceil((rect.height() + 2 * edge) * ratio)
        picture = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(Qt.GlobalColor.transparent)
        canvas = QPainter(picture)
        canvas.setRenderHint(QPainter.RenderHint.Antialiasing)
        canvas.scale(ratio, ratio)
        paint(canvas, QRectF(edge, edge, rect.width(), rect.height()))
        canvas.end()
        picture.setDevicePixelRatio(ratio)
        memory.cards[name] = key, picture
    painter.drawImage(QPointF(rect.left() - edge, rect.top() - edge), memory.cards[name][1])


def legend_rows(view: View, controls: bool = False) -> tuple[LegendRow, ...]:
    """The rows of the legend; that of the floor, while it is drawn, says how large a tile is."""
    return tuple(
        replace(row, value=length_text(view.floor_tile)) if row.kind == "floor" and not row.value else row
        for row in view.legend
        if (row.kind != "floor" or view.floor_is_drawn()) and (row.kind != "slider" or controls)
    )


def length_text(length: float) -> str:
    """A round length with its unit."""
    return f"{length:g} m" if length >= 1 else f"{1000 * length:g} mm"


def card_rects(view: View, width: float, height: float, controls: bool = False) -> tuple[QRectF, QRectF, QRectF]:
    """Triad at the bottom left, legend at the bottom right, the hint between them or, for want of room, above."""
    margin = cards.MARGIN
    triad = cards.triad_rect(height)
    w, h = cards.legend_size(legend_rows(view, controls))
    legend = QRectF(width - margin - w, height - margin - h, w, h)
    if legend.left() < triad.right() + margin:
        legend.moveBottom(triad.top() - margin)
    w, h = cards.hint_size(view.hint)
    hint = QRectF(triad.right() + margin, height - margin - h, w, h)
    beside = legend if legend.bottom() > hint.top() else QRectF(width, 0, 0, 0)
    if hint.right() + margin > beside.left():
        hint.moveBottomLeft(
            QPointF(margin, min(triad.top(), legend.top() if not legend.isEmpty() else height) - margin)
        )
    return triad, legend, hint


def _labels(view: View, size: tuple[float, float]) -> list[_Labelled]:
    """What has a label, and where on the screen it is; nothing behind the eye."""
    overlays, camera = view.overlays, view.camera
    requests: list[tuple[_Labelled, Array]] = []
    for arrow in overlays.arrows:
        if arrow.label:
            tip = np.asarray(arrow.tail) + np.asarray(arrow.vector)
            requests.append((_Labelled(arrow.label, arrow.color, (0.0, 0.0), 3.0, group=arrow.group), tip))
    for triad in view.triads(0.0):
        if triad.label:
            requests.append(
                (_Labelled(triad.label, "", (0.0, 0.0), 3.0, leftwards=True), np.asarray(triad.pose)[:3, 3])
            )
    for label in overlays.labels:
        one = _Labelled(label.text, label.color, (0.0, 0.0), 3.0, stands_in=label.group)
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


def _around(one: EllipsoidMark | PolytopeMark, seen: Array) -> _Labelled:
    """The label of what has this outline (n, 2) on the screen: outside of it."""
    low, high = seen.min(axis=0), seen.max(axis=0)
    text = one.label + (QCoreApplication.translate("Viewport", ", cut short") if one.clipped else "")
    middle = (low + high) / 2
    return _Labelled(text, one.color, (float(middle[0]), float(middle[1])), float((high - low).max() / 2) + 30, seen)


def _axis_labels(ellipsoid: EllipsoidMark, view: View, size: tuple[float, float]) -> list[_Labelled]:
    tips = np.asarray(ellipsoid.center) + np.asarray(ellipsoid.axes).T
    return _named(tips, ellipsoid.axis_labels, ellipsoid.color, view, size)


def _named(points: Array, texts: Sequence[str], color: str, view: View, size: tuple[float, float]) -> list[_Labelled]:
    """A label at each of some points of the world (n, 3) before the eye."""
    if not texts:
        return []
    places = view.camera.project(np.asarray(points, dtype=float), size)
    return [
        _Labelled(text, color, (float(x), float(y)), 2.0)
        for text, (x, y, depth) in zip(texts, places, strict=False)
        if depth > 0
    ]


def _paint_labels(
    painter: QPainter,
    labels: list[_Labelled],
    view: View,
    size: tuple[float, float],
    obstacles: list[Rect],
    memory: LayoutMemory,
) -> None:
    bounds = (6.0, 6.0, size[0] - 12, size[1] - 12)
    told = [label for label in view.overlays.arrows if label.label] if len(labels) <= MOST_LABELS else []
    shafts = shaft_boxes(told, view.camera, size)
    labels, rects = _placed(labels, bounds, obstacles, shafts, memory)
    for label, rect in zip(labels, rects, strict=True):
        _paint_leader(painter, label, rect, view)
    for label, rect in zip(labels, rects, strict=True):
        _paint_label(painter, label, QRectF(*rect), view)


def _placed(
    labels: list[_Labelled], bounds: Rect, obstacles: list[Rect], shafts: Array, memory: LayoutMemory
) -> tuple[list[_Labelled], list[Rect]]:
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


def _is_told(label: _Labelled, groups: set[str], merged: frozenset[str]) -> bool:
    """Whether a label is painted where these groups have one for all."""
    if label.stands_in in groups:
        return label.stands_in in merged
    return label.group not in merged


def _rects(
    labels: list[_Labelled], bounds: Rect, obstacles: list[Rect], shafts: Array, before: dict[str, int]
) -> tuple[list[Rect], dict[str, int]]:
    """Where these labels go, and the places to be handed in next time."""
    requests: list[Request] = []
    for label in labels:
        width = text_width(label.text, TEXT, 500) + 16 + (BAR if label.color else 0)
        key = f"{label.stands_in or label.group} {len(requests)}"
        requests.append(Request(key, label.anchor, (width, LABEL_HEIGHT), label.clearance, label.leftwards))
    shapes = [_box(label.curve) for label in labels if label.curve is not None]
    soft = np.vstack([np.array(shapes, dtype=float).reshape(-1, 4), shafts])
    return place_labels(requests, bounds, obstacles, before, soft)


def _paint_leader(painter: QPainter, label: _Labelled, rect: Rect, view: View) -> None:
    """A line from the label's nearest edge to what it names, ending in a dot."""
    left, top, width, height = rect
    anchor = np.array(label.anchor)
    edge = np.array([np.clip(anchor[0], left, left + width), np.clip(anchor[1], top + 4, top + height - 4)])
    end = anchor
    if label.curve is not None:
        end = label.curve[np.argmin(np.linalg.norm(label.curve - edge, axis=1))]
    if np.linalg.norm(end - edge) < FAR_ENOUGH:
        return
    painter.setPen(QPen(tinted(view.theme.text_second, 0.9), 1.0))
    painter.drawLine(QPointF(*edge), QPointF(*end))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(view.theme.text_second))
    painter.drawEllipse(QPointF(*end), 2.2, 2.2)


def _paint_label(painter: QPainter, label: _Labelled, rect: QRectF, view: View) -> None:
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
    cards.paint_text(painter, x, rect.center().y(), label.text, theme.text, TEXT, 500)


def _paint_axis_letters(painter: QPainter, view: View, size: tuple[float, float]) -> None:
    """x, y, z at the tips of frames that are large enough: never colour alone."""
    for triad in view.triads(TRIAD_LENGTH * view.scale)[:MOST_LETTERED]:
        pose = np.asarray(triad.pose)
        tips = pose[:3, 3] + 1.12 * triad.length * pose[:3, :3].T
        seen = view.camera.project(np.vstack([pose[:3, 3], tips]), size)
        if seen[:, 2].min() <= 0:
            continue
        for i in range(3):
            if np.linalg.norm(seen[i + 1, :2] - seen[0, :2]) > LETTERS_FROM:
                name = cards.AXIS_NAMES[i]
                x, y = seen[i + 1, 0] - text_width(name, 12, 600) / 2, seen[i + 1, 1]
                for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                    cards.paint_text(painter, x + dx, y + dy, name, view.theme.panel, 12, 600)
                cards.paint_text(painter, x, y, name, AXES[i], 12, 600)


def _box(curve: Array) -> Rect:
    low, high = curve.min(axis=0), curve.max(axis=0)
    return (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))


def _plain(rect: QRectF) -> Rect:
    return (rect.x(), rect.y(), rect.width(), rect.height())
