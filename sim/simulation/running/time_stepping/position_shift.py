"""What positions follow over the second half of a step: not v⁺ alone.

Until an impact they follow the velocity before it, each impact of a free body up to its own instant. What penetration is left is
removed by moving positions, not velocities, as far as energy lost in the step pays for it.
Source: THEORY §6; Acary & Brogliato 2008, §10.1.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....contact.collision.shape_table import TENTATIVE
from ....contact.island.assembly import DRY_FRICTION, LIMIT, add_scaled, normal_velocity_of
from ....contact.island.solve import solve_contacts
from ....contact.island.solver_arrays import DENSE_FREEDOMS
from ....contact.island.three_rows import add_row
from ....contact.status import ACTIVE_SET, HEAPS_SWEPT, NEWTON
from ....kernel import copy_into, kernel, small
from ..constraints import solver_arrays
from .contact_targets import PROJECTION, bounces_back, dead_gap, gap_in_law, part_until_bounce
from .contact_work import mark_deep, pay_for_rise
from .moving_contacts import LANDED
from .passing import end_of_pair

_CLOSED = 5e-7  # of penetration that a loose tolerance leaves: half of the gap that counts as closed [m]
# Times the sweeps of a heap that its positions are given: with fewer, what stays deep is lifted at the cost of nobody's energy.
_SHIFT_SWEEPS = 3
_AT_ONCE = 1e-9  # parts of a step by which impacts are at one instant
_ANSWER = 0.1  # of what an impact moves itself, from which on another contact answers to it
_NEVER = -1e300  # part of a step that positions follow the velocity before an impact: not even a negative one


@small
def _part_until_impact(p: Any, contact: Any) -> float:
    """Over which part of the second half of the step positions follow the velocity before an impact; below 0 if it was before."""
    gap, approach = contact.gap, contact.approach
    # What lands touches as the step ends, unless the velocity before turns away by then.
    if contact.counts == LANDED and approach + contact.lean[2] < -p.restitution_speed:
        gap, approach = gap_in_law(contact, p.theta * p.dt), approach + contact.lean[2]
    return float(min(1.0, max(1.0 - 1.0 / p.theta, -gap / approach / (p.theta * p.dt))))


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
        if work.r[c, 2] <= 0.0 or contact.approach >= -p.restitution_speed:
            continue
        part, strikes = _part_until_impact(p, contact), True
        for k in range(2):
            t = work.segments[c, k].tree
            if t < 0:
                continue
            if contact.restitution >= 1.0:  # what gives back all has its energy to keep
                has_elastic, work.part[t] = True, _NEVER
            else:
                work.part[t] = min(work.part[t], part)
    for t in range(trees.shape[0]):
        part = work.part[t]
        if _NEVER < part <= 1.0 and part != 0.0:
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
            if t < 0 or trees[t].free == 0 or not _NEVER < work.part[t] <= 1.0:
                continue
            if _later_impulses_into(p, work, first, last, k) and not _is_answered(p, work, first, last, t, count):
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
        s = work.segments[c, k]
        later = _later_by(p, work, c, s.tree)
        if later > _AT_ONCE:
            if not found:
                copy_into(work.zero, work.scratch_a)
            found = True
            for e in range(3):
                add_row(work.Y, s.o + e * s.n, s.n, later * work.r[c, e], work.scratch_a, s.v0)
    return found


@small
def _later_by(p: Any, work: Any, c: int, t: int) -> float:
    """How much later than the first impact of tree t contact c strikes, in halves of the step; 0 where it does not."""
    contact = work.contacts[c]
    if work.r[c, 2] <= 0.0 or contact.a < 0 or contact.approach >= -p.restitution_speed:
        return 0.0
    return float(_part_until_impact(p, contact) - work.part[t])


@kernel
def _is_answered(p: Any, work: Any, first: int, last: int, t: int, count: int) -> bool:
    """Whether work.scratch_a, of later impacts of contacts first ≤ c < last, moves tree t along the normal of another pressed."""
    own = 0.0
    for c in range(first, last):
        own = max(own, abs(normal_velocity_of(work.segments, c, work.J, work.scratch_a)))
    for k in range(count):
        is_of_tree = work.segments[k, 0].tree == t or work.segments[k, 1].tree == t
        is_own = first <= k < last and _later_by(p, work, k, t) > _AT_ONCE
        if is_of_tree and not is_own and work.r[k, 2] > 0.0 and work.contacts[k].a >= 0:
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
        if work.elastic[t] != 0.0 and work.part[t] == _NEVER:
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
def shift_velocity(work: Any, c: int, changed: bool) -> float:
    """The normal velocity in the law of contact c that positions follow; `changed` if that is not the one after the step."""
    contact = work.contacts[c]
    if not changed:
        return float(contact.after[2] + contact.lean[2])
    return float(normal_velocity_of(work.segments, c, work.J, work.shift) + contact.lean[2])


@kernel
def position_shift_into(system: Any, settings: Any, work: Any, count: int, v: Array) -> bool:
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
    mark_deep(p, work, count)
    band = max(dead_gap(p.dt, work.contacts, count), min(_CLOSED, p.tolerance * p.dt))
    worst = 0.0
    for c in range(count):
        contact = work.contacts[c]
        remaining = gap_in_law(contact, half) + half * shift_velocity(work, c, changed)
        work.saved[c, 0], work.saved[c, 1], work.saved[c, 2] = contact.friction, contact.target, contact.softness
        contact.friction = contact.softness = 0.0
        # Relative to shift: the remaining correction must reach this normal velocity, and take back what was followed too far.
        most = p.recovery_speed - min(0.0, contact.approach)
        contact.target = contact.lean[2] + min(-(remaining + 0.5 * band) / half, most)
        is_corrected = contact.restitution < 1.0 or contact.a == LIMIT
        is_carried = contact.counts == 0 and contact.gap < 0.0 and contact.impulse[2] == 0.0  # by a tile beside it
        if contact.a == DRY_FRICTION or contact.passing == TENTATIVE or not is_corrected or is_carried:
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
            True,
        )
        if pay_for_rise(system, settings, work, count, work.scratch_v, True):
            changed = True
            for k in range(v.shape[0]):
                work.shift[k] += work.scratch_v[k]
    for c in range(count):
        contact = work.contacts[c]
        contact.friction, contact.target, contact.softness = work.saved[c, 0], work.saved[c, 1], work.saved[c, 2]
    return changed
