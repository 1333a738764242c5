"""What the numbers of a robot in a plan are called, and their units; known without building anything."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from ...multibody.model.joint_rows import plane_axes
from ...multibody.model.model import Joint, JointKind, Model
from .contact_robot import ContactRobot, Touch

_TURNS = {JointKind.REVOLUTE, JointKind.CONTINUOUS, JointKind.HELICAL}
FORCE_GROUPS = ("ground pushes", "friction cone", "slides on")
"""Of what touches, whichever it is."""
_QUATERNION = ("qx", "qy", "qz", "qw")


@dataclass(frozen=True)
class RobotNames:
    """Of a robot with its points."""

    modes: tuple[str, ...]
    states: tuple[str, ...]
    state_units: tuple[str, ...]
    inputs: tuple[str, ...]
    input_units: tuple[str, ...]
    footholds: tuple[str, ...]  # constants of any phase
    groups: tuple[str, ...]  # of path constraints, whose bounds a task may give where they have one row
    parameters: tuple[str, ...]


def robot_names(robot: ContactRobot, bars: int = 0) -> RobotNames:
    """What a task for the robot may name."""
    model = robot.model
    slices = model.joint_slices()
    motors = [next(name for name, (_, own) in slices.items() if own.start == column) for column in robot.columns]
    states = (*coordinates(model), *rates(model))
    sticking = dict.fromkeys(name for mode in robot.modes for name, touch in mode.touching if touch is Touch.STICK)
    clear = [point.name for point in robot.points if point.clear]
    return RobotNames(
        modes=tuple(mode.name for mode in robot.modes),
        states=tuple(name for name, _ in states),
        state_units=tuple(unit for _, unit in states),
        inputs=tuple(f"{name}_motor" for name in motors),
        input_units=tuple(force_unit(model.joint(name)) for name in motors),
        footholds=tuple(name for point in sticking for name in foothold_names(robot, point)),
        groups=(
            *FORCE_GROUPS,
            *(above(name) for name in clear),
            *(on_surface(point.name) for point in robot.points if point.extent is not None),
            *((clear_of_bar(name) for name in clear) if bars else ()),
        ),
        parameters=tuple(f"friction of {point.name}" for point in robot.points),
    )


def model_limits(robot: ContactRobot) -> dict[str, tuple[float, float]]:
    """Those that the model has of joints, of their speeds and of motors, by the names of states and inputs."""
    model, names = robot.model, robot_names(robot)
    low = (*model.lower, *(-model.velocity_limit), *(-model.effort_limit[robot.columns]))
    high = (*model.upper, *model.velocity_limit, *model.effort_limit[robot.columns])
    found = zip((*names.states, *names.inputs), low, high, strict=True)
    return {name: (float(a), float(b)) for name, a, b in found if isfinite(a) or isfinite(b)}


def foothold_names(robot: ContactRobot, point: str) -> tuple[str, ...]:
    """Of a point that sticks: where it does, along its surface."""
    return tuple(f"{point}_{axis}" for axis in ("x" if robot.planar else "xy"))


def above(point: str) -> str:
    """The group of the row that keeps a point above its surface."""
    return f"{point} above its surface"


def on_surface(point: str) -> str:
    """The group of the row that keeps a point that touches on the part of its surface that there is."""
    return f"{point} on its surface"


def clear_of_bar(point: str) -> str:
    """The group of the rows that keep a point out of bars."""
    return f"{point} clear of the bar"


def coordinates(model: Model) -> tuple[tuple[str, str], ...]:
    """Name and unit of each number of q (nq,): the joint's name, and where it has several what they are."""
    return tuple(
        (name if not part else f"{name}_{part}", unit)
        for name in model.joint_names
        for part, unit in _positions(model.joint(name))
    )


def rates(model: Model) -> tuple[tuple[str, str], ...]:
    """Name and unit of each number of v (nv,)."""
    return tuple(
        (f"{name}_{part}".rstrip("_") + "_rate", unit)
        for name in model.joint_names
        for part, unit in _velocities(model.joint(name))
    )


def force_unit(joint: Joint) -> str:
    """Of a motor at a joint of one degree."""
    return "N m" if joint.kind in _TURNS else "N"


def _positions(joint: Joint) -> list[tuple[str, str]]:
    if joint.kind is JointKind.PLANAR:
        return [(axis, "m") for axis in _plane(joint)] + [("turn", "rad")]
    if joint.kind.has_quaternion:
        return [(axis, "m") for axis in "xyz"[: joint.kind.slides]] + [(part, "") for part in _QUATERNION]
    return [("", "rad" if joint.kind in _TURNS else "m")]


def _velocities(joint: Joint) -> list[tuple[str, str]]:
    if joint.kind.has_quaternion:
        slides = [(axis, "m/s") for axis in "xyz"[: joint.kind.slides]]
        return slides + [(f"turn_{axis}", "rad/s") for axis in "xyz"]
    return [(part, f"{unit}/s") for part, unit in _positions(joint)]


def _plane(joint: Joint) -> tuple[str, str]:
    """The directions of a planar joint: x, y or z where they lie along them, else first and second."""
    found = []
    for column, fallback in zip(plane_axes(joint.axis).T[:2], ("first", "second"), strict=True):
        along = [axis for axis, share in zip("xyz", column, strict=True) if abs(share) > 1.0 - 1e-12]
        found.append(along[0] if along else fallback)
    return found[0], found[1]
