"""The conditions of Karush, Kuhn and Tucker, contact by contact, why they are the law of contact, and the same of the motion."""

from __future__ import annotations

import math

from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import plain_math, written
from torseur.ui.sheet.blocks import (
    DataTable,
    Fact,
    Facts,
    Formula,
    Heading,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    section,
)
from torseur.ui.text.number_text import number_text, residual_text

from .programme_analysis import SolvedProgramme

CONDITIONS = Heading("conditions", marked("KKT conditions"))
MOTION = Heading("motion", marked("The same, asked of the motion"))
MOST_ROWS = 8  # in sight; more scroll
MOST_TERMS = 4  # of M λ that are written out
ROUNDING = 1e-10  # share of d that is none


def conditions_section(looked: SolvedProgramme, contact: int) -> Section:
    """Write the conditions; those of one contact in numbers, of none selected (-1) the first."""
    lines, text = _why(looked, max(contact, 0)) if looked.is_plain else _why_with_friction()
    return section(
        CONDITIONS,
        Formula("why", lines, boxed=True),
        _table(looked, contact),
        Facts("facts", _facts(looked)),
        Paragraph("text", text, "text_second"),
    )


def _table(looked: SolvedProgramme, contact: int) -> DataTable:
    words, found = looked.words, looked.optimality
    force = TableColumn(words.force, 48, share=1, unit=words.force_unit, number=True)
    rate = words.rate if looked.is_plain else "û_n − μ‖u_t‖"
    product = f"{words.force} {words.rate}" if looked.is_plain else "r·û"
    complementary, law = (tr("Complementarity: zero at the minimum"), tr("Natural map: how far the contact is from its law"))
    columns = [
        TableColumn("", 30, math=True),
        force,
        TableColumn(rate, 48, share=1, unit=words.rate_unit, number=True),
        TableColumn(product, 40, share=1, unit=words.objective_unit, number=True, about=complementary),
        TableColumn(tr("map"), 38, share=1, unit=words.rate_unit, number=True, about=law),
    ]
    numbers, errors = [found.force[:, 2], found.dual], [found.product, found.natural_map]
    if looked.is_plain:
        title, about = (
            f"M{words.force}+d−{words.rate}",
            tr("Stationarity: the gradient less the separation of the motion H⁻¹Tλ"),
        )
        columns.insert(4, TableColumn(title, 58, share=1, unit=words.rate_unit, number=True, about=about))
        errors.insert(1, found.stationarity)
    rows = tuple(
        (
            TableCell(name, role="text_second"),
            *(TableCell(number_text(x, zero=1e-11), x) for x in (float(one[k]) for one in numbers)),
            *(TableCell(residual_text(abs(x)), x) for x in (float(one[k]) for one in errors)),
        )
        for k, name in enumerate(looked.names)
    )
    return DataTable("table", tr("Conditions, contact by contact"), tuple(columns), rows, contact, most=MOST_ROWS)


def _facts(looked: SolvedProgramme) -> tuple[Fact, ...]:
    found, words = looked.optimality, looked.words
    inside, dual, total = "min (μ r_n − ‖r_t‖)", "min (û_n − μ ‖u_t‖)", "|Σ r·û|"
    if looked.is_plain:
        inside, dual, total = f"min {words.force}", f"min {words.rate}", f"|Σ {words.force} {words.rate}|"
    zero = ROUNDING * float(abs(looked.problem.d).max())
    return (
        (inside, number_text(float(found.inside.min()), zero=0.0), words.force_unit),
        (dual, number_text(float(found.dual.min()), zero=zero), words.rate_unit),
        (total, residual_text(abs(float(found.product.sum()))), words.objective_unit),
        (tr("largest of the natural map"), residual_text(float(found.natural_map.max())), words.rate_unit),
    )


def _why_with_friction() -> tuple[tuple[str, ...], str]:
    return ("min ½ rᵀ W r + rᵀ ŵ,   r ∈ K", "r ∈ K,   û = W r + ŵ ∈ K*,   r · û = 0"), tr(
        "With friction r lies in its cone, ‖rₜ‖ ≤ μ rₙ, and û in the dual one, ûₙ ≥ μ ‖uₜ‖. Under Coulomb's law ŵ "
        "contains μ ‖uₜ‖ of the slip that the solution has: its forces minimise this programme, but the "
        "slip is known only once they are. The convex relaxation leaves that out, and what slides lifts. "
        "The programme of the motion and the active set are shown for “No friction”."
    )


