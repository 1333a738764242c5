"""The two formulations of the lecture as equations, corrected as in THEORY §6, with the numbers of the step at hand.

Source: contact-dynamics-lecture16, "Time-Stepping Method" and "Hybrid Method".
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from torseur.sim.simulation.step_arrays import ENTRY, IMPACT, IMPULSE, NORMAL, TARGET, VELOCITY, VELOCITY_BEFORE
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.text.number_text import as_shown, number_text, quantity_text

from .comparison_answers import ComparisonAnswers, hybrid_run
from .run_looks import milliseconds

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun


SOLVED = 1e-10  # [m/s], of a contact solve
FAR = 1e90  # a target below minus this asks nothing [m/s]


class Formulation(NamedTuple):
    """Equations and numbers in the notation of `paint_math`, a sentence, and a caption."""

    equations: tuple[str, ...]
    numbers: tuple[str, ...]
    note: str
    caption: str


def time_stepping_text(answers: ComparisonAnswers, t: float) -> Formulation:
    """Time-stepping, with the step that ends at t [s] or before."""
    run = answers.stepped
    theta = run.recording.settings.theta if run is not None and run.recording is not None else 0.5
    equations = (
        "H (v_{k+1} − v_k)/h = τ − C + T λ_k",
        _rule(theta),
        "0 ≤ λ_k ⟂ ζ_{k+1} − ζ* ≥ 0,   ζ = Tᵀ v",
        tr("ζ* = −e ζ⁻ where it strikes,   else −φ(q_m)/{h}", h=_times_h(theta))
        + ("" if theta == 1.0 else tr(",   q_m on the way")),
        "min ½ vᵀ H v − vᵀ(H v_k + h (τ − C))   s.t.   Tᵀ v ≥ ζ*",
    )
    note = _note(theta, run)
    if run is None or run.recording is None:
        return Formulation(equations, (), note, "")
    i = run.index_at(t)
    if i == 0:
        return Formulation(equations, (tr("no step yet: this is the start"),), note, "")
    caption = tr("step {i}, ends at {t:.4f} s", i=i, t=run.t[i])
    return Formulation(equations, _step_numbers(answers, run, i), note, caption)


def _rule(theta: float) -> str:
    """What positions follow in a step."""
    if theta in (0.5, 1.0):
        return "q_{k+1} = q_k + h v_{k+1}" if theta == 1.0 else "q_{k+1} = q_k + h (v_k + v_{k+1})/2"
    return as_shown(f"q_{{k+1}} = q_k + h ({1.0 - theta:g} v_k + {theta:g} v_{{k+1}})")


def _times_h(theta: float) -> str:
    return "h" if theta == 1.0 else "(h/2)" if theta == 0.5 else as_shown(f"({theta:g} h)")


def _note(theta: float, run: SchemeRun | None) -> str:
    """What the run does otherwise than the lecture prints it."""
    told = [
        tr(
            "The lecture prints the constraint as an equality of positions, with φ > 0. This run asks it of velocities: ζ* is "
            "what closes φ(q_m) by the end of the step and no sooner, or what bounces; φ at the end need not be 0 where λ > 0. "
            "Without friction these are the KKT conditions of the programme; its multipliers are λ, and impulses are Λ = h λ. "
            "Friction adds its cone."
        )
    ]
    if theta == 1.0:
        told.append(tr("q_m is q_k (θ = 1)."))
    else:
        share, rest = as_shown(f"{theta:g}"), as_shown(f"{1.0 - theta:g}")
        told.append(
            tr("q_m = q_k + {rest} h v_k (θ = {share}); the lecture's positions are p + h v⁺ (θ = 1).", rest=rest, share=share)
        )
    settings = run.recording.settings if run is not None and run.recording is not None else None
    if settings is not None and settings.stabilisation == "projection":
        told.append(tr("What penetrates nevertheless is pushed out, which changes no velocity."))
    if settings is not None and (settings.compliance > 0.0 or settings.regularisation > 0.0):
        told.append(tr("Contacts are softened by the settings: a softness stands on the diagonal of M, and ζ* goes with it."))
    if settings is not None and settings.friction_law == "convex":
        told.append(tr("The relaxed law has ζ − μ ‖slip‖ in place of ζ."))
    return " ".join(told)


def hybrid_text(answers: ComparisonAnswers, t: float) -> Formulation:
    """The hybrid method, with its last event before t [s]."""
    smooth = f"H q{DDOT} + C = τ + T λ,   0 ≤ λ ⟂ ζ{DOT} ≥ 0   (DOP853)"
    equations = (
        tr("smooth:  {equation}", equation=smooth),
        tr("guard:  φ(q) ≥ 0;  also λ ≥ 0, slip begins, slip ends"),
        tr("jump:  {equation}", equation="q⁺ = q⁻,   v⁺ = v⁻ + H⁻¹ T Λ"),
        tr("0 ≤ Λ ⟂ ζ⁺ + e ζ⁻ ≥ 0,   so  M Λ + (1 + e) ζ⁻ = 0  where it strikes"),
    )
    note = tr("The lecture's jump map sets the velocity along y to 0: that is e = 0, and one contact.")
    run = hybrid_run(answers.comparison)
    if run is None or run.recording is None:
        return Formulation(equations, (), answers.comparison.no_hybrid or note, "")
    past = [impact for impact in answers.impacts[run.key] if impact.t <= t + 1e-12]
    numbers = [tr("t = {t:.4f} s:   {force}", t=t, force=force_text(answers, run, t))]
    if past:
        one = past[-1]
        speeds = f"ζ⁻ = {_speed(one.before)} → ζ⁺ = {_speed(one.after)}"
        taken = f"Λ = {quantity_text(one.impulse, 'N s')},   ΔE = {quantity_text(-one.lost, 'J')}"
        jump = tr("jump {n} at t = {t:.9f} s, {a}–{b}:", n=len(past), t=one.t, a=one.bodies[0], b=one.bodies[1])
        numbers += [jump, f"{speeds},   {taken}"]
    else:
        numbers.append(tr("no jump so far"))
    return Formulation(equations, tuple(numbers), note, tr("jumps in all: {n}", n=len(answers.impacts[run.key])))


def force_text(answers: ComparisonAnswers, run: SchemeRun, t: float) -> str:
    """Σλ of a recorded run at t [s], or that there is none."""
    i = run.index_at(t)
    force = float(answers.forces[run.key][i])
    if math.isfinite(force):
        return f"Σλ = {quantity_text(force, 'N')}"
    return tr("Λ alone, no λ, of an impact") if i else tr("no λ yet, a start")


def _step_numbers(answers: ComparisonAnswers, run: SchemeRun, i: int) -> tuple[str, ...]:
    """Of the step that ends in state i of a run of time-stepping."""
    recording = run.recording
    assert recording is not None
    h = run.dt
    pairs, numbers = recording.contact_columns(i)
    lines = [as_shown(f"h = {milliseconds(h)} ms,   t: {run.t[i - 1]:.4f} → {run.t[i]:.4f} s")]
    corner = answers.corner
    if corner is not None and len(corner.gap) > i:
        before, after = (max(float(gap), 0.0) for gap in corner.gap[i - 1 : i + 1])
        gaps, pair = f"{quantity_text(before, 'm')} → {quantity_text(after, 'm')}", " – ".join(corner.bodies)
        lines.append(tr("φ: {gaps}   of {pair}", gaps=gaps, pair=pair))
    if not len(pairs):
        return (*lines, tr("nothing within reach: λ = 0"))
    normal = np.einsum("ck,ck->c", numbers[:, IMPULSE : IMPULSE + 3], numbers[:, NORMAL : NORMAL + 3])
    k = int(np.argmax(normal))
    before, after = (float(numbers[k, at : at + 3] @ numbers[k, NORMAL : NORMAL + 3]) for at in (VELOCITY_BEFORE, VELOCITY))
    total = float(normal.sum())
    target = float(numbers[k, ENTRY + TARGET])
    speeds = f"{_speed(before)} → {_speed(after)}" + (f",   ζ* = {_speed(target)}" if target > -FAR else "")
    lines += [
        tr("ζ: {speeds}   of the contact pressed most", speeds=speeds),
        f"Λ = {quantity_text(total, 'N s')},   λ = Λ/h = {quantity_text(total / h, 'N')}"
        + (tr("   (an impact)") if pairs[:, IMPACT].any() else ""),
        tr("0 ≤ λ ⟂ ζ − ζ* ≥ 0 holds to {error}", error=quantity_text(float(recording.residual[i]), "m/s", 2)),
    ]
    return tuple(lines)


def _speed(value: float) -> str:
    """With its unit; what a solve may leave of zero is 0."""
    return f"{number_text(value, zero=SOLVED)} m/s"
