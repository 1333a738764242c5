"""Rotations at work: a vector turned, also by a small angle, and angular velocities that add."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...multibody.algebra.plain_spatial import skew
from ...multibody.algebra.rotations import angular_velocity, checked_axis, checked_numbers, checked_rotation, rodrigues


@dataclass(frozen=True, eq=False, slots=True)
class TurnedVector:
    """The geometry of Rodrigues' formula: what a vector v is made of, and what becomes of it. Read-only, in the unit of v."""

    along: Array  # (3,) v_z = (u·v) u, which the axis keeps
    across: Array  # (3,) v_x = v - v_z, perpendicular to the axis
    cross: Array  # (3,) v_y = u × v = u × v_x, perpendicular to both, as long as v_x
    cosine: Array  # (3,) v_x cos θ
    sine: Array  # (3,) v_y sin θ
    turned: Array  # (3,) w = v_x cos θ + v_y sin θ + v_z
    terms: Array  # (3, 3) v cos θ, (1 - cos θ)(u·v) u, sin θ u × v: the same w by the terms of R, a row each


def turned_vector(u: Array, angle: float, v: Array) -> TurnedVector:
    """A vector v (3,) turned by an angle θ [rad] about a unit axis u (3,), without the matrix R.

    w = v_x cos θ + v_y sin θ + v_z. Source: kinematic-model, "Formule de rodrigues, vecteur de rotation". Raises ArgumentError.
    """
    u, v = checked_axis(u), checked_numbers("v", v, (3,))
    (angle,) = checked_numbers("angle", [angle], (1,)).tolist()
    c, s = math.cos(angle), math.sin(angle)
    along = (u @ v) * u
    across, cross = v - along, np.cross(u, v)
    return TurnedVector(
        along=frozen(along),
        across=frozen(across),
        cross=frozen(cross),
        cosine=frozen(c * across),
        sine=frozen(s * cross),
        turned=frozen(c * across + s * cross + along),
        terms=frozen(np.array([c * v, (1.0 - c) * along, s * cross])),
    )


@dataclass(frozen=True, eq=False, slots=True)
class SmallRotation:
    """What turning does to a vector: to first order, and truly. Arrays are read-only, all in one basis."""

    linear: Array  # (3,) δθ u × v, in the unit of v
    exact: Array  # (3,) R(u, δθ) v - v
    gap: float  # ‖exact - linear‖: of second order in δθ


def small_rotation(u: Array, angle: float, v: Array) -> SmallRotation:
    """The change of a vector v (3,) turned by a small angle δθ [rad] about a unit axis u (3,): δv = δθ u × v, and the exact one.

    Source: kinematic-model, "Cas d'une rotation infinitésimale"; THEORY §1. Raises ArgumentError.
    """
    R = rodrigues(u, angle)
    v = checked_numbers("v", v, (3,))
    linear, exact = float(angle) * np.cross(np.asarray(u, dtype=np.float64), v), R @ v - v
    return SmallRotation(frozen(linear), frozen(exact), float(np.linalg.norm(exact - linear)))


@dataclass(frozen=True, eq=False, slots=True)
class AddedAngularVelocities:
    """ω(i/k) = ω(i/p) + ω(p/k), all along the axes of k [rad/s]. Arrays are read-only."""

    carrier: Array  # (3,) ω(p/k)
    relative: Array  # (3,) ω(i/p), turned from the axes of p
    total: Array  # (3,) their sum
    product: Array  # (3,) ω of Ṙ Rᵀ with R = R(p/k) R(i/p), which knows nothing of the sum
    gap: float  # largest |total - product|


def add_angular_velocities(R_kp: Array, R_pi: Array, w_kp: Array, w_pi: Array) -> AddedAngularVelocities:
    """The angular velocity of i against k, from those of p against k and of i against p.

    R_kp, R_pi : (3, 3) axes of p in k, and of i in p
    w_kp, w_pi : (3,) ω(p/k) in the axes of k, and ω(i/p) in the axes of p [rad/s]
    Source: kinematic-model, "additionnabilité des vitesses angulaires"; THEORY §1. Raises ArgumentError.
    """
    R_kp, R_pi = checked_rotation("R_kp", R_kp), checked_rotation("R_pi", R_pi)
    carrier, w_pi = checked_numbers("w_kp", w_kp, (3,)), checked_numbers("w_pi", w_pi, (3,))
    relative = R_kp @ w_pi
    rate = skew(carrier) @ R_kp @ R_pi + R_kp @ skew(w_pi) @ R_pi  # Ṙ(p/k) R(i/p) + R(p/k) Ṙ(i/p)
    product = angular_velocity(R_kp @ R_pi, rate).omega
    total = carrier + relative
    gap = float(np.abs(total - product).max())
    return AddedAngularVelocities(frozen(carrier), frozen(relative), frozen(total), product, gap)
