"""What the board does to a task: every edit gives another task, and leaves the one that it was given as it is."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from torseur.sim.trajectory.files.known_names import own_limits
from torseur.sim.trajectory.lecture.lecture_task import STEP, with_reference
from torseur.sim.trajectory.task.lecture_switches import MENDED, MOST_SUBSTEPS, LectureSwitches
from torseur.sim.trajectory.task.obstacles import GapObstacle, Obstacle, StepObstacle
from torseur.sim.trajectory.task.plan_task import Bound, PlanTask, TaskPhase, least_and_greatest
from torseur.sim.trajectory.values import NOTABLE_BETWEEN, Plan, PlanPhase

MOST_INTERVALS = 160  # of a phase, to which refining goes
SHORTEST, LONGEST = 0.1, 0.8  # of a duration that is freed and was never free [s]


def with_duration(task: PlanTask, phase: int, seconds: float) -> PlanTask:
    """The phase lasts so long: given. Of the lecture, a whole number of its steps, which its neighbour gives or takes."""
    if task.system == "lecture":
        return _with_steps(task, phase, round(seconds / STEP))
    return _with_phase(task, phase, duration=seconds, guess=None)


def with_duration_bounds(task: PlanTask, phase: int, shortest: float, longest: float, guess: float) -> PlanTask:
    """The planner chooses between these [s], and tries `guess` first."""
    shortest, longest = min(shortest, longest), max(shortest, longest)
    return _with_phase(task, phase, duration=(shortest, longest), guess=min(max(guess, shortest), longest))


def with_free_duration(task: PlanTask, phase: int, opened: PlanTask, guess: float) -> PlanTask:
    """The planner chooses: between the bounds that the task was opened with, or wider where `guess` is beyond them."""
    bounds = (SHORTEST, LONGEST)
    if len(opened.phases) == len(task.phases) and isinstance(opened.phases[phase].duration, tuple):
        bounds = least_and_greatest(opened.phases[phase].duration)
    return with_duration_bounds(task, phase, min(bounds[0], guess), max(bounds[1], guess), guess)


def with_intervals(task: PlanTask, phase: int, intervals: int) -> PlanTask:
    """The phase is parted into so many. Of the lecture, whose intervals are of one length, it lasts so many of them."""
    if task.system == "lecture":
        return _with_steps(task, phase, intervals)
    return _with_phase(task, phase, intervals=max(1, intervals))


def with_mode(task: PlanTask, phase: int, mode: str) -> PlanTask:
    """Another mode, with no foothold of the one before."""
    return _with_phase(task, phase, mode=mode, foothold={})


def with_foothold(task: PlanTask, phase: int, name: str, bound: Bound | None) -> PlanTask:
    """A constant of the phase is given, or None: left to the planner. Where start or goal give it already, they are changed."""
    end = end_of_foothold(task, phase, name)
    if end:
        given = dict(getattr(task, end))
        given[name] = given[name] if bound is None else bound
        changes: dict[str, Any] = {end: given}
        return replace(task, **changes)
    footholds = dict(task.phases[phase].foothold)
    footholds.pop(name, None)
    if bound is not None:
        footholds[name] = bound
    return _with_phase(task, phase, foothold=footholds)


def end_of_foothold(task: PlanTask, phase: int, name: str) -> str:
    """Which end of the task says where the foot stands in a phase: "start", "goal"; empty: neither."""
    if phase == 0 and name in task.start:
        return "start"
    return "goal" if phase == len(task.phases) - 1 and name in task.goal else ""


def with_phase_after(task: PlanTask, phase: int, modes: dict[str, bool]) -> PlanTask:
    """Two more phases after one, so that modes go on to alternate; the last phase alone is followed by one.

    modes : names of those that there are, and whether anything touches in them
    """
    phase = min(phase, len(task.phases) - 1)
    own = task.phases[phase]
    other = next((name for name, touches in modes.items() if touches != modes.get(own.mode, False)), own.mode)
    new = [TaskPhase(other, own.intervals, (SHORTEST, LONGEST))]
    if phase + 1 < len(task.phases):
        new.append(TaskPhase(own.mode, own.intervals, (SHORTEST, LONGEST)))
    phases = (*task.phases[: phase + 1], *new, *task.phases[phase + 1 :])
    return replace(task, phases=phases, obstacles=_moved(task.obstacles, phase, len(new)))


def without_phase(task: PlanTask, phase: int) -> PlanTask:
    """One phase fewer; where its neighbours have the same mode they become one."""
    phases = list(task.phases)
    removed = 1
    del phases[phase]
    if 0 < phase < len(phases) and phases[phase - 1].mode == phases[phase].mode:
        del phases[phase]
        removed = 2
    return replace(task, phases=tuple(phases), obstacles=_moved(task.obstacles, phase, -removed, len(phases)))


def crossings(task: PlanTask) -> int:
    """How many gaps and steps have a phase behind them."""
    last = len(task.phases) - 1
    return sum(one.crossed_in < last for one in task.obstacles if isinstance(one, GapObstacle | StepObstacle))


def with_method(task: PlanTask, method: str) -> PlanTask:
    """Planned by another method."""
    return replace(task, method=method)


def with_number(task: PlanTask, key: str, which: int, value: float) -> PlanTask:
    """One number of the task, by the key that `task_groups` gives it; `which` of its values where there are two."""
    kind, _, name = key.partition("/")
    if kind == "friction":
        return replace(task, friction=value)
    if kind == "obstacle":
        row, _, name = name.partition("/")
        obstacles = list(task.obstacles)
        obstacles[int(row)] = _with_part(obstacles[int(row)], name, which, value)
        return replace(task, obstacles=tuple(obstacles))
    if kind == "ends":
        row, _, name = name.partition("/")
        ends = dict(task.phases[int(row)].ends_at)
        ends[name] = _with_end(ends[name], which, value)
        return _with_phase(task, int(row), ends_at=ends)
    numbers: dict[str, Any] = dict(getattr(task, kind))
    if kind == "limits":
        numbers.setdefault(name, own_limits(task).get(name))
    numbers[name] = _with_end(numbers[name], which, value) if kind in ("start", "goal", "limits") else value
    changes: dict[str, Any] = {kind: numbers}
    return replace(task, **changes)


def with_switch(task: PlanTask, key: str, on: bool) -> PlanTask:
    """A fault of the lecture's problem is mended, or there again: one of the fields of `LectureSwitches`."""
    switches = task.lecture or LectureSwitches()
    value = getattr(MENDED if on else LectureSwitches(), key)
    return with_reference(task, replace(switches, **{key: value}))


