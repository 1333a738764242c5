"""The mass matrix H(q), by the composite rigid body algorithm.

Source: Featherstone 2008, §6.2 (table 6.2), in world axes.
"""

from __future__ import annotations

from typing import Any

from ..kernel import kernel
from ..native import matrix_of, native, new_array, refuse, scratch, vector
from .arrays import Array
from .articulated_inertia import rotate_symmetric
from .checks import checked, usable_q
from .model import PRISMATIC, REVOLUTE, SPHERICAL, Model
from .placements import joint_placements_into, world_placements_into
from .table import placements_scratch, rows


def mass_matrix(model: Model, q: Array) -> Array:
    """Mass matrix H (nv, nv) at configuration q: H q̈ + C(q, v) = τ [kg m², kg m or kg]. Raises ArgumentError."""
    try:
        return _mass_matrix.call(model.table, model.work, q)
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _mass_matrix.call(model.table, model.work, *checked(model, q=q))


@native
def _mass_matrix(numpy: int, given: int, count: int) -> int:
    table, q = rows(given, 0), vector(numpy, given, 2)
    if not usable_q(table, q):
        return refuse()
    n, nv = table.shape[0], table[0].iv
    result = new_array(numpy, (nv, nv))
    if result:
        X, W, K = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12), scratch(given, 1, 24 * n, n, 16)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        mass_matrix_into(table, 1, n, 0, W, K, matrix_of(result, nv, nv))
    return result


@kernel
def mass_matrix_into(table: Any, first: int, last: int, v0: int, W: Array, K: Array, H: Array) -> None:
    """Write the mass matrix of the rows first ≤ i < last, whole trees whose numbers in v start at v0, into H.

    W (n, 12) : poses of rows in the world
    K (n, 16) : scratch: inertia of each row's subtree (10), and the motion of its joint's unit velocity (6)
    H (m, m)  : m the number of degrees of freedom of those rows

    All in world axes. Inertias are about each row's own origin, so that small ones stay exact; motions and forces meet at the
    origin of the tree's first row, where each pair costs one product of six numbers.
    """
    composite_inertias_into(table, first, last, W, K)
    H[:, :] = 0.0
    for i in range(first, last):
        row, k, w = table[i], K[i], W[i]
        root = W[row.tree]
        px, py, pz = w[9] - root[9], w[10] - root[10], w[11] - root[11]
        r, iv = row.ratio, row.iv - v0
        if row.kind == REVOLUTE:
            x, y, z = r * w[2], r * w[5], r * w[8]
            k[10], k[11], k[12], k[13], k[14], k[15] = py * z - pz * y, pz * x - px * z, px * y - py * x, x, y, z
            fx, fy, fz = y * k[3] - z * k[2], z * k[1] - x * k[3], x * k[2] - y * k[1]
            nx, ny, nz = k[4] * x + k[5] * y + k[6] * z, k[5] * x + k[7] * y + k[8] * z, k[6] * x + k[8] * y + k[9] * z
            H[iv, iv] += x * nx + y * ny + z * nz + r * r * row.armature
        elif row.kind == PRISMATIC:
            x, y, z = r * w[2], r * w[5], r * w[8]
            k[10], k[11], k[12], k[13], k[14], k[15] = x, y, z, 0.0, 0.0, 0.0
            fx, fy, fz = k[0] * x, k[0] * y, k[0] * z
            nx, ny, nz = k[2] * z - k[3] * y, k[3] * x - k[1] * z, k[1] * y - k[2] * x
            H[iv, iv] += r * r * (k[0] + row.armature)
        else:
            _joint_block(table, v0, W, K, i, H)
            continue
        if row.parent > 0:
            nx, ny, nz = nx + py * fz - pz * fy, ny + pz * fx - px * fz, nz + px * fy - py * fx
            _couple(table, v0, W, K, i, iv, fx, fy, fz, nx, ny, nz, H)


@kernel
def composite_inertias_into(table: Any, first: int, last: int, W: Array, K: Array) -> None:
    """Write the inertia of each row's whole subtree, about its origin in world axes, into K (n, 10 or more).

    The ten numbers: mass, first moment (3), inertia xx xy xz yy yz zz.
    """
    for i in range(first, last):
        _own_inertia_into(table[i], W[i], K[i])
    for i in range(last - 1, first - 1, -1):
        j = table[i].parent
        if j > 0:
            _add_shifted(W[i, 9] - W[j, 9], W[i, 10] - W[j, 10], W[i, 11] - W[j, 11], K[i], K[j])


