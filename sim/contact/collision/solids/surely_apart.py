"""Whether two convex shapes are surely further apart than a margin: a direction along which they are is looked for.

First for the boxes around the shapes, then for the shapes themselves. A direction that is found is a proof; where none is found
within a few trials the shapes may be apart all the same, and who asked looks closer.
Source: Chung & Wang 1996, "Quick collision detection of polytopes in virtual environments" (the reflected direction);
Ericson 2005, §4.4 (boxes), §5.2 (separating axes).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel, small
from .cores import core_radius, furthest

_BOX_TRIALS, _SHAPE_TRIALS = 8, 24  # directions; of hulls a few mm apart, 24 find all but some in a hundred


@kernel
def are_surely_apart(sa: Any, A: Array, sb: Any, B: Array, vertices: Array, margin: float) -> bool:
    """Whether convex shapes a and b at poses A and B (12,) are proven to be further apart than `margin` [m]."""
    radii = core_radius(sa) + core_radius(sb)
    ax, ay, az = _to_world(A, sa.box_center[0], sa.box_center[1], sa.box_center[2])
    bx, by, bz = _to_world(B, sb.box_center[0], sb.box_center[1], sb.box_center[2])
    x, y, z = bx - ax, by - ay, bz - az
    for trial in range(_BOX_TRIALS + _SHAPE_TRIALS):
        length = math.sqrt(x * x + y * y + z * z)
        if length == 0.0:
            return False
        x, y, z = x / length, y / length, z / length
        if trial < _BOX_TRIALS:
            px, py, pz = _furthest_of_box(sa, A, x, y, z)
            qx, qy, qz = _furthest_of_box(sb, B, -x, -y, -z)
        else:
            px, py, pz = furthest(sa, vertices, A, x, y, z)
            qx, qy, qz = furthest(sb, vertices, B, -x, -y, -z)
        rx, ry, rz = qx - px, qy - py, qz - pz
        if rx * x + ry * y + rz * z > margin + (0.0 if trial < _BOX_TRIALS else radii):
            return True
        square = rx * rx + ry * ry + rz * rz
        if square == 0.0:
            return False
        turn = 2.0 * (rx * x + ry * y + rz * z) / square
        x, y, z = x - turn * rx, y - turn * ry, z - turn * rz
    return False


@small
def _to_world(G: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A point of a shape at pose G (12,) in the world."""
    return (
        G[9] + G[0] * x + G[1] * y + G[2] * z,
        G[10] + G[3] * x + G[4] * y + G[5] * z,
        G[11] + G[6] * x + G[7] * y + G[8] * z,
    )


@kernel
def _furthest_of_box(shape: Any, G: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The corner of the box around a shape that is furthest along a direction of the world."""
    c, h = shape.box_center, shape.box_half
    return _to_world(
        G,
        c[0] + math.copysign(h[0], G[0] * x + G[3] * y + G[6] * z),
        c[1] + math.copysign(h[1], G[1] * x + G[4] * y + G[7] * z),
        c[2] + math.copysign(h[2], G[2] * x + G[5] * y + G[8] * z),
    )
