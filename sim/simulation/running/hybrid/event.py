"""What is done at an event: impacts, and the choice of the contacts held from there on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....arrays import Array
from ....contact.collision.broad_phase import find_contacts
from ....contact.collision.narrow_phase import FULL
from ....contact.contacts import Mode
from ....contact.dense.active_set import active_set
from ....contact.dense.delassus import delassus_into, normal_delassus_into
from ....contact.island.assembly import DRY_FRICTION, add_scaled, jacobians_into, segments_into, velocity_of
from ....contact.island.responses import responses_into
from ....contact.linear_solvers import pivoted_solve
from ....kernel import allocating, copy_into, kernel
from ....multibody.dynamics.trees import factorise_into
from ....multibody.kinematics.configuration import integrate_into
from ....multibody.kinematics.kinematics import velocities_into
from ....multibody.kinematics.placements import joint_placements_into, world_placements_into
from ...step_arrays import TIME
from ..constraints import friction_entry, limit_entry, shape_poses_into
from ..control.tracking import is_tracking, touch_down
from .active_contacts import attach
from .hybrid_impacts import apply_impacts, impact_without_collision
from .hybrid_work import ACTIVE_COUNT, FAULTY_SHAPE_A, FAULTY_SHAPE_B, MOST_ACTIVE, REST_SPEED, STRUCK_COUNT
from .modes import choose_modes
from .sliding_joints import has_dry_friction, rest_or_slide
from .smooth_dynamics import ENDLESS_IMPACTS, FINE, NO_FORCE, SINGULAR_TREE, TOO_MANY, UNFOLLOWED, set_direction
from .supports import CLOSED_GAP, SUNK, hold_where_it_stays, is_carried

STICK, SLIP = int(Mode.STICK), int(Mode.SLIP)

_PUSHES = 50  # rounds of moving out what starts inside another, each exact for small angles


@allocating
def process_event(system: Any, control: Any, settings: Any, work: Any, hybrid: Any, is_start: bool, q: Array, v: Array) -> int:
    """At an event, or the start: apply impacts to v, choose which contacts are held from here on, and how. FINE or why not.

    What starts inside another is moved out of it. Later nothing that was followed is deep: what is, as the foremost point of a
    rim that jumps, was not, and UNFOLLOWED says so rather than lift it.
    The impacts' contacts and impulses are left in work.contacts[: hybrid.counts[STRUCK_COUNT]].
    """
    table, trees = system.table, system.trees
    count = 0
    for _ in range(_PUSHES):  # what starts deep inside another is moved out, and then may touch something else
        count = _closed(system, work, q, v)
        if count == FULL:
            return TOO_MANY
        if _deepest(work, count) >= -CLOSED_GAP:
            break
        if not is_start and _is_sunk(work, hybrid, count):
            return UNFOLLOWED
        if factorise_into(table, system.columns, trees, work.W, work.K, work.motions, work.zero, work.H, work.F):
            return SINGULAR_TREE
        _assemble(system, work, 0, count)
        _push_out(system, work, count, q)
    hybrid.counts[STRUCK_COUNT] = 0
    has_friction = False
    for i in range(1, table.shape[0]):
        has_friction = has_friction or has_dry_friction(table[i])
    is_constrained = count > 0 or has_friction
    if is_constrained:
        if factorise_into(table, system.columns, trees, work.W, work.K, work.motions, work.zero, work.H, work.F):
            return SINGULAR_TREE
        _assemble(system, work, 0, count)
        copy_into(q, hybrid.q_struck)
        if not apply_impacts(settings, trees, work, hybrid, count, v):
            return ENDLESS_IMPACTS
        if is_tracking(control):
            _tell_clock(system, control, work, hybrid)
    status = FINE
    for attempt in range(2):
        if attempt > 0:  # no force obeys the law: an impulse does
            _assemble(system, work, 0, count)
            copy_into(q, hybrid.q_struck)
            impact_without_collision(settings, trees, work, hybrid, count, v)
        hybrid.counts[ACTIVE_COUNT] = 0
        if is_constrained and not _activate_resting(system, work, hybrid, count, q, v):
            return UNFOLLOWED
        status = choose_modes(system, control, settings, work, hybrid, q, v)
        if status != NO_FORCE:
            break
    return status


@allocating
def _activate_resting(system: Any, work: Any, hybrid: Any, count: int, q: Array, v: Array) -> bool:
    """Hold what does not leave of the `count` closed contacts, and the joints at rest; False if one cannot be followed."""
    rest_speed = hybrid.numbers[REST_SPEED]
    total = _add_resting_joints(system, rest_speed, work, hybrid, count, v)
    _assemble(system, work, count, total)
    _close_slow(work, hybrid, total, v)
    _push_out(system, work, count, q)
    for c in range(total):
        x, y, z = velocity_of(work.segments, c, work.J, v)
        if z > rest_speed and work.contacts[c].a != DRY_FRICTION:
            continue  # it leaves at once
        k = hybrid.counts[ACTIVE_COUNT]
        if work.contacts[c].a >= 0:
            hold_where_it_stays(system.shapes, work.geometry, work.contacts[c], x, y)
        if work.contacts[c].a >= 0 and not attach(work.contacts[c], system, work.W, hybrid.active[k]):
            hybrid.counts[FAULTY_SHAPE_A] = work.contacts[c].a
            hybrid.counts[FAULTY_SHAPE_B] = work.contacts[c].b
            return False
        hybrid.contacts[k] = work.contacts[c]
        hybrid.active[k].jams = 0
        hybrid.active[k].mode = SLIP if math.sqrt(x * x + y * y) > rest_speed else STICK
        set_direction(work.contacts[c], x, y, hybrid.active[k])
        for e in range(3):
            hybrid.force[3 * k + e] = 0.0
        hybrid.counts[ACTIVE_COUNT] = k + 1
    return True


@kernel
def _closed(system: Any, work: Any, q: Array, v: Array) -> int:
    """Write the closed contacts and the limits that are reached into work.contacts; their number, or FULL."""
    table = system.table
    joint_placements_into(table, q, work.X)
    world_placements_into(table, work.X, work.W)
    velocities_into(table, work.X, v, work.V)
    shape_poses_into(system, work.W, work.V, work)
    found = find_contacts(system, 0.0, 10.0 * CLOSED_GAP, work)
    if found == FULL:
        return FULL
    count = 0
    for c in range(found):
        contact = work.contacts[c]
        if contact.gap <= CLOSED_GAP and not is_carried(system.shapes, work.geometry, work.contacts, found, contact):
            work.contacts[count] = contact
            count += 1
    return FULL if count > MOST_ACTIVE else _add_closed_limits(system, work, count, q)


@kernel
def _tell_clock(system: Any, control: Any, work: Any, hybrid: Any) -> None:
    """Touch-downs set the clock of a tracked motion."""
    for c in range(hybrid.counts[STRUCK_COUNT]):
        contact = work.contacts[c]
        if contact.a >= 0 and contact.impulse[2] > 0.0:
            touch_down(control, system.shapes[contact.a].row, work.numbers[TIME])
            touch_down(control, system.shapes[contact.b].row, work.numbers[TIME])


@kernel
def _deepest(work: Any, count: int) -> float:
    deepest = 0.0
    for c in range(count):
        deepest = min(deepest, work.contacts[c].gap)
    return deepest


@kernel
def _is_sunk(work: Any, hybrid: Any, count: int) -> bool:
    """Whether one of the closed contacts is too deep to have been followed; then FAULTY_SHAPE_A and _B name it."""
    for c in range(count):
        contact = work.contacts[c]
        if contact.a >= 0 and contact.gap < -SUNK:
            hybrid.counts[FAULTY_SHAPE_A], hybrid.counts[FAULTY_SHAPE_B] = contact.a, contact.b
            return True
    return False


@kernel
def _add_closed_limits(system: Any, work: Any, count: int, q: Array) -> int:
    """Add the joint limits that are reached; the new count."""
    for i in range(1, system.table.shape[0]):
        row = system.table[i]
        if row.nv != 1:
            continue
        for side in range(-1, 2, 2):
            gap = q[row.iq] - row.lower if side == 1 else row.upper - q[row.iq]
            if gap <= CLOSED_GAP:
                limit_entry(system, i, side, gap, work.contacts[count])
                count += 1
    return count


@kernel
def _add_resting_joints(system: Any, rest_speed: float, work: Any, hybrid: Any, count: int, v: Array) -> int:
    """Add the joints at rest that have dry friction, and note in hybrid.sliding where the others slide; the new count."""
    for i in range(1, system.table.shape[0]):
        row = system.table[i]
        if has_dry_friction(row) and rest_or_slide(row, v, rest_speed, hybrid.sliding):
            friction_entry(system, i, work.contacts[count])
            count += 1
    return count


@kernel
def _assemble(system: Any, work: Any, first: int, count: int) -> None:
    """Jacobians and responses of the first `count` contacts; those before `first` are there already."""
    table, trees, shapes = system.table, system.trees, system.shapes
    if count > first:
        segments_into(table, trees, system.tree_of, shapes, work.contacts, count, work.segments)
        jacobians_into(table, system.tree_of, shapes, work.W, work.contacts, count, work.segments, work.J, False)
        responses_into(trees, work.F, count, work.segments, work.J, work.Y, work.G, work.room)


@allocating
def _close_slow(work: Any, hybrid: Any, count: int, v: Array) -> None:
    """Stop closed contacts that part, or slide, slower than the speed below which they are held: v in place.

    Without this a body that rocks from corner to corner would strike the ground infinitely often before it rests, and
    corners that come to a stop together would never agree on which slides.
    """
    rest_speed = hybrid.numbers[REST_SPEED]
    n = 3 * count
    W = np.empty((n, n))
    d = np.empty(n)
    rows = np.empty(n, np.int64)
    delassus_into(hybrid.all[:count], work.segments, work.J, work.Y, W)
    m = 0
    fastest = 0.0
    for c in range(count):
        x, y, z = velocity_of(work.segments, c, work.J, v)
        if z > rest_speed and work.contacts[c].a != DRY_FRICTION:
            continue
        slip = math.sqrt(x * x + y * y)
        if work.contacts[c].friction != 0.0 and slip <= rest_speed and work.G[c, 0] > 0.0:
            fastest = max(fastest, slip)
            rows[m], rows[m + 1] = 3 * c, 3 * c + 1
            d[m], d[m + 1] = x, y
            m += 2
        fastest = max(fastest, abs(z))
        rows[m] = 3 * c + 2
        d[m] = z
        m += 1
    if fastest <= 1e-14:
        return
    A = np.empty((m, m))
    mean = 0.0
    for i in range(m):
        for j in range(m):
            A[i, j] = W[rows[i], rows[j]]
        mean += A[i, i] / m
    for i in range(m):
        A[i, i] += 1e-12 * mean  # redundant contacts: any solution stops them
    if not pivoted_solve(A, d, m):
        return
    for i in range(m):
        c, axis = rows[i] // 3, rows[i] % 3
        add_scaled(
            work.segments, c, work.Y, -d[i] if axis == 0 else 0.0, -d[i] if axis == 1 else 0.0, -d[i] if axis == 2 else 0.0, v
        )


@allocating
def _push_out(system: Any, work: Any, count: int, q: Array) -> None:
    """Move q by the least motion (in the metric of H) that leaves no closed contact deeper than nothing."""
    members = np.empty(count, np.int64)
    d = np.empty(count)
    for c in range(count):
        members[c] = c
        d[c] = work.contacts[c].gap
    if _deepest(work, count) > -1e-15:
        return
    M = np.empty((count, count))
    normal_delassus_into(members, work.segments, work.J, work.Y, M)
    lam = np.empty(count)
    active = np.zeros(count, np.int64)
    active_set(M, d, 1e-16, lam, active, np.empty((count, count)), np.empty((3, count)))
    copy_into(work.zero, work.scratch_v)
    for c in range(count):
        add_scaled(work.segments, c, work.Y, 0.0, 0.0, lam[c], work.scratch_v)
    integrate_into(system.table, q, work.scratch_v, 1.0, q)
    joint_placements_into(system.table, q, work.X)
    world_placements_into(system.table, work.X, work.W)
