"""Equations as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from ...text.array_text import ArrayText
from ...text.number_text import zero_beside
from ...text.same_value import Value


@dataclass(frozen=True, eq=False, slots=True)
class Term(Value):
    """A term of an equation with its numbers: one, three, or six [linear; angular]."""

    symbol: str
    values: np.ndarray
    label: str = ""  # the symbol beside its arrow, in the notation of `paint_math`; empty: it is not drawn
    sign: str = ""  # "+", "−" or "=" before it
    color: str = ""  # "#RRGGBB" under it in the formula, beside its numbers, and of its arrow
    unit: str = ""  # of one number or of three; empty: what stands in the heads
    number: float | None = None  # what its arrow is along an axis, with its sign; None: it has a length alone


@dataclass(frozen=True, eq=False, slots=True)
class EquationView(Value):
    """One equation with its terms. Symbols and formulas are in the notation of `paint_math`.

    In its `terms` what rounding leaves is 0; what is copied is `exact`.
    """

    key: str
    title: str
    formula: tuple[tuple[str, str], ...]  # pieces, and the colour of the line under each; "" no line
    terms: tuple[Term, ...]
    heads: tuple[tuple[str, str], ...] = ()  # of each three numbers: what they are, and their unit; four: of a matrix's blocks
    note: str = ""
    exact: tuple[Term, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "exact", self.terms)
        object.__setattr__(self, "terms", tuple(replace(one, values=self._rounded(one)) for one in self.terms))

    def _rounded(self, term: Term) -> np.ndarray:
        """Its numbers; 0 for what rounding leaves of all that adds up, forces and moments by themselves, or of its own alone."""
        values = np.asarray(term.values, dtype=np.float64)
        added = [one.values for one in self.exact if one.color or one.sign] if term.color or term.sign else [values]
        halves = (slice(3), slice(3, None)) if len(values) == 6 and not self.is_matrix else (slice(None),)
        zeros = np.empty(len(values))
        for half in halves:
            zeros[half] = zero_beside(x for one in added if len(one) == len(values) for x in one[half].tolist())
        return np.where(np.abs(values) <= zeros, 0.0, values)

    @property
    def is_matrix(self) -> bool:
        """Whether it is of four blocks of 3 x 3: the heads of those above, then of those below."""
        return len(self.heads) == 4

    def unit_of(self, term: int, line: int = 0) -> tuple[str, str]:
        """What three numbers of a term are, and their unit; a term that is not added up may have one of its own alone."""
        one = self.terms[term]
        summed = (one.color or one.sign) and "  " not in one.symbol  # else the unit is in the symbol
        if one.unit or len(one.values) != 3 * len(self.heads) or not summed:
            return "", one.unit
        return self.heads[line]

    def array_text(self) -> ArrayText | None:
        """Its numbers, a term a row, to be copied; None: it has none."""
        if not self.exact:
            return None
        width = max(len(term.values) for term in self.exact)
        rows = [np.pad(term.values, (0, width - len(term.values)), constant_values=np.nan) for term in self.exact]
        return ArrayText(np.array(rows), [term.symbol for term in self.exact])

    @property
    def stops(self) -> tuple[int, ...]:
        """The terms that are marked one after the other, as they are used: what adds up, and what it comes to."""
        return tuple(k for k, term in enumerate(self.terms) if term.color or term.sign == "=")

    def next_stop(self, term: int, by: int = 1) -> int:
        """The stop after one, or before it for `by` -1; -1, which is before the first, where there is none."""
        stops = (-1, *self.stops)
        at = stops.index(term) + by if term in stops else 0
        return stops[at % len(stops)]

    def up_to(self, term: int) -> EquationView:
        """With the terms so far; -1: all of them."""
        return self if term < 0 else replace(self, terms=self.terms[: term + 1])

    def piece_of(self, term: int) -> int:
        """Which piece of the formula a term is; that before the equals sign for what has none of its own; -1: none."""
        mine = self.terms[term]
        before = sum(1 for one in self.terms[:term] if one.color == mine.color and mine.color)
        own = [k for k, (_, line) in enumerate(self.formula) if line and line == mine.color]
        return own[before] if before < len(own) else 0 if mine.sign == "=" else -1
