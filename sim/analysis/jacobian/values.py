"""What is known of the Jacobian of a frame, as values to be shown: axes, routes, link velocities, small displacements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array, frozen, frozen_mapping
from ...multibody.algebra.plain_spatial import skew


@dataclass(frozen=True, eq=False, slots=True)
class JointAxis:
    """What one number of v does, through one joint. Arrays are read-only.

    A joint of several degrees has several axes; a joint that follows another has its own axis and the column of its leader.
    """

    joint: str
    column: int  # in v, and of J
    z: Array  # (3,) unit direction, world axes
    o: Array  # (3,) a point of the line: the origin of the joint's moved frame, in the world [m]
    turn: float  # turns by this for one unit of v [rad per unit]; 0: it does not turn
    slide: float  # slides by this for one unit of v [m per unit]; 0: it does not slide

    def lever(self, point: Array) -> Array:
        """P - o (3,) for a point P (3,) of the world [m]."""
        return np.asarray(point - self.o)

    def linear(self, point: Array) -> Array:
        """Velocity (3,) of a point P (3,) that is carried along, per unit of v: z × (P - o) turning, z sliding [m/s]."""
        turning: Array = self.turn * (skew(self.z) @ self.lever(point))
        return turning + self.slide * self.z

    def angular(self) -> Array:
        """Angular velocity (3,) of what is carried along, per unit of v: z turning, 0 sliding [rad/s]."""
        return self.turn * self.z


@dataclass(frozen=True, eq=False, slots=True)
class JacobianRoutes:
    """The Jacobian (6, nv) of a frame by routes that share no formula, and how far they are apart. Arrays are read-only.

    Differences are relative to the largest terms that are added up on the way to an entry: in the rows of v the levers |P| + |o|
    and slides [m], in the rows of ω the turns [rad]. Their rounding, times the handful of sums, is all that routes may differ by.
    """

    frame: str
    reference: str  # "world_aligned", "local" or "world"
    pose: Array  # (4, 4) in the world: axes of the frame, at its origin or the point P of it that was asked for
    axes: tuple[JointAxis, ...]  # of the joints from the base to the frame; columns of others are zero
    routes: Mapping[str, Array]  # (6, nv) each, by name: "geometric", "composed", "differentiated", "compiled", …
    lengths: float  # what differences of the rows of v are relative to [m per unit of v]
    turns: float  # what differences of the rows of ω are relative to [rad per unit of v]
    differences: Array  # (routes, routes) largest relative difference of each pair
    basis: str | None = None  # frame in whose axes J is written instead, at the same point; None: those of the reference

    @property
    def J(self) -> Array:  # noqa: N802  (the letter of the theory)
        """The first of the routes (6, nv)."""
        return next(iter(self.routes.values()))

    @property
    def largest(self) -> float:
        """The largest relative difference of all pairs."""
        return float(self.differences.max(initial=0.0))

    def difference(self, one: str, other: str) -> float:
        """The largest relative difference of two routes."""
        names = list(self.routes)
        return float(self.differences[names.index(one), names.index(other)])

    def with_route(self, name: str, J: Array) -> JacobianRoutes:
        """The same with one more route, J (6, nv) in the same reference, compared with the others."""
        routes = {**self.routes, name: frozen(np.array(J, dtype=np.float64))}
        differences = frozen(differences_of(routes, self.lengths, self.turns))
        return replace(self, routes=frozen_mapping(routes), differences=differences)

    def axes_of(self, column: int) -> tuple[JointAxis, ...]:
        """The axes that add up to a column: one, more if joints follow another, none if it does not move the frame."""
        return tuple(axis for axis in self.axes if axis.column == column)


def differences_of(routes: Mapping[str, Array], lengths: float, turns: float) -> Array:
    """Largest difference (routes, routes) of each pair, rows of v relative to `lengths`, rows of ω to `turns`."""
    scaled = np.array(list(routes.values()))
    scaled[:, :3] /= lengths or 1.0
    scaled[:, 3:] /= turns or 1.0
    return np.abs(scaled[:, None] - scaled[None]).max(axis=(2, 3), initial=0.0)


@dataclass(frozen=True, eq=False, slots=True)
class PointTransport:
    """J at a point of a link, and what it comes from. Arrays are read-only, world axes, linear part first."""

    frame: str
    origin: Array  # (3,) O of the frame [m]
    point: Array  # (3,) P [m]
    r: Array  # (3,) OP [m]
    matrix: Array  # (6, 6) [1, -S(OP); 0, 1]
    J_origin: Array  # (6, nv) of O
    J_point: Array  # (6, nv) of P


@dataclass(frozen=True, eq=False, slots=True)
class PoseDerivative:
    """∂T/∂q_k of a frame, and the column of J that it gives. Read-only, world axes, per unit of the kth number of v."""

    column: int  # k, in v
    R_rate: Array  # (3, 3) ∂R/∂q_k [1/rad | 1/m]
    P_rate: Array  # (3,) ∂P/∂q_k, rows 1 to 3 of the column [m/rad | m/m]
    matrix: Array  # (3, 3) ∂R/∂q_k Rᵀ, which is S(ω)
    omega: Array  # (3,) S32, S13, S21 of it, rows 4 to 6 [rad/rad | rad/m]
    residual: float  # largest |entry| of what of the matrix is not skew-symmetric


@dataclass(frozen=True, eq=False, slots=True)
class LinkVelocity:
    """One step of the recursion: twist = R (from_parent + from_joint), and both halves. Read-only, linear part first."""

    body: str
    joint: str  # the one that carries the body
    parent: str | None  # body on the other side of the joint; None: the world
    R: Array  # (3, 3) takes axes of the parent into the link's own
    p: Array  # (3,) origin of the link seen from the parent's, in the parent's axes [m]
    rate: Array  # (k,) q̇ of the joint's degrees; of one that follows another ratio · that of its leader [rad/s | m/s]
    from_parent: Array  # (6,) [v + ω × p; ω] of the parent, in the parent's axes [m/s, rad/s]
    from_joint: Array  # (6,) [∂p/∂q q̇; (1 - σ) z q̇] of the joint, in the parent's axes
    twist: Array  # (6,) [v; ω] of the link at its origin, in its own axes


@dataclass(frozen=True, eq=False, slots=True)
class SmallDisplacement:
    """What δq does to a frame: by the differential model, and truly. Arrays are read-only, world axes, [δP; δu].

    P is the origin of the frame, or the point of it that was asked for.
    """

    frame: str
    dq: Array  # (nv,) [rad | m]
    before: Array  # (4, 4) pose of the frame at q, its position P
    after: Array  # (4, 4) its pose at q ⊕ δq
    linear: Array  # (6,) J δq: displacement of P [m], rotation vector [rad]
    exact: Array  # (6,) how far P went [m], rotation vector u θ of R(q ⊕ δq) R(q)ᵀ, θ at most π [rad]
    beyond: Mapping[int, tuple[float, float]]  # by the number of v, joints that end out of their limits: where, and the limit

    @property
    def gap(self) -> Array:
        """What the differential model leaves out (6,), exact - linear: of second order in δq."""
        return np.asarray(self.exact - self.linear)
