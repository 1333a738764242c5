"""Many steps in one compiled call: from collision to integration, each recorded."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np

from ....arrays import Array, frozen
from ....contact.collision.shape_table import SHAPE, TENTATIVE
from ....contact.contacts import Mode
from ....contact.island.assembly import from_midway, law_velocity_of
from ....kernel import copy_into, inlined, kernel, rows_in
from ....multibody.model.build import build_model
from ...step_arrays import (
    ACROSS,
    ALONG,
    CONTACTS_NOW,
    ENTRY,
    FRICTION,
    GAP,
    IMPACT,
    IMPULSE,
    ITERATIONS,
    MODE,
    NORMAL,
    POINT,
    RESIDUAL,
    ROWS,
    SHAPE_A,
    SHAPE_B,
    SLIDE,
    STOP,
    TIME,
    VELOCITY,
    VELOCITY_BEFORE,
    VELOCITY_LEVEL,
    make_control,
    make_record,
    make_system,
    make_work,
)
from ..control.forces import playback_into
from ..impacts.impact_laws import NEWTON_LAW, SIMULTANEOUS
from ..record_entry import record_entry_into, record_joint_into
from ..scene.settings import SETTINGS
from .moving_contacts import is_of_another_time
from .rest import is_repeated, repeat_row
from .step import begin_step, end_step
from .step_error import error_of_step, keep_contacts

OPEN, STICK, SLIP = int(Mode.OPEN), int(Mode.STICK), int(Mode.SLIP)

DONE, BUFFER_FULL, SINGULAR, RECORD_FULL, DIVERGED, INTERRUPTED, ENDLESS_IMPACTS = 0, -1, -2, -3, -4, -5, -6
"""How a run of steps ended. BUFFER_FULL: more contacts than the work arrays hold; RECORD_FULL: no room in the columns;
SINGULAR: a mass matrix is not positive definite; DIVERGED: numbers are no longer finite; INTERRUPTED: another thread asked for
it; ENDLESS_IMPACTS: impacts one by one do not end. (q, v) are then those before the step that was not done."""


def _types() -> tuple[Any, ...]:
    """The types that the entries below take, read off an empty system."""
    model = build_model("", (), ())
    system = make_system(model, frozen(np.zeros(0, SHAPE)), frozen(np.zeros((0, 3))), frozen(np.zeros((0, 2), np.int64)))
    examples = (system, make_control(model), make_work(system, 0, 0, 1), make_record(1, 1, 1, 0, 0))
    return tuple(numba.typeof(example) for example in examples)


system_in, control_in, work_out, record_out = _types()
settings_in = rows_in(SETTINGS)


@kernel
def take_steps(
    system: Any, control: Any, settings: Any, work: Any, record: Any, row: int, steps: int, q: Array, v: Array
) -> int:
    """Take up to `steps` steps from (q, v), which move in place, writing each to the record from `row` on, all but its energies.

    The number of steps done is in work.counts[ROWS]; returns how it ended, DONE or one of the others.
    """
    repeated = 0
    for k in range(steps):
        work.counts[ROWS] = k
        if work.counts[STOP]:
            return INTERRUPTED
        if playback_into(control, work.numbers[TIME], settings[0].dt):
            repeated = 0
        if repeated == 2:  # nothing differs from the step before, so neither will what comes of it
            if not repeat_row(record, row + k, work.numbers[TIME] + settings[0].dt):
                return RECORD_FULL
            work.numbers[TIME] += settings[0].dt
            continue
        copy_into(q, work.before_q)
        copy_into(v, work.before_v)
        work.counts[CONTACTS_NOW] = begin_step(system, control, settings, work, q, v)
        status = finish_step(system, control, settings, work, record, row + k, work.counts[CONTACTS_NOW], q, v)
        if status != DONE:
            copy_into(work.before_q, q)
            copy_into(work.before_v, v)
            return status
        repeated = repeated + 1 if is_repeated(work, q, v) else 0
        record.step_error[row + k] = error_of_step(system, control, settings, work, q, v, _has_instant(settings, work))
        keep_contacts(work, settings[0].dt)
    work.counts[ROWS] = steps
    return DONE


@inlined
def finish_step(
    system: Any, control: Any, settings: Any, work: Any, record: Any, row: int, count: int, q: Array, v: Array
) -> int:
    """From the contacts at the middle of a step to its record."""
    if count < 0:
        return BUFFER_FULL
    start = record.last[row - 1] if row > 0 else 0
    first_joint = record.last_joint[row - 1] if row > 0 else 0
    if (
        row >= record.t.shape[0]
        or start + count > record.contacts.shape[0]
        or first_joint + 3 * system.table.shape[0] > record.joints.shape[0]
    ):
        return RECORD_FULL
    copy_into(q, record.q_solved[row])
    status = end_step(system, control, settings, work, count, q, v)
    if status != DONE:
        return status
    if not _finite(q, v):
        return DIVERGED
    work.numbers[TIME] += settings[0].dt
    _record_state_into(work, record, row, q, v)
    _record_contacts_into(settings, work, record, row, start, first_joint)
    return DONE


@kernel
def _has_instant(settings: Any, work: Any) -> bool:
    """Whether something struck, passed by something else within the step, or meets it elsewhere than it lies in its middle."""
    for c in range(work.counts[CONTACTS_NOW]):
        contact = work.contacts[c]
        is_new = contact.approach < -settings[0].restitution_speed or is_of_another_time(contact)
        if contact.passing != 0 or (contact.impulse[2] > 0.0 and is_new):
            return True
    return False


@kernel
def _finite(q: Array, v: Array) -> bool:
    total = 0.0
    for k in range(q.shape[0]):
        total += 0.0 * q[k]
    for k in range(v.shape[0]):
        total += 0.0 * v[k]
    return total == 0.0


@kernel
def _record_state_into(work: Any, record: Any, row: int, q: Array, v: Array) -> None:
    record.t[row] = work.numbers[TIME]
    copy_into(q, record.q[row])
    copy_into(v, record.v[row])
    copy_into(work.torque, record.tau[row])
    copy_into(work.passive, record.passive[row])
    record.level[row] = VELOCITY_LEVEL
    copy_into(work.diagonal, record.diagonal[row])
    record.residual[row] = work.numbers[RESIDUAL]
    record.iterations[row] = work.counts[ITERATIONS]
    a, b = work.doubts[1], work.doubts[2]
    record.doubtful[row] = 1 + a * work.speed.shape[0] + b if work.doubts[0] > 0 else 0


@kernel
def _record_contacts_into(settings: Any, work: Any, record: Any, row: int, start: int, first_joint: int) -> None:
    p = settings[0]
    at, joint = start, first_joint
    has_impacts = p.impact_law != SIMULTANEOUS or p.restitution_law != NEWTON_LAW
    for c in range(work.counts[CONTACTS_NOW]):
        contact = work.contacts[c]
        given = work.given[c]
        if has_impacts:
            given[0], given[1], given[2] = law_velocity_of(contact, work.segments, c, work.J, work.free)
        else:
            given[3] = given[4] = given[5] = 0.0
        x, y, z, before = given[0], given[1], given[2], given[3:6]
        if contact.a < 0:
            record_joint_into(contact, record, joint)
            record_entry_into(contact, x, y, z, contact.impulse, before, 0.0, record.joint_numbers[joint], 0)
            joint += 1
            continue
        if contact.passing == TENTATIVE:
            continue  # the two pass each other
        out = record.contacts[at]
        record_entry_into(contact, x, y, z, contact.impulse, before, 0.0, out, ENTRY)
        out[ENTRY + ALONG] = from_midway(contact)
        out[ENTRY + SLIDE] = out[ENTRY + SLIDE + 1] = 0.0
        out[ENTRY + ACROSS], out[ENTRY + ACROSS + 1] = _across(contact)
        u, lean, r = contact.after, contact.lean, contact.impulse
        x, y, z = u[0] + lean[0], u[1] + lean[1], u[2] + lean[2]
        record_contact_into(contact, contact.gap_after, r[0], r[1], r[2], x, y, z, record, at)
        record.shapes[at, MODE] = mode_of(contact.friction, r[0], r[1], r[2], x, y, p.tolerance)
        record.shapes[at, IMPACT] = 1 if r[2] > 0.0 and contact.approach < -p.restitution_speed else 0
        at += 1
    record.first[row], record.last[row] = start, at
    record.first_joint[row], record.last_joint[row] = first_joint, joint


@kernel
def _across(contact: Any) -> tuple[float, float]:
    """`CONTACT.across` along the contact's tangents [m]."""
    n, t, u = contact.normal, contact.tangent, contact.across
    bx, by, bz = n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]
    return t[0] * u[0] + t[1] * u[1] + t[2] * u[2], bx * u[0] + by * u[1] + bz * u[2]


