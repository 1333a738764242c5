"""Contacts of boxes, capsules and cylinders with each other: the normal from `separation`, then a patch, a line or a point.

A flat is preferred as normal while it is nearly as good as the best direction, so that what stands on it keeps its patch.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import i8, kernel, late
from ..contact_buffer import add_contact
from ..shape_table import BOX, CAPSULE, CYLINDER, LINE_ON_POINT, LINES, OTHER, PLANE_ON_POINT, POINT_ON_LINE, POINTS
from .features import CORNER, FACE, LINE, TILT, feature_of, foremost, line_of
from .flat_patch import add_patch
from .segments_and_discs import DISCS, separation
from .separation import parts_into, widest

_FACE_BIAS = 1e-4  # share of the solids' size that a flat may be worse by than the best direction
_TIE = 1e-9  # share of it by which one flat must beat those before it
_SIDE_BY_SIDE = 1e-3  # two lines this nearly parallel touch along a line [rad]
_EXACT = 1e-9  # and a solid turned this little has one corner in front
_SINGLE = 64  # features of single points come after those of patches


@late(i8, "capsules and cylinders")
def solid_pair(
    kind_a: int,
    dims_a: Array,
    A: Array,
    kind_b: int,
    dims_b: Array,
    B: Array,
    margin: float,
    contacts: Any,
    count: int,
    parts: Array,
) -> int:
    """Add the contacts of a capsule or cylinder a and a box, capsule or cylinder b; parts: (2, 16, 3) scratch."""
    segments, discs = parts_into(kind_a, dims_a, A, parts, 0, 0)
    segments, discs = parts_into(kind_b, dims_b, B, parts, segments, discs)
    ra = dims_a[0] if kind_a == CAPSULE else 0.0
    rb = dims_b[0] if kind_b == CAPSULE else 0.0
    dx, dy, dz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    widest_gap, nx, ny, nz = widest(parts, segments, discs, dx, dy, dz, margin + ra + rb)
    if widest_gap >= margin + ra + rb:
        return count
    size = 0.0
    for k in range(DISCS + discs):
        if k < segments or k >= DISCS:
            size += parts[1, k, 0]
    # The flats near that direction: faces of the box first, then ends of cylinders.
    least, found = widest_gap - _FACE_BIAS * size, False
    mx, my, mz = nx, ny, nz
    for k in range(5):
        G, axis = (B, k) if k < 3 else ((A, 2) if k == 3 else (B, 2))
        if (k < 3 and kind_b != BOX) or (k == 3 and kind_a != CYLINDER) or (k == 4 and kind_b != CYLINDER):
            continue
        x, y, z = G[axis], G[3 + axis], G[6 + axis]
        along = x * nx + y * ny + z * nz
        if abs(along) < 1.0 - 0.5 * TILT * TILT:
            continue
        if along < 0.0:
            x, y, z = -x, -y, -z
        s = separation(parts, segments, discs, dx, dy, dz, x, y, z)
        if s > least:
            mx, my, mz, found = x, y, z, True
            least = s + _TIE * size
    if found:
        points, after = add_patch(kind_a, dims_a, A, kind_b, dims_b, B, mx, my, mz, margin, contacts, count)
        if points > 1:
            return after
    gap = widest_gap - ra - rb
    fa, fb = feature_of(kind_a, dims_a, A, nx, ny, nz, _EXACT), feature_of(kind_b, dims_b, B, -nx, -ny, -nz, _EXACT)
    la = feature_of(kind_a, dims_a, A, nx, ny, nz, TILT) == LINE
    if la and feature_of(kind_b, dims_b, B, -nx, -ny, -nz, TILT) == LINE:
        points, after = _side_by_side(kind_a, dims_a, A, ra, kind_b, dims_b, B, rb, nx, ny, nz, margin, contacts, count)
        if points > 1:
            return after
    if fb == CORNER:
        x, y, z = foremost(kind_b, dims_b, B, -nx, -ny, -nz, _EXACT)
        s, which = -rb - 0.5 * gap, _corner(kind_b, dims_b, B, -nx, -ny, -nz)
    elif fa == CORNER:
        x, y, z = foremost(kind_a, dims_a, A, nx, ny, nz, _EXACT)
        s, which = ra + 0.5 * gap, 8 + _corner(kind_a, dims_a, A, nx, ny, nz)
    elif fa == LINE and fb == LINE:
        x, y, z = _crossing(kind_a, dims_a, A, kind_b, dims_b, B, nx, ny, nz)
        s, which = ra + 0.5 * gap, 16
    else:  # a flat beside a flat: halfway between them
        x, y, z = foremost(kind_a, dims_a, A, nx, ny, nz, _EXACT)
        px, py, pz = foremost(kind_b, dims_b, B, -nx, -ny, -nz, _EXACT)
        x, y, z, s, which = 0.5 * (x + px), 0.5 * (y + py), 0.5 * (z + pz), 0.5 * (ra - rb), 17
    geometry = OTHER if kind_a == CYLINDER or kind_b == CYLINDER else _geometry_of(fa, fb, ra + rb)
    return add_contact(contacts, count, x + s * nx, y + s * ny, z + s * nz, nx, ny, nz, gap, ra, rb, _SINGLE + which, geometry)


@kernel
def _geometry_of(fa: int, fb: int, radius: float) -> int:
    """What a contact of two features is made of, but for cylinders, whose corners and lines run around them as they roll.

    radius : of both together; without one a corner on a corner or a line has no normal of its own [m]
    """
    if fa == LINE and fb == LINE:
        return LINES
    if fa == CORNER and fb == FACE:
        return PLANE_ON_POINT
    if radius == 0.0:
        return OTHER
    if fa == CORNER and fb == CORNER:
        return POINTS
    if fa == LINE and fb == CORNER:
        return POINT_ON_LINE
    return LINE_ON_POINT if fa == CORNER and fb == LINE else OTHER


@kernel
def _corner(shape: int, shape_dims: Array, G: Array, x: float, y: float, z: float) -> int:
    """A number of the corner, end or rim of a shape that is foremost along (x, y, z)."""
    code = 0
    for k in range(3):
        if (shape == BOX or k == 2) and x * G[k] + y * G[3 + k] + z * G[6 + k] > 0.0:
            code += 1 << k
    return code


@kernel
def _crossing(
    kind_a: int, dims_a: Array, A: Array, kind_b: int, dims_b: Array, B: Array, nx: float, ny: float, nz: float
) -> tuple[float, float, float]:
    """The point of a's line that is nearest to b's."""
    ax, ay, az = foremost(kind_a, dims_a, A, nx, ny, nz, _EXACT)
    bx, by, bz = foremost(kind_b, dims_b, B, -nx, -ny, -nz, _EXACT)
    i, ha = line_of(kind_a, dims_a, A, nx, ny, nz)
    j, hb = line_of(kind_b, dims_b, B, nx, ny, nz)
    cosine = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j]
    px, py, pz = bx - ax, by - ay, bz - az
    da = A[i] * px + A[3 + i] * py + A[6 + i] * pz
    db = B[j] * px + B[3 + j] * py + B[6 + j] * pz
    square = 1.0 - cosine * cosine
    s = (da - cosine * db) / square if square > 1e-18 else da
    t = min(max(cosine * s - db, -hb), hb)
    s = min(max(cosine * t + da, -ha), ha)
    return ax + s * A[i], ay + s * A[3 + i], az + s * A[6 + i]


@kernel
def _side_by_side(
    kind_a: int,
    dims_a: Array,
    A: Array,
    ra: float,
    kind_b: int,
    dims_b: Array,
    B: Array,
    rb: float,
    nx: float,
    ny: float,
    nz: float,
    margin: float,
    contacts: Any,
    count: int,
) -> tuple[int, int]:
    """Both ends of what two nearly parallel lines share."""
    ax, ay, az = foremost(kind_a, dims_a, A, nx, ny, nz, TILT)
    bx, by, bz = foremost(kind_b, dims_b, B, -nx, -ny, -nz, TILT)
    i, ha = line_of(kind_a, dims_a, A, nx, ny, nz)
    j, hb = line_of(kind_b, dims_b, B, nx, ny, nz)
    ux, uy, uz = A[i], A[3 + i], A[6 + i]
    cosine = ux * B[j] + uy * B[3 + j] + uz * B[6 + j]
    if 1.0 - cosine * cosine > _SIDE_BY_SIDE * _SIDE_BY_SIDE:
        return 0, count
    beside = ux * (bx - ax) + uy * (by - ay) + uz * (bz - az)
    low, high = max(-ha, beside - hb), min(ha, beside + hb)
    if high - low < 1e-6 * (ha + hb):
        return 0, count
    for k in range(2):
        s = low if k == 0 else high
        t = (s - beside) / cosine
        px, py, pz = ax + s * ux + ra * nx, ay + s * uy + ra * ny, az + s * uz + ra * nz
        qx, qy, qz = bx + t * B[j] - rb * nx, by + t * B[3 + j] - rb * ny, bz + t * B[6 + j] - rb * nz
        gap = (qx - px) * nx + (qy - py) * ny + (qz - pz) * nz
        if gap < margin:
            count = add_contact(
                contacts, count, 0.5 * (px + qx), 0.5 * (py + qy), 0.5 * (pz + qz), nx, ny, nz, gap, ra, rb, k, OTHER
            )
    return 2, count
