"""The Coriolis matrix C(q, v): C v is the Coriolis and centrifugal torque, and Ḣ - 2 C is skew-symmetric.

Many matrices give the same C v; this is the one of Christoffel's symbols taken body by body, for which the skew symmetry
holds with quasi-velocities too. Source: Echeandia & Wensing 2021, "Numerical methods to compute the Coriolis matrix and
Christoffel symbols for rigid-body systems", algorithm 1.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ...native import matrix_of, native, new_array, refuse, scratch, vector
from ..algebra.spatial import add_cross_matrix
from ..kinematics.columns import (
    add_coriolis_times,
    column_rates_into,
    columns,
    columns_into,
    coriolis_terms_into,
    coriolis_transposed_times,
    dot,
    inertia_times_into,
    inertias_into,
    twists_into,
)
from ..kinematics.placements import joint_placements_into, world_placements_into
from ..kinematics.table import placements_scratch, rows
from ..model.checks import checked
from ..model.input_validation import valid_qv
from ..model.model import FREE_FLYER, Model


def coriolis_matrix(model: Model, q: Array, v: Array) -> Array:
    """Coriolis matrix C (nv, nv) at (q, v): H q̈ + C v + g = τ. Raises ArgumentError."""
    try:
        call = _coriolis_matrix.call
        return call(model.table, model.work, model.columns, q, v)
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _coriolis_matrix.call(model.table, model.work, model.columns, *checked(model, q=q, v=v))


@native
def _coriolis_matrix(numpy: int, given: int, count: int) -> int:
    table, cols, q, v = rows(given, 0), columns(given, 2), vector(numpy, given, 3), vector(numpy, given, 4)
    if not valid_qv(table, q, v):
        return refuse()
    n, m, nv = table.shape[0], cols.shape[0], table[0].iv
    result = new_array(numpy, (nv, nv))
    if result:
        X, W, V = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12), scratch(given, 1, 24 * n, n, 6)
        K, B = scratch(given, 1, 30 * n, n, 10), scratch(given, 1, 40 * n, n, 12)
        S, rates = scratch(given, 1, 52 * n, m, 6), scratch(given, 1, 88 * n, m, 6)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        columns_into(table, cols, W, S)
        twists_into(table, cols, S, v, V)
        column_rates_into(cols, S, V, rates)
        coriolis_matrix_into(table, cols, W, v, V, S, rates, K, B, scratch(given, 1, 124 * n, 3, 6), matrix_of(result, nv, nv))
    return result


@kernel
def coriolis_matrix_into(
    table: Any, columns: Any, W: Array, v: Array, V: Array, S: Array, rates: Array, K: Array, B: Array, work: Array, C: Array
) -> None:
    """Write C (nv, nv) from poses W (n, 12), v (nv,), twists V (n, 6), columns S and their rates (m, 6).

    K (n, 10), B (n, 12), work (3, 6) are scratch.
    """
    inertias_into(table, W, K)
    p = work[0]
    for i in range(1, table.shape[0]):
        inertia_times_into(K[i], V[i], p)
        coriolis_terms_into(K[i], V[i], p, B[i])
    for i in range(table.shape[0] - 1, 0, -1):
        parent = table[i].parent
        if parent > 0:
            for k in range(10):
                K[parent, k] += K[i, k]
            for k in range(12):
                B[parent, k] += B[i, k]
    C[:, :] = 0.0
    by_v, by_a, back = work[0], work[1], work[2]
    for c in range(columns.shape[0]):
        k, b, iv = K[columns[c].row], B[columns[c].row], columns[c].iv
        inertia_times_into(k, rates[c], by_v)
        add_coriolis_times(b, 1.0, S[c], by_v)
        inertia_times_into(k, S[c], by_a)
        coriolis_transposed_times(b, 1.0, S[c], back)
        C[iv, iv] += dot(S[c], by_v)
        e = columns[c].parent
        while e >= 0:
            j = columns[e].iv
            C[j, iv] += dot(S[e], by_v)
            C[iv, j] += back[0] * S[e, 3] + back[1] * S[e, 4] + back[2] * S[e, 5] + dot(rates[e], by_a)
            e = columns[e].parent
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.armature != 0.0 and row.nv >= 3:  # a ω × for what slides along turning axes, half of it for what turns
            k = row.iv + row.nv - 3
            add_cross_matrix(0.5 * row.armature, v[k], v[k + 1], v[k + 2], C, k, k)
            if row.kind == FREE_FLYER:
                add_cross_matrix(row.armature, v[k], v[k + 1], v[k + 2], C, row.iv, row.iv)
