"""Contact with a dense Delassus matrix: velocities, residual, and one Gauss-Seidel pass. Arrays are those of `dense_contact`.

Source: Jourdan, Alart & Jean 1998; Acary & Brogliato 2008, §13.7.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ...simd import WIDTH, read_four, write_four
from ..law.friction_cone import natural_map
from ..law.one_contact import solve_one


@kernel
def own_inverses_into(W: Array, wide: Any, rho: Array) -> None:
    """Write ρ (n,), the inverse of the largest own entry of each contact, in which residuals are measured."""
    i = 0
    for c in range(rho.shape[0]):
        largest = W[i, i]
        for k in range(i + 1, i + wide[c]):
            largest = max(largest, W[k, k])
        rho[c] = 1.0 / largest
        i += wide[c]


@kernel
def velocity_at(W: Array, d: Array, i: int, r: Array) -> tuple[float, float, float]:
    """Return u = W r + d of the contact with the three numbers from i on."""
    x, y, z = d[i], d[i + 1], d[i + 2]
    for j in range(r.shape[0]):
        x += W[i, j] * r[j]
        y += W[i + 1, j] * r[j]
        z += W[i + 2, j] * r[j]
    return x, y, z


@kernel
def dense_residual(W: Array, d: Array, mu: Array, cone: int, slide: Array, rho: Array, r: Array) -> float:
    """The largest natural-map residual of any contact, in the units of d; each has three numbers."""
    worst = 0.0
    for c in range(mu.shape[0]):
        i = 3 * c
        x, y, z = velocity_at(W, d, i, r)
        e = _error_of(mu[c], cone, slide[c], rho[c], r[i], r[i + 1], r[i + 2], x, y, z)
        if not e <= worst:
            worst = e
    return worst


@kernel
def velocities_into(W: Array, d: Array, r: Array, u: Array) -> None:
    """Write u = W r + d (N,), with W symmetric, from rows: sums of four numbers side by side wait for none."""
    n = r.shape[0]
    whole = n - n % WIDTH
    for i in range(0, whole, WIDTH):
        four = read_four(d, i)
        for j in range(n):
            four = four + read_four(W[j], i) * r[j]
        write_four(u, i, four)
    for i in range(whole, n):
        s = d[i]
        for j in range(n):
            s += W[j, i] * r[j]
        u[i] = s


@kernel
def residual_at(mu: Array, cone: int, slide: Array, wide: Any, rho: Array, r: Array, u: Array) -> float:
    """`dense_residual` of forces r (N,) with velocities u (N,)."""
    worst, i = 0.0, 0
    for c in range(mu.shape[0]):
        if wide[c] == 1 and mu[c] == 0.0:
            e = abs(r[i] - max(r[i] - rho[c] * u[i], 0.0)) / rho[c]
        elif wide[c] == 1:
            e = _error_of(mu[c], cone, slide[c], rho[c], 0.0, 0.0, r[i], 0.0, 0.0, u[i])
        else:
            e = _error_of(mu[c], cone, slide[c], rho[c], r[i], r[i + 1], r[i + 2], u[i], u[i + 1], u[i + 2])
        if not e <= worst:
            worst = e
        i += wide[c]
    return worst


@kernel
def _error_of(
    mu: float, cone: int, s: Array, rho: float, rx: float, ry: float, rz: float, x: float, y: float, z: float
) -> float:
    """The residual of one contact with force r, velocity (x, y, z) and known slip direction s (2,)."""
    if s[0] == 0.0 and s[1] == 0.0:
        return natural_map(mu, cone, rho, 0.0, x, y, z, rx, ry, rz)
    e = natural_map(0.0, cone, rho, 0.0, 0.0, 0.0, z, 0.0, 0.0, rz)
    return max(max(e, abs(rx + mu * rz * s[0]) / rho), abs(ry + mu * rz * s[1]) / rho)


@kernel
def dense_sweep(W: Array, d: Array, mu: Array, cone: int, slide: Array, wide: Any, r: Array) -> None:
    """One Gauss-Seidel pass, each contact solved exactly."""
    i = 0
    for c in range(mu.shape[0]):
        if wide[c] == 1:
            z = d[i]
            for j in range(r.shape[0]):
                z += W[i, j] * r[j]
            own = W[i, i]
            _, _, r[i] = solve_one(mu[c], cone, 0.0, 0.0, 0.0, 0.0, 0.0, own, 0.0, 0.0, z - own * r[i])
        else:
            _solve_at(W, d, mu[c], cone, slide[c], i, r)
        i += wide[c]


@kernel
def _solve_at(W: Array, d: Array, mu: float, cone: int, slide: Array, i: int, r: Array) -> None:
    """Write the force of the contact with the three numbers from i on, as it is with those of the others."""
    x, y, z = velocity_at(W, d, i, r)
    if slide[0] != 0.0 or slide[1] != 0.0:
        own = W[i + 2, i + 2] - mu * (slide[0] * W[i + 2, i] + slide[1] * W[i + 2, i + 1])
        if own > 0.0:
            normal = max(0.0, r[i + 2] - z / own)
            r[i], r[i + 1], r[i + 2] = -mu * slide[0] * normal, -mu * slide[1] * normal, normal
        return
    bx, by, bz = x, y, z
    for k in range(3):
        bx -= W[i, i + k] * r[i + k]
        by -= W[i + 1, i + k] * r[i + k]
        bz -= W[i + 2, i + k] * r[i + k]
    r[i], r[i + 1], r[i + 2] = solve_one(
        mu, cone, W[i, i], W[i, i + 1], W[i, i + 2], W[i + 1, i + 1], W[i + 1, i + 2], W[i + 2, i + 2], bx, by, bz
    )
