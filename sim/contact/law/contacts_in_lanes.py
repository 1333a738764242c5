"""Coulomb's law of four contacts at once, in `Lanes`: the impulse of each, and how far each is from the law.

Axes, law and what μ = 0 means are those of `friction_cone` and `one_contact`; joints' friction and the other laws are not here.
Sources: those of these two.
"""

from __future__ import annotations

import math
from typing import Any

from ...kernel import kernel, small
from ...simd import pick

_MOST = 60  # Newton steps and halvings; a handful are needed
_NEAR = 4e-15  # parts of a friction force to which it is found
_FAR = 1e300


@small
def larger(a: Any, b: Any) -> Any:
    """Lane by lane the larger of both; a where b is not a number."""
    return pick(a, b, b, a)


@small
def size_of(a: Any) -> Any:
    """Lane by lane |a|."""
    return pick(0.0, a, a, -a)


@kernel
def impulses_of_four(
    mu: Any, g00: Any, g01: Any, g02: Any, g11: Any, g12: Any, g22: Any, bx: Any, by: Any, bz: Any
) -> tuple[Any, Any, Any]:
    """The impulses of `solve_one` with Coulomb's law, of lanes; where contacts open early or stick, nothing is iterated."""
    inverse = 1.0 / g22
    p0, p1, z0 = g02 * inverse, g12 * inverse, -bz * inverse
    s00, s01, s11 = g00 - p0 * g02, g01 - p0 * g12, g11 - p1 * g12
    c0, c1 = bx + z0 * g02, by + z0 * g12
    s, low, high = 0.0 * mu, 0.0 * mu, 0.0 * mu + _FAR
    # Numbers, not truths: 1 where a lane is still looked for. An open contact pushes nothing, a smooth one along its normal.
    is_smooth = pick(mu, 0.0, 1.0, 0.0)
    left = pick(0.0, bz, 0.0, 1.0 - is_smooth)
    x, y, z = 0.0 * mu, 0.0 * mu, pick(0.0, bz, 0.0, is_smooth * z0)
    for _ in range(_MOST):
        if left <= 0.0:
            break
        a, c = s00 + s, s11 + s
        d = 1.0 / (a * c - s01 * s01)
        nx, ny = (s01 * c1 - c * c0) * d, (s01 * c0 - a * c1) * d
        nz = z0 - p0 * nx - p1 * ny
        x, y, z = pick(left, 0.0, x, nx), pick(left, 0.0, y, ny), pick(left, 0.0, z, nz)
        t2 = nx * nx + ny * ny
        f = mu * mu * nz * nz - t2
        inside = pick(0.0, nz, pick(0.0, f, 1.0, 0.0), 0.0)
        left = pick(s, 0.0, left * (1.0 - inside), left)  # it sticks
        if left <= 0.0:
            break
        low, high = pick(inside, 0.0, s, low), pick(inside, 0.0, high, s)
        t = math.sqrt(t2)
        left = pick(size_of(mu * nz - t), _NEAR * t, 0.0, left)
        dx, dy = (s01 * ny - c * nx) * d, (s01 * nx - a * ny) * d
        slope = mu * (-(p0 * dx + p1 * dy) - nz * (nx * dx + ny * dy) / t2) / t
        step = s - (mu * nz / t - 1.0) / slope
        middle = pick(_FAR, high, larger(4.0 * low, g00 + g11), 0.5 * (low + high))
        step = pick(slope, 0.0, middle, pick(low, step, pick(step, high, step, middle), middle))
        left = pick(size_of(step - s), 1e-16 * s, 0.0, left)
        s = step
    return x, y, z


@small
def project_four(mu: Any, x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
    """The nearest points of the cones, as `project` with weight 1."""
    t = math.sqrt(x * x + y * y)
    n = (mu * t + z) / (1.0 + mu * mu)
    share = pick(t, 0.0, 0.0, mu * n / t)
    is_inside = pick(mu, 0.0, 0.0, pick(t, mu * z, 1.0, 0.0))
    share = pick(is_inside, 0.0, share, 1.0)
    n = pick(is_inside, 0.0, larger(0.0 * n, n), z)
    share = pick(n, 0.0, 0.0, share)
    return share * x, share * y, n


@kernel
def natural_map_of_four(mu: Any, ux: Any, uy: Any, uz: Any, x: Any, y: Any, z: Any) -> Any:
    """‖r - P_K(r - û)‖ of each lane: `natural_map` with ρ = 1, u_z relative to the target [m/s]."""
    ux, uy = pick(mu, 0.0, 0.0, ux), pick(mu, 0.0, 0.0, uy)
    w = uz + mu * math.sqrt(ux * ux + uy * uy)
    px, py, pz = project_four(mu, x - ux, y - uy, z - w)
    px, py, pz = px - x, py - y, pz - z
    return math.sqrt(px * px + py * py + pz * pz)
