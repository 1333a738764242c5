"""How frames accelerate, and how fast their Jacobians change.

A twist taken at a frame's own origin changes for two reasons: the body accelerates, and the origin moves. The classical
acceleration has both: it is the time derivative of the twist as `frame_twists` gives it, that of the origin's velocity above
all. The spatial acceleration has only the first: that of the body at the point of space where the origin is at the moment.
They differ by ω × v in the linear part. Source: Featherstone 2008, §2.11; Siciliano et al. 2009, §3.1.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...errors import UnknownNameError
from ...kernel import kernel
from ...native import integer, matrix_of, native, new_array, refuse, scratch, vector
from ..model.checks import checked
from ..model.input_validation import valid_qv, valid_qva
from ..model.model import Model
from .columns import column_rates_into, columns, columns_into, twists_into
from .jacobian import LOCAL, REFERENCES, WORLD
from .placements import joint_placements_into, world_placements_into
from .table import placements, placements_scratch, row_numbers, rows


def frame_accelerations(model: Model, q: Array, v: Array, a: Array, *, spatial: bool = False) -> Array:
    """Accelerations (len(frame_names), 6) [v̇; ω̇] of all frames at their origins, world axes, without gravity [m/s², rad/s²].

    Classical ones, the time derivatives of `frame_twists`; or spatial ones, see this file's beginning. Raises ArgumentError.
    """
    own = (model.table, model.work, model.columns, model.frame_row, model.frame_placement)
    try:
        call = _frame_accelerations.call
        return call(*own, q, v, a, int(spatial))
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _frame_accelerations.call(*own, *checked(model, q=q, v=v, a=a), int(spatial))


def jacobian_rate(model: Model, q: Array, v: Array, frame: str, reference: str = "world_aligned") -> Array:
    """Time derivative J̇ (6, nv) of `jacobian` along v; J̇ v is what the frame accelerates by at q̈ = 0.

    Raises UnknownNameError for an unknown frame or reference, ArgumentError for bad q or v.
    """
    index = model.frame_index(frame)
    if reference not in REFERENCES:
        raise UnknownNameError("reference", str(reference), REFERENCES)
    own = (model.table, model.work, model.columns, model.frame_row, model.frame_placement)
    try:
        call = _jacobian_rate.call
        return call(*own, q, v, index, REFERENCES[reference])
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _jacobian_rate.call(*own, *checked(model, q=q, v=v), index, REFERENCES[reference])


@native
def _frame_accelerations(numpy: int, given: int, count: int) -> int:
    table, cols, frame_row, placement = rows(given, 0), columns(given, 2), row_numbers(given, 3), placements(given, 4)
    q, v, a, spatial = vector(numpy, given, 5), vector(numpy, given, 6), vector(numpy, given, 7), integer(given, 8)
    if not valid_qva(table, q, v, a):
        return refuse()
    n, m, frames = table.shape[0], cols.shape[0], frame_row.shape[0]
    result = new_array(numpy, (frames, 6))
    if result:
        X, W, V = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12), scratch(given, 1, 24 * n, n, 6)
        A, S, rates = scratch(given, 1, 30 * n, n, 6), scratch(given, 1, 36 * n, m, 6), scratch(given, 1, 72 * n, m, 6)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        columns_into(table, cols, W, S)
        twists_into(table, cols, S, v, V)
        column_rates_into(cols, S, V, rates)
        accelerations_into(table, cols, S, rates, v, a, A)
        frame_accelerations_into(table, W, V, A, frame_row, placement, spatial != 0, matrix_of(result, frames, 6))
    return result


@kernel
def accelerations_into(table: Any, columns: Any, S: Array, rates: Array, v: Array, a: Array, A: Array) -> None:
    """Write the spatial acceleration of each row, at its tree's point along world axes, into A (n, 6)."""
    twists_into(table, columns, S, a, A)
    for i in range(table.shape[0] - 1, -1, -1):  # first only what each row's own joint adds
        parent = table[i].parent if i else 0
        for k in range(6):
            A[i, k] -= A[parent, k] if i else 0.0
    for c in range(columns.shape[0]):
        for k in range(6):
            A[columns[c].row, k] += rates[c, k] * v[columns[c].iv]
    for i in range(1, table.shape[0]):
        for k in range(6):
            A[i, k] += A[table[i].parent, k]


