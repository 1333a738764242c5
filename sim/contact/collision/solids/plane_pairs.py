"""Contacts of a plane with everything else: balls, ends of capsules, corners, rims, vertices."""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ..contact_buffer import add_contact
from ..shape_table import BOX, CAPSULE, CYLINDER, OTHER, POINT_ON_PLANE, SPHERE

_ROUNDING = 1e-12  # part of lengths within which a height is not known


@kernel
def plane_pair(A: Array, sb: Any, B: Array, vertices: Array, margin: float, contacts: Any, count: int) -> int:
    """Add the contacts of the plane at pose A (12,) and shape b; vertices: (k, 3) of convex shapes."""
    if sb.kind == SPHERE:
        return _plane_point(A, B[9], B[10], B[11], sb.dims[0], margin, 0, contacts, count)
    if sb.kind == CAPSULE:
        return _plane_capsule(A, B, sb.dims[0], sb.dims[1], margin, contacts, count)
    if sb.kind == CYLINDER:
        return _plane_cylinder(A, B, sb.dims[0], sb.dims[1], margin, contacts, count)
    if sb.kind == BOX:
        return _plane_box(A, B, sb.dims, margin, contacts, count)
    return _plane_convex(A, B, vertices, sb.first, sb.last, margin, contacts, count)


@kernel
def _plane_point(
    A: Array, x: float, y: float, z: float, r: float, margin: float, feature: int, contacts: Any, count: int
) -> int:
    """A ball of radius r about (x, y, z) against the plane of A."""
    nx, ny, nz = A[2], A[5], A[8]
    height = nx * (x - A[9]) + ny * (y - A[10]) + nz * (z - A[11])
    gap = height - r
    if gap < margin:
        s = r + 0.5 * gap
        return add_contact(
            contacts, count, x - s * nx, y - s * ny, z - s * nz, nx, ny, nz, gap, 0.0, r, feature, POINT_ON_PLANE
        )
    return count


@kernel
def _plane_capsule(A: Array, B: Array, r: float, half: float, margin: float, contacts: Any, count: int) -> int:
    for k in range(2):
        s = half if k == 0 else -half
        x, y, z = B[9] + s * B[2], B[10] + s * B[5], B[11] + s * B[8]
        count = _plane_point(A, x, y, z, r, margin, k, contacts, count)
    return count


@kernel
def _plane_box(A: Array, B: Array, half: Array, margin: float, contacts: Any, count: int) -> int:
    for k in range(8):
        a = half[0] if k & 1 else -half[0]
        b = half[1] if k & 2 else -half[1]
        c = half[2] if k & 4 else -half[2]
        x = B[9] + B[0] * a + B[1] * b + B[2] * c
        y = B[10] + B[3] * a + B[4] * b + B[5] * c
        z = B[11] + B[6] * a + B[7] * b + B[8] * c
        count = _plane_point(A, x, y, z, 0.0, margin, k, contacts, count)
    return count


@kernel
def _plane_cylinder(A: Array, B: Array, r: float, half: float, margin: float, contacts: Any, count: int) -> int:
    """The lowest point of each rim, and the three that share it evenly with it."""
    nx, ny, nz = A[2], A[5], A[8]
    ux, uy, uz = B[2], B[5], B[8]
    along = nx * ux + ny * uy + nz * uz
    dx, dy, dz = along * ux - nx, along * uy - ny, along * uz - nz  # down, within the rim's plane
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    centre = nx * (B[9] - A[9]) + ny * (B[10] - A[10]) + nz * (B[11] - A[11])
    if centre - half * abs(along) - r * length > margin + _ROUNDING * (abs(centre) + half + r):
        return count  # not even the lowest point is near
    if length > 1e-6:
        dx, dy, dz = dx / length, dy / length, dz / length
        geometry = OTHER  # the lowest point runs around the rim as the cylinder rolls
    else:
        dx, dy, dz = B[0], B[3], B[6]
        geometry = POINT_ON_PLANE
    ex, ey, ez = uy * dz - uz * dy, uz * dx - ux * dz, ux * dy - uy * dx
    for k in range(8):
        s = half if k < 4 else -half
        if k % 4 == 0:
            x, y, z = dx, dy, dz
        elif k % 4 == 1:
            x, y, z = ex, ey, ez
        elif k % 4 == 2:
            x, y, z = -dx, -dy, -dz
        else:
            x, y, z = -ex, -ey, -ez
        x, y, z = B[9] + s * ux + r * x, B[10] + s * uy + r * y, B[11] + s * uz + r * z
        before = count
        count = _plane_point(A, x, y, z, 0.0, margin, k, contacts, count)
        if count > before:
            contacts[before].geometry = geometry
    return count


@kernel
def _plane_convex(A: Array, B: Array, vertices: Array, first: int, last: int, margin: float, contacts: Any, count: int) -> int:
    """The deepest vertices, eight at most."""
    start = count
    # The plane in the frame of b: height = (px, py, pz)·vertex + above.
    nx, ny, nz = A[2], A[5], A[8]
    px, py, pz = nx * B[0] + ny * B[3] + nz * B[6], nx * B[1] + ny * B[4] + nz * B[7], nx * B[2] + ny * B[5] + nz * B[8]
    above = nx * (B[9] - A[9]) + ny * (B[10] - A[10]) + nz * (B[11] - A[11])
    limit = margin
    for i in range(first, last):
        a, b, c = vertices[i, 0], vertices[i, 1], vertices[i, 2]
        if px * a + py * b + pz * c + above >= limit:
            continue
        x = B[9] + B[0] * a + B[1] * b + B[2] * c
        y = B[10] + B[3] * a + B[4] * b + B[5] * c
        z = B[11] + B[6] * a + B[7] * b + B[8] * c
        if count - start < 8:
            count = _plane_point(A, x, y, z, 0.0, margin, i, contacts, count)
            continue
        highest = start
        for k in range(start + 1, count):
            if contacts[k].gap > contacts[highest].gap:
                highest = k
        limit = contacts[highest].gap
        _plane_point(A, x, y, z, 0.0, limit, i, contacts, highest)
    return count
