"""What a configuration brings into the contact problem: poses of shapes, joint limits, dry friction, and last step's impulses."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...contact.collision.narrow_phase import FULL
from ...contact.collision.shape_table import OTHER
from ...contact.island.assembly import DRY_FRICTION, LIMIT
from ...contact.island.solver_arrays import SolverArrays
from ...kernel import inlined, kernel, small
from ...multibody.model.model import FREE_FLYER
from ...simd import read_four, write_four
from ..step_arrays import CONTACTS_BEFORE, DURATION_BEFORE

FEW = 256
"""Contacts up to which it is looked for level tiles."""
_LEVEL, _ONE_PLANE = 1e-4, 1e-9  # 1 - cosine of planes of such, and of what rounding makes of one


@kernel
def shape_poses_into(system: Any, W: Array, V: Array, work: Any) -> None:
    """Write the poses, motions and largest speeds of all shapes into work, from the rows' poses W and twists V."""
    shapes, geometry, speed = system.shapes, work.geometry, work.speed
    spin, of = 0.0, 0  # how fast a row turns, and which, that several shapes may have
    for k in range(shapes.shape[0]):
        shape = shapes[k]
        shape_pose_into(W[shape.row], shape.placement, geometry[k])
        if shape.row == 0:
            speed[k] = 0.0
            continue
        vx, vy, vz = shape_motion_into(system, shape, W, V, work.motion[k])
        s = V[shape.row]
        if shape.row != of:
            spin, of = math.sqrt(s[3] * s[3] + s[4] * s[4] + s[5] * s[5]), shape.row
        speed[k] = math.sqrt(vx * vx + vy * vy + vz * vz) + (spin * shape.radius if spin > 0.0 else 0.0)


@small
def shape_motion_into(system: Any, shape: Any, W: Array, V: Array, out: Array) -> tuple[float, float, float]:
    """Write the motion (9,) of a shape in the world: velocity of its origin, spin, and the arm from there to what it turns about.

    That is the centre of mass of a free body, and the joint of a link [m/s, rad/s, m]. Returns that velocity in the row's axes.
    """
    s, p, G = V[shape.row], shape.placement, W[shape.row]
    x = s[0] + s[4] * p[11] - s[5] * p[10]
    y = s[1] + s[5] * p[9] - s[3] * p[11]
    z = s[2] + s[3] * p[10] - s[4] * p[9]
    for k in range(3):
        out[k] = G[3 * k] * x + G[3 * k + 1] * y + G[3 * k + 2] * z
        out[3 + k] = G[3 * k] * s[3] + G[3 * k + 1] * s[4] + G[3 * k + 2] * s[5]
    row, tree = system.table[shape.row], system.tree_of[shape.row]
    u, v, w = -p[9], -p[10], -p[11]
    if row.kind == FREE_FLYER and system.trees[tree].free != 0 and row.mass > 0.0:
        u, v, w = u + row.moment[0] / row.mass, v + row.moment[1] / row.mass, w + row.moment[2] / row.mass
    for k in range(3):
        out[6 + k] = G[3 * k] * u + G[3 * k + 1] * v + G[3 * k + 2] * w
    return x, y, z


@small
def shape_pose_into(A: Array, B: Array, out: Array) -> None:
    """Write the pose of a shape placed at B in a row at A (12,): `compose_into`, to the same bits.

    Three numbers of a row at once; the fourth is that of the next row, written after it.
    """
    x, y, z = read_four(B, 0), read_four(B, 3), read_four(B, 6)
    for i in range(3):
        a, b, c = A[3 * i], A[3 * i + 1], A[3 * i + 2]
        write_four(out, 3 * i, x * a + y * b + z * c)
    for i in range(3):
        out[9 + i] = A[9 + i] + A[3 * i] * B[9] + A[3 * i + 1] * B[10] + A[3 * i + 2] * B[11]


@kernel
def add_limits(system: Any, q: Array, reach: float, v: Array, work: Any, count: int) -> int:
    """Add the joint limits that v could reach within `reach` [s]; the new count, or FULL."""
    for i in range(1, system.table.shape[0]):
        row = system.table[i]
        if row.nv != 1:
            continue
        margin = reach * abs(v[row.iv]) + 1e-3 * reach
        for side in range(2):
            gap = q[row.iq] - row.lower if side == 0 else row.upper - q[row.iq]
            if not gap < margin:
                continue
            if count >= work.contacts.shape[0]:
                return FULL
            limit_entry(system, i, 1 - 2 * side, gap, work.contacts[count])
            count += 1
    return count


