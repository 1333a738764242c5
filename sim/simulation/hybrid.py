"""The hybrid scheme: smooth motion with contacts held, interrupted at the exact instants of events.

Between events the closed contacts are held: their forces solve the contact problem at the level of accelerations (THEORY
§5) at every evaluation, and DOP853 integrates with its error under control. A step after which an open contact has been
crossed, a held one pulls away, begins to slide, or slides to a stop, is cut by bisection to the instant where that happens. At
an impact velocities jump: the impulses solve the same problem with d = u⁻ and e u⁻ added along the normals (Newton's law).
An approach slower than `rest_speed` does not bounce, which ends what would be infinitely many bounces.
Source: THEORY §6; contact-dynamics-lecture16, "Hybrid Method"; Acary & Brogliato 2008, §8 (event-driven schemes).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..contact.active_set import active_set, normal_delassus_into
from ..contact.assembly import add_scaled, jacobians_into, responses_into, segments_into, velocity_of
from ..contact.contacts import Mode
from ..contact.dense import delassus_into, dense_coulomb
from ..contact.held import bias_accelerations_into, follow, hold
from ..contact.linear import pivoted_solve
from ..contact.narrow_phase import FULL
from ..contact.solve import solve_contacts
from ..contact.status import NEWTON
from ..kernel import copy_into, kernel
from ..multibody.arrays import Array
from ..multibody.configuration import integrate_into
from ..multibody.inverse_dynamics import newton_euler_into
from ..multibody.kinematics import velocities_into
from ..multibody.model import FREE_FLYER
from ..multibody.placements import joint_placements_into, rotation_of, world_placements_into
from ..multibody.trees import apply_inverse, factorise_into
from .collide import collide, shape_poses_into
from .forces import controller_into, damping_into, gravity_torque_into, pull_into

OPEN, STICK, SLIP = int(Mode.OPEN), int(Mode.STICK), int(Mode.SLIP)

FINE, CROSSED, CHANGED, LIMIT_REACHED, TOO_MANY, UNFOLLOWED, SINGULAR_TREE = 0, 1, 2, 3, 4, 5, 6
"""What `inspect` finds after a step: all well; an open contact was crossed; a held one changes; a joint passed its limit
(which this scheme does not hold); more contacts than there is room for; a contact of moving curved surfaces or edges, whose
geometry cannot be followed; a mass matrix that is not positive definite."""

_CROSSED_GAP = 1e-14  # an open contact deeper than this, and approaching, has been crossed [m]
_CREEP, _CREPT = 1e-9, 1e-11
"""An approach slower than the first [m/s], which is what a solve may leave, has crossed when the second is passed [m]."""
_CLOSED_GAP = 1e-9  # a contact nearer than this is closed at an event [m]
_SLOW = 1e-8  # the direction of a slip slower than this is not taken from its velocity [m/s]
_PULLS = 1e-7  # a held contact that accelerates apart, or sideways, faster than this lets go [m/s²]


@kernel
def accelerations(system: Any, control: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array, rate: Array,
                  a: Array) -> int:  # fmt: skip
    """Write q̇ (nq,) and v̇ (nv,) at (q, v) with the held contacts held; their forces are in hybrid.force. FINE or not."""
    p = settings[0]
    table, trees, g = system.table, system.trees, settings[0].gravity
    joint_placements_into(table, q, work.X)
    world_placements_into(table, work.X, work.W)
    velocities_into(table, work.X, v, work.V)
    gravity_torque_into(table, work.X, work.zero, g, work.S, work.bias)
    controller_into(table, control, q, v, 0.0, work.bias, work.zero, work.torque, work.diagonal)
    copy_into(work.torque, work.free)
    damping_into(table, v, 0.0, work.free, work.diagonal)
    pull_into(table, work.W, work.V, control, work.free)
    newton_euler_into(table, work.X, v, work.zero, g[0], g[1], g[2], work.S, work.bias)
    for k in range(v.shape[0]):
        work.free[k] -= work.bias[k]
    if factorise_into(table, trees, work.X, work.K, work.zero, work.H, work.F):
        return SINGULAR_TREE
    for t in range(trees.shape[0]):
        i, n = trees[t].v0, trees[t].nv
        apply_inverse(trees[t], work.F, work.free[i : i + n], a[i : i + n])
    _configuration_rate_into(table, q, v, rate)
    count = hybrid.counts[0]
    if count == 0:
        hybrid.numbers[0] = 0.0
        return FINE
    bias_accelerations_into(table, work.X, work.V, v, hybrid.A)
    for c in range(count):
        follow(hybrid.held[c], work.W, work.V, hybrid.A, hybrid.contacts[c], hybrid.drift[c], hybrid.scratch)
    segments_into(table, trees, system.tree_of, system.shapes, hybrid.contacts, count, work.segments)
    jacobians_into(table, system.tree_of, system.shapes, work.W, hybrid.contacts, count, work.segments, work.J)
    responses_into(trees, work.F, count, work.segments, work.J, work.Y, work.G)
    W = np.empty((3 * count, 3 * count))
    d = np.empty(3 * count)
    mu = np.empty(count)
    slide = np.zeros((count, 2))
    delassus_into(hybrid.all[:count], work.segments, work.J, work.Y, W)
    for c in range(count):
        x, y, z = velocity_of(work.segments, c, work.J, a)
        d[3 * c], d[3 * c + 1], d[3 * c + 2] = x + hybrid.drift[c, 0], y + hybrid.drift[c, 1], z + hybrid.drift[c, 2]
        mu[c] = hybrid.contacts[c].friction
        if hybrid.held[c].mode == SLIP and mu[c] > 0.0:
            slide[c, 0], slide[c, 1] = _slip_direction(hybrid.held[c], hybrid.contacts[c], work, c, v)
    force = hybrid.force[: 3 * count]
    largest = 1.0
    for k in range(3 * count):
        largest = max(largest, abs(d[k]))
    hybrid.numbers[0], hybrid.counts[1] = dense_coulomb(W, d, mu, slide, p.tolerance * largest, force)
    hybrid.numbers[0] /= largest  # relative to the accelerations at play
    for c in range(count):
        add_scaled(work.segments, c, work.Y, force[3 * c], force[3 * c + 1], force[3 * c + 2], a)
    return FINE


@kernel
def _slip_direction(held: Any, contact: Any, work: Any, c: int, v: Array) -> tuple[float, float]:
    """Unit slip direction of a sliding contact, along its tangents."""
    x, y, _ = velocity_of(work.segments, c, work.J, v)
    if math.sqrt(x * x + y * y) < _SLOW:
        n, t, s = contact.normal, contact.tangent, held.direction
        x = t[0] * s[0] + t[1] * s[1] + t[2] * s[2]
        y = (
            (n[1] * t[2] - n[2] * t[1]) * s[0] + (n[2] * t[0] - n[0] * t[2]) * s[1] + (n[0] * t[1] - n[1] * t[0]) * s[2]
        )  # fmt: skip
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
            x, y, z, w = q[k + 3], q[k + 4], q[k + 5], q[k + 6]
            wx, wy, wz = 0.5 * v[j + 3], 0.5 * v[j + 4], 0.5 * v[j + 5]
            rate[k + 3] = w * wx + y * wz - z * wy
            rate[k + 4] = w * wy + z * wx - x * wz
            rate[k + 5] = w * wz + x * wy - y * wx
            rate[k + 6] = -x * wx - y * wy - z * wz
        elif row.nv == 1:
            rate[row.iq] = v[row.iv]


@kernel
def _unit_quaternions(table: Any, q: Array) -> None:
    for i in range(1, table.shape[0]):
        if table[i].kind == FREE_FLYER:
            k = table[i].iq
            n = 1.0 / math.sqrt(q[k + 3] ** 2 + q[k + 4] ** 2 + q[k + 5] ** 2 + q[k + 6] ** 2)
            for j in range(3, 7):
                q[k + j] *= n


@kernel
def runge_kutta(system: Any, control: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array, h: float,
                q_new: Array, v_new: Array) -> float:  # fmt: skip
    """One DOP853 step of length h from (q, v); its error over the tolerance, or a negative number if it failed.

    hybrid.rates[0] must hold the rates at (q, v); those at the result are left in hybrid.rates[12].
    Source: Hairer, Nørsett & Wanner 1993, §II.5 (method and its two error estimates); coefficients as SciPy publishes them.
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
def inspect(system: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array) -> int:
    """What has happened at (q, v), whose accelerations were the last evaluated; one of FINE, CROSSED, CHANGED ..."""
    table = system.table
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.nv == 1 and not row.lower - 1e-9 <= q[row.iq] <= row.upper + 1e-9:
            return LIMIT_REACHED
    count = hybrid.counts[0]
    a = hybrid.rates_v[12]
    for c in range(count):
        held, r = hybrid.held[c], hybrid.force[3 * c : 3 * c + 3]
        x, y, z = velocity_of(work.segments, c, work.J, a)
        x, y, z = x + hybrid.drift[c, 0], y + hybrid.drift[c, 1], z + hybrid.drift[c, 2]
        if r[2] <= 0.0 and z > _PULLS:
            return CHANGED
        mu = hybrid.contacts[c].friction
        if mu == 0.0:
            continue
        if held.mode == STICK:
            if math.sqrt(r[0] ** 2 + r[1] ** 2) >= mu * r[2] * (1.0 - 1e-9) and math.sqrt(x * x + y * y) > _PULLS:
                return CHANGED
        else:
            x, y, _ = velocity_of(work.segments, c, work.J, v)
            n, t, s = hybrid.contacts[c].normal, hybrid.contacts[c].tangent, held.direction
            bx, by, bz = n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]
            along = x * (t[0] * s[0] + t[1] * s[1] + t[2] * s[2]) + y * (bx * s[0] + by * s[1] + bz * s[2])
            if along < 0.0:
                return CHANGED
    shape_poses_into(system.shapes, work.W, work.V, work.geometry, work.speed)
    found = collide(system, 0.0, 1e-6, work)
    if found == FULL:
        return TOO_MANY
    for c in range(found):
        contact = work.contacts[c]
        if contact.gap < -_CROSSED_GAP and not _is_held(hybrid, contact):
            u = normal_velocity(system.shapes, work.W, work.V, contact)
            if u < -_CREEP or (u < 0.0 and contact.gap < -_CREPT):
                return CROSSED
    return FINE


