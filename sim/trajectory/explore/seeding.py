"""A found sequence planned phase by phase, started near the motion that it was found with, and both compared."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import numpy as np

from ...errors import ArgumentError
from ...texts import tr
from ..hopper.hopper_modes import slip_name
from ..hopper.symbols import STATES
from ..solving.planner import Planner
from ..task.obstacles import BarObstacle, Obstacle, StepObstacle
from ..task.plan_task import Bound, PlanTask, TaskPhase
from ..values import Plan, PlanPhase
from .contact_program import phase_ends
from .values import Exploration, PlanMeasures, SeededPlan, Tell

SLIPPING = 0.05  # [m/s] of a pressed foot that counts as dragged
INTERVALS = 15


def plan_seeded(
    exploration: Exploration,
    planner: Planner | None = None,
    *,
    free: bool = False,
    iterations: int = 500,
    tell: Tell | None = None,
) -> SeededPlan:
    """The task with the sequence that exploring found, planned from the motion that it found.

    free : durations may be half to twice of what was found; not: they are held, so that both plans take the same time
    tell : told each stage and each iterate; returns True to stop

    Raises ArgumentError or UnknownNameError for what cannot be planned, MissingCasadiError without CasADi.
    """
    hear = tell or (lambda _: False)
    task = seeded_task(exploration, free=free)

    def told(update: object) -> bool:
        return not isinstance(update, Plan) and bool(hear(update))  # a plan is not what this gives

    plan = (planner or Planner()).plan(task, guess=_cut(exploration.plan, task), iterations=iterations, tell=told)
    rows = _measures(exploration.plan, "explored"), _measures(plan, tr("planned by phases"))
    return SeededPlan(exploration, task, plan, rows, _sentence(task, *rows))


def seeded_task(exploration: Exploration, *, free: bool = False) -> PlanTask:
    """The task with the phases found, a dragged foot as one that slips. What it asks for at an instant ends a phase there."""
    task, whole = exploration.task, exploration.plan.duration
    asked = [(fraction * whole, phase.ends_at) for fraction, phase in phase_ends(task) if phase.ends_at]
    phases: list[TaskPhase] = []
    for mode, begin, last in _stretches(exploration):
        inside = [(t, states) for t, states in asked if begin + 1e-9 < t < last - 1e-9]
        at_end = next((states for t, states in asked if abs(t - last) <= 1e-9), {})
        for end, states in (*inside, (last, at_end)):
            lasts = end - begin
            duration: Bound = (0.5 * lasts, 2.0 * lasts) if free else lasts
            phases.append(TaskPhase(mode, INTERVALS, duration, lasts, ends_at=states))
            begin = end
    return replace(task, phases=tuple(phases), obstacles=_crossings(exploration, phases))


def _stretches(exploration: Exploration) -> list[tuple[str, float, float]]:
    """Mode, beginning and end of each: contacts and flights as they were found, however short."""
    modes = [mode for phase in exploration.plan.phases for mode in _modes(phase)]
    lasting: list[tuple[str, int]] = []
    for _, steps in groupby(modes, key=lambda mode: mode == "flight"):
        lasting += _lasting(list(steps))
    ends = exploration.step * np.cumsum([0, *(steps for _, steps in lasting)])
    return [(mode, float(a), float(b)) for (mode, _), a, b in zip(lasting, ends, ends[1:], strict=False)]


def _lasting(modes: list[str]) -> list[tuple[str, int]]:
    """Mode and steps of each part of a contact or flight. A single step counts to the part before it, at first to the next."""
    found: list[tuple[str, int]] = []
    waiting = 0
    for mode, run in groupby(modes):
        steps = len(list(run))
        if found and (steps == 1 or found[-1][0] == mode):
            found[-1] = found[-1][0], found[-1][1] + steps
        elif steps == 1:
            waiting += 1
        else:
            found.append((mode, steps + waiting))
            waiting = 0
    return found or [(max(modes, key=lambda mode: (modes.count(mode), mode == "stance")), waiting)]


def _crossings(exploration: Exploration, phases: list[TaskPhase]) -> tuple[Obstacle, ...]:
    """The task's obstacles, each crossed in the phase after which the foot first stands behind it."""
    ends = np.cumsum([phase.first_duration() for phase in phases])
    t, state = (np.concatenate([getattr(phase, name) for phase in exploration.plan.phases]) for name in ("t", "state"))
    x = state[:, STATES.index("foot_x")]
    stood = [
        (k, float(x[(t > end - phase.first_duration() + 1e-9) & (t < end + 1e-9)].mean()))
        for k, (phase, end) in enumerate(zip(phases, ends, strict=True))
        if phase.mode != "flight"
    ]
    found: list[Obstacle] = []
    for obstacle in exploration.task.obstacles:
        if not isinstance(obstacle, BarObstacle):
            middle = obstacle.x if isinstance(obstacle, StepObstacle) else 0.5 * (obstacle.start + obstacle.end)
            behind = [k for k, at in stood if at > middle]
            back = [k for k, at in stood if behind and k > behind[0] and at <= middle]
            if back:
                raise ArgumentError(
                    "the found motion comes back over what stands in its way at {middle:.4g} m, in phase {back}: phases cross "
                    "it once, forwards",
                    middle=middle,
                    back=back[0] + 1,
                )
            obstacle = replace(obstacle, crossed_in=max(behind[0] - 1, 0) if behind else len(phases) - 1)
        found.append(obstacle)
    return tuple(found)


