"""What the pages on dynamics show, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...text.units import AngleUnit, unit_text


@dataclass(frozen=True, slots=True)
class Coordinate:
    """One number of q̇: of a joint that turns or slides, or one of several of a joint that does more."""

    symbol: str  # in the notation of `paint_math`: q_3 by the joint panel's numbers, or v_x, ω_z
    name: str  # as it is read
    full: str  # in the file
    turns: bool

    @property
    def torque_unit(self) -> str:
        """Of what acts along it: N·m, or N of a slide."""
        return "N·m" if self.turns else "N"


def mass_unit(row: Coordinate, column: Coordinate, per: str = "") -> str:
    """Of an entry of H, torque by acceleration, in radians and metres; `per` "/s" for C and Ḣ."""
    return ("kg", "kg·m", "kg·m²")[row.turns + column.turns] + per


def motion_unit(turns: bool, unit: AngleUnit, kind: str) -> str:
    """Of a velocity "v" or an acceleration "a", in the unit that angles are shown in."""
    return unit_text(turns, unit) + ("/s" if kind == "v" else "/s²")


@dataclass(frozen=True, eq=False, slots=True)
class Term:
    """A term of an equation with its numbers: one, three, or six [linear; angular]."""

    symbol: str
    values: np.ndarray
    plain: str = ""  # the symbol beside an arrow; empty: it is not drawn
    sign: str = ""  # "+", "−" or "=" before it
    color: str = ""  # "#RRGGBB" under it in the formula, beside its numbers, and of its arrow
    unit: str = ""  # of a single number


@dataclass(frozen=True, eq=False, slots=True)
class EquationView:
    """One equation with its terms. Symbols and formulas are in the notation of `paint_math`."""

    key: str
    title: str
    formula: tuple[tuple[str, str], ...]  # pieces, and the colour of the line under each; "" no line
    terms: tuple[Term, ...]
    heads: tuple[tuple[str, str], ...] = ()  # above each three numbers: what they are, and their unit
    note: str = ""
