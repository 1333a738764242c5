"""The derivatives of the Lagrangian L(q, v) = kinetic - potential energy, without acceleration or finite differences.

∂L/∂v is the generalised momentum H v. Moving joint i alone carries its subtree along its axis s_i: kinetic energy changes by
P_i · (ξ_λ × s_i), with P_i the momentum of the subtree and ξ_λ the twist of the parent; potential energy by g_i(q).
Source: Featherstone 2008, chapters 2 and 5 (the sums over subtrees); Marsden & Ratiu 1999, chapter 13 (derivatives on a group).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ...native import native, new_array, number, refuse, scratch, vector, vector_of
from ..algebra.spatial import cross_force, force_to_parent, inertia_times, motion_of_several, motion_to_child
from ..kinematics.placements import joint_placements_into
from ..kinematics.table import placements_scratch, rows
from ..model.input_validation import valid_qv
from ..model.model import PRISMATIC, REVOLUTE, Model


def lagrangian_derivatives(model: Model, q: Array, v: Array, gravity: tuple[float, float, float]) -> tuple[Array, Array]:
    """∂L/∂v (nv,) = H v [N s | N m s] and ∂L/∂q (nv,) [N | N m], at (q, v); ∂/∂q along each velocity with v held.

    q, v : contiguous float64. Raises TypeError for arrays it cannot use.
    """
    both = _lagrangian_derivatives.call(model.table, model.work, q, v, *gravity)
    return both[: model.nv], both[model.nv :]


@native
def _lagrangian_derivatives(numpy: int, given: int, count: int) -> int:
    table, q, v = rows(given, 0), vector(numpy, given, 2), vector(numpy, given, 3)
    gx, gy, gz = number(given, 4), number(given, 5), number(given, 6)
    if not valid_qv(table, q, v) or not math.isfinite(gx + gy + gz):
        return refuse()
    n, nv = table.shape[0], table[0].iv
    result = new_array(numpy, (2 * nv,))
    if result:
        X, S = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 27)
        out = vector_of(result, 2 * nv)
        joint_placements_into(table, q, X)
        lagrangian_derivatives_into(table, X, v, gx, gy, gz, S, out[:nv], out[nv:])
    return result


@kernel
def lagrangian_derivatives_into(
    table: Any, X: Array, v: Array, gx: float, gy: float, gz: float, S: Array, p: Array, f: Array
) -> None:
    """Write ∂L/∂v into p (nv,) and ∂L/∂q into f (nv,).

    X : (n, 12) poses of rows in their parents
    S : (n, 27) a row, in its own axes: twist (0:6), the parent's twist (6:12), momentum of the subtree (12:18), the force that
        holds the subtree against gravity (18:24), minus gravity (24:27)
    """
    n = table.shape[0]
    base = S[0]
    for k in range(6):
        base[k] = 0.0
    base[24], base[25], base[26] = -gx, -gy, -gz
    for i in range(1, n):
        row, s, x = table[i], S[i], X[i]
        b = S[row.parent]
        vx, vy, vz, wx, wy, wz = motion_to_child(x, b[0], b[1], b[2], b[3], b[4], b[5])
        s[6], s[7], s[8], s[9], s[10], s[11] = vx, vy, vz, wx, wy, wz
        if row.kind == REVOLUTE:
            wz += row.ratio * v[row.iv]
        elif row.kind == PRISMATIC:
            vz += row.ratio * v[row.iv]
        else:
            r = motion_of_several(row, v)
            vx, vy, vz, wx, wy, wz = vx + r[0], vy + r[1], vz + r[2], wx + r[3], wy + r[4], wz + r[5]
        s[0], s[1], s[2], s[3], s[4], s[5] = vx, vy, vz, wx, wy, wz
        s[12], s[13], s[14], s[15], s[16], s[17] = inertia_times(row, vx, vy, vz, wx, wy, wz)
        s[24], s[25], s[26], _, _, _ = motion_to_child(x, b[24], b[25], b[26], 0.0, 0.0, 0.0)
        s[18], s[19], s[20], s[21], s[22], s[23] = inertia_times(row, s[24], s[25], s[26], 0.0, 0.0, 0.0)
    for k in range(p.shape[0]):
        p[k] = f[k] = 0.0
    for i in range(n - 1, 0, -1):
        row, s = table[i], S[i]
        k = row.iv
        if row.kind == REVOLUTE:
            p[k] += row.ratio * (s[17] + row.ratio * row.armature * v[k])
            f[k] += row.ratio * (s[12] * s[7] - s[13] * s[6] + s[15] * s[10] - s[16] * s[9] - s[23])
        elif row.kind == PRISMATIC:
            p[k] += row.ratio * (s[14] + row.ratio * row.armature * v[k])
            f[k] += row.ratio * (s[12] * s[10] - s[13] * s[9] - s[20])
        else:
            c = cross_force(s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13], s[14], s[15], s[16], s[17])
            first = 6 - row.nv
            for j in range(row.nv):
                p[k + j] += s[12 + first + j] + row.armature * v[k + j]
                f[k + j] -= c[first + j] + s[18 + first + j]
        if row.parent > 0:
            parent = S[row.parent]
            for at in (12, 18):
                w = force_to_parent(X[i], s[at], s[at + 1], s[at + 2], s[at + 3], s[at + 4], s[at + 5])
                for j in range(6):
                    parent[at + j] += w[j]