@kernel
def normal_velocity(shapes: Any, W: Array, V: Array, contact: Any) -> float:
    """Rate of a contact's gap from the rows' poses and twists [m/s]."""
    total = 0.0
    n, p = contact.normal, contact.point
    for k in range(2):
        i = shapes[contact.b].row if k == 0 else shapes[contact.a].row
        w, s = W[i], V[i]
        x, y, z = p[0] - w[9], p[1] - w[10], p[2] - w[11]
        bx, by, bz = w[0] * x + w[3] * y + w[6] * z, w[1] * x + w[4] * y + w[7] * z, w[2] * x + w[5] * y + w[8] * z
        ux, uy, uz = s[0] + s[4] * bz - s[5] * by, s[1] + s[5] * bx - s[3] * bz, s[2] + s[3] * by - s[4] * bx
        u = 0.0
        for j in range(3):
            u += n[j] * (w[3 * j] * ux + w[3 * j + 1] * uy + w[3 * j + 2] * uz)
        total += u if k == 0 else -u
    return total


@kernel
def _is_held(hybrid: Any, contact: Any) -> bool:
    for c in range(hybrid.counts[0]):
        if hybrid.contacts[c].pair == contact.pair and hybrid.contacts[c].feature == contact.feature:
            return True
    return False


@kernel
def settle(system: Any, control: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array) -> int:
    """At an event: apply impacts to v, choose which contacts are held from here on, and how. FINE or why not.

    The impacts' contacts and impulses are left in work.contacts[: hybrid.counts[2]].
    """
    p = settings[0]
    table, trees = system.table, system.trees
    joint_placements_into(table, q, work.X)
    world_placements_into(table, work.X, work.W)
    velocities_into(table, work.X, v, work.V)
    shape_poses_into(system.shapes, work.W, work.V, work.geometry, work.speed)
    found = collide(system, 0.0, 10.0 * _CLOSED_GAP, work)
    if found == FULL:
        return TOO_MANY
    count = 0
    for c in range(found):
        if work.contacts[c].gap <= _CLOSED_GAP:
            work.contacts[count] = work.contacts[c]
            count += 1
    if count > hybrid.held.shape[0]:
        return TOO_MANY
    hybrid.counts[0] = hybrid.counts[2] = 0
    if count > 0:
        if factorise_into(table, trees, work.X, work.K, work.zero, work.H, work.F):
            return SINGULAR_TREE
        segments_into(table, trees, system.tree_of, system.shapes, work.contacts, count, work.segments)
        jacobians_into(table, system.tree_of, system.shapes, work.W, work.contacts, count, work.segments, work.J)
        responses_into(trees, work.F, count, work.segments, work.J, work.Y, work.G)
        _impact(settings, trees, work, hybrid, count, v)
        _close_slow(settings, work, hybrid, count, v)
        _push_out(system, work, count, q)
        for c in range(count):
            x, y, z = velocity_of(work.segments, c, work.J, v)
            if z > p.rest_speed:
                continue  # it leaves at once
            k = hybrid.counts[0]
            if not hold(work.contacts[c], system.shapes, work.W, hybrid.held[k]):
                hybrid.counts[3] = work.contacts[c].a
                hybrid.counts[4] = work.contacts[c].b
                return UNFOLLOWED
            hybrid.contacts[k] = work.contacts[c]
            hybrid.held[k].mode = SLIP if math.sqrt(x * x + y * y) > p.rest_speed else STICK
            _set_direction(work.contacts[c], x, y, hybrid.held[k])
            for e in range(3):
                hybrid.force[3 * k + e] = 0.0
            hybrid.counts[0] = k + 1
    return _choose_modes(system, control, settings, work, hybrid, q, v)


