"""Numbers as they were beside what they would have been, and the differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QWidget

from torseur.sim.texts import marked, tr

from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....text.number_text import number_text
from .values import EditedContact, EditedMotion, Pair

QUANTITIES = {"normal": "λ_n", "friction": "|λ_t|", "separation": "ζ", "slip": "slip"}
ZERO = 1e-7  # what a solver's tolerance of velocity, 1e-10 m/s, leaves of accelerations over a step of a millisecond
_FULL = {"closed": marked("closed, no friction")}  # as the inspector says it, where there is room
_SAME = 1e-9  # share of the larger of two numbers up to which their difference is none


@dataclass(frozen=True, slots=True)
class _ContactRow:
    name: str
    about: str
    modes: tuple[str, str]
    numbers: Pair


class ContactChangeTable(RowTable):
    """One contact a row; which quantity is shown is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Contacts as they were and would have been"), _contact_columns(""), parent, most=10,
                         tip=lambda row: row.about)  # fmt: skip
        self._unit = ""

    def show_contacts(self, contacts: Sequence[EditedContact], quantity: str, force_unit: str, rate_unit: str) -> None:
        """Show one of QUANTITIES of each contact."""
        unit = force_unit if quantity in ("normal", "friction") else rate_unit
        if unit != self._unit:
            self._unit = unit
            self.set_columns(_contact_columns(unit))
        self.show_rows([_ContactRow(one.name, one.about, one.modes, getattr(one, quantity)) for one in contacts])


class MotionChangeTable(RowTable):
    """One number of the motion a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        columns: list[Column[EditedMotion]] = [
            Column("", lambda row: Cell(row.symbol, weight=500), 24, math=True),
            Column("", lambda row: Cell(row.body, "text_hint"), 60, 1, least=20),
            *_number_columns(lambda row: row.unit),
        ]
        super().__init__(tr("Accelerations as they were and would have been"), columns, parent, most=12,
                         tip=lambda row: f"{row.name} [{row.unit}]")  # fmt: skip


def _contact_columns(unit: str) -> list[Column[_ContactRow]]:
    return [
        Column("", lambda row: Cell(row.name, weight=500), 26, math=True),
        Column(tr("Mode"), _modes, 92, 1),
        *_number_columns(lambda _: "", unit),
    ]


def _number_columns(unit_of: Callable[[Any], str], unit: str = "") -> list[Column[Any]]:
    """As it was, as it would have been, and the difference."""
    return [
        Column(tr("was"), lambda row: _text(row.numbers[0]), 62, unit=unit, right=True, value=lambda row: row.numbers[0]),
        Column(tr("would be"), lambda row: Cell(_text(row.numbers[1]), weight=500), 62, unit=unit, right=True,
               value=lambda row: row.numbers[1]),
        Column(tr("difference"), lambda row: Cell(_difference(row.numbers), _role(row.numbers), unit=unit_of(row)),
               62 if unit else 84, unit=unit, right=True, value=lambda row: row.numbers[1] - row.numbers[0]),
    ]  # fmt: skip


def _modes(row: _ContactRow) -> Cell:
    old, new = row.modes
    if old == new:
        return Cell(tr(_FULL.get(old, old)), "text_second")
    return Cell(f"{tr(old)} → {tr(new)}", "accent_text", 600)


def _text(x: float) -> str:
    return number_text(x, 4, ZERO)


def _is_same(numbers: Pair) -> bool:
    return abs(numbers[1] - numbers[0]) <= max(ZERO, _SAME * max(abs(numbers[0]), abs(numbers[1])))


def _difference(numbers: Pair) -> str:
    if _is_same(numbers):
        return "0"
    text = _text(numbers[1] - numbers[0])
    return f"+{text}" if numbers[1] > numbers[0] else text


def _role(numbers: Pair) -> str:
    return "text_hint" if _is_same(numbers) else "accent_text"
