"""The steps of the recursive Newton-Euler algorithm, as values to be stepped through and shown.

All vectors are along world axes, linear part first: motions [v; ω] in m/s and rad/s (accelerations per s), forces [f; n]
in N and N m. v and n are taken at `point`, which is the world's origin unless `at` moved it. The equations beside the fields
hold at any point. Arrays are read-only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from ...arrays import Array, frozen
from ...errors import UnknownNameError
from ...texts import marked, tr
from ..algebra.plain_spatial import force_at, inertia_at, motion_at
from ..model.checks import checked_point


@dataclass(frozen=True, eq=False, slots=True)
class OutwardStep:
    """One body on the way out, from its parent's motion to its own: ξ = ξ_λ + S q̇ and ξ̇ = ξ̇_λ + S q̈ + Ṡ q̇."""

    phase: ClassVar[str] = "outward"
    body: str
    joint: str  # the one that carries the body
    parent: str | None  # body on the other side of the joint; None: the world
    pose: Array  # (4, 4) of the body frame in the world: ⁰R and the origin [m]
    axis_point: Array  # (3,) origin of the joint's moved frame in the world, on the axis of a joint that turns [m]
    point: Array  # (3,) where v is taken, in the world [m]
    S: Array  # (6, k) what one unit of each of the joint's k velocities does: [p × u; u] if it turns, [u; 0] if it slides
    S_dot: Array  # (6, k) its rate of change, ξ × S for what the body carries along
    joint_velocity: Array  # (k,) q̇; of a mimic joint ratio · that of its leader [rad/s | m/s]
    joint_acceleration: Array  # (k,) q̈ [rad/s² | m/s²]
    parent_twist: Array  # (6,) ξ_λ
    twist: Array  # (6,) ξ
    parent_acceleration: Array  # (6,) ξ̇_λ; of the world it is [-g; 0], which stands for the weight of all bodies
    acceleration: Array  # (6,) ξ̇, spatial, less gravity: the rate of v at a fixed point, not of a point of the body

    @property
    def origin(self) -> Array:
        """Origin of the body frame in the world (3,) [m]."""
        return frozen(self.pose[:3, 3].copy())

    @property
    def proper_acceleration(self) -> Array:
        """p̈ - g (3,) of the point of the body that is at `point`: v̇ + ω × v, what an accelerometer there reads [m/s²]."""
        return frozen(self.acceleration[:3] + np.cross(self.twist[3:], self.twist[:3]))

    def at(self, point: Array) -> OutwardStep:
        """The same step with v taken at another point (3,) of the world [m]. Raises ArgumentError."""
        r = checked_point(point, marked("in the world")) - self.point
        names = ("S", "S_dot", "parent_twist", "twist", "parent_acceleration", "acceleration")
        vectors: dict[str, Any] = {name: frozen(motion_at(r, getattr(self, name))) for name in names}
        return replace(self, point=frozen(self.point + r), **vectors)

    def at_body(self) -> OutwardStep:
        """The same step with v taken at the origin of the body frame."""
        return self.at(self.origin)


@dataclass(frozen=True, eq=False, slots=True)
class InwardStep:
    """One body on the way back: the force its joint must give it, f = I ξ̇ + ξ ×* I ξ - f_ext + Σ f of the children."""

    phase: ClassVar[str] = "inward"
    body: str
    joint: str  # the one that carries the body
    parent: str | None  # body on the other side of the joint; None: the world
    children: tuple[str, ...]  # bodies that this one carries through their joints
    origin: Array  # (3,) origin of the body frame in the world [m]
    point: Array  # (3,) where n is taken, in the world [m]
    S: Array  # (6, k) as in the outward step
    mass: float  # [kg]
    center: Array  # (3,) c, centre of mass in the world [m]
    inertia: Array  # (6, 6) I: [[m 1, -m ĉ], [m ĉ, I_c - m ĉ ĉ]], ĉ from `point` [kg, kg m, kg m²]
    momentum: Array  # (6,) I ξ [N s, N m s]
    inertial: Array  # (6,) I ξ̇; holds minus the weight, as ξ̇ does
    gyroscopic: Array  # (6,) ξ ×* I ξ: Coriolis, centrifugal and gyroscopic together
    net: Array  # (6,) their sum: what all forces on the body but its weight must come to
    external: Array  # (6,) f_ext, of the environment on this body
    from_children: Array  # (6,) Σ f of the children, which the body hands on
    force: Array  # (6,) f: of the parent on the body through the joint
    armature_torque: Array  # (k,) what its rotor takes: armature · q̈, · (v̇ + ω × v) where a free-flyer slides [N m | N]
    torque: Array  # (k,) Sᵀ f + armature_torque [N m | N]
    leader: str | None  # joint whose place in τ the torque goes to: another one for a mimic joint, None for a fixed one
    ratio: float  # of the mimic joint to its leader; else 1
    in_v: slice  # where the torque is added in τ, times `ratio`; empty for a fixed joint

    @property
    def generalized_force(self) -> Array:
        """What the joint adds to τ[in_v] (k,): ratio · torque [N m | N]."""
        return frozen(self.ratio * self.torque)

    def at(self, point: Array) -> InwardStep:
        """The same step with n taken at another point (3,) of the world [m]. Raises ArgumentError."""
        r = checked_point(point, marked("in the world")) - self.point
        names = ("momentum", "inertial", "gyroscopic", "net", "external", "from_children", "force")
        vectors: dict[str, Any] = {name: frozen(force_at(r, getattr(self, name))) for name in names}
        S, inertia = frozen(motion_at(r, self.S)), frozen(inertia_at(r, self.inertia))
        return replace(self, point=frozen(self.point + r), S=S, inertia=inertia, **vectors)

    def at_body(self) -> InwardStep:
        """The same step with n taken at the origin of the body frame."""
        return self.at(self.origin)


@dataclass(frozen=True, eq=False, slots=True)
class NewtonEulerTrace:
    """All that the recursive Newton-Euler algorithm does, in order, and what comes of it."""

    outward: tuple[OutwardStep, ...]  # parents before children
    inward: tuple[InwardStep, ...]  # the same bodies, backwards
    places: dict[str, int]  # of the bodies on the way out, by name
    reference: str  # where v and n of each step are taken: at the origin of the "world", or of the step's own "body"
    base_acceleration: Array  # (6,) of the world: [-g; 0]
    reaction: Array  # (6,) at the world's origin, of the world on all that stands on it: the sum through its joints [N, N m]
    tau: Array  # (nv,) [N m | N]
    residual: float  # ‖tau - inverse_dynamics(...)‖∞, of two independent computations [N m | N]

    @property
    def steps(self) -> tuple[OutwardStep | InwardStep, ...]:
        """Outward, then inward, in the order in which they are done."""
        return self.outward + self.inward

    def of_body(self, name: str) -> tuple[OutwardStep, InwardStep]:
        """The two steps of a body. Raises UnknownNameError."""
        if name not in self.places:
            raise UnknownNameError("body", str(name), (step.body for step in self.outward), tr("the trace"))
        k = self.places[name]
        return self.outward[k], self.inward[-1 - k]
