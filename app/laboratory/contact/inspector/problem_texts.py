"""A contact problem in words: what each problem of a state is called, what stands in one, and units."""

from __future__ import annotations

import numpy as np

from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.simulation.inspection.inspected_problem import ACCELERATIONS, IMPACT, RIGID, SOLVED, STEP, InspectedProblem
from torseur.sim.simulation.inspection.solved_problem import why_unsolved
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import plain_math
from torseur.ui.text.number_text import as_shown

LEVELS = {"acceleration": marked("accelerations"), "velocity": marked("velocities"), "impact": marked("impact")}
JOINT_ROWS = {  # by the words of `InspectedProblem.joint_parts`
    "lower limit": marked("Lower limit, in {units}: {joints}."),
    "upper limit": marked("Upper limit, in {units}: {joints}."),
    "dry friction": marked("Dry friction, in {units}: {joints}."),
}


def problem_titles(problem: InspectedProblem) -> dict[str, str]:
    """What each problem of its state is called, "solved: …" or "another: …", by name: the first is shown unasked."""
    words, shown = _words(problem), problem.solved or problem
    return {
        which: tr("solved: {problem}", problem=words[which])
        if which == SOLVED
        else tr("another: {problem}", problem=words[which])
        for which in (shown.which, *shown.others)
    }


def _words(problem: InspectedProblem) -> dict[str, str]:
    """Which problem of the state each name is of."""
    solved = problem.solved or problem
    settings, level = solved.recording.settings, tr(LEVELS[solved.level])
    titles = {law: LAWS[law].title(settings.facets) for law in LAWS}
    law = titles[solved.law if solved.rubs else "frictionless"]
    return {
        **{other: f"{level}, {title}" for other, title in titles.items()},
        SOLVED: f"{level}, {law}",
        RIGID: tr("{level}, without softening", level=level),
        STEP: tr("velocities over {step:g} ms, {law}", step=1e3 * settings.dt, law=law),
        IMPACT: tr("impact alone, {law}", law=law),
        ACCELERATIONS: f"{tr(LEVELS['acceleration'])}, {titles['coulomb']}",
    }


def load_units(problem: InspectedProblem) -> list[str]:
    """Of each load: "N", of a joint that turns "N·m"; "N·s" where the velocity jumps."""
    units = ("N·m" if turns else "N" for turns in problem.turns)
    return [f"{unit}·s" if jumps else unit for unit, jumps in zip(units, problem.jumps.tolist(), strict=True)]


def problem_notes(problem: InspectedProblem) -> tuple[str, ...]:
    """Sentences: which problem it is, what stands in it, and which joints take part."""
    words, notes = _words(problem)[problem.which], []
    if problem.which == SOLVED:
        notes.append(tr("What was solved: {problem}.", problem=words))
    else:
        why = "" if problem.solved else why_unsolved(problem.recording, problem.index)
        known = f"{why[0].upper()}{why[1:]}. " if why else ""
        notes.append(known + tr("Another problem than the one simulated: {problem}.", problem=words))
    part = problem.taking_part
    if np.any(problem.softness > 0.0):
        epsilon = sorted({as_shown(f"{x:.4g}") for x in problem.softness[part] if x > 0.0})
        notes.append(
            tr("Softening ε = {epsilon} 1/kg stands on the diagonal of M and W; ζ contains ε λ.", epsilon=", ".join(epsilon))
        )
    if problem.asks and problem.level == "velocity":
        notes.append(
            tr(
                "a is what ζ⁺ is asked to be at least: −e ζ⁻ where it strikes (of e = 1 with what gravity does before and after "
                "that instant), else what closes the gap in the step."
            )
        )
    if np.any(problem.given != 0.0):
        notes.append(tr("Impacts before this solve gave a part of the impulses; the law is asked of the rest."))
    if not part.all():
        left = ", ".join(plain_math(name) for name, takes in zip(problem.names, part, strict=True) if not takes)
        notes.append(tr("Not reached, and so not in it: {names}.", names=left))
    kinds: dict[tuple[str, str], list[str]] = {}
    for name, (what, whose), unit in zip(problem.names, problem.joint_parts, load_units(problem), strict=True):
        if what:
            kinds.setdefault((what, unit), []).append(f"{plain_math(name)} {whose}")
    for (what, unit), members in kinds.items():
        units = tr("{unit} and rad", unit=unit) if "m" in unit else unit
        notes.append(tr(JOINT_ROWS[what], units=units, joints=", ".join(members)))
    return tuple(notes)
