"""How the methods of a race are told apart: a colour and a shape each, the same in plots and tables."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from ....look.theme import ENERGY, FORCE, FRICTION, IMPULSE, MASS, VELOCITY, Theme

METHODS = {
    "active_set": (FORCE, "o"),
    "newton": (VELOCITY, "s"),
    "gauss_seidel": (FRICTION, "t"),
    "admm": (IMPULSE, "d"),
    "clarabel": (MASS, "+"),
    "proxqp": (ENERGY, "x"),
}
"""Colour, and shape as pyqtgraph calls it."""
_OTHER = ("#7A7A7A", "o")
_SIDE = 4.5


def color_of(method: str) -> str:
    """Of the line of a method."""
    return METHODS.get(method, _OTHER)[0]


def shape_of(method: str) -> str:
    """Of its points."""
    return METHODS.get(method, _OTHER)[1]


def paint_mark(painter: QPainter, theme: Theme, method: str, center: QPointF) -> None:
    """The mark of a method about a point."""
    color, shape = METHODS.get(method, _OTHER)
    x, y, r = center.x(), center.y(), _SIDE
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    if shape == "o":
        painter.drawEllipse(center, r, r)
    elif shape == "s":
        painter.drawRect(QRectF(x - r, y - r, 2 * r, 2 * r))
    elif shape == "t":
        painter.drawPolygon(QPolygonF([QPointF(x - r, y - r), QPointF(x + r, y - r), QPointF(x, y + r)]))
    elif shape == "d":
        painter.drawPolygon(QPolygonF([QPointF(x, y - r), QPointF(x + r, y), QPointF(x, y + r), QPointF(x - r, y)]))
    else:
        path, ends = (
            QPainterPath(),
            ((1, 1, -1, -1), (1, -1, -1, 1)) if shape == "x" else ((1, 0, -1, 0), (0, 1, 0, -1)),
        )
        for a, b, c, d in ends:
            path.moveTo(x + a * r, y + b * r)
            path.lineTo(x + c * r, y + d * r)
        painter.setPen(QPen(QColor(color), 2.4))
        painter.drawPath(path)
    painter.restore()
