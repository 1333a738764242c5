"""The glyph of a contact's state."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from .contact_states import STATES

RADIUS = 5.0  # of a glyph [px]
LINE = 1.4  # of one that is not filled [px]


def paint_contact_state(painter: QPainter, name: str, at: QPointF, radius: float = RADIUS) -> None:
    """The glyph of a state about a point: ● sticking, ◆ sliding, ● closed, ○ open, ▼ impact, △ lift-off."""
    state = STATES[name]
    color = QColor(state.color)
    inner = radius if state.full else radius - LINE / 2  # the line of an open one adds to its size
    painter.setPen(Qt.PenStyle.NoPen if state.full else QPen(color, LINE))
    painter.setBrush(color if state.full else Qt.BrushStyle.NoBrush)
    if state.corners:
        painter.drawPolygon(QPolygonF([at + QPointF(inner * x, inner * y) for x, y in state.corners]))
    else:
        painter.drawEllipse(at, inner, inner)
