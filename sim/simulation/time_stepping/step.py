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
from ...contact.collision.shape_table import TENTATIVE
from ...contact.island.assembly import (
    DRY_FRICTION,
    LIMIT,
    add_scaled,
    jacobians_into,
    normal_velocity_of,
    segments_into,
)
from ...contact.island.held.hold import GUESSES
from ...contact.island.responses import responses_into
from ...contact.island.solve import solve_contacts
from ...contact.island.solver_arrays import DENSE_FREEDOMS
from ...contact.island.three_rows import add_row
from ...contact.status import ACTIVE_SET, HEAPS_SWEPT, NEWTON
from ...kernel import copy_into, kernel, small
from ...multibody.kinematics.kinematics import velocities_into
from ...multibody.kinematics.placements import joint_placements_into, world_placements_into
from ...multibody.model.model import FREE_FLYER
from ..constraints import add_dry_friction, add_limits, shape_poses_into, solver_arrays, warm_start
from ..control.forces import final_torque_into, passive_torque_into
from ..impacts.impact_laws import NEWTON_LAW, SIMULTANEOUS
from ..step_arrays import CONTACTS_NOW, ITERATIONS, RESIDUAL
from .contact_targets import (
    PROJECTION,
    bounces_back,
    dead_gap,
    gap_in_law,
    given_at_leans_into,
    part_until_bounce,
    targets_at_leans_into,
    targets_into,
)
from .contact_work import contact_work_into, lean_to_mean, pay_for_rise
from .free_motion import carry_velocity, drift
from .free_velocity import free_velocity_into, is_articulated, use_midpoint_velocity
from .impacts_in_step import solve_with_impacts
from .passing import doubt_what_impacts_spin, end_of_pair, leave_out_what_may_pass, sunk_into, take_back_what_meets
from .rest import come_to_rest

SINGULAR, ENDLESS_IMPACTS = -2, -6
_CLOSED = 5e-7  # of penetration that a loose tolerance leaves: half of the gap that counts as closed [m]
# Times the sweeps of a heap that its positions are given: with fewer, what stays deep is lifted at the cost of nobody's energy.
_SHIFT_SWEEPS = 3
_ROUGH = 1e-6  # to which a heap is solved before it is known which contacts would give energy [m/s]
_QUICK = 20  # iterations of the step before, up to which one is solved to the end at once
_PASSING_ROUNDS = 3  # times contacts that others may keep from touching are left out
_TORQUE_ROUNDS = 6  # times a step is solved anew because a torque passed its limit
_AT_ONCE = 1e-9  # parts of a step by which impacts are at one instant
_ANSWER = 0.1  # of what an impact moves itself, from which on another contact answers to it
NEVER = -1e300  # part of a step that positions follow the velocity before an impact: not even a negative one


@kernel
def begin_step(system: Any, control: Any, settings: Any, work: Any, q: Array, v: Array) -> int:
    """Drift to the middle of the step and find its contacts; their number, or FULL. (q, v) are moved in place."""
    p = settings[0]
    table = system.table
    drift(table, system.trees, (1.0 - p.theta) * p.dt, q, v)
    joint_placements_into(table, q, work.X)
    world_placements_into(table, work.X, work.W)
    velocities_into(table, work.X, v, work.V)
    shape_poses_into(system, work.W, work.V, work)
    g = (p.gravity[0] ** 2 + p.gravity[1] ** 2 + p.gravity[2] ** 2) ** 0.5
    sunk_into(system, work)
    work.span[0], work.span[1] = (1.0 - p.theta) * p.dt, p.theta * p.dt
    work.span[2], work.span[3] = g * p.dt * work.span[1], p.restitution_speed
    work.doubts[0] = 0
    count = find_contacts(system, p.dt, g * p.dt * p.dt + 1e-6, work)
    work.span[0] = work.span[1] = 0.0
    return count


