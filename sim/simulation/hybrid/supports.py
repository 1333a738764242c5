"""Whether a contact that is followed is still where it was found: on a face that ends somewhere, or on a corner."""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...contact.collision.shape_table import BOX, CYLINDER, PLANE_ON_POINT, POINT_ON_PLANE
from ...kernel import kernel

BEYOND, PATCH = 1e-6, 1e-4  # how far outside its face something round, or a point of a flat patch, may be [m]


@kernel
def is_over_its_face(shapes: Any, geometry: Array, contact: Any, kind: int, slack: float) -> bool:
    """Whether the contact's point lies on the face that was held, or the ball beside the corner that was.

    geometry : (shapes, 12) world poses; kind : POINT_ON_PLANE, PLANE_ON_POINT or POINTS
    slack    : how far outside its face it may be [m]
    """
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
def _is_at_its_corner(shapes: Any, geometry: Array, contact: Any, slack: float) -> bool:
    """Of a ball on the corner of a box: whether its centre is where no edge and no face is nearer."""
    if shapes[contact.b].kind != BOX:
        return True
    ball, half = geometry[contact.a], shapes[contact.b].dims
    x, y, z = _seen_from(geometry[contact.b], ball[9], ball[10], ball[11])
    return min(abs(x) - half[0], min(abs(y) - half[1], abs(z) - half[2])) >= -slack


@kernel
def _seen_from(w: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    x, y, z = x - w[9], y - w[10], z - w[11]
    return w[0] * x + w[3] * y + w[6] * z, w[1] * x + w[4] * y + w[7] * z, w[2] * x + w[5] * y + w[8] * z
