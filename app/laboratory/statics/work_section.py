"""The principle of virtual work in numbers: a virtual displacement δq that is typed, and the work of everything in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.look.theme import ENERGY
from torseur.ui.sheet.blocks import (
    Amounts,
    Button,
    Buttons,
    Facts,
    Formula,
    Heading,
    Matrix,
    Paragraph,
    Section,
    Toggle,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, quantity_text, residual_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ...sheet.page import NOTHING_DRAWN, Layer, Seen
from ...sheet.questions import Questions
from ..jacobian.column_marks import STEP, steps
from ..joint_numbers import joint_values
from .statics_settings import StaticsSettings

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics
    from torseur.sim.analysis.statics.virtual_work import VirtualWork

WORK = Heading("work", marked("Virtual work"))
MOST = 60  # numbers of v that a row each is made for
COLUMNS = ("FᵀδX", "(JᵀF)ᵀδq")


def work_section(seen: Seen, settings: StaticsSettings, statics: Statics, questions: Questions) -> Section:
    """What is typed, the work of each load both ways, and that of all in equilibrium."""
    drawn = Toggle("drawn", tr("Draw the displacements of the loads' points"), settings.drawn)
    if WORK.key not in settings.open:
        return section(WORK, tools=(drawn,), open=False, copied=False)
    work, dq = _work(seen, settings, statics, questions), displacements(seen, settings)
    offered = questions.ask("steps", None, lambda: tuple(steps(seen.model, range(seen.model.nv))), of=seen.model).value
    names = tuple(f"F{subscript(k + 1)}" for k in range(len(statics.loads)))
    both = np.column_stack([work.by_force, work.by_torque])
    facts = *_facts(statics, work), (tr("Sum"), residual_text(abs(work.total)), "J")
    line = tr(
        "Largest difference of FᵀδX to (JᵀF)ᵀδq: {x} J. To first order: δq is no motion, forces stay as they are.",
        x=residual_text(work.gap),
    )
    table = Matrix("works", tr("Work of each load, both ways"), both, names, COLUMNS, ("J",))
    about = tr("A virtual displacement δq; each point moves by δX = J(P) δq. Works are in joules.")
    return section(
        WORK,
        Paragraph("about", about, "text_second"),
        Amounts("amounts", tr("Virtual displacement of joints"), offered, tuple(dq.tolist()), "", seen.angle_unit),
        Buttons("change", (Button("clear", tr("δq = 0")),)),
        table if names else Paragraph("none", _without_load(statics), "text_second"),
        Formula("law", (_law(statics),)),
        Facts("facts", facts),
        Paragraph("line", line, "text_hint"),
        tools=(drawn,),
        open=True,
        copied=ArrayText(both, names, COLUMNS) if names else False,
    )


def work_layer(seen: Seen, settings: StaticsSettings, statics: Statics, places: list[Array], questions: Questions) -> Layer:
    """Draw δP of the point of each load, in its true size; places (3,) in the world [m]."""
    if not settings.drawn or WORK.key not in settings.open or not statics.loads:
        return NOTHING_DRAWN
    found = []
    for k, (place, moved) in enumerate(zip(places, _work(seen, settings, statics, questions).displacements, strict=True)):
        size = float(np.linalg.norm(moved[:3]))
        if size > 1e-9:
            found.append(Arrow(place, moved[:3], ENERGY, f"δP{subscript(k + 1)} {quantity_text(size, 'm')}"))
    return Overlays(arrows=tuple(found)), (LegendRow("arrow", ENERGY, tr("Virtual displacement J δq"), tr("true size")),)


def displacements(seen: Seen, settings: StaticsSettings) -> Array:
    """δq (nv,) [rad | m]."""
    return joint_values(seen.model, settings.steps, STEP)


def _work(seen: Seen, settings: StaticsSettings, statics: Statics, questions: Questions) -> VirtualWork:
    from torseur.sim.analysis.statics.virtual_work import virtual_work

    dq = displacements(seen, settings)
    found: VirtualWork = questions.ask(
        "work", (seen.q, statics, dq), lambda: virtual_work(seen.model, seen.q, statics, dq), of=seen.model
    ).value
    return found


def _facts(statics: Statics, work: VirtualWork) -> list[tuple[str, str, str]]:
    """What does work in equilibrium, and how much."""
    has_springs, holds = bool(np.any(statics.springs)), statics.side == "held"
    found = [(tr("motors, {work}", work="τ_mᵀδq" if has_springs else "τᵀδq"), work.motors)]
    if not statics.driven.all():
        found.append((tr("what bases lack, τ_bᵀδq"), work.bases))
    if statics.loads:
        found.append((tr("loads, Σ FᵀδX") if holds else tr("loads pushing back, −Σ FᵀδX"), work.loads))
    found.append((tr("gravity, −g(q)ᵀδq"), work.gravity))
    if has_springs:
        found.append((tr("springs of joints, τ_pᵀδq"), work.springs))
    return [(name, number_text(value, zero=1e-12), "J") for name, value in found]


def _law(statics: Statics) -> str:
    has_springs, loads = bool(np.any(statics.springs)), " + Σ FᵀδX" if statics.side == "held" else " − Σ FᵀδX"
    terms = (
        " + τ_bᵀδq" if not statics.driven.all() else "",
        loads if statics.loads else "",
        " − g(q)ᵀδq",
        " + τ_pᵀδq" if has_springs else "",
    )
    return f"{'τ_m' if has_springs else 'τ'}ᵀδq{''.join(terms)} = 0"


def _without_load(statics: Statics) -> str:
    who = tr("the motors") if statics.driven.all() else tr("the motors and what bases lack")
    against = tr("gravity and the springs of joints") if np.any(statics.springs) else tr("gravity")
    return tr("No load: {who} do work against {against} alone.", who=who, against=against)
