"""What a regularisation ε does: the forces it picks, its stated bounds, and what changed as measured."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import (
    DataTable,
    Facts,
    Heading,
    Line,
    Matrix,
    Paragraph,
    Section,
    SideBySide,
    Slider,
    TableCell,
    TableColumn,
    section,
)
from torseur.ui.text.number_text import scientific_text

from ....sheet.page import Seen
from ....sheet.questions import Cost, Questions
from .several_contacts import SeveralContacts
from .several_facts import SeveralFacts

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.contact.analysis.several.values import RegularisedForces

REGULARISATION = Heading("regularisation", marked("Regularisation"))
AS_IT_GOES = Heading("limit", marked("As ε goes to 0"))
LEAST, LARGEST = -10.0, 1.0  # log10 of ε [1/kg], the ends of its slider
EPSILON = 1e-6  # at first [1/kg]
LIMIT = (1e-1, 1e-3, 1e-5, 1e-7, 1e-9)  # ε of the table of small ones [1/kg]


def regularisation_section(
    seen: Seen, facts: SeveralFacts, view: SeveralContacts, epsilon: float, questions: Questions
) -> Section:
    """What ε does to the problem, which a thread finds; or why that is not looked at."""
    if reason := _reason(seen, facts):
        return section(REGULARISATION, Paragraph("note", reason, "text_second"), caption="M + ε 1")
    found = questions.ask("regularised", (facts, epsilon), partial(_regularised, facts, (epsilon,)), Cost.SLOW)
    limit = questions.ask("limit", facts, partial(_regularised, facts, LIMIT), Cost.SLOW)
    letter, rate = view.load, "ζ" if view.impulses else "ζ̇"
    note = tr(
        "With ε on its diagonal M has an inverse, and one {letter} is picked: {rate} + ε{letter} obeys the law in place "
        "of {rate}. Bounds: {rate} misses its law by ε|{letter}| of a contact; {motion} changes by ½√ε |{letter}| in the "
        "norm √(δᵀ H δ), or by ε|{letter}|/√σ while the same contacts press, σ the least eigenvalue above 0; {rate} by "
        "√Mᵢᵢ times that.",
        letter=letter,
        rate=rate,
        motion=_motion(view),
    )
    at, name = math.log10(epsilon) - LEAST, tr("Regularisation ε, by powers of ten")
    slider = Slider("slider", name, at, 0.0, LARGEST - LEAST, home=math.log10(EPSILON) - LEAST)
    value = Paragraph("value", f"{scientific_text(epsilon, 2)} 1/kg")
    rows = found.value[1] if found.value and found.value[0] is facts else ()
    small = limit.value[1] if limit.value and limit.value[0] is facts else ()
    return section(
        REGULARISATION,
        Paragraph("note", note, "text_second"),
        SideBySide("epsilon", (Line("along", "ε", (slider,)), value), (4, 1)),
        *(regularised_blocks(rows[0], view) if rows else ()),
        _limit(small, view) if small else None,
        caption="M + ε 1",
    )


def epsilon_at(place: float) -> float:
    """The ε at a place of the slider [1/kg]."""
    return float(10.0 ** (place + LEAST))


def _reason(seen: Seen, facts: SeveralFacts) -> str:
    """Why no regularisation is looked at; empty: one is."""
    if seen.playing:
        return tr("Looked at while time stands still.")
    if facts.kernel is None:
        return tr("Looked at where all contacts that feel each other are shown.")
    if np.any(facts.shown.problem.sliding != 0.0):
        return tr("Contacts that slide already are solved without it: their friction follows from their normal forces.")
    if np.any(facts.solved.softness > 0.0):
        return tr("M has a softening on its diagonal already, which the simulation was given.")
    return ""


def _regularised(facts: SeveralFacts, epsilons: tuple[float, ...]) -> tuple[SeveralFacts, tuple[RegularisedForces, ...]]:
    """Of whom they are, and the forces of each ε."""
    from torseur.sim.contact.analysis.several.regularised_forces import regularised_forces

    solved = facts.solved
    found = partial(regularised_forces, facts.shown.problem, law=solved.law, facets=solved.facets or 4)
    return facts, tuple(map(found, epsilons))


def regularised_blocks(found: RegularisedForces, view: SeveralContacts) -> tuple[Matrix, Facts]:
    """The forces with ε and without, and what that changes."""
    letter, rate, motion = view.load, "ζ" if view.impulses else "ζ̇", _motion(view)
    length = "kg½ m/s" if view.impulses else "kg½ m/s²"
    least = float(np.fmin(found.energy_bound, found.linear_bound))
    facts = (
        (tr("{rate} + ε{letter} misses the law by", rate=rate, letter=letter), _power(found.residual), view.rate_unit),
        (tr("{rate} misses it by", rate=rate), _beside(found.violation, found.violation_bound), view.rate_unit),
        (tr("{motion} changes by, √(δᵀ H δ)", motion=motion), _beside(found.energy_change, least), length),
        (tr("{rate} changes by", rate=rate), _beside(found.rate_change, found.rate_bound), view.rate_unit),
        (tr("{letter}(ε) less {letter}", letter=letter), _power(found.force_change), view.load_unit),
    )
    forces = Matrix(
        "forces",
        tr("Forces with ε and without"),
        np.vstack([found.least[:, 2], found.force[:, 2]]),
        (letter, f"{letter}(ε)"),
        view.names,
        (view.load_unit,),
        view.pairs,
        precise=True,
        wide=True,
    )
    return forces, Facts("facts", facts)


def _limit(found: tuple[RegularisedForces, ...], view: SeveralContacts) -> Section:
    """Some ε on the way to 0."""
    letter, rate = view.load, "ζ" if view.impulses else "ζ̇"
    titles = ("ε", f"|{letter}(ε) − {letter}|", f"|δ{rate}|", tr("bound"))
    units = ("1/kg", view.load_unit, view.rate_unit, view.rate_unit)
    columns = tuple(TableColumn(title, 64, 1, unit, number=True) for title, unit in zip(titles, units, strict=True))
    rows = tuple(
        tuple(TableCell(_power(x), x) for x in (one.epsilon, one.force_change, one.rate_change, one.rate_bound))
        for one in found
    )
    return section(
        AS_IT_GOES,
        DataTable("table", tr("The limit of small ε"), columns, rows),
        caption=tr("{letter}(ε) tends to the {letter} of least norm", letter=letter),
        divided=False,
        copied=False,
    )


def _motion(view: SeveralContacts) -> str:
    return tr("q̇⁺") if view.impulses else "q̈"


def _beside(value: float, limit: float) -> str:
    """What was measured, beside its bound."""
    if math.isnan(limit):
        return tr("{value}, no bound is known", value=_power(value))
    return tr("{value}, bound {bound}", value=_power(value), bound=_power(limit))


def _power(x: float) -> str:
    return "—" if math.isnan(x) else "0" if x == 0.0 else scientific_text(x, 2)
