"""Derivatives of inverse and forward dynamics, exact, at the price of a few evaluations.

The derivative with respect to q is along velocities: column k belongs to the motion that one unit of v[k] gives, so a
free-flyer and a spherical joint have columns along their own axes and quaternions need no care. Source: Singh, Russell &
Wensing 2022, "Efficient analytical derivatives of rigid-body dynamics using spatial vector algebra", written along world
axes, with the matrix B of Echeandia & Wensing 2021 in its twelve numbers.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...arrays import Array
from ...kernel import kernel
from ...native import matrix_of, native, new_array, number, refuse, scratch, three, vector
from ..algebra.spatial import add_cross_matrix
from ..kinematics.columns import (
    add_coriolis_times,
    add_cross_force,
    columns,
    columns_into,
    coriolis_terms_into,
    coriolis_transposed_times,
    cross_motion_into,
    dot,
    inertia_times_into,
    inertias_into,
)
from ..kinematics.placements import joint_placements_into, world_placements_into
from ..kinematics.table import placements_scratch, rows
from ..model.checks import checked, checked_gravity
from ..model.input_validation import valid_qva
from ..model.model import FREE_FLYER, GRAVITY, Model
from .forward_dynamics import forward_dynamics
from .inverse_mass_matrix import inverse_mass_matrix


class InverseDynamicsDerivatives(NamedTuple):
    """What τ = H a + C(q, v) changes by, each (nv, nv)."""

    q: Array  # ∂τ/∂q, along velocities
    v: Array  # ∂τ/∂v
    a: Array  # ∂τ/∂a: the mass matrix


class ForwardDynamicsDerivatives(NamedTuple):
    """What q̈ = H⁻¹ (τ - C(q, v)) changes by, each (nv, nv)."""

    q: Array  # ∂q̈/∂q, along velocities
    v: Array  # ∂q̈/∂v
    tau: Array  # ∂q̈/∂τ: the inverse of the mass matrix


def inverse_dynamics_derivatives(
    model: Model, q: Array, v: Array, a: Array, gravity: tuple[float, float, float] = GRAVITY
) -> InverseDynamicsDerivatives:
    """Derivatives of `inverse_dynamics` at (q, v, a), without wrenches of the environment.

    ∂τ/∂q [k] is the limit of (τ(q ⊕ ε e_k, v, a) - τ(q, v, a)) / ε, with `integrate` as ⊕. Raises ArgumentError.
    """
    try:
        gx, gy, gz = gravity
        call = _derivatives.call
        found = call(model.table, model.work, model.columns, q, v, a, gx, gy, gz)
    except (TypeError, ValueError):
        q, v, a = checked(model, q=q, v=v, a=a)
        found = _derivatives.call(model.table, model.work, model.columns, q, v, a, *checked_gravity(gravity))
    return InverseDynamicsDerivatives._make(found)


def forward_dynamics_derivatives(
    model: Model, q: Array, v: Array, tau: Array, gravity: tuple[float, float, float] = GRAVITY
) -> ForwardDynamicsDerivatives:
    """Derivatives of `forward_dynamics` at (q, v, τ), without wrenches: ∂q̈/∂x = -H⁻¹ ∂τ/∂x at the acceleration found.

    Raises ArgumentError, SingularMassMatrixError.
    """
    a = forward_dynamics(model, q, v, tau, gravity=gravity)
    inverse = inverse_mass_matrix(model, q)
    of_torque = inverse_dynamics_derivatives(model, q, v, a, gravity)
    return ForwardDynamicsDerivatives(-(inverse @ of_torque.q), -(inverse @ of_torque.v), inverse)


@native
def _derivatives(numpy: int, given: int, count: int) -> int:
    table, cols = rows(given, 0), columns(given, 2)
    q, v, a = vector(numpy, given, 3), vector(numpy, given, 4), vector(numpy, given, 5)
    gx, gy, gz = number(given, 6), number(given, 7), number(given, 8)
    if not valid_qva(table, q, v, a) or not math.isfinite(gx + gy + gz):
        return refuse()
    n, m, nv = table.shape[0], cols.shape[0], table[0].iv
    by_q, by_v, by_a = new_array(numpy, (nv, nv)), new_array(numpy, (nv, nv)), new_array(numpy, (nv, nv))
    result = three(by_q, by_v, by_a)
    if result:
        X, W = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12)
        state, joints = scratch(given, 1, 24 * n, n, 40), scratch(given, 1, 64 * n, m, 24)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        dq, dv, H = matrix_of(by_q, nv, nv), matrix_of(by_v, nv, nv), matrix_of(by_a, nv, nv)
        inverse_dynamics_derivatives_into(table, cols, W, v, a, gx, gy, gz, state, joints, dq, dv, H)
    return result


@kernel
def inverse_dynamics_derivatives_into(
    table: Any,
    columns: Any,
    W: Array,
    v: Array,
    a: Array,
    gx: float,
    gy: float,
    gz: float,
    state: Array,
    joints: Array,
    dq: Array,
    dv: Array,
    H: Array,
) -> None:
    """Write ∂τ/∂q, ∂τ/∂v and the mass matrix into dq, dv and H, each (nv, nv).

    W      : (n, 12) poses of rows in the world
    state  : (n, 40) scratch a row: twist (0:6), acceleration less gravity (6:12), inertia (12:22), B (22:34), force (34:40),
             the last three of its whole subtree after the way back
    joints : (m, 24) scratch a column: S (0:6), Ψ̇ (6:12), Ψ̈ (12:18), Ψ̇ + Ṡ (18:24)
    """
    _outward(table, columns, W, v, a, gx, gy, gz, state, joints)
    for i in range(table.shape[0] - 1, 0, -1):
        s = state[i]
        parent = table[i].parent
        if parent > 0:
            for k in range(12, 40):
                state[parent, k] += s[k]
    dq[:, :] = 0.0
    dv[:, :] = 0.0
    H[:, :] = 0.0
    for c in range(columns.shape[0]):
        _couple(columns, c, state[columns[c].row], state[0], joints, dq, dv, H)
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.armature != 0.0:
            for k in range(row.iv, row.iv + max(1, row.nv)):
                H[k, k] += row.ratio * row.ratio * row.armature
            if row.kind == FREE_FLYER:  # a ω × v
                k = row.iv
                add_cross_matrix(row.armature, v[k + 3], v[k + 4], v[k + 5], dv, k, k)
                add_cross_matrix(-row.armature, v[k], v[k + 1], v[k + 2], dv, k, k + 3)


@kernel
def _outward(
    table: Any, columns: Any, W: Array, v: Array, a: Array, gx: float, gy: float, gz: float, state: Array, joints: Array
) -> None:
    """From the world to the tips: how each row and each column moves, and the force that its own bodies need."""
    base = state[0]
    for k in range(12):
        base[k] = 0.0
    base[6], base[7], base[8] = -gx, -gy, -gz
    columns_into(table, columns, W, joints)
    inertias_into(table, W, state[:, 12:22])
    c, turned = 0, base[34:40]
    for i in range(1, table.shape[0]):
        s, p, first = state[i], state[table[i].parent], c
        for k in range(12):
            s[k] = p[k]
        while c < columns.shape[0] and columns[c].row == i:
            S, rate, second, vc = joints[c, 0:6], joints[c, 6:12], joints[c, 12:18], v[columns[c].iv]
            cross_motion_into(p[0:6], S, rate)
            cross_motion_into(p[0:6], rate, second)
            cross_motion_into(p[6:12], S, turned)
            for k in range(6):
                second[k] += turned[k]
                s[k] += S[k] * vc
            c += 1
        for d in range(first, c):
            S, whole, vc, ac = joints[d, 0:6], joints[d, 18:24], v[columns[d].iv], a[columns[d].iv]
            cross_motion_into(s[0:6], S, whole)
            for k in range(6):
                s[6 + k] += S[k] * ac + whole[k] * vc
                whole[k] += joints[d, 6 + k]
        momentum = s[34:40]
        inertia_times_into(s[12:22], s[0:6], turned)
        coriolis_terms_into(s[12:22], s[0:6], turned, s[22:34])
        inertia_times_into(s[12:22], s[6:12], momentum)
        add_cross_force(s[0:6], turned, momentum)


@kernel
def _couple(columns: Any, c: int, s: Array, work: Array, joints: Array, dq: Array, dv: Array, H: Array) -> None:
    """Write what column c has to do with itself and with those before it; s (40,) is the state of its subtree."""
    own, iv = columns[c].row, columns[c].iv
    S, rate, second, whole = joints[c, 0:6], joints[c, 6:12], joints[c, 12:18], joints[c, 18:24]
    k, b = s[12:22], s[22:34]
    by_q, by_v, by_a, back = work[12:18], work[18:24], work[24:30], work[30:33]
    inertia_times_into(k, second, by_q)
    add_coriolis_times(b, 2.0, rate, by_q)
    inertia_times_into(k, whole, by_v)
    add_coriolis_times(b, 2.0, S, by_v)
    inertia_times_into(k, S, by_a)
    coriolis_transposed_times(b, 2.0, S, back)
    within = True
    e = c
    while e >= 0:
        if within and columns[e].row != own:  # a row above feels, too, that the force of the subtree is carried along
            within = False
            add_cross_force(S, s[34:40], by_q)
        other, j = joints[e], columns[e].iv
        coupling = dot(other[0:6], by_a)
        H[j, iv] += coupling
        dq[j, iv] += dot(other[0:6], by_q)
        dv[j, iv] += dot(other[0:6], by_v)
        if e != c:
            H[iv, j] += coupling
            dq[iv, j] += back[0] * other[9] + back[1] * other[10] + back[2] * other[11] + dot(other[12:18], by_a)
            dv[iv, j] += back[0] * other[3] + back[1] * other[4] + back[2] * other[5] + dot(other[18:24], by_a)
        e = columns[e].parent
