"""The fixed parts of the overlay, painted with QPainter: the triad in the corner, the legend, the hint."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ...look.paint_box import tinted
from ...look.paint_contact_state import paint_contact_state
from ...look.paint_text import math_width, paint_math, text_width
from ...look.style import ui_font
from ...look.theme import AXES, Theme
from ..camera import Camera
from ..marks import POINT_KINDS, LegendRow

MARGIN = 12.0
RADIUS = 8.0
OPACITY = 0.93
TRIAD = 72.0
ROW = 20.0
GLYPH = 18.0
SLIDER = 88.0  # width of a control in the legend
AXIS_NAMES = ("x", "y", "z")


def paint_card(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The background of what lies on the picture."""
    painter.setPen(QPen(tinted(theme.border, 0.75), 1))
    painter.setBrush(tinted(theme.panel, OPACITY))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)


def paint_text(
    painter: QPainter, x: float, middle: float, text: str, color: str, size: int, weight: int = 400
) -> float:
    """Text whose line has its middle at a height; returns where it ends."""
    painter.setFont(ui_font(size, weight))
    painter.setPen(QColor(color))
    painter.drawText(QPointF(x, round(middle + 0.36 * size)), text)
    return x + text_width(text, size, weight)


def triad_rect(height: float) -> QRectF:
    """Where the triad is: bottom left."""
    return QRectF(MARGIN, height - MARGIN - TRIAD, TRIAD, TRIAD)


