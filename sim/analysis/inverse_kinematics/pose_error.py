"""How far a frame is from where it is wanted, and how that changes with the joints.

The error is e = (p* - p, ℓ·log(R* Rᵀ)) along world axes: the logarithm of the pose error on ℝ³ × SO(3), its angles times a
length ℓ. Then |e|² = distance² + (ℓ·angle)², and a nearest pose is nearest in what one would measure; the logarithm on SE(3)
has the same zeros, but far from them its linear part is no distance. When the frame moves with the twist [v; ω] at its origin
along world axes, ė = -(v, ℓ·J_r⁻¹ ω), with J_r⁻¹(x) = 1 + ½ x̂ + c x̂² of the rotation vector x.
Source: THEORY §3; Murray, Li & Sastry 1994, §2.2 (logarithm); Bullo & Murray 1995 (its derivative).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ...multibody.algebra.spatial import compose_into
from ...multibody.kinematics.exponential import bernoulli, turned

BOTH, POSITION, ORIENTATION = 0, 1, 2


@kernel
def error_into(
    table: Any, X: Array, row: int, placement: Array, target: Array, rows: int, length: float, work: Array, e: Array
) -> float:
    """Write the error (6,) of a frame that a row carries at `placement`; returns |e|². What is not asked for is zero.

    X (n, 12) : poses in their parents of the row and those before it;  work (2, 12) : scratch
    """
    A, B = work[0], work[1]
    for i in range(3):
        A[9 + i] = placement[i, 3]
        for j in range(3):
            A[3 * i + j] = placement[i, j]
    while row > 0:
        compose_into(X[row], A, B)
        A, B = B, A
        row = table[row].parent
    for k in range(3):
        e[k] = target[k, 3] - A[9 + k] if rows != ORIENTATION else 0.0
    x, y, z = _rotation_vector(target, A)
    weight = length if rows != POSITION else 0.0
    e[3], e[4], e[5] = weight * x, weight * y, weight * z
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3] + e[4] * e[4] + e[5] * e[5]


@kernel
def _rotation_vector(A: Array, B: Array) -> tuple[float, float, float]:
    """log(A Bᵀ) of the rotations of a pose A (4, 4) and a placement B (12,), in world axes; its length is at most π.

    By the quaternion's largest number, so that a half turn is no exception (Shepperd 1978).
    """
    r00, r01, r02 = _dot(A[0], B, 0), _dot(A[0], B, 3), _dot(A[0], B, 6)
    r10, r11, r12 = _dot(A[1], B, 0), _dot(A[1], B, 3), _dot(A[1], B, 6)
    r20, r21, r22 = _dot(A[2], B, 0), _dot(A[2], B, 3), _dot(A[2], B, 6)
    trace = r00 + r11 + r22
    if trace >= r00 and trace >= r11 and trace >= r22:
        x, y, z, w = r21 - r12, r02 - r20, r10 - r01, 1.0 + trace
    elif r00 >= r11 and r00 >= r22:
        x, y, z, w = 1.0 + r00 - r11 - r22, r01 + r10, r02 + r20, r21 - r12
    elif r11 >= r22:
        x, y, z, w = r01 + r10, 1.0 + r11 - r00 - r22, r12 + r21, r02 - r20
    else:
        x, y, z, w = r02 + r20, r12 + r21, 1.0 + r22 - r00 - r11, r10 - r01
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    n = math.sqrt(x * x + y * y + z * z)
    scale = 2.0 * math.atan2(n, w) / n if n > 1e-300 else 0.0
    return scale * x, scale * y, scale * z


@kernel
def _dot(a: Array, b: Array, k: int) -> float:
    return a[0] * b[k] + a[1] * b[k + 1] + a[2] * b[k + 2]


@kernel
def error_columns_into(e: Array, J: Array, columns: Any, rows: int, length: float, A: Array) -> None:
    """Write by how much each of the chosen joints lowers the error, -∂e/∂q, into A (n, 6), a row a joint.

    J (6, nv) : Jacobian of the frame at its origin along world axes;  columns (n,) : which of its columns
    """
    x, y, z = e[3] / length, e[4] / length, e[5] / length
    c, _ = bernoulli(x * x + y * y + z * z)
    linear, angular = 1.0 if rows != ORIENTATION else 0.0, length if rows != POSITION else 0.0
    for i in range(columns.shape[0]):
        j = columns[i]
        wx, wy, wz = turned(x, y, z, 0.5, c, J[3, j], J[4, j], J[5, j])
        A[i, 0], A[i, 1], A[i, 2] = linear * J[0, j], linear * J[1, j], linear * J[2, j]
        A[i, 3], A[i, 4], A[i, 5] = angular * wx, angular * wy, angular * wz
