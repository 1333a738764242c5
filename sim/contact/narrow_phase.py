"""Contacts of pairs of shapes, by kernels of our own: everything that touches planes and spheres, capsules, boxes.

Pairs without a kernel here (cylinders and capsules against boxes and each other, convex meshes) go through coal.
Each function takes the world poses (12,) of two shapes and adds contacts to the buffer.
Source: Ericson 2005, chapter 5 (closest points of segments and boxes).
"""

from __future__ import annotations

import math
from typing import Any

from ..kernel import kernel
from ..multibody.arrays import Array
from .box_box import box_box
from .geometry import BOX, CAPSULE, CYLINDER, HAS_KERNEL, OTHER, PLANE, PLANE_ON_POINT, POINT_ON_PLANE, POINTS, SPHERE

FULL = -1
"""What a pair kernel returns instead of the number of contacts when the buffer has no room."""


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

    vertices : (k, 3) of convex shapes; G : (shapes, 12) world poses; clip : (2, 16, 3) scratch
    """
    sa, sb, A, B = shapes[a], shapes[b], G[a], G[b]
    if contacts.shape[0] < count + 16:
        return FULL
    first = count
    if sa.kind == PLANE:
        if sb.kind == SPHERE:
            count = _plane_point(A, B[9], B[10], B[11], sb.dims[0], margin, 0, contacts, count)
        elif sb.kind == CAPSULE:
            count = _plane_capsule(A, B, sb.dims[0], sb.dims[1], margin, contacts, count)
        elif sb.kind == CYLINDER:
            count = _plane_cylinder(A, B, sb.dims[0], sb.dims[1], margin, contacts, count)
        elif sb.kind == BOX:
            count = _plane_box(A, B, sb.dims, margin, contacts, count)
        else:
            count = _plane_convex(A, B, vertices, sb.first, sb.last, margin, contacts, count)
    elif sa.kind == SPHERE:
        if sb.kind == SPHERE:
            count = _points(A[9], A[10], A[11], sa.dims[0], B[9], B[10], B[11], sb.dims[0], margin, 0, contacts, count)
        elif sb.kind == CAPSULE:
            x, y, z = _on_segment(B, sb.dims[1], A[9], A[10], A[11])
            count = _points(A[9], A[10], A[11], sa.dims[0], x, y, z, sb.dims[0], margin, 0, contacts, count)
            for k in range(first, count):
                contacts[k].geometry = OTHER
        elif sb.kind == CYLINDER:
            count = _sphere_cylinder(A, sa.dims[0], B, sb.dims[0], sb.dims[1], margin, contacts, count)
        elif sb.kind == BOX:
            count = _sphere_box(A, sa.dims[0], B, sb.dims, margin, contacts, count)
    elif sa.kind == CAPSULE and sb.kind == CAPSULE:
        count = _capsule_capsule(A, sa.dims[0], sa.dims[1], B, sb.dims[0], sb.dims[1], margin, contacts, count)
    elif sa.kind == BOX and sb.kind == BOX:
        count = box_box(A, sa.dims, B, sb.dims, margin, contacts, count, clip)
    for k in range(first, count):
        finish(contacts[k], pair, a, b, sa, sb)
    return count


@kernel
def finish(contact: Any, pair: int, a: int, b: int, sa: Any, sb: Any) -> None:
    """Fill what does not depend on the kind of pair: identity, material, friction direction."""
    contact.a, contact.b, contact.pair = a, b, pair
    contact.friction = math.sqrt(sa.friction * sb.friction)
    contact.restitution = max(sa.restitution, sb.restitution)
    n, t = contact.normal, contact.tangent
    # A unit vector normal to n, without a jump as n turns about the vertical (Duff et al. 2017).
    sign = math.copysign(1.0, n[2])
    c = -1.0 / (sign + n[2])
    t[0], t[1], t[2] = 1.0 + sign * n[0] * n[0] * c, sign * n[0] * n[1] * c, -sign * n[0]
    contact.impulse[0] = contact.impulse[1] = contact.impulse[2] = 0.0


@kernel
def add(
    contacts: Any, count: int, x: float, y: float, z: float, nx: float, ny: float, nz: float,
    gap: float, radius_a: float, radius_b: float, feature: int, geometry: int,
) -> int:  # fmt: skip
    """Add one contact at (x, y, z), the point midway between the surfaces."""
    c = contacts[count]
    c.point[0], c.point[1], c.point[2] = x, y, z
    c.normal[0], c.normal[1], c.normal[2] = nx, ny, nz
    c.gap, c.radius_a, c.radius_b, c.feature, c.geometry = gap, radius_a, radius_b, feature, geometry
    return count + 1


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
        return add(
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
def _plane_convex(
    A: Array, B: Array, vertices: Array, first: int, last: int, margin: float, contacts: Any, count: int
) -> int:
    """The deepest vertices, eight at most."""
    start = count
    for i in range(first, last):
        a, b, c = vertices[i, 0], vertices[i, 1], vertices[i, 2]
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
        _plane_point(A, x, y, z, 0.0, contacts[highest].gap, i, contacts, highest)
    return count


@kernel
def _points(
    ax: float, ay: float, az: float, ra: float, bx: float, by: float, bz: float, rb: float,
    margin: float, feature: int, contacts: Any, count: int,
) -> int:  # fmt: skip
    """Two balls."""
    nx, ny, nz = bx - ax, by - ay, bz - az
    distance = math.sqrt(nx * nx + ny * ny + nz * nz)
    gap = distance - ra - rb
    if gap < margin:
        if distance > 0.0:
            nx, ny, nz = nx / distance, ny / distance, nz / distance
        else:
            nx, ny, nz = 0.0, 0.0, 1.0
        s = ra + 0.5 * gap
        return add(contacts, count, ax + s * nx, ay + s * ny, az + s * nz, nx, ny, nz, gap, ra, rb, feature, POINTS)
    return count


@kernel
def _on_segment(B: Array, half: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The point nearest to (x, y, z) of the segment of length 2·half along B's z axis."""
    s = B[2] * (x - B[9]) + B[5] * (y - B[10]) + B[8] * (z - B[11])
    s = min(max(s, -half), half)
    return B[9] + s * B[2], B[10] + s * B[5], B[11] + s * B[8]


