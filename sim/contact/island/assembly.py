"""From contacts to the terms of their problem: Jacobians J, and velocities J v. Their responses Y = H⁻¹ Jᵀ: see `responses`.

A contact touches one tree or two. For each it has a segment: three rows (tangent 1, tangent 2, normal) over that tree's
numbers of v, laid row by row in a flat array. Nothing is ever built over the whole scene.
Source: contact-management, "Généralisation sur un système de solides rigides"; THEORY §5.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel, small
from ...multibody.model.model import PRISMATIC, REVOLUTE
from ..collision.shape_table import PLANE_ON_POINT, POINT_ON_PLANE
from ..segments import SMALL, widen
from .three_rows import add_row, add_rows, plus_normal_row_times, plus_rows_times

LIMIT = -1
"""What `CONTACT.a` says of an entry that is a joint limit, not a contact; then `b` is the row and `feature` ±1."""
DRY_FRICTION = -2
"""What `CONTACT.a` says of the dry friction of the joint of row `b`; then `friction` is minus the largest it can be."""


@kernel
def segments_into(table: Any, trees: Any, tree_of: Any, shapes: Any, contacts: Any, count: int, segments: Any) -> int:
    """Lay out the segments (count, 2) of contacts; returns how many numbers J and Y need each."""
    offset = 0
    for c in range(count):
        contact = contacts[c]
        if contact.a < 0:
            tree_a, tree_b = -1, tree_of[contact.b]
        else:
            tree_a, tree_b = tree_of[shapes[contact.a].row], tree_of[shapes[contact.b].row]
        if tree_a == tree_b:
            tree_a = -1
        for k in range(2):
            t = tree_b if k == 0 else tree_a
            s = segments[c, k]
            s.tree, s.o = t, offset
            s.v0 = trees[t].v0 if t >= 0 else 0
            s.n = trees[t].nv if t >= 0 else 0
            offset += 3 * s.n
    return offset


@kernel
def jacobians_into(
    table: Any, tree_of: Any, shapes: Any, W: Array, contacts: Any, count: int, segments: Any, J: Array, midway: bool
) -> None:
    """Write the rows J of all contacts: velocity of b's point relative to a's, in the contact's axes.

    midway : whether points are as collision leaves them, between the surfaces; then see `from_midway`
    """
    end = segments[count - 1, 1].o + 3 * segments[count - 1, 1].n if count > 0 else 0
    for i in range(end):
        J[i] = 0.0
    for c in range(count):
        contact = contacts[c]
        for k in range(2):
            s = segments[c, k]
            s.first[0] = s.last[0] = s.first[1] = s.last[1] = 0
        if contact.a < 0:
            s = segments[c, 0]
            row = table[contact.b]
            if row.nv > 1:
                for k in range(row.nv):
                    J[s.o + k * s.n + row.iv - s.v0 + k] = 1.0
            else:
                J[s.o + 2 * s.n + row.iv - s.v0] = contact.feature if contact.a == LIMIT else row.ratio
            s.first[0], s.last[0] = row.iv - s.v0, row.iv - s.v0 + max(1, row.nv)
            continue
        row_a, row_b = shapes[contact.a].row, shapes[contact.b].row
        along = from_midway(contact) if midway else 0.0
        _body_rows_into(table, W, row_b, 1.0, contact, along, 1.0, segments[c, 0], J)
        same = segments[c, 1].n == 0 and tree_of[row_a] == tree_of[row_b]
        _body_rows_into(table, W, row_a, -1.0, contact, along, 0.0, segments[c, 0] if same else segments[c, 1], J)
        for k in range(2):
            support_into(J, segments[c, k])


@kernel
def support_into(J: Array, s: Any) -> None:
    """Write which numbers of its tree a contact moves, see SEGMENT: up to the first gap between them, and all after it."""
    part = -1
    if s.n <= SMALL:
        s.last[0] = s.n  # as of a body by itself: nothing to leave out
        return
    for k in range(s.n):
        if J[s.o + k] != 0.0 or J[s.o + s.n + k] != 0.0 or J[s.o + 2 * s.n + k] != 0.0:
            if part < 0 or (part == 0 and s.last[0] < k):
                part += 1
                s.first[part] = k
            s.last[part] = k + 1
    for e in range(part, -1, -1):
        widen(s, e)
    if part == 1 and s.last[0] >= s.first[1]:
        s.last[0] = s.last[1]
        s.first[1] = s.last[1] = 0
        widen(s, 0)


@kernel
def from_midway(contact: Any) -> float:
    """How far along the normal from the contact's point, which is midway, velocities are taken.

    Of a ball on its surface, so that its arm is its radius. Of a corner on the plane: the corners of a foot that comes down
    askew then lie in one plane, and may all stick while it turns level; midway they could not, by the tilt times the turning.
    """
    if contact.geometry == POINT_ON_PLANE:
        return 0.5 * contact.gap if contact.radius_b > 0.0 else -0.5 * contact.gap
    if contact.geometry == PLANE_ON_POINT:
        return -0.5 * contact.gap if contact.radius_a > 0.0 else 0.5 * contact.gap
    return 0.0


@kernel
def _body_rows_into(
    table: Any, W: Array, row_index: int, sign: float, contact: Any, along: float, across: float, s: Any, J: Array
) -> None:
    """Add the velocity of one body at the contact's point moved along the normal and by a share of `across`, times sign."""
    n, t = contact.normal, contact.tangent
    bx, by, bz = n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]
    i = row_index
    while i > 0:
        row, w = table[i], W[i]
        rx = contact.point[0] + across * contact.across[0] + along * n[0] - w[9]
        ry = contact.point[1] + across * contact.across[1] + along * n[1] - w[10]
        rz = contact.point[2] + across * contact.across[2] + along * n[2] - w[11]
        o = s.o + row.iv - s.v0
        if row.kind == REVOLUTE:
            g = sign * row.ratio
            x, y, z = g * (w[5] * rz - w[8] * ry), g * (w[8] * rx - w[2] * rz), g * (w[2] * ry - w[5] * rx)
            J[o] += t[0] * x + t[1] * y + t[2] * z
            J[o + s.n] += bx * x + by * y + bz * z
            J[o + 2 * s.n] += n[0] * x + n[1] * y + n[2] * z
        elif row.kind == PRISMATIC:
            g = sign * row.ratio
            x, y, z = g * w[2], g * w[5], g * w[8]
            J[o] += t[0] * x + t[1] * y + t[2] * z
            J[o + s.n] += bx * x + by * y + bz * z
            J[o + 2 * s.n] += n[0] * x + n[1] * y + n[2] * z
        else:
            turn = o + row.nv - 3
            for j in range(3):
                ux, uy, uz = sign * w[j], sign * w[3 + j], sign * w[6 + j]
                if row.nv == 6:
                    J[o + j] += t[0] * ux + t[1] * uy + t[2] * uz
                    J[o + s.n + j] += bx * ux + by * uy + bz * uz
                    J[o + 2 * s.n + j] += n[0] * ux + n[1] * uy + n[2] * uz
                x, y, z = uy * rz - uz * ry, uz * rx - ux * rz, ux * ry - uy * rx
                J[turn + j] += t[0] * x + t[1] * y + t[2] * z
                J[turn + s.n + j] += bx * x + by * y + bz * z
                J[turn + 2 * s.n + j] += n[0] * x + n[1] * y + n[2] * z
        i = row.parent


