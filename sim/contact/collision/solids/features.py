"""What of a solid faces a direction: a corner, a line, a disc or a face; and contacts of its points with a flat.

A feature is what lies furthest along the direction within a small tilt, so that what rests on it stays on all of it.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ..contact_buffer import add_contact
from ..shape_table import BOX, CYLINDER, PLANE_ON_POINT, POINT_ON_PLANE

CORNER, LINE, DISC, FACE = 0, 1, 2, 3
TILT = 0.02
"""Two flats this nearly parallel meet in a patch [rad]."""
LEVEL = 1e-6  # and within this, their points are known to stay where they are on both [rad]


@kernel
def feature_of(kind: int, dims: Array, G: Array, x: float, y: float, z: float, tilt: float) -> int:
    """What a box, capsule or cylinder at pose G (12,) turns towards the unit vector (x, y, z), within `tilt` [rad]."""
    if kind == BOX:
        ex, ey, ez = x * G[0] + y * G[3] + z * G[6], x * G[1] + y * G[4] + z * G[7], x * G[2] + y * G[5] + z * G[8]
        ex, ey, ez = ex * ex, ey * ey, ez * ez
        if ex + ey + ez - max(ex, max(ey, ez)) < tilt * tilt:
            return FACE
        return LINE if min(ex, min(ey, ez)) < tilt * tilt else CORNER
    if abs(x * G[2] + y * G[5] + z * G[8]) < tilt:
        return LINE
    ex, ey, ez = y * G[8] - z * G[5], z * G[2] - x * G[8], x * G[5] - y * G[2]
    return DISC if kind == CYLINDER and ex * ex + ey * ey + ez * ez < tilt * tilt else CORNER


@kernel
def foremost(kind: int, dims: Array, G: Array, x: float, y: float, z: float, tilt: float) -> tuple[float, float, float]:
    """The middle of that feature, of the solid without its ball (a capsule's axis), in the world [m]."""
    px, py, pz = G[9], G[10], G[11]
    for k in range(3):
        if kind != BOX and k != 2:
            continue
        along = x * G[k] + y * G[3 + k] + z * G[6 + k]
        if abs(along) >= tilt:
            s = math.copysign(dims[k] if kind == BOX else dims[1], along)
            px, py, pz = px + s * G[k], py + s * G[3 + k], pz + s * G[6 + k]
    if kind == CYLINDER:
        along = x * G[2] + y * G[5] + z * G[8]
        ex, ey, ez = x - along * G[2], y - along * G[5], z - along * G[8]
        length = math.sqrt(ex * ex + ey * ey + ez * ez)
        if length > tilt:
            s = dims[0] / length
            px, py, pz = px + s * ex, py + s * ey, pz + s * ez
    return px, py, pz


@kernel
def line_of(kind: int, dims: Array, G: Array, x: float, y: float, z: float) -> tuple[int, float]:
    """Which axis of the pose a shape's line towards (x, y, z) runs along, and its half length [m]."""
    if kind != BOX:
        return 2, dims[1]
    axis, least = 0, 2.0
    for k in range(3):
        along = abs(x * G[k] + y * G[3 + k] + z * G[6 + k])
        if along < least:
            axis, least = k, along
    return axis, dims[axis]


@kernel
def flat_of(kind: int, dims: Array, G: Array, x: float, y: float, z: float) -> int:
    """Which axis of the pose is normal to the face or disc towards (x, y, z)."""
    if kind != BOX:
        return 2
    axis, most = 0, -1.0
    for k in range(3):
        along = abs(x * G[k] + y * G[3 + k] + z * G[6 + k])
        if along > most + 1e-9:
            axis, most = k, along
    return axis


@kernel
def add_on_flat(
    px: float,
    py: float,
    pz: float,
    radius: float,
    of_b: bool,
    G: Array,
    axis: int,
    half: float,
    nx: float,
    ny: float,
    nz: float,
    margin: float,
    feature: int,
    geometry: int,
    contacts: Any,
    count: int,
) -> int:
    """Add the contact, along the normal n from a into b, of a point (with a radius) with the other solid's flat.

    of_b : whether the point is of b; G, axis, half : the flat's pose, its normal among that pose's axes, its distance
    """
    side = -1.0 if of_b else 1.0
    sx, sy, sz = px + side * radius * nx, py + side * radius * ny, pz + side * radius * nz
    fx, fy, fz = G[axis], G[3 + axis], G[6 + axis]
    slope = fx * nx + fy * ny + fz * nz
    height = (sx - G[9]) * fx + (sy - G[10]) * fy + (sz - G[11]) * fz
    flat = math.copysign(half, -side * slope)
    t = (flat - height) / slope
    gap = side * t
    if gap >= margin:
        return count
    ra, rb = (0.0, radius) if of_b else (radius, 0.0)
    return add_contact(
        contacts, count, sx + 0.5 * t * nx, sy + 0.5 * t * ny, sz + 0.5 * t * nz, nx, ny, nz, gap, ra, rb, feature, geometry
    )


@kernel
def kind_of_point(of_b: bool) -> int:
    """How the geometry of a point on a flat is called."""
    return POINT_ON_PLANE if of_b else PLANE_ON_POINT
