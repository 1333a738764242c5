"""Contacts of balls with balls, capsules, cylinders and boxes, and of capsules with each other.

Source: Ericson 2005, chapter 5 (closest points of segments and boxes).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import i8, kernel, late
from ..contact_buffer import add_contact
from ..shape_table import CAPSULE, CYLINDER, OTHER, PLANE_ON_POINT, POINTS, SPHERE


@kernel
def sphere_pair(A: Array, r: float, sb: Any, B: Array, margin: float, contacts: Any, count: int) -> int:
    """Add the contact of a ball of radius r at pose A (12,) and shape b."""
    if sb.kind == SPHERE:
        return _points(A[9], A[10], A[11], r, B[9], B[10], B[11], sb.dims[0], margin, 0, contacts, count)
    if sb.kind == CAPSULE:
        x, y, z = _on_segment(B, sb.dims[1], A[9], A[10], A[11])
        after = _points(A[9], A[10], A[11], r, x, y, z, sb.dims[0], margin, 0, contacts, count)
        for k in range(count, after):
            contacts[k].geometry = OTHER
        return after
    if sb.kind == CYLINDER:
        return _sphere_cylinder(A, r, B, sb.dims[0], sb.dims[1], margin, contacts, count)
    return _sphere_box(A, r, B, sb.dims, margin, contacts, count)


@kernel
def _points(
    ax: float,
    ay: float,
    az: float,
    ra: float,
    bx: float,
    by: float,
    bz: float,
    rb: float,
    margin: float,
    feature: int,
    contacts: Any,
    count: int,
) -> int:
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
        return add_contact(contacts, count, ax + s * nx, ay + s * ny, az + s * nz, nx, ny, nz, gap, ra, rb, feature, POINTS)
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
    outer = (1 if ox != 0.0 else 0) + (1 if oy != 0.0 else 0) + (1 if oz != 0.0 else 0)
    geometry = PLANE_ON_POINT if outer == 1 else (POINTS if outer == 3 else OTHER)
    return _add_ball(A, r, B, ox, oy, oz, distance - r, geometry, margin, contacts, count)


@kernel
def _add_ball(
    A: Array,
    r: float,
    B: Array,
    ox: float,
    oy: float,
    oz: float,
    gap: float,
    geometry: int,
    margin: float,
    contacts: Any,
    count: int,
) -> int:
    """Add the contact of a ball a with a solid b, if it is near; (ox, oy, oz) points from b to the ball, in b's axes."""
    if gap >= margin:
        return count
    nx = -(B[0] * ox + B[1] * oy + B[2] * oz)
    ny = -(B[3] * ox + B[4] * oy + B[5] * oz)
    nz = -(B[6] * ox + B[7] * oy + B[8] * oz)
    s = r + 0.5 * gap
    return add_contact(contacts, count, A[9] + s * nx, A[10] + s * ny, A[11] + s * nz, nx, ny, nz, gap, r, 0.0, 0, geometry)


@kernel
def _sphere_cylinder(A: Array, r: float, B: Array, rb: float, half: float, margin: float, contacts: Any, count: int) -> int:
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
    return _add_ball(A, r, B, ox, oy, oz, distance - r, geometry, margin, contacts, count)


@late(i8, "capsules")
def capsule_capsule(
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
            A[9] + s * A[2],
            A[10] + s * A[5],
            A[11] + s * A[8],
            ra,
            B[9] + t * B[2],
            B[10] + t * B[5],
            B[11] + t * B[8],
            rb,
            margin,
            3,
            contacts,
            count,
        )
    for k in range(first, count):
        contacts[k].geometry = OTHER
    return count
