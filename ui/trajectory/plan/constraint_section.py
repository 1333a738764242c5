"""Every group of constraints: how near the plan comes to it, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.trajectory.values import Plan, PlanConstraint

from ...controls.buttons.copy_button import CopyButton
from ...displays.prose import Prose
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import SectionHead, column_in, padded
from ...look.style import SMALL
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text, quantity_text

MOST = 11  # rows in sight
BROKEN = 1e-6  # margins below are those of a constraint that is not kept


class ConstraintSection(QWidget):
    """`row_selected` is for the user alone: he wants to see where it is tightest, at a time [s]."""

    place_chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._modes: tuple[str, ...] = ()
        self.head = SectionHead(self.tr("Constraints"), self)
        self.head.add_control(CopyButton(self._to_copy, name=self.tr("Copy the constraints")))
        self.table = RowTable(
            self.tr("Constraints"), self._columns(), self, row_height=22, most=MOST, source=self._to_copy, tip=self._text
        )
        self.sentence = Prose(self, role="text_second", px=SMALL)
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self.table)
        padded(self.sentence, bottom=10).setContentsMargins(16, 8, 16, 10)
        column.addWidget(self.sentence)
        self.table.row_selected.connect(self._select)
        self.hide()

    @property
    def rows(self) -> tuple[PlanConstraint, ...]:
        """What is shown, what costs most first."""
        return self.table.rows

    def show_plan(self, plan: Plan | None) -> None:
        """Show those of a plan; None: there is none."""
        rows = () if plan is None else ordered(plan.constraints)
        self.setVisible(bool(rows))
        if plan is None:
            return
        self._modes = tuple(phase.mode for phase in plan.phases)
        active = sum(row.active for row in rows)
        self.head.show_caption(self.tr("{k} of {n} active").format(k=active, n=len(rows)))
        self.table.show_selected(None)
        self.table.show_rows(rows)
        first = next((row for row in rows if row.sentence), None)
        self.sentence.show_text("" if first is None else self._text(first))

    def _columns(self) -> tuple[Column[PlanConstraint], ...]:
        return (
            Column("", lambda row: Cell(row.group, "text", 500 if row.active else 400), 112, share=1, least=96),
            Column(self.tr("phase"), lambda row: Cell(self._number(row), "text_second"), 34),
            Column(self.tr("margin"), _margin, 64, right=True, about=self.tr("Smallest distance to its bound")),
            Column(
                self.tr("price"),
                _price,
                44,
                right=True,
                about=self.tr("What the cost falls by for each unit of its margin that it is loosened"),
            ),
            Column("", self._state, 44),
        )

    def _state(self, row: PlanConstraint) -> Cell:
        if row.margin < -BROKEN:
            return Cell(self.tr("broken"), "warning", 600)
        return Cell(self.tr("active"), "good") if row.active else Cell(self.tr("slack"), "text_hint")

    def _number(self, row: PlanConstraint) -> str:
        return self.tr("all") if row.phase is None else str(row.phase + 1)

    def _phase(self, row: PlanConstraint) -> str:
        if row.phase is None:
            return self.tr("all")
        return f"{row.phase + 1} {self._modes[row.phase]}" if row.phase < len(self._modes) else str(row.phase + 1)

    def _select(self, row: int) -> None:
        one = self.rows[row]
        self.sentence.show_text(self._text(one))
        if np.isfinite(one.t):
            self.place_chosen.emit(one.t)

    def _text(self, row: PlanConstraint) -> str:
        """Its sentence, or what can be said of any."""
        where = self.tr("{group}, phase {phase}, nearest at {t}").format(
            group=row.group, phase=self._phase(row), t=quantity_text(row.t, "s")
        )
        if row.sentence:
            said = row.sentence[:1].lower() + row.sentence[1:] if row.sentence[:1].isalpha() else row.sentence
            return self.tr("{where}: {said}.").format(where=where, said=said)
        if row.margin < -BROKEN:
            return self.tr("{where}: broken by {margin}.").format(where=where, margin=quantity_text(-row.margin, row.unit))
        return self.tr("{where}: {margin} away from its bound, so it costs nothing.").format(
            where=where, margin=quantity_text(row.margin, row.unit)
        )

    def _to_copy(self) -> ArrayText | None:
        rows = self.rows
        if not rows:
            return None
        values = np.array([[row.margin, row.multiplier, row.t, float(row.active)] for row in rows])
        names = [f"{row.group}, {self._phase(row)} ({row.unit})" for row in rows]
        return ArrayText(values, names, ("margin", "price", "t (s)", "active"))


def ordered(constraints: Sequence[PlanConstraint]) -> tuple[PlanConstraint, ...]:
    """What is broken first; then what a number of the task would loosen, by its price; then what else is active, and slack."""

    def place(row: PlanConstraint) -> tuple[bool, bool, bool, float, int]:
        priced = bool(row.sentence) and row.active and not isnan(row.multiplier)
        price = -row.multiplier if priced else 0.0
        return row.margin >= -BROKEN, not priced, not row.active, price, -1 if row.phase is None else row.phase

    return tuple(sorted(constraints, key=place))


def _margin(row: PlanConstraint) -> Cell:
    broken = row.margin < -BROKEN
    return Cell(number_text(row.margin, 3, 1e-9), "warning" if broken else "text", 600 if broken else 400, unit=row.unit)


def _price(row: PlanConstraint) -> Cell:
    if row.multiplier == 0.0 or isnan(row.multiplier) or not row.active:  # of a plan that was stopped it is not known
        return Cell(ABSENT, "text_hint")
    return Cell(number_text(row.multiplier, 3, 0.0))