@kernel
def _sphere_box(A: Array, r: float, B: Array, half: Array, margin: float, contacts: Any, count: int) -> int:
    """A ball a against a box b: the normal points from the ball into the box."""
    dx, dy, dz = A[9] - B[9], A[10] - B[10], A[11] - B[11]
    x = B[0] * dx + B[3] * dy + B[6] * dz
    y = B[1] * dx + B[4] * dy + B[7] * dz
    z = B[2] * dx + B[5] * dy + B[8] * dz
    cx, cy, cz = min(max(x, -half[0]), half[0]), min(max(y, -half[1]), half[1]), min(max(z, -half[2]), half[2])
    ox, oy, oz = x - cx, y - cy, z - cz
    square = ox * ox + oy * oy + oz * oz
    inside = square == 0.0
    axis = 0
    if inside:  # the centre is in the box: leave through the nearest face
        px, py, pz = half[0] - abs(x), half[1] - abs(y), half[2] - abs(z)
        axis = 0 if px <= py and px <= pz else (1 if py <= pz else 2)
        ox = math.copysign(1.0, x) if axis == 0 else 0.0
        oy = math.copysign(1.0, y) if axis == 1 else 0.0
        oz = math.copysign(1.0, z) if axis == 2 else 0.0
        distance = -min(px, min(py, pz))
    else:
        distance = math.sqrt(square)
        ox, oy, oz = ox / distance, oy / distance, oz / distance
    gap = distance - r
    if gap >= margin:
        return count
    outer = (1 if ox != 0.0 else 0) + (1 if oy != 0.0 else 0) + (1 if oz != 0.0 else 0)
    geometry = PLANE_ON_POINT if outer == 1 else (POINTS if outer == 3 else OTHER)
    nx = -(B[0] * ox + B[1] * oy + B[2] * oz)
    ny = -(B[3] * ox + B[4] * oy + B[5] * oz)
    nz = -(B[6] * ox + B[7] * oy + B[8] * oz)
    s = r + 0.5 * gap
    return add(contacts, count, A[9] + s * nx, A[10] + s * ny, A[11] + s * nz, nx, ny, nz, gap, r, 0.0, 0, geometry)


