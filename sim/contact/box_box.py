"""Contacts of two boxes: the axis of least overlap, then the patch where their faces meet.

Source: Gottschalk, Lin & Manocha 1996 (separating axes); Ericson 2005, §5.5 and §8.3 (clipping).
"""

from __future__ import annotations

import math
from typing import Any

from ..kernel import kernel
from ..multibody.arrays import Array
from .geometry import OTHER, PLANE_ON_POINT, POINT_ON_PLANE

_FACE_BIAS = (
    1e-4  # an edge pair must be nearer than a face by this share of the boxes' size, so that patches do not flicker
)


@kernel
def box_box(A: Array, ha: Array, B: Array, hb: Array, margin: float, contacts: Any, count: int, clip: Array) -> int:
    """Add the contacts of boxes A and B (poses (12,), half lengths (3,)); up to eight, or one for crossing edges."""
    dx, dy, dz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    best, code = -1e300, -1
    for k in range(3):
        s = _separation(A[k], A[3 + k], A[6 + k], A, ha, B, hb, dx, dy, dz)
        if s > margin:
            return count
        if s > best:
            best, code = s, k
    size = ha[0] + ha[1] + ha[2] + hb[0] + hb[1] + hb[2]
    for k in range(3):
        s = _separation(B[k], B[3 + k], B[6 + k], A, ha, B, hb, dx, dy, dz)
        if s > margin:
            return count
        if s > best + 1e-9 * size:
            best, code = s, 3 + k
    edge = best
    ex, ey, ez = 0.0, 0.0, 0.0
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
                return count
            if s > edge + _FACE_BIAS * size:
                edge, code = s, 6 + 3 * i + j
                ex, ey, ez = x, y, z
    if code >= 6:
        return _edges(A, ha, B, hb, ex, ey, ez, code - 6, dx, dy, dz, contacts, count)
    if code < 3:
        return _faces(A, ha, B, hb, code, True, margin, contacts, count, clip)
    return _faces(B, hb, A, ha, code - 3, False, margin, contacts, count, clip)


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
    A: Array, ha: Array, B: Array, hb: Array, x: float, y: float, z: float, code: int,
    dx: float, dy: float, dz: float, contacts: Any, count: int,
) -> int:  # fmt: skip
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
    c.feature, c.geometry = 1000 + code, OTHER
    return count + 1


@kernel
def _faces(
    P: Array,
    hp: Array,
    Q: Array,
    hq: Array,
    axis: int,
    p_is_a: bool,
    margin: float,
    contacts: Any,
    count: int,
    clip: Array,
) -> int:
    """Clip the face of Q that faces P's face across `axis`, and keep what lies under that face."""
    dx, dy, dz = Q[9] - P[9], Q[10] - P[10], Q[11] - P[11]
    sign = 1.0 if P[axis] * dx + P[3 + axis] * dy + P[6 + axis] * dz >= 0.0 else -1.0
    nx, ny, nz = sign * P[axis], sign * P[3 + axis], sign * P[6 + axis]
    # Q's most opposed face.
    incident, least = 0, 1e300
    for k in range(3):
        s = -abs(nx * Q[k] + ny * Q[3 + k] + nz * Q[6 + k])
        if s < least - 1e-9:
            least, incident = s, k
    qs = -1.0 if nx * Q[incident] + ny * Q[3 + incident] + nz * Q[6 + incident] > 0.0 else 1.0
    u, v = (incident + 1) % 3, (incident + 2) % 3
    i, j = (axis + 1) % 3, (axis + 2) % 3
    poly, other = clip[0], clip[1]
    for k in range(4):  # in P's frame: along i, along j, height above P's face
        su = hq[u] if k == 0 or k == 3 else -hq[u]
        sv = hq[v] if k < 2 else -hq[v]
        x = dx + qs * hq[incident] * Q[incident] + su * Q[u] + sv * Q[v]
        y = dy + qs * hq[incident] * Q[3 + incident] + su * Q[3 + u] + sv * Q[3 + v]
        z = dz + qs * hq[incident] * Q[6 + incident] + su * Q[6 + u] + sv * Q[6 + v]
        poly[k, 0] = P[i] * x + P[3 + i] * y + P[6 + i] * z
        poly[k, 1] = P[j] * x + P[3 + j] * y + P[6 + j] * z
        poly[k, 2] = nx * x + ny * y + nz * z - hp[axis]
    n = 4
    for side in range(4):
        limit = hp[i] if side < 2 else hp[j]
        n = _clip(poly, n, side // 2, 1.0 if side % 2 == 0 else -1.0, limit, other)
        poly, other = other, poly
    for k in range(n):
        gap = poly[k, 2]
        if gap >= margin or _repeated(poly, k, n, hp):
            continue
        s = hp[axis] + 0.5 * gap
        c = contacts[count]
        c.point[0] = P[9] + poly[k, 0] * P[i] + poly[k, 1] * P[j] + s * nx
        c.point[1] = P[10] + poly[k, 0] * P[3 + i] + poly[k, 1] * P[3 + j] + s * ny
        c.point[2] = P[11] + poly[k, 0] * P[6 + i] + poly[k, 1] * P[6 + j] + s * nz
        flip = 1.0 if p_is_a else -1.0
        c.normal[0], c.normal[1], c.normal[2] = flip * nx, flip * ny, flip * nz
        c.gap, c.radius_a, c.radius_b = gap, 0.0, 0.0
        c.feature = k + 16 * (axis + (0 if p_is_a else 3))
        c.geometry = POINT_ON_PLANE if p_is_a else PLANE_ON_POINT
        count += 1
    return count


@kernel
def _clip(poly: Array, n: int, along: int, side: float, limit: float, out: Array) -> int:
    """Keep the part of a polygon (n points) with side · coordinate ≤ limit (Sutherland and Hodgman 1974)."""
    m = 0
    for k in range(n):
        k2 = (k + 1) % n
        d1, d2 = side * poly[k, along] - limit, side * poly[k2, along] - limit
        if d1 <= 0.0:
            out[m, 0], out[m, 1], out[m, 2] = poly[k, 0], poly[k, 1], poly[k, 2]
            m += 1
        if (d1 < 0.0 and d2 > 0.0) or (d1 > 0.0 and d2 < 0.0):
            t = d1 / (d1 - d2)
            for c in range(3):
                out[m, c] = poly[k, c] + t * (poly[k2, c] - poly[k, c])
            m += 1
    return m


@kernel
def _repeated(poly: Array, k: int, n: int, half: Array) -> bool:
    """Whether point k lies on an earlier one."""
    tolerance = 1e-6 * (half[0] + half[1] + half[2])
    for e in range(k):
        if abs(poly[k, 0] - poly[e, 0]) < tolerance and abs(poly[k, 1] - poly[e, 1]) < tolerance:
            return True
    return False
