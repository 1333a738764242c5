"""Contacts of a height field with balls, capsules, cylinders, boxes and convex meshes.

Balls, corners and rims touch the triangles below them; faces, edges and mantles touch what stands out of the ground, see
`ridges`. Over level ground, a shape finds what it would find on a plane. Of a convex mesh, only the corners touch.
The first triangle of a corner or ball is named by that alone, so that what presses it is carried over from one to the next.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import i8, kernel, late
from ..contact_buffer import add_contact
from ..shape_table import BOX, CAPSULE, CYLINDER, OTHER, POINT_ON_LINE, POINT_ON_PLANE, POINTS, SPHERE
from .grid import (
    FLAT,
    cell_of,
    corners_of,
    edge_end,
    edge_faces,
    half_of,
    is_foot_in,
    is_over,
    is_ridge,
    name_of,
    normal_of,
    peak_faces,
)
from .ridges import add_ridges, place_for


@late(i8, "height fields")
def height_field_pair(
    sa: Any, A: Array, sb: Any, B: Array, vertices: Array, margin: float, contacts: Any, count: int, work: Array
) -> int:
    """Add the contacts of height field a and shape b, at poses A, B (12,); work: (8, 256, 4) scratch."""
    first = count
    r, half = sb.dims[0], sb.dims[1]
    if sb.kind == SPHERE:
        return _ball(sa, A, vertices, B[9], B[10], B[11], r, margin, 0, contacts, first, count)
    if sb.kind == CAPSULE:
        for k in range(2):
            s = half if k == 0 else -half
            x, y, z = B[9] + s * B[2], B[10] + s * B[5], B[11] + s * B[8]
            count = _ball(sa, A, vertices, x, y, z, r, margin, k, contacts, first, count)
    elif sb.kind == CYLINDER:
        count = _rims(sa, A, vertices, r, half, B, margin, contacts, first, count, work)
    elif sb.kind == BOX:
        for k in range(8):
            a = sb.dims[0] if k & 1 else -sb.dims[0]
            b = sb.dims[1] if k & 2 else -sb.dims[1]
            c = sb.dims[2] if k & 4 else -sb.dims[2]
            x = B[9] + B[0] * a + B[1] * b + B[2] * c
            y = B[10] + B[3] * a + B[4] * b + B[5] * c
            z = B[11] + B[6] * a + B[7] * b + B[8] * c
            count = _corner(sa, A, vertices, x, y, z, margin, k, POINT_ON_PLANE, contacts, first, count)
    else:
        for i in range(sb.first, sb.last):
            a, b, c = vertices[i, 0], vertices[i, 1], vertices[i, 2]
            x = B[9] + B[0] * a + B[1] * b + B[2] * c
            y = B[10] + B[3] * a + B[4] * b + B[5] * c
            z = B[11] + B[6] * a + B[7] * b + B[8] * c
            count = _corner(sa, A, vertices, x, y, z, margin, i - sb.first, POINT_ON_PLANE, contacts, first, count)
        return count
    return add_ridges(sa, A, vertices, sb.kind, sb.dims, B, margin, contacts, first, count, work)


@kernel
def _into_field(A: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A point of the world in the frame of the pose A."""
    x, y, z = x - A[9], y - A[10], z - A[11]
    return A[0] * x + A[3] * y + A[6] * z, A[1] * x + A[4] * y + A[7] * z, A[2] * x + A[5] * y + A[8] * z


@kernel
def _place(
    A: Array,
    x: float,
    y: float,
    z: float,
    r: float,
    nx: float,
    ny: float,
    nz: float,
    gap: float,
    feature: int,
    geometry: int,
    contacts: Any,
    first: int,
    count: int,
) -> int:
    """Write the contact of a ball about a point of the field's frame, along n there; the new count."""
    at = place_for(contacts, first, count, gap)
    if at < 0:
        return count
    s = r + 0.5 * gap
    x, y, z = x - s * nx, y - s * ny, z - s * nz
    add_contact(
        contacts,
        at,
        A[9] + A[0] * x + A[1] * y + A[2] * z,
        A[10] + A[3] * x + A[4] * y + A[5] * z,
        A[11] + A[6] * x + A[7] * y + A[8] * z,
        A[0] * nx + A[1] * ny + A[2] * nz,
        A[3] * nx + A[4] * ny + A[5] * nz,
        A[6] * nx + A[7] * ny + A[8] * nz,
        gap,
        0.0,
        r,
        feature,
        geometry,
    )
    return max(count, at + 1)


