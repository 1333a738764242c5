"""Where each row's frame is: in its parent's frame, and in the world.

Source: kinematic-model, "Repère lié à un solide"; newton-euler-inverse-dynamics, "Algorithme" (first two lines).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel, small
from ...simd import plain
from ..algebra.sincos import sincos, sincos_into
from ..algebra.spatial import compose_into
from ..model.input_validation import quaternion_at
from ..model.model import PRISMATIC, REVOLUTE


@small
def joint_placement_into(row: Any, q: Array, X: Array) -> None:
    """Write the pose (12,) of a row's frame in its parent's frame at configuration q (nq,)."""
    if row.kind == REVOLUTE:
        s, c = sincos(row.ratio * q[row.iq] + row.offset)
        turned_into(row, s, c, X)
    else:
        moved_into(row, q, X)


@small
def turned_into(row: Any, s: float, c: float, X: Array) -> None:
    """Write the pose (12,) of a revolute row's frame in its parent's, at an angle of this sine and cosine."""
    P = row.rotation
    p = row.translation
    X[0], X[1], X[2] = P[0, 0] * c + P[0, 1] * s, P[0, 1] * c - P[0, 0] * s, P[0, 2]
    X[3], X[4], X[5] = P[1, 0] * c + P[1, 1] * s, P[1, 1] * c - P[1, 0] * s, P[1, 2]
    X[6], X[7], X[8] = P[2, 0] * c + P[2, 1] * s, P[2, 1] * c - P[2, 0] * s, P[2, 2]
    X[9], X[10], X[11] = p[0], p[1], p[2]


@small
def moved_into(row: Any, q: Array, X: Array) -> None:
    """Write the pose (12,) of the frame of a row that is not revolute in its parent's."""
    P = row.rotation
    p = row.translation
    if row.kind == PRISMATIC:
        d = row.ratio * q[row.iq] + row.offset
        X[0], X[1], X[2] = P[0, 0], P[0, 1], P[0, 2]
        X[3], X[4], X[5] = P[1, 0], P[1, 1], P[1, 2]
        X[6], X[7], X[8] = P[2, 0], P[2, 1], P[2, 2]
        X[9], X[10], X[11] = p[0] + P[0, 2] * d, p[1] + P[1, 2] * d, p[2] + P[2, 2] * d
    else:
        i = quaternion_at(row)
        r00, r01, r02, r10, r11, r12, r20, r21, r22 = rotation_of(q[i], q[i + 1], q[i + 2], q[i + 3])
        for k in range(3):
            a, b, c = P[k, 0], P[k, 1], P[k, 2]
            X[3 * k] = a * r00 + b * r10 + c * r20
            X[3 * k + 1] = a * r01 + b * r11 + c * r21
            X[3 * k + 2] = a * r02 + b * r12 + c * r22
            X[9 + k] = p[k] if row.nv == 3 else p[k] + a * q[i - 3] + b * q[i - 2] + c * q[i - 1]


@small
def rotation_of(x: float, y: float, z: float, w: float) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Rotation matrix of a quaternion, row by row; the quaternion's norm is divided out."""
    s = 2.0 / (x * x + y * y + z * z + w * w)
    return (
        1.0 - s * (y * y + z * z),
        s * (x * y - z * w),
        s * (x * z + y * w),
        s * (x * y + z * w),
        1.0 - s * (x * x + z * z),
        s * (y * z - x * w),
        s * (x * z - y * w),
        s * (y * z + x * w),
        1.0 - s * (x * x + y * y),
    )


@kernel
def joint_placements_into(table: Any, q: Array, X: Array) -> None:
    """Write the pose of every row in its parent's frame into X, its first n rows; see `rows_for_placements`."""
    n = table.shape[0]
    room = X[n:].reshape(12 * (X.shape[0] - n))
    whole = 4 * (X.shape[0] - n)  # in fours, for vector registers
    angles, sines, cosines = room[0:whole], room[whole : 2 * whole], room[2 * whole : 3 * whole]
    for i in range(n, whole):
        angles[i] = 0.0
    for i in range(n):
        row = table[i]
        angles[i] = row.ratio * q[row.iq] + row.offset if row.kind == REVOLUTE else 0.0
    sincos_into(plain(angles), plain(sines), plain(cosines))
    for i in range(1, n):
        if table[i].kind == REVOLUTE:
            turned_into(table[i], sines[i], cosines[i], X[i])
        else:
            moved_into(table[i], q, X[i])


@small
def rows_for_placements(n: int) -> int:
    """Rows of 12 numbers that `joint_placements_into` wants for n rows of a table: theirs, and room for 3 numbers a row."""
    return n + (n + 3) // 4


@kernel
def world_placements_into(table: Any, X: Array, W: Array) -> None:
    """Write the pose of every row in the world into W (n, 12), from those in the parents, X (n, 12)."""
    for k in range(12):
        W[0, k] = 0.0
    W[0, 0] = W[0, 4] = W[0, 8] = 1.0
    for i in range(1, table.shape[0]):
        parent = table[i].parent
        if parent == 0:
            for k in range(12):
                W[i, k] = X[i, k]
        else:
            compose_into(W[parent], X[i], W[i])
