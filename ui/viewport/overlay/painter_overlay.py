"""The flat part of the picture, painted over the scene with QPainter: labels and their lines, triad, legend, hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from ...look.paint_text import text_width
from ...look.theme import AXES
from ...text.number_text import as_shown
from ..marks import EllipsoidMark, LegendRow, PolytopeMark
from ..view import TRIAD_LENGTH, View
from . import cards
from .label_layout import Rect
from .legend_layout import LegendLayout, legend_layout
from .legend_paint import paint_legend
from .scene_labels import LayoutMemory, paint_labels, scene_labels

MOST_LETTERED = 24  # frames; those that are chosen come first
LETTERS_FROM = 22.0  # axes of a frame at least this long on the screen get their letters


def paint_overlay(
    painter: QPainter,
    view: View,
    width: float,
    height: float,
    memory: LayoutMemory,
    obstacles: Sequence[Rect] = (),
    hovered: EllipsoidMark | PolytopeMark | None = None,
    controls: bool = False,
) -> None:
    """Paint all labels and cards of a picture of width × height screen units, with room for `controls` or without.

    Without a backdrop there are no cards.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    triad, legend, hint = card_rects(view, width, height, controls) if view.backdrop else (QRectF(), QRectF(), QRectF())
    _paint_axis_letters(painter, view, (width, height))
    labels = scene_labels(view, (width, height), hovered)
    occupied = [_plain(rect) for rect in (triad, legend, hint) if not rect.isEmpty()]
    paint_labels(painter, labels, view, (width, height), [*occupied, *obstacles], memory)
    if not triad.isEmpty():
        _paint_cached(
            painter,
            "triad",
            triad,
            (view.camera.azimuth, view.camera.elevation, view.theme),
            memory,
            lambda canvas, rect: cards.paint_triad(canvas, rect, view.camera, view.theme),
        )
    if not legend.isEmpty():
        layout, told = view_legend(view, controls), memory.told
        _paint_cached(
            painter,
            "legend",
            legend,
            (layout, told, view.theme),
            memory,
            lambda canvas, rect: paint_legend(canvas, rect, layout, view.theme, told),
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


def _paint_cached(
    painter: QPainter, name: str, rect: QRectF, content: object, memory: LayoutMemory, paint: Callable[[QPainter, QRectF], None]
) -> None:
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


def view_legend(view: View, controls: bool = False) -> LegendLayout:
    """The legend as it is laid out: folded where the user wants that."""
    return legend_layout(legend_rows(view, controls), folds=controls, folded=view.legend_folded)


def length_text(length: float) -> str:
    """A round length with its unit."""
    return as_shown(f"{length:g} m") if length >= 1 else as_shown(f"{1000 * length:g} mm")


def card_rects(view: View, width: float, height: float, controls: bool = False) -> tuple[QRectF, QRectF, QRectF]:
    """Triad at the bottom left, legend at the bottom right, the hint between them or, for want of room, above."""
    margin = cards.MARGIN
    triad = cards.triad_rect(height)
    layout = view_legend(view, controls)
    w, h = layout.width, layout.height
    legend = QRectF(width - margin - w, height - margin - h, w, h)
    if legend.left() < triad.right() + margin:
        legend.moveBottom(triad.top() - margin)
    w, h = cards.hint_size(view.hint)
    hint = QRectF(triad.right() + margin, height - margin - h, w, h)
    beside = legend if legend.bottom() > hint.top() else QRectF(width, 0, 0, 0)
    if hint.right() + margin > beside.left():
        hint.moveBottomLeft(QPointF(margin, min(triad.top(), legend.top() if not legend.isEmpty() else height) - margin))
    return triad, legend, hint


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


def _plain(rect: QRectF) -> Rect:
    return (rect.x(), rect.y(), rect.width(), rect.height())
