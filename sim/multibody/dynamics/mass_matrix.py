"""The mass matrix H(q), by the composite rigid body algorithm.

Source: Featherstone 2008, §6.2 (table 6.2), in world axes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import compile_entry, entry, kernel, m_out, small, v_in
from ...native import matrix_of, native, new_array, refuse, scratch, vector
from ..algebra.articulated_inertia import rotate_symmetric
from ..kinematics.columns import axis_of, columns, columns_in
from ..kinematics.placements import joint_placements_into, world_placements_into
from ..kinematics.table import placements_scratch, rows, table_in
from ..model.checks import checked
from ..model.input_validation import valid_q
from ..model.model import Model

LARGE = 200
"""Degrees of freedom above which other threads go on meanwhile: of a heap it is a matter of milliseconds, not microseconds."""


def mass_matrix(model: Model, q: Array) -> Array:
    """Mass matrix H (nv, nv) at configuration q: H q̈ + C(q, v) = τ [kg m², kg m or kg]. Raises ArgumentError."""
    try:
        return _found(model, q)
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _found(model, *checked(model, q=q))


def _found(model: Model, q: Array) -> Array:
    if model.nv <= LARGE:
        call = _mass_matrix.call
        return call(model.table, model.work, model.columns, q)
    H = np.empty((model.nv, model.nv))
    compile_entry(_large_mass_matrix)
    if not _large_mass_matrix(model.table, model.columns, q, *own_scratch(model), H):
        raise TypeError("q cannot be used as it is")
    return H


def own_scratch(model: Model) -> tuple[Array, Array, Array, Array]:
    """Scratch X, W, K, S of a model for one call, where others may run meanwhile; `model.work` is for native entries."""
    n = len(model.table)
    X = np.empty((n + (n + 3) // 4, 12))  # as `rows_for_placements` has it in compiled code
    return X, np.empty((n, 12)), np.empty((n, 10)), np.empty((len(model.columns), 6))


@native
def _mass_matrix(numpy: int, given: int, count: int) -> int:
    table, cols, q = rows(given, 0), columns(given, 2), vector(numpy, given, 3)
    if not valid_q(table, q):
        return refuse()
    n, m, nv = table.shape[0], cols.shape[0], table[0].iv
    result = new_array(numpy, (nv, nv))
    if result:
        X, W = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12)
        K, S = scratch(given, 1, 24 * n, n, 10), scratch(given, 1, 34 * n, m, 6)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        mass_matrix_into(table, cols, 1, n, 0, m, 0, W, K, S, matrix_of(result, nv, nv))
    return result


@entry(table_in, columns_in, v_in, m_out, m_out, m_out, m_out, m_out)
def _large_mass_matrix(table: Any, cols: Any, q: Array, X: Array, W: Array, K: Array, S: Array, H: Array) -> bool:
    """The same without Python's lock; False if q cannot be used."""
    if not valid_q(table, q):
        return False
    joint_placements_into(table, q, X)
    world_placements_into(table, X, W)
    mass_matrix_into(table, cols, 1, table.shape[0], 0, cols.shape[0], 0, W, K, S, H)
    return True


