"""Time-stepping: one contact solve a step, for impulses, with any number of impacts inside.

Free motion over (1 - θ) h to q_m, where forces, contacts and their problem are taken; the velocity jumps from v⁻ to
    v⁺ = v⁻ + h H⁻¹ (τ - C) + H⁻¹ Σ Jᵀ r;
then free motion over θ h with v⁺. With θ = 1/2 positions move by h (v⁻ + v⁺)/2, and gravity's work cancels the change of
potential energy exactly; θ = 1 is the semi-implicit scheme, which loses energy. A contact asks for u_n⁺ ≥ -e u_n⁻ if it would be
crossed before the step ends (Moreau), else only that it is not crossed; with Poisson's law, or impacts one by one, see
`impacts_in_step`. Within the step of an impact the position follows v⁻ up to the instant of contact. What penetration is left is
removed by moving positions, not velocities.
Source: THEORY §6; contact-dynamics-lecture16, "Time-Stepping Method"; Moreau 1999; Acary & Brogliato 2008, §10.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...contact.collision.broad_phase import find_contacts
from ...contact.collision.narrow_phase import FULL
from ...contact.island.assembly import (
    DRY_FRICTION,
    LIMIT,
    add_scaled,
    jacobians_into,
    responses_into,
    segments_into,
    velocity_of,
)
from ...contact.island.solve import solve_contacts
from ...contact.island.terms import DENSE_FREEDOMS
from ...contact.status import ACTIVE_SET, NEWTON
from ...kernel import copy_into, inlined, kernel
from ...multibody.dynamics.inverse_dynamics import newton_euler_into
from ...multibody.dynamics.trees import apply_inverse, factorise_into
from ...multibody.kinematics.kinematics import velocities_into
from ...multibody.kinematics.placements import joint_placements_into, world_placements_into
from ...multibody.model.model import FREE_FLYER
from ..collide import add_dry_friction, add_limits, shape_poses_into, start_anew, terms_of, warm_start
from ..control.forces import (
    controller_into,
    final_torque_into,
    joint_forces_into,
    model_torque_into,
    passive_torque_into,
    pull_into,
)
from ..impacts.impact_laws import NEWTON_LAW, SIMULTANEOUS
from ..impacts.impacts import LEFT_OUT, remember_approach
from ..step_arrays import CONTACTS_NOW, ITERATIONS, RESIDUAL, TREE_AT_FAULT
from .free_motion import carry_velocity, drift
from .impacts_in_step import solve_with_impacts
from .rest import come_to_rest

SINGULAR, ENDLESS_IMPACTS = -2, -6
_MIDPOINT_ROUNDS, _MIDPOINT_CHANGE = 4, 1e-11  # of the velocity in the middle of a step; its last change [m/s | rad/s]
_CURVATURE, _LITTLE = (
    1e3,
    1e-14,
)  # what Coriolis accelerations are of v² at most [1/m]; a change that needs no round [m/s]
_TORQUE_ROUNDS = 6  # times a step is solved anew because a torque passed its limit
DEAD_BAND = 1e-9
"""Gap or penetration left alone, so that what rests stays asleep; contacts of a pair that differ by less are level [m]."""


PROJECTION, BAUMGARTE = 0, 1  # of `STABILISATIONS`
NEVER = -1e300  # part of a step that positions follow the velocity before an impact: not even a negative one


@inlined
def begin_step(system: Any, control: Any, settings: Any, work: Any, q: Array, v: Array) -> int:
    """Drift to the middle of the step and find its contacts; their number, or FULL. (q, v) are moved in place."""
    p = settings[0]
    table = system.table
    drift(table, system.trees, (1.0 - p.theta) * p.dt, q, v)
    joint_placements_into(table, q, work.X)
    world_placements_into(table, work.X, work.W)
    velocities_into(table, work.X, v, work.V)
    shape_poses_into(system.shapes, work.W, work.V, work.geometry, work.speed)
    g = (p.gravity[0] ** 2 + p.gravity[1] ** 2 + p.gravity[2] ** 2) ** 0.5
    return find_contacts(system, p.dt, g * p.dt * p.dt + 1e-6, work)


@inlined
def end_step(system: Any, control: Any, settings: Any, work: Any, count: int, q: Array, v: Array) -> int:
    """From the contacts at the middle of the step to its end: 0, FULL, SINGULAR or ENDLESS_IMPACTS. (q, v) are moved in place."""
    p = settings[0]
    h, theta = p.dt, p.theta
    table, trees = system.table, system.trees
    count = add_limits(system, q, h, v, work, count)
    if count != FULL:
        count = add_dry_friction(system, h, work, count)
    if count == FULL:
        return FULL
    warm_start(system, work, count, p.restitution_speed)
    segments_into(table, trees, system.tree_of, system.shapes, work.contacts, count, work.segments)
    if p.solver == NEWTON and v.shape[0] <= DENSE_FREEDOMS:  # heaps are swept, for which a near start is half the way
        start_anew(work, count)
    copy_into(work.zero, work.clipped)
    for _ in range(_TORQUE_ROUNDS):
        if not _free_velocity_into(system, control, settings, work, q, v):
            return SINGULAR
        if not _solve(system, settings, work, count, v):
            return ENDLESS_IMPACTS
        if final_torque_into(table, control, h, theta, v, work.solved, work.torque, work.clipped):
            break
    passive_torque_into(table, q, v, work.solved, h, theta, work.passive)
    for c in range(count):
        for e in range(3):
            work.contacts[c].impulse[e] = work.r[c, e]
        if work.contacts[c].a < 0:
            add_scaled(work.segments, c, work.J, work.r[c, 0] / h, work.r[c, 1] / h, work.r[c, 2] / h, work.passive)
    work.counts[CONTACTS_NOW] = count
    corrected = _position_shift_into(system, settings, work, count, v)
    copy_into(work.solved, v)
    if not corrected:
        drift(table, trees, theta * h, q, v)
        return 0
    # Positions follow the corrected velocity; the velocity itself only turns with the axes it is given in.
    copy_into(q, work.scratch_q)
    drift(table, trees, theta * h, work.scratch_q, v)
    drift(table, trees, theta * h, q, work.shift)
    for i in range(1, table.shape[0]):
        if table[i].kind == FREE_FLYER:
            carry_velocity(table[i], work.scratch_q, q, v)
    return 0


@inlined
def _solve(system: Any, settings: Any, work: Any, count: int, v: Array) -> bool:
    """Solve the contacts of the step: impulses into work.r, velocity into work.solved. False if impacts do not end."""
    p = settings[0]
    asleep = work.counts[ITERATIONS] == 0
    table, trees = system.table, system.trees
    jacobians_into(table, system.tree_of, system.shapes, work.W, work.contacts, count, work.segments, work.J, True)
    responses_into(trees, work.F, count, work.segments, work.J, work.Y, work.G, work.room)
    if _is_articulated(trees):
        _use_midpoint_velocity(system, settings, work, count, v)
    _targets_into(settings, work, count, v)
    if p.impact_law != SIMULTANEOUS or p.restitution_law != NEWTON_LAW:
        return solve_with_impacts(settings, trees, work, count, v)
    work.numbers[RESIDUAL], work.counts[ITERATIONS] = solve_contacts(
        terms_of(trees, work, work.free, work.solved), count, p.solver, p.tolerance, p.sweeps, asleep
    )
    work.numbers[RESIDUAL] = max(
        work.numbers[RESIDUAL], come_to_rest(trees, p.tolerance, work, count, work.free, work.solved)
    )
    return True


@inlined
def _free_velocity_into(system: Any, control: Any, settings: Any, work: Any, q: Array, v: Array) -> bool:
    """Velocity at the step's end without contact, into work.free; the factors of the mass matrix with it."""
    p = settings[0]
    h, g = p.dt, p.gravity
    table, trees = system.table, system.trees
    model_torque_into(table, control, work.X, q, v, work.zero, g, work.S, work.free, work.scratch_v, work.bias)
    controller_into(table, control, q, v, h, p.theta, work.bias, work.clipped, work.torque, work.diagonal)
    articulated = _is_articulated(trees)
    a = work.scratch_v
    if articulated:
        _bias_into(table, g, work, v)
    for k in range(v.shape[0]):
        a[k] = work.torque[k]  # the pull and the joints' own damping are no part of the controller's torque
    joint_forces_into(table, q, v, h, p.theta, a, work.diagonal)
    pull_into(table, work.W, work.V, control, a)
    if articulated:
        failed = factorise_into(
            table, system.columns, trees, work.W, work.K, work.motions, work.diagonal, work.H, work.F
        )
        if failed:
            work.counts[TREE_AT_FAULT] = failed - 1
            return False
    for t in range(trees.shape[0]):
        tree = trees[t]
        i, n = tree.v0, tree.nv
        if tree.free:
            w = work.W[tree.first]
            apply_inverse(tree, work.F, a[i : i + n], work.free[i : i + n])
            for k in range(n):
                work.free[i + k] *= h
            for k in range(3):
                work.free[i + k] += v[i + k] + h * (w[k] * g[0] + w[3 + k] * g[1] + w[6 + k] * g[2])
                work.free[i + 3 + k] += v[i + 3 + k]
        else:
            for k in range(i, i + n):
                a[k] -= work.bias[k]
            apply_inverse(tree, work.F, a[i : i + n], work.free[i : i + n])
            for k in range(i, i + n):
                work.free[k] = v[k] + h * work.free[k]
    return True


