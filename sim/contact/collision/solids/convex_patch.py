"""Contacts of convex meshes with solids, and of ellipsoids with what has corners or edges: the patch across the widest direction.

Each shape offers what of its core lies furthest along the normal, within a small angle: a face, an edge or a corner. The two are
projected along the normal and intersected; the gap at a point is the difference of their heights. Points are told apart by where
they come from: a corner of b, or the corner or edge of a that cuts it.
Source: Sutherland & Hodgman 1974 (clipping); Andrew 1979 (hulls in the plane); Ericson 2005, §5.5.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import i8, kernel, late
from ..contact_buffer import add_contact
from ..shape_table import BOX, CAPSULE, CONVEX, CYLINDER, OTHER
from .convex_direction import widest_direction
from .cores import core_radius, furthest, separation_along
from .features import TILT
from .surely_apart import are_surely_apart

MOST_POINTS = 8
_RIM = 16  # points that stand for the rim of a cylinder
_FLAT_BIAS = 1e-4  # of the smaller radius, by which a flat may be worse than the best direction
_SAME = 1e-12  # points of a plane that are nearer are one [m]
_CUTS = 4096  # names of points that edges cut begin here
_STRAIGHT = 1e-12  # 1 - cosine of what is parallel
_BESIDE = 1 << 32  # and further names of single points


@late(i8, "convex meshes")
def convex_pair(
    sa: Any, A: Array, sb: Any, B: Array, vertices: Array, margin: float, contacts: Any, count: int, scratch: Array
) -> int:
    """Add the contacts of convex shapes a and b at poses A and B (12,), not finished; the new count. scratch : (8, 256, 4)"""
    if are_surely_apart(sa, A, sb, B, vertices, margin):
        return count
    gap, nx, ny, nz = widest_direction(sa, A, sb, B, vertices, margin, scratch[0])
    if gap >= margin:
        return count
    fx, fy, fz = _flat_near(sa, A, sb, B, vertices, nx, ny, nz, gap)
    on_a, on_b = scratch[0], scratch[1]
    ka = _extreme_into(sa, vertices, A, fx, fy, fz, on_a)
    kb = _extreme_into(sb, vertices, B, -fx, -fy, -fz, on_b)
    if min(ka, kb) > 1:
        nx, ny, nz = fx, fy, fz
    else:  # one point touches: there is no patch to snap to
        ka = _extreme_into(sa, vertices, A, nx, ny, nz, on_a)
        kb = _extreme_into(sb, vertices, B, -nx, -ny, -nz, on_b)
    px, py, pz = _middle(on_b, kb) if kb <= ka else _middle(on_a, ka)  # from which the plane is measured
    sign = math.copysign(1.0, nz)  # two directions across n (Duff et al. 2017)
    c = -1.0 / (sign + nz)
    d = nx * ny * c
    ux, uy, uz, vx, vy, vz = 1.0 + sign * nx * nx * c, sign * d, -sign * nx, d, sign + ny * ny * c, -ny
    for of_b in range(2):
        points, k = (on_b, kb) if of_b else (on_a, ka)
        for i in range(k):
            x, y, z = points[i, 0] - px, points[i, 1] - py, points[i, 2] - pz
            points[i, 0], points[i, 1] = x * ux + y * uy + z * uz, x * vx + y * vy + z * vz
            points[i, 2] = x * nx + y * ny + z * nz
    first = count
    flat, points = _overlap(on_a, ka, on_b, kb, scratch)
    a0, a1, a2 = _plane_of(on_a, ka)
    b0, b1, b2 = _plane_of(on_b, kb)
    ra, rb = core_radius(sa), core_radius(sb)
    # What a single point rests on, a flat, an edge or a corner, is part of its name: on another it turns otherwise.
    is_flat = fx * nx + fy * ny + fz * nz > 1.0 - _STRAIGHT and max(ka, kb) > 2
    beside = _BESIDE * (1 + (3 if is_flat else min(max(ka, kb), 2))) if min(ka, kb) == 1 else 0
    for k in range(min(points, MOST_POINTS)):
        i = k if points <= MOST_POINTS else k * points // MOST_POINTS
        x, y = flat[i, 0], flat[i, 1]
        low, high = a0 + a1 * x + a2 * y + ra, b0 + b1 * x + b2 * y - rb
        if high - low >= margin:
            continue
        h = 0.5 * (low + high)
        count = add_contact(
            contacts,
            count,
            px + x * ux + y * vx + h * nx,
            py + x * uy + y * vy + h * ny,
            pz + x * uz + y * vz + h * nz,
            nx,
            ny,
            nz,
            high - low,
            0.0,
            0.0,
            beside + int(flat[i, 3]),
            OTHER,
        )
    if count == first:  # they are near where neither has its foremost point
        x, y, z = furthest(sa, vertices, A, nx, ny, nz)
        s = ra + 0.5 * gap
        count = add_contact(contacts, count, x + s * nx, y + s * ny, z + s * nz, nx, ny, nz, gap, 0.0, 0.0, _CUTS - 1, OTHER)
    return count


@kernel
def _flat_near(
    sa: Any, A: Array, sb: Any, B: Array, vertices: Array, nx: float, ny: float, nz: float, gap: float
) -> tuple[float, float, float]:
    """The normal of a flat of either shape within TILT of the direction n of this gap, if it is nearly as good; else n."""
    best, x, y, z = gap - _FLAT_BIAS * min(sa.radius, sb.radius), nx, ny, nz
    for of_b in range(2):
        shape, G, side = (sb, B, -1.0) if of_b else (sa, A, 1.0)
        flats = 3 if shape.kind == BOX else (1 if shape.kind == CYLINDER else (shape.flats if shape.kind == CONVEX else 0))
        for f in range(flats):
            if shape.kind == CONVEX:
                row = shape.last + 2 * f
                u, v, w = vertices[row, 0], vertices[row, 1], vertices[row, 2]
            else:
                axis = f if shape.kind == BOX else 2
                u, v, w = (1.0 if axis == 0 else 0.0), (1.0 if axis == 1 else 0.0), (1.0 if axis == 2 else 0.0)
            fx, fy, fz = G[0] * u + G[1] * v + G[2] * w, G[3] * u + G[4] * v + G[5] * w, G[6] * u + G[7] * v + G[8] * w
            along = side * (fx * nx + fy * ny + fz * nz)
            turn = side if along >= 0.0 or shape.kind == CONVEX else -side
            if turn * side * along < 1.0 - 0.5 * TILT * TILT:
                continue
            fx, fy, fz = turn * fx, turn * fy, turn * fz
            found = separation_along(sa, A, sb, B, vertices, fx, fy, fz)
            if found > best:
                best, x, y, z = found, fx, fy, fz
    return x, y, z


@kernel
def _extreme_into(shape: Any, vertices: Array, G: Array, x: float, y: float, z: float, out: Array) -> int:
    """Write the points (x, y, z, name) of a shape's core that lie furthest along a direction of the world, within TILT; how many.

    Of a hull those of its facets that are so nearly across it; without any, of an edge from the furthest corner that is; else
    that corner. (How deep a corner lies below the furthest says nothing: the other side of a thin plate is not.)
    """
    u, v, w = G[0] * x + G[3] * y + G[6] * z, G[1] * x + G[4] * y + G[7] * z, G[2] * x + G[5] * y + G[8] * z
    dims, n = shape.dims, 0
    if shape.kind == BOX:
        for k in range(8):
            is_in = True
            for e in range(3):
                along = u if e == 0 else (v if e == 1 else w)
                is_in = is_in and (abs(along) < TILT or (along > 0.0) == (k >> e & 1 == 1))
            if is_in:
                a, b, c = dims[0] if k & 1 else -dims[0], dims[1] if k & 2 else -dims[1], dims[2] if k & 4 else -dims[2]
                n = _add_point(G, a, b, c, k, out, n)
    elif shape.kind == CYLINDER:
        across, end = math.sqrt(u * u + v * v), math.copysign(dims[1], w)
        if across < TILT:
            start = math.atan2(v, u)
            for k in range(_RIM):
                angle = start + 2.0 * math.pi * k / _RIM
                n = _add_point(G, dims[0] * math.cos(angle), dims[0] * math.sin(angle), end, k, out, n)
        else:
            a, b = dims[0] * u / across, dims[0] * v / across
            n = _add_point(G, a, b, end, 0, out, n)
            if abs(w) < TILT:
                n = _add_point(G, a, b, -end, 1, out, n)
    elif shape.kind == CAPSULE:
        end = math.copysign(dims[1], w)
        n = _add_point(G, 0.0, 0.0, end, 0 if w > 0.0 else 1, out, n)
        if abs(w) < TILT:
            n = _add_point(G, 0.0, 0.0, -end, 1 if w > 0.0 else 0, out, n)
    elif shape.kind == CONVEX:
        n = _extreme_of_hull(shape, vertices, G, u, v, w, out)
    else:  # a ball or an ellipsoid
        out[0, 0], out[0, 1], out[0, 2] = furthest(shape, vertices, G, x, y, z)
        out[0, 3], n = 0.0, 1
    return n


@kernel
def _add_point(G: Array, x: float, y: float, z: float, name: int, out: Array, n: int) -> int:
    for e in range(3):
        out[n, e] = G[9 + e] + G[3 * e] * x + G[3 * e + 1] * y + G[3 * e + 2] * z
    out[n, 3] = name
    return n + 1


@kernel
def _extreme_of_hull(shape: Any, vertices: Array, G: Array, u: float, v: float, w: float, out: Array) -> int:
    """`_extreme_into`, of a hull, along (u, v, w) in its frame; at most as many points as there is room for."""
    n, first, height = 0, shape.first, -math.inf
    for f in range(shape.flats):
        row = shape.last + 2 * f
        if vertices[row, 0] * u + vertices[row, 1] * v + vertices[row, 2] * w > 1.0 - 0.5 * TILT * TILT:
            for e in range(3):
                n = _add_corner(shape, vertices, G, int(vertices[row + 1, e]), out, n)
    if n > 0:
        return n
    for k in range(shape.first, shape.last):
        along = vertices[k, 0] * u + vertices[k, 1] * v + vertices[k, 2] * w
        if along > height:
            first, height = k, along
    n = _add_corner(shape, vertices, G, first - shape.first, out, n)
    for f in range(shape.flats):
        row = shape.last + 2 * f + 1
        if first - shape.first in (int(vertices[row, 0]), int(vertices[row, 1]), int(vertices[row, 2])):
            for e in range(3):
                n = _add_beside(shape, vertices, G, first, int(vertices[row, e]) + shape.first, u, v, w, out, n)
    if shape.flats == 0:  # flat: every corner may be beside it
        for k in range(shape.first, shape.last):
            n = _add_beside(shape, vertices, G, first, k, u, v, w, out, n)
    return n


@kernel
def _add_beside(
    shape: Any, vertices: Array, G: Array, first: int, k: int, u: float, v: float, w: float, out: Array, n: int
) -> int:
    """Add vertex k if the edge to it from the furthest vertex is nearly across the direction."""
    x, y, z = (vertices[first, 0] - vertices[k, 0], vertices[first, 1] - vertices[k, 1], vertices[first, 2] - vertices[k, 2])
    if x * u + y * v + z * w <= TILT * math.sqrt(x * x + y * y + z * z) + _SAME:
        return _add_corner(shape, vertices, G, k - shape.first, out, n)
    return n


@kernel
def _add_corner(shape: Any, vertices: Array, G: Array, corner: int, out: Array, n: int) -> int:
    """Add a corner of a hull, once; not where there is no room."""
    for i in range(n):
        if out[i, 3] == corner:
            return n
    if n == out.shape[0]:
        return n
    k = shape.first + corner
    return _add_point(G, vertices[k, 0], vertices[k, 1], vertices[k, 2], corner, out, n)


@kernel
def _middle(points: Array, n: int) -> tuple[float, float, float]:
    x = y = z = 0.0
    for i in range(n):
        x, y, z = x + points[i, 0], y + points[i, 1], z + points[i, 2]
    return x / n, y / n, z / n


@kernel
def _plane_of(points: Array, n: int) -> tuple[float, float, float]:
    """Height at the origin, and slopes along x and y, of the plane, line or point that points (x, y, height) span."""
    x, y, h = _middle(points, n)
    xx = xy = yy = xh = yh = 0.0
    for i in range(n):
        dx, dy, dh = points[i, 0] - x, points[i, 1] - y, points[i, 2] - h
        xx, xy, yy, xh, yh = xx + dx * dx, xy + dx * dy, yy + dy * dy, xh + dx * dh, yh + dy * dh
    # Least squares along the two main directions of the points, where those are spread.
    half, mean = math.sqrt(0.25 * (xx - yy) ** 2 + xy * xy), 0.5 * (xx + yy)
    angle = 0.5 * math.atan2(2.0 * xy, xx - yy)
    slope_x = slope_y = 0.0
    for e in range(2):
        spread = mean + half if e == 0 else mean - half
        cosine, sine = (math.cos(angle), math.sin(angle)) if e == 0 else (-math.sin(angle), math.cos(angle))
        if spread > 1e-12 * (mean + half) and spread > 0.0:
            slope = (cosine * xh + sine * yh) / spread
            slope_x, slope_y = slope_x + slope * cosine, slope_y + slope * sine
    return h - slope_x * x - slope_y * y, slope_x, slope_y


@kernel
def _overlap(on_a: Array, ka: int, on_b: Array, kb: int, scratch: Array) -> tuple[Array, int]:
    """The corners (x, y, ·, name) of the intersection of the hulls of two sets of plane points, and how many they are."""
    a, na = scratch[2], _hull_into(on_a, ka, scratch[4], scratch[2])
    b, nb = scratch[3], _hull_into(on_b, kb, scratch[4], scratch[3])
    if na < nb:
        a, na, b, nb = b, nb, a, na
    if nb == 1:
        return b, 1
    if na == 2:
        return scratch[5], _crossing_into(a, b, scratch[5])
    polygon, n, other = b, nb, scratch[5]
    spare = scratch[6]
    for k in range(na):
        last = (k + 1) % na
        ex, ey = a[last, 0] - a[k, 0], a[last, 1] - a[k, 1]
        tolerance = 1e-9 * max(abs(ex), abs(ey))
        m = 0
        for i in range(n):
            j = (i + 1) % n
            si = ex * (polygon[i, 1] - a[k, 1]) - ey * (polygon[i, 0] - a[k, 0])
            sj = ex * (polygon[j, 1] - a[k, 1]) - ey * (polygon[j, 0] - a[k, 0])
            if si >= -tolerance and m < other.shape[0]:
                for e in range(4):
                    other[m, e] = polygon[i, e]
                m += 1
            is_edge = n > 2 or i + 1 < n
            if is_edge and (si > tolerance) != (sj > tolerance) and abs(si - sj) > tolerance:
                t = si / (si - sj)
                if 0.0 < t < 1.0 and m < other.shape[0]:
                    other[m, 0] = polygon[i, 0] + t * (polygon[j, 0] - polygon[i, 0])
                    other[m, 1] = polygon[i, 1] + t * (polygon[j, 1] - polygon[i, 1])
                    other[m, 2] = 0.0
                    # An edge of the one between two points of the other: whose names do not depend on how they were found.
                    low, high = min(polygon[i, 3], polygon[j, 3]), max(polygon[i, 3], polygon[j, 3])
                    other[m, 3] = _CUTS * (1.0 + a[k, 3]) + (16.0 * low + high) % _CUTS
                    m += 1
        if m == 0:
            return other, 0
        polygon, other, spare, n = other, spare, other, m
    return polygon, n


@kernel
def _hull_into(points: Array, n: int, order: Array, out: Array) -> int:
    """Write the corners of the convex hull of plane points, counter-clockwise, into `out`; how many they are (Andrew 1979)."""
    for i in range(n):  # by x, then y
        k = i
        while k > 0 and _is_before(points, i, int(order[k - 1, 0])):
            order[k, 0] = order[k - 1, 0]
            k -= 1
        order[k, 0] = i
    m = 0
    for i in range(n):  # once where they are the same
        at = int(order[i, 0])
        if m > 0:
            last = int(order[m - 1, 0])
            if abs(points[at, 0] - points[last, 0]) <= _SAME and abs(points[at, 1] - points[last, 1]) <= _SAME:
                continue
        order[m, 0] = at
        m += 1
    if m < 3:
        for i in range(m):
            for e in range(4):
                out[i, e] = points[int(order[i, 0]), e]
        return m
    size = 0
    for side in range(2):
        start = size
        for i in range(m):
            at = int(order[i, 0] if side == 0 else order[m - 1 - i, 0])
            while size - start > 1:
                ux, uy = out[size - 1, 0] - out[size - 2, 0], out[size - 1, 1] - out[size - 2, 1]
                wx, wy = points[at, 0] - out[size - 1, 0], points[at, 1] - out[size - 1, 1]
                if ux * wy - uy * wx > 1e-14:
                    break
                size -= 1
            if size == out.shape[0]:
                return size
            for e in range(4):
                out[size, e] = points[at, e]
            size += 1
        size -= 1  # the last begins the other chain
    return size


@kernel
def _is_before(points: Array, i: int, k: int) -> bool:
    return bool(points[i, 0] < points[k, 0] or (points[i, 0] == points[k, 0] and points[i, 1] < points[k, 1]))


@kernel
def _crossing_into(a: Array, b: Array, out: Array) -> int:
    """Where two segments cross; if they are parallel, the ends of what they share; how many points."""
    ux, uy, wx, wy = a[1, 0] - a[0, 0], a[1, 1] - a[0, 1], b[1, 0] - b[0, 0], b[1, 1] - b[0, 1]
    dx, dy = b[0, 0] - a[0, 0], b[0, 1] - a[0, 1]
    determinant, square = ux * wy - uy * wx, ux * ux + uy * uy
    out[0, 2] = out[1, 2] = 0.0
    if abs(determinant) > TILT * math.sqrt(square * (wx * wx + wy * wy)):
        t = (dx * wy - dy * wx) / determinant
        out[0, 0], out[0, 1], out[0, 3] = a[0, 0] + t * ux, a[0, 1] + t * uy, _CUTS - 2
        return 1
    s, t = (dx * ux + dy * uy) / square, ((dx + wx) * ux + (dy + wy) * uy) / square
    low, high = min(max(min(s, t), 0.0), 1.0), min(max(max(s, t), 0.0), 1.0)
    for k in range(2):
        r = low if k == 0 else high
        out[k, 0], out[k, 1], out[k, 3] = a[0, 0] + r * ux, a[0, 1] + r * uy, k
    return 2 if high > low else 1
