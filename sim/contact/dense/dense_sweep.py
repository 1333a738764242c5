"""Contact with a dense Delassus matrix: velocities, residual, and one Gauss-Seidel pass. Arrays are those of `dense_contact`.

Source: Jourdan, Alart & Jean 1998; Acary & Brogliato 2008, §13.7.
"""

from __future__ import annotations

from ...arrays import Array
from ...kernel import kernel
from ..law.friction_cone import natural_map
from ..law.one_contact import solve_one


@kernel
def own_inverses_into(W: Array, rho: Array) -> None:
    """Write ρ (n,), the inverse of the largest own entry of each contact, in which residuals are measured."""
    for c in range(rho.shape[0]):
        rho[c] = 1.0 / max(W[3 * c, 3 * c], max(W[3 * c + 1, 3 * c + 1], W[3 * c + 2, 3 * c + 2]))


@kernel
def velocity_at(W: Array, d: Array, c: int, r: Array) -> tuple[float, float, float]:
    """Return u = W r + d of contact c."""
    i = 3 * c
    x, y, z = d[i], d[i + 1], d[i + 2]
    for j in range(r.shape[0]):
        x += W[i, j] * r[j]
        y += W[i + 1, j] * r[j]
        z += W[i + 2, j] * r[j]
    return x, y, z


@kernel
def dense_residual(W: Array, d: Array, mu: Array, cone: int, slide: Array, rho: Array, r: Array) -> float:
    """The largest natural-map residual of any contact, in the units of d."""
    worst = 0.0
    for c in range(mu.shape[0]):
        x, y, z = velocity_at(W, d, c, r)
        e = _error_of(mu[c], cone, slide[c], rho[c], r[3 * c : 3 * c + 3], x, y, z)
        if not e <= worst:
            worst = e
    return worst


@kernel
def velocities_into(W: Array, d: Array, r: Array, u: Array) -> None:
    """Write u = W r + d (3n,), with W symmetric, row by row: sums of many numbers side by side wait for none."""
    n = r.shape[0]
    for i in range(n):
        u[i] = d[i]
    for j in range(n):
        force = r[j]
        if force != 0.0:
            row = W[j]
            for i in range(n):
                u[i] += force * row[i]


@kernel
def residual_at(mu: Array, cone: int, slide: Array, rho: Array, r: Array, u: Array) -> float:
    """`dense_residual` of forces r (3n,) with velocities u (3n,)."""
    worst = 0.0
    for c in range(mu.shape[0]):
        i = 3 * c
        e = _error_of(mu[c], cone, slide[c], rho[c], r[i : i + 3], u[i], u[i + 1], u[i + 2])
        if not e <= worst:
            worst = e
    return worst


@kernel
def _error_of(mu: float, cone: int, s: Array, rho: float, r: Array, x: float, y: float, z: float) -> float:
    """The residual of one contact with force r (3,), velocity (x, y, z) and known slip direction s (2,)."""
    if s[0] == 0.0 and s[1] == 0.0:
        return natural_map(mu, cone, rho, 0.0, x, y, z, r[0], r[1], r[2])
    e = natural_map(0.0, cone, rho, 0.0, 0.0, 0.0, z, 0.0, 0.0, r[2])
    return max(max(e, abs(r[0] + mu * r[2] * s[0]) / rho), abs(r[1] + mu * r[2] * s[1]) / rho)


@kernel
def dense_sweep(W: Array, d: Array, mu: Array, cone: int, slide: Array, r: Array) -> None:
    """One Gauss-Seidel pass, each contact solved exactly."""
    for c in range(mu.shape[0]):
        i = 3 * c
        x, y, z = velocity_at(W, d, c, r)
        if slide[c, 0] != 0.0 or slide[c, 1] != 0.0:
            own = W[i + 2, i + 2] - mu[c] * (slide[c, 0] * W[i + 2, i] + slide[c, 1] * W[i + 2, i + 1])
            if own > 0.0:
                normal = max(0.0, r[i + 2] - z / own)
                r[i], r[i + 1], r[i + 2] = -mu[c] * slide[c, 0] * normal, -mu[c] * slide[c, 1] * normal, normal
            continue
        bx, by, bz = x, y, z
        for k in range(3):
            bx -= W[i, i + k] * r[i + k]
            by -= W[i + 1, i + k] * r[i + k]
            bz -= W[i + 2, i + k] * r[i + k]
        r[i], r[i + 1], r[i + 2] = solve_one(
            mu[c],
            cone,
            W[i, i],
            W[i, i + 1],
            W[i, i + 2],
            W[i + 1, i + 1],
            W[i + 1, i + 2],
            W[i + 2, i + 2],
            bx,
            by,
            bz,
        )
