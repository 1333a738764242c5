"""The numbers of a task, where a program of its structure takes them: parameters, bounds, and where to start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..task.plan_task import PlanTask, least_and_greatest
from .layout import RowBlock
from .transcription import Transcription


@dataclass(frozen=True, eq=False)
class ProgramNumbers:
    """What a program is solved with."""

    parameters: Array
    x_lower: Array
    x_upper: Array
    g_lower: Array
    g_upper: Array


def numbers_of(made: Transcription, task: PlanTask) -> ProgramNumbers:
    """Parameters and bounds of a task."""
    return ProgramNumbers(_parameters(made, task), *_variable_bounds(made, task), *_row_bounds(made, task))


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
        lower[phase.duration], upper[phase.duration] = least_and_greatest(asked.duration)
        lower[phase.p], upper[phase.p] = made.system.numbers.constants(task, number)
        for column, name in enumerate(made.system.input_names):
            if name in limits:
                lower[phase.u[:, column]], upper[phase.u[:, column]] = limits[name]
    return lower, upper


def _row_bounds(made: Transcription, task: PlanTask) -> tuple[Array, Array]:
    lower, upper = np.zeros(made.program.rows), np.zeros(made.program.rows)
    for block in made.blocks:
        least, greatest = _block_bounds(block, task, limits_of(made, task))
        lower[block.rows], upper[block.rows] = least, greatest
    return lower, upper


def _block_bounds(
    block: RowBlock, task: PlanTask, limits: dict[str, tuple[float, float]]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    asked = {"start": task.start, "goal": task.goal, "waypoint": task.phases[block.phase].ends_at}
    if block.kind in asked:
        least, greatest = least_and_greatest(asked[block.kind][block.name])
    elif block.kind == "path" and block.name in limits and len(block.lower) == 1:
        least, greatest = limits[block.name]
    else:
        return block.lower, block.upper
    return (least,), (greatest,)


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
