"""Many recorded intervals of the hybrid scheme in one compiled call."""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.island.assembly import velocity_of
from ....kernel import copy_into, entry, i8, kernel, v_out
from ...step_arrays import (
    ACCELERATION,
    ACROSS,
    ALONG,
    ENTRY,
    IMPACT,
    IMPACT_LEVEL,
    INTERVALS_LEFT,
    MODE,
    ROWS,
    SLIDE,
    STOP,
    TIME,
)
from ..control.forces import next_bend, playback_into
from ..control.tracking import follow_clock, is_tracking, next_row
from ..record_entry import record_entry_into, record_joint_into
from ..recorded_energies import energies_into
from ..time_stepping.many_steps import (
    DONE,
    INTERRUPTED,
    RECORD_FULL,
    control_in,
    record_contact_into,
    record_out,
    settings_in,
    system_in,
    work_out,
)
from .event import process_event
from .hybrid import COARSER, OPEN, SLIP, STICK, STOPPED, smooth_until
from .hybrid_work import (
    ACTIVE_COUNT,
    EVENT_COUNT,
    FORCE_RESIDUAL,
    IMPACT_RESIDUAL,
    MOST_ACTIVE,
    SOLVE_ITERATIONS,
    STRUCK_COUNT,
    begin_window,
    hybrid_work_out,
)
from .recorded_forces import spread_forces, take_back
from .smooth_dynamics import CHANGED, CRAWLS, CROSSED, FINE, SINGULAR_TREE, UNFOLLOWED, UNSOLVED, accelerations

MOST_EVENTS = 1000  # in one window of simulated time

EVENT_LIMIT = -10
"""More events in one window than MOST_EVENTS. Other failures are -20 less the code of `hybrid`."""
HELD_MORE = -11
"""It crawled, and from here on holds contacts that part or slide faster; it can go on."""


@entry(system_in, control_in, settings_in, work_out, hybrid_work_out, record_out, i8, i8, v_out, v_out)
def advance_hybrid(
    system: Any,
    control: Any,
    settings: Any,
    work: Any,
    hybrid: Any,
    record: Any,
    first: int,
    intervals: int,
    q: Array,
    v: Array,
) -> int:
    """Integrate up to `intervals` intervals of dt from (q, v), which move in place, recording each end and each event.

    first : 1 at the start of a simulation, when contacts must be found and initial impacts applied
    An impact is two rows with one time: before it and after it. The number of rows is in work.counts[ROWS]; what is left of
    `intervals` in work.counts[INTERVALS_LEFT]. Returns DONE or why not, HELD_MORE once each time that it begins to hold more.
    """
    row = 0
    work.counts[ROWS] = 0
    work.counts[INTERVALS_LEFT] = intervals
    if first:
        begin_window(settings, work, hybrid)
        playback_into(control, _just_after(work.numbers[TIME]), 0.0)
        _track(system, control, work, hybrid)
        status = process_event(system, control, settings, work, hybrid, True, q, v)
        if status != FINE:
            return -20 - status
        if hybrid.counts[STRUCK_COUNT] > 0:
            row = _record(system, settings, work, hybrid, record, row, True, q, v)
    k = 0
    while k < intervals:
        work.counts[ROWS] = row
        work.counts[INTERVALS_LEFT] = intervals - k
        if work.counts[STOP]:
            return INTERRUPTED
        if (
            row + 2 > record.t.shape[0]
            or (row and record.last[row - 1] + 2 * MOST_ACTIVE > record.contacts.shape[0])
            or (row and record.last_joint[row - 1] + 6 * system.table.shape[0] > record.joints.shape[0])
        ):
            return RECORD_FULL
        end = (math.floor(work.numbers[TIME] / settings[0].dt + 1e-9) + 1.0) * settings[0].dt
        has_jumped = playback_into(control, _just_after(work.numbers[TIME]), 0.0)
        if _track(system, control, work, hybrid) or has_jumped:
            if accelerations(system, control, settings, work, hybrid, q, v, hybrid.rates_q[0], hybrid.rates_v[0]) != FINE:
                return -20 - SINGULAR_TREE
        bend = next_bend(control, work.numbers[TIME], end)
        if is_tracking(control):
            bend = next_row(control, work.numbers[TIME], bend)
        found = smooth_until(system, control, settings, work, hybrid, bend, q, v)
        if found == STOPPED:
            return INTERRUPTED
        if found == FINE and bend < end:
            continue
        if found == FINE:
            row = _record(system, settings, work, hybrid, record, row, False, q, v)
            k += 1
            continue
        if found != CROSSED and found != CHANGED and found != COARSER:
            if found == UNFOLLOWED or found == UNSOLVED or found == CRAWLS:
                work.counts[ROWS] = _record(system, settings, work, hybrid, record, row, False, q, v)
            return -20 - found
        before = _record(system, settings, work, hybrid, record, row, False, q, v)
        status = process_event(system, control, settings, work, hybrid, False, q, v)
        if status != FINE:
            work.counts[ROWS] = before  # up to what it stopped at
            return -20 - status
        row = before if hybrid.counts[STRUCK_COUNT] > 0 else row
        row = _record(system, settings, work, hybrid, record, row, hybrid.counts[STRUCK_COUNT] > 0, q, v)
        hybrid.counts[EVENT_COUNT] += 1
        k += 1 if work.numbers[TIME] >= end else 0
        if found == COARSER:
            work.counts[ROWS] = row
            return HELD_MORE
        if hybrid.counts[EVENT_COUNT] >= MOST_EVENTS:
            work.counts[ROWS] = row
            return EVENT_LIMIT
    work.counts[ROWS] = row
    work.counts[INTERVALS_LEFT] = 0
    return DONE


