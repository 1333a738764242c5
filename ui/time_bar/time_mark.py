"""What happened at an instant, as the timeline shows it, and which of many are worth painting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QPainter

from ..look.theme import Theme
from .event_mark import paint_event_mark

KINDS = ("lift-off", "slip", "stick", "impact")  # the last is painted over the others
APART = 3  # marks of a kind are at least so far from each other [px]


@dataclass(frozen=True)
class TimeMark:
    """Something that happened."""

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


def places_apart(places: Sequence[float], apart: float = APART) -> list[float]:
    """Of these places [px], as many as leave so much room between them."""
    kept: list[float] = []
    for x in sorted(places):
        if not kept or x - kept[-1] >= apart:
            kept.append(x)
    return kept
