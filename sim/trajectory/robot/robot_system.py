"""From a robot, what it touches with and the modes of a task to a hybrid system."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import casadi
import numpy as np

from ...arrays import Array
from ...errors import ArgumentError, UnknownNameError
from ...multibody.kinematics.configuration import difference, interpolate
from ...texts import tr
from ..system.system import HybridSystem
from ..task.obstacles import BarObstacle
from ..task.plan_task import PlanTask, least_and_greatest
from .contact_robot import ContactRobot, Touch
from .first_way import first_way
from .robot_jumps import closing_jump, robot_jump
from .robot_modes import robot_mode
from .robot_names import foothold_names, model_limits
from .symbolic_robot import SymbolicRobot


def robot_system(task: PlanTask) -> HybridSystem:
    """The hybrid system of a task whose `robot` is a ContactRobot, with the modes and jumps that its phases have.

    Raises ArgumentError, and UnknownNameError for modes and names that do not exist.
    """
    robot = task.robot
    if not isinstance(robot, ContactRobot):
        raise ArgumentError("task {task!r} is of a robot and names none; give a ContactRobot as its `robot`", task=task.name)
    if not task.phases:
        raise ArgumentError("task {task!r} has no phase; it needs one at least", task=task.name)
    for obstacle in task.obstacles:
        if not isinstance(obstacle, BarObstacle):
            raise ArgumentError("a robot of the library plans past bars alone; given {name}", name=type(obstacle).__name__)
    bars = len(task.obstacles)
    symbols = SymbolicRobot(robot, bars)
    names = symbols.names
    sequence = [robot.mode(phase.mode) for phase in task.phases]
    return HybridSystem(
        name=robot.model.name,
        robot=robot.model.name,
        state_names=names.states,
        state_units=names.state_units,
        input_names=names.inputs,
        input_units=names.input_units,
        points=tuple(point.name for point in robot.points),
        theta_names=(*names.parameters, *(f"bar{k}_{part}" for k in range(bars) for part in ("x", "z", "radius"))),
        to_robot=casadi.Function("to_robot", [symbols.x], [symbols.q, symbols.v]),
        numbers=RobotNumbers(symbols),
        modes={mode.name: robot_mode(symbols, mode) for mode in sequence},
        jumps={(one.name, other.name): robot_jump(symbols, one, other) for one, other in pairwise(sequence)},
        closing=None if robot.travel is None else closing_jump(symbols, sequence[-1], sequence[0]),
    )


class RobotNumbers:
    """What a robot reads from a task."""

    def __init__(self, symbols: SymbolicRobot) -> None:
        self._robot, self._names = symbols.robot, symbols.names

    def theta(self, task: PlanTask) -> Array:
        """Friction of each point, and bars. Raises UnknownNameError for a parameter that there is not."""
        names = self._names.parameters
        for name in task.parameters:
            if name not in names:
                raise UnknownNameError("parameter", name, names, tr("the {model}", model=self._robot.model.name))
        own = (task.friction if point.friction is None else point.friction for point in self._robot.points)
        friction = [task.parameters.get(name, mu) for name, mu in zip(names, own, strict=True)]
        bars = [number for bar in task.obstacles if isinstance(bar, BarObstacle) for number in (bar.x, bar.z, bar.radius)]
        return np.array([*friction, *bars])

    def constants(self, task: PlanTask, phase: int) -> tuple[Array, Array]:
        """Where points that stick may do so: as the task says, else anywhere."""
        asked = task.phases[phase]
        names = [name for point in self._sticking(asked.mode) for name in foothold_names(self._robot, point)]
        for name in asked.foothold:
            if name not in names:
                raise UnknownNameError("foothold", name, names, tr("mode {mode!r}", mode=asked.mode))
        bounds = [least_and_greatest(asked.foothold.get(name, (-np.inf, np.inf))) for name in names]
        return np.array([low for low, _ in bounds]), np.array([high for _, high in bounds])

    def path_bounds(self, task: PlanTask, phase: int) -> Mapping[str, tuple[float, float]]:
        """None: what is in the way is the same for all phases."""
        return {}

    def limits(self, task: PlanTask) -> Mapping[str, tuple[float, float]]:
        """Those of the model: of joints, of their speeds, and of motors."""
        return model_limits(self._robot)

    def guess(self, task: PlanTask, phase: int, s: Array) -> tuple[Array, Array]:
        """Along the robot's way, or from start to goal, as fast as its durations make it; without motors."""
        model = self._robot.model
        times = np.array([p.first_duration() for p in task.phases])
        share = (times[:phase].sum() + s * times[phase]) / times.sum()
        marks, poses = first_way(task)
        states = np.zeros((s.size, model.nq + model.nv))
        for row, at in zip(states, share, strict=True):
            k = int(np.clip(np.searchsorted(marks, at, "right") - 1, 0, len(marks) - 2))
            gap = (marks[k + 1] - marks[k]) or 1.0
            row[: model.nq] = interpolate(model, poses[k], poses[k + 1], (at - marks[k]) / gap)
            row[model.nq :] = difference(model, poses[k], poses[k + 1]) / (gap * times.sum())
        return states, np.zeros((s.size, len(self._names.inputs)))

    def _sticking(self, mode: str) -> list[str]:
        touches = dict(self._robot.mode(mode).touching)
        return [p.name for p in self._robot.points if p.name in touches and touches[p.name] is Touch.STICK]
