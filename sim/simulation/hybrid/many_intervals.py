"""Many recorded intervals of the hybrid scheme in one compiled call."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numba
import numpy as np

from ...arrays import Array
from ...contact.collision.shape_table import CONTACT
from ...contact.island.assembly import velocity_of
from ...kernel import entry, i8, kernel, v_out
from ..control.forces import next_bend, playback_at, playback_into
from ..time_stepping.many_steps import (
    DONE,
    INTERRUPTED,
    RECORD_FULL,
    ROWS,
    STOP,
    control_in,
    energies_into,
    record_out,
    settings_in,
    system_in,
    work_out,
)
from .event import MOST_HELD, settle
from .held_contacts import HELD
from .held_dynamics import CHANGED, CROSSED, FINE, SINGULAR_TREE, UNFOLLOWED, UNSOLVED, accelerations
from .hybrid import OPEN, SLIP, STICK, STOPPED, smooth_until

MOST_EVENTS = 1000  # in one recorded interval

EVENT_LIMIT = -10
"""More events in one interval than MOST_EVENTS. Other failures are -20 less the code of `hybrid`."""


class HybridWork(NamedTuple):
    """Scratch of the hybrid scheme beside `Work`; `most` is MOST_HELD and two limits and one dry friction a row."""

    A: Array  # (rows, 6) accelerations of rows at zero joint acceleration
    held: Any  # (most,) HELD
    contacts: Any  # (most,) CONTACT: the same contacts, brought up to date
    all: Any  # (most,) int64: 0, 1, 2 …
    drift: Array  # (most, 3)
    force: Array  # (3 most,) [N]
    scratch: Array  # (2, 15)
    rates_q: Array  # (13, nq)
    rates_v: Array  # (13, nv)
    sliding: Array  # (nv,) of joints with dry friction that move: sign of their velocity, or its direction; else 0
    trial_q: Array  # (nq,)
    trial_v: Array  # (nv,)
    stages: Array  # (12, 12) Runge-Kutta matrix
    weights: Array  # (3, 13) of the result, the fifth-order and the third-order error
    counts: Any  # (8,) int64: held, iterations, contacts of the last impact, shapes a and b at fault, events in this interval,
    # how sliding contacts are answered (`sliding_status`), whether several answers are to be looked for
    numbers: Array  # (3,): residual of the forces, of the impact, step to try [s]


def make_hybrid_work(rows: int, nq: int, nv: int) -> HybridWork:
    """Scratch for one simulation."""
    from scipy.integrate import DOP853

    most = MOST_HELD + 3 * rows
    weights = np.zeros((3, 13))
    weights[0, :12], weights[1], weights[2] = DOP853.B, DOP853.E5, DOP853.E3
    return HybridWork(
        np.zeros((rows, 6)), np.zeros(most, dtype=HELD), np.zeros(most, dtype=CONTACT),
        np.arange(most), np.zeros((most, 3)), np.zeros(3 * most), np.zeros((2, 15)),
        np.zeros((13, nq)), np.zeros((13, nv)), np.zeros(nv), np.zeros(nq), np.zeros(nv),
        np.ascontiguousarray(DOP853.A[:12, :12]), weights, np.zeros(8, dtype=np.int64), np.array([0.0, 0.0, 1e-4]),
    )  # fmt: skip


def _hybrid_type() -> Any:
    empty = np.zeros((0, 0))
    line = np.zeros(0)
    ints = np.zeros(6, dtype=np.int64)
    return numba.typeof(
        HybridWork(
            empty,
            np.zeros(0, dtype=HELD),
            np.zeros(0, dtype=CONTACT),
            ints,
            empty,
            line,
            empty,
            empty,
            empty,
            line,
            line,
            line,
            empty,
            empty,
            ints,
            line,
        )  # fmt: skip
    )


hybrid_work_out = _hybrid_type()


@entry(system_in, control_in, settings_in, work_out, hybrid_work_out, record_out, i8, i8, v_out, v_out, allocates=True)
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
    `intervals` in work.counts[3]. Returns DONE or why not.
    """
    row = 0
    work.counts[ROWS] = 0
    work.counts[3] = intervals
    if first:
        hybrid.counts[5] = 0
        playback_into(control, work.numbers[1], settings[0].dt)
        playback_at(control, work.numbers[1])
        status = settle(system, control, settings, work, hybrid, q, v)
        if status != FINE:
            return -20 - status
        if hybrid.counts[2] > 0:
            row = _record(system, settings, work, hybrid, record, row, True, q, v)
    k = 0
    while k < intervals:
        work.counts[ROWS] = row
        work.counts[3] = intervals - k
        if work.counts[STOP]:
            return INTERRUPTED
        if row + 2 > record.t.shape[0] or (row and record.last[row - 1] + 2 * MOST_HELD > record.contacts.shape[0]):
            return RECORD_FULL
        end = (math.floor(work.numbers[1] / settings[0].dt + 1e-9) + 1.0) * settings[0].dt
        if playback_into(control, end - settings[0].dt, settings[0].dt):
            playback_at(control, work.numbers[1])
            if (
                accelerations(system, control, settings, work, hybrid, q, v, hybrid.rates_q[0], hybrid.rates_v[0])
                != FINE
            ):
                return -20 - SINGULAR_TREE
        bend = next_bend(control, work.numbers[1], end)
        found = smooth_until(system, control, settings, work, hybrid, bend, q, v)
        if found == STOPPED:
            return INTERRUPTED
        if found == FINE and bend < end:
            continue
        if found == FINE:
            row = _record(system, settings, work, hybrid, record, row, False, q, v)
            k += 1
            hybrid.counts[5] = 0
            continue
        if found != CROSSED and found != CHANGED:
            if found == UNFOLLOWED or found == UNSOLVED:
                work.counts[ROWS] = _record(system, settings, work, hybrid, record, row, False, q, v)
            return -20 - found
        before = _record(system, settings, work, hybrid, record, row, False, q, v)
        status = settle(system, control, settings, work, hybrid, q, v)
        if status != FINE:
            return -20 - status
        row = before if hybrid.counts[2] > 0 else row
        row = _record(system, settings, work, hybrid, record, row, hybrid.counts[2] > 0, q, v)
        hybrid.counts[5] += 1
        if hybrid.counts[5] >= MOST_EVENTS:
            work.counts[ROWS] = row
            return EVENT_LIMIT
    work.counts[ROWS] = row
    work.counts[3] = 0
    return DONE


