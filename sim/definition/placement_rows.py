"""Poses (4, 4) from the numbers that definitions give."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ..arrays import Array


@lru_cache(maxsize=256)
def cos_sin(angle: float) -> tuple[float, float]:
    """Cosine and sine of an angle [rad]; exact at quarter turns, since no double is exactly π/2."""
    c, s = math.cos(angle), math.sin(angle)
    if abs(c) < 1e-15:
        return 0.0, math.copysign(1.0, s)
    if abs(s) < 1e-15:
        return math.copysign(1.0, c), 0.0
    return c, s


def screw_x(distance: float, angle: float) -> Array:
    """Pose after sliding along x [m] and turning about it [rad]."""
    c, s = cos_sin(angle)
    return np.array([[1.0, 0.0, 0.0, distance], [0.0, c, -s, 0.0], [0.0, s, c, 0.0], [0.0, 0.0, 0.0, 1.0]])


def screw_z(distance: float, angle: float) -> Array:
    """Pose after sliding along z [m] and turning about it [rad]."""
    c, s = cos_sin(angle)
    return np.array([[c, -s, 0.0, 0.0], [s, c, 0.0, 0.0], [0.0, 0.0, 1.0, distance], [0.0, 0.0, 0.0, 1.0]])


def from_xyz_rpy(xyz: Sequence[float], rpy: Sequence[float]) -> Array:
    """Pose at xyz [m], turned by roll about x, then pitch about y, then yaw about z, all fixed axes [rad]."""
    (cr, sr), (cp, sp), (cy, sy) = map(cos_sin, rpy)
    x, y, z = xyz
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, x],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, y],
            [-sp, cp * sr, cp * cr, z],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def roll_pitch_yaw(rotation: Array) -> tuple[float, float, float]:
    """Angles [rad] from which `from_xyz_rpy` gives this rotation (3, 3), to rounding, at a pitch of ±π/2 too.

    Near that pitch the yaw alone is ill-determined, and so is the roll. The roll is therefore taken from what is left of the
    rotation once this very yaw is undone, R_y(pitch) R_x(roll): its middle row is (0, cos roll, -sin roll) at any pitch.
    """
    yaw = math.atan2(rotation[1, 0], rotation[0, 0])
    cy, sy = cos_sin(yaw)
    along = cy * rotation[0] + sy * rotation[1]
    across = cy * rotation[1] - sy * rotation[0]
    return math.atan2(-across[2], across[1]), math.atan2(-rotation[2, 0], along[0]), yaw


def pose_numbers(placement: Array) -> Array:
    """Return a pose as the (7,) numbers of a free-flyer: x y z qx qy qz qw."""
    rotation, quaternion = placement[:3, :3], np.zeros(4)
    trace = float(np.trace(rotation))
    squares = np.array([*(2.0 * np.diag(rotation) - trace), trace]) + 1.0  # four times the squares of x y z w
    largest = int(np.argmax(squares))
    i, j, k = largest % 3, (largest + 1) % 3, (largest + 2) % 3
    if largest == 3:
        quaternion[:3] = (rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1])
        quaternion[3] = squares[3]
    else:
        quaternion[i] = squares[i]
        quaternion[j] = rotation[j, i] + rotation[i, j]
        quaternion[k] = rotation[k, i] + rotation[i, k]
        quaternion[3] = rotation[k, j] - rotation[j, k]
    return np.concatenate([placement[:3, 3], quaternion / np.linalg.norm(quaternion)])
