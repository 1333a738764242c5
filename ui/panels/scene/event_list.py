"""What happened, one event a row: its mark, its time, between whom, and of an impact its impulse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_delegate import MARK
from ...displays.row_table.row_table import RowTable
from ...look.paint_text import figures_width
from ...look.style import SMALL
from ...text.number_text import with_unit
from ...time_bar.event_mark import paint_event_mark
from .values import EventEntry

LEAST = 58  # width of the times [px]
ROWS = 8  # asked for, where there is room


class EventList(RowTable):
    """A list of events in the order of time. `jumped` gives the time [s] of the one clicked, or on which Enter was hit.

    New events at the end are followed as long as the end is in sight.
    """

    jumped = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._room = 0  # of the longest time [px]
        super().__init__(
            self.tr("Events"),
            self._columns(LEAST),
            parent,
            divided=False,
            fixed_height=False,
            click_activates=True,
            tip=event_tip,
        )
        self.row_activated.connect(lambda row: self.jumped.emit(self.rows[row].t))

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.rows)

    def show_events(self, events: Sequence[EventEntry], kept: int = 0) -> None:
        """Show these, of which the first `kept` are shown already."""
        bar = self.verticalScrollBar()
        ends = [
            events[k] for k in sorted({0, 1, len(events) - 1}) if 0 <= k < len(events)
        ]  # of few digits, of the most zeros, and of the most digits before the point
        longest = max((event.words().time for event in ends), key=len, default="")
        room = max(LEAST, round(MARK + figures_width(longest, SMALL, 500)) + 2)
        if room != self._room:
            self._room = room
            self.set_columns(self._columns(room))
        follow = len(events) != self.count and bar.value() >= bar.maximum()
        self.show_grown(events, kept)
        if follow:
            self.scrollToBottom()

    def _columns(self, room: int) -> tuple[Column[EventEntry], ...]:
        return (
            Column(
                "t",
                lambda event: Cell(event.words().time, weight=500),
                room,
                unit="s",
                right=True,
                value=lambda event: event.t,
                mark=lambda painter, theme, event, at: paint_event_mark(painter, event.kind, at.x(), at.y(), theme),
            ),
            Column(self.tr("event"), lambda event: Cell(event.words().text, "text_second"), 40, share=1),
            Column("Λ_n", lambda event: Cell(event.words().impulse, "impulse_text"), 30, unit="N·s", right=True),
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self._height(ROWS))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._height(3))

    def _height(self, most: int) -> int:
        return self.head.sizeHint().height() + max(1, min(self.count, most)) * self.row_height


def event_tip(event: EventEntry) -> str:
    """An event in words, and what else there is to say of it."""
    words = event.words()
    impulse = f"Λₙ {with_unit(words.impulse, 'N·s')}, " if words.impulse else ""
    what = f"{tr(event.kind)}, {impulse}{words.text}"
    line = tr("{head}: {title}", head=with_unit(words.time, "s"), title=what)
    return f"{line}\n{words.detail}" if words.detail else line
