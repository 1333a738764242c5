"""Height fields as grids of triangles: where a point is over them, and which directions their edges and peaks face.

All is in the field's own frame. Vertex (i, j) is row `first + i·columns + j` of the vertex table. Its edge 0 runs to (i, j + 1),
edge 1 to (i + 1, j) and edge 2, the diagonal of a cell, to (i + 1, j + 1).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel

FLAT = 1e-9  # share of a cell's size that counts as level
SIDE = 0.02  # what the ground shows to the horizon, within so much, is its side, which is no solid [rad]
PARTS = 1 << 20
"""More than the parts of any shape that touch the ground: corners, ends, points of rims."""


@kernel
def name_of(field: Any, i: int, j: int, what: int, part: int) -> int:
    """The feature of a part of a shape on triangle (what = 0, 1), edge (2-4) or peak (5) of vertex (i, j)."""
    return PARTS * (6 * (i * int(field.dims[2]) + j) + what + 1) + part


@kernel
def edge_of(field: Any, feature: int) -> tuple[int, int]:
    """Rows in the vertex table of the ends of the edge that a feature is on."""
    place = feature // PARTS - 1
    vertex, columns = place // 6, int(field.dims[2])
    return field.first + vertex, edge_end(field, vertex // columns, vertex % columns, place % 6 - 2)


@kernel
def cell_of(field: Any, x: float, y: float) -> tuple[int, int]:
    """Row and column of the cell that (x, y) is over; of the nearest one, beside the field."""
    columns = int(field.dims[2])
    rows = (field.last - field.first) // columns
    j = int(math.floor((0.5 * x / field.dims[0] + 0.5) * (columns - 1)))
    i = int(math.floor((0.5 * y / field.dims[1] + 0.5) * (rows - 1)))
    return min(max(i, 0), rows - 2), min(max(j, 0), columns - 2)


@kernel
def is_over(field: Any, x: float, y: float) -> bool:
    """Whether (x, y) is over the field."""
    hx, hy = field.dims[0] * (1.0 + FLAT), field.dims[1] * (1.0 + FLAT)
    return -hx <= x <= hx and -hy <= y <= hy


@kernel
def half_of(field: Any, vertices: Array, i: int, j: int, x: float, y: float) -> int:
    """Which triangle of cell (i, j) the point (x, y) is over: 0 beside edge 0, 1 beside edge 1."""
    columns = int(field.dims[2])
    a = field.first + i * columns + j
    b = a + columns + 1
    along = (x - vertices[a, 0]) * (vertices[b, 1] - vertices[a, 1])
    return 1 if (y - vertices[a, 1]) * (vertices[b, 0] - vertices[a, 0]) > along else 0


@kernel
def corners_of(field: Any, i: int, j: int, half: int) -> tuple[int, int, int]:
    """Rows in the vertex table of the corners of a triangle, counter-clockwise from above, from (i, j)."""
    columns = int(field.dims[2])
    a = field.first + i * columns + j
    return (a, a + 1, a + columns + 1) if half == 0 else (a, a + columns + 1, a + columns)


@kernel
def normal_of(vertices: Array, a: int, b: int, c: int) -> tuple[float, float, float]:
    """The unit normal of a triangle, upwards."""
    ux, uy, uz = vertices[b, 0] - vertices[a, 0], vertices[b, 1] - vertices[a, 1], vertices[b, 2] - vertices[a, 2]
    vx, vy, vz = vertices[c, 0] - vertices[a, 0], vertices[c, 1] - vertices[a, 1], vertices[c, 2] - vertices[a, 2]
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


@kernel
def is_foot_in(vertices: Array, a: int, b: int, c: int, nx: float, ny: float, nz: float, x: float, y: float, z: float) -> bool:
    """Whether the foot of (x, y, z) on the plane of a triangle with unit normal n is in the triangle."""
    for k in range(3):
        p, q = (a, b) if k == 0 else ((b, c) if k == 1 else (c, a))
        ex, ey, ez = vertices[q, 0] - vertices[p, 0], vertices[q, 1] - vertices[p, 1], vertices[q, 2] - vertices[p, 2]
        dx, dy, dz = x - vertices[p, 0], y - vertices[p, 1], z - vertices[p, 2]
        inside = (ny * ez - nz * ey) * dx + (nz * ex - nx * ez) * dy + (nx * ey - ny * ex) * dz
        if inside < -FLAT * (ex * ex + ey * ey + ez * ez):
            return False
    return True


@kernel
def edge_end(field: Any, i: int, j: int, edge: int) -> int:
    """Row in the vertex table where an edge of vertex (i, j) ends; -1 if it would leave the field."""
    columns = int(field.dims[2])
    rows = (field.last - field.first) // columns
    i2, j2 = i + (1 if edge != 0 else 0), j + (1 if edge != 1 else 0)
    return -1 if i2 >= rows or j2 >= columns else field.first + i2 * columns + j2


@kernel
def beside_edge(field: Any, i: int, j: int, edge: int, side: int) -> int:
    """The third corner of the triangle on either side (0, 1) of an edge; -1 if there is none."""
    columns = int(field.dims[2])
    rows = (field.last - field.first) // columns
    if edge == 0:
        i, j = (i + 1, j + 1) if side == 0 else (i - 1, j)
    elif edge == 1:
        i, j = (i + 1, j + 1) if side == 0 else (i, j - 1)
    else:
        i, j = (i, j + 1) if side == 0 else (i + 1, j)
    return -1 if i < 0 or j < 0 or i >= rows or j >= columns else field.first + i * columns + j


@kernel
def is_ridge(field: Any, vertices: Array, i: int, j: int, edge: int) -> bool:
    """Whether the ground falls away on both sides of an edge, or ends at it."""
    a, b = field.first + i * int(field.dims[2]) + j, edge_end(field, i, j, edge)
    c, d = beside_edge(field, i, j, edge, 0), beside_edge(field, i, j, edge, 1)
    if c < 0 or d < 0:
        return True
    nx, ny, nz = normal_of(vertices, a, b, c)
    if nz < 0.0:
        nx, ny, nz = -nx, -ny, -nz
    dx, dy, dz = vertices[d, 0] - vertices[a, 0], vertices[d, 1] - vertices[a, 1], vertices[d, 2] - vertices[a, 2]
    return nx * dx + ny * dy + nz * dz < -FLAT * (abs(dx) + abs(dy) + abs(dz))


@kernel
def facing_of(field: Any, vertices: Array, i: int, j: int, edge: int) -> tuple[float, float, float]:
    """The unit vector halfway between the normals of the triangles beside an edge, upwards."""
    a, b = field.first + i * int(field.dims[2]) + j, edge_end(field, i, j, edge)
    x = y = z = 0.0
    for side in range(2):
        c = beside_edge(field, i, j, edge, side)
        if c >= 0:
            nx, ny, nz = normal_of(vertices, a, b, c)
            s = math.copysign(1.0, nz)
            x, y, z = x + s * nx, y + s * ny, z + s * nz
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


@kernel
def edge_faces(
    field: Any, vertices: Array, i: int, j: int, edge: int, x: float, y: float, z: float, nx: float, ny: float, nz: float
) -> bool:
    """Whether the ground falls away from the point (x, y, z) of an edge, as seen along n: neither side is in front."""
    for side in range(2):
        c = beside_edge(field, i, j, edge, side)
        if c >= 0:
            dx, dy, dz = vertices[c, 0] - x, vertices[c, 1] - y, vertices[c, 2] - z
            if nx * dx + ny * dy + nz * dz > 1e3 * FLAT * (abs(dx) + abs(dy) + abs(dz)):
                return False
    return nz > SIDE


@kernel
def peak_faces(field: Any, vertices: Array, i: int, j: int, nx: float, ny: float, nz: float, least: float) -> bool:
    """Whether all neighbours of vertex (i, j) are behind it, as seen along n, by the share `least` of their distance."""
    columns = int(field.dims[2])
    rows = (field.last - field.first) // columns
    a = field.first + i * columns + j
    for k in range(6):
        i2 = i + (1 if k == 1 or k == 2 else (-1 if k == 4 or k == 5 else 0))
        j2 = j + (1 if k == 0 or k == 2 else (-1 if k == 3 or k == 5 else 0))
        if i2 < 0 or j2 < 0 or i2 >= rows or j2 >= columns:
            continue
        c = field.first + i2 * columns + j2
        dx, dy, dz = vertices[c, 0] - vertices[a, 0], vertices[c, 1] - vertices[a, 1], vertices[c, 2] - vertices[a, 2]
        if nx * dx + ny * dy + nz * dz > -least * (abs(dx) + abs(dy) + abs(dz)):
            return False
    return nz > SIDE