@kernel
def _own_inertia_into(row: Any, w: Array, k: Array) -> None:
    """Write the inertia of a row's own bodies, about its origin, turned into world axes."""
    h, I = row.moment, row.inertia  # noqa: E741  (the field's letter)
    k[0] = row.mass
    k[1] = w[0] * h[0] + w[1] * h[1] + w[2] * h[2]
    k[2] = w[3] * h[0] + w[4] * h[1] + w[5] * h[2]
    k[3] = w[6] * h[0] + w[7] * h[1] + w[8] * h[2]
    k[4], k[5], k[6], k[7], k[8], k[9] = rotate_symmetric(w, I[0], I[1], I[2], I[3], I[4], I[5])


@kernel
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


@kernel
def _couple(
    table: Any, v0: int, W: Array, K: Array, i: int, column: int,
    fx: float, fy: float, fz: float, nx: float, ny: float, nz: float, H: Array,
) -> None:  # fmt: skip
    """Write what the joints above row i feel of a force (f; n), given at the origin of the tree's first row."""
    i = table[i].parent
    while i > 0:
        row, k = table[i], K[i]
        iv = row.iv - v0
        if row.kind == REVOLUTE or row.kind == PRISMATIC:
            value = k[10] * fx + k[11] * fy + k[12] * fz + k[13] * nx + k[14] * ny + k[15] * nz
            H[column, iv] += value
            H[iv, column] += value
        else:
            w, root = W[i], W[row.tree]
            px, py, pz = w[9] - root[9], w[10] - root[10], w[11] - root[11]
            mx, my, mz = nx - py * fz + pz * fy, ny - pz * fx + px * fz, nz - px * fy + py * fx
            angular = 0 if row.kind == SPHERICAL else 3
            for j in range(3):
                value = w[j] * mx + w[3 + j] * my + w[6 + j] * mz
                H[column, iv + angular + j] += value
                H[iv + angular + j, column] += value
                if angular:
                    value = w[j] * fx + w[3 + j] * fy + w[6 + j] * fz
                    H[column, iv + j] += value
                    H[iv + j, column] += value
        i = row.parent


@kernel
def _joint_block(table: Any, v0: int, W: Array, K: Array, i: int, H: Array) -> None:
    """The rows and columns of a joint of several degrees of freedom, along the row's own axes: turning, and moving if free."""
    row, w, k, root = table[i], W[i], K[i], W[table[i].tree]
    px, py, pz = w[9] - root[9], w[10] - root[10], w[11] - root[11]
    angular = 0 if row.kind == SPHERICAL else 3
    iv = row.iv - v0
    for c in range(angular + 3):
        turning = c >= angular
        a = c - angular if turning else c
        x, y, z = w[a], w[3 + a], w[6 + a]
        if turning:
            fx, fy, fz = y * k[3] - z * k[2], z * k[1] - x * k[3], x * k[2] - y * k[1]
            nx, ny, nz = k[4] * x + k[5] * y + k[6] * z, k[5] * x + k[7] * y + k[8] * z, k[6] * x + k[8] * y + k[9] * z
        else:
            fx, fy, fz = k[0] * x, k[0] * y, k[0] * z
            nx, ny, nz = k[2] * z - k[3] * y, k[3] * x - k[1] * z, k[1] * y - k[2] * x
        for b in range(c + 1):
            if b >= angular:
                e = b - angular
                value = w[e] * nx + w[3 + e] * ny + w[6 + e] * nz
            else:
                value = w[b] * fx + w[3 + b] * fy + w[6 + b] * fz
            H[iv + b, iv + c] = H[iv + c, iv + b] = value
        if turning:
            H[iv + c, iv + c] += row.armature
        if row.parent > 0:
            nx, ny, nz = nx + py * fz - pz * fy, ny + pz * fx - px * fz, nz + px * fy - py * fx
            _couple(table, v0, W, K, i, iv + c, fx, fy, fz, nx, ny, nz, H)
