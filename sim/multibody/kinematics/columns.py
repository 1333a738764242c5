"""Joints as columns: the motion that each degree of freedom gives, all in one frame.

Quantities that couple every joint with every other (derivatives, the Coriolis matrix, centroidal momentum) are plain
products of six numbers once everything is given along world axes at one point; that point is the origin of the first row
of each tree, so that a robot far from the world's origin loses nothing. A row has as many columns as degrees of freedom, one
where it shares the number of another row; columns bear the row's ratio, so each is the motion for one unit of its number in v.
Motions are (v; ω), forces (f; n), linear part first. Source: Featherstone 2008, §2 and §6.3 (expanded parent array).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import allocating, kernel, rows_in, small
from ...native import data_of, length_of, view_of
from ..algebra.articulated_inertia import rotate_symmetric
from ..model.column_table import COLUMN
from ..model.model import PRISMATIC, REVOLUTE

columns_in = rows_in(COLUMN)
_columns = view_of(columns_in)


@allocating
def columns(given: int, k: int) -> Any:
    """Argument k, the columns of a model."""
    return _columns(data_of(given, k), (length_of(given, k),))


@kernel
def columns_into(table: Any, columns: Any, W: Array, S: Array) -> None:
    """Write the motion (6,) of each column into S (m, 6), from the rows' poses in the world W (n, 12)."""
    for c in range(columns.shape[0]):
        row, w, s = table[columns[c].row], W[columns[c].row], S[c]
        root = W[row.tree]
        px, py, pz = w[9] - root[9], w[10] - root[10], w[11] - root[11]
        x, y, z, turns = axis_of(row, w, columns[c].iv - row.iv)
        if turns:
            s[0], s[1], s[2], s[3], s[4], s[5] = py * z - pz * y, pz * x - px * z, px * y - py * x, x, y, z
        else:
            s[0], s[1], s[2], s[3], s[4], s[5] = x, y, z, 0.0, 0.0, 0.0


@small
def axis_of(row: Any, w: Array, k: int) -> tuple[float, float, float, bool]:
    """What one unit of a row's k-th number moves it along or, if True, about: a vector in world axes, with the row's ratio."""
    if row.kind == REVOLUTE or row.kind == PRISMATIC:
        return row.ratio * w[2], row.ratio * w[5], row.ratio * w[8], row.kind == REVOLUTE
    turns = k >= row.nv - 3
    k = k % 3
    return w[k], w[3 + k], w[6 + k], turns


@kernel
def inertias_into(table: Any, W: Array, K: Array) -> None:
    """Write each row's own inertia, about its tree's point along world axes, into K (n, 10)."""
    for i in range(1, table.shape[0]):
        row, w, k = table[i], W[i], K[i]
        root, h, I = W[row.tree], row.moment, row.inertia  # noqa: E741  (the field's letter)
        m, x, y, z = row.mass, w[9] - root[9], w[10] - root[10], w[11] - root[11]
        hx = w[0] * h[0] + w[1] * h[1] + w[2] * h[2]
        hy = w[3] * h[0] + w[4] * h[1] + w[5] * h[2]
        hz = w[6] * h[0] + w[7] * h[1] + w[8] * h[2]
        xx, xy, xz, yy, yz, zz = rotate_symmetric(w, I[0], I[1], I[2], I[3], I[4], I[5])
        ex, ey, ez = 2.0 * hx + m * x, 2.0 * hy + m * y, 2.0 * hz + m * z
        trace = x * ex + y * ey + z * ez
        k[0], k[1], k[2], k[3] = m, hx + m * x, hy + m * y, hz + m * z
        k[4], k[5], k[6] = xx + trace - x * ex, xy - 0.5 * (x * ey + y * ex), xz - 0.5 * (x * ez + z * ex)
        k[7], k[8], k[9] = yy + trace - y * ey, yz - 0.5 * (y * ez + z * ey), zz + trace - z * ez


@kernel
def cross_motion_into(v: Array, m: Array, out: Array) -> None:
    """V × m: the rate of a motion m carried along with the motion v."""
    out[0] = v[4] * m[2] - v[5] * m[1] + v[1] * m[5] - v[2] * m[4]
    out[1] = v[5] * m[0] - v[3] * m[2] + v[2] * m[3] - v[0] * m[5]
    out[2] = v[3] * m[1] - v[4] * m[0] + v[0] * m[4] - v[1] * m[3]
    out[3] = v[4] * m[5] - v[5] * m[4]
    out[4] = v[5] * m[3] - v[3] * m[5]
    out[5] = v[3] * m[4] - v[4] * m[3]


@kernel
def add_cross_force(v: Array, f: Array, out: Array) -> None:
    """Add v ×* f: the rate of a force f carried along with the motion v."""
    out[0] += v[4] * f[2] - v[5] * f[1]
    out[1] += v[5] * f[0] - v[3] * f[2]
    out[2] += v[3] * f[1] - v[4] * f[0]
    out[3] += v[4] * f[5] - v[5] * f[4] + v[1] * f[2] - v[2] * f[1]
    out[4] += v[5] * f[3] - v[3] * f[5] + v[2] * f[0] - v[0] * f[2]
    out[5] += v[3] * f[4] - v[4] * f[3] + v[0] * f[1] - v[1] * f[0]


