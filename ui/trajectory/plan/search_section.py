"""What helps where one guess is not enough: more guesses, an explanation, a search for the sequence itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...controls.buttons.outline_button import OutlineButton
from ...displays.prose import Prose
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...displays.scrolling import is_in_sight, scroll_to
from ...displays.section_head import SectionHead, column_in, inset_row, padded
from ...look.style import SMALL
from ...text.array_text import ArrayText
from ...text.number_text import number_text
from ..values import OptimumRow


class SearchSection(QWidget):
    """`show_*` is silent, signals are for the user alone."""

    explain_requested = Signal()
    guesses_requested = Signal()
    explore_requested = Signal()
    seed_requested = Signal()  # plan with the sequence that exploring found
    stop_requested = Signal()
    back_requested = Signal()  # from what was explored to the plan
    optimum_chosen = Signal(int)  # row

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Beyond one guess"), self)
        self.explain = OutlineButton(self.tr("Explain"), "info", self)
        self.explain.setToolTip(self.tr("Why there is no plan, and which single change would give one"))
        self.explain.clicked.connect(self.explain_requested)
        self.guesses = OutlineButton(self.tr("8 guesses"), "random", self)
        self.guesses.setToolTip(self.tr("Plan from eight other guesses, and list the distinct plans by cost"))
        self.guesses.clicked.connect(self.guesses_requested)
        self.explore = OutlineButton(self.tr("Explore"), "search", self)
        self.explore.setToolTip(self.tr("Let the optimiser find a sequence of contacts by itself"))
        self.explore.clicked.connect(self.explore_requested)
        self.seed = OutlineButton(self.tr("Plan with this sequence"), parent=self)
        self.seed.clicked.connect(self.seed_requested)
        self.stop = OutlineButton(self.tr("Stop"), "stop", self)
        self.stop.clicked.connect(self.stop_requested)
        self.stage = Prose(self, role="text_hint", px=SMALL)
        self.back = OutlineButton(self.tr("Back to the plan"), parent=self)
        self.back.clicked.connect(self.back_requested)
        self.found = Prose(self, role="text", px=SMALL)
        self.table = RowTable(
            self.tr("Distinct optima, by cost"),
            _columns(self),
            self,
            row_height=22,
            most=8,
            click_activates=True,
            source=self._to_copy,
        )
        self.table.row_activated.connect(self.optimum_chosen)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset_row(self.explain, self.guesses, self.explore))
        self._stage_row = QWidget(self)
        row = inset_row(self.stop)
        row.insertWidget(1, self.stage, 1)
        self._stage_row.setLayout(row)
        column.addWidget(self._stage_row)
        column.addWidget(padded(self.found, bottom=8))
        self._explored_row = QWidget(self)
        self._explored_row.setLayout(inset_row(self.seed, self.back))
        column.addWidget(self._explored_row)
        column.addWidget(self.table)
        self.show_found("")
        self.show_stage("")
        self.show_back(False)
        self.show_optima(())

    def show_stage(self, stage: str) -> None:
        """What is being done while something is looked for, in sight with the way to stop it; empty: nothing is."""
        begins = bool(stage) and self._stage_row.isHidden()
        self._stage_row.setVisible(bool(stage))
        self.stage.show_text(stage and self.tr("{stage}…").format(stage=stage))
        if begins:
            QTimer.singleShot(0, self, lambda: scroll_to(self._stage_row))  # it is laid out first

    def show_back(self, explored: bool) -> None:
        """Whether what is shown was explored, so that there is a way back to the plan."""
        self.back.setVisible(explored)
        self._explored_row.setVisible(explored or not self.seed.isHidden())

    def show_found(self, text: str, *, seed: bool = False) -> None:
        """Say what was found; `seed`: a sequence that can be planned with."""
        self.found.show_text(text)
        if text:
            QTimer.singleShot(0, self, lambda: scroll_to(self))  # it is laid out first
        self.seed.setVisible(seed)
        self._explored_row.setVisible(seed or not self.back.isHidden())

    def show_optima(self, rows: Sequence[OptimumRow], chosen: int = -1) -> None:
        """Show the distinct plans, the cheapest first."""
        self.table.setVisible(bool(rows))
        self.table.show_rows(rows)
        self.table.show_selected(chosen)

    def show_ready(self, ready: bool, *, explores: bool = True) -> None:
        """Whether anything can be asked now; `explores`: sequences are looked for, as they are for a hopper alone."""
        for button in (self.explain, self.guesses, self.seed, self.back):
            button.setEnabled(ready)
        self.explore.setEnabled(ready and explores)

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        was_lower = event.oldPos().y() - event.pos().y()
        if not self._stage_row.isHidden() and is_in_sight(self._stage_row, was_lower):
            QTimer.singleShot(0, self, lambda: self._stay_in_sight(was_lower))  # it is laid out first

    def _stay_in_sight(self, was_lower: int) -> None:
        """As sections above it, of the iterations, come and grow; not if it was scrolled out of sight since."""
        if not self._stage_row.isHidden() and is_in_sight(self._stage_row, was_lower):
            scroll_to(self._stage_row)

    def _to_copy(self) -> ArrayText | None:
        rows: tuple[OptimumRow, ...] = self.table.rows
        if not rows:
            return None
        return ArrayText(np.array([[row.cost, row.found, row.iterations] for row in rows]), (), ("cost", "found", "iterations"))


def _columns(widget: QWidget) -> tuple[Column[OptimumRow], ...]:
    return (
        Column(widget.tr("cost"), lambda row: Cell(number_text(row.cost, 8), weight=500), 92, right=True),
        Column(widget.tr("found by"), lambda row: Cell(f"{row.found} of {row.guesses}", "text_second"), 64, right=True),
        Column(widget.tr("iterations"), lambda row: Cell(str(row.iterations), "text_second"), 58, right=True),
        Column("", lambda row: Cell(row.note, "text_hint"), 40, share=1),
    )
