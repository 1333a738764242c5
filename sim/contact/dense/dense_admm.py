"""Contact with a dense Delassus matrix by the alternating direction method of multipliers, on the forces.

Each iteration solves (W + (ρ + η) D) r = -(w + s n) + ρ D z + p + η D r, whose matrix is factorised once for each ρ, sets z to
the point of the cone nearest to r - p/(ρ D), and p, the estimate of û, follows; D is the largest own entry of each contact.
ρ is balanced between r = z and what still moves, so that neither mass ratios nor redundant contacts stop it: iterations are
cheap and never fail, and converge linearly. It keeps the best z that it met.
Source: Boyd et al. 2011, §3.4; Carpentier, Le Lidec & Montaut 2024, algorithm 1 (proximal, with the De Saxcé shift from p).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import allocating, kernel
from ..envelope import envelope_cholesky, envelope_solve
from ..law.friction_cone import project, shift_of
from .dense_sweep import dense_residual, own_inverses_into

_PROXIMAL, _RELAXATION = 1e-10, 1.6
_LOOK, _BALANCE = 10, 3.0


@allocating
def dense_admm(
    W: Array, w: Array, mu: Array, cone: int, tolerance: float, limit: int, r: Array, trace: Array
) -> tuple[float, int]:
    """Improve r (3n,), which holds the start; returns the natural-map residual and the number of iterations.

    W, w, mu, cone : as for `dense_contact`; no contact is known to slide
    limit : most iterations
    trace : (k, 1 + 3n) rows of residual and z, of every iteration in which the residual was looked at; k may be 0
    """
    n = mu.shape[0]
    A, first = np.empty((3 * n, 3 * n)), np.zeros(3 * n, np.int64)
    rho, own, slide = np.empty(n), np.empty(n), np.zeros((n, 2))
    x, z, p, best = r.copy(), r.copy(), np.zeros(3 * n), r.copy()
    own_inverses_into(W, np.full(n, 3), rho)
    for c in range(n):
        own[c] = 1.0 / rho[c]
    for i in range(3 * n):
        while first[i] < i and W[i, first[i]] == 0.0:
            first[i] += 1
    least = dense_residual(W, w, mu, cone, slide, rho, r)
    penalty = 0.1
    if not _factorised(W, own, penalty, first, A):
        return least, 0
    rows, iterations = 0, 0
    while iterations < limit and not least <= tolerance:
        iterations += 1
        _right_hand_side_into(w, mu, cone, own, penalty, z, p, x)
        envelope_solve(A, first, x)
        missing, moving = _step(mu, cone, own, penalty, x, z, p)
        if iterations % _LOOK and iterations > _LOOK:
            continue
        residual = dense_residual(W, w, mu, cone, slide, rho, z)
        if rows < trace.shape[0]:
            trace[rows, 0] = residual
            trace[rows, 1:] = z
            rows += 1
        if residual < least:
            least = residual
            best[:] = z
        if iterations % _LOOK:
            continue
        factor = _balance(own, missing, moving, x, z, w, p)
        if factor > _BALANCE or factor < 1.0 / _BALANCE:
            penalty = min(max(min(max(factor, 0.01), 100.0) * penalty, 1e-12), 1e6)
            if not _factorised(W, own, penalty, first, A):
                break
    r[:] = best
    return least, iterations


@kernel
def _factorised(W: Array, own: Array, penalty: float, first: Any, A: Array) -> bool:
    """Write the Cholesky factor of W + (ρ + η) D into A."""
    for i in range(W.shape[0]):
        for j in range(first[i], i + 1):
            A[i, j] = W[i, j]
        A[i, i] += (penalty + _PROXIMAL) * own[i // 3]
    return envelope_cholesky(A, first)


@kernel
def _right_hand_side_into(w: Array, mu: Array, cone: int, own: Array, penalty: float, z: Array, p: Array, x: Array) -> None:
    """Write -(w + s n) + ρ D z + p + η D x into x, which holds the forces before."""
    for c in range(mu.shape[0]):
        i = 3 * c
        for k in range(3):
            x[i + k] = p[i + k] - w[i + k] + own[c] * (penalty * z[i + k] + _PROXIMAL * x[i + k])
        x[i + 2] -= shift_of(mu[c], cone, p[i], p[i + 1])


@kernel
def _step(mu: Array, cone: int, own: Array, penalty: float, x: Array, z: Array, p: Array) -> tuple[float, float]:
    """New z and p from the forces x; returns how far they are from z, and how far z moved, in the units of w."""
    missing = moving = 0.0
    for c in range(mu.shape[0]):
        i, weight = 3 * c, penalty * own[c]
        ax = _RELAXATION * x[i] + (1.0 - _RELAXATION) * z[i]
        ay = _RELAXATION * x[i + 1] + (1.0 - _RELAXATION) * z[i + 1]
        az = _RELAXATION * x[i + 2] + (1.0 - _RELAXATION) * z[i + 2]
        nx, ny, nz = project(mu[c], cone, 1.0, ax - p[i] / weight, ay - p[i + 1] / weight, az - p[i + 2] / weight)
        p[i] -= weight * (ax - nx)
        p[i + 1] -= weight * (ay - ny)
        p[i + 2] -= weight * (az - nz)
        missing = max(missing, own[c] * max(abs(x[i] - nx), max(abs(x[i + 1] - ny), abs(x[i + 2] - nz))))
        moving = max(moving, weight * max(abs(z[i] - nx), max(abs(z[i + 1] - ny), abs(z[i + 2] - nz))))
        z[i], z[i + 1], z[i + 2] = nx, ny, nz
    return missing, moving


@kernel
def _balance(own: Array, missing: float, moving: float, x: Array, z: Array, w: Array, p: Array) -> float:
    """By what to multiply ρ, so that r = z and the velocities are met to the same share of their sizes."""
    forces = velocities = 1e-300
    for i in range(x.shape[0]):
        forces = max(forces, own[i // 3] * max(abs(x[i]), abs(z[i])))
        velocities = max(velocities, max(abs(w[i]), abs(p[i])))
    return math.sqrt((missing / forces + 1e-300) / (moving / velocities + 1e-300))
