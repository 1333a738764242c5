"""The hopper as a hybrid system, and what it reads from a task."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError, UnknownNameError
from ...texts import tr
from ..system.system import HybridSystem
from ..task.lecture_switches import LectureSwitches
from ..task.obstacles import BarObstacle, GapObstacle, Obstacle, StepObstacle
from ..task.plan_task import PlanTask, least_and_greatest
from .hopper_jumps import hopper_jumps
from .hopper_modes import BESIDE, flight, slip, stance
from .symbols import INFINITY, STATES, hopper_inputs, hopper_states

PARAMETERS = {"body_mass": 5.0, "foot_mass": 1.0, "gravity": 9.81}
LIMITS = {"leg length": (0.5, 1.5), "force": (-150.0, 300.0), "torque": (-80.0, 80.0)}
LIFT = 0.2  # of the foot in a first guess [m]
OBSTACLE_PARTS = {StepObstacle: ("step", "x height edge".split()), BarObstacle: ("bar", "x z radius".split())}


def hopper_limits(lecture: LectureSwitches | None) -> Mapping[str, tuple[float, float]]:
    """By name."""
    return LIMITS if lecture is None else {"leg length": LIMITS["leg length"]}


def hopper_system(task: PlanTask) -> HybridSystem:
    """Modes "stance", "flight", "slip forwards", "slip backwards", and all jumps between, for the obstacles of a task."""
    import casadi as ca

    lecture = task.lecture
    friction = ("friction",) if lecture is None else ()  # of which the lecture knows nothing
    names = (*PARAMETERS, *friction, *(name for name, _ in _obstacle_parameters(task.obstacles)))
    beside = any(not isinstance(obstacle, BarObstacle) for obstacle in task.obstacles)
    slips = [slip(names, way, beside=beside) for way in (1, -1)] if lecture is None else []
    modes = {mode.name: mode for mode in (stance(names, lecture), flight(names, lecture), *slips)}
    states, inputs = hopper_states(lecture), hopper_inputs(lecture)
    full = ca.SX.sym("full", len(states))
    leg, speed = full[0:2] - full[2:4], full[4:6] - full[6:8]
    length = ca.norm_2(leg)
    q = ca.vertcat(full[0:2], ca.atan2(leg[0], leg[1]), length)
    turning = (leg[1] * speed[0] - leg[0] * speed[1]) / length**2
    v = ca.vertcat(full[4:6], turning, ca.dot(leg, speed) / length)
    return HybridSystem(
        name="hopper",
        robot="hopper",
        state_names=tuple(states),
        state_units=tuple(states.values()),
        input_names=tuple(inputs),
        input_units=tuple(inputs.values()),
        points=("foot",),
        theta_names=names,
        to_robot=ca.Function("to_robot", [full], [q, v]),
        numbers=HopperNumbers(),
        modes=modes,
        jumps=hopper_jumps(modes, names, lecture),
    )


def _obstacle_parameters(obstacles: tuple[Obstacle, ...]) -> list[tuple[str, float]]:
    """Names and values of what enters formulas: "step0_x", …"""
    found = []
    for number, obstacle in enumerate(obstacles):
        if not isinstance(obstacle, GapObstacle):
            kind, parts = OBSTACLE_PARTS[type(obstacle)]
            found += [(f"{kind}{number}_{part}", float(getattr(obstacle, part))) for part in parts]
    return found


class HopperNumbers:
    """What the hopper reads from a task."""

    def theta(self, task: PlanTask) -> Array:
        """Masses, gravity, friction, obstacles. Raises UnknownNameError and ArgumentError for what cannot be."""
        for name in task.parameters:
            if name not in PARAMETERS:
                raise UnknownNameError("parameter", name, PARAMETERS, tr("the hopper"))
        given = {**PARAMETERS, **task.parameters}
        for name in ("body_mass", "foot_mass"):
            if not 0.0 < given[name] < INFINITY:
                raise ArgumentError(
                    "{name} of task {task!r} is {given!r} kg; wanted: a positive number",
                    name=name,
                    task=task.name,
                    given=given[name],
                )
        friction = () if task.lecture is not None else (task.friction,)
        return np.array([*given.values(), *friction, *(value for _, value in _obstacle_parameters(task.obstacles))])

    def constants(self, task: PlanTask, phase: int) -> tuple[Array, Array]:
        """The foot stands on the ground, before a gap or a step or behind it, and where the task says."""
        mode = task.phases[phase].mode
        if mode == "flight":
            return np.zeros(0), np.zeros(0)
        least, greatest, height = self.ground_beside(task, phase)
        if mode != "stance":
            return np.array([height]), np.array([height])
        asked = task.phases[phase].foothold
        for name in asked:
            if name != "foot_x":
                raise UnknownNameError("foothold", name, ("foot_x",), tr("the hopper"))
        first, last = least_and_greatest(asked.get("foot_x", (-INFINITY, INFINITY)))
        return np.array([max(least, first), height]), np.array([min(greatest, last), height])

    def path_bounds(self, task: PlanTask, phase: int) -> Mapping[str, tuple[float, float]]:
        """A foot that slides does so before a gap or a step or behind it, as one that stands."""
        return {BESIDE: self.ground_beside(task, phase)[:2]}

    def ground_beside(self, task: PlanTask, phase: int) -> tuple[float, float, float]:
        """Between which x a foot on the ground is in a phase, by what stands in the way, and how high the ground is there [m]."""
        least, greatest, height = -INFINITY, INFINITY, 0.0
        for obstacle in task.obstacles:
            if isinstance(obstacle, BarObstacle):
                continue
            start = obstacle.start if isinstance(obstacle, GapObstacle) else obstacle.x
            end = obstacle.end if isinstance(obstacle, GapObstacle) else obstacle.x
            if isinstance(obstacle, StepObstacle):
                start -= obstacle.edge * (obstacle.height > 0)
                end += obstacle.edge * (obstacle.height < 0)
                height += obstacle.height * (phase > obstacle.crossed_in)
            if phase > obstacle.crossed_in:
                least = max(least, end)
            else:
                greatest = min(greatest, start)
        return least, greatest, height

    def limits(self, task: PlanTask) -> Mapping[str, tuple[float, float]]:
        """Leg, force and torque; the lecture limits the leg alone."""
        return hopper_limits(task.lecture)

    def guess(self, task: PlanTask, phase: int, s: Array) -> tuple[Array, Array]:
        """From start to goal in a straight line at even speed, the leg carrying the body; of the lecture its reference."""
        times = np.array([p.first_duration() for p in task.phases])
        if task.lecture is not None and task.reference is not None:
            t, given = times[:phase].sum() + s * times[phase], task.reference
            columns = [np.interp(t, given.t, given.values[name]) for name in given.values]
            whole, count = np.column_stack(columns), len(hopper_states(task.lecture))
            return whole[:, :count], whole[:, count:]
        fraction = (times[:phase].sum() + s * times[phase]) / times.sum()
        first, last = (_middle(asked) for asked in (task.start, task.goal))
        last = np.where(np.isnan(last), first, last)
        first = np.where(np.isnan(first), last, first)
        plain = np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
        first, last = (np.where(np.isnan(state), plain, state) for state in (first, last))
        full = first + fraction[:, None] * (last - first)
        full[:, 4:6] = (last - first)[:2] / times.sum()
        least, greatest = self.constants(task, phase)
        if task.phases[phase].mode == "flight":
            full[:, 6:8] = full[:, 4:6]
            lift = lift_over(task.obstacles)
            full[:, 3] += lift * np.sin(np.pi * s)
            full[:, 1] += (lift - LIFT) * np.sin(np.pi * s)
        else:
            full[:, 3] = greatest[-1]
            if greatest.size == 2:
                full[:, 2] = np.clip(full[:, 2].mean(), least[0], greatest[0])
        weight = {**PARAMETERS, **task.parameters}
        return full, np.tile([weight["body_mass"] * weight["gravity"], 0.0], (s.size, 1))


def lift_over(obstacles: tuple[Obstacle, ...]) -> float:
    """How high the foot is lifted in a first guess [m]: over bars, the body by as much more than without them."""
    return max([LIFT, *(bar.z + bar.radius + 0.1 for bar in obstacles if isinstance(bar, BarObstacle))])


def _middle(asked: Mapping[str, object]) -> Array:
    """(8,) the value asked for, or the middle of its bounds; NaN: nothing is asked."""
    state = np.full(8, np.nan)
    for row, name in enumerate(STATES):
        if name in asked:
            least, greatest = least_and_greatest(asked[name])  # type: ignore[arg-type]
            if np.isfinite(least) and np.isfinite(greatest):
                state[row] = (least + greatest) / 2.0
    return state
