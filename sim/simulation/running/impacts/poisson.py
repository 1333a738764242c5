"""The expansion of an impact by Poisson's law: impulses that are at least e times those of the compression.

After a compression that brought the approach to a halt with normal impulses Λ_C, a contact gives back L = e Λ_C at least, and
more only where it would be crossed: 0 ≤ r_n - L ⟂ u_n ≥ 0 with Coulomb's friction ‖r_t‖ ≤ μ r_n. With
û = u + μ‖u_t‖ n this is -û ∈ N_C(r), that is r = P_C(r - ρ û), for the friction cone cut off below L,
C = {r: r_n ≥ L, ‖r_t‖ ≤ μ r_n}.
With one e for all contacts the kinetic energy falls by ½ (1 - e²) Λ_Cᵀ G Λ_C at least, whatever the friction.
Source: Glocker & Pfeiffer 1995 (two phases, each a complementarity problem); Acary & Brogliato 2008, §4.3.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....contact.island.assembly import add_scaled, velocity_of
from ....contact.law.contact_laws import COULOMB
from ....contact.law.dry_friction import solve_joint
from ....contact.law.friction_cone import project
from ....contact.law.one_contact import solve_one
from ....kernel import kernel

_SWEEPS = 5000

Three = tuple[float, float, float]


@kernel
def solve_expansion(
    contacts: Any, segments: Any, J: Array, Y: Array, G: Array, least: Array, tolerance: float, r: Array, v: Array
) -> tuple[float, int]:
    """Add the impulses of the expansion to v (nv,), by Gauss-Seidel, each contact solved by itself.

    least : (nc,) L of each contact [N s]
    r     : (nc, 3) out, the impulses of the expansion [N s]
    Returns the residual [m/s] and the number of sweeps.
    """
    count = least.shape[0]
    for c in range(count):
        r[c, 0], r[c, 1], r[c, 2] = 0.0, 0.0, least[c]
        add_scaled(segments, c, Y, 0.0, 0.0, least[c], v)
    residual = 1e300
    for k in range(_SWEEPS):
        residual = 0.0
        for c in range(count):
            x, y, z = velocity_of(segments, c, J, v)
            e = _residual_of_one(contacts[c], G[c], least[c], x, y, z - contacts[c].target, r[c])
            if not e <= residual:
                residual = e
        if residual <= tolerance:
            return residual, k
        for c in range(count):
            g = G[c]
            ux, uy, uz = velocity_of(segments, c, J, v)
            x, y, z = r[c, 0], r[c, 1], r[c, 2]
            bx = ux - g[0] * x - g[1] * y - g[2] * z
            by = uy - g[1] * x - g[3] * y - g[4] * z
            bz = uz - g[2] * x - g[4] * y - g[5] * z - contacts[c].target
            nx, ny, nz = _solve_one(contacts[c].friction, least[c], g, bx, by, bz)
            add_scaled(segments, c, Y, nx - x, ny - y, nz - z, v)
            r[c, 0], r[c, 1], r[c, 2] = nx, ny, nz
    return residual, _SWEEPS


@kernel
def _solve_one(mu: float, least: float, g: Array, bx: float, by: float, bz: float) -> Three:
    """The impulse of a single contact, where u = G r + b."""
    x, y, z = solve_one(mu, COULOMB, g[0], g[1], g[2], g[3], g[4], g[5], bx, by, bz)
    if z >= least:
        return x, y, z
    if mu <= 0.0:
        return 0.0, 0.0, least
    # It leaves with r_n = L: what is left is friction of a known bound.
    x, y, _ = solve_joint(mu * least, g[0], g[1], 0.0, g[3], 0.0, g[5], bx + g[2] * least, by + g[4] * least, 0.0)
    return x, y, least


@kernel
def _residual_of_one(contact: Any, g: Array, least: float, x: float, y: float, z: float, r: Array) -> float:
    """‖r - P_C(r - ρ û)‖ / ρ [m/s]."""
    mu = contact.friction
    rho = 1.0 / max(g[0], max(g[3], g[5]))
    z += max(mu, 0.0) * math.sqrt(x * x + y * y)
    if mu == 0.0:
        x = y = 0.0
    zx, zy, zz = r[0] - rho * x, r[1] - rho * y, r[2] - rho * z
    px, py, pz = project(mu, COULOMB, 1.0, zx, zy, zz)
    if pz < least:
        length = math.sqrt(zx * zx + zy * zy)
        s = mu * least / length if length > mu * least else 1.0
        px, py, pz = s * zx, s * zy, least
    return math.sqrt((px - r[0]) ** 2 + (py - r[1]) ** 2 + (pz - r[2]) ** 2) / rho
