"""What is found of the friction of one contact, as plain values.

Tangential numbers are along tangent and normal × tangent of the contact; loads are in N, or N s where the problem is of impulses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class FrictionInPlane:
    """The friction cone cut across at the normal force n of a contact, with the regular polygon in it. Arrays are read-only."""

    mu: float  # μ
    load: float  # n [N | N s]
    friction: Array  # (2,) b [N | N s]
    slip: Array  # (2,) velocity, or acceleration where that is at play [m/s | m/s²]
    # (2, k) D: unit vectors to the corners, the first on the tangent; [I -I] for k = 4 (columns in that order)
    directions: Array
    weights: Array  # (k,) d ≥ 0 of least sum with b = D d [N | N s]

    @property
    def facets(self) -> int:
        """How many corners the polygon has, k."""
        return len(self.weights)

    @property
    def limit(self) -> float:
        """μ n, the radius of the section, to whose circle the corners belong [N | N s]."""
        return self.mu * self.load

    @property
    def corners(self) -> Array:
        """(k, 2) of the polygon [N | N s]."""
        return np.asarray(self.limit * self.directions.T)

    @property
    def size(self) -> float:
        """‖b‖ [N | N s]."""
        return float(np.linalg.norm(self.friction))

    @property
    def margin(self) -> float:
        """μ n - ‖b‖: what the cone still gives; negative beyond rounding where b is not of this cone [N | N s]."""
        return self.limit - self.size

    @property
    def pyramid_margin(self) -> float:
        """μ n - eᵀd: what the pyramid still gives; negative where it would not allow this b [N | N s]."""
        return self.limit - float(np.sum(self.weights))

    @property
    def angle_to_slip(self) -> float | None:
        """Between b and the opposite of the slip [rad]; None where one of them is zero."""
        return angle_between(self.friction, -self.slip)


@dataclass(frozen=True, eq=False, slots=True)
class LawAnswer:
    """What one law of friction makes of a contact in a problem that was solved under it."""

    law: str  # of `LAWS`
    facets: int  # of the pyramid; 0 for others
    force: Array  # (3,) along tangent, normal × tangent, normal [N | N s]
    velocity: Array  # (3,) likewise; its third is the speed at which the contact opens [m/s | m/s²]
    residual: float  # of the whole problem, in the units of the velocity
    solved: bool  # to the tolerance

    @property
    def friction(self) -> Array:
        """(2,) b [N | N s]."""
        return self.force[:2]

    @property
    def slip(self) -> Array:
        """(2,) [m/s | m/s²]."""
        return self.velocity[:2]


@dataclass(frozen=True, eq=False, slots=True)
class SlidingPolar:
    """What friction a contact gave under one law, pushed beyond its limit in directions all around."""

    law: str  # of `LAWS`
    facets: int  # of the pyramid; 0 for others
    mu: float
    angle: Array  # (m,) of the push, from the tangent [rad]
    force: Array  # (m, 3) that the contact gave, along tangent, normal × tangent, normal [N | N s]
    velocity: Array  # (m, 3) at which it slides [m/s | m/s²]
    residual: float  # the largest, in the units of the velocity

    @property
    def directions(self) -> Array:
        """(m, 2) unit vectors of the pushes."""
        return np.column_stack([np.cos(self.angle), np.sin(self.angle)])

    @property
    def resistance(self) -> Array:
        """(m,) friction against the push [N | N s]."""
        return -np.einsum("ka,ka->k", self.force[:, :2], self.directions)

    @property
    def share(self) -> Array:
        """(m,) `resistance` over μ times the normal force that there was: 1 for a cone, nan where there was none [-]."""
        limit = self.mu * self.force[:, 2]
        return np.divide(self.resistance, limit, out=np.full(len(limit), np.nan), where=limit > 0.0)

    @property
    def slip_angle(self) -> Array:
        """(m,) direction of the slip, from that of the push, in (-π, π] [rad]; nan where it does not slide."""
        u, e = self.velocity[:, :2], self.directions
        across = e[:, 0] * u[:, 1] - e[:, 1] * u[:, 0]
        along = np.einsum("ka,ka->k", u, e)
        return np.where(np.linalg.norm(u, axis=1) > 0.0, np.arctan2(across, along), np.nan)


@dataclass(frozen=True, slots=True)
class PolarError:
    """How far one law is from another at worst, over the directions of both."""

    force: float  # largest difference of `share` over that of the other [-]
    force_at: float  # direction of the push there [rad]
    direction: float  # largest angle between the slips [rad]
    direction_at: float  # direction of the push there [rad]


def angle_between(a: Array, b: Array) -> float | None:
    """Between two vectors of the plane (2,) [rad], in [0, π]; None where one of them is zero."""
    if not (np.any(a != 0.0) and np.any(b != 0.0)):
        return None
    return float(abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b)))
