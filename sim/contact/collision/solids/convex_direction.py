"""Along which direction two convex shapes are furthest apart, and by how much: of all n, the largest n·(q - p) over their points.

While their cores are apart, the nearest point of their difference to the origin is found by simplices of its points (GJK); where
they overlap, the face of it that is nearest, by a polytope that grows towards it (EPA). On what is curved that would have to grow
for ever: there the shapes are moved apart along the best direction n₀ so far, by s, and the nearest point finds the n of the
largest σ(n) + s n·n₀, which is a step of the proximal point method on the gap, the largest σ: none makes it smaller.
Source: van den Bergen 2003, "Collision detection in interactive 3D environments", §4.3 (GJK, EPA); Ericson 2005, §5.1 and §9.5;
Rockafellar 1976 (proximal points).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel, small
from ..shape_table import CYLINDER, ELLIPSOID
from .cores import core_radius, furthest, separation_along
from .growing_polytope import way_out

_TURNS = 64  # of GJK
_EXACT = 1e-14  # share of a squared distance by which GJK may miss it
_TOUCHING = 1e-9  # of both radii: cores that are nearer have no direction that rounding would leave
_STEPS = 30  # of proximal points
_CLEAR = 1e-3  # of both radii, how far the shapes are moved apart beyond touching
_SAME = 1e-13  # of both radii: σ that is not larger by more is the same


@kernel
def widest_direction(
    sa: Any, A: Array, sb: Any, B: Array, vertices: Array, margin: float, scratch: Array
) -> tuple[float, float, float, float]:
    """The gap of shapes a and b at poses A and B (12,) [m], and the unit direction from a to b along which it is.

    Above `margin` the gap is one that they have at least. scratch : (8, 4)
    """
    size = sa.radius + sb.radius
    radii = core_radius(sa) + core_radius(sb)
    distance, x, y, z = _nearest(sa, A, sb, B, 0.0, 0.0, 0.0, vertices, margin + radii, scratch)
    if distance > margin + radii:
        return distance - radii, x, y, z
    gap = distance - radii
    if distance <= _TOUCHING * size:
        x, y, z = way_out(sa, A, sb, B, vertices, scratch)
        gap = separation_along(sa, A, sb, B, vertices, x, y, z)
        # The way out of what is flat, as a plate is to a pebble, is not known well: as likely it is across a face.
        for k in range(12):
            side, G = 1.0 if k < 6 else -1.0, A if k % 6 < 3 else B
            nx, ny, nz = side * G[k % 3], side * G[3 + k % 3], side * G[6 + k % 3]
            found = separation_along(sa, A, sb, B, vertices, nx, ny, nz)
            if found > gap:
                gap, x, y, z = found, nx, ny, nz
    if not (_is_curved(sa) or _is_curved(sb)):
        return gap, x, y, z
    cx, cy, cz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    length = math.sqrt(cx * cx + cy * cy + cz * cz)
    if length > 0.0 and distance <= _TOUCHING * size:
        start = separation_along(sa, A, sb, B, vertices, cx / length, cy / length, cz / length)
        if start > gap:
            gap, x, y, z = start, cx / length, cy / length, cz / length
    gap = separation_along(sa, A, sb, B, vertices, x, y, z)
    for _ in range(_STEPS):
        away = max(0.0, -gap) + radii + _CLEAR * size
        _, nx, ny, nz = _nearest(sa, A, sb, B, away * x, away * y, away * z, vertices, math.inf, scratch)
        if nx == 0.0 and ny == 0.0 and nz == 0.0:
            break  # rounding: apart along (x, y, z), they are taken to overlap
        found = separation_along(sa, A, sb, B, vertices, nx, ny, nz)
        if found > gap:
            x, y, z = nx, ny, nz
        if found <= gap + _SAME * size:
            break
        gap = found
    return gap, x, y, z


@small
def _is_curved(shape: Any) -> bool:
    return bool(shape.kind == CYLINDER or shape.kind == ELLIPSOID)


@kernel
def _nearest(
    sa: Any, A: Array, sb: Any, B: Array, mx: float, my: float, mz: float, vertices: Array, enough: float, P: Array
) -> tuple[float, float, float, float]:
    """The distance of two cores, b moved by (mx, my, mz) [m], and its unit direction from a to b: 0 where they overlap.

    Beyond `enough` it ends with a distance that they have at least. P : (8, 4) out: the simplex it ended with in its first rows,
    how many points that has in P[7, 0]
    """
    x, y, z = B[9] + mx - A[9], B[10] + my - A[10], B[11] + mz - A[11]
    square = x * x + y * y + z * z
    if square == 0.0:
        x, y, z, square = 1.0, 0.0, 0.0, 1.0
    n = 0
    is_first = True
    for _ in range(_TURNS):
        px, py, pz = furthest(sa, vertices, A, x, y, z)
        qx, qy, qz = furthest(sb, vertices, B, -x, -y, -z)
        wx, wy, wz = qx + mx - px, qy + my - py, qz + mz - pz
        along = x * wx + y * wy + z * wz
        if along > 0.0 and along * along > enough * enough * square:
            length = math.sqrt(square)
            P[7, 0] = n
            return along / length, x / length, y / length, z / length
        if not is_first:
            known = square - along <= _EXACT * square
            for k in range(n):
                known = known or (P[k, 0] == wx and P[k, 1] == wy and P[k, 2] == wz)
            if known:
                break
        P[n, 0], P[n, 1], P[n, 2] = wx, wy, wz
        n = _reduce(P, n + 1)
        P[7, 0] = n
        if n == 4:
            return 0.0, 0.0, 0.0, 0.0
        nearer = P[4, 0] ** 2 + P[4, 1] ** 2 + P[4, 2] ** 2
        if not is_first and nearer >= square:
            n = 0  # rounding: what was known is as good
            break
        x, y, z, square, is_first = P[4, 0], P[4, 1], P[4, 2], nearer, False
        if square == 0.0:
            return 0.0, 0.0, 0.0, 0.0
    length = math.sqrt(square)
    if n == 3:  # the normal of a triangle is better known than its nearest point
        ux, uy, uz = P[1, 0] - P[0, 0], P[1, 1] - P[0, 1], P[1, 2] - P[0, 2]
        vx, vy, vz = P[2, 0] - P[0, 0], P[2, 1] - P[0, 1], P[2, 2] - P[0, 2]
        nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        area = math.sqrt(nx * nx + ny * ny + nz * nz)
        longest = max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz)
        if area > 1e-6 * longest:
            s = math.copysign(1.0 / area, nx * x + ny * y + nz * z)
            return length, s * nx, s * ny, s * nz
    return length, x / length, y / length, z / length


@kernel
def _reduce(P: Array, n: int) -> int:
    """Keep those of the first n points of P (rows) that hold the point of their hull nearest to the origin, which goes to P[4].

    Returns how many they are; 4: the origin is inside.
    """
    if n == 1:
        P[4, 0], P[4, 1], P[4, 2] = P[0, 0], P[0, 1], P[0, 2]
        return 1
    best, kept = math.inf, 0
    if n == 4 and _holds_origin(P):
        return 4
    for subset in range(1, 1 << n):  # each corner, edge and face whose nearest point is inside it; the last point is in it
        if not subset & (1 << (n - 1)):
            continue
        i, j, k, many = -1, -1, -1, 0
        for e in range(n):
            if subset & (1 << e):
                many += 1
                i, j, k = j, k, e
        if many > 3:
            continue
        if many == 1:
            a, b, c, inside = 1.0, 0.0, 0.0, True
            i = k
        elif many == 2:
            i, j = j, k
            a, b, inside = _on_edge(P, i, j)
            c = 0.0
        else:
            a, b, c, inside = _on_face(P, i, j, k)
        if not inside:
            continue
        x, y, z = a * P[i, 0], a * P[i, 1], a * P[i, 2]
        if many > 1:
            x, y, z = x + b * P[j, 0], y + b * P[j, 1], z + b * P[j, 2]
        if many > 2:
            x, y, z = x + c * P[k, 0], y + c * P[k, 1], z + c * P[k, 2]
        square = x * x + y * y + z * z
        if square < best:
            best, kept = square, subset
            P[4, 0], P[4, 1], P[4, 2] = x, y, z
    many = 0
    for e in range(n):
        if kept & (1 << e):
            P[many, 0], P[many, 1], P[many, 2] = P[e, 0], P[e, 1], P[e, 2]
            many += 1
    return many


@small
def _on_edge(P: Array, i: int, j: int) -> tuple[float, float, bool]:
    """Weights of points i and j for the point of their line nearest to the origin, and whether it is between them."""
    ux, uy, uz = P[j, 0] - P[i, 0], P[j, 1] - P[i, 1], P[j, 2] - P[i, 2]
    square = ux * ux + uy * uy + uz * uz
    if square == 0.0:
        return 1.0, 0.0, False
    t = -(P[i, 0] * ux + P[i, 1] * uy + P[i, 2] * uz) / square
    return 1.0 - t, t, 0.0 < t < 1.0


@small
def _on_face(P: Array, i: int, j: int, k: int) -> tuple[float, float, float, bool]:
    """Weights of points i, j and k for the point of their plane nearest to the origin, and whether it is between them."""
    ux, uy, uz = P[j, 0] - P[i, 0], P[j, 1] - P[i, 1], P[j, 2] - P[i, 2]
    vx, vy, vz = P[k, 0] - P[i, 0], P[k, 1] - P[i, 1], P[k, 2] - P[i, 2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    square = nx * nx + ny * ny + nz * nz
    if square == 0.0:
        return 1.0, 0.0, 0.0, False
    px, py, pz = P[i, 0], P[i, 1], P[i, 2]
    # The origin, seen from point i, is -p: its shares along u and v.
    b = (nx * (vy * pz - vz * py) + ny * (vz * px - vx * pz) + nz * (vx * py - vy * px)) / square
    c = (nx * (py * uz - pz * uy) + ny * (pz * ux - px * uz) + nz * (px * uy - py * ux)) / square
    return 1.0 - b - c, b, c, b > 0.0 and c > 0.0 and b + c < 1.0


@kernel
def _holds_origin(P: Array) -> bool:
    """Whether the origin is in the tetrahedron of the first four rows."""
    for e in range(4):
        i, j, k = (e + 1) % 4, (e + 2) % 4, (e + 3) % 4
        ux, uy, uz = P[j, 0] - P[i, 0], P[j, 1] - P[i, 1], P[j, 2] - P[i, 2]
        vx, vy, vz = P[k, 0] - P[i, 0], P[k, 1] - P[i, 1], P[k, 2] - P[i, 2]
        nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        origin = -(nx * P[i, 0] + ny * P[i, 1] + nz * P[i, 2])
        other = nx * (P[e, 0] - P[i, 0]) + ny * (P[e, 1] - P[i, 1]) + nz * (P[e, 2] - P[i, 2])
        if other == 0.0 or origin * other < 0.0:
            return False
    return True
