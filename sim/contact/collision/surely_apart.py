"""Whether two convex shapes are surely further apart than a margin: a direction along which they are is looked for.

First for the boxes around the shapes, then for the shapes themselves. A direction that is found is a proof; where none is found
within a few trials the shapes may be apart all the same, and who asked looks closer.
Source: Chung & Wang 1996, "Quick collision detection of polytopes in virtual environments" (the reflected direction);
Ericson 2005, §4.4 (boxes), §5.2 (separating axes).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import kernel, small
from .shape_table import BOX, CAPSULE, CONVEX, CYLINDER, ELLIPSOID

_BOX_TRIALS, _SHAPE_TRIALS = 8, 24  # directions; of hulls a few mm apart, 24 find all but some in a hundred


@kernel
def are_surely_apart(shapes: Any, vertices: Array, G: Array, a: int, b: int, margin: float) -> bool:
    """Whether convex shapes a and b at poses G (shapes, 12) are proven to be further apart than `margin` [m]."""
    sa, sb, A, B = shapes[a], shapes[b], G[a], G[b]
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
            px, py, pz = _furthest(sa, vertices, A, x, y, z)
            qx, qy, qz = _furthest(sb, vertices, B, -x, -y, -z)
        rx, ry, rz = qx - px, qy - py, qz - pz
        if rx * x + ry * y + rz * z > margin:
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


@kernel
def _furthest(shape: Any, vertices: Array, G: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The point of a shape that is furthest along a unit direction of the world."""
    kind, dims = shape.kind, shape.dims
    # the direction in the shape's frame
    u = G[0] * x + G[3] * y + G[6] * z
    v = G[1] * x + G[4] * y + G[7] * z
    w = G[2] * x + G[5] * y + G[8] * z
    if kind == CONVEX:
        best, k = -math.inf, shape.first
        for i in range(shape.first, shape.last):
            height = u * vertices[i, 0] + v * vertices[i, 1] + w * vertices[i, 2]
            if height > best:
                best, k = height, i
        return _to_world(G, vertices[k, 0], vertices[k, 1], vertices[k, 2])
    if kind == BOX:
        return _furthest_of_box(shape, G, x, y, z)
    if kind == ELLIPSOID:
        u, v, w = dims[0] * u, dims[1] * v, dims[2] * w
        length = math.sqrt(u * u + v * v + w * w)
        return _to_world(G, dims[0] * u / length, dims[1] * v / length, dims[2] * w / length)
    if kind == CYLINDER:
        across = math.sqrt(u * u + v * v)
        part = dims[0] / across if across > 0.0 else 0.0
        return _to_world(G, part * u, part * v, math.copysign(dims[1], w))
    half = math.copysign(dims[1], w) if kind == CAPSULE else 0.0  # else a ball
    return _to_world(G, dims[0] * u, dims[0] * v, dims[0] * w + half)
