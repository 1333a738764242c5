"""Smooth motion with contacts held: rates of (q, v), and a Runge-Kutta step of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....arrays import Array
from ....contact.contacts import Mode
from ....contact.dense.delassus import delassus_into
from ....contact.dense.dense_newton import dense_coulomb
from ....contact.island.assembly import add_scaled, jacobians_into, segments_into, velocity_of
from ....contact.island.responses import responses_into
from ....contact.law.painleve import ANSWERED, sliding_status
from ....kernel import allocating, copy_into, kernel
from ....multibody.dynamics.inverse_dynamics import newton_euler_into
from ....multibody.dynamics.trees import apply_inverse, factorise_into
from ....multibody.kinematics.kinematics import velocities_into
from ....multibody.kinematics.placements import joint_placements_into, rotation_of, world_placements_into
from ....multibody.model.input_validation import quaternion_at
from ....multibody.model.model import FREE_FLYER
from ...step_arrays import TIME
from ..control.forces import controller_into, model_torque_into, passive_torque_into, playback_at, pull_into
from ..control.tracking import CONE, is_tracking, share_at, tracking_into
from .active_contacts import bias_accelerations_into, follow
from .cone_projection import keep_in_cone, start_standing
from .hybrid_work import ACTIVE_COUNT, EFFORT, EVALUATIONS, FORCE_RESIDUAL, SEEK_SEVERAL, SLIDING_STATUS, SOLVE_ITERATIONS
from .sliding_joints import is_sliding, remember_sliding, sliding_friction_into

(
    FINE,
    CROSSED,
    CHANGED,
    TOO_MANY,
    UNFOLLOWED,
    SINGULAR_TREE,
    NO_FORCE,
    SEVERAL,
    ENDLESS_IMPACTS,
    UNSOLVED,
    NO_STEP,
    CRAWLS,
    LEFT,
) = range(13)
"""What happened in a step: nothing; an open contact or a joint limit was crossed; a held one, or the dry friction of a joint,
changes; more contacts than there is room for; a contact of moving curved surfaces or edges, whose geometry cannot be followed;
a mass matrix that is not positive definite; sliding contacts that no force satisfies, or several motions do; impacts one by one
that do not end; forces that were not found; accelerations that the integrator cannot follow; more effort in a window than
MOST_EFFORT; a held point is beyond the flat that it was on."""

STICK, SLIP = int(Mode.STICK), int(Mode.SLIP)

_UNSOLVED = 1e-8  # a residual above this share of the accelerations at play may have no solution
_SLOW = 1e-8  # the direction of a slip slower than this is not taken from its velocity [m/s]


@allocating
def accelerations(
    system: Any, control: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array, rate: Array, a: Array
) -> int:
    """Write q̇ (nq,) and v̇ (nv,) at (q, v) with the held contacts held; their forces are in hybrid.force. FINE or not.

    Joint limits that are reached, and the dry friction of joints at rest, are held like contacts.
    """
    hybrid.counts[EVALUATIONS] += 1
    hybrid.counts[EFFORT] += 1
    p = settings[0]
    table, trees, g = system.table, system.trees, settings[0].gravity
    copy_into(q, hybrid.q_held)
    joint_placements_into(table, q, work.X)
    world_placements_into(table, work.X, work.W)
    velocities_into(table, work.X, v, work.V)
    model_torque_into(table, control, work.X, q, v, work.zero, g, work.S, work.free, work.scratch_v, work.bias)
    if is_tracking(control):
        tracking_into(table, control, q, v, work.bias)
    controller_into(table, control, q, v, 0.0, 0.5, work.bias, work.zero, work.torque, work.diagonal)
    copy_into(work.torque, work.free)
    passive_torque_into(table, q, v, v, 0.0, 0.5, work.passive)
    sliding_friction_into(table, hybrid.sliding, v, work.passive)
    for k in range(v.shape[0]):
        work.free[k] += work.passive[k]
    pull_into(table, work.W, work.V, control, work.free)
    newton_euler_into(table, work.X, v, work.zero, g[0], g[1], g[2], work.S, work.bias)
    for k in range(v.shape[0]):
        work.free[k] -= work.bias[k]
    if factorise_into(table, system.columns, trees, work.W, work.K, work.motions, work.zero, work.H, work.F):
        return SINGULAR_TREE
    for t in range(trees.shape[0]):
        i, n = trees[t].v0, trees[t].nv
        apply_inverse(trees[t], work.F, work.free[i : i + n], a[i : i + n])
    _configuration_rate_into(table, q, v, rate)
    count = hybrid.counts[ACTIVE_COUNT]
    hybrid.counts[SLIDING_STATUS] = ANSWERED
    if count == 0:
        hybrid.numbers[FORCE_RESIDUAL] = 0.0
        return FINE
    bias_accelerations_into(table, work.X, work.V, v, hybrid.A)
    for c in range(count):
        if hybrid.contacts[c].a < 0:
            for k in range(3):
                hybrid.drift[c, k] = 0.0
            continue
        follow(hybrid.active[c], work.W, work.V, hybrid.A, hybrid.contacts[c], hybrid.drift[c], hybrid.scratch)
    segments_into(table, trees, system.tree_of, system.shapes, hybrid.contacts, count, work.segments)
    jacobians_into(table, system.tree_of, system.shapes, work.W, hybrid.contacts, count, work.segments, work.J, False)
    responses_into(trees, work.F, count, work.segments, work.J, work.Y, work.G, work.room)
    W = np.empty((3 * count, 3 * count))
    d = np.empty(3 * count)
    mu = np.empty(count)
    slide = np.zeros((count, 2))
    delassus_into(hybrid.all[:count], work.segments, work.J, work.Y, W)
    _free_accelerations_into(work, hybrid, count, a, d)
    if control.track_gains.shape[0] > 0 and control.track_numbers[CONE] > 0.0:
        if keep_in_cone(system, control, work, hybrid, W, d, a):
            _free_accelerations_into(work, hybrid, count, a, d)
    for c in range(count):
        mu[c] = hybrid.contacts[c].friction
        if hybrid.active[c].mode == SLIP and mu[c] > 0.0:
            slide[c, 0], slide[c, 1] = _slip_direction(hybrid.active[c], hybrid.contacts[c], work, c, v)
        for k in range(3):
            hybrid.free[c, k] = d[3 * c + k]
        hybrid.slide[c, 0], hybrid.slide[c, 1] = slide[c, 0], slide[c, 1]
    force = hybrid.force[: 3 * count]
    if is_tracking(control):
        start_standing(system, control, hybrid, W, d, force)
    largest = 1.0
    for k in range(3 * count):
        largest = max(largest, abs(d[k]))
    hybrid.numbers[FORCE_RESIDUAL], hybrid.counts[SOLVE_ITERATIONS] = dense_coulomb(
        W, d, mu, slide, p.tolerance * largest, force
    )
    hybrid.counts[EFFORT] += hybrid.counts[SOLVE_ITERATIONS]
    hybrid.numbers[FORCE_RESIDUAL] /= largest  # relative to the accelerations at play
    if hybrid.counts[SEEK_SEVERAL] or hybrid.numbers[FORCE_RESIDUAL] > _UNSOLVED:
        group = np.zeros(count, np.int64)
        hybrid.counts[SLIDING_STATUS] = sliding_status(
            W, d, mu, slide, hybrid.numbers[FORCE_RESIDUAL] * largest, _UNSOLVED * largest, group
        )
        for c in range(count):
            hybrid.active[c].jams = group[c]
    for c in range(count):
        add_scaled(work.segments, c, work.Y, force[3 * c], force[3 * c + 1], force[3 * c + 2], a)
        if hybrid.contacts[c].a < 0:
            add_scaled(work.segments, c, work.J, force[3 * c], force[3 * c + 1], force[3 * c + 2], work.passive)
    return FINE


@kernel
def _free_accelerations_into(work: Any, hybrid: Any, count: int, a: Array, d: Array) -> None:
    """Write the relative accelerations d (3 count,) of the held contacts at joint accelerations a (nv,), without their forces."""
    for c in range(count):
        x, y, z = velocity_of(work.segments, c, work.J, a)
        d[3 * c], d[3 * c + 1], d[3 * c + 2] = x + hybrid.drift[c, 0], y + hybrid.drift[c, 1], z + hybrid.drift[c, 2]


@kernel
def _slip_direction(active: Any, contact: Any, work: Any, c: int, v: Array) -> tuple[float, float]:
    """Unit slip direction of a sliding contact, along its tangents.

    That which is remembered while it is slow, and where a trial goes back: friction that turned round there would drive it on
    again, so that a bisection for the instant at which it stops would end at another.
    """
    x, y, _ = velocity_of(work.segments, c, work.J, v)
    n, t, s = contact.normal, contact.tangent, active.direction
    sx = t[0] * s[0] + t[1] * s[1] + t[2] * s[2]
    sy = (n[1] * t[2] - n[2] * t[1]) * s[0] + (n[2] * t[0] - n[0] * t[2]) * s[1] + (n[0] * t[1] - n[1] * t[0]) * s[2]
    if x * sx + y * sy < 0.0 or math.sqrt(x * x + y * y) < _SLOW:
        x, y = sx, sy
    length = math.sqrt(x * x + y * y)
    if length == 0.0:
        return 0.0, 0.0
    return x / length, y / length


@kernel
def _configuration_rate_into(table: Any, q: Array, v: Array, rate: Array) -> None:
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.kind == FREE_FLYER:
            k, j = row.iq, row.iv
            r00, r01, r02, r10, r11, r12, r20, r21, r22 = rotation_of(q[k + 3], q[k + 4], q[k + 5], q[k + 6])
            rate[k] = r00 * v[j] + r01 * v[j + 1] + r02 * v[j + 2]
            rate[k + 1] = r10 * v[j] + r11 * v[j + 1] + r12 * v[j + 2]
            rate[k + 2] = r20 * v[j] + r21 * v[j + 1] + r22 * v[j + 2]
        if row.nv > 1:
            _quaternion_rate_into(q, quaternion_at(row), v, row.iv + row.nv - 3, rate)
        elif row.nv == 1:
            rate[row.iq] = v[row.iv]


@kernel
def _quaternion_rate_into(q: Array, k: int, v: Array, j: int, rate: Array) -> None:
    """Write the rate of the quaternion q[k:k+4] turning with v[j:j+3] in its own axes."""
    x, y, z, w = q[k], q[k + 1], q[k + 2], q[k + 3]
    wx, wy, wz = 0.5 * v[j], 0.5 * v[j + 1], 0.5 * v[j + 2]
    rate[k] = w * wx + y * wz - z * wy
    rate[k + 1] = w * wy + z * wx - x * wz
    rate[k + 2] = w * wz + x * wy - y * wx
    rate[k + 3] = -x * wx - y * wy - z * wz


@kernel
def unit_quaternions(table: Any, q: Array) -> None:
    """Divide out the norms of the quaternions in q."""
    for i in range(1, table.shape[0]):
        if table[i].nv > 1:
            k = quaternion_at(table[i])
            n = 1.0 / math.sqrt(q[k] ** 2 + q[k + 1] ** 2 + q[k + 2] ** 2 + q[k + 3] ** 2)
            for j in range(4):
                q[k + j] *= n


@allocating
def runge_kutta(
    system: Any, control: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array, h: float, q_new: Array, v_new: Array
) -> float:
    """One DOP853 step of length h from (q, v); its error over the tolerance, or a negative number if it failed.

    hybrid.rates[0] must hold the rates at (q, v), and hybrid.start the forces; those at the result are left in hybrid.rates[12]
    and hybrid.force. All evaluations seek their forces from the same start: where several obey the law, as for a hand that slides
    on two points beside a joint at rest, they choose alike, and the rates are smooth.
    Source: Hairer, Nørsett & Wanner 1993, §II.5 (method and its two error estimates); coefficients: `dop853`.
    """
    nq, nv = q.shape[0], v.shape[0]
    Q, V = hybrid.rates_q, hybrid.rates_v
    for s in range(1, 13):
        for k in range(nq):
            total = 0.0
            for j in range(s):
                total += (hybrid.stages[s, j] if s < 12 else hybrid.weights[0, j]) * Q[j, k]
            q_new[k] = q[k] + h * total
        for k in range(nv):
            total = 0.0
            for j in range(s):
                total += (hybrid.stages[s, j] if s < 12 else hybrid.weights[0, j]) * V[j, k]
            v_new[k] = v[k] + h * total
        part = 0.0
        for j in range(s):
            part += hybrid.stages[s, j] if s < 12 else hybrid.weights[0, j]
        playback_at(control, work.numbers[TIME] + h * part)
        if is_tracking(control):
            share_at(control, work.numbers[TIME] + h * part)
        copy_into(hybrid.start, hybrid.force)
        if accelerations(system, control, settings, work, hybrid, q_new, v_new, Q[s], V[s]) != FINE:
            return -1.0
    tolerance = settings[0].integration_tolerance
    fifth = third = 0.0
    for k in range(nq + nv):
        e5 = e3 = 0.0
        for j in range(13):
            rate = Q[j, k] if k < nq else V[j, k - nq]
            e5 += hybrid.weights[1, j] * rate
            e3 += hybrid.weights[2, j] * rate
        size = max(abs(q[k]), abs(q_new[k])) if k < nq else max(abs(v[k - nq]), abs(v_new[k - nq]))
        scale = tolerance * (1.0 + size)
        fifth += (e5 / scale) ** 2
        third += (e3 / scale) ** 2
    if fifth == 0.0 and third == 0.0:
        return 0.0
    return abs(h) * fifth / math.sqrt((fifth + 0.01 * third) * (nq + nv))


@kernel
def remember_slip(table: Any, work: Any, hybrid: Any, v: Array) -> None:
    """Bring the stored slip directions of sliding contacts and joints up to date."""
    for i in range(1, table.shape[0]):
        if table[i].friction != 0.0 and is_sliding(table[i], hybrid.sliding):
            remember_sliding(table[i], v, _SLOW, hybrid.sliding)
    for c in range(hybrid.counts[ACTIVE_COUNT]):
        if hybrid.active[c].mode == SLIP:
            x, y, _ = velocity_of(work.segments, c, work.J, v)
            length = math.sqrt(x * x + y * y)
            if length > _SLOW:
                set_direction(hybrid.contacts[c], x / length, y / length, hybrid.active[c])


@kernel
def set_direction(contact: Any, x: float, y: float, active: Any) -> None:
    """Remember the slip direction (x, y), given along the tangents, in the world."""
    n, t = contact.normal, contact.tangent
    active.direction[0] = x * t[0] + y * (n[1] * t[2] - n[2] * t[1])
    active.direction[1] = x * t[1] + y * (n[2] * t[0] - n[0] * t[2])
    active.direction[2] = x * t[2] + y * (n[0] * t[1] - n[1] * t[0])
