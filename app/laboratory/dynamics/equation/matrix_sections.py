"""H, C, Ḣ and Ḣ − 2C as coloured tables, one at a time, what must hold of them, and one column of H."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT
from torseur.ui.sheet.blocks import Button, Facts, Heading, Matrix, Options, Paragraph, Section, options, section
from torseur.ui.text.array_text import ArrayText

from ...motion.coordinates import Coordinate, JointTerm, mass_kind, mass_unit
from ...motion.joint_terms import terms_table
from .largest_by_unit import largest_by_unit

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import EquationOfMotion

MATRICES = Heading("matrices", marked("Matrices"))
WHICH = {"H": "H", "C": "C", "rate": "Ḣ", "skew": "Ḣ − 2C"}
ROUNDING = 1e-13  # beside the largest that an entry can be


def matrix_section(found: EquationOfMotion, of: Sequence[Coordinate], which: str, column: int) -> Section:
    """The matrix that is chosen, of H with its column, and what must hold of all."""
    pairs = [(one, other) for one in of for other in of]
    masses, rates = ([mass_unit(*pair, per) for pair in pairs] for per in ("", "/s"))
    kinds = [mass_kind(*pair) for pair in pairs]
    units = tuple(masses if which == "H" else rates)
    matrix = {"H": found.H, "C": found.C, "rate": found.H_rate, "skew": found.skew}[which]
    symbols, names = tuple(one.symbol for one in of), tuple(one.full for one in of)
    table = Matrix(
        "matrix",
        tr("Matrix of the equation of motion"),
        _without_rounding(matrix, found),
        symbols,
        symbols,
        units=units[:1] if len(set(units)) == 1 else units,
        names=names,
        selected=(None, column if which == "H" else None),
        precise=True,
        wide=True,
    )
    skew, of_rate = tr("S = Ḣ − 2C is skew: |S + Sᵀ|"), tr("{left} (|Ḣ| to {whole})")
    facts = (
        *largest_by_unit(skew, of_rate, found.skew + found.skew.T, found.H_rate, rates, kinds),
        *largest_by_unit(
            tr("H less columns by RNEA"), tr("{left} (|H| to {whole})"), found.H - found.columns, found.H, masses, kinds
        ),
    )
    return section(
        MATRICES,
        table,
        Facts("facts", facts),
        caption=", ".join(dict.fromkeys(units)),
        tools=(Options("which", tr("Matrix shown"), options(WHICH), which),),
        copied=ArrayText(matrix, names, names),
    )


def column_section(found: EquationOfMotion, of: Sequence[Coordinate], j: int) -> Section:
    """Column j of H beside the torques that one unit of one acceleration takes, by recursive Newton-Euler."""
    one = of[j]
    words = tr(
        "RNEA with {name} accelerating by 1 {unit} alone, q̇ = 0, g = 0: its τ over that acceleration is the column. "
        "The view shows these τ, not those of the motion."
    )
    terms = (
        JointTerm("H", found.H[:, j]),
        JointTerm(f"τ/{one.acceleration}", found.columns[:, j]),
        JointTerm(tr("apart"), found.H[:, j] - found.columns[:, j], True),
    )
    units = [mass_unit(row, one) for row in of]
    return Section(
        "column",
        tr("Column {symbol} of H", symbol=one.symbol),
        (
            Paragraph("note", words.format(name=one.name, unit="rad/s²" if one.turns else "m/s²"), role="text_hint"),
            terms_table("table", tr("Column of H by Newton-Euler"), terms, of, units),
        ),
        caption=f"{one.acceleration} = 1,  q{DOT} = 0,  g = 0",
        tools=(
            Button("back", icon="step_back", tip=tr("The column before")),
            Button("forward", icon="step_forward", tip=tr("The next column")),
        ),
        divided=False,
    )


def _without_rounding(values: np.ndarray, found: EquationOfMotion) -> np.ndarray:
    """With 0 for what rounding leaves, which would be coloured where all entries of its unit are 0.

    No entry of H is above √(H_ii H_jj); the others are of that size times a speed.
    """
    size = np.sqrt(np.maximum(np.diag(found.H), 0.0))
    speed = max(1.0, float(np.abs(found.v).max(initial=0.0)))
    return np.where(np.abs(values) <= ROUNDING * speed * np.outer(size, size), 0.0, values)