@kernel
def _corner(
    field: Any,
    A: Array,
    vertices: Array,
    x: float,
    y: float,
    z: float,
    margin: float,
    part: int,
    geometry: int,
    contacts: Any,
    first: int,
    count: int,
) -> int:
    """A point against the triangle that it is over, and those that rise beside it."""
    x, y, z = _into_field(A, x, y, z)
    if not is_over(field, x, y):
        return count
    i0, j0 = cell_of(field, x, y)
    h0 = half_of(field, vertices, i0, j0, x, y)
    a, b, c = corners_of(field, i0, j0, h0)
    mx, my, mz = normal_of(vertices, a, b, c)
    ox, oy, oz = vertices[a, 0], vertices[a, 1], vertices[a, 2]
    gap = mx * (x - ox) + my * (y - oy) + mz * (z - oz)
    if gap < margin:
        count = _place(A, x, y, z, 0.0, mx, my, mz, gap, part, geometry, contacts, first, count)
    elif mz * gap > 4.0 * margin:  # too high for what is beside it, unless that is very steep
        return count
    reach = max(margin, abs(gap))
    low_i, low_j = cell_of(field, x - reach, y - reach)
    high_i, high_j = cell_of(field, x + reach, y + reach)
    for i in range(low_i, high_i + 1):
        for j in range(low_j, high_j + 1):
            for h in range(2):
                if i == i0 and j == j0 and h == h0:
                    continue
                a, b, c = corners_of(field, i, j, h)
                # Only ground that rises above the plane of the triangle below: behind a ridge there is another side.
                rise = 0.0
                for k in range(3):
                    v = a if k == 0 else (b if k == 1 else c)
                    rise += mx * (vertices[v, 0] - ox) + my * (vertices[v, 1] - oy) + mz * (vertices[v, 2] - oz)
                if rise <= FLAT * (field.dims[0] + field.dims[1]):
                    continue
                nx, ny, nz = normal_of(vertices, a, b, c)
                gap = nx * (x - vertices[a, 0]) + ny * (y - vertices[a, 1]) + nz * (z - vertices[a, 2])
                if gap < margin and is_foot_in(vertices, a, b, c, nx, ny, nz, x, y, z):
                    name = name_of(field, i, j, h, part)
                    count = _place(A, x, y, z, 0.0, nx, ny, nz, gap, name, geometry, contacts, first, count)
    return count


@kernel
def _rims(
    field: Any,
    A: Array,
    vertices: Array,
    r: float,
    half: float,
    B: Array,
    margin: float,
    contacts: Any,
    first: int,
    count: int,
    work: Array,
) -> int:
    """The foremost points of a cylinder's rims, and the three that share them evenly, for the ground below its axis.

    And the foremost ones for the ground below four points of each rim, as of the other side of a valley.
    """
    normals, found = work[0], 0
    for e in range(11):
        s = half * e if e < 2 else -half
        x, y, z = B[9] + s * B[2], B[10] + s * B[5], B[11] + s * B[8]
        if e > 2:  # along and across what was foremost for the ground below the middle
            x, y, z = _rim_point(normals, 0, B, r, half, e - 3)
        x, y, z = _into_field(A, x, y, z)
        if e > 2 and not is_over(field, x, y):
            continue
        i, j = cell_of(field, x, y)
        a, b, c = corners_of(field, i, j, half_of(field, vertices, i, j, x, y))
        nx, ny, nz = normal_of(vertices, a, b, c)
        nx, ny, nz = (A[0] * nx + A[1] * ny + A[2] * nz, A[3] * nx + A[4] * ny + A[5] * nz, A[6] * nx + A[7] * ny + A[8] * nz)
        is_known = False
        for m in range(found):
            known = normals[m]
            is_known = is_known or nx * known[0] + ny * known[1] + nz * known[2] > 1.0 - 1e-12
        if is_known:
            continue
        normals[found, 0], normals[found, 1], normals[found, 2] = nx, ny, nz
        found += 1
        along = nx * B[2] + ny * B[5] + nz * B[8]
        geometry = OTHER if 1.0 - along * along > 1e-12 else POINT_ON_PLANE
        for k in range(8):
            if e < 3 or k % 4 == 0:
                x, y, z = _rim_point(normals, found - 1, B, r, half, k)
                count = _corner(field, A, vertices, x, y, z, margin, 8 * e + k, geometry, contacts, first, count)
    return count


@kernel
def _rim_point(normals: Array, m: int, B: Array, r: float, half: float, k: int) -> tuple[float, float, float]:
    """Point k of eight on the rims of a cylinder at pose B (12,): on each the foremost against normal m, and on by quarters."""
    nx, ny, nz = normals[m, 0], normals[m, 1], normals[m, 2]
    along = nx * B[2] + ny * B[5] + nz * B[8]
    dx, dy, dz = along * B[2] - nx, along * B[5] - ny, along * B[8] - nz
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    if length > 1e-6:
        dx, dy, dz = dx / length, dy / length, dz / length
    else:
        dx, dy, dz = B[0], B[3], B[6]
    ex, ey, ez = B[5] * dz - B[8] * dy, B[8] * dx - B[2] * dz, B[2] * dy - B[5] * dx
    s = half if k < 4 else -half
    u = r if k % 4 == 0 else (-r if k % 4 == 2 else 0.0)
    v = r if k % 4 == 1 else (-r if k % 4 == 3 else 0.0)
    return B[9] + s * B[2] + u * dx + v * ex, B[10] + s * B[5] + u * dy + v * ey, B[11] + s * B[8] + u * dz + v * ez


