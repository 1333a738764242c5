"""H, C, Ḣ and Ḣ − 2C as coloured tables, one at a time, and what must hold of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.multibody.dynamics.values import EquationOfMotion

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.fact_list import FactList
from ....displays.heat_table.heat_table import HeatTable
from ....displays.heat_table.wide_heat_table import WideHeatTable
from ....displays.section_head import SectionHead, column_in, inset
from ....text.array_text import ArrayText
from ..largest_by_unit import largest_by_unit
from ..values import Coordinate, mass_kind, mass_unit
from .mass_column_section import MassColumnSection

ROUNDING = 1e-13  # beside the largest that an entry can be


class DynamicsMatrices(QWidget):
    """Which matrix is shown is the user's choice alone. `column_chosen` tells a column of H that is to be looked at."""

    column_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._equation: EquationOfMotion | None = None
        self._coordinates: tuple[Coordinate, ...] = ()
        self.head = SectionHead(self.tr("Matrices"), self)
        self.which = SegmentedControl(
            {"H": "H", "C": "C", "rate": "Ḣ", "skew": "Ḣ − 2C"}, self.tr("Matrix shown"), self.head, height=24
        )
        self.which.chosen.connect(lambda _: self._show())
        self.copy_button = CopyButton(self.to_copy, self.head, name=self.tr("Copy the matrix"))
        self.head.add_control(self.which)
        self.head.add_control(self.copy_button)
        self.table = HeatTable(self.tr("Matrix of the equation of motion"), self, precise=True)
        self.table.cell_clicked.connect(lambda i, j: self.column_chosen.emit(j))
        self.facts = FactList(self)
        self.column = MassColumnSection(self)
        self.column.stepped.connect(self._step)
        self._at = 0  # the column that is looked at
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(WideHeatTable(self.table, self), bottom=4))
        column.addLayout(inset(self.facts))
        column.addWidget(self.column)

    def show_equation(self, equation: EquationOfMotion, coordinates: Sequence[Coordinate], at: int) -> None:
        """Show the matrices at one state, and which column of H is looked at."""
        self._equation, self._coordinates, self._at = equation, tuple(coordinates), at
        name, of_rate = self.tr("S = Ḣ − 2C is skew: |S + Sᵀ|"), self.tr("{left} (|Ḣ| to {whole})")
        units = [mass_unit(row, column, "/s") for row in coordinates for column in coordinates]
        left = equation.skew + equation.skew.T
        masses = [mass_unit(row, column) for row in coordinates for column in coordinates]
        kinds = [mass_kind(row, column) for row in coordinates for column in coordinates]
        self.facts.show_facts([
            *largest_by_unit(name, of_rate, left, equation.H_rate, units, kinds),
            *largest_by_unit(self.tr("H less columns by RNEA"), self.tr("{left} (|H| to {whole})"), equation.H - equation.columns,
                             equation.H, masses, kinds),
        ])  # fmt: skip
        self._show()

    def to_copy(self) -> ArrayText | None:
        """The matrix shown."""
        if self._equation is None:
            return None
        names = [one.full for one in self._coordinates]
        return ArrayText(self._matrix(self._equation), names, names)

    def _show(self) -> None:
        if self._equation is None:
            return
        all_of, per = self._coordinates, "" if self.which.choice == "H" else "/s"
        units = [mass_unit(row, column, per) for row in all_of for column in all_of]
        symbols = [one.symbol for one in all_of]
        alike = units[:1] if len(set(units)) == 1 else units
        self.table.show_matrix(
            _without_rounding(self._matrix(self._equation), self._equation),
            symbols,
            symbols,
            units=alike,
            names=[one.full for one in all_of],
        )
        self.head.show_caption(", ".join(dict.fromkeys(units)))
        of_H = self.which.choice == "H"
        self.column.setVisible(of_H)
        self.table.show_selected(None, self._at if of_H else None)
        if of_H:
            self.column.show_column(self._equation, all_of, self._at)

    def _step(self, by: int) -> None:
        self.column_chosen.emit((self._at + by) % len(self._coordinates))

    def _matrix(self, found: EquationOfMotion) -> np.ndarray:
        return {"H": found.H, "C": found.C, "rate": found.H_rate, "skew": found.skew}[self.which.choice]


def _without_rounding(values: np.ndarray, found: EquationOfMotion) -> np.ndarray:
    """With 0 for what rounding leaves, which would be coloured where all entries of its unit are 0.

    No entry of H is above √(H_ii H_jj); the others are of that size times a speed.
    """
    size = np.sqrt(np.maximum(np.diag(found.H), 0.0))
    speed = max(1.0, float(np.abs(found.v).max(initial=0.0)))
    return np.where(np.abs(values) <= ROUNDING * speed * np.outer(size, size), 0.0, values)