@kernel
def _use_midpoint_velocity(system: Any, settings: Any, work: Any, count: int, v: Array) -> None:
    """Take the Coriolis forces at the velocity in the middle of the step: work.free becomes of second order, and energy stays.

    That velocity is foretold with the impulses that the solve starts from; work.scratch_v holds forces less the bias at v.
    """
    p = settings[0]
    table, trees, a = system.table, system.trees, work.scratch_v
    for _ in range(_MIDPOINT_ROUNDS):
        copy_into(work.free, work.solved)
        for c in range(count):
            add_scaled(work.segments, c, work.Y, work.r[c, 0], work.r[c, 1], work.r[c, 2], work.solved)
        fastest = change = 0.0
        for k in range(v.shape[0]):
            work.solved[k] = 0.5 * (v[k] + work.solved[k])
            work.shift[k] = work.bias[k]
            fastest = max(fastest, max(abs(v[k]), abs(work.solved[k])))
            change = max(change, abs(work.solved[k] - v[k]))
        if p.dt * _CURVATURE * fastest * change < _LITTLE:
            return
        _bias_into(table, p.gravity, work, work.solved)
        change = 0.0
        for t in range(trees.shape[0]):
            if trees[t].free:
                continue
            i, n = trees[t].v0, trees[t].nv
            for k in range(i, i + n):
                a[k] += work.shift[k] - work.bias[k]
            apply_inverse(trees[t], work.F, a[i : i + n], work.solved[i : i + n])
            for k in range(i, i + n):
                change = max(change, abs(v[k] + p.dt * work.solved[k] - work.free[k]))
                work.free[k] = v[k] + p.dt * work.solved[k]
        if change <= _MIDPOINT_CHANGE:
            return