@kernel
def _track(system: Any, control: Any, work: Any, hybrid: Any) -> bool:
    """Let the clock of a tracked motion go on; whether a phase began, so that torques may have jumped."""
    if not is_tracking(control):
        return False
    touching = hybrid.touching
    for i in range(touching.shape[0]):
        touching[i] = 0
    for c in range(hybrid.counts[ACTIVE_COUNT]):
        contact = hybrid.contacts[c]
        if contact.a >= 0:
            touching[system.shapes[contact.a].row] = touching[system.shapes[contact.b].row] = 1
    return follow_clock(control, touching, work.numbers[TIME])


@kernel
def _just_after(t: float) -> float:
    """A time [s] at which a row of a table that begins at t acts, whatever rounding says of t."""
    return t + 1e-12 * max(1.0, abs(t))


@kernel
def _record(system: Any, settings: Any, work: Any, hybrid: Any, record: Any, row: int, impact: bool, q: Array, v: Array) -> int:
    """Write one row: held contacts with their forces, or at an impact its contacts with their impulses. The next row."""
    record.t[row] = work.numbers[TIME]
    for k in range(q.shape[0]):
        record.q[row, k] = q[k]
    for k in range(v.shape[0]):
        record.v[row, k] = v[k]
        record.tau[row, k] = work.torque[k]
        record.passive[row, k] = work.passive[k]
    record.residual[row] = hybrid.numbers[IMPACT_RESIDUAL] if impact else hybrid.numbers[FORCE_RESIDUAL]
    record.iterations[row], record.doubtful[row] = hybrid.counts[SOLVE_ITERATIONS], 0
    at = record.last[row - 1] if row > 0 else 0
    joint = record.last_joint[row - 1] if row > 0 else 0
    record.first[row], record.first_joint[row] = at, joint
    record.level[row] = IMPACT_LEVEL if impact else ACCELERATION
    copy_into(hybrid.q_struck if impact else hybrid.q_held, record.q_solved[row])
    copy_into(work.zero, record.diagonal[row])
    if impact:
        for c in range(hybrid.counts[STRUCK_COUNT]):
            contact, r, given = work.contacts[c], work.contacts[c].impulse, work.given[c]
            if contact.a < 0:
                record_joint_into(contact, record, joint)
                out, o = record.joint_numbers[joint], 0
            else:
                out, o = record.contacts[at], ENTRY
                for k in range(ALONG, ACROSS + 2):
                    out[o + k] = 0.0
            record_entry_into(contact, given[0], given[1], given[2], r, given[3:6], given[6], out, o)
            if contact.a < 0:
                joint += 1
                continue
            u = work.r[c]
            record_contact_into(contact, contact.gap, r[0], r[1], r[2], u[0], u[1], u[2], record, at)
            record.shapes[at, MODE] = OPEN if r[2] <= 0.0 else (SLIP if work.saved[c, 0] > 1e-8 else STICK)
            record.shapes[at, IMPACT] = 1 if r[2] > 0.0 else 0
            at += 1
    else:
        record.residual[row] = spread_forces(system, work, hybrid, record.passive[row])
        for c in range(hybrid.counts[ACTIVE_COUNT]):
            contact, f, a = hybrid.contacts[c], hybrid.force[3 * c : 3 * c + 3], hybrid.free[c]
            contact.target = contact.softness = 0.0
            for k in range(3, 7):
                work.given[c, k] = 0.0
            if contact.a < 0:
                record_joint_into(contact, record, joint)
                out, o = record.joint_numbers[joint], 0
            else:
                out, o = record.contacts[at], ENTRY
                out[o + ALONG], out[o + SLIDE], out[o + SLIDE + 1] = 0.0, hybrid.slide[c, 0], hybrid.slide[c, 1]
                out[o + ACROSS] = out[o + ACROSS + 1] = 0.0
            record_entry_into(contact, a[0], a[1], a[2], f, work.given[c, 3:6], 0.0, out, o)
            if contact.a < 0:
                joint += 1
                continue
            x, y, z = velocity_of(work.segments, c, work.J, v)
            contact.slip[0], contact.slip[1], contact.approach = x, y, z
            record_contact_into(contact, contact.gap, f[0], f[1], f[2], x, y, z, record, at)
            record.shapes[at, MODE] = hybrid.active[c].mode if f[2] > 0.0 else OPEN
            record.shapes[at, IMPACT] = 0
            at += 1
        take_back(work, hybrid)
    record.last[row], record.last_joint[row] = at, joint
    energies_into(system.table, settings[0].gravity, q, v, work.X, work.W, work.V, work.moment, record.energy[row])
    return row + 1