@kernel
def inertia_times_into(k: Array, m: Array, out: Array) -> None:
    """The momentum of an inertia k (10,) moving with m, or its product with an acceleration."""
    out[0] = k[0] * m[0] + m[4] * k[3] - m[5] * k[2]
    out[1] = k[0] * m[1] + m[5] * k[1] - m[3] * k[3]
    out[2] = k[0] * m[2] + m[3] * k[2] - m[4] * k[1]
    out[3] = k[4] * m[3] + k[5] * m[4] + k[6] * m[5] + k[2] * m[2] - k[3] * m[1]
    out[4] = k[5] * m[3] + k[7] * m[4] + k[8] * m[5] + k[3] * m[0] - k[1] * m[2]
    out[5] = k[6] * m[3] + k[8] * m[4] + k[9] * m[5] + k[1] * m[1] - k[2] * m[0]


@kernel
def dot(a: Array, b: Array) -> float:
    """The product of a motion and a force: power."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]


@kernel
def twists_into(table: Any, columns: Any, S: Array, v: Array, V: Array) -> None:
    """Write the twist of each row, at its tree's point along world axes, into V (n, 6)."""
    for k in range(6):
        V[0, k] = 0.0
    done = 0
    for c in range(columns.shape[0]):
        i = columns[c].row
        if i != done:
            for k in range(6):
                V[i, k] = V[table[i].parent, k]
            done = i
        for k in range(6):
            V[i, k] += S[c, k] * v[columns[c].iv]


@kernel
def column_rates_into(columns: Any, S: Array, V: Array, S_dot: Array) -> None:
    """Write the rate of each column, Ṡ = v × S with the twist of its own row, into S_dot (m, 6)."""
    for c in range(columns.shape[0]):
        cross_motion_into(V[columns[c].row], S[c], S_dot[c])


@kernel
def coriolis_terms_into(k: Array, v: Array, momentum: Array, b: Array) -> None:
    """Write p (3) and D (9) of a body, of which B = [[0, -p̂], [0, D]] is made, into b (12,).

    B of Echeandia & Wensing 2021, 2 B m = v ×* I m - I (v × m) + m ×* I v, of a rigid body: all but the columns of the angular
    part vanish, p is the linear momentum and D = -(ĥ v̂ + ω̂ (½ tr(I) 1 - I)).
    """
    b[0], b[1], b[2] = momentum[0], momentum[1], momentum[2]
    h0, h1, h2, x, y, z, wx, wy, wz = k[1], k[2], k[3], v[0], v[1], v[2], v[3], v[4], v[5]
    half = 0.5 * (k[4] + k[7] + k[9])
    j00, j01, j02, j11, j12, j22 = half - k[4], -k[5], -k[6], half - k[7], -k[8], half - k[9]
    along = h0 * x + h1 * y + h2 * z  # ĥ v̂ = v hᵀ - (h · v) 1
    b[3] = along - x * h0 - (wy * j02 - wz * j01)
    b[4] = -x * h1 - (wy * j12 - wz * j11)
    b[5] = -x * h2 - (wy * j22 - wz * j12)
    b[6] = -y * h0 - (wz * j00 - wx * j02)
    b[7] = along - y * h1 - (wz * j01 - wx * j12)
    b[8] = -y * h2 - (wz * j02 - wx * j22)
    b[9] = -z * h0 - (wx * j01 - wy * j00)
    b[10] = -z * h1 - (wx * j11 - wy * j01)
    b[11] = along - z * h2 - (wx * j12 - wy * j02)


@kernel
def add_coriolis_times(b: Array, scale: float, m: Array, out: Array) -> None:
    """Add scale · B m, B given by b (12,)."""
    x, y, z = scale * m[3], scale * m[4], scale * m[5]
    out[0] += y * b[2] - z * b[1]
    out[1] += z * b[0] - x * b[2]
    out[2] += x * b[1] - y * b[0]
    out[3] += b[3] * x + b[4] * y + b[5] * z
    out[4] += b[6] * x + b[7] * y + b[8] * z
    out[5] += b[9] * x + b[10] * y + b[11] * z


@kernel
def coriolis_transposed_times(b: Array, scale: float, s: Array, out: Array) -> None:
    """Write the angular part of scale · Bᵀ s into out (3,); its linear part is zero."""
    x, y, z = scale * s[3], scale * s[4], scale * s[5]
    out[0] = scale * (b[1] * s[2] - b[2] * s[1]) + b[3] * x + b[6] * y + b[9] * z
    out[1] = scale * (b[2] * s[0] - b[0] * s[2]) + b[4] * x + b[7] * y + b[10] * z
    out[2] = scale * (b[0] * s[1] - b[1] * s[0]) + b[5] * x + b[8] * y + b[11] * z
