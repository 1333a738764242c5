"""The checks of one state in a table, and the states that did not pass in another."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from torseur.sim.simulation.checking.values import Check
from torseur.sim.texts import tr

from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....text.number_text import as_shown, number_text, residual_text, with_unit
from .verdicts import LOOKS, TITLES


@dataclass(frozen=True, slots=True)
class WorstRow:
    """A state that did not pass."""

    index: int
    t: float  # [s]
    key: str  # of the check that is worst there
    excess: float  # value over tolerance [-]
    verdict: str


class CheckTable(RowTable):
    """One check a row; a click selects it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        columns: list[Column[Check]] = [
            Column(tr("Check"), lambda row: tr(TITLES[row.key]), 108, 1),
            Column(tr("Found"), lambda row: Cell(_small(row.value), weight=500, unit=row.unit), 94,
                   right=True, value=lambda row: row.value),
            Column(tr("At most"), lambda row: Cell(residual_text(row.tolerance), "text_second", unit=row.unit), 74, right=True,
                   about=tr("The tolerance; where it comes from is told below"), value=lambda row: row.tolerance),
            Column(tr("Verdict"), _verdict_cell, 76),
        ]  # fmt: skip
        super().__init__(tr("Checks of the state shown"), columns, parent, tip=_tip)


class WorstTable(RowTable):
    """States that did not pass, the worst first; a click or Enter goes there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        columns: list[Column[WorstRow]] = [
            Column(tr("Time"), lambda row: Cell(as_shown(f"{row.t:.6g}"), unit="s"), 74, right=True, value=lambda row: row.t),
            Column(tr("Check"), lambda row: tr(TITLES[row.key]), 100, 1),
            Column(tr("Times too large"), lambda row: number_text(row.excess, 3), 88, right=True, value=lambda row: row.excess),
            Column(tr("Verdict"), lambda row: _looks(row.verdict), 76),
        ]  # fmt: skip
        super().__init__(
            tr("States that did not pass"), columns, parent, most=8, click_activates=True,
            tip=lambda row: tr("Go to state {number}", number=row.index),
        )  # fmt: skip


def _verdict_cell(row: Check) -> Cell:
    return _looks(row.verdict)


def _looks(verdict: str) -> Cell:
    look = LOOKS[verdict]
    return Cell(tr(look.word), look.role, 600, icon=look.icon, icon_role=look.role)


def _small(x: float) -> str:
    return number_text(x, 3, 0.0)


def _tip(row: Check) -> str:
    limit, most = (with_unit(residual_text(x), row.unit) for x in (row.limit, row.tolerance))
    return tr("{check}: passes up to {most}, fails beyond {limit}", check=tr(TITLES[row.key]), most=most, limit=limit)
