"""Contacts of an island that stick against each other: what sweeps add to their impulses again and again is added at once.

Where more contacts stick than can, they work against each other: each sweep adds the same
little impulse round a loop of them, at the same residual, until one reaches the edge of its cone and slides. With a residual of
1e-7 m/s that takes a million sweeps, of which nothing is left to extrapolate. Along that direction the first edge is known.
Source: the ratio test of active-set methods, Nocedal & Wright 2006, §16.5.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import kernel
from .gauss_seidel import save_impulses, velocities_from
from .lanes.lane_solvers import plain_sweeps

_SWEEPS = 10  # after which what they add is the same each time; and over which that is measured
_EDGE = 1e-9  # part of a force within which a contact slides already


@kernel
def go_to_the_edge(arrays: Any, members: Any, trees_in: Any, before: Array) -> int:
    """Add to the impulses r of one island what sweeps add, until a contact parts or slides; the number of sweeps.

    before : (n, 3) scratch that sweeps do not have
    """
    plain_sweeps(arrays, members, trees_in, _SWEEPS)
    save_impulses(arrays, members, before)
    plain_sweeps(arrays, members, trees_in, _SWEEPS)
    times = math.inf
    for m in range(members.shape[0]):
        c = members[m]
        r, mu = arrays.r[c], arrays.contacts[c].friction
        dx, dy, dz = r[0] - before[m, 0], r[1] - before[m, 1], r[2] - before[m, 2]
        times = min(times, _to_the_edge(mu, r[0], r[1], r[2], dx, dy, dz))
    if times < math.inf:
        for m in range(members.shape[0]):
            for k in range(3):
                arrays.r[members[m], k] += times * (arrays.r[members[m], k] - before[m, k])
        velocities_from(arrays, members, trees_in)
    return 2 * _SWEEPS


@kernel
def _to_the_edge(mu: float, x: float, y: float, z: float, dx: float, dy: float, dz: float) -> float:
    """How many times (dx, dy, dz) the impulse (x, y, z) of a contact can take until it parts or slides; where it does, ∞.

    Friction μ of a joint is negative, and that of a ball of radius -μ.
    """
    if mu < 0.0:
        return _first_root(dx * dx + dy * dy + dz * dz, x * dx + y * dy + z * dz, x * x + y * y + z * z - mu * mu)
    if z <= 0.0:
        return math.inf
    parts = -z / dz if dz < 0.0 else math.inf
    edge = mu * z
    inside = x * x + y * y - edge * edge
    if mu == 0.0 or inside >= -_EDGE * edge * edge:
        return parts
    return min(parts, _first_root(dx * dx + dy * dy - mu * mu * dz * dz, x * dx + y * dy - mu * edge * dz, inside))


@kernel
def _first_root(a: float, b: float, c: float) -> float:
    """The smallest positive root of a t² + 2 b t + c, where c < 0; ∞ if there is none."""
    square = b * b - a * c
    if not c < 0.0 or square < 0.0:
        return math.inf
    root = -c / (b + math.sqrt(square))  # of both signs of a: the other is negative, or later
    return root if root > 0.0 else math.inf
