"""One contact by hand: ζ̇ = M λ + d with ζ̇ ≥ 0, λ ≥ 0, ζ̇ λ = 0 in closed form, and M and d of a body on one point.

Source: contact-management, "Point de contact unique sur 1 solide"; THEORY §5.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ..problem.problem import ContactProblem
from .touching_body import inertia_and_gyroscopic


@dataclass(frozen=True, slots=True)
class SingleContact:
    """The problem of one contact without friction, and its solution. At the level of velocities d is in m/s, λ in N s."""

    M: float  # n · I⁻¹ n > 0 [1/kg]
    d: float  # separation acceleration without the force [m/s²]

    def __post_init__(self) -> None:
        if not (np.isfinite(self.M) and np.isfinite(self.d) and self.M > 0.0):
            raise ArgumentError("M must be positive and d finite; given M = {m!r} 1/kg, d = {d!r} m/s²", m=self.M, d=self.d)

    @property
    def lasts(self) -> bool:
        """Whether the contact goes on (ζ̇ = 0, λ ≥ 0); else it ends (ζ̇ > 0, λ = 0)."""
        return self.d <= 0.0

    @property
    def separation(self) -> float:
        """ζ̇ = max(0, d) [m/s²]."""
        return max(0.0, self.d)

    @property
    def force(self) -> float:
        """λ = max(0, -d/M) [N]."""
        return 0.0 if self.d >= 0.0 else -self.d / self.M

    def pulled(self, force: float) -> SingleContact:
        """The same contact while the body is pulled along the normal at the point [N]: d grows by M times the force."""
        return SingleContact(self.M, self.d + self.M * force)


@dataclass(frozen=True, eq=False, slots=True)
class BodyContact:
    """A body on one point, with every quantity of the course's equations; vectors (6,) are [linear; angular] at c.

    They are spatial vectors in world axes, taken at the fixed place where the centre of mass c is now: ξ̇ is the spatial
    acceleration there, and ṅ is the rate of the line of force, which turns with the ground and moves with the point.
    """

    normal: Array  # (6,) n = [n; (C - c) × n] [1 | m]
    normal_rate: Array  # (6,) ṅ [1/s | m/s]
    inertia: Array  # (6, 6) I at c [kg | kg m²]
    twist: Array  # (6,) ξ [m/s | rad/s]
    wrench: Array  # (6,) f without the contact force [N | N m]
    gyroscopic: Array  # (6,) ξ × I ξ [N | N m]
    turning: float  # part of ṅ · ξ from a round ground, whose normal turns: v²/(R + r) [m/s²]
    moving: float  # the other, from the line of force that moves with the body: n · (ω × v) [m/s²]

    @property
    def separation_velocity(self) -> float:
        """ζ = n · ξ, zero while it touches [m/s]."""
        return float(self.normal @ self.twist)

    @property
    def response(self) -> Array:
        """I⁻¹ n (6,): acceleration of one newton along the normal [1/kg | 1/(kg m)]."""
        return np.asarray(np.linalg.solve(self.inertia, self.normal))

    @property
    def M(self) -> float:
        """The M of this contact, n · I⁻¹ n [1/kg]."""
        return float(self.normal @ self.response)

    @property
    def from_forces(self) -> float:
        """What forces give, n · I⁻¹ f [m/s²]."""
        return float(self.response @ self.wrench)

    @property
    def from_motion(self) -> float:
        """-n · I⁻¹ (ξ × I ξ) [m/s²]."""
        return -float(self.response @ self.gyroscopic)

    @property
    def from_normal(self) -> float:
        """ṅ · ξ [m/s²]."""
        return self.turning + self.moving

    @property
    def d(self) -> float:
        """The d of this contact, n · I⁻¹ (f - ξ × I ξ) + ṅ · ξ [m/s²]."""
        return self.from_forces + self.from_motion + self.from_normal

    @property
    def single(self) -> SingleContact:
        """The problem of this contact alone."""
        return SingleContact(self.M, self.d)


def body_contact(
    mass: float,
    inertia: Array,
    lever: Array,
    normal: Array,
    twist: Array,
    wrench: Array,
    *,
    ground_radius: float = math.inf,
    body_radius: float = 0.0,
    axis: Array | None = None,
) -> BodyContact:
    """The contact of a body at one point of a ground at rest, by hand.

    mass, inertia : [kg] and (3, 3) about the centre of mass c, world axes [kg m²]
    lever         : (3,) from c to the point of contact C [m]
    normal        : (3,) outward normal of the ground, of any length
    twist         : (6,) velocity of c and angular velocity [m/s | rad/s]
    wrench        : (6,) all forces but that of the contact, weight included, and their moment about c [N | N m]
    ground_radius : R; negative in a hollow; infinite: flat [m]
    body_radius   : r of the body around C, as of a ball; 0: a corner [m]
    axis          : (3,) of a cylinder, along which its ground is straight; None: it is a ball, or flat
    Raises ArgumentError for a mass or inertia that is not positive, a normal of no length, radii that leave more than one point
    of contact, or numbers that are not finite.
    """
    m, inertia_c = float(mass), np.asarray(inertia, dtype=np.float64)
    r, n, xi, f = (
        _vector(name, value, size)
        for name, value, size in (("lever", lever, 3), ("normal", normal, 3), ("twist", twist, 6), ("wrench", wrench, 6))
    )
    length = float(np.linalg.norm(n))
    if length == 0.0:
        raise ArgumentError("the normal has no length")
    if not (np.isfinite(m) and m > 0.0):
        raise ArgumentError("the mass must be positive; given {mass!r} kg", mass=mass)
    if inertia_c.shape != (3, 3) or not _is_positive(inertia_c):
        raise ArgumentError("the inertia must be a symmetric, positive definite 3 by 3 matrix [kg m²]")
    n = n / length
    v, omega = xi[:3], xi[3:]
    lever_k = r + body_radius * n  # to K, the centre of the body's roundness, through which the line of force goes
    v_k = v + np.cross(omega, lever_k)
    n_rate = _normal_rate(v_k, n, ground_radius, body_radius, axis)
    spatial, gyroscopic = inertia_and_gyroscopic(m, inertia_c, xi)
    return BodyContact(
        normal=frozen(np.concatenate([n, np.cross(r, n)])),
        normal_rate=frozen(np.concatenate([n_rate, np.cross(v_k, n) + np.cross(lever_k, n_rate)])),
        inertia=frozen(spatial),
        twist=frozen(xi),
        wrench=frozen(f),
        gyroscopic=frozen(gyroscopic),
        turning=float(n_rate @ v_k),
        moving=float(n @ np.cross(omega, v_k)),
    )


def _normal_rate(velocity: Array, n: Array, ground_radius: float, body_radius: float, axis: Array | None) -> Array:
    """ṅ (3,), of a body whose centre of roundness moves over a round ground: the velocity along it over R + r [1/s]."""
    R, r = float(ground_radius), float(body_radius)
    if np.isnan(R) or R == 0.0 or not 0.0 <= r < math.inf or (R < 0.0 and -R <= r):
        raise ArgumentError(
            "a body of radius {body_radius!r} m does not touch a ground of radius {ground_radius!r} m at one point",
            body_radius=body_radius,
            ground_radius=ground_radius,
        )
    along = velocity - (n @ velocity) * n
    if axis is not None:
        a = _vector("axis", axis, 3)
        if not a @ a > 0.0:
            raise ArgumentError("the axis has no length")
        along = along - (a @ along) / float(a @ a) * a
    return np.asarray(along / (R + r))


@dataclass(frozen=True, eq=False, slots=True)
class ContactAlone:
    """One contact of a problem of several, what the others do to it being known."""

    single: SingleContact  # with the d that is left when the others' forces are counted
    own: float  # d of the problem itself [m/s²]
    from_others: Array  # (n,) M_ij λ_j of the others' normal forces; 0 for itself [m/s²]
    from_friction: float  # of all frictions, its own too [m/s²]


def contact_alone(problem: ContactProblem, contact: int, force: Array | None = None) -> ContactAlone:
    """The problem of one contact, the forces of the others as given, or absent.

    force : (n, 3) along tangent, normal × tangent, normal of each; None: there are no others, and no friction [N]
    Raises ArgumentError where there is no such contact, or it moves nothing.
    """
    n = len(problem)
    if not 0 <= contact < n:
        raise ArgumentError("there is no contact {contact}; the problem has {n}", contact=contact, n=n)
    others, friction = np.zeros(n), 0.0
    if force is not None:
        r = np.asarray(force, dtype=np.float64)
        if r.shape != (n, 3):
            raise ArgumentError("force has shape {shape}; the problem wants ({n}, 3)", shape=r.shape, n=n)
        row = problem.W[3 * contact + 2].reshape(n, 3)
        others = row[:, 2] * r[:, 2]
        others[contact] = 0.0
        friction = float(np.sum(row[:, :2] * r[:, :2]))
    own = float(problem.d[contact])
    single = SingleContact(float(problem.M[contact, contact]), own + float(others.sum()) + friction)
    return ContactAlone(single, own, frozen(others), friction)


def _is_positive(matrix: Array) -> bool:
    return bool(np.allclose(matrix, matrix.T) and np.linalg.eigvalsh(matrix).min() > 0.0)


def _vector(name: str, value: Array, size: int) -> Array:
    array = np.array(value, dtype=np.float64)
    if array.shape != (size,) or not np.all(np.isfinite(array)):
        raise ArgumentError("{name} must be {size} finite numbers; given {value!r}", name=name, size=size, value=value)
    return array
