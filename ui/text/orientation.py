"""A rotation matrix in the numbers people read."""

from __future__ import annotations

import math

import numpy as np

NO_AXIS = 1e-12  # rotations by less have no axis to speak of [rad]
LOCKED = 1e-9  # cos θ below which only one of φ and ψ counts


def rpy_of(R: np.ndarray) -> tuple[float, float, float]:
    """φ, θ, ψ [rad] with R = Rz(ψ) Ry(θ) Rx(φ); at θ = ±90° φ is 0, as only one of φ and ψ counts."""
    (r00, r01, _), (r10, r11, _), (r20, r21, r22) = R.tolist()
    cosine = math.hypot(r00, r10)
    theta = math.atan2(-r20, cosine)
    if cosine < LOCKED:
        return 0.0, theta, _turn(math.atan2(-r01, r11))
    return _turn(math.atan2(r21, r22)), theta, _turn(math.atan2(r10, r00))


def quaternion_of(R: np.ndarray) -> tuple[float, float, float, float]:
    """x, y, z, w of unit length with w ≥ 0. Source: Shepperd 1978, dividing by the largest of the four."""
    (r00, r01, r02), (r10, r11, r12), (r20, r21, r22) = R.tolist()
    squares = (1 + r00 - r11 - r22, 1 - r00 + r11 - r22, 1 - r00 - r11 + r22, 1 + r00 + r11 + r22)
    largest = max(range(4), key=squares.__getitem__)
    rows = (
        (squares[0], r01 + r10, r02 + r20, r21 - r12),
        (r01 + r10, squares[1], r12 + r21, r02 - r20),
        (r02 + r20, r12 + r21, squares[2], r10 - r01),
        (r21 - r12, r02 - r20, r10 - r01, squares[3]),
    )
    x, y, z, w = rows[largest]
    length = math.copysign(math.sqrt(x * x + y * y + z * z + w * w), w)
    return x / length, y / length, z / length, w / length


def axis_angle_of(R: np.ndarray) -> tuple[float, float, float, float]:
    """Unit axis and angle [rad], 0 to π; without rotation the axis is nan."""
    x, y, z, w = quaternion_of(R)
    sine = math.sqrt(x * x + y * y + z * z)
    angle = 2.0 * math.atan2(sine, w)
    if angle < NO_AXIS:
        return math.nan, math.nan, math.nan, 0.0
    return x / sine, y / sine, z / sine, angle


def _turn(angle: float) -> float:
    """-π as π, so that a half turn does not flicker between its two names."""
    return math.pi if angle < -math.pi + 1e-12 else angle
