"""The hybrid scheme: smooth motion with contacts held, interrupted at the exact instants of events.

Between events the closed contacts are held: their forces solve the contact problem at the level of accelerations (THEORY
§5) at every evaluation, and DOP853 integrates with its error under control. A step after which an open contact has been
crossed, a held one pulls away, begins to slide, slides to a stop, or leaves the face or edge it is on, is cut by bisection to
the instant where that happens. At an impact velocities jump, by the laws that the settings name (see `impacts`), and so they do
where no force obeys Coulomb's law.
An approach slower than `rest_speed` does not bounce, which ends what would be infinitely many bounces.
Source: THEORY §6; contact-dynamics-lecture16, "Hybrid Method"; Acary & Brogliato 2008, §8 (event-driven schemes).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.collision.broad_phase import find_contacts
from ....contact.collision.narrow_phase import FULL
from ....contact.collision.shape_table import POINTS
from ....contact.contacts import Mode
from ....contact.island.assembly import velocity_of
from ....contact.law.painleve import INCONSISTENT
from ....kernel import allocating, copy_into, kernel
from ...step_arrays import STOP, TIME
from ..constraints import first_joint_entry, shape_poses_into
from .hybrid_work import (
    ACTIVE_COUNT,
    EFFORT,
    EVENT_SHAPE_A,
    EVENT_SHAPE_B,
    FORCE_RESIDUAL,
    MOST_EFFORT,
    NEXT_STEP,
    SLIDING_STATUS,
    WINDOW,
    WINDOW_START,
    begin_window,
    hold_faster,
)
from .sliding_joints import BACK, PULLS, gives_way, turns_round
from .smooth_dynamics import (
    CHANGED,
    CRAWLS,
    CROSSED,
    FINE,
    LEFT,
    NO_STEP,
    SINGULAR_TREE,
    TOO_MANY,
    UNFOLLOWED,
    UNSOLVED,
    remember_slip,
    runge_kutta,
    unit_quaternions,
)
from .step_length import dipped, longest_step, normal_velocity
from .supports import BEYOND, PATCH, SUNK, is_carried, is_found, is_held, is_over_its_face

OPEN, STICK, SLIP = int(Mode.OPEN), int(Mode.STICK), int(Mode.SLIP)

STOPPED, COARSER = 20, 21
"""Beside those of `smooth_dynamics`: another thread asked for it; it crawled, and holds what is faster."""

_CROSSED_GAP = 1e-14  # an open contact deeper than this, and approaching, has been crossed [m]
_WRONG = 1e-6  # forces whose residual is a larger share of the accelerations at play are none
_ABOUT = 0.25  # of a step, to which it is known when a point leaves its flat
_SHORTEST, _FORCED = 1e-12, 1000
"""A step of the first [s] is taken whatever its error, to pass a jump, but not more often than the second before an event."""
_CREEP, _CREPT = 1e-9, 1e-11
"""An approach slower than the first [m/s], which is what a solve may leave, has crossed when the second is passed [m]."""


@allocating
def smooth_until(system: Any, control: Any, settings: Any, work: Any, hybrid: Any, end: float, q: Array, v: Array) -> int:
    """Integrate (q, v) in place to time `end` or the next event: FINE, or what `inspect` found there; STOPPED or COARSER on the
    way.

    work.numbers[TIME] is the time, hybrid.numbers[NEXT_STEP] the step to try first. An event lies within event_tolerance
    before the time reached.
    """
    p = settings[0]
    q_new, v_new = hybrid.trial_q, hybrid.trial_v
    forced_steps = 0
    copy_into(hybrid.force, hybrid.start)
    longest = longest_step(system, settings, work, hybrid, min(hybrid.numbers[NEXT_STEP], end - work.numbers[TIME]))
    while end - work.numbers[TIME] > 1e-14 * max(1.0, abs(end)):
        if work.counts[STOP]:
            return STOPPED
        if hold_faster(settings, hybrid):
            return COARSER
        if hybrid.counts[EFFORT] > MOST_EFFORT:
            return CRAWLS
        remaining = end - work.numbers[TIME]
        h = min(hybrid.numbers[NEXT_STEP], min(longest, remaining))
        error = runge_kutta(system, control, settings, work, hybrid, q, v, h, q_new, v_new)
        if error > 1.0 and h <= _SHORTEST:
            forced_steps += 1
            if forced_steps > _FORCED:
                return NO_STEP
        if error > 1.0 and h > _SHORTEST:
            hybrid.numbers[NEXT_STEP] = h * max(0.2, 0.9 * error**-0.125)
            continue
        if error < 0.0:
            return SINGULAR_TREE
        factor = 5.0 if error == 0.0 else min(5.0, 0.9 * error**-0.125)
        found = inspect(system, settings, work, hybrid, q_new, v_new)
        if found == FINE and h > _SHORTEST and dipped(system, work, hybrid, h):
            longest = 0.5 * h
            continue
        if found == CROSSED or found == CHANGED or found == LEFT or found == UNFOLLOWED or found == UNSOLVED:
            low, high = 0.0, h
            # Which points a flat is held by does not change its motion: when they are found anew need not be known exactly.
            while high - low > (_ABOUT * h if found == LEFT else p.event_tolerance):
                middle = 0.5 * (low + high)
                runge_kutta(system, control, settings, work, hybrid, q, v, middle, q_new, v_new)
                there = inspect(system, settings, work, hybrid, q_new, v_new)
                if there == FINE:
                    low = middle
                else:
                    high, found = middle, there
            runge_kutta(system, control, settings, work, hybrid, q, v, high, q_new, v_new)
            h = high
        elif h == hybrid.numbers[NEXT_STEP] or factor < 1.0:
            hybrid.numbers[NEXT_STEP] = h * factor
        copy_into(q_new, q)
        copy_into(v_new, v)
        unit_quaternions(system.table, q)
        work.numbers[TIME] = end if h == remaining else work.numbers[TIME] + h
        if work.numbers[TIME] >= hybrid.numbers[WINDOW_START] + WINDOW:
            begin_window(settings, work, hybrid)
        copy_into(hybrid.rates_q[12], hybrid.rates_q[0])
        copy_into(hybrid.rates_v[12], hybrid.rates_v[0])
        copy_into(hybrid.force, hybrid.start)
        remember_slip(system.table, work, hybrid, v)
        if found != FINE:
            return CHANGED if found == LEFT else found
        longest = longest_step(system, settings, work, hybrid, min(hybrid.numbers[NEXT_STEP], end - work.numbers[TIME]))
    return FINE


@kernel
def inspect(system: Any, settings: Any, work: Any, hybrid: Any, q: Array, v: Array) -> int:
    """What has happened at (q, v), whose accelerations were the last evaluated; one of FINE, CROSSED, CHANGED ..."""
    table = system.table
    if hybrid.counts[SLIDING_STATUS] == INCONSISTENT:
        return CHANGED
    if hybrid.numbers[FORCE_RESIDUAL] > _WRONG:
        return UNSOLVED
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.friction != 0.0 and turns_round(row, v, hybrid.sliding):
            return _event_at(hybrid, -1, -1, CHANGED)
        if row.nv == 1:
            for side in range(-1, 2, 2):
                gap = q[row.iq] - row.lower if side == 1 else row.upper - q[row.iq]
                if gap < -_CROSSED_GAP and not _is_active(hybrid, first_joint_entry(system) + i, side):
                    if side * v[row.iv] < -_CREEP or (side * v[row.iv] < 0.0 and gap < -_CREPT):
                        return _event_at(hybrid, -1, -1, CROSSED)
    count = hybrid.counts[ACTIVE_COUNT]
    a = hybrid.rates_v[12]
    for c in range(count):
        active, r = hybrid.active[c], hybrid.force[3 * c : 3 * c + 3]
        x, y, z = velocity_of(work.segments, c, work.J, a)
        x, y, z = x + hybrid.drift[c, 0], y + hybrid.drift[c, 1], z + hybrid.drift[c, 2]
        mu = hybrid.contacts[c].friction
        if mu < 0.0:
            if gives_way(-mu, r, x, y, z):
                return _event_at(hybrid, hybrid.contacts[c].a, hybrid.contacts[c].b, CHANGED)
            continue
        if r[2] <= 0.0 and z > PULLS:
            return _event_at(hybrid, hybrid.contacts[c].a, hybrid.contacts[c].b, CHANGED)
        if mu == 0.0:
            continue
        if active.mode == STICK:
            if math.sqrt(r[0] ** 2 + r[1] ** 2) >= mu * r[2] * (1.0 - 1e-9) and math.sqrt(x * x + y * y) > PULLS:
                return _event_at(hybrid, hybrid.contacts[c].a, hybrid.contacts[c].b, CHANGED)
        else:
            x, y, _ = velocity_of(work.segments, c, work.J, v)
            n, t, s = hybrid.contacts[c].normal, hybrid.contacts[c].tangent, active.direction
            bx, by, bz = n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]
            along = x * (t[0] * s[0] + t[1] * s[1] + t[2] * s[2]) + y * (bx * s[0] + by * s[1] + bz * s[2])
            if along < -BACK:
                return _event_at(hybrid, hybrid.contacts[c].a, hybrid.contacts[c].b, CHANGED)
    shape_poses_into(system, work.W, work.V, work)
    left = _left_its_face(system, work, hybrid)
    if left != FINE:
        return left
    found = find_contacts(system, 0.0, 1e-6, work)
    if found == FULL:
        return TOO_MANY
    for c in range(count):
        if hybrid.contacts[c].a < 0:
            continue
        if not is_found(system.shapes, hybrid.contacts[c], hybrid.active[c].kind, work.contacts, found):
            return _event_at(hybrid, hybrid.contacts[c].a, hybrid.contacts[c].b, CHANGED)
    for c in range(found):
        contact = work.contacts[c]
        is_open = not is_held(system.shapes, hybrid, count, contact) and not is_carried(
            system.shapes, work.geometry, hybrid.contacts, count, contact
        )
        if contact.gap < -_CROSSED_GAP and is_open:
            u = normal_velocity(system.shapes, work.W, work.V, contact)
            if u < -_CREEP or (u < 0.0 and contact.gap < -_CREPT) or contact.gap < -SUNK:
                return _event_at(hybrid, contact.a, contact.b, CROSSED)
    return FINE


@kernel
def _event_at(hybrid: Any, a: int, b: int, kind: int) -> int:
    """Note the shapes of an event, -1 for a joint, and hand on what kind it is."""
    hybrid.counts[EVENT_SHAPE_A], hybrid.counts[EVENT_SHAPE_B] = a, b
    return kind


@kernel
def _left_its_face(system: Any, work: Any, hybrid: Any) -> int:
    """FINE if no held contact has left the face it is on; LEFT if a point of a flat has, CHANGED if something round has."""
    for c in range(hybrid.counts[ACTIVE_COUNT]):
        contact, active = hybrid.contacts[c], hybrid.active[c]
        if contact.a < 0:
            continue
        flat = active.kind != POINTS and active.radius_a == 0.0 and active.radius_b == 0.0
        if not is_over_its_face(system.shapes, work.geometry, contact, active.kind, PATCH if flat else BEYOND):
            return _event_at(hybrid, contact.a, contact.b, LEFT if flat else CHANGED)
    return FINE


@kernel
def _is_active(hybrid: Any, pair: int, feature: int) -> bool:
    for c in range(hybrid.counts[ACTIVE_COUNT]):
        if hybrid.contacts[c].pair == pair and hybrid.contacts[c].feature == feature:
            return True
    return False