@kernel
def _set_direction(contact: Any, x: float, y: float, held: Any) -> None:
    """Remember the slip direction (x, y), given along the tangents, in the world."""
    n, t = contact.normal, contact.tangent
    held.direction[0] = x * t[0] + y * (n[1] * t[2] - n[2] * t[1])
    held.direction[1] = x * t[1] + y * (n[2] * t[0] - n[0] * t[2])
    held.direction[2] = x * t[2] + y * (n[0] * t[1] - n[1] * t[0])


@kernel
def _impact(settings: Any, trees: Any, work: Any, hybrid: Any, count: int, v: Array) -> None:
    """Let the closed contacts that approach jump: v in place, impulses into the contacts."""
    p = settings[0]
    hits = strikes = False
    for c in range(count):
        contact = work.contacts[c]
        _, _, z = velocity_of(work.segments, c, work.J, v)
        contact.approach = z
        hits = hits or z < -1e-13
        strikes = strikes or z < -p.rest_speed
        contact.target = -contact.restitution * z if -contact.restitution * z > p.rest_speed else 0.0
        for e in range(3):
            work.r[c, e] = 0.0
    if not hits:
        return
    hybrid.numbers[1], hybrid.counts[1] = solve_contacts(
        trees, work.contacts, count, work.segments, work.H, work.J, work.Y, work.G, v,
        NEWTON, p.tolerance, p.sweeps, work.island, work.root, work.number, work.r, work.solved,
    )  # fmt: skip
    copy_into(work.solved, v)
    for c in range(count):
        for e in range(3):
            work.contacts[c].impulse[e] = work.r[c, e]
        x, y, _ = velocity_of(work.segments, c, work.J, v)
        work.saved[c, 0] = math.sqrt(x * x + y * y)
    hybrid.counts[2] = count if strikes else 0


