"""The rows of the equation of a contact problem: letters, numbers, and what the law says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from torseur.sim.texts import tr

from ...displays.row_table.column import Cell, Column
from ...look.icons import SIDE
from ...look.math_notation import DOT
from .contact_columns import LOAD_ZERO, RELATIVE_ZERO, ROOM, brief
from .values import ProblemView

TOLERANCE = 1e-8  # of a load as a share of the largest, of a rate as a share of the largest, at least of 1


class Letters(NamedTuple):
    """How the terms of an equation are written, in the notation of `paint_math`."""

    rate: str  # what the law asks to be at least zero
    product: str
    drift: str
    load: str  # what it is solved for
    unit: str  # of all terms, of what does not turn
    load_unit: str
    thousands: bool = False  # whether the table writes terms and loads in thousandths: mm/s, mN·s

    @property
    def equation(self) -> str:
        """The whole."""
        return f"{self.rate} = {self.product} + {self.drift}"

    def shown_units(self, turning: bool) -> tuple[str, str]:
        """Of terms and of loads, as the table writes them: of contacts and what slides, or of joints that turn."""
        unit, load = self.unit, self.load_unit
        if turning:
            unit, load = unit.replace("m/s", "rad/s"), load.replace("N", "N·m")
        return (f"m{unit}", f"m{load}") if self.thousands else (unit, load)


def letters_of(view: ProblemView) -> Letters:
    """ζ̇ = M λ + d of accelerations, ζ⁺ = M Λ + d of velocities, d = (1 + e) ζ⁻ at an impact; with friction u = W r + w."""
    rate, matrix, drift, force = ("u", "W", "w", "r") if view.frictional else ("ζ", "M", "d", "λ")
    if view.level == "acceleration":
        return Letters(f"{rate}{DOT}", f"{matrix} {force}", drift, force, "m/s²", "N")
    load = "r" if view.frictional else "Λ"
    if view.level == "impact":
        sides = (f"{rate}⁺ + e {rate}⁻", f"(1+e) {rate}⁻") if view.asked else (f"{rate}⁺", f"{rate}⁻")
        return Letters(sides[0], f"{matrix} {load}", sides[1], load, "m/s", "N·s")
    return Letters(f"{rate}⁺ − a" if view.asked else f"{rate}⁺", f"{matrix} {load}", drift, load, "m/s", "N·s", thousands=True)


@dataclass(frozen=True, slots=True)
class EquationRow:
    """One direction of one contact or joint; what is within `zero` of 0 is written as 0."""

    name: str
    contact: int  # which of the problem's
    rate: float
    product: float  # M λ; with friction W r
    drift: float
    load: float
    turns: bool  # whether it is of a joint that turns
    zero: float
    law: str  # signs of λ and ζ; of a direction across the normal whether it sticks
    holds: bool | None  # whether the contact obeys its law; None: another row of it says


def equation_rows(view: ProblemView, of: Sequence[int] | None = None) -> list[EquationRow]:
    """The normals of contacts and joints first, then with friction the two directions across each; `of` all if None."""
    chosen = range(len(view.names)) if of is None else of
    letters = letters_of(view)
    no_load = TOLERANCE * float(np.max(np.abs(view.force), initial=0.0))
    no_rate = TOLERANCE * max(1.0, float(np.max(np.abs(view.drift), initial=0.0)))
    rows = []
    for k, name in ((k, view.names[k]) for k in chosen):
        law = _signs(letters, view.force[k, 2], view.rate[k, 2], no_load, no_rate)
        if view.friction[k] < 0.0:
            law = _held(letters, float(np.linalg.norm(view.force[k])), -float(view.friction[k]))
        rows.append(_row(view, k, 2, name, law, bool(view.residuals[k] <= no_rate), no_rate))
    for k, name in ((k, view.names[k]) for k in chosen):
        if view.frictional and view.friction[k] > 0.0:
            law = _slip(view, k, no_load, no_rate)
            rows += [_row(view, k, axis, f"{name} t_{axis + 1}", ("", law)[axis == 0], None, no_rate) for axis in (0, 1)]
    return rows


def row_count(view: ProblemView) -> int:
    """How many rows there are of all contacts and joints."""
    return len(view.names) + (2 * int(np.sum(view.friction > 0.0)) if view.frictional else 0)


def equation_columns(view: ProblemView, turning: bool = False) -> tuple[Column[EquationRow], ...]:
    """The columns of the rows of contacts and joints that slide, or of those of joints that turn."""
    letters = letters_of(view)
    unit, load_unit = letters.shown_units(turning)
    scale = 1e3 if letters.thousands else 1.0
    no_load = scale * max(LOAD_ZERO, RELATIVE_ZERO * float(np.max(np.abs(view.force), initial=0.0)))

    def number(title: str, read: Callable[[EquationRow], float], weight: int = 400, about: str = "") -> Column[EquationRow]:
        def write(row: EquationRow) -> Cell:
            return Cell(brief(scale * read(row), scale * row.zero, ROOM), weight=weight)

        return Column(
            title, write, ROOM, share=1, unit=unit, math=True, right=True, about=about, value=lambda row: scale * read(row)
        )

    def sign(text: str) -> Column[EquationRow]:
        return Column("", lambda _: Cell(text, "text_hint"), 9, right=True)

    def load(row: EquationRow) -> Cell:
        role = "force_text" if letters.load == "λ" else "impulse_text"
        return Cell(brief(scale * row.load, no_load, ROOM), role if row.holds is not None else "friction_text", 600)

    return (
        Column("", lambda row: Cell(row.name, "text_second"), 34 if view.frictional else 20, math=True),
        number(letters.rate, lambda row: row.rate, 600, _asked(view)),
        sign("="),
        number(letters.product, lambda row: row.product),
        sign("+"),
        number(letters.drift, lambda row: row.drift),
        Column(
            letters.load,
            load,
            ROOM,
            unit=load_unit,
            right=True,
            math=True,
            value=lambda row: scale * row.load,
            about=_load_about(view),
        ),
        Column(tr("law"), _law, 84, math=True),
        Column("", _mark, SIDE, right=True),
    )


def _asked(view: ProblemView) -> str:
    """What the law is asked of, in words, where letters leave that open."""
    if view.level != "velocity":
        return ""
    return tr("what the law is asked of: the velocity after the step, and of a point that slides the mean slip in it")


def _load_about(view: ProblemView) -> str:
    """How loads are those of the table of contacts."""
    if np.array_equal(view.load, view.force):
        return tr("as in the table of contacts")
    return tr("what acts in the whole step: in the table of contacts it is divided by the step, a force")


def _row(view: ProblemView, k: int, axis: int, name: str, law: str, holds: bool | None, no_rate: float) -> EquationRow:
    rate, drift = float(view.rate[k, axis]), float(view.drift[k, axis])
    turns = "·m" in view.load_units[k]
    return EquationRow(name, k, rate, rate - drift, drift, float(view.force[k, axis]), turns, 0.1 * no_rate, law, holds)


def _signs(letters: Letters, force: float, rate: float, no_load: float, no_rate: float) -> str:
    return f"{letters.load} {_sign(force, no_load)} 0, ζ{DOT if letters.load == 'λ' else ''} {_sign(rate, no_rate)} 0"


def _held(letters: Letters, force: float, most: float) -> str:
    """Of the dry friction of a joint."""
    return f"|{letters.load}| {'=' if force >= most * (1.0 - TOLERANCE) else '<'} f"


def _slip(view: ProblemView, k: int, no_load: float, no_rate: float) -> str:
    if view.force[k, 2] <= no_load:
        return tr("open")
    slides = np.any(view.slide[k] != 0.0) or float(np.linalg.norm(view.rate[k, :2])) > no_rate
    return tr("sliding") if slides else tr("sticking")


def _sign(x: float, zero: float) -> str:
    return "=" if abs(x) <= zero else ">" if x > 0 else "<"


def _law(row: EquationRow) -> Cell:
    return Cell(row.law, "warning" if row.holds is False else "text_second")


def _mark(row: EquationRow) -> Cell:
    if row.holds is None:
        return Cell("")
    return Cell("", icon="check", icon_role="good") if row.holds else Cell("", icon="warning", icon_role="warning")
