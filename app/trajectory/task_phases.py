"""Phases, footholds and obstacles of a task as the board shows them: as they were planned, or before that as they are guessed."""

from __future__ import annotations

import numpy as np

from torseur.sim.trajectory.files.known_names import known_names
from torseur.sim.trajectory.hopper.symbols import hopper_states
from torseur.sim.trajectory.robot.contact_robot import Touch
from torseur.sim.trajectory.task.obstacles import GapObstacle, Obstacle, StepObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, least_and_greatest
from torseur.sim.trajectory.values import Plan
from torseur.ui.trajectory.values import BoardFoothold, BoardObstacle, BoardPhase, IntervalErrors

from .task_edits import end_of_foothold

DEEP = 0.1  # that the side of a gap is drawn [m]


def modes_of(task: PlanTask) -> dict[str, bool]:
    """Modes that a phase of the task may have, and whether anything touches in them."""
    if task.robot is None:
        return {name: name != "flight" for name in known_names(task).modes}
    return {mode.name: bool(mode.touching) for mode in task.robot.modes}


def units_of(task: PlanTask, plan: Plan | None) -> dict[str, str]:
    """The units of states and inputs by name, as far as they are known before there is a plan."""
    if plan is not None:
        names, units = (*plan.state_names, *plan.input_names), (*plan.state_units, *plan.input_units)
        return dict(zip(names, units, strict=True))
    return hopper_states(task.lecture) if task.robot is None else {}


def fits(task: PlanTask, plan: Plan | None) -> bool:
    """Whether a plan has the phases of a task."""
    return plan is not None and [one.mode for one in plan.phases] == [one.mode for one in task.phases]


def board_phases(task: PlanTask, plan: Plan | None) -> tuple[BoardPhase, ...]:
    """How long each lasts: planned, or what is tried first."""
    touching = modes_of(task)
    found = []
    for k, phase in enumerate(task.phases):
        shortest, longest = least_and_greatest(phase.duration)
        planned = plan.phases[k].duration if plan is not None and fits(task, plan) else phase.first_duration()
        duration = shortest if shortest == longest else planned
        found.append(BoardPhase(phase.mode, touching.get(phase.mode, True), duration, shortest, longest, phase.intervals))
    return tuple(found)


def board_footholds(task: PlanTask, plan: Plan | None) -> tuple[BoardFoothold, ...]:
    """Where feet stand: planned, or given; what is neither is not known yet."""
    found = []
    if plan is None or (task.phases and not fits(task, plan)):
        for k, phase in enumerate(task.phases):
            for row, name in enumerate(_standing(task, k)):
                least, greatest = least_and_greatest(phase.foothold.get(constant_of(name), (-np.inf, np.inf)))
                if np.isfinite(least + greatest):
                    found.append(BoardFoothold(k, row, name, 0.5 * (least + greatest), 0.0, least == greatest))
        return tuple(found)
    for k, planned in enumerate(plan.phases):
        for point, name in enumerate(plan.points):
            x, _, z = planned.footholds[point]
            if np.isfinite(x):
                movable = name in _standing(task, k)
                given = movable and _is_given(task, k, constant_of(name))
                asked = _asked(task, k, constant_of(name)) if given else (x, x)
                at = x if asked[0] != asked[1] else asked[0]  # also while the plan is of the task before the last edit
                found.append(BoardFoothold(k, point, name, float(at), float(z), given, movable))
    return tuple(found)


def constant_of(point: str) -> str:
    """The constant of a phase that says where a point stands along x."""
    return f"{point}_x"


def _standing(task: PlanTask, phase: int) -> tuple[str, ...]:
    """The points that stand on the ground in a phase, so that the task may say where."""
    if phase >= len(task.phases):
        return ()
    mode = task.phases[phase].mode
    if task.robot is None:
        return ("foot",) if mode == "stance" else ()
    on_ground = {point.name for point in task.robot.points if point.surface is None}
    touching = next((one.touching for one in task.robot.modes if one.name == mode), ())
    return tuple(name for name, touch in touching if touch is Touch.STICK and name in on_ground)


def _is_given(task: PlanTask, phase: int, constant: str) -> bool:
    least, greatest = _asked(task, phase, constant)
    return least == greatest or bool(end_of_foothold(task, phase, constant))


def _asked(task: PlanTask, phase: int, constant: str) -> tuple[float, float]:
    """Between which x a foothold is to be [m]."""
    end = end_of_foothold(task, phase, constant)
    given = getattr(task, end) if end else task.phases[phase].foothold
    return least_and_greatest(given.get(constant, (-np.inf, np.inf)))


def board_obstacles(obstacles: tuple[Obstacle, ...]) -> tuple[BoardObstacle, ...]:
    """What is in the way, from the side."""
    found = []
    for one in obstacles:
        if isinstance(one, GapObstacle):
            found.append(BoardObstacle("gap", one.start, one.end, -DEEP, 0.0))
        elif isinstance(one, StepObstacle):
            found.append(BoardObstacle("step", one.x, one.x, min(one.height, 0.0), max(one.height, 0.0)))
        else:
            r = one.radius
            found.append(BoardObstacle("bar", one.x - r, one.x + r, one.z - r, one.z + r))
    return tuple(found)


def interval_errors(plan: Plan | None) -> IntervalErrors:
    """How well each interval was planned."""
    if plan is None:
        return IntervalErrors()
    edges = [phase.t[phase.knot] for phase in plan.phases]
    return IntervalErrors(
        np.concatenate([*(one[:-1] for one in edges), edges[-1][-1:]]),
        np.concatenate([phase.error for phase in plan.phases]),
        np.concatenate([phase.defect for phase in plan.phases]),
    )
