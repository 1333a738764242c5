"""A jump map as rows of tables, facts and sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.law.contact_laws import FRICTION_LAWS
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.simulation.inspection.jumps.guard_bisection import GuardBisection
from torseur.sim.simulation.inspection.jumps.impact_outcome import ImpactOutcome
from torseur.sim.simulation.inspection.jumps.jump_map import JumpMap
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import DOT
from torseur.ui.look.theme import IMPULSE, VELOCITY
from torseur.ui.sheet.blocks import DataTable, Fact, Plot, PlotCurve, PlotMark, PlotScale, TableCell, TableColumn
from torseur.ui.text.number_text import as_shown, number_text, quantity_text, residual_text

from ...motion.coordinates import Coordinate
from ..world_axes import world_velocities

MOST_ROWS = 12  # of velocities and of contacts: the largest
MOST_COLUMNS = 3  # of velocities in the table of laws
NAMED = 5  # middles whose numbers are written
NAME = 7  # letters of a body above a column
ROOM, LEAST = 58, 50  # of a number, and where the page is as narrow as it can be [px]
ZERO = 1e-9  # [m/s]: what the tolerances of solvers leave
STILL = 1e-9  # share of the largest velocity below which one has not jumped


def velocity_table(jump: JumpMap, model: Model, names: Sequence[Coordinate]) -> tuple[DataTable, str]:
    """The numbers of v that jump, in their order, and what is left out."""
    before, after = world_velocities(model, jump.q, jump.before, jump.after)
    found = _jumped(before, after)
    positions = _positions(model, jump.q)
    columns = (
        TableColumn("", 26, math=True),
        TableColumn(tr("moves"), 30, 1, least=26),
        _column(tr("q stays"), ROOM, tr("What an impact leaves as it is: rad or m"), least=LEAST),
        TableColumn("", 22),
        _column("v⁻", ROOM, tr("Velocity before: rad/s or m/s"), least=LEAST),
        _column("v⁺", ROOM, tr("Velocity after: rad/s or m/s"), least=LEAST),
        TableColumn("", 30),
    )

    def row(k: int) -> tuple[TableCell, ...]:
        name, at = names[k], positions.get(k)
        unit = "rad" if name.turns else "m"
        return (
            TableCell(_velocity_symbol(name), weight=600, tip=name.full),
            TableCell(name.joint),
            _number(at),
            TableCell("" if at is None else unit, role="text_hint"),
            _number(float(before[k])),
            _number(float(after[k]), weight=600),
            TableCell(f"{unit}/s", role="text_hint"),
        )

    notes = [tr("Numbers of v that jump: {count} of {all}.", count=len(found), all=len(before))]
    if len(found) > MOST_ROWS:
        notes.append(tr("Shown are the {most} that jump most.", most=MOST_ROWS))
    rows = tuple(map(row, sorted(found[:MOST_ROWS])))
    return DataTable("jumps", tr("Velocities that jump"), columns, rows), " ".join(notes)


def _jumped(before: Array, after: Array) -> list[int]:
    """Which numbers of v (nv,) jump, those that jump most first."""
    change = np.abs(after - before)
    least = STILL * max(1e-6, float(np.max(np.abs([before, after]), initial=0.0)))
    return [int(k) for k in np.argsort(-change, kind="stable") if change[k] > least]


def contact_table(jump: JumpMap, names: Sequence[str], bodies: Mapping[str, str], closing: str) -> tuple[DataTable, str]:
    """The contacts that took part, those with the largest impulses, in their order; and what is left out.

    closing : what M Λ adds to is called
    """
    part = np.flatnonzero(jump.solved.taking_part)
    kept = sorted(part[np.argsort(-np.abs(jump.impulse[part]), kind="stable")[:MOST_ROWS]])
    problem = jump.solved.problem
    columns = (
        TableColumn("", 20, 1, math=True),
        _column("ζ⁻", 48, tr("Separation velocity before"), "m/s"),
        _column("M Λ", 48, tr("What all impulses give to it"), "m/s"),
        _column(closing, 52, tr("What M Λ must make up for"), "m/s"),
        _column(tr("sum"), 40, tr("M Λ and that: 0 where Λ > 0, positive else"), "m/s"),
        _column("Λ", 46, tr("Normal impulse"), "N·s"),
        _column("ζ⁺", 48, tr("Separation velocity after"), "m/s"),
    )

    def row(c: int) -> tuple[TableCell, ...]:
        given, closes = float(jump.given_back[c]), float(jump.closing[c])
        return (
            TableCell(names[c], weight=600, tip=pair_text(problem.bodies[c], bodies)),
            _number(float(jump.approach[c, 2])),
            _number(given),
            _number(closes),
            _number(given + closes, weight=600),
            _number(float(jump.impulse[c]), "impulse_text", 600),
            _number(float(jump.leaving[c, 2]), weight=600),
        )

    left = len(part) - len(kept)
    note = "" if left == 0 else tr("Contacts of smaller impulses that are left out: {left}.", left=left)
    return DataTable("pairs", tr("Contacts of the impact"), columns, tuple(map(row, kept))), note


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
        symbol if symbols.count(symbol) == 1 else f"{_cut(names[k].joint)} {symbol}"
        for k, symbol in zip(columns, symbols, strict=True)
    ]


def _cut(name: str) -> str:
    """A name, cut in its middle: names begin alike, and what tells left from right is at the end."""
    return name if len(name) <= NAME else f"{name[: NAME // 2]}…{name[-(NAME // 2) :]}"


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


def law_table(
    outcomes: Sequence[ImpactOutcome],
    jump: JumpMap,
    model: Model,
    coordinates: Sequence[Coordinate],
    settings: Settings,
    pairs: Mapping[int, str],
) -> DataTable:
    """The recorded jump, then each law; names of the `pairs` that strike one after another."""
    shown = most_changed(jump, outcomes)
    own, *others = world_velocities(model, jump.q, jump.after, *(outcome.after for outcome in outcomes))
    columns = (
        TableColumn(tr("law"), 60, 1),
        *(_column(f"{name}⁺", 56, tr("Velocity after")) for name in column_names(shown, coordinates)),
        _column(tr("lost"), 46, tr("Kinetic energy before less that after"), "J"),
    )

    def row(text: str, is_own: bool, v: Array, lost: float, order: str = "") -> tuple[TableCell, ...]:
        law = TableCell(text, role="accent_text" if is_own else "text", weight=600 if is_own else 400, tip=order)
        return law, *(_number(float(v[k])) for k in shown), _number(lost)

    laws = {"simultaneous": tr("simultaneous"), "sequential": tr("sequential")}
    rows = [row(tr("recorded"), True, own, jump.energy_lost)]
    for outcome, v in zip(outcomes, others, strict=True):
        order = " → ".join(pairs.get(pair, tr("the rest at once")) for pair in outcome.strikes if pair != -1)
        is_own = (outcome.impact_law, outcome.restitution_law) == (settings.impact_law, settings.restitution_law)
        law = laws[outcome.impact_law]
        law = law if outcome.is_solved else tr("NOT SOLVED: {law}", law=law)
        rows.append(row(f"{law}, {outcome.restitution_law.title()}", is_own, v, outcome.energy_lost, order))
    return DataTable("outcomes", tr("The same impact under each law"), columns, tuple(rows))


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
    if settings.friction_law != "coulomb":
        found += tr(
            " All laws here have Coulomb's cone; the recording was made with the {law}.",
            law=FRICTION_LAWS[settings.friction_law].title(settings.facets),
        )
    return found + tr(" The row recorded differs from them: it has what contacts give in the rest of the step as well.")


def guard_table(found: GuardBisection) -> DataTable:
    """The bisections, with as many decimals of times as tell the last intervals apart."""

    def time(t: float) -> TableCell:
        return TableCell(as_shown(f"{t:.{found.step_decimals}f}"), t)

    columns = (
        TableColumn("k", 18, number=True),
        TableColumn(tr("t left"), 100, 1, "s", number=True),
        TableColumn(tr("t right"), 100, 1, "s", number=True),
        _column("φ", 76, tr("Gap in the middle: below 0 the right end comes there"), "m"),
    )
    rows = tuple(
        (
            TableCell(str(k), k),
            time(step.left),
            time(step.right),
            TableCell(number_text(step.gap, 4, 0.0), step.gap, role="text" if step.gap >= 0.0 else "force_text"),
        )
        for k, step in enumerate(found.steps, start=1)
    )
    return DataTable("bisections", tr("Bisections of the guard"), columns, rows, most=8)


def guard_plot(found: GuardBisection) -> Plot:
    """φ over the first interval, with the middles that were asked: where it passes 0 is the instant of the impact."""
    first, last = found.steps[0], found.steps[-1]
    middles = np.array([(step.middle, step.gap) for step in found.steps])
    line = np.array([(first.left, found.first_left), (first.right, found.first_right), *middles])
    line = line[np.argsort(line[:, 0], kind="stable")]
    numbers, opens = np.arange(1, len(middles) + 1), middles[:, 1] >= 0.0
    points = tuple(
        PlotCurve(name, middles[at, 0], middles[at, 1], color, "points", tuple(str(k) for k in numbers[at] if k <= NAMED))
        for name, color, at in (("φ ≥ 0", VELOCITY, opens), ("φ < 0", IMPULSE, ~opens))
    )
    name = tr(
        "Guard over time; bisections to t = {t} s: {count}",
        count=len(middles),
        t=as_shown(f"{last.middle:.{found.step_decimals}f}"),
    )
    return Plot(
        "guard",
        name,
        PlotScale("t", "s"),
        PlotScale("φ", "m"),
        (PlotCurve("φ", line[:, 0], line[:, 1], VELOCITY), *points),
        (PlotMark(last.middle, "φ = 0", IMPULSE),),
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
        a=names[found.bodies[0]],
        b=names[found.bodies[1]],
        start=quantity_text(found.start, "s", 6),
        integrator=found.integrator.upper(),
        held=held,
        t=t,
        error=_tiny(found.uncertainty),
    )
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
    return text + tr(" Time-stepping tells of it at the end of its step, {late} later.", late=quantity_text(late, "s", 4))


def instant_text(jump: JumpMap, settings: Settings, exact: GuardBisection | None) -> str:
    """When the impact was, with as many digits as are known."""
    if settings.scheme == "hybrid":
        decimals = max(0, math.floor(-math.log10(settings.event_tolerance)))
        t = f"{jump.t:.{decimals}f}"
        return tr(
            "At t = {t} s, to ± {event} of the event, the integrator's error being held below {error}.",
            t=as_shown(t),
            event=_tiny(settings.event_tolerance),
            error=number_text(settings.integration_tolerance, 1),
        )
    text = tr(
        "Between {a} and {b}: time-stepping knows an impact of its own motion to its step.",
        a=quantity_text(jump.earliest, "s", 7),
        b=quantity_text(jump.t, "s", 7),
    )
    if exact is None:
        return text
    t = f"{exact.t:.{exact.decimals}f}"
    return text + tr(" Bisected from the state before, it is at t = {t} s.", t=as_shown(t))


def _column(title: str, width: int, about: str, unit: str = "", least: int | None = None) -> TableColumn:
    return TableColumn(title, width, unit=unit, number=True, about=about, least=least)


def _number(x: float | None, role: str = "text", weight: int = 400) -> TableCell:
    return TableCell("" if x is None else number_text(x, 4, ZERO), x, role=role, weight=weight)


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