@kernel
def limit_entry(system: Any, i: int, side: int, gap: float, c: Any) -> None:
    """Write a limit of row i's joint, the lower (side 1) or the upper (-1), as an entry c of the contact problem."""
    c.a, c.b, c.pair, c.feature = LIMIT, i, first_joint_entry(system) + i, side
    c.gap, c.friction, c.restitution, c.geometry = gap, 0.0, 0.0, OTHER
    _no_place(c)


@kernel
def add_dry_friction(system: Any, h: float, work: Any, count: int) -> int:
    """Add the dry friction of the joints that have some, over a step of h [s]; the new count, or FULL."""
    rows = system.table.shape[0]
    for i in range(1, rows):
        if system.table[i].friction * system.table[i].ratio == 0.0:
            continue
        if count >= work.contacts.shape[0]:
            return FULL
        c = work.contacts[count]
        friction_entry(system, i, c)
        c.friction *= h
        count += 1
    return count


@kernel
def friction_entry(system: Any, i: int, c: Any) -> None:
    """Write the dry friction of row i's joint, in forces, as an entry c of the contact problem."""
    c.a, c.b, c.pair, c.feature = DRY_FRICTION, i, first_joint_entry(system) + system.table.shape[0] + i, 0
    c.gap, c.restitution, c.geometry, c.friction = 0.0, 0.0, OTHER, -system.table[i].friction
    _no_place(c)


@small
def _no_place(c: Any) -> None:
    c.alternatives = c.passing = 0
    for k in range(3):
        c.point[k] = c.normal[k] = c.tangent[k] = c.impulse[k] = c.across[k] = 0.0


@kernel
def warm_start(system: Any, work: Any, count: int, fast: float, dt: float) -> None:
    """Take over the impulses of the step before for contacts that persist, into each contact and into work.r.

    Contacts are in the order of their pairs, so one pass over both lists finds them. A contact that was an impact (its
    approach faster than `fast`) hands on nothing: what it takes to stop a body is not what it takes to carry it.
    One that is new begins at nothing; which of many impulses are taken in the end does not depend on it, see `least_norm`.
    But what held a body on one of two level tiles, and is there no more, goes on on the other, where contacts are few.
    """
    before = work.counts[CONTACTS_BEFORE]
    share = dt / work.numbers[DURATION_BEFORE] if before > 0 else 1.0  # a shorter step takes less to carry the same
    start = 0
    for c in range(count):
        contact = work.contacts[c]
        while start < before and work.previous[start].pair < contact.pair:
            start += 1
        k = start
        found = False
        contact.deep = 1 if work.numbers[DURATION_BEFORE] == 0.0 else 0  # as far as is known yet
        while k < before and work.previous[k].pair == contact.pair:
            contact.deep = max(contact.deep, work.previous[k].deep)
            k += 1
        k = start
        while k < before and work.previous[k].pair == contact.pair:
            if work.previous[k].feature == contact.feature and faces_alike(work.previous[k], contact):
                found = True
                break
            k += 1
        for e in range(3):
            work.r[c, e] = contact.impulse[e] = 0.0
        contact.before, contact.struck = k if found else -1, 0
        if found:
            last = work.previous[k]
            if last.approach <= -fast and last.impulse[2] > 0.0:
                contact.struck = 1
            else:  # same axes or nearly: the impulse is carried over along them
                for e in range(3):
                    work.r[c, e] = contact.impulse[e] = share * last.impulse[e]
    for c in range(count if before <= FEW else 0):
        contact = work.contacts[c]
        if contact.a >= 0 and not (contact.before >= 0 and work.previous[contact.before].impulse[2] > 0.0):
            k = _level_before(system, work, c, count, fast)
            if k >= 0:
                contact.before = k
                for e in range(3):
                    work.r[c, e] = contact.impulse[e] = share * work.previous[k].impulse[e]