@kernel
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
    warm_start(work, count, p.restitution_speed, h)
    segments_into(table, trees, system.tree_of, system.shapes, work.contacts, count, work.segments)
    copy_into(work.zero, work.clipped)
    for _ in range(_TORQUE_ROUNDS):
        if not free_velocity_into(system, control, settings, work, count, q, v):
            return SINGULAR
        if not solve_step(system, settings, work, count, v):
            return ENDLESS_IMPACTS
        if final_torque_into(table, control, h, theta, v, work.solved, work.torque, work.clipped):
            break
    passive_torque_into(table, q, v, work.solved, h, theta, work.passive)
    strikes = False
    for c in range(count):
        contact = work.contacts[c]
        strikes = strikes or (work.r[c, 2] > 0.0 and contact.approach < -p.restitution_speed)
        for e in range(3):
            contact.impulse[e] = work.r[c, e]
        if contact.a < 0:
            add_scaled(work.segments, c, work.J, work.r[c, 0] / h, work.r[c, 1] / h, work.r[c, 2] / h, work.passive)
    work.counts[CONTACTS_NOW] = count
    if strikes:
        doubt_what_impacts_spin(system, settings, work, count)
    corrected = _position_shift_into(system, settings, work, count, v)
    for c in range(count):
        contact = work.contacts[c]
        contact.gap_after = gap_in_law(contact, theta * h) + theta * h * _shift_velocity(work, c, corrected)
    for k in range(v.shape[0]):
        work.jump[1, k] = work.solved[k] - v[k]
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
            carry_velocity(table[i], trees[system.tree_of[i]].free != 0, work.scratch_q, q, v)
    return 0


@kernel
def solve_step(system: Any, settings: Any, work: Any, count: int, v: Array) -> bool:
    """Solve the contacts of the step: impulses into work.r, velocity into work.solved. False if impacts do not end.

    Once more without those that others may keep from touching, and with those of them that touch all the same: see `passing`.
    """
    trees = system.trees
    jacobians_into(
        system.table, system.tree_of, system.shapes, work.W, work.contacts, count, work.segments, work.J, True
    )
    responses_into(trees, work.F, count, work.segments, work.J, work.Y, work.G, work.room)
    if is_articulated(trees):
        use_midpoint_velocity(system, settings, work, count, v)
    copy_into(work.free, work.shift)  # impacts one by one let it jump
    has_ended = _solve_targets(system, settings, work, count, v, False)
    for _ in range(_PASSING_ROUNDS):
        if not has_ended or not leave_out_what_may_pass(system, settings, work, count):
            break
        copy_into(work.shift, work.free)
        has_ended = _solve_targets(system, settings, work, count, v, True)
        if has_ended and take_back_what_meets(system, settings, work, count):
            copy_into(work.shift, work.free)
            has_ended = _solve_targets(system, settings, work, count, v, True)
    return has_ended


@kernel
def _solve_targets(system: Any, settings: Any, work: Any, count: int, v: Array, is_again: bool) -> bool:
    """`solve_step` with the contacts that are not left out; again, in the islands where that has changed."""
    p = settings[0]
    asleep = work.counts[ITERATIONS] == 0
    trees = system.trees
    if is_again:
        targets_at_leans_into(system, settings, work, count)
    else:
        targets_into(system, settings, work, count, v)
    if p.impact_law != SIMULTANEOUS or p.restitution_law != NEWTON_LAW:
        has_ended = solve_with_impacts(settings, trees, work, count, v)
        contact_work_into(system, settings, work, count, v, p.tolerance)
        return bool(has_ended)
    # Which contacts of a heap give energy shows long before it is solved to the end, and most heaps that move have some.
    is_rough = p.solver == NEWTON and v.shape[0] > DENSE_FREEDOMS and p.tolerance < _ROUGH and p.work_rounds > 1
    is_rough = is_rough and work.counts[ITERATIONS] > _QUICK and not is_again
    iterations, turns = 0, p.work_rounds
    while turns > 0:
        tolerance = _ROUGH if is_rough else p.tolerance
        work.numbers[RESIDUAL], work.counts[ITERATIONS] = solve_contacts(
            solver_arrays(trees, work, work.free, work.solved),
            count,
            p.solver,
            tolerance,
            p.sweeps,
            asleep,
            not is_rough and p.is_estimate == 0,
            1 if p.is_estimate != 0 else GUESSES,
            is_again,
        )
        is_again = False
        if not is_rough:
            work.numbers[RESIDUAL] = max(
                work.numbers[RESIDUAL], come_to_rest(trees, p.tolerance, work, count, work.free, work.solved)
            )
        work.counts[ITERATIONS] = iterations = max(iterations, work.counts[ITERATIONS])
        contact_work_into(system, settings, work, count, v, tolerance)
        is_last = turns == 2 or v.shape[0] > DENSE_FREEDOMS
        if turns > 1 and lean_to_mean(settings, work, count, v, is_last):
            if is_last:
                targets_at_leans_into(system, settings, work, count)
            else:
                given_at_leans_into(work, count)
            turns -= 1
        elif not is_rough:
            break
        is_rough = False
    return True


