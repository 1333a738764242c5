"""The set of dry friction in a joint, B = {r: ‖r‖ ≤ b}: projection, its derivative, and the law solved for one joint.

The friction of a joint opposes its motion with at most b, and holds it where less than b does: r maximises the power it
takes out, -u ∈ N_B(r), that is r = P_B(r - ρ u) for any ρ > 0. A joint of one degree of freedom has its motion in the third
number and B is an interval; a spherical joint has three, and its friction torque is opposite to its angular velocity.
Wherever a friction coefficient μ is taken, -b stands for a joint. At the level of velocities b is h times the largest force.
Source: Moreau 1973 (maximal dissipation); Acary & Brogliato 2008, §3.9.
"""

from __future__ import annotations

import math

from ...kernel import kernel

Three = tuple[float, float, float]


@kernel
def project_into_ball(b: float, x: float, y: float, z: float) -> Three:
    """The point of B nearest to (x, y, z)."""
    length = math.sqrt(x * x + y * y + z * z)
    if length <= b:
        return x, y, z
    s = b / length
    return s * x, s * y, s * z


@kernel
def ball_derivative(b: float, x: float, y: float, z: float) -> tuple[float, float, float, float, float, float]:
    """The derivative of P_B at (x, y, z): xx xy xz yy yz zz."""
    length = math.sqrt(x * x + y * y + z * z)
    if length <= b:
        return 1.0, 0.0, 0.0, 1.0, 0.0, 1.0
    s = b / length
    x, y, z = x / length, y / length, z / length
    return s * (1.0 - x * x), -s * x * y, -s * x * z, s * (1.0 - y * y), -s * y * z, s * (1.0 - z * z)


@kernel
def solve_joint(
    b: float, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float, bx: float, by: float, bz: float
) -> Three:
    """The friction r of one joint alone, where u = G r + (bx, by, bz)."""
    if g00 == 0.0:
        return 0.0, 0.0, min(max(-bz / g22, -b), b)
    x, y, z = _damped(0.0, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if x * x + y * y + z * z <= b * b:
        return x, y, z
    # u = -s r with ‖r‖ = b: ‖(G + s)⁻¹ b‖ falls with s, and its inverse is nearly linear in it.
    low, high = 0.0, math.sqrt(bx * bx + by * by + bz * bz) / b
    for _ in range(200):
        s = 0.5 * (low + high)
        x, y, z = _damped(s, g00, g01, g02, g11, g12, g22, bx, by, bz)
        if s == low or s == high:
            break
        if x * x + y * y + z * z > b * b:
            low = s
        else:
            high = s
    return project_into_ball(b, x, y, z)


@kernel
def _damped(
    s: float, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float, bx: float, by: float, bz: float
) -> Three:
    """The r of (G + s) r = -(bx, by, bz), by Cholesky."""
    l00 = math.sqrt(g00 + s)
    l10, l20 = g01 / l00, g02 / l00
    l11 = math.sqrt(g11 + s - l10 * l10)
    l21 = (g12 - l20 * l10) / l11
    l22 = math.sqrt(g22 + s - l20 * l20 - l21 * l21)
    x = -bx / l00
    y = (-by - l10 * x) / l11
    z = (-bz - l20 * x - l21 * y) / l22
    z /= l22
    y = (y - l21 * z) / l11
    return (x - l10 * y - l20 * z) / l00, y, z
