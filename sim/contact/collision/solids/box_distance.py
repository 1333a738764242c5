"""How far apart two boxes are. Contacts need that only where boxes nearly touch; a plot of distances needs it anywhere.

Source: nearest points by alternating projections (Cheney & Goldstein 1959), ended where a separating plane shows them to be.
"""

from __future__ import annotations

import math

from ....arrays import Array
from ....kernel import kernel

_NEAR = 1e-9  # between what was found and what no points can be nearer than [m]
_MOST = 400  # projections: boxes that are nearly parallel need many


@kernel
def box_distance(A: Array, ha: Array, B: Array, hb: Array, reach: float) -> float:
    """Distance [m] of two boxes that do not overlap (poses (12,), half lengths (3,)); infinite where it is beyond `reach`."""
    px, py, pz = A[9], A[10], A[11]
    distance = 0.0
    for _ in range(_MOST):
        qx, qy, qz = _nearest_in(B, hb, px, py, pz)
        px, py, pz = _nearest_in(A, ha, qx, qy, qz)
        x, y, z = qx - px, qy - py, qz - pz
        distance = math.sqrt(x * x + y * y + z * z)
        if distance < 1e-12:
            return 0.0
        x, y, z = x / distance, y / distance, z / distance
        least = x * (B[9] - A[9]) + y * (B[10] - A[10]) + z * (B[11] - A[11])
        for k in range(3):
            least -= ha[k] * abs(x * A[k] + y * A[3 + k] + z * A[6 + k])
            least -= hb[k] * abs(x * B[k] + y * B[3 + k] + z * B[6 + k])
        if least > reach:
            return math.inf
        if distance - least < _NEAR:
            break
    return distance


@kernel
def _nearest_in(A: Array, half: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The point of a box that is nearest to another."""
    dx, dy, dz = x - A[9], y - A[10], z - A[11]
    x, y, z = A[9], A[10], A[11]
    for k in range(3):
        s = min(max(dx * A[k] + dy * A[3 + k] + dz * A[6 + k], -half[k]), half[k])
        x, y, z = x + s * A[k], y + s * A[3 + k], z + s * A[6 + k]
    return x, y, z
