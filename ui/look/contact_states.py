"""What a contact does, in one table: its name, its colour and its glyph, the same in the view, in tables and on the time line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from .theme import FRICTION, IMPULSE, SLIDING

RADIUS = 5.0  # of a glyph [px]
LINE = 1.4  # of one that is not filled [px]

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ContactState:
    """A state, or what made one: the names are those of `STATES`."""

    title: str  # as a legend writes it
    color: str  # #RRGGBB, the same in both themes
    role: str  # of the theme: the colour of its name in a table
    corners: Corners = ()  # of its glyph, as shares of `RADIUS`; without any it is round
    full: bool = True  # whether the glyph is filled


STATES = {
    "sticking": ContactState("Sticking", FRICTION, "friction_text"),
    "sliding": ContactState("Sliding", SLIDING, "sliding_text", ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))),
    "closed": ContactState("Closed, no friction", "#7486A0", "text_second"),
    "open": ContactState("Open", "#7B8698", "text_hint", full=False),
    "impact": ContactState("Impact", IMPULSE, "impulse_text", ((-1.0, -0.8), (1.0, -0.8), (0.0, 1.0))),
    "lift-off": ContactState("Lift-off", "#7B8698", "text_second", ((-1.0, 0.8), (1.0, 0.8), (0.0, -1.0)), full=False),
}


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