@kernel
def _close_slow(settings: Any, work: Any, hybrid: Any, count: int, v: Array) -> None:
    """Stop closed contacts that part, or slide, slower than rest_speed: v in place.

    Without this a body that rocks from corner to corner would strike the ground infinitely often before it rests, and
    corners that come to a stop together would never agree on which slides.
    """
    p = settings[0]
    n = 3 * count
    W = np.empty((n, n))
    d = np.empty(n)
    kept = np.empty(n, np.int64)
    delassus_into(hybrid.all[:count], work.segments, work.J, work.Y, W)
    m = 0
    fastest = 0.0
    for c in range(count):
        x, y, z = velocity_of(work.segments, c, work.J, v)
        if z > p.rest_speed:
            continue
        slip = math.sqrt(x * x + y * y)
        if work.contacts[c].friction > 0.0 and slip <= p.rest_speed:
            fastest = max(fastest, slip)
            kept[m], kept[m + 1] = 3 * c, 3 * c + 1
            d[m], d[m + 1] = x, y
            m += 2
        fastest = max(fastest, abs(z))
        kept[m] = 3 * c + 2
        d[m] = z
        m += 1
    if fastest <= 1e-14:
        return
    A = np.empty((m, m))
    mean = 0.0
    for i in range(m):
        for j in range(m):
            A[i, j] = W[kept[i], kept[j]]
        mean += A[i, i] / m
    for i in range(m):
        A[i, i] += 1e-12 * mean  # redundant contacts: any solution stops them
    if not pivoted_solve(A, d, m):
        return
    for i in range(m):
        c, axis = kept[i] // 3, kept[i] % 3
        add_scaled(
            work.segments, c, work.Y,
            -d[i] if axis == 0 else 0.0, -d[i] if axis == 1 else 0.0, -d[i] if axis == 2 else 0.0, v,
        )  # fmt: skip


