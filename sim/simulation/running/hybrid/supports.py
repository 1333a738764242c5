"""Whether a contact that is followed is still where it was found: on a face that ends somewhere, on an edge, or on a corner.

What a contact is held by is fixed at an event, and so is not noticed to end: collision detection, which looks at every state
afresh, is asked whether it still finds the same.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.collision.shape_table import (
    BOX,
    CAPSULE,
    CYLINDER,
    HEIGHT_FIELD,
    PLANE_ON_POINT,
    POINT_ON_LINE,
    POINT_ON_PLANE,
    SPHERE,
)
from ....kernel import kernel, small

BEYOND, PATCH = 1e-6, 1e-4  # how far outside its face something round, or a point of a flat patch, may be [m]
CLOSED_GAP = 1e-9  # a contact nearer than this is closed at an event [m]
SUNK = 1e-7  # deeper than this is no contact that was followed [m]
_TURNED = 1e-10  # one less the cosine between two normals that are one
_LEVEL = 1e-8  # one less the cosine between normals of planes that are as good as level
_OVER = 1e-9  # by which a point that is on an edge may be beyond it [m]
_APART = 1e-9  # by which the gaps of two planes that are one may differ [m]


@kernel
def is_held(shapes: Any, hybrid: Any, count: int, contact: Any) -> bool:
    """Whether a contact found by collision detection is one of the `count` held ones.

    A name may belong to another point by now, as where the edges of two boxes cross: then it is another contact once it is deeper
    than what is closed. Neighbouring triangles of level ground are one.
    """
    for c in range(count):
        held = hybrid.contacts[c]
        if held.pair != contact.pair:
            continue
        if shapes[contact.a].kind == HEIGHT_FIELD:
            if _are_one(held, contact):
                return True
        elif held.feature == contact.feature and (contact.gap > -CLOSED_GAP or _are_beside(held, contact)):
            return True
    return False


@kernel
def is_found(shapes: Any, held: Any, kind: int, contacts: Any, found: int) -> bool:
    """Whether collision detection, which found so many contacts, still has a held one as it is held.

    On ground a held contact must be among those found, and so must lines and what capsules touch. Of a cylinder, whose named
    points move over it once it tilts, the one of its name must not be of another kind; other solids end where
    `is_over_its_face` says.
    kind : POINT_ON_PLANE, PLANE_ON_POINT, POINTS, POINT_ON_LINE, LINES or LINE_ON_POINT
    """
    on_ground = shapes[held.a].kind == HEIGHT_FIELD
    has_rim = not on_ground and (shapes[held.a].kind == CYLINDER or shapes[held.b].kind == CYLINDER)
    has_line = not on_ground and (kind >= POINT_ON_LINE or shapes[held.a].kind == CAPSULE)
    for k in range(found):
        contact = contacts[k]
        if contact.pair != held.pair:
            continue
        if on_ground and contact.geometry == kind and _are_one(held, contact):
            return True
        if (has_rim or has_line) and contact.feature == held.feature:
            return bool(contact.geometry == kind)
    return not on_ground and not has_line


@kernel
def _are_one(held: Any, contact: Any) -> bool:
    m, n = held.normal, contact.normal
    if m[0] * n[0] + m[1] * n[1] + m[2] * n[2] < 1.0 - _TURNED or abs(held.gap - contact.gap) > _APART:
        return False
    return _are_beside(held, contact)


@kernel
def _are_beside(held: Any, contact: Any) -> bool:
    x, y, z = (contact.point[0] - held.point[0], contact.point[1] - held.point[1], contact.point[2] - held.point[2])
    return x * x + y * y + z * z <= PATCH * PATCH


@kernel
def is_over_its_face(shapes: Any, geometry: Array, contact: Any, kind: int, slack: float) -> bool:
    """Whether the contact's point lies on the face that was held, or the ball beside the corner that was.

    geometry : (shapes, 12) world poses; kind : as of `is_found`
    slack    : how far outside its face it may be [m]
    """
    if kind >= POINT_ON_LINE:
        return True
    if kind != POINT_ON_PLANE and kind != PLANE_ON_POINT:
        return _is_at_its_corner(shapes, geometry, contact, slack)
    k = contact.a if kind == POINT_ON_PLANE else contact.b
    half = shapes[k].dims
    x, y, z = _seen_from(geometry[k], contact.point[0], contact.point[1], contact.point[2])
    if shapes[k].kind == BOX:
        return max(abs(x) - half[0], max(abs(y) - half[1], abs(z) - half[2])) <= slack
    if shapes[k].kind == CYLINDER:
        return x * x + y * y <= (half[0] + slack) ** 2
    return True


@kernel
def is_carried(shapes: Any, geometry: Array, contacts: Any, count: int, contact: Any) -> bool:
    """Whether a contact with the edge of a box, across a face of it, is of what one of `count` others carries across that plane.

    As the edge of the next tile, or of the last, beside the top of the one that something rolls on: it hands it over.
    """
    if contact.a < 0 or _is_of_flat(contact):
        return False
    n = contact.normal
    for side in range(2):
        box, shape = (contact.a, contact.b) if side == 0 else (contact.b, contact.a)
        if shapes[box].kind != BOX or not _has_face_across(geometry[box], n):
            continue
        for k in range(count):
            other = contacts[k]
            if other.a < 0 or not _is_of_flat(other) or other.gap > CLOSED_GAP:
                continue
            m = other.normal
            cosine = m[0] * n[0] + m[1] * n[1] + m[2] * n[2]
            if (other.a if side == 1 else other.b) == shape and cosine > 1.0 - _LEVEL:
                return True
            if (other.b if side == 1 else other.a) == shape and cosine < _LEVEL - 1.0:
                return True
    return False


@small
def _is_of_flat(contact: Any) -> bool:
    return bool(contact.geometry == POINT_ON_PLANE or contact.geometry == PLANE_ON_POINT)


@kernel
def _has_face_across(G: Array, n: Array) -> bool:
    for k in range(3):
        if abs(n[0] * G[k] + n[1] * G[3 + k] + n[2] * G[6 + k]) > 1.0 - _LEVEL:
            return True
    return False


@kernel
def hold_where_it_stays(shapes: Any, geometry: Array, contact: Any, x: float, y: float) -> None:
    """Let a point of a flat patch that slides by (x, y) along its tangents be one of the solid on whose edge it stays.

    Where two edges cross it is a point of either. A box that slides off a tile has its last points on the tile's edge: taken as
    points of the box they would leave the tile at once, and the patch would have to be found again every tenth of a millimetre.
    """
    kind = contact.geometry
    is_flat = (kind == POINT_ON_PLANE or kind == PLANE_ON_POINT) and contact.radius_a == 0.0 and contact.radius_b == 0.0
    speed = math.sqrt(x * x + y * y)
    if not is_flat or speed == 0.0 or shapes[contact.a].kind != BOX or shapes[contact.b].kind != BOX:
        return
    n, t, p = contact.normal, contact.tangent, contact.point
    bx, by, bz = n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]
    s = 2.0 * PATCH / speed
    ux, uy, uz = s * (x * t[0] + y * bx), s * (x * t[1] + y * by), s * (x * t[2] + y * bz)
    side = 1.0 if kind == POINT_ON_PLANE else -1.0
    of, other = (contact.a, contact.b) if side > 0.0 else (contact.b, contact.a)
    ux, uy, uz = side * ux, side * uy, side * uz
    stays = _is_on_flat(shapes[of], geometry[of], n, p[0] + ux, p[1] + uy, p[2] + uz)
    if not stays and _is_on_flat(shapes[other], geometry[other], n, p[0] - ux, p[1] - uy, p[2] - uz):
        contact.geometry = PLANE_ON_POINT if side > 0.0 else POINT_ON_PLANE


@kernel
def _is_on_flat(shape: Any, G: Array, n: Array, x: float, y: float, z: float) -> bool:
    """Whether a box at pose G (12,) has a face across n, and a point of the world lies over it."""
    x, y, z = _seen_from(G, x, y, z)
    has_face = False
    for k in range(3):
        if abs(n[0] * G[k] + n[1] * G[3 + k] + n[2] * G[6 + k]) > 1.0 - _TURNED:
            has_face = True
            continue
        along = x if k == 0 else (y if k == 1 else z)
        if abs(along) > shape.dims[k] + _OVER:
            return False
    return has_face


@kernel
def _is_at_its_corner(shapes: Any, geometry: Array, contact: Any, slack: float) -> bool:
    """Of a ball on the corner of a box: whether its centre is where no edge and no face is nearer."""
    if shapes[contact.b].kind != BOX or shapes[contact.a].kind != SPHERE:
        return True
    ball, half = geometry[contact.a], shapes[contact.b].dims
    x, y, z = _seen_from(geometry[contact.b], ball[9], ball[10], ball[11])
    return min(abs(x) - half[0], min(abs(y) - half[1], abs(z) - half[2])) >= -slack


@kernel
def _seen_from(w: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    x, y, z = x - w[9], y - w[10], z - w[11]
    return w[0] * x + w[3] * y + w[6] * z, w[1] * x + w[4] * y + w[7] * z, w[2] * x + w[5] * y + w[8] * z
