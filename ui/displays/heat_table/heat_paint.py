"""Painting a coloured matrix: its labels, and its cells."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRegion

from ...look.math_notation import plain_math
from ...look.paint_box import tinted
from ...look.paint_text import CENTER, RIGHT, elided_name, math_width, paint_math, paint_text
from ...look.style import CAPTION, SMALL, ui_font
from ...look.theme import FORCE, VELOCITY, Theme
from .heat_layout import HEADER, LABEL, HeatLayout

LONG = 28.0  # what is longer would seem to name several narrow columns: left to the tooltip


def paint_columns(
    painter: QPainter, theme: Theme, layout: HeatLayout, labels: Sequence[str], chosen: int | None, width: float
) -> None:
    """Labels above the columns; where columns are narrow, as many as there is room for."""
    px = SMALL if layout.px else CAPTION
    free = -1.0
    for j in layout.columns_in(0.0, width):
        label = labels[j]
        color, weight = _ink(theme, j == chosen)
        cell = layout.cell(0, j)
        box = QRectF(cell.left(), 0, cell.width() - (3 if layout.px else 0), HEADER)
        if layout.px:
            paint_math(painter, box, _fitted(label, box.width(), px, weight), color, px, weight, RIGHT)
            continue
        if cell.center().x() <= free:
            continue
        wide = math_width(label, px, weight)
        start = cell.center().x() - wide / 2
        if wide <= max(LONG, 2 * layout.pitch) and start > free and start + wide <= width:
            paint_math(painter, box, label, color, px, weight, CENTER)
            free = start + wide + 6


def paint_rows(
    painter: QPainter, theme: Theme, layout: HeatLayout, labels: Sequence[str], units: Sequence[str], chosen: int | None
) -> None:
    """Labels, and units where each row has its own, at the left of the rows; where rows are low, every so many."""
    free = -1.0
    for i, label in enumerate(labels):
        middle = layout.cell(i, 0).center().y()
        if middle < free:
            continue
        free = middle + 13
        color, weight = _ink(theme, i == chosen)
        box = QRectF(0, middle - 10, layout.left - 8, 20)
        end = paint_math(painter, box, _fitted(label, LABEL, SMALL, weight), color, SMALL, weight)
        if units:
            unit = QRectF(end + 4, box.top(), layout.left - end - 4, 20)
            paint_text(painter, unit, units[i], theme.text_hint, SMALL)


def paint_cells(
    painter: QPainter, theme: Theme, layout: HeatLayout, shades: Sequence[int], texts: Sequence[str], region: QRegion
) -> None:
    """The cells of a region, row by row: shades -255 … 255, and texts if there is room for them."""
    colors = {True: QColor(VELOCITY), False: QColor(FORCE)}
    pale = tinted(theme.track, 0.35)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    seen = []
    around = region.boundingRect()
    columns = layout.columns_in(around.left() - 1.0, around.right() + 2.0)
    for i, j in itertools.product(range(layout.rows), columns):
        k, box = i * layout.columns + j, layout.cell(i, j)
        if not region.intersects(box.toAlignedRect()):
            continue
        seen.append((k, box))
        color = colors[shades[k] > 0]
        color.setAlpha(round(theme.heat_opacity * abs(shades[k])))
        if not layout.px:
            painter.fillRect(box, color if shades[k] else pale)
        elif shades[k]:
            painter.setBrush(color)
            painter.drawRoundedRect(box, 2, 2)
    if layout.px:
        _paint_numbers(painter, theme, layout.px, [(texts[k], box) for k, box in seen])


def _paint_numbers(painter: QPainter, theme: Theme, px: int, numbers: Sequence[tuple[str, QRectF]]) -> None:
    """As `paint_text`, with font and pen set once: there may be many, at every frame of a drag."""
    painter.setFont(ui_font(px))
    for zeros, color in ((True, theme.text_hint), (False, theme.text)):
        painter.setPen(QColor(color))
        for text, box in numbers:
            if (text == "0") is zeros:
                painter.drawText(box.adjusted(-8, 0, -3, 0), RIGHT, text)


def _ink(theme: Theme, chosen: bool) -> tuple[str, int]:
    return (theme.accent_text, 600) if chosen else (theme.text_second, 400)


def _fitted(label: str, width: float, px: int, weight: int) -> str:
    if math_width(label, px, weight) <= width:
        return label
    return elided_name(plain_math(label), width, px, weight)
