"""The variables of a mode of the hopper as symbols, and the forces that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..system.system import Function
from ..task.lecture_switches import LectureSwitches

STATES = ("body_x", "body_z", "foot_x", "foot_z", "body_vx", "body_vz", "foot_vx", "foot_vz")
STATE_UNITS = ("m", "m", "m", "m", "m/s", "m/s", "m/s", "m/s")
INPUTS = ("force", "torque")
INPUT_UNITS = ("N", "N m")
SIDE_FORCE = "side_force"
INFINITY = float("inf")


@dataclass(frozen=True, eq=False)
class Symbols:
    """The variables of a mode, the whole state that they make, and what follows from it."""

    x: Any
    u: Any
    p: Any
    theta: Any
    full: Any  # (8,), or with a pitch (10,)
    names: tuple[str, ...]  # of θ
    lecture: LectureSwitches | None = None

    def parameter(self, name: str) -> Any:
        """One of θ."""
        return self.theta[self.names.index(name)]

    @property
    def body(self) -> Any:
        """(2,) where it is [m]."""
        return self.full[0:2]

    @property
    def foot(self) -> Any:
        """(2,) [m]."""
        return self.full[2:4]

    @cached_property
    def length(self) -> Any:
        """Of the leg [m]."""
        import casadi as ca

        return ca.norm_2(self.body - self.foot)

    @property
    def torque(self) -> Any:
        """At the hip [N m]; the lecture gives its force across the leg instead."""
        return self.u[1] * self.length if has_side_force(self.lecture) else self.u[1]

    @cached_property
    def push(self) -> Any:
        """(2,) force of the leg on the body [N]."""
        import casadi as ca

        along = (self.body - self.foot) / self.length
        across = self.u[1] if has_side_force(self.lecture) else self.u[1] / self.length
        return self.u[0] * along + across * ca.vertcat(along[1], -along[0])

    @property
    def pitching(self) -> Any:
        """(2,) of a body with an inertia its pitch's rate and acceleration, by the couple of the two forces across the leg."""
        import casadi as ca

        inertia = self.lecture.body_inertia if self.lecture is not None else None
        return ca.SX(0, 1) if inertia is None else ca.vertcat(self.full[9], self.torque / inertia)

    @property
    def body_acceleration(self) -> Any:
        """(2,) [m/s²]."""
        import casadi as ca

        return self.push / self.parameter("body_mass") - ca.vertcat(0, self.parameter("gravity"))

    @property
    def ground_force(self) -> Any:
        """(2,) on a foot that does not leave the ground, if it stood still [N]."""
        import casadi as ca

        return self.push + ca.vertcat(0, self.parameter("foot_mass") * self.parameter("gravity"))

    def arguments(self) -> list[Any]:
        """What every function of a mode takes."""
        import casadi as ca

        return [self.x, self.u, ca.SX.sym("z", 0), self.p, self.theta]

    def function(self, name: str, value: Any) -> Function:
        """(x, u, z, p, θ) -> value."""
        import casadi as ca

        return ca.Function(name, self.arguments(), [value])


def symbols_of(names: tuple[str, ...], x: Any, p: Any, full: Any, lecture: LectureSwitches | None = None) -> Symbols:
    """With inputs and parameters of their own."""
    import casadi as ca

    return Symbols(x, ca.SX.sym("u", 2), p, ca.SX.sym("theta", len(names)), full, names, lecture)


def has_side_force(lecture: LectureSwitches | None) -> bool:
    """Whether the second input is a force across the leg, which the lecture calls a torque."""
    return lecture is not None and not lecture.torque


def hopper_states(lecture: LectureSwitches | None) -> dict[str, str]:
    """Names and units of the whole state."""
    pitches = lecture is not None and lecture.body_inertia is not None
    return {
        **dict(zip(STATES, STATE_UNITS, strict=True)),
        **({"body_pitch": "rad", "body_pitch_rate": "rad/s"} if pitches else {}),
    }


def hopper_inputs(lecture: LectureSwitches | None) -> dict[str, str]:
    """Names and units of the inputs."""
    return {"force": "N", SIDE_FORCE: "N"} if has_side_force(lecture) else dict(zip(INPUTS, INPUT_UNITS, strict=True))
