"""The marks of events: a full triangle down for an impact, an open one up for a lift-off, ◆ slip, ◇ stick."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ..look.theme import FRICTION, IMPULSE, Theme

_SHAPES = {
    "impact": ((-4.5, -3.5), (4.5, -3.5), (0, 4.5)),
    "lift-off": ((-4.5, 3.5), (4.5, 3.5), (0, -4.5)),
    "slip": ((-4.5, 0), (0, -4.5), (4.5, 0), (0, 4.5)),
    "stick": ((-4.5, 0), (0, -4.5), (4.5, 0), (0, 4.5)),
}


def paint_event_mark(painter: QPainter, kind: str, x: float, y: float, theme: Theme) -> None:
    """Paint the mark of a kind of event about x, y; a kind that is not known is a dot."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    full = kind in ("impact", "slip")
    color = QColor({"impact": IMPULSE, "slip": FRICTION, "stick": FRICTION}.get(kind, theme.text_second))
    painter.setPen(Qt.PenStyle.NoPen if full else QPen(color, 1.4))
    painter.setBrush(color if full else Qt.BrushStyle.NoBrush)
    shape = _SHAPES.get(kind)
    if shape is None:
        painter.setBrush(color)
        painter.drawEllipse(QPointF(x, y), 2, 2)
    else:
        inner = 1.0 if full else 0.9  # the line of an open mark adds to its size
        painter.drawPolygon(QPolygonF([QPointF(x + inner * dx, y + inner * dy) for dx, dy in shape]))
