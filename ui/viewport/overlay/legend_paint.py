"""The legend as it is painted: a line for each scale, glyphs and names."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ...look.paint_box import tinted
from ...look.paint_contact_state import paint_contact_state
from ...look.paint_text import paint_math, text_width
from ...look.theme import Theme
from ..many_marks import POINT_KINDS
from ..marks import LegendRow
from .cards import paint_card, paint_text
from .legend_layout import APART, BEHIND, COUNT, EDGE, GLYPH, LINE, PX, TOP, LegendLayout, folded_title

NO_GLYPH = ("none", "slider", "labels")


def paint_legend(painter: QPainter, rect: QRectF, layout: LegendLayout, theme: Theme, told: int = 0) -> None:
    """Paint a legend there; `told` is how many labels are painted."""
    paint_card(painter, rect, theme)
    if not layout.lines:
        paint_text(painter, rect.left() + EDGE, rect.center().y(), folded_title(), theme.text, PX, 500)
        return
    for i, line in enumerate(layout.lines):
        middle = rect.center().y() if layout.is_strip else rect.top() + TOP + LINE * (i + 0.5)
        x = rect.left() + EDGE
        for row in line.entries:
            x = _paint_entry(painter, x, middle, row, theme, layout.is_strip) + APART
        if line.value and not layout.is_strip:
            value = line.value.replace(COUNT, str(told))
            right = layout.fold_rect(rect).left() if i == 0 and layout.folds else rect.right() - EDGE
            paint_text(painter, right - text_width(value, PX), middle, value, theme.text, PX)


def _paint_entry(painter: QPainter, x: float, middle: float, row: LegendRow, theme: Theme, with_value: bool) -> float:
    if row.kind not in NO_GLYPH:
        paint_glyph(painter, QRectF(x, middle - 6, GLYPH, 12), row, theme)
    if row.kind != "none" or not with_value:
        x += GLYPH + BEHIND
    x = paint_text(painter, x, middle, row.name, theme.text, PX)
    if row.detail:
        box = QRectF(x + 8, middle - LINE / 2, 1.0, LINE)
        x = paint_math(painter, box, row.detail, theme.text_hint, PX)
    return paint_text(painter, x, middle, row.value, theme.text, PX, 600) if with_value else x


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
