"""Inertias of articulated subtrees: symmetric 6×6 matrices held as 21 numbers.

Layout: [0:6] linear block M (xx xy xz yy yz zz), [6:15] coupling C (3×3, row by row), [15:21] angular block I; the force
of an acceleration (a; b) is f = M a + C b, n = Cᵀ a + I b. Source: Featherstone 2008, §7.2.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import small
from .spatial import Six


@small
def rigid_into(row: Any, A: Array) -> None:
    """Write a row's rigid-body inertia into A (21,)."""
    h = row.moment
    A[0], A[1], A[2], A[3], A[4], A[5] = row.mass, 0.0, 0.0, row.mass, 0.0, row.mass
    A[6], A[7], A[8] = 0.0, h[2], -h[1]
    A[9], A[10], A[11] = -h[2], 0.0, h[0]
    A[12], A[13], A[14] = h[1], -h[0], 0.0
    for k in range(6):
        A[15 + k] = row.inertia[k]


@small
def times(A: Array, ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> Six:
    """The force (f; n) of an acceleration (a; b)."""
    return (
        A[0] * ax + A[1] * ay + A[2] * az + A[6] * bx + A[7] * by + A[8] * bz,
        A[1] * ax + A[3] * ay + A[4] * az + A[9] * bx + A[10] * by + A[11] * bz,
        A[2] * ax + A[4] * ay + A[5] * az + A[12] * bx + A[13] * by + A[14] * bz,
        A[6] * ax + A[9] * ay + A[12] * az + A[15] * bx + A[16] * by + A[17] * bz,
        A[7] * ax + A[10] * ay + A[13] * az + A[16] * bx + A[18] * by + A[19] * bz,
        A[8] * ax + A[11] * ay + A[14] * az + A[17] * bx + A[19] * by + A[20] * bz,
    )


@small
def subtract_outer(A: Array, u: Array, d: float) -> None:
    """A -= u uᵀ / d, with u (6,)."""
    x, y, z, a, b, c = u[0], u[1], u[2], u[3], u[4], u[5]
    sx, sy, sz, sa, sb, sc = x / d, y / d, z / d, a / d, b / d, c / d
    A[0] -= x * sx
    A[1] -= x * sy
    A[2] -= x * sz
    A[3] -= y * sy
    A[4] -= y * sz
    A[5] -= z * sz
    A[6] -= x * sa
    A[7] -= x * sb
    A[8] -= x * sc
    A[9] -= y * sa
    A[10] -= y * sb
    A[11] -= y * sc
    A[12] -= z * sa
    A[13] -= z * sb
    A[14] -= z * sc
    A[15] -= a * sa
    A[16] -= a * sb
    A[17] -= a * sc
    A[18] -= b * sb
    A[19] -= b * sc
    A[20] -= c * sc


@small
def rotate_symmetric(X: Array, xx: float, xy: float, xz: float, yy: float, yz: float, zz: float) -> Six:
    """R S Rᵀ for a symmetric S, R the rotation of the placement X."""
    a00 = X[0] * xx + X[1] * xy + X[2] * xz
    a01 = X[0] * xy + X[1] * yy + X[2] * yz
    a02 = X[0] * xz + X[1] * yz + X[2] * zz
    a10 = X[3] * xx + X[4] * xy + X[5] * xz
    a11 = X[3] * xy + X[4] * yy + X[5] * yz
    a12 = X[3] * xz + X[4] * yz + X[5] * zz
    a20 = X[6] * xx + X[7] * xy + X[8] * xz
    a21 = X[6] * xy + X[7] * yy + X[8] * yz
    a22 = X[6] * xz + X[7] * yz + X[8] * zz
    return (
        a00 * X[0] + a01 * X[1] + a02 * X[2],
        a00 * X[3] + a01 * X[4] + a02 * X[5],
        a00 * X[6] + a01 * X[7] + a02 * X[8],
        a10 * X[3] + a11 * X[4] + a12 * X[5],
        a10 * X[6] + a11 * X[7] + a12 * X[8],
        a20 * X[6] + a21 * X[7] + a22 * X[8],
    )


@small
def add_to_parent(X: Array, A: Array, P: Array) -> None:
    """Add A, given in a child's frame placed at X in the parent, to P in the parent's frame."""
    xx, xy, xz, yy, yz, zz = rotate_symmetric(X, A[0], A[1], A[2], A[3], A[4], A[5])
    c00, c01, c02, c10, c11, c12, c20, c21, c22 = _rotate_full(X, A)
    x, y, z = X[9], X[10], X[11]
    # C'' = C' - M' p̂, with p̂ the matrix of p ×.
    d00, d01, d02 = c00 - (xy * z - xz * y), c01 - (xz * x - xx * z), c02 - (xx * y - xy * x)
    d10, d11, d12 = c10 - (yy * z - yz * y), c11 - (yz * x - xy * z), c12 - (xy * y - yy * x)
    d20, d21, d22 = c20 - (yz * z - zz * y), c21 - (zz * x - xz * z), c22 - (xz * y - yz * x)
    P[0] += xx
    P[1] += xy
    P[2] += xz
    P[3] += yy
    P[4] += yz
    P[5] += zz
    P[6] += d00
    P[7] += d01
    P[8] += d02
    P[9] += d10
    P[10] += d11
    P[11] += d12
    P[12] += d20
    P[13] += d21
    P[14] += d22
    # I'' = I' + p̂ C'' + (p̂ C')ᵀ.
    xx, xy, xz, yy, yz, zz = rotate_symmetric(X, A[15], A[16], A[17], A[18], A[19], A[20])
    P[15] += xx + (y * d20 - z * d10) + (y * c20 - z * c10)
    P[16] += xy + (y * d21 - z * d11) + (z * c00 - x * c20)
    P[17] += xz + (y * d22 - z * d12) + (x * c10 - y * c00)
    P[18] += yy + (z * d01 - x * d21) + (z * c01 - x * c21)
    P[19] += yz + (z * d02 - x * d22) + (x * c11 - y * c01)
    P[20] += zz + (x * d12 - y * d02) + (x * c12 - y * c02)


@small
def _rotate_full(X: Array, A: Array) -> tuple[float, float, float, float, float, float, float, float, float]:
    """R C Rᵀ for the coupling block of A."""
    a00 = X[0] * A[6] + X[1] * A[9] + X[2] * A[12]
    a01 = X[0] * A[7] + X[1] * A[10] + X[2] * A[13]
    a02 = X[0] * A[8] + X[1] * A[11] + X[2] * A[14]
    a10 = X[3] * A[6] + X[4] * A[9] + X[5] * A[12]
    a11 = X[3] * A[7] + X[4] * A[10] + X[5] * A[13]
    a12 = X[3] * A[8] + X[4] * A[11] + X[5] * A[14]
    a20 = X[6] * A[6] + X[7] * A[9] + X[8] * A[12]
    a21 = X[6] * A[7] + X[7] * A[10] + X[8] * A[13]
    a22 = X[6] * A[8] + X[7] * A[11] + X[8] * A[14]
    return (
        a00 * X[0] + a01 * X[1] + a02 * X[2],
        a00 * X[3] + a01 * X[4] + a02 * X[5],
        a00 * X[6] + a01 * X[7] + a02 * X[8],
        a10 * X[0] + a11 * X[1] + a12 * X[2],
        a10 * X[3] + a11 * X[4] + a12 * X[5],
        a10 * X[6] + a11 * X[7] + a12 * X[8],
        a20 * X[0] + a21 * X[1] + a22 * X[2],
        a20 * X[3] + a21 * X[4] + a22 * X[5],
        a20 * X[6] + a21 * X[7] + a22 * X[8],
    )


@small
def solve(A: Array, x: Array, L: Array) -> bool:
    """Solve A a = x for a (6,), in place in x; L (6, 6) scratch. False if A is not positive definite."""
    index = 0
    for i in range(3):
        for j in range(i, 3):
            L[j, i] = A[index]
            L[3 + j, 3 + i] = A[15 + index]
            index += 1
    for i in range(3):
        for j in range(3):
            L[3 + j, i] = A[6 + 3 * i + j]
    for j in range(6):
        d = L[j, j]
        for k in range(j):
            d -= L[j, k] * L[j, k]
        if not d > 0.0:
            return False
        d = math.sqrt(d)
        L[j, j] = d
        for i in range(j + 1, 6):
            s = L[i, j]
            for k in range(j):
                s -= L[i, k] * L[j, k]
            L[i, j] = s / d
    for i in range(6):
        for k in range(i):
            x[i] -= L[i, k] * x[k]
        x[i] /= L[i, i]
    for i in range(5, -1, -1):
        for k in range(i + 1, 6):
            x[i] -= L[k, i] * x[k]
        x[i] /= L[i, i]
    return True
