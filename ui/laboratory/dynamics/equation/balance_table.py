"""The equation of motion joint by joint: H q̈, C q̇, g and τ; and accelerations found in two ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.multibody.dynamics.values import EquationOfMotion

from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....look.paint_text import DDOT, DOT, text_width
from ....look.style import SMALL
from ....text.array_text import ArrayText
from ....text.number_text import number_text, residual_text
from ....text.units import AngleUnit, to_display_unit
from ..values import Coordinate, motion_unit

COLUMN = 54  # width of a number


_TITLES = {
    False: (f"H q{DDOT}", f"C q{DOT}", "g", "τ"),
    True: (f"H q{DDOT}", f"C q{DOT}", "g", "JᵀF", "τ"),
}
"""Of the columns, by whether the environment acts on the robot."""


class TermsRow(NamedTuple):
    """One joint: its numbers as they are written."""

    name: str
    unit: str
    texts: tuple[str, ...]
    tip: str


class BalanceTable(RowTable):
    """H q̈, C q̇, g, τ of each joint, and what the environment does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("The equation joint by joint"),
            _columns(_TITLES[False]),
            parent,
            row_height=22,
            tip=lambda row: row.tip,
            source=self.to_copy,
        )
        self._loaded = False  # the environment acts on the robot
        self._equation: EquationOfMotion | None = None
        self._coordinates: tuple[Coordinate, ...] = ()

    def show_equation(self, equation: EquationOfMotion, coordinates: Sequence[Coordinate]) -> None:
        """Show the terms at one state."""
        self._equation, self._coordinates = equation, tuple(coordinates)
        loaded = bool(np.any(equation.external))
        if loaded != self._loaded:
            self._loaded = loaded
            self.set_columns(_columns(_TITLES[loaded]))
        external = [equation.external] if loaded else []
        values = np.column_stack([equation.inertial, equation.coriolis, equation.gravity, *external, equation.tau])
        zero = max(1e-12, 1e-13 * float(np.abs(values).max(initial=0.0)))  # rounding leaves this of larger numbers
        tip = self.tr("{joint}: H q̈ + C q̇ + g − JᵀF = {sum}, τ = {tau}, less {residual} {unit}")
        self.show_rows([
            TermsRow(
                one.name, one.torque_unit, tuple(_fitting(float(x), zero) for x in row),
                tip.format(joint=one.full, sum=number_text(float(total), 9), tau=number_text(float(row[-1]), 9),
                           residual=residual_text(float(left)), unit=one.torque_unit),
            )
            for one, row, total, left in zip(coordinates, values, equation.sum, equation.residual, strict=True)
        ])  # fmt: skip

    def to_copy(self) -> ArrayText | None:
        """All terms, H q̈ + C q̇ + g − JᵀF, and what it leaves of τ."""
        found = self._equation
        if found is None:
            return None
        terms = [found.inertial, found.coriolis, found.gravity, found.external, found.sum, found.tau, found.residual]
        rows = [f"{one.full} [{one.torque_unit}]" for one in self._coordinates]
        return ArrayText(np.column_stack(terms), rows, ("H q̈", "C q̇", "g", "JᵀF", "sum", "τ", "sum - τ"))


class AccelerationTable(RowTable):
    """q̈ as it was given, as forward dynamics gives it back, as H⁻¹ does, and how far these two are apart."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Accelerations in two ways"),
            _columns((f"q{DDOT}", "ABA", "H⁻¹", "apart")),
            parent,
            row_height=22,
            tip=lambda row: row.tip,
            source=self.to_copy,
        )
        self._equation: EquationOfMotion | None = None
        self._coordinates: tuple[Coordinate, ...] = ()

    def show_accelerations(
        self, equation: EquationOfMotion, coordinates: Sequence[Coordinate], unit: AngleUnit, method: str
    ) -> None:
        """Show the accelerations at one state; `method` is what forward dynamics went by."""
        self._equation, self._coordinates = equation, tuple(coordinates)
        self.set_columns(_columns((f"q{DDOT}", method, "H⁻¹", self.tr("apart"))))
        values = np.column_stack([equation.a, equation.by_bodies, equation.by_inverse])
        rows = []
        for one, row in zip(coordinates, values, strict=True):
            shown = [to_display_unit(float(x), one.turns, unit) for x in row]
            texts = (*(_fitting(x, 1e-9) for x in shown), residual_text(abs(shown[1] - shown[2])))
            rows.append(TermsRow(one.name, motion_unit(one.turns, unit, "a"), texts, one.full))
        self.show_rows(rows)

    def to_copy(self) -> ArrayText | None:
        """The accelerations [rad/s² | m/s²]."""
        found = self._equation
        if found is None:
            return None
        columns = [found.a, found.by_bodies, found.by_inverse, found.by_bodies - found.by_inverse]
        rows = [f"{one.full} [{motion_unit(one.turns, 'rad', 'a')}]" for one in self._coordinates]
        return ArrayText(np.column_stack(columns), rows, ("q̈", "forward dynamics", "H⁻¹ (τ - C q̇ - g)", "apart"))


def _columns(titles: Sequence[str]) -> list[Column[TermsRow]]:
    name: Column[TermsRow] = Column("", lambda row: Cell(row.name, "text_second", unit=row.unit), 64, share=1)
    last = len(titles) - 1
    return [name, *(Column(title, _writer(k, k == last), COLUMN, right=True) for k, title in enumerate(titles))]


def _writer(k: int, is_last: bool) -> Callable[[TermsRow], Cell | str]:
    def write(row: TermsRow) -> Cell | str:
        return Cell(row.texts[k], weight=600) if is_last else row.texts[k]

    return write


def _fitting(value: float, zero: float) -> str:
    """A number with as many digits, up to four, as its column has room for."""
    texts = (number_text(value, digits, zero) for digits in (4, 3, 2))
    return next((text for text in texts if text_width(text, SMALL, 600) <= COLUMN), number_text(value, 1, zero))
