"""The equation of a contact problem: letters, numbers, what the law says of each row, and how well it is solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.simulation.inspection.inspected_problem import SOLVED, InspectedProblem
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT
from torseur.ui.sheet.blocks import DataTable, Facts, Heading, Section, TableCell, TableColumn, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import ABSENT, number_text, residual_text

from .contact_table import IN_SIGHT, LOAD_ZERO, RELATIVE_ZERO

EQUATION = Heading("equation", marked("ζ̇ = M λ + d"))
SHARES = 0.25, 0.29, 0.24, 0.22  # of facts side by side
AXES = (" t_1", " t_2", "")
Line = tuple[int, int]  # which contact or joint of the problem, and along which axis
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


def letters_of(problem: InspectedProblem) -> Letters:
    """ζ̇ = M λ + d of accelerations, ζ⁺ = M Λ + d of velocities, d = (1 + e) ζ⁻ at an impact; with friction u = W r + w."""
    rate, matrix, drift, force = ("u", "W", "w", "r") if problem.rubs else ("ζ", "M", "d", "λ")
    if problem.level == "acceleration":
        return Letters(f"{rate}{DOT}", f"{matrix} {force}", drift, force, "m/s²", "N")
    load = "r" if problem.rubs else "Λ"
    if problem.level == "impact":
        sides = (f"{rate}⁺ + e {rate}⁻", f"(1+e) {rate}⁻") if problem.asks else (f"{rate}⁺", f"{rate}⁻")
        return Letters(sides[0], f"{matrix} {load}", sides[1], load, "m/s", "N·s")
    return Letters(
        f"{rate}⁺ − a" if problem.asks else f"{rate}⁺", f"{matrix} {load}", drift, load, "m/s", "N·s", thousands=True
    )


class EquationRows(Sequence[tuple[TableCell, ...]]):
    """Normals of contacts and joints first, then with friction the two directions across each, written as they are looked at."""

    def __init__(self, problem: InspectedProblem, turning: bool) -> None:
        """Of joints that turn, or of contacts and what slides."""
        self.letters, self._problem, self._turning = letters_of(problem), problem, turning
        mu = problem.friction
        own = [k for k, turns in enumerate(problem.turns) if turns == turning]
        rub = [k for k in own if mu[k] > 0.0]
        self.lines: list[Line] = [*((k, 2) for k in own), *((k, axis) for k in rub for axis in (0, 1))]
        self._written: dict[int, tuple[TableCell, ...]] = {}
        self._no_load = TOLERANCE * float(np.max(np.abs(problem.force), initial=0.0))
        self._no_rate = TOLERANCE * max(1.0, float(np.max(np.abs(problem.drift), initial=0.0)))
        self._load_zero = max(LOAD_ZERO, RELATIVE_ZERO / TOLERANCE * self._no_load)

    @override
    def __len__(self) -> int:
        return len(self.lines)

    @override
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return tuple(self[i] for i in range(len(self))[key])
        if key not in self._written:
            self._written[key] = self._row(*self.lines[key])
        return self._written[key]

    def place_of(self, name: str) -> int:
        """The row of a contact's normal; -1: it has none."""
        names = [self._problem.names[k] for k, axis in self.lines if axis == 2]
        return names.index(name) if name in names else -1

    def _row(self, k: int, axis: int) -> tuple[TableCell, ...]:
        problem, scale = self._problem, 1e3 if self.letters.thousands else 1.0
        rate, drift, force = (float(x[k, axis]) for x in (problem.rate, problem.drift, problem.force))
        holds = bool(problem.residuals[k] <= self._no_rate) if axis == 2 else None
        load_role = "friction_text" if holds is None else "force_text" if self.letters.load == "λ" else "impulse_text"

        def number(x: float, zero: float, role: str = "text", weight: int = 400) -> TableCell:
            return TableCell(number_text(scale * x, 4, scale * zero), scale * x, role=role, weight=weight)

        mark = {None: TableCell(""), True: TableCell("", icon="check", role="good")}
        return (
            TableCell(problem.names[k] + AXES[axis], role="text_second"),
            number(rate, 0.1 * self._no_rate, weight=600),
            TableCell("=", role="text_hint"),
            number(rate - drift, 0.1 * self._no_rate),
            TableCell("+", role="text_hint"),
            number(drift, 0.1 * self._no_rate),
            number(force, self._load_zero, load_role, 600),
            TableCell(self._law(k, axis), role="warning" if holds is False else "text_second"),
            mark.get(holds, TableCell("", icon="warning", role="warning")),
        )

    def _law(self, k: int, axis: int) -> str:
        """Signs of λ and ζ; of a direction across the normal whether it sticks."""
        problem, load = self._problem, self.letters.load
        if axis < 2:
            return _slip(problem, k, self._no_load, self._no_rate) if axis == 0 else ""
        if problem.friction[k] < 0.0:  # dry friction of a joint
            most = -float(problem.friction[k])
            return f"|{load}| {'=' if float(np.linalg.norm(problem.force[k])) >= most * (1.0 - TOLERANCE) else '<'} f"
        signs = _sign(problem.force[k, 2], self._no_load), _sign(problem.rate[k, 2], self._no_rate)
        return f"{load} {signs[0]} 0, ζ{DOT if load == 'λ' else ''} {signs[1]} 0"

    def columns(self) -> tuple[TableColumn, ...]:
        """Those of the rows; loads in thousandths where rates are."""
        letters, problem = self.letters, self._problem
        unit, load_unit = letters.shown_units(self._turning)
        asked = tr("what the law is asked of: the velocity after the step, and of a point that slides the mean slip in it")
        alike = tr("as in the table of contacts")
        if not np.array_equal(problem.load, problem.force):
            alike = tr("what acts in the whole step: in the table of contacts it is divided by the step, a force")
        return (
            TableColumn("", 34 if problem.rubs else 20, math=True),
            TableColumn(letters.rate, 43, 1, unit, number=True, about=asked if problem.level == "velocity" else ""),
            TableColumn("", 9),
            TableColumn(letters.product, 43, 1, unit, number=True),
            TableColumn("", 9),
            TableColumn(letters.drift, 43, 1, unit, number=True),
            TableColumn(letters.load, 43, unit=load_unit, number=True, about=alike),
            TableColumn(tr("law"), 84, math=True),
            TableColumn("", 16),
        )


