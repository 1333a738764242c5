"""A jump map as rows of tables, facts and sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.simulation.jumps.guard_bisection import GuardBisection
from torseur.sim.simulation.jumps.impact_outcome import ImpactOutcome
from torseur.sim.simulation.jumps.jump_map import JumpMap
from torseur.sim.simulation.scene.settings import Settings
from torseur.sim.texts import tr
from torseur.ui.displays.fact_list import Fact
from torseur.ui.laboratory.contact.impact.values import ContactJump, GuardStep, LawJump, VelocityJump
from torseur.ui.laboratory.dynamics.values import Coordinate
from torseur.ui.look.math_notation import DOT
from torseur.ui.look.paint_text import elided_name
from torseur.ui.look.style import CAPTION
from torseur.ui.text.number_text import as_shown, number_text, quantity_text, residual_text

from ..world_axes import world_velocities

MOST_ROWS = 12  # of velocities and of contacts: the largest
MOST_COLUMNS = 3  # of velocities in the table of laws
NAME = 44  # of a body above a column [px]
STILL = 1e-9  # share of the largest velocity below which one has not jumped


def velocity_rows(jump: JumpMap, model: Model, names: Sequence[Coordinate]) -> tuple[tuple[VelocityJump, ...], str]:
    """The numbers of v that jump, in their order, and what is left out."""
    before, after = world_velocities(model, jump.q, jump.before, jump.after)
    found = _jumped(before, after)
    positions = _positions(model, jump.q)
    rows = tuple(
        VelocityJump(
            _velocity_symbol(names[k]),
            names[k].joint, names[k].full, positions.get(k), float(before[k]), float(after[k]), names[k].turns,
        )
        for k in sorted(found[:MOST_ROWS])
    )  # fmt: skip
    notes = [tr("{count} of {all} numbers of v jump.", count=len(found), all=len(before))]
    if len(found) > MOST_ROWS:
        notes.append(tr("Shown are the {most} that jump most.", most=MOST_ROWS))
    return rows, " ".join(notes)


def _jumped(before: Array, after: Array) -> list[int]:
    """Which numbers of v (nv,) jump, those that jump most first."""
    change = np.abs(after - before)
    least = STILL * max(1e-6, float(np.max(np.abs([before, after]), initial=0.0)))
    return [int(k) for k in np.argsort(-change, kind="stable") if change[k] > least]


def contact_rows(jump: JumpMap, names: Sequence[str], bodies: Mapping[str, str]) -> tuple[tuple[ContactJump, ...], str]:
    """The contacts that took part, those with the largest impulses, in their order; and what is left out."""
    part = np.flatnonzero(jump.solved.taking_part)
    kept = sorted(part[np.argsort(-np.abs(jump.impulse[part]), kind="stable")[:MOST_ROWS]])
    problem = jump.solved.problem
    rows = tuple(
        ContactJump(
            names[c], pair_text(problem.bodies[c], bodies), float(jump.approach[c, 2]), float(jump.closing[c]),
            float(jump.given_back[c]), float(jump.impulse[c]), float(jump.leaving[c, 2]), float(problem.restitution[c]),
        )
        for c in kept
    )  # fmt: skip
    left = len(part) - len(rows)
    return rows, "" if left == 0 else tr("{left} contacts of smaller impulses are left out.", left=left)


def pair_text(pair: tuple[str, str], names: Mapping[str, str]) -> str:
    """Two bodies by their names; of a joint its own words."""
    return " · ".join(names.get(body, body) for body in pair if body)


def most_changed(jump: JumpMap, outcomes: Sequence[ImpactOutcome]) -> list[int]:
    """The numbers of v in which the laws differ most, then those that jump most: as many as there are columns, rising."""
    after = np.array([outcome.after for outcome in outcomes])
    spread, change = after.max(axis=0) - after.min(axis=0), np.abs(jump.after - jump.before)
    least = 1e-7 * max(1e-6, float(np.abs(after).max(initial=0.0)))
    order = np.lexsort((-change, -np.where(spread > least, spread, 0.0)))
    return sorted(int(k) for k in order[:MOST_COLUMNS] if change[k] > least or spread[k] > least)


def column_names(columns: Sequence[int], names: Sequence[Coordinate]) -> list[str]:
    """Numbers of v above columns, in the notation of `paint_math`: by their symbols, with their body where two have the same."""
    symbols = [_velocity_symbol(names[k]) for k in columns]
    return [
        symbol if symbols.count(symbol) == 1 else f"{elided_name(names[k].joint, NAME, CAPTION)} {symbol}"
        for k, symbol in zip(columns, symbols, strict=True)
    ]


def _velocity_symbol(name: Coordinate) -> str:
    return name.symbol.replace("q", f"q{DOT}", 1) if name.symbol.startswith("q") else name.symbol


def closing_name(jump: JumpMap, settings: Settings) -> str:
    """What M Λ adds to is called; where nothing bounces e counts as 0, whatever the contacts' own."""
    if settings.scheme != "hybrid" or not jump.in_one:
        return "d"
    return "ζ⁻" if _rests(jump) else "(1+e) ζ⁻"


