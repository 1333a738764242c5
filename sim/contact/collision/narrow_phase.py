"""Contacts of pairs of shapes, by kernels of our own: everything but convex meshes, which find theirs with the ground alone.

Convex meshes against anything but planes and height fields go through coal, as do ellipsoids against anything but planes, balls
and ellipsoids.
Each function takes the world poses (12,) of two shapes and adds contacts to the buffer.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from .contact_buffer import FULL, add_contact, finish_contact
from .shape_table import BOX, CAPSULE, ELLIPSOID, HAS_KERNEL, HEIGHT_FIELD, PLANE, SPHERE
from .solids.ball_pairs import capsule_capsule, sphere_pair
from .solids.box_box import box_box
from .solids.ellipsoid_pairs import ellipsoid_pair
from .solids.plane_pairs import plane_pair
from .solids.solid_pairs import solid_pair
from .terrain.height_field import height_field_pair

__all__ = ["FULL", "add_contact", "finish_contact", "has_kernel", "touch"]


@kernel
def has_kernel(kind_a: int, kind_b: int) -> bool:
    """Whether a pair of kinds, in order, is handled here."""
    return bool(HAS_KERNEL[kind_a, kind_b])


@kernel
def touch(
    shapes: Any,
    vertices: Array,
    G: Array,
    pair: int,
    a: int,
    b: int,
    margin: float,
    contacts: Any,
    count: int,
    clip: Array,
) -> int:
    """Add the contacts of shapes a and b nearer than `margin` [m]; returns the new count, or FULL.

    vertices : (k, 3) of convex shapes; G : (shapes, 12) world poses; clip : (3, 16, 3) scratch
    """
    sa, sb, A, B = shapes[a], shapes[b], G[a], G[b]
    if contacts.shape[0] < count + (32 if sa.kind == HEIGHT_FIELD else 16):
        return FULL
    first = count
    if sb.kind == ELLIPSOID:
        count = ellipsoid_pair(sa.kind, sa.dims, A, sb.dims, B, margin, contacts, count)
    elif sa.kind == PLANE:
        count = plane_pair(A, sb, B, vertices, margin, contacts, count)
    elif sa.kind == HEIGHT_FIELD:
        count = height_field_pair(sa, A, sb, B, vertices, margin, contacts, count, clip)
    elif sa.kind == SPHERE:
        count = sphere_pair(A, sa.dims[0], sb, B, margin, contacts, count)
    elif sa.kind == CAPSULE and sb.kind == CAPSULE:
        count = capsule_capsule(A, sa.dims[0], sa.dims[1], B, sb.dims[0], sb.dims[1], margin, contacts, count)
    elif sa.kind == BOX and sb.kind == BOX:
        count = box_box(A, sa.dims, B, sb.dims, margin, contacts, count, clip)
    else:
        count = solid_pair(sa.kind, sa.dims, A, sb.kind, sb.dims, B, margin, contacts, count, clip)
    for k in range(first, count):
        finish_contact(contacts[k], pair, a, b, sa, sb)
    return count
