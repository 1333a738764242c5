"""The friction cone K = {r: r_t ∈ μ r_n D}: projection, the contact law as a fixed point, and its residual.

D is the unit disc, or for the pyramid the regular polygon with `facets` corners on its circle, the first on tangent 1.
Coulomb's law with a normal velocity asked to be at least `target` reads K ∋ r ⟂ û ∈ K*, û = u - target n + μ s n with the
shift s = max_{d ∈ D} -d·u_t, which is ‖u_t‖ for the disc (De Saxcé); that is r = P_K(r - ρ û) for any ρ > 0. Without the shift
it is the convex relaxation, in which what slides also lifts. `cone` says which: COULOMB, CONVEX, or a number of facets.
Sources: Acary & Brogliato 2008, §3.9 and §13; Anitescu & Tasora 2010 (convex relaxation); Stewart & Trinkle 1996 (pyramid).
Vectors are in the contact's own axes: tangent 1, tangent 2, normal. A negative μ is that of a joint, see `dry_friction`.
"""

from __future__ import annotations

import math

from ..kernel import kernel, small
from .dry_friction import ball_derivative, project_into_ball, solve_joint
from .laws import CONVEX, COULOMB

Three = tuple[float, float, float]


@kernel
def project(mu: float, cone: int, weight: float, x: float, y: float, z: float) -> Three:
    """The point of K nearest to (x, y, z / weight) where normal lengths count √weight times; weight 1 is the usual one.

    For μ = 0, K is the half-line of pushes.
    """
    if mu < 0.0:
        return project_into_ball(-mu, x, y, z)
    if mu == 0.0:
        return 0.0, 0.0, max(z / weight, 0.0)
    if cone > 0:
        return _project_on_pyramid(mu, cone, weight, x, y, z)
    t = math.sqrt(x * x + y * y)
    if weight * t <= mu * z:
        return x, y, z / weight
    if mu * t <= -z:
        return 0.0, 0.0, 0.0
    n = (mu * t + z) / (weight + mu * mu)
    s = mu * n / t
    return s * x, s * y, n


@kernel
def projection_derivative(
    mu: float, cone: int, weight: float, x: float, y: float, z: float
) -> tuple[float, float, float, float, float, float]:
    """The derivative of `project` at (x, y, z), outside the polar cone: xx xy xz yy yz zz."""
    if mu < 0.0:
        return ball_derivative(-mu, x, y, z)
    if mu == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 1.0 / weight
    if cone > 0:
        return _pyramid_derivative(mu, cone, weight, x, y, z)
    t = math.sqrt(x * x + y * y)
    if weight * t <= mu * z:
        return 1.0, 0.0, 0.0, 1.0, 0.0, 1.0 / weight
    ex, ey = x / t, y / t
    d = 1.0 / (weight + mu * mu)
    s = mu * (mu * t + z) * d / t  # length of the tangential part over t
    a = mu * mu * d - s
    return a * ex * ex + s, a * ex * ey, mu * ex * d, a * ey * ey + s, mu * ey * d, d


@kernel
def shift_of(mu: float, cone: int, ux: float, uy: float) -> float:
    """The shift μ s of the normal velocity for a slip velocity (ux, uy); 0 for the convex relaxation and for joints."""
    if mu <= 0.0 or cone < 0:
        return 0.0
    if cone == COULOMB:
        return mu * math.sqrt(ux * ux + uy * uy)
    step = 2.0 * math.pi / cone
    k = math.floor(math.atan2(-uy, -ux) / step + 0.5)
    return -mu * (ux * math.cos(k * step) + uy * math.sin(k * step))


@small
def shift_gradient(mu: float, cone: int, ux: float, uy: float) -> tuple[float, float]:
    """How the shift changes with the slip velocity."""
    if mu <= 0.0 or cone < 0:
        return 0.0, 0.0
    if cone == COULOMB:
        t = math.sqrt(ux * ux + uy * uy)
        return (mu * ux / t, mu * uy / t) if t > 0.0 else (0.0, 0.0)
    if ux == 0.0 and uy == 0.0:
        return 0.0, 0.0
    step = 2.0 * math.pi / cone
    k = math.floor(math.atan2(-uy, -ux) / step + 0.5)
    return -mu * math.cos(k * step), -mu * math.sin(k * step)


@kernel
def natural_map(
    mu: float, cone: int, rho: float, target: float, ux: float, uy: float, uz: float, rx: float, ry: float, rz: float
) -> float:
    """How far impulse r and velocity u are from the contact law: ‖r - P_K(r - ρ û)‖ / ρ [m/s].

    rho : about the inverse of the contact's Delassus block [kg], so that the result compares with velocities.
    """
    w = uz - target + shift_of(mu, cone, ux, uy)
    if mu == 0.0:
        ux = uy = 0.0
    px, py, pz = project(mu, cone, 1.0, rx - rho * ux, ry - rho * uy, rz - rho * w)
    px, py, pz = px - rx, py - ry, pz - rz
    return math.sqrt(px * px + py * py + pz * pz) / rho


