"""Inverse dynamics: the joint torques of a motion, by the recursive Newton-Euler algorithm.

Source: newton-euler-inverse-dynamics, "Résumé" (with the sign of the children's forces corrected, THEORY §4), written in
the rows' own axes; Featherstone 2008, table 5.1.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import kernel
from ...native import native, new_array, number, refuse, scratch, vector, vector_of
from ..algebra.spatial import cross_force, cross_motion, force_to_parent, inertia_times, motion_to_child
from ..kinematics.placements import joint_placements_into
from ..kinematics.table import placements_scratch, rows
from ..model.checks import checked, checked_gravity
from ..model.input_validation import valid_qva
from ..model.model import GRAVITY, PRISMATIC, REVOLUTE, Model
from .wrenches import Wrenches, wrench_torque


def inverse_dynamics(
    model: Model, q: Array, v: Array, a: Array, wrenches: Wrenches | None = None, gravity: tuple[float, float, float] = GRAVITY
) -> Array:
    """Joint torques τ (nv,) [N m | N] that give acceleration a (nv,) at (q, v): τ = H a + C(q, v) - Σ Jᵀ F.

    wrenches : wrenches [f; n] of the environment on frames, by frame name, in world axes at the frame's origin [N, N m].
    gravity  : in the world [m/s²].
    τ = τ_m + τ_p is of all that acts along a joint: its motor gives τ_m; its damping, dry friction and spring give τ_p. Armature
    is among what is moved; that of a free-flyer resists the rates of its velocity along the parent's axes, a (v̇ + ω × v) in
    those of v, and of its spin, a ω̇, and has no weight.
    Raises ArgumentError for sizes or numbers that cannot be used, UnknownNameError for an unknown frame.
    """
    if wrenches:
        return inverse_dynamics(model, q, v, a, None, gravity) - wrench_torque(model, q, wrenches)
    try:
        gx, gy, gz = gravity
        call = _inverse_dynamics.call
        return call(model.table, model.work, q, v, a, gx, gy, gz)
    except (TypeError, ValueError):
        pass  # something to convert, or to refuse in words
    q, v, a = checked(model, q=q, v=v, a=a)
    return _inverse_dynamics.call(model.table, model.work, q, v, a, *checked_gravity(gravity))


def bias_torque(model: Model, q: Array, v: Array, gravity: tuple[float, float, float] = GRAVITY) -> Array:
    """C(q, v) (nv,): what H q̈ + C = τ calls C, Coriolis, centrifugal and gravity together [N m | N]. Raises ArgumentError."""
    return inverse_dynamics(model, q, v, np.zeros(model.nv), gravity=gravity)


def gravity_torque(model: Model, q: Array, gravity: tuple[float, float, float] = GRAVITY) -> Array:
    """g(q) (nv,): torques that hold the model still against gravity [N m | N]. Raises ArgumentError."""
    zero = np.zeros(model.nv)
    return inverse_dynamics(model, q, zero, zero, gravity=gravity)


@native
def _inverse_dynamics(numpy: int, given: int, count: int) -> int:
    table, q, v, a = rows(given, 0), vector(numpy, given, 2), vector(numpy, given, 3), vector(numpy, given, 4)
    gx, gy, gz = number(given, 5), number(given, 6), number(given, 7)
    if not valid_qva(table, q, v, a) or not math.isfinite(gx + gy + gz):
        return refuse()
    n, nv = table.shape[0], table[0].iv
    result = new_array(numpy, (nv,))
    if result:
        X, S = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 18)
        joint_placements_into(table, q, X)
        newton_euler_into(table, X, v, a, gx, gy, gz, S, vector_of(result, nv))
    return result


@kernel
def newton_euler_into(table: Any, X: Array, v: Array, a: Array, gx: float, gy: float, gz: float, S: Array, tau: Array) -> None:
    """Write τ = RNEA(q, v, a) into `tau` (nv,).

    X : (n, 12) poses of rows in their parents
    S : (n, 18) scratch: twist, acceleration less gravity, and force through the joint, of each row in its axes
    """
    n = table.shape[0]
    base = S[0]
    for k in range(12):
        base[k] = 0.0
    base[6], base[7], base[8] = -gx, -gy, -gz
    for i in range(1, n):
        row, s = table[i], S[i]
        p, x = S[row.parent], X[i]
        vx, vy, vz, wx, wy, wz = motion_to_child(x, p[0], p[1], p[2], p[3], p[4], p[5])
        ax, ay, az, bx, by, bz = motion_to_child(x, p[6], p[7], p[8], p[9], p[10], p[11])
        if row.kind == REVOLUTE:
            qd = row.ratio * v[row.iv]
            wz += qd
            bz += row.ratio * a[row.iv]
            ax, ay, bx, by = ax + vy * qd, ay - vx * qd, bx + wy * qd, by - wx * qd
        elif row.kind == PRISMATIC:
            qd = row.ratio * v[row.iv]
            vz += qd
            az += row.ratio * a[row.iv]
            ax, ay = ax + wy * qd, ay - wx * qd
        elif row.nv == 3:
            k = row.iv
            rx, ry, rz = v[k], v[k + 1], v[k + 2]
            ax, ay, az = ax + vy * rz - vz * ry, ay + vz * rx - vx * rz, az + vx * ry - vy * rx
            bx, by, bz = bx + wy * rz - wz * ry, by + wz * rx - wx * rz, bz + wx * ry - wy * rx
            bx, by, bz = bx + a[k], by + a[k + 1], bz + a[k + 2]
            wx, wy, wz = wx + rx, wy + ry, wz + rz
        else:
            k = row.iv
            c = cross_motion(vx, vy, vz, wx, wy, wz, v[k], v[k + 1], v[k + 2], v[k + 3], v[k + 4], v[k + 5])
            vx, vy, vz = vx + v[k], vy + v[k + 1], vz + v[k + 2]
            wx, wy, wz = wx + v[k + 3], wy + v[k + 4], wz + v[k + 5]
            ax, ay, az = ax + a[k] + c[0], ay + a[k + 1] + c[1], az + a[k + 2] + c[2]
            bx, by, bz = bx + a[k + 3] + c[3], by + a[k + 4] + c[4], bz + a[k + 5] + c[5]
        s[0], s[1], s[2], s[3], s[4], s[5] = vx, vy, vz, wx, wy, wz
        s[6], s[7], s[8], s[9], s[10], s[11] = ax, ay, az, bx, by, bz
        f = inertia_times(row, ax, ay, az, bx, by, bz)
        m = inertia_times(row, vx, vy, vz, wx, wy, wz)
        g = cross_force(vx, vy, vz, wx, wy, wz, m[0], m[1], m[2], m[3], m[4], m[5])
        s[12], s[13], s[14] = f[0] + g[0], f[1] + g[1], f[2] + g[2]
        s[15], s[16], s[17] = f[3] + g[3], f[4] + g[4], f[5] + g[5]
    for k in range(tau.shape[0]):
        tau[k] = 0.0
    for i in range(n - 1, 0, -1):
        row, s = table[i], S[i]
        iv = row.iv
        if row.kind == REVOLUTE:
            tau[iv] += row.ratio * (s[17] + row.ratio * row.armature * a[iv])
        elif row.kind == PRISMATIC:
            tau[iv] += row.ratio * (s[14] + row.ratio * row.armature * a[iv])
        else:
            for k in range(row.nv):
                tau[iv + k] += s[18 - row.nv + k] + row.armature * a[iv + k]
            if row.nv == 6 and row.armature != 0.0:
                x, y, z = v[iv + 3], v[iv + 4], v[iv + 5]
                tau[iv] += row.armature * (y * v[iv + 2] - z * v[iv + 1])
                tau[iv + 1] += row.armature * (z * v[iv] - x * v[iv + 2])
                tau[iv + 2] += row.armature * (x * v[iv + 1] - y * v[iv])
        if row.parent > 0:
            p = S[row.parent]
            f = force_to_parent(X[i], s[12], s[13], s[14], s[15], s[16], s[17])
            for k in range(6):
                p[12 + k] += f[k]
