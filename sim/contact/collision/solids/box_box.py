"""Contacts of two boxes: the axis of least overlap, then the patch where their faces meet.

Source: Gottschalk, Lin & Manocha 1996 (separating axes); Ericson 2005, §5.5.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ..shape_table import LINES
from .box_faces import faces

_FACE_BIAS = 1e-4  # an edge pair must be nearer than a face by this share of the boxes' size, so that patches do not flicker

_ALIKE = 1.0 - 2e-6  # cosine between axes of faces that count as one


@kernel
def box_box(A: Array, ha: Array, B: Array, hb: Array, margin: float, contacts: Any, count: int, clip: Array) -> int:
    """Add the contacts of boxes A and B (poses (12,), half lengths (3,)); up to eight, or one for crossing edges."""
    _, code, x, y, z, _ = box_axis(A, ha, B, hb, margin, 0.0)
    return across_axis(A, ha, B, hb, code, x, y, z, margin, contacts, count, clip)


@kernel
def across_axis(
    A: Array,
    ha: Array,
    B: Array,
    hb: Array,
    code: int,
    x: float,
    y: float,
    z: float,
    margin: float,
    contacts: Any,
    count: int,
    clip: Array,
) -> int:
    """Add the contacts of two boxes across the axis of number `code` that `box_axis` has found; none for -1."""
    if code < 0:
        return count
    if code >= 6:
        dx, dy, dz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
        return _edges(A, ha, B, hb, x, y, z, code - 6, dx, dy, dz, contacts, count)
    if code < 3:
        return faces(A, ha, B, hb, code, True, margin, contacts, count, clip)
    return faces(B, hb, A, ha, code - 3, False, margin, contacts, count, clip)


@kernel
def box_axis(
    A: Array, ha: Array, B: Array, hb: Array, margin: float, least: float
) -> tuple[float, int, float, float, float, int]:
    """The axis along which two boxes are furthest apart: by how much, its number, -1 if beyond the margin, and itself; last,
    along how many they are apart by more than `least` [m].

    Faces of a have the numbers 0-2, those of b 3-5, pairs of edges the following. Of faces nearly alike one counts.
    """
    dx, dy, dz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    best, code, open_axes, of_a = -1e300, -1, 0, 0  # of_a: a bit for each of a's
    ex, ey, ez = 0.0, 0.0, 0.0
    for k in range(3):
        s = _separation(A[k], A[3 + k], A[6 + k], A, ha, B, hb, dx, dy, dz)
        if s > margin:
            return s, -1, ex, ey, ez, 0
        if s > least:
            open_axes, of_a = open_axes + 1, of_a | (1 << k)
        if s > best:
            best, code = s, k
    size = ha[0] + ha[1] + ha[2] + hb[0] + hb[1] + hb[2]
    for k in range(3):
        s = _separation(B[k], B[3 + k], B[6 + k], A, ha, B, hb, dx, dy, dz)
        if s > margin:
            return s, -1, ex, ey, ez, 0
        if s > least and not _is_along(A, of_a, B[k], B[3 + k], B[6 + k]):
            open_axes += 1
        if s > best + 1e-9 * size:
            best, code = s, 3 + k
    edge = best
    for i in range(3):
        for j in range(3):
            x = A[3 + i] * B[6 + j] - A[6 + i] * B[3 + j]
            y = A[6 + i] * B[j] - A[i] * B[6 + j]
            z = A[i] * B[3 + j] - A[3 + i] * B[j]
            length = math.sqrt(x * x + y * y + z * z)
            if length < 1e-6:
                continue
            x, y, z = x / length, y / length, z / length
            s = _separation(x, y, z, A, ha, B, hb, dx, dy, dz)
            if s > margin:
                return s, -1, ex, ey, ez, 0
            if s > edge + _FACE_BIAS * size:
                edge, code = s, 6 + 3 * i + j
                ex, ey, ez = x, y, z
    if code < 3:
        ex, ey, ez = A[code], A[3 + code], A[6 + code]
    elif code < 6:
        ex, ey, ez = B[code - 3], B[code], B[code + 3]
    return edge, code, ex, ey, ez, open_axes + (1 if code >= 6 else 0)


@kernel
def _is_along(A: Array, axes: int, x: float, y: float, z: float) -> bool:
    """Whether the unit axis (x, y, z) is one of those axes of A, a bit each, but for less than 0.002 rad."""
    for k in range(3):
        if axes & (1 << k) and abs(A[k] * x + A[3 + k] * y + A[6 + k] * z) > _ALIKE:
            return True
    return False


@kernel
def _separation(
    x: float, y: float, z: float, A: Array, ha: Array, B: Array, hb: Array, dx: float, dy: float, dz: float
) -> float:
    """Distance of the boxes along the unit axis (x, y, z); negative when they overlap there."""
    reach = 0.0
    for k in range(3):
        reach += ha[k] * abs(x * A[k] + y * A[3 + k] + z * A[6 + k])
        reach += hb[k] * abs(x * B[k] + y * B[3 + k] + z * B[6 + k])
    return abs(x * dx + y * dy + z * dz) - reach


@kernel
def _edges(
    A: Array,
    ha: Array,
    B: Array,
    hb: Array,
    x: float,
    y: float,
    z: float,
    code: int,
    dx: float,
    dy: float,
    dz: float,
    contacts: Any,
    count: int,
) -> int:
    """The nearest points of two crossing edges, along the unit normal (x, y, z)."""
    i, j = code // 3, code % 3
    if x * dx + y * dy + z * dz < 0.0:
        x, y, z = -x, -y, -z
    # A point of each edge: the corner furthest along ± the normal, its own axis left out.
    ax, ay, az, bx, by, bz = A[9], A[10], A[11], B[9], B[10], B[11]
    for k in range(3):
        if k != i:
            s = math.copysign(ha[k], x * A[k] + y * A[3 + k] + z * A[6 + k])
            ax, ay, az = ax + s * A[k], ay + s * A[3 + k], az + s * A[6 + k]
        if k != j:
            s = -math.copysign(hb[k], x * B[k] + y * B[3 + k] + z * B[6 + k])
            bx, by, bz = bx + s * B[k], by + s * B[3 + k], bz + s * B[6 + k]
    cosine = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j]
    px, py, pz = bx - ax, by - ay, bz - az
    da = A[i] * px + A[3 + i] * py + A[6 + i] * pz
    db = B[j] * px + B[3 + j] * py + B[6 + j] * pz
    d = 1.0 - cosine * cosine
    s, t = (da - cosine * db) / d, (cosine * da - db) / d
    ax, ay, az = ax + s * A[i], ay + s * A[3 + i], az + s * A[6 + i]
    bx, by, bz = bx + t * B[j], by + t * B[3 + j], bz + t * B[6 + j]
    gap = x * (bx - ax) + y * (by - ay) + z * (bz - az)
    c = contacts[count]
    c.point[0], c.point[1], c.point[2] = 0.5 * (ax + bx), 0.5 * (ay + by), 0.5 * (az + bz)
    c.normal[0], c.normal[1], c.normal[2] = x, y, z
    c.gap, c.radius_a, c.radius_b = gap, 0.0, 0.0
    c.feature, c.geometry = 1000 + code, LINES
    c.across[0] = c.across[1] = c.across[2] = 0.0
    return count + 1