@kernel
def _record(
    system: Any, settings: Any, work: Any, hybrid: Any, record: Any, row: int, impact: bool, q: Array, v: Array
) -> int:
    """Write one row: held contacts with their forces, or at an impact its contacts with their impulses. The next row."""
    record.t[row] = work.numbers[1]
    for k in range(q.shape[0]):
        record.q[row, k] = q[k]
    for k in range(v.shape[0]):
        record.v[row, k] = v[k]
        record.tau[row, k] = work.torque[k]
        record.passive[row, k] = work.passive[k]
    record.residual[row] = hybrid.numbers[1] if impact else hybrid.numbers[0]
    record.iterations[row] = hybrid.counts[1]
    at = record.last[row - 1] if row > 0 else 0
    if impact:
        for c in range(hybrid.counts[2]):
            contact, r = work.contacts[c], work.contacts[c].impulse
            if contact.a < 0:
                continue  # a joint's limit
            u = work.r[c]
            _record_contact(contact, r[0], r[1], r[2], u[0], u[1], u[2], record, at)
            record.shapes[at, 2] = OPEN if r[2] <= 0.0 else (SLIP if work.saved[c, 0] > 1e-8 else STICK)
            record.shapes[at, 3] = 1 if r[2] > 0.0 else 0
            at += 1
    else:
        for c in range(hybrid.counts[0]):
            contact, f = hybrid.contacts[c], hybrid.force[3 * c : 3 * c + 3]
            if contact.a < 0:
                continue  # a joint's limit or friction
            x, y, z = velocity_of(work.segments, c, work.J, v)
            contact.slip[0], contact.slip[1], contact.approach = x, y, z
            _record_contact(contact, f[0], f[1], f[2], x, y, z, record, at)
            record.shapes[at, 2] = hybrid.held[c].mode if f[2] > 0.0 else OPEN
            record.shapes[at, 3] = 0
            at += 1
    record.last[row] = at
    energies_into(system.table, settings, work, q, v, record.energy[row])
    return row + 1


@kernel
def _record_contact(
    contact: Any, fx: float, fy: float, fz: float, ux: float, uy: float, uz: float, record: Any, at: int
) -> None:
    n, t = contact.normal, contact.tangent
    bx, by, bz = n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]
    out = record.contacts[at]
    for k in range(3):
        b = bx if k == 0 else (by if k == 1 else bz)
        out[k] = contact.point[k]
        out[3 + k] = n[k]
        out[7 + k] = ux * t[k] + uy * b + uz * n[k]
        out[10 + k] = fx * t[k] + fy * b + fz * n[k]
        out[14 + k] = contact.slip[0] * t[k] + contact.slip[1] * b + contact.approach * n[k]
    out[6] = contact.gap
    out[13] = contact.friction
    record.shapes[at, 0], record.shapes[at, 1] = contact.a, contact.b