@kernel
def _sphere_cylinder(
    A: Array, r: float, B: Array, rb: float, half: float, margin: float, contacts: Any, count: int
) -> int:
    """A ball a against a cylinder b."""
    dx, dy, dz = A[9] - B[9], A[10] - B[10], A[11] - B[11]
    x = B[0] * dx + B[3] * dy + B[6] * dz
    y = B[1] * dx + B[4] * dy + B[7] * dz
    z = B[2] * dx + B[5] * dy + B[8] * dz
    rho = math.sqrt(x * x + y * y)
    if rho > 0.0:
        ux, uy = x / rho, y / rho
    else:
        ux, uy = 1.0, 0.0
    over, beyond = rho - rb, abs(z) - half
    up = math.copysign(1.0, z)
    geometry = OTHER
    if over <= 0.0 and beyond <= 0.0:
        if beyond >= over:
            distance, ox, oy, oz = beyond, 0.0, 0.0, up
        else:
            distance, ox, oy, oz = over, ux, uy, 0.0
    elif over <= 0.0:
        distance, ox, oy, oz = beyond, 0.0, 0.0, up
        geometry = PLANE_ON_POINT
    elif beyond <= 0.0:
        distance, ox, oy, oz = over, ux, uy, 0.0
    else:
        distance = math.sqrt(over * over + beyond * beyond)
        ox, oy, oz = ux * over / distance, uy * over / distance, up * beyond / distance
    gap = distance - r
    if gap >= margin:
        return count
    nx = -(B[0] * ox + B[1] * oy + B[2] * oz)
    ny = -(B[3] * ox + B[4] * oy + B[5] * oz)
    nz = -(B[6] * ox + B[7] * oy + B[8] * oz)
    s = r + 0.5 * gap
    return add(contacts, count, A[9] + s * nx, A[10] + s * ny, A[11] + s * nz, nx, ny, nz, gap, r, 0.0, 0, geometry)


@kernel
def _capsule_capsule(
    A: Array, ra: float, ha: float, B: Array, rb: float, hb: float, margin: float, contacts: Any, count: int
) -> int:
    """The nearest points of the two segments; for parallel ones, both ends of where they overlap."""
    cosine = A[2] * B[2] + A[5] * B[5] + A[8] * B[8]
    dx, dy, dz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    da = A[2] * dx + A[5] * dy + A[8] * dz
    db = B[2] * dx + B[5] * dy + B[8] * dz
    determinant = 1.0 - cosine * cosine
    first = count
    if determinant < 1e-10:
        low, high = max(-ha, da - hb), min(ha, da + hb)
        if high > low:
            for k in range(2):
                s = low if k == 0 else high
                ax, ay, az = A[9] + s * A[2], A[10] + s * A[5], A[11] + s * A[8]
                x, y, z = _on_segment(B, hb, ax, ay, az)
                count = _points(ax, ay, az, ra, x, y, z, rb, margin, k, contacts, count)
        else:
            s = min(max(da, -ha), ha)
            ax, ay, az = A[9] + s * A[2], A[10] + s * A[5], A[11] + s * A[8]
            x, y, z = _on_segment(B, hb, ax, ay, az)
            count = _points(ax, ay, az, ra, x, y, z, rb, margin, 2, contacts, count)
    else:
        s = min(max((da - cosine * db) / determinant, -ha), ha)
        t = min(max(cosine * s - db, -hb), hb)
        s = min(max(cosine * t + da, -ha), ha)
        count = _points(
            A[9] + s * A[2], A[10] + s * A[5], A[11] + s * A[8], ra,
            B[9] + t * B[2], B[10] + t * B[5], B[11] + t * B[8], rb, margin, 3, contacts, count,
        )  # fmt: skip
    for k in range(first, count):
        contacts[k].geometry = OTHER
    return count
