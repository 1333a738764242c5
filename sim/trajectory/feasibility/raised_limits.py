"""One limit of a task raised, all others as they were."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..task.plan_task import PlanTask, least_and_greatest
from ..transcription.task_numbers import limits_of
from ..transcription.transcription import Transcription


@dataclass(frozen=True)
class RaisableLimit:
    """A limit that a factor loosens."""

    name: str  # "friction", "force", "leg length", "durations"
    unit: str
    given: float  # its greatest value
    raised: Callable[[float], PlanTask]  # factor > 1 -> the task with it


def raisable_limits(task: PlanTask, made: Transcription) -> tuple[RaisableLimit, ...]:
    """Friction, inputs, lengths and durations: all that have a greatest value above 0."""
    found = [_friction(task, made)]
    units = dict(zip(made.system.input_names, made.system.input_units, strict=True))
    groups = {rows.group: rows.unit for mode in made.system.modes.values() for rows in mode.path}
    for name, (least, greatest) in limits_of(made, task).items():
        if name in units or name in groups:
            found.append(_limit(task, name, {**groups, **units}[name], least, greatest))
    durations = [least_and_greatest(phase.duration)[1] for phase in task.phases]
    found.append(RaisableLimit("durations", "s", sum(durations), lambda factor: _longer(task, factor)))
    return tuple(limit for limit in found if 0.0 < limit.given < math.inf)


def _limit(task: PlanTask, name: str, unit: str, least: float, greatest: float) -> RaisableLimit:
    def raised(factor: float) -> PlanTask:
        bounds = least * factor if least < 0.0 else least, greatest * factor
        limits: Mapping[str, tuple[float, float]] = {**task.limits, name: bounds}
        return replace(task, limits=limits)

    return RaisableLimit(name, unit, greatest, raised)


def _friction(task: PlanTask, made: Transcription) -> RaisableLimit:
    """That of the task, and of each point that has its own."""
    theta = zip(made.system.theta_names, made.system.numbers.theta(task).tolist(), strict=True)
    own = {name: mu for name, mu in theta if name.startswith("friction of ")}

    def raised(factor: float) -> PlanTask:
        parameters = {**task.parameters, **{name: factor * mu for name, mu in own.items()}}
        return replace(task, friction=factor * task.friction, parameters=parameters)

    plain = task.friction if task.lecture is None else math.inf  # the lecture has no cone
    return RaisableLimit("friction", "", max(own.values(), default=plain), raised)


def _longer(task: PlanTask, factor: float) -> PlanTask:
    """Each phase may last that many times as long."""
    phases = []
    for phase in task.phases:
        least, greatest = least_and_greatest(phase.duration)
        phases.append(replace(phase, duration=(least, factor * greatest)))
    return replace(task, phases=tuple(phases))
