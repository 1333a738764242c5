"""The glyph of a contact's state."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from .contact_states import STATES

RADIUS = 5.0  # of a glyph [px]
LINE = 1.4  # of one that is not filled [px]


def paint_contact_state(painter: QPainter, name: str, at: QPointF, radius: float = RADIUS) -> None:
    """The glyph of a state about a point: ● sticking, ◆ sliding, ● closed, ○ open, ▼ impact, △ lift-off."""
    paint_contact_states(painter, name, (at,), radius)


def paint_contact_states(painter: QPainter, name: str, places: Sequence[QPointF], radius: float = RADIUS) -> None:
    """The same about many points, in one go."""
    state = STATES[name]
    color = QColor(state.color)
    inner = radius if state.full else radius - LINE / 2  # the line of an open one adds to its size
    painter.setPen(Qt.PenStyle.NoPen if state.full else QPen(color, LINE))
    painter.setBrush(color if state.full else Qt.BrushStyle.NoBrush)
    shape = QPolygonF([QPointF(inner * x, inner * y) for x, y in (*state.corners, *state.corners[:1])])
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for at in places:
        if state.corners:
            path.addPolygon(shape.translated(at))
            path.closeSubpath()
        else:
            path.addEllipse(at, inner, inner)
    painter.drawPath(path)
