"""Time-stepping: one contact solve a step, for impulses, with any number of impacts inside; more where some strike.

Free motion over (1 - θ) h to q_m, where forces, contacts and their problem are taken; the velocity jumps from v⁻ to
    v⁺ = v⁻ + h H⁻¹ (τ - C) + H⁻¹ Σ Jᵀ r;
then free motion over θ h with v⁺. With θ = 1/2 positions move by h (v⁻ + v⁺)/2, and gravity's work cancels the change of
potential energy exactly; θ = 1 is the semi-implicit scheme, which loses energy. A contact asks for u_n⁺ ≥ -e u_n⁻ if it would be
crossed before the step ends (Moreau), else only that it is not crossed; with e ≥ 1 see `elastic_into`, with Poisson's law, or
impacts one by one, `impacts_in_step`. What positions follow from the impacts of a step on is in `position_shift`.
Source: THEORY §6; contact-dynamics-lecture16, "Time-Stepping Method"; Moreau 1999; Acary & Brogliato 2008, §10.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....contact.collision.broad_phase import find_contacts
from ....contact.collision.narrow_phase import FULL, room_for
from ....contact.collision.shape_table import HEIGHT_FIELD, LATER
from ....contact.island.assembly import add_scaled, jacobians_into, segments_into
from ....contact.island.held.hold import GUESSES
from ....contact.island.responses import responses_into
from ....contact.island.solve import solve_contacts
from ....contact.island.solver_arrays import DENSE_FREEDOMS
from ....contact.status import NEWTON
from ....kernel import copy_into, kernel
from ....multibody.kinematics.kinematics import velocities_into
from ....multibody.kinematics.placements import joint_placements_into, world_placements_into
from ....multibody.model.model import FREE_FLYER
from ...step_arrays import CONTACTS_NOW, ITERATIONS, RESIDUAL
from ..constraints import FEW, add_dry_friction, add_limits, shape_poses_into, solver_arrays, warm_start
from ..control.forces import final_torque_into, passive_torque_into
from ..impacts.impact_laws import NEWTON_LAW, SIMULTANEOUS
from .contact_targets import PROJECTION, gap_in_law, given_at_leans_into, targets_at_leans_into, targets_into
from .contact_work import contact_work_into, lean_to_mean
from .free_motion import carry_velocity, drift
from .free_velocity import free_velocity_into, is_articulated, use_midpoint_velocity
from .impacts_in_step import solve_with_impacts
from .landing import landings_into
from .passing import (
    ask_later_impacts_to_touch,
    doubt_what_ends_beyond,
    doubt_what_impacts_spin,
    leave_out_what_may_pass,
    strike_what_is_reached,
    sunk_into,
    take_back_what_meets,
    turns_far,
)
from .position_shift import position_shift_into, shift_velocity
from .rest import come_to_rest

SINGULAR, ENDLESS_IMPACTS = -2, -6
_ROUGH = 1e-6  # to which a heap is solved before it is known which contacts would give energy [m/s]
_QUICK = 20  # iterations of the step before, up to which one is solved to the end at once
_PASSING_ROUNDS = 3  # times contacts that others may keep from touching are left out
_TURNED_ROUNDS = 3  # looks at the end of a step, at most, in which what is touched turns far
_TORQUE_ROUNDS = 6  # times a step is solved anew because a torque passed its limit


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
    if work.contacts.shape[0] < count + room_for(HEIGHT_FIELD):  # of a pair that is looked at as the step ends
        return FULL
    segments_into(table, trees, system.tree_of, system.shapes, work.contacts, count, work.segments)
    status = _solve_within_limits(system, control, settings, work, count, q, v)
    if status != 0:
        return status
    strikes = _take_impulses(system, settings, work, count, q, v)
    corrected = position_shift_into(system, settings, work, count, v)
    turns = False
    for c in range(count):
        turns = turns or turns_far(p, system, work, c)
    rounds = 0
    if theta < 1.0 and _is_refined(p, v):
        rounds = _TURNED_ROUNDS if turns else 1 if strikes else 0
    while rounds > 0:
        copy_into(q, work.end_q)
        copy_into(work.solved, work.end_v)
        _end_motion(system, p, work, corrected, work.end_q, work.end_v)
        if not _solve_landed(system, settings, work, count, q, v):
            break
        rounds -= 1
        if not final_torque_into(table, control, h, theta, work.end_v, work.solved, work.torque, work.clipped):
            # As before: nothing has landed.
            status = _solve_within_limits(system, control, settings, work, count, q, v)
            if status != 0:
                return status
            rounds = 0
        _take_impulses(system, settings, work, count, q, v)
        corrected = position_shift_into(system, settings, work, count, v)
    work.counts[CONTACTS_NOW] = count
    if strikes:
        doubt_what_impacts_spin(system, settings, work, count)
    for c in range(count):
        contact = work.contacts[c]
        contact.gap_after = gap_in_law(contact, theta * h) + theta * h * shift_velocity(work, c, corrected)
    for k in range(v.shape[0]):
        work.jump[1, k] = work.solved[k] - v[k]
    copy_into(work.solved, v)
    _end_motion(system, p, work, corrected, q, v)
    doubt_what_ends_beyond(system, settings, work, count, q)
    return 0


@kernel
def _solve_within_limits(system: Any, control: Any, settings: Any, work: Any, count: int, q: Array, v: Array) -> int:
    """Solve the step, anew as long as a torque passes its limit: 0, SINGULAR or ENDLESS_IMPACTS."""
    p = settings[0]
    warm_start(system, work, count, p.restitution_speed, p.dt)
    copy_into(work.zero, work.clipped)
    for _ in range(_TORQUE_ROUNDS):
        if not free_velocity_into(system, control, settings, work, count, q, v):
            return SINGULAR
        if not solve_step(system, settings, work, count, v):
            return ENDLESS_IMPACTS
        if final_torque_into(system.table, control, p.dt, p.theta, v, work.solved, work.torque, work.clipped):
            break
    return 0


@kernel
def _solve_landed(system: Any, settings: Any, work: Any, count: int, q: Array, v: Array) -> bool:
    """Solve the step once more, with what strikes and stays as it is at the end, (work.end_q, work.end_v); False: nothing does.

    The velocity that was solved before is left in work.end_v.
    """
    for c in range(count):
        for e in range(3):
            work.r[c, e] = work.contacts[c].impulse[e]
    if not landings_into(system, settings, work, count, q, v, work.end_q, work.end_v):
        return False
    copy_into(work.solved, work.end_v)
    is_done = False
    while not is_done:
        targets_at_leans_into(system, settings, work, count, False)
        _solve_targets(system, settings, work, count, v, False)
        is_done = not strike_what_is_reached(work, count)
    return True


@kernel
def _is_refined(p: Any, v: Array) -> bool:
    """Whether impacts are looked at one by one: not in heaps, nor where they are soft, have a solve of their own or one alone."""
    is_within = p.impact_law == SIMULTANEOUS and p.restitution_law == NEWTON_LAW and p.work_rounds > 1
    is_rigid = p.compliance == 0.0 and p.stabilisation == PROJECTION
    return bool(is_within and is_rigid and v.shape[0] <= DENSE_FREEDOMS)


@kernel
def _take_impulses(system: Any, settings: Any, work: Any, count: int, q: Array, v: Array) -> bool:
    """Write the impulses that were solved into the contacts, and torques that joints have by themselves; whether any strikes."""
    p = settings[0]
    passive_torque_into(system.table, q, v, work.solved, p.dt, p.theta, work.passive)
    strikes = False
    for c in range(count):
        contact = work.contacts[c]
        strikes = strikes or (work.r[c, 2] > 0.0 and contact.approach < -p.restitution_speed)
        for e in range(3):
            contact.impulse[e] = work.r[c, e]
        if contact.a < 0:
            x, y, z = work.r[c, 0] / p.dt, work.r[c, 1] / p.dt, work.r[c, 2] / p.dt
            add_scaled(work.segments, c, work.J, x, y, z, work.passive)
    return strikes


@kernel
def _end_motion(system: Any, p: Any, work: Any, corrected: bool, q: Array, v: Array) -> None:
    """Move (q, v) in place from the middle of the step to its end: positions by work.shift where they are corrected."""
    table, trees = system.table, system.trees
    ahead = p.theta * p.dt
    if not corrected:
        drift(table, trees, ahead, q, v)
        return
    # Positions follow the corrected velocity; the velocity itself only turns with the axes it is given in.
    copy_into(q, work.scratch_q)
    drift(table, trees, ahead, work.scratch_q, v)
    copy_into(work.shift, work.scratch_v)
    drift(table, trees, ahead, q, work.scratch_v)
    for i in range(1, table.shape[0]):
        if table[i].kind == FREE_FLYER:
            carry_velocity(table[i], trees[system.tree_of[i]].free != 0, work.scratch_q, q, v)


@kernel
def solve_step(system: Any, settings: Any, work: Any, count: int, v: Array) -> bool:
    """Solve the contacts of the step: impulses into work.r, velocity into work.solved. False if impacts do not end.

    Once more without those that others may keep from touching, and with those of them that touch all the same: see `passing`.
    And so without impacts that an earlier one of the step may keep from happening.
    """
    p, trees = settings[0], system.trees
    jacobians_into(system.table, system.tree_of, system.shapes, work.W, work.contacts, count, work.segments, work.J, True)
    responses_into(trees, work.F, count, work.segments, work.J, work.Y, work.G, work.room)
    if is_articulated(trees):
        use_midpoint_velocity(system, settings, work, count, v)
    if count == 0:
        copy_into(work.free, work.solved)
        work.numbers[RESIDUAL], work.counts[ITERATIONS] = 0.0, 0
        return True
    copy_into(work.free, work.shift)  # impacts one by one let it jump
    for c in range(count):
        if work.contacts[c].passing >= LATER:
            work.contacts[c].passing = 0  # with another torque
    targets_into(system, settings, work, count, v)
    has_ended = _solve_targets(system, settings, work, count, v, False)
    for _ in range(_PASSING_ROUNDS):
        if not has_ended or not leave_out_what_may_pass(system, settings, work, count):
            break
        has_ended = _solve_without(system, settings, work, count, v)
        while has_ended and take_back_what_meets(system, settings, work, count):  # each once: what it does may have others meet
            has_ended = _solve_without(system, settings, work, count, v)
    if has_ended and _is_refined(p, v):
        changed = ask_later_impacts_to_touch(p, work, count)
        while changed:
            targets_into(system, settings, work, count, v)
            _solve_targets(system, settings, work, count, v, False)
            changed = strike_what_is_reached(work, count)
    return has_ended


@kernel
def _solve_without(system: Any, settings: Any, work: Any, count: int, v: Array) -> bool:
    """`_solve_targets` anew, without what was left out; of many contacts only in their islands, and leaning as before."""
    copy_into(work.shift, work.free)
    if count > FEW:
        targets_at_leans_into(system, settings, work, count, False)
    else:
        targets_into(system, settings, work, count, v)
    return bool(_solve_targets(system, settings, work, count, v, count > FEW))


@kernel
def _solve_targets(system: Any, settings: Any, work: Any, count: int, v: Array, is_again: bool) -> bool:
    """`solve_step` with the contacts that are not left out; again, in the islands where that has changed."""
    p = settings[0]
    asleep = work.counts[ITERATIONS] == 0
    trees = system.trees
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
            not is_rough and p.is_estimate == 0,
        )
        is_again = False
        if not is_rough:
            work.numbers[RESIDUAL] = max(
                work.numbers[RESIDUAL], come_to_rest(trees, p.tolerance, work, count, work.free, work.solved)
            )
        work.counts[ITERATIONS] = iterations = max(iterations, work.counts[ITERATIONS])
        contact_work_into(system, settings, work, count, v, tolerance)
        is_last = turns == 2 or v.shape[0] > DENSE_FREEDOMS
        if turns > 1 and lean_to_mean(system, settings, work, count, v, is_last):
            if is_last:
                targets_at_leans_into(system, settings, work, count, True)
            else:
                given_at_leans_into(work, count)
            turns -= 1
        elif not is_rough:
            break
        is_rough = False
    return True
