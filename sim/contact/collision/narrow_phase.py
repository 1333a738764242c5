"""Contacts of pairs of shapes.

Each function takes the world poses (12,) of two shapes and adds contacts to the buffer.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from .contact_buffer import FULL, add_contact, finish_contact
from .shape_table import BOX, CAPSULE, CONVEX, ELLIPSOID, HEIGHT_FIELD, PLANE, SPHERE
from .solids.ball_pairs import capsule_capsule, sphere_pair
from .solids.box_box import box_box
from .solids.convex_patch import convex_pair
from .solids.ellipsoid_pairs import ellipsoid_pair
from .solids.plane_pairs import plane_pair
from .solids.solid_pairs import solid_pair
from .terrain.height_field import height_field_pair

__all__ = ["FULL", "add_contact", "contacts_at", "finish_contact", "room_for", "touch"]


@kernel
def touch(
    shapes: Any, vertices: Array, G: Array, pair: int, a: int, b: int, margin: float, contacts: Any, count: int, clip: Array
) -> int:
    """Add the contacts of shapes a and b nearer than `margin` [m]; returns the new count, or FULL.

    vertices : (k, 3) of `shape_table`; G : (shapes, 12) world poses; clip : (8, 256, 4) scratch
    """
    sa, sb = shapes[a], shapes[b]
    if contacts.shape[0] < count + room_for(sa.kind):
        return FULL
    first = count
    count = contacts_at(sa, G[a], sb, G[b], vertices, margin, contacts, count, clip)
    for k in range(first, count):
        finish_contact(contacts[k], pair, a, b, sa, sb)
    return count


@kernel
def room_for(kind: int) -> int:
    """The most contacts of a pair whose first shape, in order of their kinds, is of this one."""
    return 32 if kind == HEIGHT_FIELD else 16


@kernel
def contacts_at(
    sa: Any, A: Array, sb: Any, B: Array, vertices: Array, margin: float, contacts: Any, count: int, clip: Array
) -> int:
    """Add the contacts of two shapes as they are at poses A and B (12,), not finished; the new count."""
    if sb.kind == ELLIPSOID and (sa.kind == PLANE or sa.kind == SPHERE or sa.kind == ELLIPSOID):
        return ellipsoid_pair(sa.kind, sa.dims, A, sb.dims, B, margin, contacts, count)
    if sa.kind == PLANE:
        return plane_pair(A, sb, B, vertices, margin, contacts, count)
    if sa.kind == HEIGHT_FIELD:
        return height_field_pair(sa, A, sb, B, vertices, margin, contacts, count, clip)
    if sb.kind == ELLIPSOID or sb.kind == CONVEX:
        return convex_pair(sa, A, sb, B, vertices, margin, contacts, count, clip)
    if sa.kind == SPHERE:
        return sphere_pair(A, sa.dims[0], sb, B, margin, contacts, count)
    if sa.kind == CAPSULE and sb.kind == CAPSULE:
        return capsule_capsule(A, sa.dims[0], sa.dims[1], B, sb.dims[0], sb.dims[1], margin, contacts, count)
    if sa.kind == BOX and sb.kind == BOX:
        return box_box(A, sa.dims, B, sb.dims, margin, contacts, count, clip)
    return solid_pair(sa.kind, sa.dims, A, sb.kind, sb.dims, B, margin, contacts, count, clip)
