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

from ...kernel import kernel, small
from .contact_laws import COULOMB
from .dry_friction import ball_derivative, project_into_ball

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
def facet(facets: int, x: float, y: float) -> tuple[float, float, float, float]:
    """Of the facet over which (x, y) lies: its outward normal, and half its opening as cosine and sine."""
    step = 2.0 * math.pi / facets
    angle = (math.floor(math.atan2(y, x) / step) + 0.5) * step
    return math.cos(angle), math.sin(angle), math.cos(0.5 * step), math.sin(0.5 * step)


@kernel
def _project_on_pyramid(mu: float, facets: int, weight: float, x: float, y: float, z: float) -> Three:
    """On the inside, on a facet, on an edge or on the apex; what is nearest lies over the same half of a facet."""
    c, s, across, along = facet(facets, x, y)
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
    c, s, across, along = facet(facets, x, y)
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
