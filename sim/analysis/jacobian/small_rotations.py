"""Rotations at work: a vector turned by a small angle, and angular velocities that add."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...multibody.algebra.plain_spatial import skew
from ...multibody.algebra.rotations import angular_velocity, checked_numbers, checked_rotation, rodrigues


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
