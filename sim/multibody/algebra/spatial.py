"""Spatial algebra in registers: kernels that take and return plain numbers.

Motions are (v; ω), forces (f; n), linear part first, at the origin of a row's frame and along its axes.
A placement X is 12 numbers: the rotation row by row, then the translation; it gives the pose of a frame in another.
Source: Featherstone 2008, chapter 2, reordered linear first; newton-euler-inverse-dynamics, "Résumé".
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel, small

Six = tuple[float, float, float, float, float, float]


@small
def motion_to_child(X: Array, vx: float, vy: float, vz: float, wx: float, wy: float, wz: float) -> Six:
    """Express a motion given at the parent's frame at the child's, placed at X in the parent."""
    tx = vx + wy * X[11] - wz * X[10]
    ty = vy + wz * X[9] - wx * X[11]
    tz = vz + wx * X[10] - wy * X[9]
    return (
        X[0] * tx + X[3] * ty + X[6] * tz,
        X[1] * tx + X[4] * ty + X[7] * tz,
        X[2] * tx + X[5] * ty + X[8] * tz,
        X[0] * wx + X[3] * wy + X[6] * wz,
        X[1] * wx + X[4] * wy + X[7] * wz,
        X[2] * wx + X[5] * wy + X[8] * wz,
    )


@small
def force_to_parent(X: Array, fx: float, fy: float, fz: float, nx: float, ny: float, nz: float) -> Six:
    """Express a force given at the child's frame, placed at X in the parent, at the parent's."""
    tx = X[0] * fx + X[1] * fy + X[2] * fz
    ty = X[3] * fx + X[4] * fy + X[5] * fz
    tz = X[6] * fx + X[7] * fy + X[8] * fz
    return (
        tx,
        ty,
        tz,
        X[0] * nx + X[1] * ny + X[2] * nz + X[10] * tz - X[11] * ty,
        X[3] * nx + X[4] * ny + X[5] * nz + X[11] * tx - X[9] * tz,
        X[6] * nx + X[7] * ny + X[8] * nz + X[9] * ty - X[10] * tx,
    )


@small
def motion_of_several(row: Any, v: Array) -> Six:
    """What the numbers at a row of several degrees are as a motion: all six, or a turn alone."""
    k = row.iv + row.nv - 6
    if row.nv == 3:
        return 0.0, 0.0, 0.0, v[k + 3], v[k + 4], v[k + 5]
    return v[k], v[k + 1], v[k + 2], v[k + 3], v[k + 4], v[k + 5]


@small
def inertia_times(row: Any, vx: float, vy: float, vz: float, wx: float, wy: float, wz: float) -> Six:
    """Momentum of a row's rigid body moving with (v; ω), or its product with an acceleration."""
    m = row.mass
    h = row.moment
    I = row.inertia  # noqa: E741  (the field's letter)
    return (
        m * vx + wy * h[2] - wz * h[1],
        m * vy + wz * h[0] - wx * h[2],
        m * vz + wx * h[1] - wy * h[0],
        I[0] * wx + I[1] * wy + I[2] * wz + h[1] * vz - h[2] * vy,
        I[1] * wx + I[3] * wy + I[4] * wz + h[2] * vx - h[0] * vz,
        I[2] * wx + I[4] * wy + I[5] * wz + h[0] * vy - h[1] * vx,
    )


@small
def cross_motion(
    vx: float,
    vy: float,
    vz: float,
    wx: float,
    wy: float,
    wz: float,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
) -> Six:
    """(v; ω) × (a; b): the rate of change of a motion (a; b) carried by a frame moving with (v; ω)."""
    return (
        wy * az - wz * ay + vy * bz - vz * by,
        wz * ax - wx * az + vz * bx - vx * bz,
        wx * ay - wy * ax + vx * by - vy * bx,
        wy * bz - wz * by,
        wz * bx - wx * bz,
        wx * by - wy * bx,
    )


@small
def cross_force(
    vx: float,
    vy: float,
    vz: float,
    wx: float,
    wy: float,
    wz: float,
    fx: float,
    fy: float,
    fz: float,
    nx: float,
    ny: float,
    nz: float,
) -> Six:
    """(v; ω) ×* (f; n): the rate of change of a force (f; n) carried by a frame moving with (v; ω)."""
    return (
        wy * fz - wz * fy,
        wz * fx - wx * fz,
        wx * fy - wy * fx,
        wy * nz - wz * ny + vy * fz - vz * fy,
        wz * nx - wx * nz + vz * fx - vx * fz,
        wx * ny - wy * nx + vx * fy - vy * fx,
    )


@small
def compose_into(A: Array, B: Array, out: Array) -> None:
    """Write the placement A·B (B given in A's frame) into `out`; the three must be distinct."""
    for i in range(3):
        a, b, c = A[3 * i], A[3 * i + 1], A[3 * i + 2]
        out[3 * i] = a * B[0] + b * B[3] + c * B[6]
        out[3 * i + 1] = a * B[1] + b * B[4] + c * B[7]
        out[3 * i + 2] = a * B[2] + b * B[5] + c * B[8]
        out[9 + i] = A[9 + i] + a * B[9] + b * B[10] + c * B[11]


@kernel
def add_cross_matrix(factor: float, x: float, y: float, z: float, A: Array, i: int, j: int) -> None:
    """Add factor · (x, y, z) × to the block (3, 3) of A that begins at (i, j)."""
    A[i, j + 1] -= factor * z
    A[i, j + 2] += factor * y
    A[i + 1, j] += factor * z
    A[i + 1, j + 2] -= factor * x
    A[i + 2, j] -= factor * y
    A[i + 2, j + 1] += factor * x
