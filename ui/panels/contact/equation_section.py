"""The equation of a contact problem, and how well it is solved, by whom."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.more_button import MoreButton
from ...displays.fact_list import Fact, FactRow
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import SectionHead, column_in, inset
from ...look.math_notation import DOT
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text, residual_text
from .equation_rows import Letters, equation_columns, equation_rows, letters_of, row_count
from .values import MOST_WHOLE, ProblemView

FIRST = 12  # rows in sight before more are asked for
AXES = (" t_1", " t_2", "")


class EquationSection(QWidget):
    """ζ̇ = M λ + d, or what it is at the level of the problem. Signals are for the user alone."""

    contact_clicked = Signal(int)  # which of the problem's contacts
    fold_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: ProblemView | None = None
        self._all = False
        self._selected = ""
        self.head = SectionHead(f"ζ{DOT} = M λ + d", self, foldable=True)
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy the equation's columns"))
        self.head.add_control(self.copy)
        self.body = QWidget(self)
        self.table = RowTable(self.tr("Equation"), (), self.body, source=self.array_text)
        self.turning = RowTable(self.tr("Equation, joints that turn"), (), self.body, source=self.array_text)
        self.more = MoreButton(self.body)
        self.facts = FactRow((0.25, 0.29, 0.24, 0.22), self.body)
        self.signs = FactRow((0.25, 0.29, 0.24, 0.22), self.body)
        below = QVBoxLayout(self.body)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(8)
        below.addWidget(self.table)
        below.addWidget(self.turning)
        below.addWidget(self.more)
        below.addLayout(inset(self.facts, bottom=0))
        below.addLayout(inset(self.signs, bottom=8))
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self.body)
        for table in (self.table, self.turning):
            table.row_selected.connect(lambda row, table=table: self.contact_clicked.emit(table.rows[row].contact))
        self.more.clicked.connect(self._switch)
        self.head.fold_switched.connect(self._fold)

    def show_problem(self, view: ProblemView | None) -> None:
        """Show a problem and its solution; None leaves nothing to show."""
        if view is self._view:
            return
        self._view = view
        if view is None:
            return
        letters = letters_of(view)
        rate, load = letters.rate, letters.load
        self.head.show_title(letters.equation)
        self.head.show_note("" if view.frictional else f"0 ≤ {rate} ⊥ {load} ≥ 0")
        self.table.set_columns(equation_columns(view))
        self.turning.set_columns(equation_columns(view, turning=True))
        self._show_rows()
        margin = ABSENT if view.cone_margin is None else number_text(view.cone_margin, zero=1e-9)
        self.facts.show_facts(
            (
                (self.tr("natural map"), residual_text(view.residual), letters.unit),
                self._recorded(view, letters),
                (self.tr("cone margin"), margin, "" if view.cone_margin is None else letters.load_unit),
                (self.tr("penetration"), number_text(view.penetration), "m"),
            )
        )
        one_sided = view.friction >= 0.0

        def least(values: np.ndarray) -> float:
            return float(np.min(values[one_sided, 2], initial=np.inf))

        all_rates = f"{'u' if view.frictional else 'ζ'}{DOT if view.level == 'acceleration' else ''}"
        product = f"{letters.load_unit} {letters.unit}".replace("N m", "N·m").replace("s m", "s·m")
        self.signs.show_facts(
            (
                (f"|{all_rates}ᵀ{load}|", residual_text(view.complementarity), product),
                (f"min {load}", number_text(least(view.force), zero=1e-9), letters.load_unit),
                (f"min {rate}", number_text(least(view.rate), zero=1e-9), letters.unit),
                (view.method.replace("_", " "), str(view.iterations), self.tr("iterations")),
            )
        )

    def array_text(self) -> ArrayText | None:
        """All there is of the equation with all digits, three rows a contact: with W it gives the residual once more."""
        view = self._view
        if view is None:
            return None
        letters = letters_of(view)
        columns = {
            f"{letters.rate} {letters.unit}": view.rate,
            f"W {letters.load} {letters.unit}": view.rate - view.drift,
            f"{letters.drift} {letters.unit}": view.drift,
            f"{letters.load} {letters.load_unit}": view.force,
        }
        if np.any(view.given != 0.0):
            columns[f"{letters.load} before {letters.load_unit}"] = view.given
        names = [f"{name}{axis}" for name in view.names for axis in AXES]
        return ArrayText(np.column_stack([values.ravel() for values in columns.values()]), names, list(columns))

    def show_selected(self, name: str) -> None:
        """Let a contact stand out, by its name; of many it comes first."""
        moves = name != self._selected and self._is_large
        self._selected = name
        if moves:
            self._show_rows()
            return
        for table in (self.table, self.turning):
            names = [row.name for row in table.rows]
            table.show_selected(names.index(name) if name in names else None)

    @property
    def _is_large(self) -> bool:
        return self._view is not None and len(self._view.names) > MOST_WHOLE

    def _recorded(self, view: ProblemView, letters: Letters) -> Fact:
        if view.recorded is None:
            return self.tr("relative"), residual_text(view.relative_residual), ""
        return self.tr("recorded"), residual_text(view.recorded), letters.unit

    def _show_rows(self) -> None:
        view = self._view
        if view is None:
            return
        every = equation_rows(view, self._listed(view))
        turning = [row for row in every if row.turns]
        self.turning.show_rows(turning)
        self.turning.setVisible(bool(turning))
        rows = [row for row in every if not row.turns]
        first = FIRST if self._is_large else max(FIRST, len(view.names) - len(turning))
        count = len(rows) if self._all or self._is_large else first
        self.table.show_rows(rows[:count], rows[count:])
        self.show_selected(self._selected)
        left = row_count(view) - len(turning) - len(rows[:count])
        if left > 0:
            self.more.show_text(self.tr("… {n} more").format(n=left))
        else:
            folds = self._all and len(rows) > first
            self.more.show_text(self.tr("Show the first {n}").format(n=first) if folds else "")

    def _listed(self, view: ProblemView) -> list[int] | None:
        """Of many contacts the one that stands out and the first; None: all."""
        if not self._is_large or self._all:
            return None
        chosen = [view.names.index(self._selected)] if self._selected in view.names else []
        return [*chosen, *(k for k in range(FIRST) if k not in chosen)]

    def _switch(self) -> None:
        self._all = not self._all
        self._show_rows()

    def _fold(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        self.fold_switched.emit(is_open)
