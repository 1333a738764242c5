"""What happened at an instant, its mark, and which of many marks are worth painting.

The mark of an event is that of the state it leads to: ▼ impact, △ lift-off, ◆ begins to slide, ● begins to stick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from ..look.contact_states import STATES
from ..look.paint_contact_state import paint_contact_state
from ..look.theme import Theme

KINDS = ("lift-off", "slip", "stick", "impact")  # the last is painted over the others
APART = 3  # marks of a kind are at least so far from each other [px]
RADIUS = 4.5
STATE_OF = {"slip": "sliding", "stick": "sticking"}


@dataclass(frozen=True)
class TimeMark:
    """An event on the time line."""

    t: float  # [s]
    kind: str  # one of KINDS
    text: str  # what is read on hover


def paint_marks(
    painter: QPainter, theme: Theme, marks: Sequence[TimeMark], x_of: Callable[[float], float], y: float
) -> None:
    """Paint a glyph at height y for each mark; of those of a kind that would lie on one another, the first."""
    for kind in KINDS:
        for x in places_apart([x_of(mark.t) for mark in marks if mark.kind == kind]):
            paint_event_mark(painter, kind, x, y, theme)


def places_apart(places: Sequence[float]) -> list[float]:
    """Of these places [px], as many as leave `APART` between them."""
    spaced: list[float] = []
    for x in sorted(places):
        if not spaced or x - spaced[-1] >= APART:
            spaced.append(x)
    return spaced


def paint_event_mark(painter: QPainter, kind: str, x: float, y: float, theme: Theme) -> None:
    """Paint the mark of a kind of event about x, y; a kind that is not known is a dot."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    state = STATE_OF.get(kind, kind)
    if state in STATES:
        paint_contact_state(painter, state, QPointF(x, y), RADIUS)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.text_second))
        painter.drawEllipse(QPointF(x, y), 2, 2)
