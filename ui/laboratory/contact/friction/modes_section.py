"""Slip as a mode: a strip a contact over the recording, and the mode sequence that a hybrid planner has to be given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.simulation.friction.values import ContactPhase, ModeInterval
from torseur.sim.texts import marked, tr

from ....displays.folded_section import FoldedSection
from ....displays.prose import Prose
from ....displays.row_table.column import Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import inset
from ....look.style import SMALL
from ....text.number_text import decimal_text
from .mode_strip import ModeStrip
from .values import ModesView

MOST_ROWS = 200  # of the table
WORDS = {ContactPhase.STICK: marked("stick"), ContactPhase.SLIP: marked("slip"), ContactPhase.CLOSED: marked("closed")}


class IntervalRow(NamedTuple):
    """One entry of the sequence."""

    number: int
    start: float  # [s]
    end: float  # [s]
    modes: str
    jump: str  # who is struck at its start


class ModesSection(FoldedSection):
    """`show_*` is for the program and silent; signals are the user's."""

    seek_requested = Signal(float)  # [s]
    lane_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.head.show_title(self.tr("Modes over time"))
        sentence = Prose(self.body, role="text_second", px=SMALL)
        sentence.show_text(
            self.tr(
                "Slip is a mode of its own beside open and stick. A simulation finds the modes; a hybrid planner has to be given "
                "this sequence before it begins. Click to go to a time."
            )
        )
        self.absent = Prose(self.body, role="text_second", px=SMALL, icon="info")
        self.strip = ModeStrip(self.body)
        self.strip.seek_requested.connect(self.seek_requested)
        self.strip.lane_chosen.connect(self.lane_chosen)
        self.key = Prose(self.body, role="text_hint", px=SMALL)
        self.table = RowTable(self.tr("Mode sequence"), _columns(), self.body, most=9, click_activates=True,
                              selects=False)  # fmt: skip
        self.table.row_activated.connect(self._go)
        self.column.addLayout(inset(sentence, bottom=8))
        self.column.addLayout(inset(self.absent, bottom=8))
        self.column.addLayout(inset(self.strip, bottom=2))
        self.column.addLayout(inset(self.key, bottom=6))
        self.column.addWidget(self.table)
        self.column.addSpacing(12)
        self._has = False
        self.show_absent("")

    def show_absent(self, reason: str) -> None:
        """Say why there are no modes, or that they are looked for; empty: there are."""
        self.absent.show_text(reason)
        for part in (self.strip, self.table):
            part.setVisible(not reason and self._has)
        if reason:
            self.key.show_text("")
            self.head.show_note("")

    def show_modes(self, view: ModesView) -> None:
        """Show all contacts, and the sequence."""
        self._has = True
        self.show_absent("")
        self.strip.show_modes(view)
        intervals = view.sequence.intervals
        rows = [interval_row(k, each, view.pairs) for k, each in enumerate(intervals[:MOST_ROWS])]
        self.table.show_rows(rows)
        one, many = self.tr("one interval"), self.tr("{n} intervals").format(n=len(intervals))
        self.head.show_note(one if len(intervals) == 1 else many)
        words = [self.tr("● stick, ◆ hatched slip, ▼ impact, a thin line: open. Times are those of recorded states.")]
        if len(intervals) > MOST_ROWS:
            words.append(self.tr("The table has the first {n}.").format(n=MOST_ROWS))
        self.key.show_text(" ".join([*words, view.note]).strip())

    def show_selected(self, view: ModesView) -> None:
        """Show which contact is selected."""
        self.strip.show_modes(view)

    def show_time(self, t: float) -> None:
        """Mark a time [s]."""
        self.strip.show_time(t)
        rows: Sequence[IntervalRow] = self.table.rows
        now = next((k for k, row in enumerate(rows) if row.start <= t < row.end), len(rows) - 1 if rows else None)
        self.table.show_selected(now)

    def _go(self, row: int) -> None:
        rows: Sequence[IntervalRow] = self.table.rows
        self.seek_requested.emit(rows[row].start)


def interval_row(number: int, interval: ModeInterval, pairs: Sequence[str]) -> IntervalRow:
    """An interval in words: of each two bodies, named lane by lane, how many of their contacts stick and slip."""
    counts = Counter(
        (pair, phase) for pair, phase in zip(pairs, interval.phases, strict=True) if phase is not ContactPhase.OPEN
    )
    parts: dict[str, list[str]] = {}
    for (pair, phase), n in counts.items():
        word = tr(WORDS[phase])
        parts.setdefault(pair, []).append(word if n == 1 else f"{n} {word}")
    modes = "; ".join(f"{pair}: {', '.join(words)}" for pair, words in parts.items())
    struck = dict.fromkeys(pairs[k] for k in interval.struck)
    return IntervalRow(number + 1, interval.start, interval.end, modes or tr("flight"), ", ".join(struck))


def _columns() -> list[Column[IntervalRow]]:
    return [
        Column("#", lambda row: str(row.number), 22, right=True),
        Column(tr("from"), lambda row: decimal_text(row.start, 4), 50, unit="s", right=True, value=lambda row: row.start),
        Column(tr("to"), lambda row: decimal_text(row.end, 4), 50, unit="s", right=True, value=lambda row: row.end),
        Column(tr("modes"), lambda row: ("▼ " if row.jump else "") + row.modes, 140, 1, least=60,
               tip=_tip),
    ]  # fmt: skip


def _tip(row: IntervalRow) -> str:
    return tr("{modes}\nimpact at its start: {jump}", modes=row.modes, jump=row.jump) if row.jump else row.modes
