"""Pairs that what else acts in a step keeps from touching: the step is solved without their contacts, if they do not meet then.

Where a pair may be apart along several directions, the one that closes last follows from its motion, and that on what it has met
before. A contact found along the motion before the step may never come to be: a box that lands on two level tiles would pass into
the side of the second, if the first did not carry it. So pairs that press though another contact of their bodies closes no later
are left out, for a trial, and followed again along the motion that comes of it: the velocity before the step up to the first
impact, and the one after it from there on. Those that meet all the same are taken back, and the step is solved with them.
So are impacts that come after another one of the step, by their gaps along their normals.
What is left out was thus followed and found apart. That most meet shows before any trial: by the motion that was solved, less
what their own impulses make of it.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.collision.narrow_phase import contacts_at
from ....contact.collision.shape_table import CERTAIN, FAST_SPIN, LATER, PLANE, REACHED, RESTORED, SPHERE, TENTATIVE
from ....contact.collision.sweep import PARTS, advance, doubt, follow, level_within, surface_speed
from ....contact.island.assembly import add_scaled, add_scaled_normal, normal_velocity_of
from ....kernel import kernel, small
from ....multibody.kinematics.kinematics import velocities_into, velocities_of_rows_into
from ....multibody.kinematics.placements import joint_placements_into, world_placements_into
from ...step_arrays import CONTACTS_BEFORE
from ..constraints import FEW, are_of_tiles, is_beside_held, shape_motion_into, shape_pose_into, was_held
from ..impacts.impacts import LEFT_OUT

_AT_ONCE = 1e-6  # of a step: of two pairs that meet within it either may be the first, and both are asked
_MORE = 1.5  # times what was sunk: what springs carry goes further where its edge has lost its own
_LITTLE = 1e-3  # of the smaller radius: what rolls may be sunk in the middle of a step, and no more by its end
_CLOSED = 1e-9  # [m]
_OTHER = 0.9  # cosine of planes below which one is a wall beside the other
_FAR_TURN = 0.1  # of a shape in a step, from which on it is looked whether what it presses is still on its side [rad]
_NONE, _OPEN, _PRESSED = 0, 1, 2
_SWEEPS, _PUSHES = 10, 2  # over the others of a pair; the last of them only push


@kernel
def sunk_into(system: Any, work: Any) -> None:
    """Write how deep what carried each shape that moves let it sink in the step before into work.sunk (shapes,) [m]."""
    for k in range(work.sunk.shape[0]):
        work.sunk[k] = 0.0
    for c in range(work.counts[CONTACTS_BEFORE]):
        last = work.previous[c]
        if last.a < 0 or last.impulse[2] <= 0.0:
            continue
        little = _LITTLE * min(system.shapes[last.a].radius, system.shapes[last.b].radius)
        sunk = _MORE * max(-last.gap_after, min(-last.gap, little))
        for k in (last.a, last.b):
            if system.shapes[k].row != 0:
                work.sunk[k] = max(work.sunk[k], sunk)


@kernel
def leave_out_what_may_pass(system: Any, settings: Any, work: Any, count: int) -> bool:
    """Leave out, for a trial, pairs that press but were to meet no sooner than another of their trees; whether there are any."""
    p = settings[0]
    found = False
    first = 0
    while first < count:
        last = end_of_pair(work, first, count)
        contact = work.contacts[first]
        if contact.passing == 0 and _presses(work, first, last) and not _goes_on(p, work, first):
            is_edge = last == first + 1 and is_beside_held(system, work, first, count, p.restitution_speed)
            is_beside = is_edge or _is_beside_tile(system, p, work, first, count, _OTHER)
            others = _sooner(p, work, first, last, count) if contact.alternatives != 0 or is_beside else _NONE
            if others != _NONE:
                may_pass = others == _OPEN or is_beside or _passes_without(system, p, work, first, last, count)
                for c in range(first, last):
                    work.contacts[c].passing = TENTATIVE if may_pass else CERTAIN
                found = found or may_pass
        first = last
    if found:
        _leave_out_beside(system, p, work, count)
    return found


@kernel
def _leave_out_beside(system: Any, p: Any, work: Any, count: int) -> None:
    """Leave out what does not press yet, but may without the others, beside what goes on on another of level tiles."""
    first = 0
    while first < count:
        last, contact = end_of_pair(work, first, count), work.contacts[first]
        may_press = contact.alternatives != 0 and contact.passing == 0 and not _presses(work, first, last)
        if may_press and not _goes_on(p, work, first) and _is_beside_tile(system, p, work, first, count, math.inf):
            for c in range(first, last):
                work.contacts[c].passing = TENTATIVE
        first = last


@kernel
def _is_beside_tile(system: Any, p: Any, work: Any, c: int, count: int, alike: float) -> bool:
    """Whether another shape of what contact c is on carries its body on, or stops it, in a plane less alike than this cosine."""
    n, a = work.contacts[c].normal, work.contacts[c].a
    if a < 0 or count > FEW or system.shapes[a].kind == PLANE:
        return False
    for k in range(count):
        m = work.contacts[k].normal
        carries = work.r[k, 2] > 0.0 or _goes_on(p, work, k)
        if (
            carries
            and n[0] * m[0] + n[1] * m[1] + n[2] * m[2] < alike
            and are_of_tiles(system.shapes, work.contacts[c], work.contacts[k])
        ):
            return True
    return False


@kernel
def take_back_what_meets(system: Any, settings: Any, work: Any, count: int) -> bool:
    """Take back the pairs that were left out and meet all the same along the motion without them; whether there are any.

    Of those of a tree the first that meet: these may keep the others from it, which are asked again.
    """
    p, meets = settings[0], work.saved
    found = is_known = False
    first = 0
    while first < count:
        last = end_of_pair(work, first, count)
        meets[first, 0] = math.inf
        if work.contacts[first].passing == TENTATIVE:
            if not is_known:
                velocities_into(system.table, work.X, work.solved, work.end_V)
                is_known = True
            meets[first, 0] = _meeting(system, p, work, first, count)
        for c in range(first + 1, last):
            meets[c, 0] = math.inf
        first = last
    first = 0
    while first < count if is_known else False:
        last = end_of_pair(work, first, count)
        is_first = meets[first, 0] < math.inf
        for k in range(count if is_first else 0):
            is_first = is_first and not (meets[k, 0] < meets[first, 0] - _AT_ONCE * p.dt and _share_a_tree(work, first, k))
        if is_first:
            for c in range(first, last):
                work.contacts[c].passing = RESTORED
            found = True
        first = last
    return found


@kernel
def ask_later_impacts_to_touch(p: Any, work: Any, count: int) -> bool:
    """Ask contacts that strike after another of their trees not to be crossed, and no more; whether there are any."""
    found = False
    for c in range(count):
        contact = work.contacts[c]
        if contact.passing != 0 or contact.restitution >= 1.0 or not strikes(p, work, c):
            continue
        own = -contact.gap / contact.approach
        first = own - _AT_ONCE * p.dt
        for k in range(count):
            if strikes(p, work, k) and _share_a_tree(work, c, k):
                first = min(first, -work.contacts[k].gap / work.contacts[k].approach)
        if first < own - _AT_ONCE * p.dt:
            # Where gravity alone brings the other there in the step, nothing is known of when.
            contact.put_off = max(first, (p.theta - 1.0) * p.dt) if first < p.theta * p.dt else 0.0
            contact.passing = LATER
            found = True
    return found


@kernel
def strike_what_is_reached(work: Any, count: int) -> bool:
    """Have contacts that were only asked not to be crossed strike where they are reached all the same; whether there are any."""
    found = False
    for c in range(count):
        if work.contacts[c].passing == LATER and work.r[c, 2] > 0.0:
            work.contacts[c].passing = REACHED
            found = True
    return found


@small
def strikes(p: Any, work: Any, c: int) -> bool:
    """Whether contact c is an impact, by the impulses work.r."""
    contact = work.contacts[c]
    return bool(contact.a >= 0 and work.r[c, 2] > 0.0 and contact.approach < -p.restitution_speed)


@kernel
def doubt_what_impacts_spin(system: Any, settings: Any, work: Any, count: int) -> None:
    """Count pairs as doubtful that an impact lets turn so far in a step that what they turn through is not known."""
    p = settings[0]
    first = 0
    while first < count:
        last, contact = end_of_pair(work, first, count), work.contacts[first]
        found = False
        for c in range(first, last):
            found = found or strikes(p, work, c)
        if found and contact.a >= 0 and contact.passing != TENTATIVE:
            turn = 0.0
            for k in range(2):
                at, tree = (contact.b, contact.a)[k], work.segments[first, k].tree
                shape = system.shapes[at]
                if tree >= 0 and shape.kind != SPHERE:
                    rows = system.trees[tree]
                    velocities_of_rows_into(system.table, work.X, work.solved, work.end_V, rows.first, rows.last)
                    shape_motion_into(system, shape, work.W, work.end_V, work.moved_motion[k])
                    turn += p.dt * surface_speed(shape, work.geometry[at], work.moved_motion[k]) / shape.radius
            if turn > FAST_SPIN:
                doubt(work, contact.a, contact.b)
        first = last


@kernel
def doubt_what_ends_beyond(system: Any, settings: Any, work: Any, count: int, q: Array) -> None:
    """Count pairs as doubtful that press, turn far, and are on another side of each other as the step ends, at q (nq,)."""
    pair, is_known = -1, False
    for c in range(count):
        contact = work.contacts[c]
        if contact.pair == pair or not turns_far(settings[0], system, work, c):
            continue
        if not is_known:
            joint_placements_into(system.table, q, work.X)
            world_placements_into(system.table, work.X, work.end_W)
            is_known = True
        pair = contact.pair
        last = contacts_at_end(settings[0], system, work, c, count)
        if beyond(work, c, count, last) >= 0:
            doubt(work, contact.a, contact.b)


@small
def turns_far(p: Any, system: Any, work: Any, c: int) -> bool:
    """Whether contact c presses, and a shape of it turns so far in the step that the other may come to another side of it.

    Held in the plane of one instant, what presses goes straight on where a plate turns away beneath it and comes round behind it.
    """
    contact = work.contacts[c]
    if contact.a < 0 or contact.impulse[2] <= 0.0:
        return False
    for k in (contact.a, contact.b):
        if system.shapes[k].row != 0 and system.shapes[k].kind != SPHERE:
            w = work.motion[k]
            if p.dt * p.dt * (w[3] * w[3] + w[4] * w[4] + w[5] * w[5]) > _FAR_TURN * _FAR_TURN:
                return True
    return False


@kernel
def contacts_at_end(p: Any, system: Any, work: Any, c: int, count: int) -> int:
    """Write contacts of the pair of contact c at poses work.end_W after `count`, and the poses into work.moved; their end."""
    contact = work.contacts[c]
    sa, sb = system.shapes[contact.a], system.shapes[contact.b]
    shape_pose_into(work.end_W[sa.row], sa.placement, work.moved[0])
    shape_pose_into(work.end_W[sb.row], sb.placement, work.moved[1])
    far = p.dt * (work.speed[contact.a] + work.speed[contact.b])
    return int(contacts_at(sa, work.moved[0], sb, work.moved[1], system.vertices, far, work.contacts, count, work.clip))


@kernel
def beyond(work: Any, c: int, first: int, last: int) -> int:
    """The one of contacts first ≤ k < last, of the end of the step, that is most on another side than contact c of its pair.

    -1 if any is on its side, or there is none.
    """
    m, found, least = work.contacts[c].normal, -1, 0.0
    for k in range(first, last):
        n = work.contacts[k].normal
        along = n[0] * m[0] + n[1] * m[1] + n[2] * m[2]
        if along > 0.0:
            return -1
        if found < 0 or along < least:
            found, least = k, along
    return found


@kernel
def end_of_pair(work: Any, first: int, count: int) -> int:
    """One past the last contact of the pair that contact `first` is the first of."""
    last = first + 1
    while last < count and work.contacts[last].pair == work.contacts[first].pair:
        last += 1
    return last


@kernel
def _presses(work: Any, first: int, last: int) -> bool:
    for c in range(first, last):
        if work.r[c, 2] > 0.0:
            return True
    return False


@kernel
def _sooner(p: Any, work: Any, first: int, last: int, count: int) -> int:
    """Whether another contact of a tree that the pair of contacts first ≤ c < last moves closes no later than the pair.

    _OPEN where none of them presses: then the pair may have taken over what they are to carry.
    """
    latest = _closing_time(p, work, first) + _AT_ONCE * p.dt
    found = _NONE
    for k in range(count):
        if work.contacts[k].a >= 0 and not first <= k < last and _share_a_tree(work, first, k):
            if _closing_time(p, work, k) <= latest:
                if work.r[k, 2] > 0.0:
                    return _PRESSED
                found = _OPEN
    return found


@kernel
def _closing_time(p: Any, work: Any, k: int) -> float:
    """When contact k closes along the motion before the step, from its middle on; what was held is closed as it begins [s]."""
    contact = work.contacts[k]
    goes_on = _goes_on(p, work, k)
    if contact.alternatives != 0 and not goes_on:
        return float(contact.met)
    if goes_on or (contact.gap <= _CLOSED and contact.approach >= -p.restitution_speed):
        return float((p.theta - 1.0) * p.dt)
    return float(-contact.gap / contact.approach) if contact.approach < 0.0 else math.inf


@small
def _goes_on(p: Any, work: Any, k: int) -> bool:
    """Whether contact k was held as the step before ended."""
    before = work.contacts[k].before
    return bool(before >= 0 and was_held(work.previous[before], p.restitution_speed))


@kernel
def _passes_without(system: Any, p: Any, work: Any, first: int, last: int, count: int) -> bool:
    """Whether the pair of contacts first ≤ c < last does not meet by the motion that was solved, less what their impulses make.

    What else touches them takes over their share: without that all would go into what carries them.
    """
    for k in range(2):
        s = work.segments[first, k]
        for j in range(s.v0, s.v0 + s.n):
            work.scratch_a[j] = work.solved[j]
    for c in range(first, last):
        add_scaled(work.segments, c, work.Y, -work.r[c, 0], -work.r[c, 1], -work.r[c, 2], work.scratch_a)
    _press_instead(work, first, last, count)
    for k in range(2):
        t = work.segments[first, k].tree
        if t >= 0:
            tree = system.trees[t]
            velocities_of_rows_into(system.table, work.X, work.scratch_a, work.end_V, tree.first, tree.last)
    return bool(_meeting(system, p, work, first, count) == math.inf)


@kernel
def _press_instead(work: Any, first: int, last: int, count: int) -> None:
    """Have the other contacts of the trees of contacts first ≤ c < last keep their normals in the velocity work.scratch_a.

    By a few sweeps, without friction; the last only push, so that what is left of an error lets the pair pass: that is tried.
    """
    others, found = work.order, 0  # a solve writes those anew
    for k in range(count):
        other = work.contacts[k]
        if other.a < 0 or first <= k < last or other.target <= LEFT_OUT or not _share_a_tree(work, first, k):
            continue
        others[found] = k
        found += 1
        work.saved[k, 1] = work.r[k, 2]  # what it gives now
        for i in range(2):
            s = work.segments[k, i]
            if s.tree != work.segments[first, 0].tree and s.tree != work.segments[first, 1].tree:
                for j in range(s.v0, s.v0 + s.n):
                    work.scratch_a[j] = work.solved[j]
    for sweep in range(_SWEEPS):
        for m in range(found):
            k = others[m]
            other = work.contacts[k]
            short = other.target - other.lean[2] - normal_velocity_of(work.segments, k, work.J, work.scratch_a)
            short -= other.softness * work.saved[k, 1]
            given = max(0.0, work.saved[k, 1] + short / (work.G[k, 5] + other.softness))
            if sweep >= _SWEEPS - _PUSHES:
                given = max(given, work.saved[k, 1])
            add_scaled_normal(work.segments, k, work.Y, given - work.saved[k, 1], work.scratch_a)
            work.saved[k, 1] = given


@kernel
def _meeting(system: Any, p: Any, work: Any, c: int, count: int) -> float:
    """When the shapes of contact c meet, if others alone act on them, from the middle of the step on [s]; inf: they do not.

    The velocity before the step holds up to the first impact, or the middle, where impulses act. Where that leads into them, as
    what comes down slowly goes on to do until then, it holds up to where the first of what presses closes: there it is held.

    work.end_V : twists of their rows after the step, without it
    """
    contact = work.contacts[c]
    start, end = (p.theta - 1.0) * p.dt, p.theta * p.dt
    is_struck = False
    struck = closed = end
    sunk = 0.0
    for k in range(count):
        other = work.contacts[k]
        if other.a < 0 or other.pair == contact.pair or not _share_a_tree(work, c, k):
            continue
        if work.r[k, 2] > 0.0 or _goes_on(p, work, k):
            sunk = max(sunk, -other.gap)
        if work.r[k, 2] <= 0.0:
            continue
        closed = min(closed, max(start, _closing_time(p, work, k)))
        if strikes(p, work, k):
            is_struck = True
            struck = min(struck, max(start, -other.gap / other.approach))
    struck = struck if is_struck else 0.0
    found = _meeting_by(system, p, work, contact, struck, sunk, count)
    if found < math.inf and closed < struck and _meeting_by(system, p, work, contact, closed, sunk, count) == math.inf:
        return math.inf
    return float(found)


@kernel
def _meeting_by(system: Any, p: Any, work: Any, contact: Any, until: float, sunk: float, count: int) -> float:
    """When the shapes of a contact meet, by the velocity before the step `until` then [s], and by work.end_V; inf: they do not.

    sunk : how deep what carries them has let them sink in the middle of the step [m]
    """
    start, end = (p.theta - 1.0) * p.dt, p.theta * p.dt
    sa, sb = system.shapes[contact.a], system.shapes[contact.b]
    A, B = work.geometry[contact.a], work.geometry[contact.b]
    sunk = max(_MORE * min(sunk, _LITTLE * min(sa.radius, sb.radius)), work.sunk[contact.a])
    tolerance = level_within(sa, sb, sunk, work.sunk[contact.b])
    far = p.dt * (work.speed[contact.a] + work.speed[contact.b]) + 1e-6
    ma, mb = work.motion[contact.a], work.motion[contact.b]
    if until > start:
        how, t = follow(sa, A, ma, sb, B, mb, start, until, tolerance, system.vertices, far, work, count)
        if how != PARTS:
            return float(t)
    QA, QB, na, nb = work.moved[2], work.moved[3], work.moved_motion[2], work.moved_motion[3]
    advance(A, ma, until, QA, na)
    advance(B, mb, until, QB, nb)
    shape_motion_into(system, sa, work.W, work.end_V, na)
    shape_motion_into(system, sb, work.W, work.end_V, nb)
    how, t = follow(sa, QA, na, sb, QB, nb, 0.0, end - until, tolerance, system.vertices, far, work, count)
    return until + t if how != PARTS else math.inf


@kernel
def _share_a_tree(work: Any, c: int, k: int) -> bool:
    for i in range(2):
        t = work.segments[c, i].tree
        if t >= 0 and (work.segments[k, 0].tree == t or work.segments[k, 1].tree == t):
            return True
    return False