@kernel
def _is_articulated(trees: Any) -> bool:
    """Whether there is anything but free bodies."""
    for t in range(trees.shape[0]):
        if trees[t].free == 0:
            return True
    return False


@kernel
def _bias_into(table: Any, g: Array, work: Any, v: Array) -> None:
    """Write gravity and Coriolis forces at velocity v into work.bias."""
    copy_into(work.zero, work.scratch_a)
    for i in range(1, table.shape[0]):
        if table[i].kind == FREE_FLYER:  # the origin's velocity is kept in the world, not in turning axes
            k = table[i].iv
            work.scratch_a[k] = v[k + 5] * v[k + 1] - v[k + 4] * v[k + 2]
            work.scratch_a[k + 1] = v[k + 3] * v[k + 2] - v[k + 5] * v[k]
            work.scratch_a[k + 2] = v[k + 4] * v[k] - v[k + 3] * v[k + 1]
    newton_euler_into(table, work.X, v, work.scratch_a, g[0], g[1], g[2], work.S, work.bias)


@kernel
def _targets_into(settings: Any, work: Any, count: int, v: Array) -> None:
    """What each contact asks of its normal velocity after the step, how soft it is, and its law of friction."""
    p = settings[0]
    ahead = p.theta * p.dt  # over which positions follow the velocity after the step
    for c in range(count):
        contact = work.contacts[c]
        contact.softness = 0.0 if contact.a == DRY_FRICTION else p.regularisation
        contact.cone = p.cone
        if contact.a == DRY_FRICTION:
            contact.approach = contact.target = 0.0
            continue
        remember_approach(work, c, v)
        before = contact.approach
        _, _, without = velocity_of(work.segments, c, work.J, work.free)
        if p.compliance > 0.0 and contact.a >= 0:
            # The force -(gap⁺ + relaxation u⁺) / compliance at the end of the step, with gap⁺ = gap + ahead u⁺.
            contact.softness += p.compliance / (p.dt * (ahead + p.relaxation_time))
            contact.target = -contact.gap / (ahead + p.relaxation_time)
            continue
        if contact.restitution >= 1.0 and contact.a >= 0:
            # Energy stays only where u⁺ = -u⁻ or there is no impulse, whoever presses: nothing is asked of what stays open.
            closes = contact.gap + ahead * min(before, without) < DEAD_BAND
            contact.target = -contact.restitution * before if closes else LEFT_OUT
            continue
        # The velocity that ends the step just touching, to within the dead band, in which nothing that rests stirs.
        touching = -max(0.0, _level_gap(work.contacts, c, count) - DEAD_BAND) / ahead
        if before < -p.restitution_speed and contact.gap + ahead * without < 0.0:
            contact.target = -contact.restitution * before
        else:
            contact.target = touching
        if p.stabilisation == BAUMGARTE and contact.gap < 0.0:
            contact.target = max(contact.target, min(-p.error_reduction * contact.gap / p.dt, p.recovery_speed))


