"""What happened at an instant, its mark, and which of many marks are worth painting.

A full triangle down is an impact, an open one up a lift-off, ◆ slip, ◇ stick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ..look.theme import FRICTION, IMPULSE, Theme

KINDS = ("lift-off", "slip", "stick", "impact")  # the last is painted over the others
APART = 3  # marks of a kind are at least so far from each other [px]
_SHAPES = {
    "impact": ((-4.5, -3.5), (4.5, -3.5), (0, 4.5)),
    "lift-off": ((-4.5, 3.5), (4.5, 3.5), (0, -4.5)),
    "slip": ((-4.5, 0), (0, -4.5), (4.5, 0), (0, 4.5)),
    "stick": ((-4.5, 0), (0, -4.5), (4.5, 0), (0, 4.5)),
}


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
