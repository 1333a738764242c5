"""The direction along which two solids are furthest apart, exactly, whether they are apart or overlap.

Boxes, capsules and cylinders are sums of straight segments ±a u, flat discs (axis w, radius r) and a ball. Along a unit
direction n, with d from the centre of a to that of b, two of them are apart by
    σ(n) = n·d - Σ a |n·u| - Σ r √(1 - (n·w)²) - (radii of the balls),
and their gap is the largest σ there is. No σ exceeds the gap, so that no direction tried does harm, and the best is found
among: the normals of two segments; the axes of discs; on each circle n ⟂ u, the tops between its corners; and, off all
these, where rims and corners are nearest.
Source: Ericson 2005, §5.2 (separating axes); Gottschalk, Lin & Manocha 1996; Schneider 2014, §1.7 (sums of convex bodies).
"""

from __future__ import annotations

import math

from ....arrays import Array
from ....kernel import kernel
from ..shape_table import BOX, CAPSULE
from .between_rims import between_rims
from .great_circle import top_of_circle
from .segments_and_discs import DISCS, separation

_PARALLEL = 1e-9  # two directions with a smaller sine have no normal of their own


@kernel
def parts_into(kind: int, dims: Array, G: Array, parts: Array, segments: int, discs: int) -> tuple[int, int]:
    """Add what a shape at pose G (12,) is made of; the new numbers of segments and discs. Balls are not written."""
    for axis in range(3):
        if kind != BOX and axis != 2:
            continue
        for k in range(3):
            parts[0, segments, k] = G[3 * k + axis]
        parts[1, segments, 0] = dims[axis] if kind == BOX else dims[1]
        segments += 1
    if kind != BOX and kind != CAPSULE:
        for k in range(3):
            parts[0, DISCS + discs, k] = G[3 * k + 2]
        parts[1, DISCS + discs, 0] = dims[0]
        discs += 1
    return segments, discs


@kernel
def widest(
    parts: Array, segments: int, discs: int, dx: float, dy: float, dz: float, enough: float
) -> tuple[float, float, float, float]:
    """The largest σ [m] and its direction; or one above `enough`, as soon as there is one."""
    u = parts[0]
    best, nx, ny, nz = -1e300, 0.0, 0.0, 1.0
    for i in range(segments):
        for j in range(i + 1, segments):
            x = u[i, 1] * u[j, 2] - u[i, 2] * u[j, 1]
            y = u[i, 2] * u[j, 0] - u[i, 0] * u[j, 2]
            z = u[i, 0] * u[j, 1] - u[i, 1] * u[j, 0]
            length = math.sqrt(x * x + y * y + z * z)
            if length < _PARALLEL:
                continue
            length = math.copysign(length, x * dx + y * dy + z * dz)
            x, y, z = x / length, y / length, z / length
            s = separation(parts, segments, discs, dx, dy, dz, x, y, z)
            if s > best:
                best, nx, ny, nz = s, x, y, z
    for k in range(DISCS, DISCS + discs):
        sign = math.copysign(1.0, u[k, 0] * dx + u[k, 1] * dy + u[k, 2] * dz)
        x, y, z = sign * u[k, 0], sign * u[k, 1], sign * u[k, 2]
        s = separation(parts, segments, discs, dx, dy, dz, x, y, z)
        if s > best:
            best, nx, ny, nz = s, x, y, z
    for k in range(segments):
        if best > enough:
            break
        x, y, z = top_of_circle(parts, segments, discs, k, dx, dy, dz)
        s = separation(parts, segments, discs, dx, dy, dz, x, y, z)
        if s > best:
            best, nx, ny, nz = s, x, y, z
    if best <= enough:
        x, y, z = between_rims(parts, segments, discs, nx, ny, nz, dx, dy, dz)
        s = separation(parts, segments, discs, dx, dy, dz, x, y, z)
        if s > best:
            best, nx, ny, nz = s, x, y, z
    return best, nx, ny, nz