@small
def velocity_of(segments: Any, c: int, J: Array, v: Array) -> tuple[float, float, float]:
    """The relative velocity J v of contact c, in its axes."""
    x, y, z = plus_rows_times(segments[c, 0], J, v, 0.0, 0.0, 0.0)
    if segments[c, 1].n > 0:
        x, y, z = plus_rows_times(segments[c, 1], J, v, x, y, z)
    return x, y, z


@kernel
def contact_velocities_into(segments: Any, count: int, J: Array, v: Array, u: Array) -> None:
    """Write `velocity_of` the first `count` contacts into the first three columns of u."""
    for c in range(count):
        u[c, 0], u[c, 1], u[c, 2] = velocity_of(segments, c, J, v)


@kernel
def law_velocity_of(contact: Any, segments: Any, c: int, J: Array, v: Array) -> tuple[float, float, float]:
    """The velocity that obeys the law of contact c, in its axes: J v + lean."""
    x, y, z = velocity_of(segments, c, J, v)
    return x + contact.lean[0], y + contact.lean[1], z + contact.lean[2]


@small
def normal_velocity_of(segments: Any, c: int, J: Array, v: Array) -> float:
    """The normal part of the relative velocity J v of contact c."""
    return plus_normal_row_times(segments[c, 1], J, v, plus_normal_row_times(segments[c, 0], J, v, 0.0))


@small
def add_scaled_normal(segments: Any, c: int, A: Array, z: float, v: Array) -> None:
    """`add_scaled` for (0, 0, z)."""
    for k in range(2):
        s = segments[c, k]
        add_row(A, s.o + 2 * s.n, s.n, z, v, s.v0)


@small
def add_scaled(segments: Any, c: int, A: Array, x: float, y: float, z: float, v: Array) -> None:
    """V += Aᵀ (x, y, z) for contact c's rows of A, which is J (impulse to momentum) or Y (impulse to velocity)."""
    for k in range(2):
        s = segments[c, k]
        add_rows(A, s.o, s.n, x, y, z, v, s.v0, s.n)
