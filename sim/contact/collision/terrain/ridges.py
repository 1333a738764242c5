"""Contacts of capsules, cylinders and boxes with the ridges and peaks of a height field.

A ridge is an edge of the grid at which the ground falls away, or ends. It touches as a capsule of no thickness; of what is found,
contacts are kept whose normal the ground faces there.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ..contact_buffer import add_contact
from ..shape_table import BOX, CAPSULE, CYLINDER
from ..solids.solid_pairs import solid_pair
from .grid import cell_of, edge_end, edge_faces, facing_of, is_ridge, name_of, peak_faces

MOST = 24
"""Contacts that one shape may have with a height field: the nearest ones."""
RIDGE = 1 << 16
"""The first part of a shape that ridges touch: more than corners and ends have."""
_SAME = 1e-6  # share of the edge's length


@kernel
def place_for(contacts: Any, first: int, count: int, gap: float) -> int:
    """Where to write a contact: behind the others, or over the one that is furthest apart; -1 if all are nearer."""
    if count - first < MOST:
        return count
    furthest = first
    for k in range(first + 1, count):
        if contacts[k].gap > contacts[furthest].gap:
            furthest = k
    return furthest if contacts[furthest].gap > gap else -1


@kernel
def _reach(kind: int, dims: Array, B: Array, ax: float, ay: float, az: float) -> float:
    """How far a shape reaches from its centre along the unit vector a [m]."""
    along = abs(ax * B[2] + ay * B[5] + az * B[8])
    if kind == BOX:
        across = dims[0] * abs(ax * B[0] + ay * B[3] + az * B[6]) + dims[1] * abs(ax * B[1] + ay * B[4] + az * B[7])
        return across + dims[2] * along
    return dims[1] * along + dims[0] * (math.sqrt(max(0.0, 1.0 - along * along)) if kind == CYLINDER else 1.0)


@kernel
def add_ridges(
    field: Any,
    A: Array,
    vertices: Array,
    kind: int,
    dims: Array,
    B: Array,
    margin: float,
    contacts: Any,
    first: int,
    count: int,
    work: Array,
) -> int:
    """Add the contacts of a shape with the ridges under its outline; first: where the pair's contacts start."""
    dx, dy, dz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    x, y, z = A[0] * dx + A[3] * dy + A[6] * dz, A[1] * dx + A[4] * dy + A[7] * dz, A[2] * dx + A[5] * dy + A[8] * dz
    rx, ry = _reach(kind, dims, B, A[0], A[3], A[6]) + margin, _reach(kind, dims, B, A[1], A[4], A[7]) + margin
    low = z - _reach(kind, dims, B, A[2], A[5], A[8]) - margin
    if abs(x) > field.dims[0] + rx or abs(y) > field.dims[1] + ry:
        return count
    low_i, low_j = cell_of(field, x - rx, y - ry)
    high_i, high_j = cell_of(field, x + rx, y + ry)
    columns = int(field.dims[2])
    for i in range(low_i, high_i + 2):
        for j in range(low_j, high_j + 2):
            a = field.first + i * columns + j
            for edge in range(3):
                b = edge_end(field, i, j, edge)
                if b < 0 or max(vertices[a, 2], vertices[b, 2]) < low or not is_ridge(field, vertices, i, j, edge):
                    continue
                count = _ridge(field, A, vertices, i, j, edge, kind, dims, B, margin, contacts, first, count, work)
    return count