@kernel
def mass_matrix_into(
    table: Any, columns: Any, first: int, last: int, c0: int, c1: int, v0: int, W: Array, K: Array, S: Array, H: Array
) -> None:
    """Write the mass matrix of whole trees into H (m, m): rows first ≤ i < last, columns c0 ≤ c < c1, numbers in v from v0 on.

    W (n, 12) : poses of rows in the world
    K (n, 10) : scratch: inertia of each row's subtree
    S (·, 6)  : scratch, a row for each column of the model: its motion

    All in world axes. Inertias are about each row's own origin, so that small ones stay exact; motions and forces meet at the
    origin of the tree's first row, where each pair of columns costs one product of six numbers.
    """
    composite_inertias_into(table, first, last, W, K)
    H[:, :] = 0.0
    for c in range(c0, c1):
        i, iv = columns[c].row, columns[c].iv - v0
        row = table[i]
        x, y, z, turns = axis_of(row, W[i], columns[c].iv - row.iv)
        if turns:
            fx, fy, fz = y * K[i, 3] - z * K[i, 2], z * K[i, 1] - x * K[i, 3], x * K[i, 2] - y * K[i, 1]
            nx = K[i, 4] * x + K[i, 5] * y + K[i, 6] * z
            ny = K[i, 5] * x + K[i, 7] * y + K[i, 8] * z
            nz = K[i, 6] * x + K[i, 8] * y + K[i, 9] * z
            H[iv, iv] += x * nx + y * ny + z * nz + row.ratio * row.ratio * row.armature
        else:
            fx, fy, fz = K[i, 0] * x, K[i, 0] * y, K[i, 0] * z
            nx, ny, nz = K[i, 2] * z - K[i, 3] * y, K[i, 3] * x - K[i, 1] * z, K[i, 1] * y - K[i, 2] * x
            H[iv, iv] += x * fx + y * fy + z * fz + row.ratio * row.ratio * row.armature
        e = columns[c].parent
        while e >= 0 and columns[e].row == i:  # another axis of the same joint
            j = columns[e].iv - v0
            ax, ay, az, other = axis_of(row, W[i], columns[e].iv - row.iv)
            H[iv, j] = H[j, iv] = ax * nx + ay * ny + az * nz if other else ax * fx + ay * fy + az * fz
            e = columns[e].parent
        px, py, pz = W[i, 9] - W[row.tree, 9], W[i, 10] - W[row.tree, 10], W[i, 11] - W[row.tree, 11]
        if turns:
            S[c, 0], S[c, 1], S[c, 2] = py * z - pz * y, pz * x - px * z, px * y - py * x
            S[c, 3], S[c, 4], S[c, 5] = x, y, z
        else:
            S[c, 0], S[c, 1], S[c, 2], S[c, 3], S[c, 4], S[c, 5] = x, y, z, 0.0, 0.0, 0.0
        nx, ny, nz = nx + py * fz - pz * fy, ny + pz * fx - px * fz, nz + px * fy - py * fx
        while e >= 0:
            j = columns[e].iv - v0
            value = S[e, 0] * fx + S[e, 1] * fy + S[e, 2] * fz + S[e, 3] * nx + S[e, 4] * ny + S[e, 5] * nz
            H[iv, j] += value
            H[j, iv] += value
            e = columns[e].parent


@kernel
def composite_inertias_into(table: Any, first: int, last: int, W: Array, K: Array) -> None:
    """Write the inertia of each row's whole subtree, about its origin in world axes, into K (n, 10).

    The ten numbers: mass, first moment (3), inertia xx xy xz yy yz zz.
    """
    for i in range(first, last):
        _own_inertia_into(table[i], W[i], K[i])
    for i in range(last - 1, first - 1, -1):
        j = table[i].parent
        if j > 0:
            _add_shifted(W[i, 9] - W[j, 9], W[i, 10] - W[j, 10], W[i, 11] - W[j, 11], K[i], K[j])


@small
def _own_inertia_into(row: Any, w: Array, k: Array) -> None:
    """Write the inertia of a row's own bodies, about its origin, turned into world axes."""
    h, I = row.moment, row.inertia  # noqa: E741  (the field's letter)
    k[0] = row.mass
    k[1] = w[0] * h[0] + w[1] * h[1] + w[2] * h[2]
    k[2] = w[3] * h[0] + w[4] * h[1] + w[5] * h[2]
    k[3] = w[6] * h[0] + w[7] * h[1] + w[8] * h[2]
    k[4], k[5], k[6], k[7], k[8], k[9] = rotate_symmetric(w, I[0], I[1], I[2], I[3], I[4], I[5])


@small
def _add_shifted(x: float, y: float, z: float, k: Array, p: Array) -> None:
    """Add an inertia k (10,) about a point to p (10,), about a point from which the first one is at (x, y, z)."""
    m = k[0]
    # With e = 2 h + m r the inertia grows by (r · e) 1 - (r eᵀ + e rᵀ) / 2.
    ex, ey, ez = 2.0 * k[1] + m * x, 2.0 * k[2] + m * y, 2.0 * k[3] + m * z
    trace = x * ex + y * ey + z * ez
    p[0] += m
    p[1] += k[1] + m * x
    p[2] += k[2] + m * y
    p[3] += k[3] + m * z
    p[4] += k[4] + trace - x * ex
    p[5] += k[5] - 0.5 * (x * ey + y * ex)
    p[6] += k[6] - 0.5 * (x * ez + z * ex)
    p[7] += k[7] + trace - y * ey
    p[8] += k[8] - 0.5 * (y * ez + z * ey)
    p[9] += k[9] + trace - z * ez
