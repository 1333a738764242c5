"""Rotations: R from an axis and an angle and back, and the angular velocity that is in Ṙ Rᵀ.

Source: kinematic-model, "Formule d'Olindes Rodrigues" and "Calcul du vecteur vitesse instantanée de rotation"; THEORY §1. The
axis of a rotation comes from its quaternion, divided by the largest of its numbers: Shepperd 1978.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError
from ...texts import tr
from .plain_spatial import skew

UNIT = 1e-9  # how far the norm of an axis may be from 1


def vee(S: Array) -> Array:
    """The vector (3,) of the skew-symmetric part of S (3, 3): `vee(skew(u))` is u.

    Stacks (…, 3, 3) of real or complex numbers give (…, 3).
    """
    S = np.asarray(S)
    return np.stack([S[..., 2, 1] - S[..., 1, 2], S[..., 0, 2] - S[..., 2, 0], S[..., 1, 0] - S[..., 0, 1]], -1) / 2


def turned(u: Array, angle: Any) -> Any:
    """R(u, θ) (…, 3, 3) about a unit axis u (3,) for angles (…) [rad], which may be complex; nothing is checked."""
    angle = np.asarray(angle)[..., None, None]
    c = np.cos(angle)
    return np.multiply.outer(u, u) * (1.0 - c) + np.eye(3) * c + skew(u) * np.sin(angle)


def rotation_from_quaternion(quaternion: Array) -> Array:
    """R (…, 3, 3) of unit quaternions x y z w (…, 4); nothing is checked."""
    x, y, z, w = np.moveaxis(quaternion, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def rodrigues(u: Array, angle: float) -> Array:
    """R(u, θ) (3, 3) = u uᵀ (1 - cos θ) + 1 cos θ + S(u) sin θ.

    u     : (3,) unit axis
    angle : θ [rad]
    Raises ArgumentError for a u that is not a unit vector.
    """
    along, across, turning = rodrigues_terms(u, angle)
    return along + across + turning


def rodrigues_terms(u: Array, angle: float) -> tuple[Array, Array, Array]:
    """The three terms (3, 3) of `rodrigues`: u uᵀ (1 - cos θ), 1 cos θ and S(u) sin θ. Raises ArgumentError."""
    u, angle = checked_axis(u), _number("angle", angle)
    c, s = np.cos(angle), np.sin(angle)
    return np.outer(u, u) * (1.0 - c), np.eye(3) * c, skew(u) * s


def rodrigues_rate(u: Array, angle: float, rate: float) -> Array:
    """Ṙ (3, 3) [1/s] of `rodrigues` about an axis that stays, θ̇ (u uᵀ sin θ - 1 sin θ + S(u) cos θ).

    angle, rate : θ [rad], θ̇ [rad/s]
    Raises ArgumentError.
    """
    u, angle, rate = checked_axis(u), _number("angle", angle), _number("rate", rate)
    s, c = np.sin(angle), np.cos(angle)
    dR: Array = rate * (np.outer(u, u) * s - np.eye(3) * s + skew(u) * c)
    return dR


def axis_angle(R: Array) -> tuple[Array, float]:
    """The unit axis u (3,) and the angle θ in [0, π] [rad] of a rotation R (3, 3): `rodrigues(u, θ)` is R.

    Without a turn the axis is z. Raises ArgumentError for an R that is not a rotation.
    """
    x, y, z, w = _quaternion(checked_rotation("R", R))
    sine = float(np.sqrt(x * x + y * y + z * z))
    if sine == 0.0:
        return np.array([0.0, 0.0, 1.0]), 0.0
    return np.array([x, y, z]) / sine, 2.0 * float(np.arctan2(sine, w))


def rotation_vector(R: Array) -> Array:
    """The vector u θ (3,) [rad] of a rotation R (3, 3). Raises ArgumentError."""
    u, angle = axis_angle(R)
    return u * angle


@dataclass(frozen=True, eq=False, slots=True)
class AngularVelocity:
    """What Ṙ Rᵀ says of a motion. Arrays are read-only."""

    omega: Array  # (3,) in the axes that R leads to [rad/s]
    matrix: Array  # (3, 3) Ṙ Rᵀ as it came out [1/s]
    residual: float  # largest |Ṙ Rᵀ - S(ω)| [1/s]: 0 if Ṙ is the rate of a rotation


def angular_velocity(R: Array, R_dot: Array) -> AngularVelocity:
    """The angular velocity ω with S(ω) = Ṙ Rᵀ, and how far Ṙ Rᵀ is from skew-symmetric.

    R     : (3, 3) rotation, its columns the axes of the frame that moves
    R_dot : (3, 3) its rate [1/s]
    Raises ArgumentError for an R that is not a rotation, or numbers that are not finite.
    """
    R, R_dot = checked_rotation("R", R), checked_numbers("R_dot", R_dot, (3, 3))
    matrix = R_dot @ R.T
    omega = vee(matrix)
    return AngularVelocity(frozen(omega), frozen(matrix), float(np.abs(matrix - skew(omega)).max()))


def _quaternion(R: Array) -> Array:
    """The unit quaternion x y z w of R, with w ≥ 0."""
    trace = np.trace(R)
    squares = np.array([1.0 + 2.0 * R[0, 0] - trace, 1.0 + 2.0 * R[1, 1] - trace, 1.0 + 2.0 * R[2, 2] - trace, 1 + trace])
    largest = int(np.argmax(squares))
    x, y, z = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    xy, xz, yz = R[0, 1] + R[1, 0], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1]
    rows = ([squares[0], xy, xz, x], [xy, squares[1], yz, y], [xz, yz, squares[2], z], [x, y, z, squares[3]])
    found = np.array(rows[largest])
    found /= np.linalg.norm(found)
    return found if found[3] >= 0.0 else -found


def checked_axis(u: Any) -> Array:
    """A unit vector u (3,), or an ArgumentError."""
    u = checked_numbers("u", u, (3,))
    norm = float(np.linalg.norm(u))
    if abs(norm - 1.0) > UNIT:
        raise ArgumentError("u must be a unit vector; {u} has norm {norm:.9g}", u=u.tolist(), norm=norm)
    return u


def checked_rotation(name: str, R: Any) -> Array:
    """R as an array (3, 3), or an ArgumentError."""
    R = checked_numbers(name, R, (3, 3))
    off = float(np.abs(R @ R.T - np.eye(3)).max())
    if off > 1e-6 or np.linalg.det(R) < 0.0:
        fault = f"|R Rᵀ - 1| is {off:.3g}" if off > 1e-6 else tr("its determinant is -1: it mirrors")
        raise ArgumentError("{name} must be a rotation, R Rᵀ = 1 with determinant 1; {fault}", name=name, fault=fault)
    return R


def _number(name: str, value: Any) -> float:
    return float(checked_numbers(name, value, ()))


def checked_numbers(name: str, value: Any, shape: tuple[int, ...]) -> Array:
    """Finite numbers of a shape as an array, or an ArgumentError."""
    values = as_floats(name, value)
    if values.shape != shape or not np.all(np.isfinite(values)):
        raise ArgumentError(
            "{name} must be finite numbers of shape {shape}; given {value!r}", name=name, shape=shape, value=value
        )
    return values


def checked_pose(name: str, matrix: Any) -> Array:
    """A pose (4, 4), or an ArgumentError that says why it is none."""
    pose = as_floats(name, matrix)
    if pose.shape != (4, 4):
        raise ArgumentError(
            "{name} must be a pose, (4, 4) numbers [[R, p], [0, 1]]; given shape {shape}", name=name, shape=pose.shape
        )
    (a, b, c, x), (d, e, f, y), (g, h, i, z), last = pose.tolist()
    off = max(
        abs(a * a + b * b + c * c - 1.0),
        abs(d * d + e * e + f * f - 1.0),
        abs(g * g + h * h + i * i - 1.0),
        abs(a * d + b * e + c * f),
        abs(a * g + b * h + c * i),
        abs(d * g + e * h + f * i),
    )
    turn = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    if not (off <= 1e-6 and turn > 0.0 and math.isfinite(x + y + z) and last == [0.0, 0.0, 0.0, 1.0]):
        raise ArgumentError(
            "{name} must be a pose [[R, p], [0, 1]] with R a rotation and p finite; |RRᵀ - 1| is {off:.2g}, det R is "
            "{turn:.4g}, p is {value}, the last row is {last}",
            name=name,
            off=off,
            turn=turn,
            value=[x, y, z],
            last=last,
        )
    return pose