@kernel
def _ridge(
    field: Any,
    A: Array,
    vertices: Array,
    i: int,
    j: int,
    edge: int,
    kind: int,
    dims: Array,
    B: Array,
    margin: float,
    contacts: Any,
    first: int,
    count: int,
    work: Array,
) -> int:
    """Add the contacts of a shape with one ridge."""
    columns = int(field.dims[2])
    a, b = field.first + i * columns + j, edge_end(field, i, j, edge)
    ax, ay, az = vertices[a, 0], vertices[a, 1], vertices[a, 2]
    ex, ey, ez = vertices[b, 0] - ax, vertices[b, 1] - ay, vertices[b, 2] - az
    length = math.sqrt(ex * ex + ey * ey + ez * ez)
    # Most ridges are well below the shape as seen along the way they face.
    mx, my, mz = facing_of(field, vertices, i, j, edge)
    nx, ny, nz = A[0] * mx + A[1] * my + A[2] * mz, A[3] * mx + A[4] * my + A[5] * mz, A[6] * mx + A[7] * my + A[8] * mz
    height = nx * (B[9] - A[9]) + ny * (B[10] - A[10]) + nz * (B[11] - A[11]) - (mx * ax + my * ay + mz * az)
    if height - _reach(kind, dims, B, nx, ny, nz) >= margin:
        return count
    scratch = work[2].reshape(1024)
    pose, size = scratch[:12], scratch[16:19]
    _pose_along(A, ax + 0.5 * ex, ay + 0.5 * ey, az + 0.5 * ez, ex / length, ey / length, ez / length, pose)
    size[0], size[1] = 0.0, 0.5 * length
    after = solid_pair(CAPSULE, size, pose, kind, dims, B, margin, contacts, count, work)
    found = count
    for k in range(found, after):
        c = contacts[k]
        n, p, gap = c.normal, c.point, c.gap
        nx, ny, nz = n[0], n[1], n[2]
        x, y, z = p[0] - 0.5 * gap * nx - A[9], p[1] - 0.5 * gap * ny - A[10], p[2] - 0.5 * gap * nz - A[11]
        x, y, z = A[0] * x + A[3] * y + A[6] * z, A[1] * x + A[4] * y + A[7] * z, A[2] * x + A[5] * y + A[8] * z
        mx, my, mz = (A[0] * nx + A[3] * ny + A[6] * nz, A[1] * nx + A[4] * ny + A[7] * nz, A[2] * nx + A[5] * ny + A[8] * nz)
        s = (ex * (x - ax) + ey * (y - ay) + ez * (z - az)) / (length * length)
        if s < _SAME:
            faces = peak_faces(field, vertices, i, j, mx, my, mz, -_SAME)
        elif s > 1.0 - _SAME:
            faces = peak_faces(field, vertices, i + (1 if edge != 0 else 0), j + (1 if edge != 1 else 0), mx, my, mz, -_SAME)
        else:
            faces = edge_faces(field, vertices, i, j, edge, x, y, z, mx, my, mz)
        if not faces or _is_known(contacts, first, count, p, _SAME * length):
            continue
        at = place_for(contacts, first, count, gap)
        if at >= 0:
            feature = name_of(field, i, j, 2 + edge, RIDGE + min(c.feature, 2))
            x, y, z, rb, geometry = p[0], p[1], p[2], c.radius_b, c.geometry
            add_contact(contacts, at, x, y, z, nx, ny, nz, gap, 0.0, rb, feature, geometry)
            count = max(count, at + 1)
    return count


@kernel
def _pose_along(A: Array, x: float, y: float, z: float, ux: float, uy: float, uz: float, pose: Array) -> None:
    """Write the world pose of a frame at a point of A's frame, with its z axis along u there."""
    pose[9] = A[9] + A[0] * x + A[1] * y + A[2] * z
    pose[10] = A[10] + A[3] * x + A[4] * y + A[5] * z
    pose[11] = A[11] + A[6] * x + A[7] * y + A[8] * z
    x, y, z = A[0] * ux + A[1] * uy + A[2] * uz, A[3] * ux + A[4] * uy + A[5] * uz, A[6] * ux + A[7] * uy + A[8] * uz
    sign = math.copysign(1.0, z)
    c = -1.0 / (sign + z)
    px, py, pz = 1.0 + sign * x * x * c, sign * x * y * c, -sign * x
    pose[0], pose[3], pose[6] = px, py, pz
    pose[1], pose[4], pose[7] = y * pz - z * py, z * px - x * pz, x * py - y * px
    pose[2], pose[5], pose[8] = x, y, z


@kernel
def _is_known(contacts: Any, first: int, count: int, p: Array, distance: float) -> bool:
    """Whether there is a contact at this point already."""
    for k in range(first, count):
        o = contacts[k].point
        if abs(o[0] - p[0]) < distance and abs(o[1] - p[1]) < distance and abs(o[2] - p[2]) < distance:
            return True
    return False