def _rests(jump: JumpMap) -> bool:
    """Whether nothing that strikes bounces."""
    part = jump.solved.taking_part
    return bool(np.array_equal(jump.closing[part], jump.approach[part, 2]))


def law_note(jump: JumpMap, settings: Settings) -> str:
    """How the impulses were found, and to what residual."""
    if jump.without_approach:
        return tr(
            "Nothing approaches: an impulse without collision. No forces satisfy the contact law at this state (Painlevé's "
            "paradox): friction presses the sliding contact down harder than forces can bear; only an impulse stops the slide."
        )
    if not jump.in_one:
        return tr(
            "The impulses came of several problems: of pairs one after another, or of Poisson's two phases. M Λ and d are of the "
            "last; its residual is {residual}.",
            residual=quantity_text(jump.residual, "m/s", 1),
        )
    if settings.scheme != "hybrid":
        return tr(
            "Time-stepping solves the whole step: ζ⁻ is what its end would have had without contact, with gravity's h g; d is ζ⁻ "
            "less the separation that is asked for. Λ has what contacts give in the rest of the step. Of what stays, "
            "d and ζ⁺ are of the end of the step."
        )
    if _rests(jump) and np.any(jump.solved.problem.restitution[jump.solved.taking_part] > 0.0):
        return tr(
            "What approaches, or would leave, at less than rest_speed = {speed} does not bounce: e counts as 0 here, and what "
            "strikes rests.",
            speed=quantity_text(settings.rest_speed, "m/s"),
        )
    return ""


def energy_facts(jump: JumpMap) -> tuple[Fact, ...]:
    """K before and after, their difference, and the formulas that it must obey."""
    facts = [
        ("K⁻ = ½ v⁻ᵀ H v⁻", number_text(jump.kinetic_before), "J"),
        ("K⁺ = ½ v⁺ᵀ H v⁺", number_text(jump.kinetic_after), "J"),
        (tr("lost, K⁻ − K⁺"), _energy(jump, jump.energy_lost), "J"),
        (_by_impulses(jump), _energy(jump, jump.energy_by_impulses), "J"),
    ]
    problem = jump.solved.problem
    struck = np.flatnonzero(jump.impulse > 0.0)
    if len(struck) == 1 and not np.any(jump.solved.force[:, :2] != 0.0) and not np.any(jump.implicit != 0.0):
        c = struck[0]
        ratio = -float(jump.leaving[c, 2]) / float(jump.approach[c, 2])
        half = 0.5 * (1.0 - ratio**2) * float(jump.approach[c, 2]) ** 2 / float(problem.M[c, c])
        facts.append((tr("½ (1 − e²) ζ⁻² / M, one contact"), _energy(jump, half), "J"))
    if jump.velocity_residual is not None:
        facts.append((tr("ζ⁺ of v⁺ − ζ⁺ as the run had it, at most"), residual_text(jump.velocity_residual), "m/s"))
    if jump.momentum_residual is not None:
        facts.append((tr("v⁺ − v⁻ − H⁻¹ Jᵀ Λ, at most"), residual_text(jump.momentum_residual), "m/s"))
    return tuple(facts)


def _by_impulses(jump: JumpMap) -> str:
    """What the energy that impulses take is called; implicit forces of joints share it in time-stepping."""
    if np.any(jump.implicit != 0.0):
        return tr("−½ Λᵀ (ζ⁻ + ζ⁺), friction with it, less what implicit forces of joints take")
    return tr("−½ Λᵀ (ζ⁻ + ζ⁺), friction with it")


def law_rows(
    outcomes: Sequence[ImpactOutcome], jump: JumpMap, model: Model, columns: Sequence[int], settings: Settings,
    names: dict[int, str],
) -> tuple[LawJump, ...]:  # fmt: skip
    """The recorded jump, then each law; `names` of the pairs that strike one after another."""
    own, *others = world_velocities(model, jump.q, jump.after, *(outcome.after for outcome in outcomes))
    laws = {"simultaneous": tr("simultaneous"), "sequential": tr("sequential")}
    rows = [LawJump(tr("recorded"), "", True, tuple(float(own[k]) for k in columns), jump.energy_lost, "")]
    for outcome, v in zip(outcomes, others, strict=True):
        order = " → ".join(names.get(pair, tr("the rest at once")) for pair in outcome.strikes if pair != -1)
        is_own = (outcome.impact_law, outcome.restitution_law) == (settings.impact_law, settings.restitution_law)
        rows.append(
            LawJump(
                laws[outcome.impact_law] if outcome.is_solved else tr("NOT SOLVED: {law}", law=laws[outcome.impact_law]),
                outcome.restitution_law.title(), is_own, tuple(float(v[k]) for k in columns),
                outcome.energy_lost, order,
            )
        )  # fmt: skip
    return tuple(rows)