def _modes(phase: PlanPhase) -> list[str]:
    """Of each step of a found phase."""
    if phase.mode == "flight":
        return ["flight"] * (len(phase.t) - 1)
    speeds = phase.state[1:, STATES.index("foot_vx")]
    return [slip_name(1 if speed > 0.0 else -1) if abs(speed) > SLIPPING else "stance" for speed in speeds]


def _cut(plan: Plan, task: PlanTask) -> Plan:
    """The explored motion, in the phases of the task."""
    t, state, inputs = (np.concatenate([getattr(phase, name) for phase in plan.phases]) for name in ("t", "state", "inputs"))
    phases: list[PlanPhase] = []
    start = 0.0
    for asked in task.phases:
        end = start + asked.first_duration()
        inside = (t > start - 1e-9) & (t < end + 1e-9)
        cut = state[inside].copy()
        if asked.mode == "stance":
            cut[:, 2:4], cut[:, 6:8] = cut[:, 2:4].mean(axis=0), 0.0
        elif asked.mode != "flight":
            cut[:, 3], cut[:, 7] = cut[:, 3].mean(), 0.0
        phases.append(replace(plan.phases[0], mode=asked.mode, t=t[inside], state=cut, inputs=inputs[inside]))
        start = end
    return replace(plan, phases=tuple(phases))


def _measures(plan: Plan, name: str) -> PlanMeasures:
    return PlanMeasures(
        name,
        plan.status,
        plan.cost,
        plan.duration,
        max(float(phase.defect.max()) for phase in plan.phases),
        max(float(phase.error.max()) for phase in plan.phases),
        plan.iterations,
        plan.seconds_solving,
    )


def _sentence(task: PlanTask, explored: PlanMeasures, planned: PlanMeasures) -> str:
    modes = " - ".join(mode for mode, _ in groupby(phase.mode for phase in task.phases))
    if not planned.status.is_solution:
        return tr("Planned by phases, {modes}, it was not solved: {status}.", modes=modes, status=tr(planned.status.value))
    return tr(
        "Planned by phases, {modes}, it costs {cost:.4g} (explored {explored_cost:.4g}), with an error between "
        "knots of {error:.2g} ({explored_error:.2g}), in {iterations} iterations and {seconds:.1f} s (exploring "
        "took {explored_iterations} and {explored_seconds:.1f} s).",
        modes=modes,
        cost=planned.cost,
        explored_cost=explored.cost,
        error=planned.error,
        explored_error=explored.error,
        iterations=planned.iterations,
        seconds=planned.seconds,
        explored_iterations=explored.iterations,
        explored_seconds=explored.seconds,
    )
