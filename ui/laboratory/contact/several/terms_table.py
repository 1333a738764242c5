"""Terms of an equation joint by joint: a column a term, the last one standing out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtWidgets import QWidget

from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....look.math_notation import literal, plain_math
from ....look.paint_text import text_width
from ....look.style import CAPTION, SMALL
from ....text.array_text import ArrayText
from ....text.number_text import number_text, residual_text, scientific_text, zero_beside
from ...dynamics.values import Coordinate, JointTerm

FEW = 4  # terms beside which there is room for the names of joints
WIDE, NARROW = 54, 47  # of a number, and where there are more


class TermsRow(NamedTuple):
    """One joint: its numbers as they are written."""

    name: str  # in the notation of `paint_math`
    unit: str
    texts: tuple[str, ...]
    tip: str


class TermsTable(RowTable):
    """What is shown is copied in full, as SI numbers, with what `also` was given."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(
            name, _columns(()), parent, row_height=22, tip=lambda row: row.tip, source=self.to_copy
        )  # fmt: skip
        self._symbols: tuple[str, ...] = ()
        self._copied: tuple[JointTerm, ...] = ()
        self._names: tuple[str, ...] = ()

    def show_terms(
        self,
        terms: Sequence[JointTerm],
        coordinates: Sequence[Coordinate],
        units: Sequence[str],
        tips: Sequence[str] = (),
        also: Sequence[JointTerm] = (),
        copied_units: Sequence[str] = (),
        factor: np.ndarray | float = 1.0,
        beside: Sequence[float] = (),
    ) -> None:
        """Show terms in SI units, with the unit of each joint and a sentence on it.

        also         : what is copied with them
        copied_units : of each joint where those shown are no SI units; empty: they are
        factor       : (nv,) from one to the other
        beside       : numbers, as they are shown, that these are made of
        """
        symbols = tuple(term.symbol for term in terms)
        if symbols != self._symbols:
            self._symbols = symbols
            self.set_columns(_columns(symbols))
        self._copied = (*terms, *also)
        si = copied_units or units
        self._names = tuple(f"{one.full} [{unit}]" for one, unit in zip(coordinates, si, strict=True))
        width, px = _room(symbols)
        numbers = [factor * term.values for term in terms]
        shown = [x.tolist() for x in numbers]
        told = zip(shown, terms, strict=True)
        zero = zero_beside((*beside, *(x for column, term in told if not term.residual for x in column)))
        named = len(terms) <= FEW or len({one.symbol for one in coordinates}) < len(coordinates)
        self.show_rows([
            TermsRow(
                f"{one.symbol} {literal(one.joint)}" if named else one.symbol, units[k],
                tuple(residual_text(abs(x[k])) if term.residual else fitting(x[k], zero, width, px)
                      for term, x in zip(terms, shown, strict=True)),
                tips[k] if tips else one.full,
            )
            for k, one in enumerate(coordinates)
        ])  # fmt: skip

    def to_copy(self) -> ArrayText | None:
        """All terms."""
        if not self._copied:
            return None
        values = np.column_stack([term.values for term in self._copied])
        return ArrayText(values, self._names, [plain_math(term.symbol) for term in self._copied])


def _room(symbols: Sequence[str]) -> tuple[int, int]:
    """Of a number: its width, and the size of its text [px]."""
    return (WIDE, SMALL) if len(symbols) <= FEW else (NARROW, CAPTION)


def _columns(symbols: Sequence[str]) -> list[Column[TermsRow]]:
    last, (width, px) = len(symbols) - 1, _room(symbols)
    name: Column[TermsRow] = Column(
        "", lambda row: Cell(row.name, "text_second", unit=row.unit), 42, share=1, math=True
    )
    numbers = (Column(title, _writer(k, k == last), width, right=True, px=px) for k, title in enumerate(symbols))
    return [name, *numbers]


def _writer(k: int, is_last: bool) -> Callable[[TermsRow], Cell | str]:
    def write(row: TermsRow) -> Cell | str:
        return Cell(row.texts[k], weight=600) if is_last else row.texts[k]

    return write


def fitting(value: float, zero: float, width: float, px: int) -> str:
    """A number with as many digits, up to four, as there is room for [px]: a small one with a power of ten."""
    if not np.isfinite(value) or abs(value) <= zero:
        return number_text(value, 4, zero)
    texts = (write(value, digits) for digits in (4, 3, 2) for write in (number_text, scientific_text))
    return next((text for text in texts if text_width(text, px, 600) <= width), scientific_text(value, 1))
