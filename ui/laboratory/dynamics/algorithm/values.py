"""What the page on the algorithm shows, as plain values. Symbols and formulas are in the notation of `paint_math`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


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
    """One equation of the algorithm at one link."""

    key: str
    title: str
    formula: tuple[tuple[str, str], ...]  # pieces, and the colour of the line under each; "" no line
    terms: tuple[Term, ...]
    heads: tuple[tuple[str, str], ...] = ()  # above each three numbers: what they are, and their unit
    note: str = ""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link in the table, by its number from 1."""

    number: int
    name: str
    full: str
    parent: int  # number of the link that carries it; 0: the world
    children: str  # numbers of those that it carries
    outward: bool  # the way out has been through it
    torque: str  # τ, once the way back has been through it
    unit: str