@kernel
def record_contact_into(
    contact: Any, gap: float, fx: float, fy: float, fz: float, ux: float, uy: float, uz: float, record: Any, at: int
) -> None:
    """Write one contact in world axes: its impulse or force f and its velocity u are given along its own."""
    n, t = contact.normal, contact.tangent
    bx, by, bz = n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]
    out = record.contacts[at]
    for k in range(3):
        b = bx if k == 0 else (by if k == 1 else bz)
        out[POINT + k] = contact.point[k]
        out[NORMAL + k] = n[k]
        out[VELOCITY + k] = ux * t[k] + uy * b + uz * n[k]
        out[IMPULSE + k] = fx * t[k] + fy * b + fz * n[k]
        out[VELOCITY_BEFORE + k] = contact.slip[0] * t[k] + contact.slip[1] * b + contact.approach * n[k]
    out[GAP] = gap
    out[FRICTION] = contact.friction
    record.shapes[at, SHAPE_A], record.shapes[at, SHAPE_B] = contact.a, contact.b


@kernel
def mode_of(friction: float, x: float, y: float, z: float, ux: float, uy: float, tolerance: float) -> int:
    """What a contact with impulse (x, y, z) and slip velocity (ux, uy) does: OPEN, STICK or SLIP."""
    if z <= 0.0:
        return OPEN
    if math.sqrt(ux * ux + uy * uy) <= 100.0 * tolerance:
        return STICK
    if friction == 0.0 or math.sqrt(x * x + y * y) >= friction * z * (1.0 - 1e-6):
        return SLIP
    return STICK
