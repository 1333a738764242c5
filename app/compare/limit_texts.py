"""What the lecture says for and against each scheme, in words and in numbers that were measured on the scene at hand.

Source: contact-dynamics-lecture16, "Modelling methods" and "Example: A Brick Falling Down".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.sim.simulation.inspection.comparing.values import CLOSED
from torseur.sim.texts import tr
from torseur.ui.text.number_text import as_shown, number_text, quantity_text

from .comparison_answers import ComparisonAnswers, hybrid_run
from .comparison_texts import order_text
from .formulation_texts import force_text
from .integrator_rows import IntegratorRow
from .run_looks import milliseconds

MOST = 4  # pieces that are written


def impact_time_text(answers: ComparisonAnswers) -> tuple[str, ...]:
    """How well time-stepping knows the first impact."""
    reference = answers.comparison.reference
    first = next(iter(answers.impacts[reference.key]), None)
    lines = []
    for run in answers.comparison.runs:
        if run.scheme != "time_stepping" or not answers.impacts[run.key]:
            continue
        one = answers.impacts[run.key][0]
        line = tr(
            "{run}: impact 1 between {start:.4f} and {end:.4f} s",
            run=answers.looks[run.key].short,
            start=one.t - run.dt,
            end=one.t,
        )
        if first is not None and run is not reference:
            impulse = quantity_text(one.impulse, "N s")
            line += tr(", {late}; Λ = {impulse}", late=_late(one.t - first.t), impulse=impulse)
        lines.append(line + ".")
    if not lines:
        span = quantity_text(answers.comparison.duration, "s")
        return (tr("Nothing strikes in this scene within {span}.", span=span),)
    if first is not None:
        lines += [
            tr(
                "{run}: {t:.6f} s, Λ = {impulse}.",
                run=answers.looks[reference.key].short,
                t=first.t,
                impulse=quantity_text(first.impulse, "N s"),
            ),
            tr("The impulse of a step has the weight of what is left of the step as well."),
        ]
    return tuple(lines)


def _late(seconds: float) -> str:
    time = quantity_text(1e3 * abs(seconds), "ms", 3)
    return tr("told {time} late", time=time) if seconds >= 0.0 else tr("told {time} early", time=time)


def exact_time_text(answers: ComparisonAnswers) -> tuple[str, ...]:
    """How the hybrid scheme finds it, by its guard."""
    run = hybrid_run(answers.comparison)
    if run is None or not answers.impacts[run.key]:
        return (answers.comparison.no_hybrid or tr("Nothing strikes: no guard is crossed."),)
    one = answers.impacts[run.key][0]
    lines = [tr("Impact 1 at {t:.12f} s, located to {within} s.", t=one.t, within=number_text(one.within, 1, 0.0))]
    exact = answers.comparison.reference
    if exact.exact is not None and answers.impacts[exact.key]:
        wanted = answers.impacts[exact.key][0].t
        away = number_text(abs(one.t - wanted), 1, 0.0)
        lines.append(tr("The closed form: {t:.12f} s, {away} s away.", t=wanted, away=away))
    found = answers.bisection
    if isinstance(found, str):
        lines.append(found)
    elif found.steps:
        lines.append(
            tr(
                "Its guard φ goes from {left} to {right} between two states; {n} halvings to find where it is 0:",
                left=quantity_text(found.first_left, "m", 3),
                right=quantity_text(found.first_right, "m", 3),
                n=len(found.steps),
            )
        )
        shown = (*found.steps[:3], found.steps[-1]) if len(found.steps) > 4 else found.steps
        lines += [f"   φ({as_shown(f'{one.middle:.9f}')} s) = {quantity_text(one.gap, 'm', 3)}" for one in shown]
    return tuple(lines)


def forces_text(answers: ComparisonAnswers, t: float) -> tuple[str, ...]:
    """Forces of both runs at t [s]."""
    lines = []
    for letter, run in (("A", answers.a), ("B", answers.b)):
        if run.recording is not None:
            force = force_text(answers, run, t)
            lines.append(
                tr("{letter}, {run}: {force} at {t:.4f} s.", letter=letter, run=answers.looks[run.key].short, force=force, t=t)
            )
        else:
            words = tr("impulses alone are kept")
            if run.exact is not None:
                words = tr("a closed form of the motion, without forces")
            lines.append(tr("{letter}, {run}: {words}.", letter=letter, run=answers.looks[run.key].short, words=words))
    stepped = answers.stepped
    if stepped is not None and answers.impacts[stepped.key]:
        one = answers.impacts[stepped.key][0]
        lines.append(
            tr(
                "To time-stepping an impact is a step like others: Λ = {impulse} over {step} ms, a mean force of {force}, which "
                "grows as 1/h.",
                impulse=quantity_text(one.impulse, "N s"),
                step=milliseconds(stepped.dt),
                force=quantity_text(one.impulse / stepped.dt, "N"),
            )
        )
    lines.append(
        tr(
            "The lecture says that the hybrid method does not calculate contact forces. Ours does: it solves for λ at every "
            "evaluation of its integrator, and keeps the impulses Λ of impacts apart."
        )
    )
    return tuple(lines)


def higher_order_text(answers: ComparisonAnswers, measured: Sequence[IntegratorRow]) -> tuple[str, ...]:
    """What order time-stepping has here, and what integrators have between impacts."""
    lines = [order_text(answers)]
    for row in measured:
        if row.name in ("RK4", "DOP853"):
            lines.append(
                tr(
                    "{name}, of order {order}: between events {between}; through impacts, with one contact solve at the end of "
                    "each step, {through}.",
                    name=row.name,
                    order=row.order,
                    between=row.between,
                    through=row.through,
                )
            )
    return tuple(lines)


def corner_text(answers: ComparisonAnswers) -> tuple[str, ...]:
    """Whether states of time-stepping lie on the corner."""
    run, corner = answers.stepped, answers.corner
    if run is None or corner is None:
        return (tr("No pair of this scene has a gap in closed form."),)
    off, name, pair = corner.off, answers.looks[run.key].short, " – ".join(corner.bodies)
    known = int(np.count_nonzero(np.isfinite(corner.gap)))
    if not off.any():
        told = tr(
            "All {n} states of {run} lie on 0 ≤ φ ⟂ λ ≥ 0 of {pair}, a gap below {closed} counted as 0.",
            n=known,
            run=name,
            pair=pair,
            closed=quantity_text(CLOSED, "m"),
        )
    else:
        gap, force = float(np.nanmax(abs(corner.gap[off]))), float(np.max(corner.force[off]))
        told = tr(
            "States of {run} that do not lie on 0 ≤ φ ⟂ λ ≥ 0 of {pair}: {n} of {all}; φ is up to {gap} off while λ is up to "
            "{force}. A step asks for 0 ≤ ζ ⟂ λ ≥ 0 with the directions of one instant: where bodies turn or bounce within it, "
            "φ at its end is another.",
            n=np.count_nonzero(off),
            all=known,
            run=name,
            pair=pair,
            gap=quantity_text(gap, "m", 2),
            force=quantity_text(force, "N", 3),
        )
    return (
        told,
        tr(
            "At the corner there is no derivative: along one side λ changes and φ does not, along the other φ and not λ. A "
            "gradient method that plans through it must smooth it, φ λ = ε, or be told the modes."
        ),
    )


def modes_text(answers: ComparisonAnswers) -> tuple[str, ...]:
    """Why the sequence of modes is needed, and where that of the hybrid run is."""
    if hybrid_run(answers.comparison) is None:
        return (answers.comparison.no_hybrid,)
    return (
        tr("The simulation was given no sequence and found its own; a hybrid planner must be told it in advance."),
        tr("While the hybrid run is played as A, the page Friction shows which contacts are open, stick and slip, and when."),
    )


def pieces_text(answers: ComparisonAnswers) -> tuple[str, ...]:
    """The pieces into which impacts cut the motion."""
    run = hybrid_run(answers.comparison)
    if run is None or not answers.impacts[run.key]:
        return (tr("Nothing strikes: the whole motion is one piece."),)
    ends = [0.0, *sorted({impact.t for impact in answers.impacts[run.key]}), answers.comparison.duration]
    pieces = [as_shown(f"[{a:.4f}, {b:.4f}] s") for a, b in zip(ends[:MOST], ends[1:], strict=False)]
    if len(ends) > MOST + 1:
        pieces.append("…")
    return (
        tr("With the times of its impacts known this motion falls into smooth pieces: {pieces}.", pieces=", ".join(pieces)),
        tr("Only the jump map joins the end of one to the start of the next: each could be optimised by itself."),
        tr("The workspace Trajectory plans so: phases in a given sequence, jumps between them, durations given or free."),
    )
