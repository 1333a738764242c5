"""What strikes and stays: how it has moved on by the end of the step, so that the first forces after an impact are right.

A contact that persists obeys its law at the end of a step, by J̇ v of the step before, see `moving_contacts`; one that has just
struck has none. Held in the middle of the step instead it leaves it with J̇ v h/2, and at a gap of second order, which the next
two steps would have to undo: by forces that are wrong by their own size, whatever the step. So the end of the step is looked at,
along the motion that was solved, and the step is solved once more for what is found there. So it is for what presses on a shape
that turns far in the step: that would turn away from beneath it and come round behind it.
Source: Hairer, Lubich & Wanner 2006, §VII.1 (constraints at the end of a step).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.collision.shape_table import HEIGHT_FIELD
from ....contact.collision.sweep import turn_round, velocity_at
from ....contact.island.assembly import add_scaled, normal_velocity_of
from ....kernel import copy_into, kernel
from ....multibody.kinematics.kinematics import velocities_into
from ....multibody.kinematics.placements import joint_placements_into, world_placements_into
from ..constraints import faces_alike, shape_motion_into
from .moving_contacts import AT_MEAN, LANDED, lean_as_held, leans_into
from .passing import beyond, contacts_at_end, strikes, turns_far

_ROUNDING = 1e-12  # [m/s]
_TURNED = 0.5  # of the approach, by which that may turn until the step ends, for what is found there to be near


@kernel
def landings_into(system: Any, settings: Any, work: Any, count: int, q: Array, v: Array, end_q: Array, end_v: Array) -> bool:
    """Have contacts that strike and stay lean as they do at the end of the step, (end_q, end_v); whether there are any.

    lean : what their velocity becomes from the middle of the step, (q, v), to its end, after v⁺ [m/s]
    bend : of the normal, what bends the gap on the way that positions follow there [m/s²]
    """
    p, table = settings[0], system.table
    found = False
    for c in range(count):
        found = found or _lands(p, work, c) or turns_far(p, system, work, c)
    if not found:
        return False
    joint_placements_into(table, end_q, work.X)
    world_placements_into(table, work.X, work.end_W)
    velocities_into(table, work.X, end_v, work.end_V)
    joint_placements_into(table, q, work.X)
    copy_into(work.solved, work.scratch_a)  # less impacts: what forces, and contacts that persist, make of v⁻
    for c in range(count):
        if strikes(p, work, c):
            add_scaled(work.segments, c, work.Y, -work.r[c, 0], -work.r[c, 1], -work.r[c, 2], work.scratch_a)
    for c in range(count):
        work.contacts[c].gap_after = math.nan
        if _lands(p, work, c) or turns_far(p, system, work, c):
            _look_at_end(system, settings, work, c, count)
    if not lean_as_held(system, work, count):
        return False
    leans_into(system, settings, work, count, v)  # those of others, which the solve may have changed
    lean_as_held(system, work, count)
    return True  # whatever leans now, the step is to be solved for it


@kernel
def _lands(p: Any, work: Any, c: int) -> bool:
    """Whether contact c strikes in the step, and stays pressed."""
    contact = work.contacts[c]
    stays = contact.restitution == 0.0 and contact.target == 0.0  # and is not only kept from being crossed
    return bool(stays and strikes(p, work, c) and contact.counts != 0 and contact.counts != AT_MEAN)


@kernel
def _look_at_end(system: Any, settings: Any, work: Any, c: int, count: int) -> None:
    """Find contact c at the end of the step, where twists are work.end_V and poses work.end_W.

    If it stays there, and not as in the middle, its lean goes into work.saved, and what bends its gap into gap_after. So it does
    where the two would end on another side of each other.
    """
    p, contact = settings[0], work.contacts[c]
    sa, sb = system.shapes[contact.a], system.shapes[contact.b]
    A, B, ma, mb = work.moved[0], work.moved[1], work.moved_motion[0], work.moved_motion[1]
    shape_motion_into(system, sa, work.end_W, work.end_V, ma)
    shape_motion_into(system, sb, work.end_W, work.end_V, mb)
    last = contacts_at_end(p, system, work, c, count)
    at, is_beyond = count, False
    while at < last and (work.contacts[at].feature != contact.feature or not faces_alike(contact, work.contacts[at])):
        at += 1
    if at == last:
        at = beyond(work, c, count, last) if turns_far(p, system, work, c) and sa.kind != HEIGHT_FIELD else -1
        if at < 0:
            return
        is_beyond = True
        turn_round(work.contacts[at], sa, A, sb, B, system.vertices)
    then = work.contacts[at]
    n, x = then.normal, then.point
    # The tangents of the middle, turned with the normal: those that a contact is given may turn about it.
    t, along, length = contact.tangent, 0.0, 0.0
    for i in range(3):
        along += t[i] * n[i]
    for i in range(3):
        then.tangent[i] = t[i] - along * n[i]
        length += then.tangent[i] ** 2
    t = then.tangent
    for i in range(3):
        t[i] /= math.sqrt(length)
    ax, ay, az = velocity_at(A, ma, x[0], x[1], x[2])
    bx, by, bz = velocity_at(B, mb, x[0], x[1], x[2])
    ux, uy, uz = bx - ax, by - ay, bz - az
    sx, sy, sz = n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]
    ahead, lean = p.theta * p.dt, work.saved[c]
    lean[0] = t[0] * ux + t[1] * uy + t[2] * uz - contact.after[0]
    lean[1] = sx * ux + sy * uy + sz * uz - contact.after[1]
    lean[2] = n[0] * ux + n[1] * uy + n[2] * uz - contact.after[2]
    moved = normal_velocity_of(work.segments, c, work.J, work.shift)
    bend = 2.0 * (then.gap - contact.gap - ahead * moved) / (ahead * ahead)
    # It closes on what it presses, or did so before it was solved for this.
    closes = contact.counts == LANDED or contact.after[2] + lean[2] < -p.restitution_speed
    if is_beyond or (closes and turns_far(p, system, work, c)):
        contact.gap_after, lean[2] = bend, min(0.0, lean[2])
    elif _lands(p, work, c):
        changes = max(max(abs(lean[0]), abs(lean[1])), max(abs(lean[2]), abs(bend) * ahead)) > _ROUNDING
        given = normal_velocity_of(work.segments, c, work.J, work.scratch_a) - contact.approach
        stays = lean[2] / ahead * p.dt + given < 0.0  # else it opens after its impact, and is not to be braked for that
        if changes and stays and abs(lean[2]) < -_TURNED * contact.approach:
            contact.gap_after = bend