@kernel
def frame_accelerations_into(
    table: Any, W: Array, V: Array, A: Array, frame_row: Any, placement: Array, spatial: bool, result: Array
) -> None:
    """Write the accelerations (nf, 6) of frames, each at its own origin in world axes, from those of the rows at their trees'."""
    for f in range(frame_row.shape[0]):
        i = frame_row[f]
        w, v, a, out = W[i], V[i], A[i], result[f]
        root = W[table[i].tree] if i else W[0]
        x = w[9] - root[9] + w[0] * placement[f, 0, 3] + w[1] * placement[f, 1, 3] + w[2] * placement[f, 2, 3]
        y = w[10] - root[10] + w[3] * placement[f, 0, 3] + w[4] * placement[f, 1, 3] + w[5] * placement[f, 2, 3]
        z = w[11] - root[11] + w[6] * placement[f, 0, 3] + w[7] * placement[f, 1, 3] + w[8] * placement[f, 2, 3]
        out[0] = a[0] + a[4] * z - a[5] * y
        out[1] = a[1] + a[5] * x - a[3] * z
        out[2] = a[2] + a[3] * y - a[4] * x
        out[3], out[4], out[5] = a[3], a[4], a[5]
        if not spatial:
            ux, uy, uz = v[0] + v[4] * z - v[5] * y, v[1] + v[5] * x - v[3] * z, v[2] + v[3] * y - v[4] * x
            out[0] += v[4] * uz - v[5] * uy
            out[1] += v[5] * ux - v[3] * uz
            out[2] += v[3] * uy - v[4] * ux


@native
def _jacobian_rate(numpy: int, given: int, count: int) -> int:
    table, cols, frame_row, placement = rows(given, 0), columns(given, 2), row_numbers(given, 3), placements(given, 4)
    q, v, index, reference = vector(numpy, given, 5), vector(numpy, given, 6), integer(given, 7), integer(given, 8)
    if not valid_qv(table, q, v):
        return refuse()
    n, m, nv = table.shape[0], cols.shape[0], table[0].iv
    result = new_array(numpy, (6, nv))
    if result:
        X, W, V = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12), scratch(given, 1, 24 * n, n, 6)
        S, rates = scratch(given, 1, 30 * n, m, 6), scratch(given, 1, 66 * n, m, 6)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        columns_into(table, cols, W, S)
        twists_into(table, cols, S, v, V)
        column_rates_into(cols, S, V, rates)
        jacobian_rate_into(table, cols, W, V, S, rates, frame_row[index], placement[index], reference, matrix_of(result, 6, nv))
    return result


@kernel
def jacobian_rate_into(
    table: Any, columns: Any, W: Array, V: Array, S: Array, rates: Array, row: int, P: Array, reference: int, J: Array
) -> None:
    """Write J̇ (6, nv) of a frame carried by a row at P (4, 4) in it."""
    J[:, :] = 0.0
    if row == 0:
        return
    w, v, root = W[row], V[row], W[table[row].tree]
    x = w[9] - root[9] + w[0] * P[0, 3] + w[1] * P[1, 3] + w[2] * P[2, 3]
    y = w[10] - root[10] + w[3] * P[0, 3] + w[4] * P[1, 3] + w[5] * P[2, 3]
    z = w[11] - root[11] + w[6] * P[0, 3] + w[7] * P[1, 3] + w[8] * P[2, 3]
    ux, uy, uz = v[0] + v[4] * z - v[5] * y, v[1] + v[5] * x - v[3] * z, v[2] + v[3] * y - v[4] * x
    if reference == WORLD:  # a point that does not move
        x, y, z, ux, uy, uz = -root[9], -root[10], -root[11], 0.0, 0.0, 0.0
    c = 0
    while columns[c].row != row:
        c += 1
    while c + 1 < columns.shape[0] and columns[c + 1].row == row:
        c += 1
    while c >= 0:
        s, r, j = S[c], rates[c], columns[c].iv
        l0 = r[0] + r[4] * z - r[5] * y + s[4] * uz - s[5] * uy
        l1 = r[1] + r[5] * x - r[3] * z + s[5] * ux - s[3] * uz
        l2 = r[2] + r[3] * y - r[4] * x + s[3] * uy - s[4] * ux
        a0, a1, a2 = r[3], r[4], r[5]
        if reference == LOCAL:  # d(Rᵀ J) = Rᵀ (dJ - ω × J)
            m0, m1, m2 = s[0] + s[4] * z - s[5] * y, s[1] + s[5] * x - s[3] * z, s[2] + s[3] * y - s[4] * x
            l0, l1, l2 = l0 - (v[4] * m2 - v[5] * m1), l1 - (v[5] * m0 - v[3] * m2), l2 - (v[3] * m1 - v[4] * m0)
            a0, a1, a2 = (a0 - (v[4] * s[5] - v[5] * s[4]), a1 - (v[5] * s[3] - v[3] * s[5]), a2 - (v[3] * s[4] - v[4] * s[3]))
            for k in range(3):
                e0 = w[0] * P[0, k] + w[1] * P[1, k] + w[2] * P[2, k]
                e1 = w[3] * P[0, k] + w[4] * P[1, k] + w[5] * P[2, k]
                e2 = w[6] * P[0, k] + w[7] * P[1, k] + w[8] * P[2, k]
                J[k, j] += e0 * l0 + e1 * l1 + e2 * l2
                J[3 + k, j] += e0 * a0 + e1 * a1 + e2 * a2
        else:
            J[0, j] += l0
            J[1, j] += l1
            J[2, j] += l2
            J[3, j] += a0
            J[4, j] += a1
            J[5, j] += a2
        c = columns[c].parent