def laws_note(outcomes: Sequence[ImpactOutcome], settings: Settings) -> str:
    """What the comparison says."""
    largest = max(float(np.max(np.abs(o.after))) for o in outcomes) or 1.0
    spread = max(float(np.max(np.abs(a.after - b.after))) for a in outcomes for b in outcomes)
    count = max(len([pair for pair in o.strikes if pair != -1]) for o in outcomes)
    if spread < 1e-7 * largest:
        found = tr(
            "All laws agree here: they differ where several contacts strike at once, and where friction turns what strikes."
        )
    else:
        found = tr(
            "Simultaneous: all contacts in one problem. Sequential: the pair that approaches fastest by itself, then the next, "
            "here {count} in all. Newton: e is the ratio of velocities; Poisson: of the impulses of expansion and compression.",
            count=count,
        )
    if settings.scheme == "hybrid":
        return found
    if settings.friction_law in ("convex", "pyramid"):
        found += tr(
            " All laws here have Coulomb's cone; the recording was made with the {law}.",
            law=tr("relaxed law") if settings.friction_law == "convex" else tr("pyramid"),
        )
    return found + tr(" The row recorded differs from them: it has what contacts give in the rest of the step as well.")


def guard_rows(found: GuardBisection) -> tuple[GuardStep, ...]:
    """The bisections, with as many decimals of times as tell the last intervals apart."""
    return tuple(
        GuardStep(k, step.left, step.right, step.middle, step.gap, found.step_decimals)
        for k, step in enumerate(found.steps, start=1)
    )


def guard_note(found: GuardBisection, settings: Settings, names: Mapping[str, str]) -> str:
    """What was bisected, and how it compares with the recording; `names` of bodies as they are read."""
    held = tr(" while {count} contacts are held", count=found.held) if found.held > 1 else ""
    if found.held == 1:
        held = tr(" while one contact is held")
    t = as_shown(f"{found.t:.{found.decimals}f}")
    text = tr(
        "φ is the gap of {a} and {b}. From the state at {start} the smooth motion is integrated ({integrator}){held} to the "
        "middle of an interval that holds the impact; where φ < 0 the right end comes there, else the left: φ = 0 at "
        "t = {t} s, ± {error}.",
        a=names[found.bodies[0]], b=names[found.bodies[1]], start=quantity_text(found.start, "s", 6),
        integrator=found.integrator.upper(), held=held, t=t, error=_tiny(found.uncertainty),
    )  # fmt: skip
    text += tr(
        " Of this the last interval is {interval}, and the integration {integration}.",
        interval=_tiny(found.interval),
        integration=_tiny(found.integration_error),
    )
    if found.torque_error > 0.0:
        text += tr(
            " Torques are held as recorded at {start}; the estimated error of that is {error}.",
            start=quantity_text(found.start, "s", 6),
            error=_tiny(found.torque_error),
        )
    late = found.recorded - found.t
    if settings.scheme == "hybrid":
        return text + (
            tr(" The recording has it {late} off.", late=_tiny(abs(late)))
            if abs(late) > found.uncertainty
            else tr(" So has the recording, as far as that is known.")
        )
    return text + tr(
        " Time-stepping tells of it at the end of its step, {late} later.", late=quantity_text(late, "s", 4)
    )


def instant_text(jump: JumpMap, settings: Settings, exact: GuardBisection | None) -> str:
    """When the impact was, with as many digits as are known."""
    if settings.scheme == "hybrid":
        decimals = max(0, math.floor(-math.log10(settings.event_tolerance)))
        t = f"{jump.t:.{decimals}f}"
        return tr(
            "At t = {t} s, to ± {event} of the event, the integrator's error being held below {error}.",
            t=as_shown(t), event=_tiny(settings.event_tolerance), error=number_text(settings.integration_tolerance, 1),
        )  # fmt: skip
    text = tr(
        "Between {a} and {b}: time-stepping knows an impact to its step.",
        a=quantity_text(jump.earliest, "s", 7),
        b=quantity_text(jump.t, "s", 7),
    )
    if exact is None:
        return text
    t = f"{exact.t:.{exact.decimals}f}"
    return text + tr(" Bisected from the state before, it is at t = {t} s.", t=as_shown(t))


def _positions(model: Model, q: Array) -> dict[int, float]:
    """Q of each number of v that has one of its own: joints that turn or slide, and the places of free bodies."""
    found: dict[int, float] = {}
    for name, (in_q, in_v) in model.joint_slices().items():
        count = in_v.stop - in_v.start
        if count == in_q.stop - in_q.start:
            found |= {in_v.start + k: float(q[in_q.start + k]) for k in range(count)}
        elif model.joint(name).kind is JointKind.FREE_FLYER:
            found |= {in_v.start + k: float(q[in_q.start + k]) for k in range(3)}
    return found


def _energy(jump: JumpMap, x: float) -> str:
    """An energy; what rounding leaves of the energies at play is 0."""
    return number_text(x, 6, 1e-11 * max(1.0, jump.kinetic_before))


def _tiny(seconds: float) -> str:
    """A time far below the smallest that is usually shown."""
    return f"{number_text(seconds, 1, 0.0)} s"