def _why(looked: SolvedProgramme, contact: int) -> tuple[tuple[str, ...], str]:
    """The Lagrange function, its gradient, and the row of one contact with its numbers."""
    f, rate, plain = looked.words.force, looked.words.rate, plain_math(looked.words.rate)
    lines = f"L = ½ {f}ᵀ M {f} + {f}ᵀ d − νᵀ {f},   ν ≥ 0", f"∂L/∂{f} = 0:   ν = M {f} + d = {rate}"
    name, pushes = written(looked.names[contact]), float(looked.optimality.force[contact, 2]) > 0.0
    case = (
        tr("{contact} pushes, {f} > 0: the slope there is zero, {rate} = 0, it stays closed.", contact=name, f=f, rate=plain)
        if pushes
        else tr(
            "{contact} does not push, {f} = 0: pushing would only cost, {rate} ≥ 0, it opens or just touches.",
            contact=name,
            f=f,
            rate=plain,
        )
    )
    why = tr(
        "Why a quadratic programme? The multiplier ν of {f} ≥ 0 is the separation {rate} itself, so the conditions "
        "of the minimum, {f} ≥ 0, ν ≥ 0, ν {f} = 0, are those of contact, word for word; and M = TᵀH⁻¹T makes the "
        "objective convex, so that every solution of the one is a solution of the other.",
        f=f,
        rate=plain,
    )
    return (*lines, *_row(looked, contact)), f"{why} {case}"


def _row(looked: SolvedProgramme, contact: int) -> tuple[str, str]:
    """Return ν = M λ + d of one contact in numbers, term by term where they are few."""
    index = plain_math(looked.names[contact]).removeprefix("c")
    f, force, row = looked.words.force, looked.optimality.force[:, 2].tolist(), looked.problem.M[contact].tolist()
    whole, d = sum(m * x for m, x in zip(row, force, strict=True)), float(looked.problem.d[contact])
    nu = number_text(float(looked.optimality.gradient[contact]), zero=ROUNDING * max(1.0, abs(d)))
    terms = ""
    if len(row) <= MOST_TERMS:
        for k, (m, x) in enumerate(zip(row, force, strict=True)):
            sign = ("−" if m < 0.0 else "") if k == 0 else " − " if m < 0.0 else " + "
            terms += f"{sign}{number_text(abs(m), 3)}·{number_text(x, 3)}"
        terms += " = "
    return (
        f"(M {f})_{{{index}}} = {terms}{number_text(whole)}",
        f"ν_{{{index}}} = (M {f} + d)_{{{index}}} = {number_text(whole)} {'−' if d < 0.0 else '+'} {number_text(abs(d))} "
        f"= {nu} {looked.words.rate_unit}",
    )


def motion_section(looked: SolvedProgramme) -> Section:
    """Write both objectives, and the gap between them; or why there is no programme of the motion."""
    found, words = looked.velocity, looked.words
    if found is None:
        return section(MOTION, Paragraph("text", looked.velocity_reason, "text_second"))
    f, unit = words.force, words.objective_unit
    v, free = ("q̈", "q̈_f") if words.force == "λ" else ("v", "v_f")
    without = tr("{symbol}: without contact forces", symbol=free)
    largest, multiplier = tr("largest {what}"), tr("multiplier")
    lecture: tuple[Fact, ...] = ()
    if math.isfinite(looked.free_energy):
        lecture = (
            (f"½ {v}ᵀ H {v} − {v}ᵀ H {free}", number_text(found.objective - looked.free_energy, 6), unit),
            (tr("its minimum without contact"), number_text(-looked.free_energy, 6), unit),
        )
    facts = (
        ("½ yᵀ H y", number_text(found.objective, 6), unit),
        (f"−(½ {f}ᵀ M {f} + {f}ᵀ d)", number_text(found.dual, 6), unit),
        (tr("gap between the two"), residual_text(abs(found.gap)), unit),
        *lecture,
        (largest.format(what=f"|y − H⁻¹ T {f}|"), residual_text(found.motion_difference), ""),
        (largest.format(what=f"|{f} − {multiplier}|"), residual_text(found.force_difference), words.force_unit),
    )
    text = tr(
        "Of all motions that do not penetrate, contact makes the one nearest to the free motion, measured by H. Its "
        "condition H y = T λ is the equation of motion, its multipliers are the contact forces, and no gap is left. "
        "The lecture's ½ vᵀ H v − vᵀ (H v₀ + h (τ − C)) is the same with the square written out; its constraint is "
        "φ + h Tᵀ v ≥ 0, where the lecture prints =. It is solved here by itself, as a problem of least distance, "
        "without M."
    )
    if looked.rank < (n := len(looked.names)):
        text += " " + tr(
            "Contacts are redundant, M has rank {rank} of {n}: one motion, and many forces that make it.", rank=looked.rank, n=n
        )
    return section(
        MOTION,
        Formula("formula", ("min ½ yᵀ H y,   Tᵀ y + d ≥ 0", f"y = {v} − {free},   {without}"), boxed=True),
        Facts("facts", facts),
        Paragraph("text", text, "text_second"),
    )