@small
def part_until_impact(p: Any, contact: Any) -> float:
    """Over which part of the second half of the step positions follow the velocity before an impact; below 0 if it was before."""
    return float(min(1.0, max(1.0 - 1.0 / p.theta, -contact.gap / contact.approach / (p.theta * p.dt))))


@kernel
def _follow_to_impacts(system: Any, settings: Any, work: Any, count: int, v: Array) -> bool:
    """Write into work.scratch_v what positions follow beyond v⁺ until the impacts of the step; whether there is any of that.

    An impact was at -gap / approach from the middle, later or earlier: until then positions follow the velocity before it.
    """
    p, trees = settings[0], system.trees
    copy_into(work.zero, work.scratch_v)
    changed = strikes = has_elastic = False
    for t in range(trees.shape[0]):
        work.part[t] = 2.0
    for c in range(count):
        contact = work.contacts[c]
        if work.r[c, 2] <= 0.0 or contact.a == DRY_FRICTION:
            continue
        is_impact = contact.approach < -p.restitution_speed
        part = part_until_impact(p, contact) if is_impact else 0.0
        strikes = strikes or is_impact
        for k in range(2):
            t = work.segments[c, k].tree
            if t < 0 or not is_impact:
                continue
            if contact.restitution >= 1.0:  # what gives back all has its energy to keep
                has_elastic, work.part[t] = True, NEVER
            else:
                work.part[t] = min(work.part[t], part)
    for t in range(trees.shape[0]):
        part = work.part[t]
        if NEVER < part <= 1.0 and part != 0.0:
            changed = True
            for k in range(trees[t].v0, trees[t].v0 + trees[t].nv):
                work.scratch_v[k] = part * (v[k] - work.solved[k])
    if strikes and v.shape[0] <= DENSE_FREEDOMS:
        changed = _follow_to_later_impacts(p, trees, work, count) or changed
    if has_elastic:
        changed = _follow_to_bounces(system, p, work, count) or changed
    return changed


@kernel
def _follow_to_later_impacts(p: Any, trees: Any, work: Any, count: int) -> bool:
    """Take from work.scratch_v what later impacts of a free body than its first, at work.part, do before their own instant.

    A wall that is reached a while after the floor, in one step, is reached all the same. Not where another pair of the body
    answers to the impact: what it answered would stay. Whether there are any.
    """
    found, first = False, 0
    while first < count:
        last = end_of_pair(work, first, count)
        for k in range(2):
            t = work.segments[first, k].tree
            if t < 0 or trees[t].free == 0 or not NEVER < work.part[t] <= 1.0:
                continue
            if _later_impulses_into(p, work, first, last, k) and not _is_answered(work, first, last, t, count):
                found = True
                for j in range(trees[t].v0, trees[t].v0 + trees[t].nv):
                    work.scratch_v[j] -= work.scratch_a[j]
        first = last
    return found


@kernel
def _later_impulses_into(p: Any, work: Any, first: int, last: int, k: int) -> bool:
    """Write into work.scratch_a what the impacts of contacts first ≤ c < last do to their tree k, each times how much later than
    its first it is; whether any is later.
    """
    found = False
    for c in range(first, last):
        contact = work.contacts[c]
        if work.r[c, 2] <= 0.0 or contact.a < 0 or contact.approach >= -p.restitution_speed:
            continue
        s = work.segments[c, k]
        later = part_until_impact(p, contact) - work.part[s.tree]
        if later > _AT_ONCE:
            if not found:
                copy_into(work.zero, work.scratch_a)
            found = True
            for e in range(3):
                add_row(work.Y, s.o + e * s.n, s.n, later * work.r[c, e], work.scratch_a, s.v0)
    return found


@kernel
def _is_answered(work: Any, first: int, last: int, t: int, count: int) -> bool:
    """Whether the velocity work.scratch_a, of contacts first ≤ c < last, moves tree t along the normal of another one pressed."""
    own = 0.0
    for c in range(first, last):
        own = max(own, abs(normal_velocity_of(work.segments, c, work.J, work.scratch_a)))
    for k in range(count):
        is_of_tree = work.segments[k, 0].tree == t or work.segments[k, 1].tree == t
        if is_of_tree and not first <= k < last and work.r[k, 2] > 0.0 and work.contacts[k].a >= 0:
            if abs(normal_velocity_of(work.segments, k, work.J, work.scratch_a)) > _ANSWER * own:
                return True
    return False


