"""The friction cone K = {r: ‖r_t‖ ≤ μ r_n}: projection, Coulomb's law as a fixed point, and its residual.

Coulomb's law with a normal velocity asked to be at least `target` reads K ∋ r ⟂ û ∈ K*, û = u - target n + μ‖u_t‖ n
(De Saxcé), that is r = P_K(r - ρ û) for any ρ > 0. Source: Acary & Brogliato 2008, §3.9 and §13.
Vectors are in the contact's own axes: tangent 1, tangent 2, normal. A negative μ is that of a joint, see `dry_friction`.
"""

from __future__ import annotations

import math

from ..kernel import kernel
from .dry_friction import ball_derivative, project_into_ball, solve_joint

Three = tuple[float, float, float]


@kernel
def project(mu: float, x: float, y: float, z: float) -> Three:
    """The point of K nearest to (x, y, z); for μ = 0, K is the half-line of pushes."""
    if mu < 0.0:
        return project_into_ball(-mu, x, y, z)
    if mu == 0.0:
        return 0.0, 0.0, max(z, 0.0)
    t = math.sqrt(x * x + y * y)
    if t <= mu * z:
        return x, y, z
    if mu * t <= -z:
        return 0.0, 0.0, 0.0
    n = (mu * t + z) / (1.0 + mu * mu)
    s = mu * n / t
    return s * x, s * y, n


@kernel
def projection_derivative(mu: float, x: float, y: float, z: float) -> tuple[float, float, float, float, float, float]:
    """The derivative of P_K at (x, y, z), outside the polar cone: xx xy xz yy yz zz."""
    if mu < 0.0:
        return ball_derivative(-mu, x, y, z)
    if mu == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 1.0
    t = math.sqrt(x * x + y * y)
    if t <= mu * z:
        return 1.0, 0.0, 0.0, 1.0, 0.0, 1.0
    ex, ey = x / t, y / t
    d = 1.0 / (1.0 + mu * mu)
    s = mu * (mu * t + z) * d / t  # length of the tangential part over t
    a = mu * mu * d - s
    return a * ex * ex + s, a * ex * ey, mu * ex * d, a * ey * ey + s, mu * ey * d, d


@kernel
def natural_map(
    mu: float, rho: float, target: float, ux: float, uy: float, uz: float, rx: float, ry: float, rz: float
) -> float:
    """How far impulse r and velocity u are from Coulomb's law: ‖r - P_K(r - ρ û)‖ / ρ [m/s].

    rho : about the inverse of the contact's Delassus block [kg], so that the result compares with velocities.
    """
    w = uz - target + max(mu, 0.0) * math.sqrt(ux * ux + uy * uy)
    if mu == 0.0:
        ux = uy = 0.0
    px, py, pz = project(mu, rx - rho * ux, ry - rho * uy, rz - rho * w)
    px, py, pz = px - rx, py - ry, pz - rz
    return math.sqrt(px * px + py * py + pz * pz) / rho


@kernel
def solve_one(
    mu: float, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float, bx: float, by: float, bz: float
) -> Three:
    """The impulse r of a single contact: u = G r + b obeys Coulomb's law (b_z already less the target).

    Opening, then sticking, then sliding are tried; sliding is a search for the s ≥ 0 of u_t = -s r_t with ‖r_t‖ = μ r_n.
    """
    if mu < 0.0:
        return solve_joint(-mu, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if bz >= 0.0:
        return 0.0, 0.0, 0.0
    if mu == 0.0:
        return 0.0, 0.0, -bz / g22
    x, y, z, excess = _slide(mu, 0.0, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if excess <= 0.0:
        return x, y, z
    low, high, f_low = 0.0, g00 + g11, excess
    x, y, z, f_high = _slide(mu, high, g00, g01, g02, g11, g12, g22, bx, by, bz)
    for _ in range(60):
        if f_high <= 0.0:
            break
        low, f_low = high, f_high
        high *= 4.0
        x, y, z, f_high = _slide(mu, high, g00, g01, g02, g11, g12, g22, bx, by, bz)
    for _ in range(100):  # Illinois: regula falsi that halves a stuck end
        if high - low <= 1e-16 * high or f_high == f_low:
            break
        s = high - f_high * (high - low) / (f_high - f_low)
        if not low < s < high:
            s = 0.5 * (low + high)
        x, y, z, f = _slide(mu, s, g00, g01, g02, g11, g12, g22, bx, by, bz)
        if abs(f) <= 1e-16 * mu * abs(z):
            break
        if f > 0.0:
            low, f_low = s, f
            f_high *= 0.5
        else:
            high, f_high = s, f
            f_low *= 0.5
    return x, y, z


@kernel
def _slide(
    mu: float, s: float, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float,
    bx: float, by: float, bz: float,
) -> tuple[float, float, float, float]:  # fmt: skip
    """The impulse with u_t = -s r_t and u_n = 0, and ‖r_t‖ - μ r_n."""
    a, c = g00 + s, g11 + s
    d = a * c - g01 * g01
    p0, p1 = (c * g02 - g01 * g12) / d, (a * g12 - g01 * g02) / d  # (G_tt + s)⁻¹ G_tn
    q0, q1 = (c * bx - g01 * by) / d, (a * by - g01 * bx) / d  # (G_tt + s)⁻¹ b_t
    z = (-bz + g02 * q0 + g12 * q1) / (g22 - g02 * p0 - g12 * p1)
    x, y = -q0 - p0 * z, -q1 - p1 * z
    return x, y, z, math.sqrt(x * x + y * y) - mu * z
