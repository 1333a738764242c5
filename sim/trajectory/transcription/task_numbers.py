"""The numbers of a task, where a program of its structure takes them: parameters, bounds, and where to start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...texts import as_shown, tr
from ..task.obstacles import GapObstacle
from ..task.plan_task import Bound, PlanTask, least_and_greatest
from .layout import RowBlock
from .transcription import Transcription

ROUNDING = 1e-9
"""What a value may differ by from the one that a mode holds."""


@dataclass(frozen=True, eq=False)
class ProgramNumbers:
    """What a program is solved with."""

    parameters: Array
    x_lower: Array
    x_upper: Array
    g_lower: Array
    g_upper: Array


def numbers_of(made: Transcription, task: PlanTask) -> ProgramNumbers:
    """Parameters and bounds of a task. Raises ArgumentError where bounds leave nothing between them, or a mode what is asked."""
    numbers = ProgramNumbers(_parameters(made, task), *_variable_bounds(made, task), *_row_bounds(made, task))
    _check_held(made, task)
    return numbers


def _parameters(made: Transcription, task: PlanTask) -> Array:
    layout, system = made.layout, made.system
    values = np.zeros(layout.parameters)
    values[layout.theta] = system.numbers.theta(task)
    values[layout.weights] = [1.0 if name == "tracking" else task.costs[name] for name in made.terms.names]
    for phase in layout.phases:
        values[phase.count] = phase.intervals
    if task.reference is not None:
        values[layout.tracking] = [task.reference.weights[name] for name in made.terms.tracked]
        start = 0.0
        for phase, asked in zip(layout.phases, task.phases, strict=True):
            t = start + phase.s * asked.first_duration()
            start = t[-1]
            for column, name in enumerate((*system.state_names, *system.input_names)):
                if name in task.reference.values:
                    samples = np.asarray(task.reference.values[name], float)
                    values[phase.reference[:, column]] = np.interp(t, task.reference.t, samples)
    return values


def limits_of(made: Transcription, task: PlanTask) -> dict[str, tuple[float, float]]:
    """The system's own and the task's."""
    return {**made.system.numbers.limits(task), **task.limits}


def _variable_bounds(made: Transcription, task: PlanTask) -> tuple[Array, Array]:
    lower, upper = np.full(made.layout.variables, -np.inf), np.full(made.layout.variables, np.inf)
    limits = limits_of(made, task)
    for number, (phase, asked) in enumerate(zip(made.layout.phases, task.phases, strict=True)):
        of_phase = tr("of phase {number}", number=number + 1)
        lower[phase.duration], upper[phase.duration] = _ordered(
            tr("the duration {of_phase}", of_phase=of_phase), "s", least_and_greatest(asked.duration)
        )
        lower[phase.p], upper[phase.p] = made.system.numbers.constants(task, number)
        for name, *bound in zip(phase.mode.p_names, lower[phase.p], upper[phase.p], strict=True):
            if name in asked.foothold:
                _check_beside_gaps(task, number, asked.foothold[name])
            _ordered(tr("{name} of the foothold {of_phase}", name=name, of_phase=of_phase), "m", (bound[0], bound[1]))
        for column, (name, unit) in enumerate(zip(made.system.input_names, made.system.input_units, strict=True)):
            if name in limits:
                lower[phase.u[:, column]], upper[phase.u[:, column]] = _ordered(name, unit, limits[name])
    return lower, upper


def _row_bounds(made: Transcription, task: PlanTask) -> tuple[Array, Array]:
    lower, upper = np.zeros(made.program.rows), np.zeros(made.program.rows)
    for block in made.blocks:
        lower[block.rows], upper[block.rows] = _block_bounds(made, block, task)
    return lower, upper


def _block_bounds(made: Transcription, block: RowBlock, task: PlanTask) -> tuple[tuple[float, ...], tuple[float, ...]]:
    asked = {"start": task.start, "goal": task.goal, "waypoint": task.phases[block.phase].ends_at}
    if block.kind in asked:
        bounds = [asked[block.kind][block.name]]
        if block.kind == "goal" and block.name in task.phases[-1].ends_at:
            bounds.append(task.phases[-1].ends_at[block.name])
        least, greatest = _ordered(
            tr("{block} at the {kind}", block=block.name, kind=block.kind), block.unit, *map(least_and_greatest, bounds)
        )
    elif block.kind == "path" and len(block.lower) == 1:
        own = made.system.numbers.path_bounds(task, block.phase)
        known = [given[block.name] for given in (limits_of(made, task), own) if block.name in given]
        least, greatest = _ordered(block.name, block.unit, *(known or [(block.lower[0], block.upper[0])]))
    else:
        return block.lower, block.upper
    return (least,), (greatest,)


def _check_beside_gaps(task: PlanTask, phase: int, asked: Bound) -> None:
    """Raise ArgumentError where a foothold that is asked for is in a gap, or on the other side of it than its phase."""
    least, greatest = least_and_greatest(asked)
    for gap in task.obstacles:
        if not isinstance(gap, GapObstacle):
            continue
        behind = phase > gap.crossed_in
        if greatest >= gap.end if behind else least <= gap.start:
            continue
        place = (
            as_shown(f"{least:g} m") if least == greatest else tr("{least:g} to {greatest:g} m", least=least, greatest=greatest)
        )
        which = tr("the gap from {start:g} to {end:g} m", start=gap.start, end=gap.end)
        what = tr("the foothold of phase {phase} is to be at {place}", phase=phase + 1, place=place)
        if least > gap.start and greatest < gap.end:
            raise ArgumentError("{what}, which is in {which}: no foot stands there", what=what, which=which)
        side = tr("behind") if behind else tr("before")
        raise ArgumentError(
            "{what}: {which} is crossed in phase {crossed_in}, and this foothold is {side} it",
            what=what,
            which=which,
            crossed_in=gap.crossed_in + 1,
            side=side,
        )


def _ordered(what: str, unit: str, *bounds: tuple[float, float]) -> tuple[float, float]:
    """What is within all bounds; ArgumentError where that is nothing."""
    least, greatest = (float(closer(ends)) for closer, ends in zip((np.max, np.min), zip(*bounds, strict=True), strict=True))
    if not least <= greatest:  # NaN too
        ends = [as_shown(f"{end:g} {unit}".rstrip()) for end in (least, greatest)]
        raise ArgumentError("{what} is to be at least {least} and at most {most}", what=what, least=ends[0], most=ends[1])
    return least, greatest


def _check_held(made: Transcription, task: PlanTask) -> None:
    """Whether what is asked of a state that a mode holds by itself is what it holds: there is no row for it."""
    last = len(task.phases) - 1
    asked = [(tr("at the start"), 0, task.start), (tr("at the goal"), last, task.goal)]
    asked += [(tr("at the end of phase {k}", k=k + 1), k, phase.ends_at) for k, phase in enumerate(task.phases)]
    for where, number, states in asked:
        mode = made.layout.phases[number].mode
        lower, upper = made.system.numbers.constants(task, number)
        moves = np.full(mode.nx, np.nan)
        held = np.asarray(mode.full(moves, np.where(lower < upper, np.nan, lower)), float).ravel()
        for name, bound in states.items():
            value = held[made.system.state_names.index(name)]
            least, greatest = least_and_greatest(bound)
            if value < least - ROUNDING or value > greatest + ROUNDING:
                wanted = (
                    as_shown(f"{least:g}")
                    if least == greatest
                    else tr("{least:g} to {greatest:g}", least=least, greatest=greatest)
                )
                raise ArgumentError(
                    "{name} {where} is to be {wanted}; in mode {mode!r} it is {value:g} there",
                    name=name,
                    where=where,
                    wanted=wanted,
                    mode=mode.name,
                    value=value,
                )


def first_guess(made: Transcription, task: PlanTask, seed: int | None = None, noise: float = 0.1) -> Array:
    """Where to start: the system's own guess, with normal noise of a seed: so much of each unknown's size, 1 at least."""
    values = np.zeros(made.layout.variables)
    for number, phase in enumerate(made.layout.phases):
        full, inputs = made.system.numbers.guess(task, number, phase.s)
        for node, state in enumerate(full):
            x, p = (np.asarray(part).ravel() for part in phase.mode.minimal(state))
            values[phase.x[node]] = x
            values[phase.p] = p
        if phase.mode.first_z:
            values[phase.z] = phase.mode.first_z
        knots = inputs[phase.knot]
        values[phase.u] = knots[: len(phase.u)]
        values[phase.duration] = task.phases[number].first_duration()
    if seed is not None:
        random = np.random.default_rng(seed)
        values = values + noise * np.maximum(np.abs(values), 1.0) * random.standard_normal(values.size)
    return values