@kernel
def _level_before(system: Any, work: Any, c: int, count: int, fast: float) -> int:
    """The contact of the step before from which contact c goes on over a seam of level tiles; -1: there is none.

    It was near and held the body in the same plane on another shape of what carries it, where nothing goes on from it; what turns
    round that one's edge there does not.
    """
    shapes, contact, n = system.shapes, work.contacts[c], work.contacts[c].normal
    for k in range(work.counts[CONTACTS_BEFORE]):
        last, m = work.previous[k], work.previous[k].normal
        if not was_held(last, fast) or not are_of_tiles(shapes, contact, last):
            continue
        far = 0.0
        for e in range(3):
            far += (contact.point[e] - last.point[e]) ** 2
        reach = work.numbers[DURATION_BEFORE] * max(work.speed[contact.a], work.speed[contact.b])
        cosine = m[0] * n[0] + m[1] * n[1] + m[2] * n[2]
        if far > reach * reach or cosine < 1.0 - _LEVEL:
            continue
        is_taken = False
        for other in range(count):
            if work.contacts[other].before == k:
                o = work.contacts[other].normal
                is_taken = is_taken or m[0] * o[0] + m[1] * o[1] + m[2] * o[2] > cosine - _ONE_PLANE
        if is_taken:
            continue
        for other in range(count):
            if work.contacts[other].before == k:
                work.contacts[other].before = -1
                for e in range(3):
                    work.r[other, e] = work.contacts[other].impulse[e] = 0.0
        return k
    return -1


@kernel
def is_beside_held(system: Any, work: Any, c: int, count: int, fast: float) -> bool:
    """Whether what carried the body of contact c goes on to beside it and in its plane, on another of level tiles."""
    contact, n = work.contacts[c], work.contacts[c].normal
    for k in range(count if contact.a >= 0 and count <= FEW else 0):
        other, m = work.contacts[k], work.contacts[k].normal
        if other.before >= 0 and are_of_tiles(system.shapes, contact, other):
            is_level = m[0] * n[0] + m[1] * n[1] + m[2] * n[2] > 1.0 - _LEVEL
            if is_level and was_held(work.previous[other.before], fast):
                return True
    return False


@small
def are_of_tiles(shapes: Any, contact: Any, other: Any) -> bool:
    """Whether two contacts are of one shape on two shapes of a body."""
    if other.a < 0 or other.pair == contact.pair:
        return False
    of_a = other.a == contact.a and shapes[other.b].row == shapes[contact.b].row
    return bool(of_a or (other.b == contact.b and shapes[other.a].row == shapes[contact.a].row))


@small
def was_held(last: Any, fast: float) -> bool:
    """Whether the step before left a contact pressed and at rest along its normal: without a bounce, and no gap left to close."""
    return bool(last.impulse[2] > 0.0 and abs(held_speed(last)) <= fast)


@small
def held_speed(last: Any) -> float:
    """The normal velocity that a contact of the step before had as that ended."""
    return float(last.after[2] + last.lean[2])


@small
def faces_alike(last: Any, contact: Any) -> bool:
    """Whether two contacts of one name are across planes that may be one, turned: another side of a shape is another contact."""
    a, b = last.normal, contact.normal
    return bool(contact.a < 0 or a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > 0.5)


@kernel
def first_joint_entry(system: Any) -> int:
    """The number from which entries of the contact problem count that are not contacts: rows' limits, then their friction.

    Below are the pairs: of different assemblies (a · shapes + b), and listed ones.
    """
    n = system.shapes.shape[0]
    return int(n * n + system.pairs.shape[0])


@inlined
def solver_arrays_between(trees: Any, work: Any, first: int, last: int, free: Array, r: Array, v: Array) -> Any:
    """`solver_arrays` for the contacts first ≤ c < last alone; impulses go into r (last - first, 3)."""
    return SolverArrays(
        trees,
        work.contacts[first:last],
        work.segments[first:last],
        work.H,
        work.J,
        work.Y,
        work.G[first:last],
        free,
        r,
        v,
        work.order,
        work.tree_order,
        work.root,
        work.number,
        work.starts,
        work.places,
        work.plan,
        work.diagonal_blocks,
        work.block,
        work.active,
        work.room,
    )


@inlined
def solver_arrays(trees: Any, work: Any, free: Array, v: Array) -> Any:
    """What the contact solvers take, for velocities `free` without contact; those with contact go into v (nv,)."""
    return SolverArrays(
        trees,
        work.contacts,
        work.segments,
        work.H,
        work.J,
        work.Y,
        work.G,
        free,
        work.r,
        v,
        work.order,
        work.tree_order,
        work.root,
        work.number,
        work.starts,
        work.places,
        work.plan,
        work.diagonal_blocks,
        work.block,
        work.active,
        work.room,
    )