@kernel
def _push_out(system: Any, work: Any, count: int, q: Array) -> None:
    """Move q by the least motion (in the metric of H) that leaves no closed contact deeper than nothing."""
    deepest = 0.0
    members = np.empty(count, np.int64)
    d = np.empty(count)
    for c in range(count):
        members[c] = c
        d[c] = work.contacts[c].gap
        deepest = min(deepest, d[c])
    if deepest > -1e-15:
        return
    M = np.empty((count, count))
    normal_delassus_into(members, work.segments, work.J, work.Y, M)
    lam = np.empty(count)
    active = np.zeros(count, np.int64)
    active_set(M, d, 1e-16, lam, active, np.empty((count, count)), np.empty((3, count)))
    copy_into(work.zero, work.scratch_v)
    for c in range(count):
        add_scaled(work.segments, c, work.Y, 0.0, 0.0, lam[c], work.scratch_v)
    integrate_into(system.table, q, work.scratch_v, 1.0, q)
    joint_placements_into(system.table, q, work.X)
    world_placements_into(system.table, work.X, work.W)


@kernel
def _choose_modes(system: Any, control: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array) -> int:
    """From the accelerations: drop contacts that pull away, and let those slide that cannot hold."""
    for _ in range(2 * hybrid.held.shape[0] + 2):
        status = accelerations(system, control, settings, work, hybrid, q, v, hybrid.rates_q[0], hybrid.rates_v[0])
        if status != FINE:
            return status
        changed = False
        c = 0
        kept = 0
        a = hybrid.rates_v[0]
        total = hybrid.counts[0]
        while c < total:
            contact, held = hybrid.contacts[c], hybrid.held[c]
            x, y, z = velocity_of(work.segments, c, work.J, a)
            x, y, z = x + hybrid.drift[c, 0], y + hybrid.drift[c, 1], z + hybrid.drift[c, 2]
            r0, r1, r2 = hybrid.force[3 * c], hybrid.force[3 * c + 1], hybrid.force[3 * c + 2]
            away = r2 <= 0.0 and z > _PULLS
            mu = contact.friction
            if (
                not away and held.mode == STICK and mu > 0.0 and r2 > 0.0
                and math.sqrt(r0 * r0 + r1 * r1) >= mu * r2 * (1.0 - 1e-9) and math.sqrt(x * x + y * y) > _PULLS
            ):  # fmt: skip
                held.mode = SLIP
                _set_direction(contact, x, y, held)
                changed = True
            if away:
                changed = True
            else:
                if kept != c:
                    hybrid.contacts[kept] = hybrid.contacts[c]
                    hybrid.held[kept] = hybrid.held[c]
                    for e in range(3):
                        hybrid.force[3 * kept + e] = hybrid.force[3 * c + e]
                kept += 1
            c += 1
        hybrid.counts[0] = kept
        if not changed:
            break
    return FINE


