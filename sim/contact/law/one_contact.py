"""The exact impulse of a single contact: what a sweep of Gauss-Seidel solves, one contact after the other.

Sources: Jourdan, Alart & Jean 1998 (one contact at a time); Anitescu & Tasora 2010 (convex relaxation). Axes, laws and what
a negative μ means are those of `friction_cone`.
"""

from __future__ import annotations

import math

from ...kernel import kernel, small
from .contact_laws import CONVEX, COULOMB
from .dry_friction import solve_joint
from .friction_cone import Three, facet

_MOST = 100  # Newton steps and halvings; a handful are needed


@kernel
def solve_one(
    mu: float,
    cone: int,
    g00: float,
    g01: float,
    g02: float,
    g11: float,
    g12: float,
    g22: float,
    bx: float,
    by: float,
    bz: float,
) -> Three:
    """The impulse r of a single contact: u = G r + b obeys the contact law (b_z already less the target).

    Opening, then sticking, then sliding are tried.
    """
    if mu < 0.0:
        return solve_joint(-mu, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if mu == 0.0:
        return 0.0, 0.0, max(0.0, -bz / g22)
    if bz >= (mu * math.sqrt(bx * bx + by * by) if cone == CONVEX else 0.0):
        return 0.0, 0.0, 0.0
    if cone == COULOMB:
        return _stick_or_slide(mu, g00, g01, g02, g11, g12, g22, bx, by, bz)
    x, y, z, excess = _slide(mu, 0.0, 0.0, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if cone == CONVEX:
        if excess <= 0.0:
            return x, y, z
        return _slide_and_lift(mu, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if z >= 0.0 and _within(mu, cone, x, y, z):
        return x, y, z
    return _slide_on_pyramid(mu, cone, g00, g01, g02, g11, g12, g22, bx, by, bz)


@kernel
def _stick_or_slide(
    mu: float, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float, bx: float, by: float, bz: float
) -> Three:
    """Coulomb's law for b_z < 0: the least s ≥ 0 of u_t = -s r_t with ‖r_t‖ ≤ μ r_n.

    With r_n eliminated, (S + s) r_t = -c. Newton's method on μ r_n / ‖r_t‖ - 1, which is straight in s where tangents and normal
    do not couple (Moré & Sorensen 1983 for ‖r_t‖ alone), between bounds that it may not leave.
    """
    p0, p1 = g02 / g22, g12 / g22
    z0 = -bz / g22
    s00, s01, s11 = g00 - p0 * g02, g01 - p0 * g12, g11 - p1 * g12
    c0, c1 = bx + z0 * g02, by + z0 * g12
    s, low, high = 0.0, 0.0, 1e300
    x = y = z = 0.0
    for _ in range(_MOST):
        a, c = s00 + s, s11 + s
        d = 1.0 / (a * c - s01 * s01)
        x, y = (s01 * c1 - c * c0) * d, (s01 * c0 - a * c1) * d
        z = z0 - p0 * x - p1 * y
        t2 = x * x + y * y
        f = mu * mu * z * z - t2
        if z >= 0.0 and f >= 0.0:
            if s == 0.0:
                return x, y, z
            high = s
        else:
            low = s
        t = math.sqrt(t2)
        if abs(mu * z - t) <= 4e-16 * t:
            break
        dx, dy = (s01 * y - c * x) * d, (s01 * x - a * y) * d  # r_t's rate
        phi = mu * z / t - 1.0
        slope = mu * (-(p0 * dx + p1 * dy) - z * (x * dx + y * dy) / t2) / t
        new = s - phi / slope if slope > 0.0 else -1.0
        if not low < new < high:
            if high - low <= 1e-16 * high:
                break
            new = 0.5 * (low + high) if high < 1e300 else max(4.0 * low, g00 + g11)
        if abs(new - s) <= 1e-16 * s:
            break
        s = new
    return x, y, z


@kernel
def _slide(
    mu: float,
    lift: float,
    s: float,
    g00: float,
    g01: float,
    g02: float,
    g11: float,
    g12: float,
    g22: float,
    bx: float,
    by: float,
    bz: float,
) -> tuple[float, float, float, float]:
    """The impulse with u_t = -s r_t and u_n = lift s r_n, and ‖r_t‖ - μ r_n."""
    a, c = g00 + s, g11 + s
    d = a * c - g01 * g01
    p0, p1 = (c * g02 - g01 * g12) / d, (a * g12 - g01 * g02) / d  # (G_tt + s)⁻¹ G_tn
    q0, q1 = (c * bx - g01 * by) / d, (a * by - g01 * bx) / d  # (G_tt + s)⁻¹ b_t
    z = (-bz + g02 * q0 + g12 * q1) / (g22 - lift * s - g02 * p0 - g12 * p1)
    x, y = -q0 - p0 * z, -q1 - p1 * z
    return x, y, z, math.sqrt(x * x + y * y) - mu * z


@kernel
def _slide_and_lift(
    mu: float, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float, bx: float, by: float, bz: float
) -> Three:
    """Sliding in the convex relaxation, where u_n = μ² s r_n.

    Past the s at which G + s diag(1, 1, -μ²) is singular r_n changes its sign: the root is on the side where it pushes.
    """
    low, high = 0.0, g00 + g11 + g22 / (mu * mu)
    for _ in range(200):
        s = 0.5 * (low + high)
        if s == low or s == high:
            break
        a, c = g00 + s, g11 + s
        own = g22 - mu * mu * s - (c * g02 * g02 - 2.0 * g01 * g02 * g12 + a * g12 * g12) / (a * c - g01 * g01)
        if own > 0.0:
            low = s
        else:
            high = s
    singular = low
    _, _, z, _ = _slide(mu, mu * mu, singular * (1.0 - 1e-9), g00, g01, g02, g11, g12, g22, bx, by, bz)
    rising = z <= 0.0
    low, high = (singular * (1.0 + 1e-12), 2.0 * singular) if rising else (0.0, singular)
    if rising:
        for _ in range(200):
            if _slide(mu, mu * mu, high, g00, g01, g02, g11, g12, g22, bx, by, bz)[3] > 0.0:
                break
            high *= 4.0
    for _ in range(200):
        s = 0.5 * (low + high)
        if s == low or s == high:
            break
        if (_slide(mu, mu * mu, s, g00, g01, g02, g11, g12, g22, bx, by, bz)[3] > 0.0) == rising:
            high = s
        else:
            low = s
    x, y, z, _ = _slide(mu, mu * mu, low if rising else high, g00, g01, g02, g11, g12, g22, bx, by, bz)
    return x, y, max(z, 0.0)


@small
def _within(mu: float, facets: int, x: float, y: float, z: float) -> bool:
    c, s, across, _ = facet(facets, x, y)
    return c * x + s * y <= mu * across * z


@kernel
def _slide_on_pyramid(
    mu: float,
    facets: int,
    g00: float,
    g01: float,
    g02: float,
    g11: float,
    g12: float,
    g22: float,
    bx: float,
    by: float,
    bz: float,
) -> Three:
    """Sliding straight off a facet, or along a corner's direction: the one of all that breaks the law least."""
    step = math.pi / facets
    k, m = mu * math.cos(step), mu * math.sin(step)
    least = 1e300
    rx = ry = rz = 0.0
    for j in range(2 * facets):
        c, s = math.cos(j * step), math.sin(j * step)
        # Axes: p along (c, s), q across it.
        gpp = c * c * g00 + 2.0 * c * s * g01 + s * s * g11
        gpq = c * s * (g11 - g00) + (c * c - s * s) * g01
        gqq = s * s * g00 - 2.0 * c * s * g01 + c * c * g11
        gpn, gqn = c * g02 + s * g12, c * g12 - s * g02
        bp, bq = c * bx + s * by, c * by - s * bx
        if j % 2 == 0:  # a corner: r_p = μ n, r_q = 0
            own = g22 + mu * gpn
            if not own > 0.0:
                continue  # pushing there would not part them
            n = -bz / own
            p, q = mu * n, 0.0
            up, uq = gpp * p + gpn * n + bp, gpq * p + gqn * n + bq
            wrong = max(0.0, up * math.sin(step) + abs(uq) * math.cos(step))  # -u_t within half an opening of the corner
        else:  # a facet: r_p = k n, u_q = 0
            a, b = gqq, k * gpq + gqn
            e, f = gqn, g22 + k * gpn
            d = a * f - b * e
            if d == 0.0:
                continue
            q, n = (-bq * f + bz * b) / d, (-a * bz + e * bq) / d
            p = k * n
            up, uq = gpp * p + gpq * q + gpn * n + bp, gpq * p + gqq * q + gqn * n + bq
            wrong = max(up, (abs(q) - m * n) * gqq)
        wrong = max(wrong, max(0.0, -n) * g22)
        if wrong < least:
            least = wrong
            rx, ry, rz = c * p - s * q, s * p + c * q, n
            if least <= 0.0:
                break
    return rx, ry, rz