def paint_triad(painter: QPainter, rect: QRectF, camera: Camera, theme: Theme) -> None:
    """The world's axes as the camera sees them, the nearest last."""
    paint_card(painter, rect, theme)
    middle, length = rect.center() + QPointF(0, 2), 0.28 * rect.width()
    axes = camera.axes  # column i: the world's axis i in the camera's axes
    for i in np.argsort(axes[2]):
        across, up, towards = axes[:, i]
        tip = QPointF(middle.x() + length * across, middle.y() - length * up)
        color = QColor(AXES[i])
        painter.setPen(QPen(color, 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(middle, tip)
        name = AXIS_NAMES[i]
        reach = length + 8.0
        at = QPointF(middle.x() + reach * across, middle.y() - reach * up)
        if abs(across) + abs(up) < 0.25:  # it points at the eye: beside the line, not on it
            at = QPointF(middle.x() + 9.0, middle.y() - 9.0)
        paint_text(painter, at.x() - text_width(name, 12, 600) / 2, at.y(), name, theme.text, 12, 600)


def legend_size(rows: tuple[LegendRow, ...]) -> tuple[float, float]:
    """Width and height of the legend; 0, 0 without rows."""
    if not rows:
        return 0.0, 0.0
    if _is_strip(rows):
        return sum(_entry_width(row) for row in rows) + 18.0 * (len(rows) - 1) + 26.0, ROW + 16.0
    names = max(_name_width(row) for row in rows)
    values = max(SLIDER if row.kind == "slider" else text_width(row.value, 12) for row in rows)
    return 12 + GLYPH + 10 + names + (28 + values if values else 0) + 14, ROW * len(rows) + 14.0


def slider_rect(legend: QRectF, rows: tuple[LegendRow, ...]) -> QRectF:
    """Where a control lies in the legend: in the row of kind "slider"; empty without one."""
    place = next((i for i, row in enumerate(rows) if row.kind == "slider"), None)
    if place is None:
        return QRectF()
    return QRectF(legend.right() - 14.0 - SLIDER, legend.top() + 7.0 + ROW * place + 1.0, SLIDER, ROW - 2.0)


def paint_legend(painter: QPainter, rect: QRectF, rows: tuple[LegendRow, ...], theme: Theme) -> None:
    """Glyph, name and scale of each thing drawn; as a strip when no row has both a name and a value."""
    paint_card(painter, rect, theme)
    if _is_strip(rows):
        x = rect.left() + 13.0
        for row in rows:
            x = _paint_entry(painter, x, rect.center().y(), row, theme) + 18.0
        return
    for i, row in enumerate(rows):
        middle = rect.top() + 7.0 + ROW * (i + 0.5)
        _paint_entry(painter, rect.left() + 12.0, middle, row, theme, with_value=False)
        x = rect.right() - 14.0 - text_width(row.value, 12)
        paint_text(painter, x, middle, row.value, theme.text, 12)


def hint_size(text: str) -> tuple[float, float]:
    """Width and height of the hint line; 0, 0 without text."""
    if not text:
        return 0.0, 0.0
    return sum(_span_width(span, key) for span, key in _spans(text)) + 26.0, 32.0


def paint_hint(painter: QPainter, rect: QRectF, text: str, theme: Theme) -> None:
    """A line of text in which `words in back quotes` are drawn as keys."""
    paint_card(painter, rect, theme)
    x = rect.left() + 13.0
    for span, key in _spans(text):
        if key:
            cap = QRectF(x + 2, rect.center().y() - 9.5, text_width(span, 11, 500) + 14, 19)
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            paint_text(painter, cap.left() + 7, cap.center().y(), span, theme.text, 11, 500)
        else:
            paint_text(painter, x, rect.center().y(), span, theme.text_second, 13)
        x += _span_width(span, key)


def _spans(text: str) -> list[tuple[str, bool]]:
    return [(span, i % 2 == 1) for i, span in enumerate(text.split("`")) if span]


def _span_width(span: str, key: bool) -> float:
    return text_width(span, 11, 500) + 18 if key else text_width(span, 13)


def _is_strip(rows: tuple[LegendRow, ...]) -> bool:
    return len(rows) > 1 and not any(row.kind == "slider" or (row.name and row.value) for row in rows)


def _name_width(row: LegendRow) -> float:
    return text_width(row.name, 12) + (8 + math_width(row.detail, 12) if row.detail else 0)


def _entry_width(row: LegendRow) -> float:
    glyph = 0.0 if row.kind == "none" else GLYPH + 7.0
    return glyph + _name_width(row) + text_width(row.value, 12, 600)


def _paint_entry(
    painter: QPainter, x: float, middle: float, row: LegendRow, theme: Theme, with_value: bool = True
) -> float:
    if row.kind not in ("none", "slider"):
        paint_glyph(painter, QRectF(x, middle - 6, GLYPH, 12), row, theme)
    if row.kind != "none" or not with_value:
        x += GLYPH + (7.0 if with_value else 10.0)
    x = paint_text(painter, x, middle, row.name, theme.text, 12)
    if row.detail:
        box = QRectF(x + 8, middle - ROW / 2, 1.0, ROW)
        x = paint_math(painter, box, row.detail, theme.text_hint, 12)
    return paint_text(painter, x, middle, row.value, theme.text, 12, 600) if with_value else x


def paint_glyph(painter: QPainter, rect: QRectF, row: LegendRow, theme: Theme) -> None:
    """The small picture before a row of the legend."""
    color = QColor(row.color or theme.text)
    middle = rect.center()
    dashed = row.kind.startswith("dashed")
    pen = QPen(color, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    if dashed:
        pen.setDashPattern([2.2, 1.4])
    elif row.kind.startswith("dotted"):
        pen.setDashPattern([0.9, 1.1])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    match row.kind:
        case "ellipsoid" | "dashed_ellipsoid" | "dotted_ellipsoid":
            painter.setBrush(tinted(color.name(), 0.28))
            painter.drawEllipse(rect.adjusted(1, 1, -1, -1))
        case "polytope" | "dashed_polytope":
            x, y = middle.x(), middle.y()
            painter.setBrush(tinted(color.name(), 0.28))
            painter.drawPolygon(
                _polygon((x - 8, y + 1), (x - 4, y - 5), (x + 4, y - 5), (x + 8, y - 1), (x + 4, y + 5), (x - 4, y + 5))
            )
        case "arrow" | "double_arrow" | "dashed_arrow":
            pen.setWidthF(2.2)
            if dashed:
                pen.setDashPattern([1.6, 1.0])
            painter.setPen(pen)
            painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right() - 6, middle.y()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            right = rect.right()
            for tip in (right, right - 6)[: 2 if row.kind == "double_arrow" else 1]:
                painter.drawPolygon(_polygon((tip - 7, middle.y() - 4), (tip, middle.y()), (tip - 7, middle.y() + 4)))
        case "line" | "dashed_line":
            pen.setWidthF(2.0)
            painter.setPen(pen)
            painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()))
        case "ball":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawEllipse(middle, 5, 5)
        case kind if kind in POINT_KINDS:
            paint_contact_state(painter, kind, middle)
        case "mass":
            painter.setBrush(QColor("#F2F3F5"))
            painter.drawEllipse(middle, 5.4, 5.4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            ball = QRectF(middle.x() - 5.4, middle.y() - 5.4, 10.8, 10.8)
            painter.drawPie(ball, 0, 90 * 16)
            painter.drawPie(ball, 180 * 16, 90 * 16)
        case "block":
            painter.setBrush(tinted(color.name(), 0.45))
            painter.drawRect(rect.adjusted(2, 1, -2, -1))
        case "wire":
            box = rect.adjusted(2, 0.5, -2, -0.5)
            painter.drawRect(box)
            painter.drawLine(box.topLeft(), box.bottomRight())
        case "drum":
            painter.setBrush(tinted(color.name(), 0.45))
            painter.drawRoundedRect(rect.adjusted(5, 0, -5, 0), 3, 3)
            painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()))
        case "arc":
            painter.drawArc(rect.adjusted(2, 1, -2, 9), 10 * 16, 160 * 16)
        case "floor":
            painter.fillRect(rect, QColor(theme.floor_light))
            half = QRectF(0, 0, rect.width() / 2, rect.height() / 2)
            painter.fillRect(half.translated(middle), QColor(theme.floor_dark))
            painter.fillRect(half.translated(rect.topLeft()), QColor(theme.floor_dark))
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.drawRect(rect)


def _polygon(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])