@small
def _facet(facets: int, x: float, y: float) -> tuple[float, float, float, float]:
    """Of the facet over which (x, y) lies: its outward normal, and half its opening as cosine and sine."""
    step = 2.0 * math.pi / facets
    angle = (math.floor(math.atan2(y, x) / step) + 0.5) * step
    return math.cos(angle), math.sin(angle), math.cos(0.5 * step), math.sin(0.5 * step)


@kernel
def _project_on_pyramid(mu: float, facets: int, weight: float, x: float, y: float, z: float) -> Three:
    """On the inside, on a facet, on an edge or on the apex; what is nearest lies over the same half of a facet."""
    c, s, across, along = _facet(facets, x, y)
    p, q = c * x + s * y, c * y - s * x
    k, m = mu * across, mu * along
    if weight * p <= k * z:
        return x, y, z / weight
    n = (k * p + z) / (weight + k * k)
    if abs(q) > m * n:
        n = max(0.0, (k * p + m * abs(q) + z) / (weight + mu * mu))
        q = math.copysign(m * n, q)
    p = k * n
    return c * p - s * q, s * p + c * q, n


@kernel
def _pyramid_derivative(
    mu: float, facets: int, weight: float, x: float, y: float, z: float
) -> tuple[float, float, float, float, float, float]:
    c, s, across, along = _facet(facets, x, y)
    p, q = c * x + s * y, c * y - s * x
    k, m = mu * across, mu * along
    if weight * p <= k * z:
        return 1.0, 0.0, 0.0, 1.0, 0.0, 1.0 / weight
    d = 1.0 / (weight + k * k)
    if abs(q) <= m * (k * p + z) * d:  # on the facet: free along its width
        a = k * k * d
        return c * c * a + s * s, c * s * (a - 1.0), c * k * d, s * s * a + c * c, s * k * d, d
    d = 1.0 / (weight + mu * mu)
    q = math.copysign(m, q)
    ex, ey = c * k - s * q, s * k + c * q
    return ex * ex * d, ex * ey * d, ex * d, ey * ey * d, ey * d, d


@kernel
def solve_one(
    mu: float, cone: int, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float,
    bx: float, by: float, bz: float,
) -> Three:  # fmt: skip
    """The impulse r of a single contact: u = G r + b obeys the contact law (b_z already less the target).

    Opening, then sticking, then sliding are tried; sliding is a search for the s ≥ 0 of u_t = -s r_t with ‖r_t‖ = μ r_n.
    """
    if mu < 0.0:
        return solve_joint(-mu, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if mu == 0.0:
        return 0.0, 0.0, max(0.0, -bz / g22)
    if bz >= (mu * math.sqrt(bx * bx + by * by) if cone == CONVEX else 0.0):
        return 0.0, 0.0, 0.0
    x, y, z, excess = _slide(mu, 0.0, 0.0, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if cone == CONVEX:
        if excess <= 0.0:
            return x, y, z
        return _slide_and_lift(mu, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if cone > 0:
        if z >= 0.0 and _within(mu, cone, x, y, z):
            return x, y, z
        return _slide_on_pyramid(mu, cone, g00, g01, g02, g11, g12, g22, bx, by, bz)
    if excess <= 0.0:
        return x, y, z
    low, high, f_low = 0.0, g00 + g11, excess
    x, y, z, f_high = _slide(mu, 0.0, high, g00, g01, g02, g11, g12, g22, bx, by, bz)
    for _ in range(60):
        if f_high <= 0.0:
            break
        low, f_low = high, f_high
        high *= 4.0
        x, y, z, f_high = _slide(mu, 0.0, high, g00, g01, g02, g11, g12, g22, bx, by, bz)
    for _ in range(100):  # Illinois: regula falsi that halves a stuck end
        if high - low <= 1e-16 * high or f_high == f_low:
            break
        s = high - f_high * (high - low) / (f_high - f_low)
        if not low < s < high:
            s = 0.5 * (low + high)
        x, y, z, f = _slide(mu, 0.0, s, g00, g01, g02, g11, g12, g22, bx, by, bz)
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
    mu: float, lift: float, s: float, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float,
    bx: float, by: float, bz: float,
) -> tuple[float, float, float, float]:  # fmt: skip
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
    c, s, across, _ = _facet(facets, x, y)
    return c * x + s * y <= mu * across * z


@kernel
def _slide_on_pyramid(
    mu: float, facets: int, g00: float, g01: float, g02: float, g11: float, g12: float, g22: float,
    bx: float, by: float, bz: float,
) -> Three:  # fmt: skip
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
            wrong = max(
                0.0, up * math.sin(step) + abs(uq) * math.cos(step)
            )  # -u_t within half an opening of the corner
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
