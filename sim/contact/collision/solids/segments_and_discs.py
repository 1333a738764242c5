"""Solids as sums of segments and discs: how far two are apart along a direction. See `separation`.

A table of parts is (2, 16, 3): directions in parts[0], half lengths or radii [m] in parts[1, :, 0]; segments from row 0,
discs from row DISCS. The rest of it is scratch.
"""

from __future__ import annotations

import math

from ....arrays import Array
from ....kernel import kernel

DISCS = 8


@kernel
def separation(parts: Array, segments: int, discs: int, dx: float, dy: float, dz: float, x: float, y: float, z: float) -> float:
    """σ along the unit vector (x, y, z), without the balls [m]."""
    u, a = parts[0], parts[1]
    s = x * dx + y * dy + z * dz
    for k in range(segments):
        s -= a[k, 0] * abs(x * u[k, 0] + y * u[k, 1] + z * u[k, 2])
    for k in range(DISCS, DISCS + discs):
        cx, cy, cz = y * u[k, 2] - z * u[k, 1], z * u[k, 0] - x * u[k, 2], x * u[k, 1] - y * u[k, 0]
        s -= a[k, 0] * math.sqrt(cx * cx + cy * cy + cz * cz)
    return s