@kernel
def remember_slip(work: Any, hybrid: Any, v: Array) -> None:
    """Bring the stored slip directions of sliding contacts up to date."""
    for c in range(hybrid.counts[0]):
        if hybrid.held[c].mode == SLIP:
            x, y, _ = velocity_of(work.segments, c, work.J, v)
            length = math.sqrt(x * x + y * y)
            if length > _SLOW:
                _set_direction(hybrid.contacts[c], x / length, y / length, hybrid.held[c])


@kernel
def smooth_until(
    system: Any, control: Any, settings: Any, work: Any, hybrid: Any, end: float, q: Array, v: Array
) -> int:
    """Integrate (q, v) in place to time `end` or the next event: FINE, or what `inspect` found there.

    work.numbers[1] is the time, hybrid.numbers[2] the step to try first. An event lies within event_tolerance before the
    time reached.
    """
    p = settings[0]
    q_new, v_new = hybrid.trial_q, hybrid.trial_v
    while end - work.numbers[1] > 1e-14 * max(1.0, abs(end)):
        left = end - work.numbers[1]
        h = min(hybrid.numbers[2], left)
        error = runge_kutta(system, control, settings, work, hybrid, q, v, h, q_new, v_new)
        if error > 1.0 and h > 1e-12:
            hybrid.numbers[2] = h * max(0.2, 0.9 * error**-0.125)
            continue
        if error < 0.0:
            return SINGULAR_TREE
        factor = 5.0 if error == 0.0 else min(5.0, 0.9 * error**-0.125)
        found = inspect(system, settings, work, hybrid, q_new, v_new)
        if found == CROSSED or found == CHANGED:
            low, high = 0.0, h
            while high - low > p.event_tolerance:
                middle = 0.5 * (low + high)
                runge_kutta(system, control, settings, work, hybrid, q, v, middle, q_new, v_new)
                there = inspect(system, settings, work, hybrid, q_new, v_new)
                if there == FINE:
                    low = middle
                else:
                    high, found = middle, there
            runge_kutta(system, control, settings, work, hybrid, q, v, high, q_new, v_new)
            h = high
        elif h == hybrid.numbers[2] or factor < 1.0:
            hybrid.numbers[2] = h * factor
        copy_into(q_new, q)
        copy_into(v_new, v)
        _unit_quaternions(system.table, q)
        work.numbers[1] = end if h == left else work.numbers[1] + h
        copy_into(hybrid.rates_q[12], hybrid.rates_q[0])
        copy_into(hybrid.rates_v[12], hybrid.rates_v[0])
        remember_slip(work, hybrid, v)
        if found != FINE:
            return found
    return FINE
