"""The way out of two cores that overlap: the face nearest to the origin of the difference of their points.

A tetrahedron of points of the difference B - A grows: of its faces the nearest is looked beyond, and where the difference reaches
further, the faces that see the new point make room for those that join it with their rim. Faces have numbers; those that are gone
have no first corner.
Source: van den Bergen 2003, §4.3.8 (expanding polytopes).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....arrays import Array
from ....kernel import f8, kernel, late, tuple_of
from .cores import furthest

_CORNERS, _FACES = 96, 512  # at most; those that are gone among them
_GROWN = 1e-12  # of both radii, by which a polytope may miss the difference
_FLAT = 1e-10  # of both radii: a point that is not further from a point, line or plane adds nothing to it
_SIDES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@late(tuple_of(f8, f8, f8), "convex meshes", _nrt=True)
def way_out(sa: Any, A: Array, sb: Any, B: Array, vertices: Array, P: Array) -> tuple[float, float, float]:
    """The unit direction in which b has to move by the least to leave a, at poses A and B (12,), where their cores overlap.

    P : points of their difference, in as many first rows as P[7, 0] says, that hold the origin between them
    """
    size = sa.radius + sb.radius
    W, faces, planes = np.empty((_CORNERS, 3)), np.empty((_FACES, 3), np.int64), np.empty((_FACES, 4))
    corners = int(P[7, 0])
    for k in range(corners):
        for e in range(3):
            W[k, e] = P[k, e]
    corners = _tetrahedron(sa, A, sb, B, vertices, W, corners, _FLAT * size)
    if corners < 4:  # both are flat, and in one plane: across it
        x, y, z, length = _normal(W, 0, 1, 2) if corners == 3 else (0.0, 0.0, 1.0, 1.0)
        return (x, y, z) if length > 0.0 else (0.0, 0.0, 1.0)
    count = 0
    for e in range(4):
        count = _add_face(W, faces, planes, count, (e + 1) % 4, (e + 2) % 4, (e + 3) % 4, e)
    best = 0
    while True:
        best = -1
        for f in range(count):
            if faces[f, 0] >= 0 and (best < 0 or planes[f, 3] < planes[best, 3]):
                best = f
        if best < 0:
            return 0.0, 0.0, 1.0  # rounding: it is too flat to grow
        x, y, z = planes[best, 0], planes[best, 1], planes[best, 2]
        if corners == _CORNERS:
            break
        wx, wy, wz = _point_of_difference(sa, A, sb, B, vertices, x, y, z)
        if x * wx + y * wy + z * wz - planes[best, 3] <= _GROWN * size:
            break
        W[corners, 0], W[corners, 1], W[corners, 2] = wx, wy, wz
        grown = _grow(W, faces, planes, count, corners, _GROWN * size)
        if grown < 0:
            break
        count = grown
        corners += 1
    return (-x, -y, -z) if planes[best, 3] < math.inf else (0.0, 0.0, 1.0)


@kernel
def _point_of_difference(
    sa: Any, A: Array, sb: Any, B: Array, vertices: Array, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """The point of B - A that is furthest along a direction."""
    qx, qy, qz = furthest(sb, vertices, B, x, y, z)
    px, py, pz = furthest(sa, vertices, A, -x, -y, -z)
    return qx - px, qy - py, qz - pz


@kernel
def _normal(W: Array, i: int, j: int, k: int) -> tuple[float, float, float, float]:
    """The unit normal of a triangle of points, and twice its area; without one, zeros."""
    ux, uy, uz = W[j, 0] - W[i, 0], W[j, 1] - W[i, 1], W[j, 2] - W[i, 2]
    vx, vy, vz = W[k, 0] - W[i, 0], W[k, 1] - W[i, 1], W[k, 2] - W[i, 2]
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0.0:
        return 0.0, 0.0, 0.0, 0.0
    return x / length, y / length, z / length, length


@kernel
def _tetrahedron(sa: Any, A: Array, sb: Any, B: Array, vertices: Array, W: Array, n: int, flat: float) -> int:
    """Add points of the difference until the n of W span a tetrahedron; how many they are, fewer where it is flat."""
    while n < 4:
        found = False
        for t in range(6):
            d = _SIDES[t % 3]
            x, y, z = d[0], d[1], d[2]
            if n == 2:  # across the line
                ex, ey, ez = W[1, 0] - W[0, 0], W[1, 1] - W[0, 1], W[1, 2] - W[0, 2]
                x, y, z = ey * d[2] - ez * d[1], ez * d[0] - ex * d[2], ex * d[1] - ey * d[0]
            elif n == 3:
                x, y, z, _ = _normal(W, 0, 1, 2)
            length = math.sqrt(x * x + y * y + z * z)
            if length == 0.0:
                continue
            s = (1.0 if t < 3 else -1.0) / length
            x, y, z = s * x, s * y, s * z
            W[n, 0], W[n, 1], W[n, 2] = _point_of_difference(sa, A, sb, B, vertices, x, y, z)
            if n == 0 or abs(x * (W[n, 0] - W[0, 0]) + y * (W[n, 1] - W[0, 1]) + z * (W[n, 2] - W[0, 2])) > flat:
                found = True
                break
        if not found:
            return n
        n += 1
    return n


@kernel
def _add_face(W: Array, faces: Any, planes: Array, count: int, i: int, j: int, k: int, inner: int) -> int:
    """Add the face of corners i, j and k, away from point `inner`, or as they turn where that is -1; the new count."""
    x, y, z, area = _normal(W, i, j, k)
    offset = x * W[i, 0] + y * W[i, 1] + z * W[i, 2] if area > 0.0 else math.inf  # one without area is not the nearest
    if inner >= 0 and x * W[inner, 0] + y * W[inner, 1] + z * W[inner, 2] > offset:
        x, y, z, offset = -x, -y, -z, -offset
        j, k = k, j
    faces[count, 0], faces[count, 1], faces[count, 2] = i, j, k
    planes[count, 0], planes[count, 1], planes[count, 2], planes[count, 3] = x, y, z, offset
    return count + 1


@kernel
def _grow(W: Array, faces: Any, planes: Array, count: int, new: int, least: float) -> int:
    """Take the faces out that see corner `new`, and join it with the rim of the hole; the new count, -1 if there is no room."""
    first = count
    for f in range(first):
        if faces[f, 0] < 0 or not _sees(W, planes, f, new, least):
            continue
        for e in range(3):
            i, j = faces[f, e], faces[f, (e + 1) % 3]
            is_rim = True
            for g in range(first):  # the face beyond the edge has it the other way round
                if g == f or faces[g, 0] < 0:
                    continue
                for h in range(3):
                    if faces[g, h] == j and faces[g, (h + 1) % 3] == i:
                        is_rim = not _sees(W, planes, g, new, least)
            if is_rim:
                if count == faces.shape[0]:
                    return -1
                count = _add_face(W, faces, planes, count, i, j, new, -1)
    for f in range(first):
        if faces[f, 0] >= 0 and _sees(W, planes, f, new, least):
            faces[f, 0] = -1
    return count if count > first else -1


@kernel
def _sees(W: Array, planes: Array, f: int, new: int, least: float) -> bool:
    return bool(planes[f, 0] * W[new, 0] + planes[f, 1] * W[new, 1] + planes[f, 2] * W[new, 2] - planes[f, 3] > 0.5 * least)
