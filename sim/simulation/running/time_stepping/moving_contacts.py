"""Contacts move while a step goes on: at which velocity, between its middle and its end, each obeys its law.

A step takes the Jacobian J of a contact at its middle, where v⁻ becomes v⁺. What sticks or touches is to have no velocity at its
end, where J has become J + θ h J̇; held there its impulse does no work over a step, as it should. What slides is to feel friction
against the mean of its slip before and after. Both are the contact law for J v⁺ + lean. Without that the scheme is of first order
wherever a contact turns with what it touches: a ball whose mass is not in its centre, a spinning disc, a block on its edge.

J̇ v, called bend, costs nothing: J v⁺ of the step before and J v⁻ of this one are the same motion at two instants. It is taken for
that if it differs little from the one before, or if the contact's point did not jump.

What several contacts hold is held exactly only at velocities that a rigid body can have there; forces would be invented against
each other. So only a body's single contact, the two of its edge on what stands still, and those of its flat on what moves hold at
the end of the step. Of other points and edges, as those of a ladder on floor and wall, and of other flats of free bodies, the
normal alone touches at the end, where few of them meet in a body; all else holds in the middle.
Source: Moreau 1999 and Acary & Brogliato 2008, §10.1 (θ-methods); Hairer, Lubich & Wanner 2006, §VII.1 (SHAKE).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.collision.shape_table import TENTATIVE
from ....contact.island.assembly import contact_velocities_into
from ....kernel import kernel, small
from ...step_arrays import DURATION_BEFORE
from ..constraints import held_speed, is_beside_held, was_held
from .patches import LEVEL, end_of_flat, lean_as_rigid, level, rides_alone

DEAD_BAND = 1e-9
"""Contacts of a pair whose gaps differ by less are level, and those that are open by less may press [m]."""
COUNTS, AT_MEAN, SIMPLE, LANDED = 1, 2, 3, 4
"""Of a contact's `counts`: it may have an impulse; its law is that of the mean of v⁻ and v⁺; its normal may lean by itself; it
strikes and stays, and leans as was found at the end of the step, see `landing`."""
_MOST_SIMPLE = 4  # pairs of shapes that touch, of a free body whose contacts lean by themselves along their normals
_ALIKE = 0.5  # of the larger of two values of J̇ v in a row, by which they may differ
_FORETOLD = 1.0 / 3.0  # of that difference, added to J̇ v: then what rolls round and round keeps its energy best
# Of the last change of J̇ v along a normal, and of its size, added to it: the first is where it is at the end of the step, by the
# second what slides round a curve loses h² of its energy and never gains, so that no step has to be solved again.
_FORETOLD_NORMAL = 0.5, 0.25
_CREEP = 1e-5  # slip of a free body up to which each contact may as well stick, and none leans against the others [m/s]
_SLIDES = 4.0  # times the square of a change of slip in a step, from which on the slip goes on for another


@kernel
def leans_into(system: Any, settings: Any, work: Any, count: int, v: Array) -> None:
    """Write lean and bend of all contacts, and their approach and slip: their velocity at the beginning of the step."""
    p = settings[0]
    contact_velocities_into(work.segments, count, work.J, v, work.given)
    turns = False  # whether any J̇ v is known that is not nothing
    for c in range(count):
        contact = work.contacts[c]
        _bend_into(settings, work, c)
        b = contact.bend
        turns = turns or (contact.bends != 0 and (b[0] != 0.0 or b[1] != 0.0 or b[2] != 0.0))
        pressed = contact.before >= 0 and work.previous[contact.before].impulse[2] > 0.0
        is_near = contact.gap + p.theta * p.dt * (contact.approach - p.restitution_speed) <= DEAD_BAND
        contact.counts = COUNTS if (contact.a < 0 or pressed or is_near) and contact.passing != TENTATIVE else 0
        if contact.counts != 0 and not pressed and is_beside_held(system, work, c, count, p.restitution_speed):
            contact.counts = 0
    _count_into(work, count)
    _mark_simple(system, work, count)
    for c in range(count):
        contact = work.contacts[c]
        if contact.bends == 0 or contact.counts == 0:
            continue
        other = _other_end(system, work, c, count)
        if other >= 0 or _is_alone(work, c):
            _lean_into_end(settings, work, c)
        if other >= 0:
            _lean_into_end(settings, work, other)
            level(contact, work.contacts[other])
        if contact.bends == -1 and contact.lean[2] == 0.0 and contact.counts == SIMPLE:
            _lean_normal_into_end(settings, work, c)
    for c in range(count if turns else 0):
        last = end_of_flat(work, c, count)
        is_alone = last > c and rides_alone(system, work, c, last)
        if last == c or not (is_alone or _may_lean_flat(system, work, c)):
            continue
        for k in range(c, last):
            if work.contacts[k].counts == 0:
                continue
            if is_alone:
                _lean_into_end(settings, work, k)
            else:
                _lean_normal_into_end(settings, work, k)
        lean_as_rigid(work.contacts[c:last])
        for k in range(c, last):
            if not is_alone and work.contacts[k].lean[2] != 0.0:
                work.contacts[k].counts = SIMPLE
    for c in range(count):
        contact = work.contacts[c]
        contact.bends = max(contact.bends, 0)
        begun = contact.bends * (1.0 - p.theta) * p.dt
        contact.slip[0] -= begun * contact.bend[0]
        contact.slip[1] -= begun * contact.bend[1]
        if contact.approach == work.given[c, 2]:  # else it is that of what was held
            contact.approach -= begun * contact.bend[2]
            if contact.bends != 0 and was_held(work.previous[contact.before], p.restitution_speed):
                contact.approach = max(contact.approach, held_speed(work.previous[contact.before]))
        if contact.before >= 0 and work.previous[contact.before].pair != contact.pair and contact.restitution < 1.0:
            contact.approach = max(contact.approach, 0.0)  # brought by smooth forces since, and by no impact
        creeps = contact.slip[0] ** 2 + contact.slip[1] ** 2 <= _CREEP * _CREEP and _is_free(system, work, c)
        if contact.before >= 0 and contact.friction > 0.0 and contact.restitution < 1.0 and not creeps:
            _lean_across_slip(settings, contact, work.previous[contact.before], work.numbers[DURATION_BEFORE])


@kernel
def lean_as_held(system: Any, work: Any, count: int) -> bool:
    """Have contacts whose lean was found at the end of the step lean by it as far as others leave them; whether any may.

    Of those gap_after is a number, see `landing`.
    """
    _count_into(work, count)
    found = False
    for c in range(count):
        if not math.isnan(work.contacts[c].gap_after):
            work.contacts[c].bends = -1
    for c in range(count):
        last = end_of_flat(work, c, count)
        if last > c and _may_lean_flat(system, work, c):
            found = True
            for k in range(c, last):
                if work.contacts[k].counts != 0:
                    _land(work, k, False)
            lean_as_rigid(work.contacts[c:last])
    for c in range(count):
        contact = work.contacts[c]
        if contact.bends != -1:
            continue
        other, is_alone = _other_end(system, work, c, count), _is_alone(work, c)
        contact.bends = 0
        if other < 0 and not is_alone and contact.counts != SIMPLE:
            continue
        _land(work, c, other >= 0 or is_alone)
        found = True
        if other >= 0:
            if work.contacts[other].bends == -1:
                _land(work, other, True)
            level(contact, work.contacts[other])
    return found


@small
def _land(work: Any, c: int, is_held: bool) -> None:
    """Have contact c lean as it was found at the end of the step, along its tangents too if nothing else holds the body."""
    contact = work.contacts[c]
    contact.counts, contact.bends, contact.bend[2] = LANDED, 0, contact.gap_after
    for k in range(0 if is_held else 2, 3):
        contact.lean[k] = work.saved[c, k]


@kernel
def _count_into(work: Any, count: int) -> None:
    """Write how many entries of the problem count for a tree into work.part, and of how many pairs into work.touched."""
    for t in range(work.part.shape[0]):
        work.part[t] = work.touched[t] = 0.0
    counted = -1
    for c in range(count):
        pair = work.contacts[c].pair
        if work.contacts[c].counts == 0:
            continue
        for k in range(2):
            t = work.segments[c, k].tree
            if t >= 0:
                work.part[t] += 1.0
                work.touched[t] += 1.0 if pair != counted else 0.0
        counted = pair


@kernel
def _bend_into(settings: Any, work: Any, c: int) -> None:
    """Write J v⁻, found in work.given, as approach and slip of contact c, and J̇ v as its bend; `bends` is -1 if that is known."""
    p = settings[0]
    contact = work.contacts[c]
    straighten(contact)
    x, y, z = work.given[c, 0], work.given[c, 1], work.given[c, 2]
    contact.slip[0], contact.slip[1], contact.approach = x, y, z
    if contact.before < 0 or contact.a < 0 or contact.restitution >= 1.0:
        return
    last = work.previous[contact.before]
    has_landed = last.counts == LANDED
    if last.geometry != contact.geometry or (is_of_another_time(last) and not has_landed) or is_of_another_time(contact):
        return  # from an edge to a flat, say: how it turned on the one says nothing of the other
    if x == 0.0 and y == 0.0 and z == 0.0 and _is_at_rest(last):
        contact.bends = -1
        return
    begun = (1.0 - p.theta) * p.dt
    span = p.theta * work.numbers[DURATION_BEFORE] + begun
    bx, by, bz = (x - last.after[0]) / span, (y - last.after[1]) / span, (z - last.after[2]) / span
    if has_landed:  # since the end of that step, along what was held there
        bz = (bz * span - last.lean[2]) / begun
        if last.lean[0] != 0.0 or last.lean[1] != 0.0:
            bx, by = (bx * span - last.lean[0]) / begun, (by * span - last.lean[1]) / begun
    contact.bend[0], contact.bend[1], contact.bend[2] = bx, by, bz
    if was_held(last, p.restitution_speed):
        # What approaches again since is brought by smooth forces, however fast they turn it: that is no impact.
        contact.approach = max(z, held_speed(last))
    elif z - begun * bz < -p.restitution_speed:
        return  # an impact: its law is that of the middle of the step
    if _is_alike(contact, last):
        contact.bends = -1
        return
    far = 0.0
    for k in range(3):
        far += (contact.point[k] - last.point[k]) ** 2
    reach = span * max(work.speed[contact.a], work.speed[contact.b])
    contact.bends = -1 if far <= reach * reach else 0


@small
def is_of_another_time(contact: Any) -> bool:
    """Whether the points of a contact are those of when the two meet, not of the middle of the step."""
    u = contact.across
    return bool(u[0] != 0.0 or u[1] != 0.0 or u[2] != 0.0)


@small
def _is_at_rest(last: Any) -> bool:
    """Whether a contact of the step before ended it at rest, and did not turn."""
    u, b = last.after, last.bend
    return bool(u[0] == 0.0 and u[1] == 0.0 and u[2] == 0.0 and b[0] == 0.0 and b[1] == 0.0 and b[2] == 0.0)


@kernel
def _is_alike(contact: Any, last: Any) -> bool:
    if last.counts == LANDED:  # its bend is that of where positions went through the impact
        return False
    a, b = contact.bend, last.bend
    dx, dy, dz = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    largest = max(a[0] * a[0] + a[1] * a[1] + a[2] * a[2], b[0] * b[0] + b[1] * b[1] + b[2] * b[2])
    return bool(dx * dx + dy * dy + dz * dz <= _ALIKE * _ALIKE * largest)


@kernel
def _is_alone(work: Any, c: int) -> bool:
    """Whether contact c is all that a tree of it has: then no other could contradict it."""
    for k in range(2):
        t = work.segments[c, k].tree
        if t >= 0 and work.part[t] == 1.0:
            return True
    return False


@kernel
def _other_end(system: Any, work: Any, c: int, count: int) -> int:
    """The contact after c, of its pair, with which it is all that a free body has, on what stands still; -1: there is none."""
    t, a = work.segments[c, 0].tree, work.contacts[c]
    if t < 0 or work.part[t] != 2.0 or system.trees[t].free == 0 or work.segments[c, 1].tree >= 0:
        return -1
    k = c + 1
    while k < count and work.contacts[k].pair == a.pair:
        b = work.contacts[k]
        if b.counts != 0:
            cosine = a.normal[0] * b.normal[0] + a.normal[1] * b.normal[1] + a.normal[2] * b.normal[2]
            return k if b.bends != 0 and cosine > 1.0 - LEVEL else -1
        k += 1
    return -1


@kernel
def _lean_into_end(settings: Any, work: Any, c: int) -> None:
    """Have contact c obey its law at the end of the step."""
    p = settings[0]
    contact = work.contacts[c]
    last = work.previous[contact.before]
    contact.bends = 1
    foretold = _FORETOLD if _is_alike(contact, last) else 0.0
    for k in range(3):
        b = contact.bend[k]
        contact.lean[k] = p.theta * p.dt * (b + foretold * (b - last.bend[k]))


@kernel
def _has_few(system: Any, work: Any, c: int) -> bool:
    """Whether the free bodies of contact c touch few others: leans of many contradict each other."""
    for k in range(2):
        t = work.segments[c, k].tree
        if t >= 0 and system.trees[t].free != 0 and work.touched[t] > _MOST_SIMPLE:
            return False
    return True


@kernel
def _mark_simple(system: Any, work: Any, count: int) -> None:
    """Mark contacts that are their pair's only one or one of two, of free bodies that have few: then none contradicts the others.

    Of those that count; of limbs, of all, as a foot's corners open and close by turns.
    """
    c = 0
    while c < count:
        pair, first, found = work.contacts[c].pair, c, 0
        is_limb = not _is_free(system, work, c)
        while c < count and work.contacts[c].pair == pair:
            found += 1 if work.contacts[c].counts != 0 or is_limb else 0
            c += 1
        if found <= 2 and _has_few(system, work, first):
            for k in range(first, c):
                if work.contacts[k].counts == COUNTS:
                    work.contacts[k].counts = SIMPLE


@kernel
def _may_lean_flat(system: Any, work: Any, c: int) -> bool:
    """Whether normals of the flat that contact c is of may lean by themselves: what limbs hold beside is more than its plane."""
    return _is_free(system, work, c) and _has_few(system, work, c)


@small
def _is_free(system: Any, work: Any, c: int) -> bool:
    """Whether what contact c moves are free bodies."""
    for k in range(2):
        t = work.segments[c, k].tree
        if t >= 0 and system.trees[t].free == 0:
            return False
    return True


@kernel
def _lean_normal_into_end(settings: Any, work: Any, c: int) -> None:
    """Have contact c touch at the end of the step, and obey its law of friction where it does."""
    p = settings[0]
    contact = work.contacts[c]
    last = work.previous[contact.before]
    change = contact.bend[2] - last.bend[2] if _is_alike(contact, last) else 0.0
    bend = contact.bend[2] + _FORETOLD_NORMAL[0] * change + _FORETOLD_NORMAL[1] * abs(change)
    contact.lean[2] = p.theta * p.dt * bend


@kernel
def _lean_across_slip(settings: Any, contact: Any, last: Any, h_before: float) -> None:
    """Have what slides feel friction against the mean of its slip at the beginning and the end of the step."""
    p = settings[0]
    fast = p.restitution_speed
    if contact.approach < -fast or last.approach < -fast or last.impulse[2] <= 0.0:
        return
    if contact.slip[0] == 0.0 and contact.slip[1] == 0.0:
        return  # nothing of it could be along or across
    # The slip changed by dx, dy in the step before, and does so again.
    h, begun, moved = p.dt, 1.0 - p.theta, last.bends * (1.0 - p.theta)
    dx = h * ((last.after[0] - last.slip[0]) / h_before - moved * last.bend[0] + contact.bends * contact.bend[0])
    dy = h * ((last.after[1] - last.slip[1]) / h_before - moved * last.bend[1] + contact.bends * contact.bend[1])
    sx, sy = contact.slip[0] + dx, contact.slip[1] + dy
    slip, change = sx * sx + sy * sy, dx * dx + dy * dy
    if slip > _SLIDES * change:  # else it may stop; what turns friction is across the slip: what slides straight stops
        along = (sx * dx + sy * dy) / slip
        contact.lean[0] -= begun * (dx - along * sx)
        contact.lean[1] -= begun * (dy - along * sy)


@kernel
def straighten(contact: Any) -> None:
    """Have the contact obey its law in the middle of the step."""
    contact.bends = 0
    for k in range(3):
        contact.lean[k] = contact.bend[k] = 0.0
