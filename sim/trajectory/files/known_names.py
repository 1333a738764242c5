"""What a planning task may name, by its system; known without building anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..hopper.hopper_modes import BESIDE
from ..hopper.hopper_system import PARAMETERS, hopper_limits
from ..hopper.symbols import hopper_inputs, hopper_states
from ..robot.robot_names import model_limits, robot_names
from ..task.plan_task import PlanTask

GENERAL_COSTS = ("effort", "duration", "smoothness", "impact")


@dataclass(frozen=True)
class KnownNames:
    """Of one system."""

    modes: tuple[str, ...]
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    footholds: tuple[str, ...]  # constants of a phase
    groups: tuple[str, ...]  # of constraints whose bounds a task may give
    parameters: tuple[str, ...]
    costs: tuple[str, ...]

    @property
    def limits(self) -> tuple[str, ...]:
        """What may have limits."""
        return (*self.states, *self.inputs, *self.groups)


_OF_GROUND = ("ground pushes", "foot slides", BESIDE, "foot above ground", "body above ground")


def own_limits(task: PlanTask) -> Mapping[str, tuple[float, float]]:
    """The limits that its system has where the task gives no others."""
    return model_limits(task.robot) if task.system == "robot" else hopper_limits(task.lecture)


def own_parameters(task: PlanTask) -> Mapping[str, float]:
    """The parameters that its system has where the task gives no others."""
    if task.system == "robot":
        own = (task.friction if point.friction is None else point.friction for point in task.robot.points)
        return dict(zip(known_names(task).parameters, own, strict=True))
    return PARAMETERS


def known_names(task: PlanTask) -> KnownNames:
    """Of the system of a task."""
    if task.system == "robot":
        names = robot_names(task.robot, len(task.obstacles))
        parts = (names.modes, names.states, names.inputs, names.footholds, names.groups, names.parameters)
        return KnownNames(*parts, (*GENERAL_COSTS, *names.inputs))
    states, inputs = tuple(hopper_states(task.lecture)), tuple(hopper_inputs(task.lecture))
    slides = task.lecture is None
    return KnownNames(
        modes=("stance", "flight", *(("slip forwards", "slip backwards") if slides else ())),
        states=states,
        inputs=inputs,
        footholds=("foot_x",),
        groups=("leg length", "clear of the bar", *(_OF_GROUND if slides else ())),
        parameters=tuple(PARAMETERS),
        costs=(*GENERAL_COSTS, *inputs),
    )