@kernel
def _follow_to_bounces(system: Any, p: Any, work: Any, count: int) -> bool:
    """Have centres of mass of `elastic` bodies follow the velocity without each such impact up to it; whether there are any."""
    copy_into(work.zero, work.scratch_a)
    for c in range(count):
        contact = work.contacts[c]
        if work.r[c, 2] > 0.0 and bounces_back(p, contact):
            x, y, z = work.r[c, 0], work.r[c, 1], work.r[c, 2]
            part = part_until_bounce(p, contact, work.given[c, 2])
            add_scaled(work.segments, c, work.Y, part * x, part * y, part * z, work.scratch_a)
    found = False
    for t in range(system.trees.shape[0]):
        if work.elastic[t] != 0.0 and work.part[t] == NEVER:
            tree = system.trees[t]
            _move_center(system.table[tree.first], tree.v0, -1.0, work.scratch_a, work.scratch_v)
            found = True
    return found


@small
def _move_center(row: Any, k: int, scale: float, v: Array, rise: Array) -> None:
    """Write `scale` times the velocity of a free body's centre of mass, without its turning, into rise[k : k + 6].

    How it is turned stays, for its angular momentum and the energy of its spin are both those of that.
    """
    c, m = row.moment, row.mass
    rise[k] = scale * (v[k] + (v[k + 4] * c[2] - v[k + 5] * c[1]) / m)
    rise[k + 1] = scale * (v[k + 1] + (v[k + 5] * c[0] - v[k + 3] * c[2]) / m)
    rise[k + 2] = scale * (v[k + 2] + (v[k + 3] * c[1] - v[k + 4] * c[0]) / m)
    rise[k + 3] = rise[k + 4] = rise[k + 5] = 0.0


@small
def _shift_velocity(work: Any, c: int, changed: bool) -> float:
    """The normal velocity in the law of contact c that positions follow; `changed` if that is not the one after the step."""
    contact = work.contacts[c]
    if not changed:
        return float(contact.after[2] + contact.lean[2])
    return float(normal_velocity_of(work.segments, c, work.J, work.shift) + contact.lean[2])


@kernel
def _position_shift_into(system: Any, settings: Any, work: Any, count: int, v: Array) -> bool:
    """Write the velocity that positions follow over the second half of the step into work.shift; False if it is v⁺."""
    p = settings[0]
    half = p.theta * p.dt
    trees = system.trees
    copy_into(work.solved, work.shift)
    changed = _follow_to_impacts(system, settings, work, count, v)
    if changed:
        changed = pay_for_rise(system, settings, work, count, work.scratch_v, False)
        for k in range(v.shape[0]):
            work.shift[k] += work.scratch_v[k]
    if p.stabilisation != PROJECTION or p.compliance > 0.0:
        return changed
    # Remove the penetration that would be left, by the smallest motion in the metric of H.
    # No less than a velocity that a solve may leave moves in the step.
    band = max(dead_gap(p.dt, work.contacts, count), min(_CLOSED, p.tolerance * p.dt))
    worst = 0.0
    for c in range(count):
        contact = work.contacts[c]
        remaining = gap_in_law(contact, half) + half * _shift_velocity(work, c, changed)
        work.saved[c, 0], work.saved[c, 1], work.saved[c, 2] = contact.friction, contact.target, contact.softness
        contact.friction = contact.softness = 0.0
        # Relative to shift: the remaining correction must reach this normal velocity.
        contact.target = contact.lean[2] + min(-(remaining + 0.5 * band) / half, p.recovery_speed)
        is_corrected = contact.restitution < 1.0 or contact.a == LIMIT
        if contact.a == DRY_FRICTION or contact.passing == TENTATIVE or not is_corrected:
            contact.target = -1e100
        elif remaining < worst:
            worst = remaining
    if worst < -band:
        for c in range(count):
            for e in range(3):
                work.r[c, e] = 0.0
        is_swept = p.solver == HEAPS_SWEPT
        solver = p.solver if p.solver == ACTIVE_SET or is_swept else NEWTON
        solve_contacts(
            solver_arrays(trees, work, work.zero, work.scratch_v),
            count,
            solver,
            0.2 * band / half,
            _SHIFT_SWEEPS * p.sweeps if is_swept else p.sweeps,
            True,
            False,
            0,
            False,
        )
        if pay_for_rise(system, settings, work, count, work.scratch_v, True):
            changed = True
            for k in range(v.shape[0]):
                work.shift[k] += work.scratch_v[k]
    for c in range(count):
        contact = work.contacts[c]
        contact.friction, contact.target, contact.softness = work.saved[c, 0], work.saved[c, 1], work.saved[c, 2]
    return changed
