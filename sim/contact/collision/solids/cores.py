"""Convex shapes as cores and what lies within a radius of them: a ball is a point, a capsule a segment, others are their core."""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel, small
from ..shape_table import BOX, CAPSULE, CONVEX, CYLINDER, ELLIPSOID, SPHERE


@small
def core_radius(shape: Any) -> float:
    """How far the surface of a shape is from its core [m]."""
    return float(shape.dims[0]) if shape.kind == SPHERE or shape.kind == CAPSULE else 0.0


@kernel
def furthest(shape: Any, vertices: Array, G: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The point of a shape's core that is furthest along a direction of the world, which need not be of unit length."""
    dims = shape.dims
    # the direction in the shape's frame
    u = G[0] * x + G[3] * y + G[6] * z
    v = G[1] * x + G[4] * y + G[7] * z
    w = G[2] * x + G[5] * y + G[8] * z
    px, py, pz = 0.0, 0.0, 0.0
    if shape.kind == CONVEX:
        best, k = -math.inf, shape.first
        for i in range(shape.first, shape.last):
            height = u * vertices[i, 0] + v * vertices[i, 1] + w * vertices[i, 2]
            if height > best:
                best, k = height, i
        px, py, pz = vertices[k, 0], vertices[k, 1], vertices[k, 2]
    elif shape.kind == BOX:
        px, py, pz = math.copysign(dims[0], u), math.copysign(dims[1], v), math.copysign(dims[2], w)
    elif shape.kind == ELLIPSOID:
        u, v, w = dims[0] * u, dims[1] * v, dims[2] * w
        length = max(math.sqrt(u * u + v * v + w * w), 1e-300)
        px, py, pz = dims[0] * u / length, dims[1] * v / length, dims[2] * w / length
    elif shape.kind == CYLINDER:
        across = math.sqrt(u * u + v * v)
        part = dims[0] / across if across > 0.0 else 0.0
        px, py, pz = part * u, part * v, math.copysign(dims[1], w)
    elif shape.kind == CAPSULE:
        pz = math.copysign(dims[1], w)
    return (
        G[9] + G[0] * px + G[1] * py + G[2] * pz,
        G[10] + G[3] * px + G[4] * py + G[5] * pz,
        G[11] + G[6] * px + G[7] * py + G[8] * pz,
    )


@kernel
def separation_along(sa: Any, A: Array, sb: Any, B: Array, vertices: Array, x: float, y: float, z: float) -> float:
    """σ(n): how far shapes a and b are apart along the unit direction n = (x, y, z) [m]."""
    px, py, pz = furthest(sa, vertices, A, x, y, z)
    qx, qy, qz = furthest(sb, vertices, B, -x, -y, -z)
    return float((qx - px) * x + (qy - py) * y + (qz - pz) * z - core_radius(sa) - core_radius(sb))