@kernel
def _level_gap(contacts: Any, c: int, count: int) -> float:
    """The gap of contact c, or that of a lower one of its pair that is level with it.

    An edge that comes down flat is to land as one: rounding must not ask it to tilt against friction that holds it.
    """
    gap = contacts[c].gap
    level = gap
    for step in range(-1, 2, 2):
        k = c + step
        while 0 <= k < count and contacts[k].pair == contacts[c].pair:
            if gap - contacts[k].gap < DEAD_BAND:
                level = min(level, contacts[k].gap)
            k += step
    return level


@inlined
def _position_shift_into(system: Any, settings: Any, work: Any, count: int, v: Array) -> bool:
    """Write the velocity that positions follow over the second half of the step into work.shift; False if it is v⁺."""
    p = settings[0]
    half, earliest = p.theta * p.dt, 1.0 - 1.0 / p.theta
    trees = system.trees
    copy_into(work.solved, work.shift)
    changed = False
    # An impact was at -gap / approach from now, later or earlier: until then positions follow the velocity before it.
    for t in range(trees.shape[0]):
        work.part[t] = 2.0
    for c in range(count):
        contact = work.contacts[c]
        if work.r[c, 2] > 0.0 and contact.approach < -p.restitution_speed:
            part = max(earliest, -contact.gap / contact.approach / half)
            for k in range(2):
                t = work.segments[c, k].tree
                if t >= 0:
                    # What gives back all must keep its energy: its position is not corrected, and it strikes a step early.
                    work.part[t] = NEVER if contact.restitution >= 1.0 else min(work.part[t], part)
    for t in range(trees.shape[0]):
        part = work.part[t]
        if NEVER < part <= 1.0 and part != 0.0:
            changed = True
            for k in range(trees[t].v0, trees[t].v0 + trees[t].nv):
                work.shift[k] += part * (v[k] - work.shift[k])
    if p.stabilisation != PROJECTION or p.compliance > 0.0:
        return changed
    # Remove the penetration that would be left, by the smallest motion in the metric of H.
    worst = 0.0
    for c in range(count):
        contact = work.contacts[c]
        _, _, u = velocity_of(work.segments, c, work.J, work.shift)
        left = contact.gap + half * u
        work.saved[c, 0], work.saved[c, 1], work.saved[c, 2] = contact.friction, contact.target, contact.softness
        contact.friction = contact.softness = 0.0
        # Relative to shift: the remaining correction must reach this normal velocity.
        contact.target = min(-(left + 0.5 * DEAD_BAND) / half, p.recovery_speed)
        if contact.a == DRY_FRICTION or (contact.restitution >= 1.0 and contact.a != LIMIT):
            contact.target = -1e100
        elif left < worst:
            worst = left
    if worst < -DEAD_BAND:
        changed = True
        for c in range(count):
            for e in range(3):
                work.r[c, e] = 0.0
        solver = ACTIVE_SET if p.solver == ACTIVE_SET else NEWTON
        solve_contacts(
            terms_of(trees, work, work.zero, work.scratch_v), count, solver, 0.2 * DEAD_BAND / half, p.sweeps, True
        )
        for k in range(v.shape[0]):
            work.shift[k] += work.scratch_v[k]
    for c in range(count):
        contact = work.contacts[c]
        contact.friction, contact.target, contact.softness = work.saved[c, 0], work.saved[c, 1], work.saved[c, 2]
    return changed