def refined(task: PlanTask, plan: Plan, large: float) -> PlanTask:
    """Twice as many intervals in the phases that want it (`wants_refining`); the same task where there is none.

    Of the lecture, whose knots are given, its switch for fine steps; where that is on, twice as many steps of RK4 between knots.
    """
    if task.system == "lecture":
        switches = task.lecture or LectureSwitches()
        finer = replace(switches, substeps=max(min(2 * switches.substeps, MOST_SUBSTEPS), MENDED.substeps))
        return replace(task, lecture=finer) if any(wants_refining(phase, large) for phase in plan.phases) else task
    for k, phase in enumerate(plan.phases[: len(task.phases)]):
        if wants_refining(phase, large) and task.phases[k].intervals < MOST_INTERVALS:
            task = with_intervals(task, k, min(2 * task.phases[k].intervals, MOST_INTERVALS))
    return task


def wants_refining(phase: PlanPhase, large: float) -> bool:
    """Whether an interval's error is above `large`, or a bound is passed notably between its nodes."""
    return bool(np.any(phase.error > large) or np.any(phase.passed > NOTABLE_BETWEEN))


def _with_phase(task: PlanTask, phase: int, **changes: object) -> PlanTask:
    phases = list(task.phases)
    phases[phase] = replace(phases[phase], **changes)  # type: ignore[arg-type]
    return replace(task, phases=tuple(phases))


def _with_steps(task: PlanTask, phase: int, steps: int) -> PlanTask:
    other = phase + 1 if phase + 1 < len(task.phases) else phase - 1
    both = task.phases[phase].intervals + task.phases[other].intervals
    steps = min(max(steps, 1), both - 1)
    for k, count in ((phase, steps), (other, both - steps)):
        task = _with_phase(task, k, intervals=count, duration=STEP * count)
    return task


def _with_end(bound: Bound, which: int, value: float) -> Bound:
    if not isinstance(bound, tuple):
        return value
    ends = [*bound]
    ends[which] = value
    return ends[0], ends[1]


def _with_part(obstacle: Obstacle, name: str, which: int, value: float) -> Obstacle:
    if isinstance(obstacle, GapObstacle) and name == "ends":
        start, end = _with_end((obstacle.start, obstacle.end), which, value)  # type: ignore[misc]
        return replace(obstacle, start=start, end=end)
    return replace(obstacle, **{name: value})  # type: ignore[arg-type]


def _moved(obstacles: tuple[Obstacle, ...], phase: int, by: int, count: int = 10**6) -> tuple[Obstacle, ...]:
    """Crossed in the phases that they were crossed in, whose numbers may be others now."""
    found: list[Obstacle] = []
    for one in obstacles:
        if isinstance(one, GapObstacle | StepObstacle):
            crossed = one.crossed_in + by if one.crossed_in > phase else one.crossed_in
            one = replace(one, crossed_in=min(max(crossed, 0), count - 1))
        found.append(one)
    return tuple(found)


def is_open(bound: Bound) -> bool:
    """Whether one side of it is open."""
    return any(abs(end) == inf for end in least_and_greatest(bound))
