"""What is found of the friction of one contact, as plain values.

Tangential numbers are along tangent and normal × tangent of the contact; loads are in N, or N s where the problem is of impulses.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from ....arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class FrictionInPlane:
    """The friction cone cut across at the normal force n of a contact, with the regular polygon in it. Arrays are read-only."""

    mu: float  # μ
    load: float  # n [N | N s]
    friction: Array  # (2,) b [N | N s]
    slip: Array  # (2,) velocity, or acceleration where that is at play [m/s | m/s²]
    directions: Array  # (2, k) D: unit vectors to the corners, the first on the tangent; [I -I] for k = 4 (columns in that order)
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


class Region(IntEnum):
    """How many motions a contact that slides has, by the signs of W_nn - μ W_nt·s and of d."""

    PRESSED = 0  # coefficient > 0, d < 0: one, it stays closed
    LEAVES = 1  # coefficient > 0, d ≥ 0: one, it opens
    INCONSISTENT = 2  # coefficient ≤ 0, d < 0: none with a finite force
    INDETERMINATE = 3  # coefficient < 0, d > 0: two, it opens or is pressed


@dataclass(frozen=True, eq=False, slots=True)
class PainleveMap:
    """Painlevé's regions of one sliding contact over the angle of its lever to the surface and the coefficient of friction."""

    angle: Array  # (na,) θ from the surface behind the slip to the lever, in [0, π] [rad]
    mu: Array  # (nb,)
    coefficient: Array  # (na, nb) W_nn - μ W_nt·s [1/kg]
    drift: Array  # (na,) d, the separation acceleration without this contact's force [m/s²]
    region: np.ndarray  # (na, nb) `Region`
    present: tuple[float, float]  # θ [rad] and μ of now
    present_coefficient: float  # [1/kg]
    present_drift: float  # [m/s²]
    inertia: tuple[
        float, float
    ]  # 1/mass along the lever, and that across it over this one less 1 (3 for a thin rod) [1/kg, -]

    @property
    def least_mu(self) -> float:
        """The μ from which on some angle has no answer, or two, 2 √(1 + κ) / κ (4/3 for a thin rod); infinite for κ = 0."""
        kappa = self.inertia[1]
        return float(2.0 * np.sqrt(1.0 + kappa) / kappa) if kappa > 0.0 else np.inf

    @property
    def present_region(self) -> Region:
        """That of now."""
        return region_of(self.present_coefficient, self.present_drift)


def region_of(coefficient: float, drift: float) -> Region:
    """By the signs of W_nn - μ W_nt·s and of d."""
    if coefficient > 0.0:
        return Region.PRESSED if drift < 0.0 else Region.LEAVES
    return Region.INCONSISTENT if drift < 0.0 else Region.INDETERMINATE


def angle_between(a: Array, b: Array) -> float | None:
    """Between two vectors of the plane (2,) [rad], in [0, π]; None where one of them is zero."""
    if not (np.any(a != 0.0) and np.any(b != 0.0)):
        return None
    return float(abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b)))
