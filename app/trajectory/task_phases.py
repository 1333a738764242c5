"""Phases, footholds and obstacles of a task as the board shows them: as they were planned, or before that as they are guessed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.trajectory.hopper.symbols import STATE_UNITS, STATES
from torseur.sim.trajectory.task.obstacles import GapObstacle, Obstacle, StepObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, least_and_greatest
from torseur.sim.trajectory.values import Plan
from torseur.ui.trajectory.values import BoardFoothold, BoardObstacle, BoardPhase, IntervalErrors

from .task_edits import end_of_foothold

HOPPER_MODES = {"stance": True, "flight": False, "slip forwards": True, "slip backwards": True}
FOOTHOLD = "foot_x"  # the constant of a hopper's stance
DEEP = 0.1  # that the side of a gap is drawn [m]


def modes_of(task: PlanTask) -> dict[str, bool]:
    """Modes that a phase of the task may have, and whether anything touches in them; none: phases are given."""
    if task.system == "hopper":
        return dict(HOPPER_MODES)
    if task.system == "lecture" or task.robot is None:
        return {}
    return {mode.name: bool(mode.touching) for mode in task.robot.modes}


def units_of(task: PlanTask, plan: Plan | None) -> dict[str, str]:
    """The units of states and inputs by name, as far as they are known before there is a plan."""
    if plan is not None:
        names, units = (*plan.state_names, *plan.input_names), (*plan.state_units, *plan.input_units)
        return dict(zip(names, units, strict=True))
    if task.system in ("hopper", "lecture"):
        return dict(zip(STATES, STATE_UNITS, strict=True))
    return {}


def fits(task: PlanTask, plan: Plan | None) -> bool:
    """Whether a plan has the phases of a task."""
    return plan is not None and [one.mode for one in plan.phases] == [one.mode for one in task.phases]


def board_phases(task: PlanTask, plan: Plan | None) -> tuple[BoardPhase, ...]:
    """How long each lasts: planned, or what is tried first."""
    if not task.phases and plan is not None:  # the lecture's are not the task's to choose
        return tuple(
            BoardPhase(one.mode, bool(one.touching.any()), one.duration, one.duration, one.duration, len(one.defect))
            for one in plan.phases
        )
    touching = modes_of(task) or HOPPER_MODES
    found = []
    for k, phase in enumerate(task.phases):
        shortest, longest = least_and_greatest(phase.duration)
        planned = plan.phases[k].duration if plan is not None and fits(task, plan) else phase.first_duration()
        duration = shortest if shortest == longest else planned
        found.append(
            BoardPhase(phase.mode, touching.get(phase.mode, True), duration, shortest, longest, phase.intervals)
        )
    return tuple(found)


def board_footholds(task: PlanTask, plan: Plan | None) -> tuple[BoardFoothold, ...]:
    """Where feet stand: planned, or given; what is neither is not known yet."""
    found = []
    phases: Mapping[int, object] = dict(enumerate(task.phases))
    if plan is None or (task.phases and not fits(task, plan)):
        for k, phase in enumerate(task.phases):
            if FOOTHOLD in phase.foothold:
                least, greatest = least_and_greatest(phase.foothold[FOOTHOLD])
                if np.isfinite(least + greatest):
                    found.append(BoardFoothold(k, 0, "foot", 0.5 * (least + greatest), 0.0, least == greatest))
        return tuple(found)
    for k, planned in enumerate(plan.phases):
        for point, name in enumerate(plan.points):
            x, _, z = planned.footholds[point]
            if np.isfinite(x):
                movable = task.system == "hopper" and planned.mode == "stance" and k in phases
                given = movable and _is_given(task, k)
                found.append(BoardFoothold(k, point, name, float(x), float(z), given, movable))
    return tuple(found)


def _is_given(task: PlanTask, phase: int) -> bool:
    if end_of_foothold(task, phase, FOOTHOLD):
        return True
    if FOOTHOLD not in task.phases[phase].foothold:
        return False
    least, greatest = least_and_greatest(task.phases[phase].foothold[FOOTHOLD])
    return least == greatest


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
