"""The mass matrix H(q), by the composite rigid body algorithm.

Source: Featherstone 2008, §6.2 (table 6.2), in the rows' own axes.
"""

from __future__ import annotations

from typing import Any

from ..kernel import kernel
from ..native import matrix_of, native, new_array, refuse, scratch, vector
from .arrays import Array
from .checks import checked, usable_q
from .model import PRISMATIC, REVOLUTE, Model
from .placements import joint_placements_into
from .spatial import force_to_parent
from .table import rows


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
        X, K = scratch(given, 1, 0, n, 12), scratch(given, 1, 12 * n, n, 10)
        joint_placements_into(table, q, X)
        mass_matrix_into(table, 1, n, 0, X, K, matrix_of(result, nv, nv))
    return result


@kernel
def mass_matrix_into(table: Any, first: int, last: int, v0: int, X: Array, K: Array, H: Array) -> None:
    """Write the mass matrix of the rows first ≤ i < last, whole trees whose numbers in v start at v0, into H.

    X (n, 12) : poses of rows in their parents
    K (n, 10) : scratch
    H (m, m)  : m the number of degrees of freedom of those rows
    """
    composite_inertias_into(table, first, last, X, K)
    H[:, :] = 0.0
    for i in range(first, last):
        row, k = table[i], K[i]
        iv = row.iv - v0
        if row.kind == REVOLUTE:
            H[iv, iv] += row.ratio * row.ratio * (k[9] + row.armature)
            if row.parent > 0:
                _couple(table, v0, X, i, iv, row.ratio, -k[2], k[1], 0.0, k[6], k[8], k[9], H)
        elif row.kind == PRISMATIC:
            H[iv, iv] += row.ratio * row.ratio * (k[0] + row.armature)
            if row.parent > 0:
                _couple(table, v0, X, i, iv, row.ratio, 0.0, 0.0, k[0], k[2], -k[1], 0.0, H)
        else:
            _free_flyer_block(table, v0, X, i, k, H)


@kernel
def composite_inertias_into(table: Any, first: int, last: int, X: Array, K: Array) -> None:
    """Write the inertia of each row's whole subtree, about its origin in its axes, into K (n, 10).

    The ten numbers: mass, first moment (3), inertia xx xy xz yy yz zz.
    """
    for i in range(first, last):
        row, k = table[i], K[i]
        k[0] = row.mass
        for j in range(3):
            k[1 + j] = row.moment[j]
        for j in range(6):
            k[4 + j] = row.inertia[j]
    for i in range(last - 1, first - 1, -1):
        if table[i].parent > 0:
            add_inertia_to_parent(X[i], K[i], K[table[i].parent])


@kernel
def add_inertia_to_parent(X: Array, k: Array, p: Array) -> None:
    """Add the inertia k (10,) given in a child's frame, placed at X in the parent, to p (10,) in the parent's."""
    m = k[0]
    hx = X[0] * k[1] + X[1] * k[2] + X[2] * k[3]
    hy = X[3] * k[1] + X[4] * k[2] + X[5] * k[3]
    hz = X[6] * k[1] + X[7] * k[2] + X[8] * k[3]
    # A = R I, then I' = A Rᵀ, of which six entries are needed.
    a00 = X[0] * k[4] + X[1] * k[5] + X[2] * k[6]
    a01 = X[0] * k[5] + X[1] * k[7] + X[2] * k[8]
    a02 = X[0] * k[6] + X[1] * k[8] + X[2] * k[9]
    a10 = X[3] * k[4] + X[4] * k[5] + X[5] * k[6]
    a11 = X[3] * k[5] + X[4] * k[7] + X[5] * k[8]
    a12 = X[3] * k[6] + X[4] * k[8] + X[5] * k[9]
    a20 = X[6] * k[4] + X[7] * k[5] + X[8] * k[6]
    a21 = X[6] * k[5] + X[7] * k[7] + X[8] * k[8]
    a22 = X[6] * k[6] + X[7] * k[8] + X[8] * k[9]
    x, y, z = X[9], X[10], X[11]
    # Moving the reference point by -(x, y, z): mass and moment, with e = 2 h + m p.
    ex, ey, ez = 2.0 * hx + m * x, 2.0 * hy + m * y, 2.0 * hz + m * z
    trace = x * ex + y * ey + z * ez
    p[0] += m
    p[1] += hx + m * x
    p[2] += hy + m * y
    p[3] += hz + m * z
    p[4] += a00 * X[0] + a01 * X[1] + a02 * X[2] + trace - x * ex
    p[5] += a00 * X[3] + a01 * X[4] + a02 * X[5] - 0.5 * (x * ey + y * ex)
    p[6] += a00 * X[6] + a01 * X[7] + a02 * X[8] - 0.5 * (x * ez + z * ex)
    p[7] += a10 * X[3] + a11 * X[4] + a12 * X[5] + trace - y * ey
    p[8] += a10 * X[6] + a11 * X[7] + a12 * X[8] - 0.5 * (y * ez + z * ey)
    p[9] += a20 * X[6] + a21 * X[7] + a22 * X[8] + trace - z * ez


@kernel
def _couple(
    table: Any, v0: int, X: Array, i: int, column: int, scale: float,
    fx: float, fy: float, fz: float, nx: float, ny: float, nz: float, H: Array,
) -> None:  # fmt: skip
    """Carry the force on row i's subtree under unit acceleration of a joint up the tree, and write what ancestors feel."""
    while table[i].parent > 0:
        fx, fy, fz, nx, ny, nz = force_to_parent(X[i], fx, fy, fz, nx, ny, nz)
        i = table[i].parent
        row = table[i]
        if row.kind == REVOLUTE:
            value = scale * row.ratio * nz
            H[column, row.iv - v0] += value
            H[row.iv - v0, column] += value
        elif row.kind == PRISMATIC:
            value = scale * row.ratio * fz
            H[column, row.iv - v0] += value
            H[row.iv - v0, column] += value
        else:
            j = row.iv - v0
            H[column, j] += scale * fx
            H[column, j + 1] += scale * fy
            H[column, j + 2] += scale * fz
            H[column, j + 3] += scale * nx
            H[column, j + 4] += scale * ny
            H[column, j + 5] += scale * nz
            for k in range(6):
                H[j + k, column] = H[column, j + k]


@kernel
def _free_flyer_block(table: Any, v0: int, X: Array, i: int, k: Array, H: Array) -> None:
    """The six rows and columns of a free-flyer: its subtree's spatial inertia."""
    b = table[i].iv - v0
    m, x, y, z = k[0], k[1], k[2], k[3]
    for j in range(3):
        H[b + j, b + j] = m
    H[b, b + 4], H[b, b + 5] = z, -y
    H[b + 1, b + 3], H[b + 1, b + 5] = -z, x
    H[b + 2, b + 3], H[b + 2, b + 4] = y, -x
    H[b + 3, b + 3], H[b + 3, b + 4], H[b + 3, b + 5] = k[4], k[5], k[6]
    H[b + 4, b + 4], H[b + 4, b + 5], H[b + 5, b + 5] = k[7], k[8], k[9]
    for r in range(6):
        for c in range(r):
            H[b + r, b + c] = H[b + c, b + r]
    if table[i].parent > 0:
        for j in range(6):
            _couple(table, v0, X, i, b + j, 1.0, H[b, b + j], H[b + 1, b + j], H[b + 2, b + j],
                    H[b + 3, b + j], H[b + 4, b + j], H[b + 5, b + j], H)  # fmt: skip
