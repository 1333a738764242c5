"""What happened at an instant, its mark, and which of many marks are worth painting.

The mark of an event is that of the state it leads to: ▼ impact, △ lift-off, ◆ begins to slide, ● begins to stick.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from ..look.contact_states import STATES
from ..look.paint_contact_state import paint_contact_state, paint_contact_states
from ..look.theme import Theme

KINDS = ("lift-off", "slip", "stick", "impact")  # the last is painted over the others
APART = 3  # marks of a kind are at least so far from each other [px]
RADIUS = 4.5
STATE_OF = {"slip": "sliding", "stick": "sticking"}


@dataclass(frozen=True, eq=False)
class TimeMarks:
    """Events on the time line. There may be many thousands: what is read of one is asked for when the pointer is there."""

    t: np.ndarray = field(default_factory=lambda: np.zeros(0))  # (n,), rising [s]
    kind: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=int))  # (n,), which of KINDS
    read: Callable[[int], str] = str  # what is read of the i-th

    def __len__(self) -> int:
        return len(self.t)


def paint_marks(painter: QPainter, marks: TimeMarks, places: np.ndarray, y: float) -> None:
    """Paint a glyph for each mark, at its place (n,) and height y [px]; of a kind those alone that do not lie on one another."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for k, kind in enumerate(KINDS):
        points = [QPointF(x, y) for x in places_apart(places[marks.kind == k])]
        paint_contact_states(painter, STATE_OF.get(kind, kind), points, RADIUS)


def places_apart(places: np.ndarray) -> list[float]:
    """Of these rising places [px], as many as leave `APART` between them."""
    rising, spaced = places.tolist(), []
    k = 0
    while k < len(rising):
        spaced.append(rising[k])
        k = bisect_left(rising, rising[k] + APART, k + 1)
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