def equation_section(problem: InspectedProblem, selected: str, is_open: bool) -> Section:
    """ζ̇ = M λ + d, or what it is at the level of the problem; the row of the contact of a name stands out."""
    letters, copied = letters_of(problem), equation_text(problem)
    names = {False: tr("Equation"), True: tr("Equation, joints that turn")}
    tables = []
    for turning, key in ((False, "table"), (True, "turning")):
        rows = EquationRows(problem, turning)
        if rows:
            place = rows.place_of(selected)
            tables.append(DataTable(key, names[turning], rows.columns(), rows, place, most=IN_SIGHT, copied=copied))
    note = "" if problem.rubs else f"0 ≤ {letters.rate} ⊥ {letters.load} ≥ 0"
    facts, signs = Facts("facts", _facts(problem, letters), SHARES), Facts("signs", _signs(problem, letters), SHARES)
    return section(EQUATION, *tables, facts, signs, title=letters.equation, note=note, open=is_open)


def _facts(problem: InspectedProblem, letters: Letters) -> tuple[tuple[str, str, str], ...]:
    margin, unit = problem.cone_margin, letters.load_unit
    relative = tr("relative"), residual_text(problem.relative_residual), ""
    return (
        (tr("natural map"), residual_text(problem.residual), letters.unit),
        (tr("recorded"), residual_text(problem.recorded_residual), letters.unit) if problem.which == SOLVED else relative,
        (tr("cone margin"), *((ABSENT, "") if margin is None else (number_text(margin, zero=1e-9), unit))),
        (tr("penetration"), number_text(problem.penetration), "m"),
    )


def _signs(problem: InspectedProblem, letters: Letters) -> tuple[tuple[str, str, str], ...]:
    def least(values: Array) -> str:
        return number_text(float(np.min(values[problem.friction >= 0.0, 2], initial=np.inf)), zero=1e-9)

    rates = f"{'u' if problem.rubs else 'ζ'}{DOT if problem.level == 'acceleration' else ''}"
    product = f"{letters.load_unit} {letters.unit}".replace("N m", "N·m").replace("s m", "s·m")
    return (
        (f"|{rates}ᵀ{letters.load}|", residual_text(problem.complementarity), product),
        (f"min {letters.load}", least(problem.force), letters.load_unit),
        (f"min {letters.rate}", least(problem.rate), letters.unit),
        (problem.method.replace("_", " "), str(problem.iterations), tr("iterations")),
    )


def equation_text(problem: InspectedProblem) -> ArrayText:
    """All there is of the equation with all digits, three rows a contact: with W it gives the residual once more."""
    letters = letters_of(problem)
    columns = {
        f"{letters.rate} {letters.unit}": problem.rate,
        f"W {letters.load} {letters.unit}": problem.rate - problem.drift,
        f"{letters.drift} {letters.unit}": problem.drift,
        f"{letters.load} {letters.load_unit}": problem.force,
    }
    if np.any(problem.given != 0.0):
        columns[f"{letters.load} before {letters.load_unit}"] = problem.given
    names = [f"{name}{axis}" for name in problem.names for axis in AXES]
    return ArrayText(np.column_stack([values.ravel() for values in columns.values()]), names, list(columns))


def _slip(problem: InspectedProblem, k: int, no_load: float, no_rate: float) -> str:
    if problem.force[k, 2] <= no_load:
        return tr("open")
    slides = np.any(problem.problem.sliding[k] != 0.0) or float(np.linalg.norm(problem.rate[k, :2])) > no_rate
    return tr("sliding") if slides else tr("sticking")


def _sign(x: float, zero: float) -> str:
    return "=" if abs(x) <= zero else ">" if x > 0 else "<"