@kernel
def _ball(
    field: Any,
    A: Array,
    vertices: Array,
    x: float,
    y: float,
    z: float,
    r: float,
    margin: float,
    part: int,
    contacts: Any,
    first: int,
    count: int,
) -> int:
    """A ball against the triangles, ridges and peaks around it; from under the ground it goes out where it is."""
    x, y, z = _into_field(A, x, y, z)
    if is_over(field, x, y):
        i, j = cell_of(field, x, y)
        a, b, c = corners_of(field, i, j, half_of(field, vertices, i, j, x, y))
        nx, ny, nz = normal_of(vertices, a, b, c)
        height = nx * (x - vertices[a, 0]) + ny * (y - vertices[a, 1]) + nz * (z - vertices[a, 2])
        if height <= 0.0:
            return _place(A, x, y, z, r, nx, ny, nz, height - r, part, POINT_ON_PLANE, contacts, first, count)
    reach = r + margin
    low_i, low_j = cell_of(field, x - reach, y - reach)
    high_i, high_j = cell_of(field, x + reach, y + reach)
    own = count
    for i in range(low_i, high_i + 2):
        for j in range(low_j, high_j + 2):
            for h in range(6):  # of vertex (i, j): two triangles, three edges, itself
                nx, ny, nz, d = _nearest_of(field, vertices, i, j, h, high_i, high_j, x, y, z)
                if d < 0.0 or d >= reach:
                    continue
                wx, wy, wz = A[0] * nx + A[1] * ny + A[2] * nz, A[3] * nx + A[4] * ny + A[5] * nz, 0.0
                wz = A[6] * nx + A[7] * ny + A[8] * nz
                known = False
                for k in range(own, count):
                    n = contacts[k].normal
                    known = known or n[0] * wx + n[1] * wy + n[2] * wz > 1.0 - 1e-10
                if not known:
                    geometry = POINT_ON_PLANE if h < 2 else (POINT_ON_LINE if h < 5 else POINTS)
                    name = part if h < 2 and count == own else name_of(field, i, j, h, part)
                    count = _place(A, x, y, z, r, nx, ny, nz, d - r, name, geometry, contacts, first, count)
    return count


@kernel
def _nearest_of(
    field: Any, vertices: Array, i: int, j: int, what: int, high_i: int, high_j: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Direction and distance from a triangle (what = 0, 1), edge (2-4) or vertex (5) to a point that it faces, or -1."""
    if what < 2:
        if i > high_i or j > high_j:
            return 0.0, 0.0, 1.0, -1.0
        a, b, c = corners_of(field, i, j, what)
        nx, ny, nz = normal_of(vertices, a, b, c)
        d = nx * (x - vertices[a, 0]) + ny * (y - vertices[a, 1]) + nz * (z - vertices[a, 2])
        if d <= 0.0 or not is_foot_in(vertices, a, b, c, nx, ny, nz, x, y, z):
            return nx, ny, nz, -1.0
        return nx, ny, nz, d
    a = field.first + i * int(field.dims[2]) + j
    px, py, pz = vertices[a, 0], vertices[a, 1], vertices[a, 2]
    if what < 5:
        b = edge_end(field, i, j, what - 2)
        if b < 0:
            return 0.0, 0.0, 1.0, -1.0
        ex, ey, ez = vertices[b, 0] - px, vertices[b, 1] - py, vertices[b, 2] - pz
        s = (ex * (x - px) + ey * (y - py) + ez * (z - pz)) / (ex * ex + ey * ey + ez * ez)
        if not 0.0 <= s < 1.0 or not is_ridge(field, vertices, i, j, what - 2):
            return 0.0, 0.0, 1.0, -1.0
        px, py, pz = px + s * ex, py + s * ey, pz + s * ez
    nx, ny, nz = x - px, y - py, z - pz
    d = math.sqrt(nx * nx + ny * ny + nz * nz)
    if d <= 0.0:
        return 0.0, 0.0, 1.0, -1.0
    nx, ny, nz = nx / d, ny / d, nz / d
    if what < 5:
        faces = edge_faces(field, vertices, i, j, what - 2, px, py, pz, nx, ny, nz)
    else:
        faces = peak_faces(field, vertices, i, j, nx, ny, nz, FLAT)
    return nx, ny, nz, d if faces else -1.0
