"""Forward dynamics: the acceleration that torques give, by the articulated body algorithm.

Source: Featherstone 2008, table 7.1, in the rows' own axes; a spherical joint is taken out axis by axis. A model whose rows
share numbers (mimic, helical) is no plain tree for this algorithm, and a free-flyer with armature no plain joint: such models go
through the mass matrix and its Cholesky factor.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import copy_into, kernel, small
from ...native import native, new_array, number, refuse, scratch, vector, vector_of
from ..algebra.articulated_inertia import add_to_parent, rigid_into, solve, subtract_outer, times
from ..algebra.spatial import cross_force, cross_motion, force_to_parent, inertia_times, motion_of_several, motion_to_child
from ..kinematics.columns import columns
from ..kinematics.placements import joint_placements_into, world_placements_into
from ..kinematics.table import placements_scratch, rows
from ..model.checks import checked, checked_gravity
from ..model.input_validation import valid_qva
from ..model.model import GRAVITY, PRISMATIC, REVOLUTE, WORK, Model
from .inverse_dynamics import newton_euler_into
from .inverse_mass_matrix import singular
from .mass_matrix import mass_matrix_into
from .trees import cholesky_into, solve_factored
from .wrenches import Wrenches, wrench_torque


def forward_dynamics(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    wrenches: Wrenches | None = None,
    gravity: tuple[float, float, float] = GRAVITY,
) -> Array:
    """Acceleration q̈ (nv,) [rad/s² | m/s²] under τ (nv,), all that acts along joints, at (q, v): q̈ = H⁻¹ (τ - C(q, v) + Σ Jᵀ F).

    wrenches, gravity : as for `inverse_dynamics`. τ has damping, dry friction and springs in it, or none act.
    Raises ArgumentError for sizes or numbers that cannot be used, UnknownNameError for an unknown frame,
    SingularMassMatrixError when a joint moves no inertia.
    """
    if wrenches:
        (tau,) = checked(model, tau=tau)
        tau += wrench_torque(model, q, wrenches)
    call = _through_the_mass_matrix.call if model.by_mass_matrix else _forward_dynamics.call
    try:
        gx, gy, gz = gravity
        return call(model.table, model.work, model.columns, q, v, tau, gx, gy, gz)
    except (TypeError, ValueError):
        pass  # something to convert, or to refuse in words
    q, v, tau = checked(model, q=q, v=v, tau=tau)
    gx, gy, gz = checked_gravity(gravity)
    try:
        return call(model.table, model.work, model.columns, q, v, tau, gx, gy, gz)
    except TypeError:
        raise singular(model) from None


@native
def _forward_dynamics(numpy: int, given: int, count: int) -> int:
    table, q, v, tau = rows(given, 0), vector(numpy, given, 3), vector(numpy, given, 4), vector(numpy, given, 5)
    gx, gy, gz = number(given, 6), number(given, 7), number(given, 8)
    if not valid_qva(table, q, v, tau) or not math.isfinite(gx + gy + gz):
        return refuse()
    n, nv = table.shape[0], table[0].iv
    X, A, S = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 21), scratch(given, 1, 33 * n, n, 42)
    joint_placements_into(table, q, X)
    a, L = scratch(given, 1, 75 * n, 1, nv)[0], scratch(given, 1, 81 * n, 6, 6)
    if not eliminate_all(table, X, v, tau, A, S) or not accelerations_into(table, X, gx, gy, gz, A, S, L, a):
        return refuse()
    result = new_array(numpy, (nv,))
    if result:
        copy_into(a, vector_of(result, nv))
    return result


@native
def _through_the_mass_matrix(numpy: int, given: int, count: int) -> int:
    """q̈ = H⁻¹ (τ - C), with H by its Cholesky factor."""
    table, q, v, tau = rows(given, 0), vector(numpy, given, 3), vector(numpy, given, 4), vector(numpy, given, 5)
    gx, gy, gz = number(given, 6), number(given, 7), number(given, 8)
    if not valid_qva(table, q, v, tau) or not math.isfinite(gx + gy + gz):
        return refuse()
    n, nv = table.shape[0], table[0].iv
    cols = columns(given, 2)
    X, W, S = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12), scratch(given, 1, 24 * n, n, 18)
    K, motions = scratch(given, 1, 42 * n, n, 10), scratch(given, 1, 52 * n, cols.shape[0], 6)
    H, vectors = scratch(given, 1, WORK * n, nv, nv), scratch(given, 1, 88 * n, 3, nv)
    joint_placements_into(table, q, X)
    if not solve_by_mass_matrix_into(table, cols, X, v, tau, gx, gy, gz, vectors, W, S, K, motions, H, vectors[2]):
        return refuse()
    result = new_array(numpy, (nv,))
    if result:
        copy_into(vectors[2], vector_of(result, nv))
    return result


@kernel
def solve_by_mass_matrix_into(
    table: Any,
    columns: Any,
    X: Array,
    v: Array,
    tau: Array,
    gx: float,
    gy: float,
    gz: float,
    work: Array,
    W: Array,
    S: Array,
    K: Array,
    motions: Array,
    H: Array,
    a: Array,
) -> bool:
    """Write q̈ = H⁻¹ (τ - C) into a (nv,), with H by its Cholesky factor. False if H is not positive definite.

    X (n, 12) poses of rows in their parents; work (2 or more, nv), W (n, 12), S (n, 18), K (n, 10),
    motions (columns, 6), H (nv, nv) scratch.
    """
    zero, bias = work[0], work[1]
    for k in range(v.shape[0]):
        zero[k] = 0.0
    world_placements_into(table, X, W)
    mass_matrix_into(table, columns, 1, table.shape[0], 0, columns.shape[0], 0, W, K, motions, H)
    if not cholesky_into(H, H):
        return False
    newton_euler_into(table, X, v, zero, gx, gy, gz, S, bias)
    for k in range(v.shape[0]):
        a[k] = tau[k] - bias[k]
    solve_factored(H, a)
    return True


@kernel
def eliminate_all(table: Any, X: Array, v: Array, tau: Array, A: Array, S: Array) -> bool:
    """Outward pass for twists and bias forces, then inward, taking out joint after joint. False if one moves no inertia.

    X : (n, 12) poses of rows in their parents
    A : (n, 21) articulated inertias
    S : (n, 42) a row: twist (0:6), velocity-product acceleration c (6:12), bias force p (12:18), then
        U = A s (18:24), D = sᵀ U + armature (24) and u = τ - sᵀ p (25), for a spherical joint those of its three axes one
        after the other (18:42); for a free-flyer, τ - p at 18:24
    """
    n = table.shape[0]
    for k in range(6):
        S[0, k] = 0.0
    for i in range(1, n):
        row, s = table[i], S[i]
        p = S[row.parent]
        vx, vy, vz, wx, wy, wz = motion_to_child(X[i], p[0], p[1], p[2], p[3], p[4], p[5])
        if row.kind == REVOLUTE:
            qd = v[row.iv]
            wz += qd
            s[6], s[7], s[8], s[9], s[10], s[11] = vy * qd, -vx * qd, 0.0, wy * qd, -wx * qd, 0.0
        elif row.kind == PRISMATIC:
            qd = v[row.iv]
            vz += qd
            s[6], s[7], s[8], s[9], s[10], s[11] = wy * qd, -wx * qd, 0.0, 0.0, 0.0, 0.0
        else:
            r = motion_of_several(row, v)
            c = cross_motion(vx, vy, vz, wx, wy, wz, r[0], r[1], r[2], r[3], r[4], r[5])
            s[6], s[7], s[8], s[9], s[10], s[11] = c[0], c[1], c[2], c[3], c[4], c[5]
            vx, vy, vz, wx, wy, wz = vx + r[0], vy + r[1], vz + r[2], wx + r[3], wy + r[4], wz + r[5]
        s[0], s[1], s[2], s[3], s[4], s[5] = vx, vy, vz, wx, wy, wz
        m = inertia_times(row, vx, vy, vz, wx, wy, wz)
        f = cross_force(vx, vy, vz, wx, wy, wz, m[0], m[1], m[2], m[3], m[4], m[5])
        s[12], s[13], s[14], s[15], s[16], s[17] = f[0], f[1], f[2], f[3], f[4], f[5]
        rigid_into(row, A[i])
    for i in range(n - 1, 0, -1):
        if not _eliminate(table, X, tau, A, S, i):
            return False
    return True


@kernel
def _eliminate(table: Any, X: Array, tau: Array, A: Array, S: Array, i: int) -> bool:
    """Take joint i out: fold its subtree's inertia and bias force into its parent's. False if it moves no inertia."""
    row, s, A_i = table[i], S[i], A[i]
    u, p = s[18:24], s[12:18]
    if row.kind == REVOLUTE:
        u[0], u[1], u[2], u[3], u[4], u[5] = A_i[8], A_i[11], A_i[14], A_i[17], A_i[19], A_i[20]
        s[24] = u[5] + row.armature
        s[25] = tau[row.iv] - p[5]
    elif row.kind == PRISMATIC:
        u[0], u[1], u[2], u[3], u[4], u[5] = A_i[2], A_i[4], A_i[5], A_i[12], A_i[13], A_i[14]
        s[24] = u[2] + row.armature
        s[25] = tau[row.iv] - p[2]
    elif row.nv == 3:
        return _eliminate_spherical(table, X, tau, A, S, i)
    else:
        for k in range(6):
            u[k] = tau[row.iv + k] - p[k]
        if row.parent > 0:
            f = force_to_parent(X[i], *_six(tau, row.iv))
            for k in range(6):
                S[row.parent, 12 + k] += f[k]
        return True
    if not s[24] > 0.0:
        return False
    if row.parent > 0:
        subtract_outer(A_i, u, s[24])
        add_to_parent(X[i], A_i, A[row.parent])
        f = times(A_i, s[6], s[7], s[8], s[9], s[10], s[11])
        r = s[25] / s[24]
        f = force_to_parent(
            X[i],
            p[0] + f[0] + u[0] * r,
            p[1] + f[1] + u[1] * r,
            p[2] + f[2] + u[2] * r,
            p[3] + f[3] + u[3] * r,
            p[4] + f[4] + u[4] * r,
            p[5] + f[5] + u[5] * r,
        )
        for k in range(6):
            S[row.parent, 12 + k] += f[k]
    return True


@kernel
def _eliminate_spherical(table: Any, X: Array, tau: Array, A: Array, S: Array, i: int) -> bool:
    """Take out a spherical joint, its axes x, y, z one after the other, as if massless bodies were between them."""
    row, s, A_i = table[i], S[i], A[i]
    p = s[12:18]
    for c in range(3):
        u = s[18 + 8 * c : 26 + 8 * c]
        x, y, z = 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0
        u[0], u[1], u[2], u[3], u[4], u[5] = times(A_i, 0.0, 0.0, 0.0, x, y, z)
        u[6] = u[3 + c] + row.armature
        u[7] = tau[row.iv + c] - p[3 + c]
        if not u[6] > 0.0:
            return False
        subtract_outer(A_i, u, u[6])
        r = u[7] / u[6]
        for k in range(6):
            p[k] += u[k] * r
    if row.parent > 0:
        add_to_parent(X[i], A_i, A[row.parent])
        f = times(A_i, s[6], s[7], s[8], s[9], s[10], s[11])
        f = force_to_parent(X[i], p[0] + f[0], p[1] + f[1], p[2] + f[2], p[3] + f[3], p[4] + f[4], p[5] + f[5])
        for k in range(6):
            S[row.parent, 12 + k] += f[k]
    return True


@kernel
def accelerations_into(table: Any, X: Array, gx: float, gy: float, gz: float, A: Array, S: Array, L: Array, a: Array) -> bool:
    """Outward pass: joint accelerations into a (nv,); each row's own replaces its twist in S; L (6, 6) scratch.

    False if a free-flyer moves no inertia.
    """
    base = S[0]
    base[0], base[1], base[2], base[3], base[4], base[5] = -gx, -gy, -gz, 0.0, 0.0, 0.0
    for i in range(1, table.shape[0]):
        row, s = table[i], S[i]
        p = S[row.parent]
        ax, ay, az, bx, by, bz = motion_to_child(X[i], p[0], p[1], p[2], p[3], p[4], p[5])
        ax, ay, az, bx, by, bz = ax + s[6], ay + s[7], az + s[8], bx + s[9], by + s[10], bz + s[11]
        if row.kind == REVOLUTE or row.kind == PRISMATIC:
            u = s[18:24]
            qdd = (s[25] - (u[0] * ax + u[1] * ay + u[2] * az + u[3] * bx + u[4] * by + u[5] * bz)) / s[24]
            a[row.iv] = qdd
            if row.kind == REVOLUTE:
                bz += qdd
            else:
                az += qdd
            s[0], s[1], s[2], s[3], s[4], s[5] = ax, ay, az, bx, by, bz
        elif row.nv == 3:
            s[0], s[1], s[2], s[3], s[4], s[5] = ax, ay, az, bx, by, bz
            for c in range(2, -1, -1):
                u = s[18 + 8 * c : 26 + 8 * c]
                qdd = (u[7] - (u[0] * s[0] + u[1] * s[1] + u[2] * s[2] + u[3] * s[3] + u[4] * s[4] + u[5] * s[5])) / u[6]
                a[row.iv + c] = qdd
                s[3 + c] += qdd
        else:
            x = s[18:24]
            if not solve(A[i], x, L):
                return False
            k = row.iv
            a[k], a[k + 1], a[k + 2] = x[0] - ax, x[1] - ay, x[2] - az
            a[k + 3], a[k + 4], a[k + 5] = x[3] - bx, x[4] - by, x[5] - bz
            for j in range(6):
                s[j] = x[j]
    return True


@small
def _six(x: Array, k: int) -> tuple[float, float, float, float, float, float]:
    return x[k], x[k + 1], x[k + 2], x[k + 3], x[k + 4], x[k + 5]
