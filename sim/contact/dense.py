"""Contact with a dense Delassus matrix, by Newton's method on the forces.

Three numbers a contact (tangent 1, tangent 2, normal): u = W r + d. A contact that may stick obeys r = P_K(r - ρ û)
(see `friction_cone`, which has the three laws of friction). A contact known to slide along s has r_t = -μ r_n s and
0 ≤ r_n ⟂ u_n ≥ 0. Where W is singular, because contacts are redundant, u + ε (r - r_k) takes the place of u, round after round
(proximal points): started from r = 0 the forces found are those of least norm, and no ε is left in the result. From a start
that the step before has left ε is small at once; from nothing it begins large, where Newton's method is sure, and shrinks.
At the level of accelerations r are forces [N] and u accelerations, at that of velocities impulses [N s] and velocities.
Source: Alart & Curnier 1991; Acary & Brogliato 2008, §13.4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel import allocating, copy_into, kernel
from ..multibody.arrays import Array
from .dense_sweep import dense_residual, dense_sweep, own_inverses_into, velocity_at
from .friction_cone import project, projection_derivative, shift_gradient, shift_of
from .laws import COULOMB
from .linear import matrix, pivoted_solve

_PROXIMAL, _WIDEST = 1e-6, 1.0  # ε, as a share of `_weights`; from nothing it begins wide, tenfold smaller each round
_NEAR = 1e-6  # share of the largest |d| below which no other starts are tried
_ROUNDS, _ITERATIONS, _SWEEPS, _FIRST, _FEW = 24, 40, 200, 3, 8
_PATIENCE = 6  # full Newton steps without a gain [-]
_MOST = 100_000  # iterations that no problem takes


@kernel
def dense_room(n: int) -> int:
    """How many numbers of scratch `dense_contact` needs for n contacts."""
    return 9 * n * n + 20 * n


@allocating
def dense_coulomb(W: Array, d: Array, mu: Array, slide: Array, tolerance: float, r: Array) -> tuple[float, int]:
    """`dense_contact` with Coulomb's law and scratch of its own."""
    n = mu.shape[0]
    trace, room = np.empty((0, 1)), np.empty(9 * n * n + 20 * n)
    return dense_contact(W, d, mu, COULOMB, slide, tolerance, tolerance, _MOST, r, trace, room)


@kernel
def dense_contact(
    W: Array, d: Array, mu: Array, cone: int, slide: Array, tolerance: float, asleep: float, limit: int, r: Array,
    trace: Array, room: Array,
) -> tuple[float, int]:  # fmt: skip
    """Solve for r (3n,), which holds the start; returns the residual (in the units of d) and Newton iterations.

    W, d  : (3n, 3n), (3n,); a softness is part of W
    mu    : (n,) friction coefficients; minus the largest dry friction of a joint
    cone  : the law of friction, see `friction_cone`
    slide : (n, 2) unit slip direction of a sliding contact; zeros for one that may stick
    asleep : residual at which the start is the answer; tolerance : at which a result is
    limit : no round begins after so many iterations
    trace : (k, 1 + 3n) rows of residual and r, of every proximal round; k may be 0
    room  : (dense_room(n),) scratch
    """
    n = mu.shape[0]
    A = matrix(room, 0, 3 * n, 3 * n)
    o = 9 * n * n
    rho, weight = room[o : o + n], room[o + n : o + 2 * n]
    o += 2 * n
    best, F, u = room[o : o + 3 * n], room[o + 3 * n : o + 6 * n], room[o + 6 * n : o + 9 * n]
    centre, trial = room[o + 9 * n : o + 12 * n], room[o + 12 * n : o + 15 * n]
    spare = room[o + 15 * n : o + 18 * n]
    own_inverses_into(W, rho)
    _weights_into(mu, rho, weight)
    residual = dense_residual(W, d, mu, cone, slide, rho, r)
    if residual <= asleep:
        return residual, 0
    copy_into(r, best)
    least, size = residual, 0.0
    for i in range(3 * n):
        size = max(size, abs(d[i]))
    iterations, rows = 0, 0
    for attempt in range(_FIRST + (2 * n if n <= _FEW else 0)):
        if iterations >= limit or (attempt >= 2 and least <= max(100.0 * tolerance, _NEAR * size)):
            break
        _start_into(W, d, mu, cone, slide, attempt, best, r)
        residual = 1e300
        epsilon = _WIDEST if attempt == 1 else _PROXIMAL
        for _ in range(_ROUNDS):
            copy_into(r, centre)
            iterations += _newton(W, d, mu, cone, slide, rho, epsilon, weight, centre, A, F, u, trial, spare, r)
            before, residual = residual, dense_residual(W, d, mu, cone, slide, rho, r)
            if rows < trace.shape[0]:
                trace[rows, 0] = residual
                for i in range(3 * n):
                    trace[rows, 1 + i] = r[i]
                rows += 1
            if residual < least:
                least = residual
                copy_into(r, best)
            if residual <= tolerance:
                return residual, iterations
            if iterations >= limit:
                break
            if epsilon > _PROXIMAL:
                epsilon = max(0.1 * epsilon, _PROXIMAL)
            elif not residual < 0.5 * before:
                if epsilon < 1e-6 * _PROXIMAL:
                    break
                epsilon *= 0.1
    copy_into(best, r)
    return least, iterations


@kernel
def _start_into(
    W: Array, d: Array, mu: Array, cone: int, slide: Array, attempt: int, best: Array, r: Array
) -> None:  # fmt: skip
    """Write the start of an attempt into r: the one given, nothing, what sweeps make of nothing; then the load of the best forces
    so far on all contacts but one, and on one.
    """
    n = mu.shape[0]
    if attempt == 0:
        return
    for i in range(3 * n):
        r[i] = 0.0
    if attempt == 2:
        for _ in range(_SWEEPS):
            dense_sweep(W, d, mu, cone, slide, r)
    if attempt < _FIRST:
        return
    load = 0.0
    for c in range(n):
        load += best[3 * c + 2]
    for c in range(n):
        if attempt < _FIRST + n:
            r[3 * c + 2] = 0.0 if c == attempt - _FIRST else load / (n - 0.999)
        else:
            r[3 * c + 2] = load if c == attempt - _FIRST - n else 0.0


@kernel
def _weights_into(mu: Array, rho: Array, weight: Array) -> None:
    """Write what ε is a share of (n,): for contacts the mean of their diagonals of W; for a joint, of other units, its own."""
    n = mu.shape[0]
    contacts, mean = 0, 0.0
    for c in range(n):
        if mu[c] >= 0.0:
            contacts += 1
            mean += 1.0 / rho[c]
    for c in range(n):
        weight[c] = mean / contacts if mu[c] >= 0.0 else 1.0 / rho[c]


@kernel
def _function_into(
    W: Array, d: Array, mu: Array, cone: int, slide: Array, rho: Array, epsilon: float, weight: Array, centre: Array,
    r: Array, u: Array, F: Array,
) -> float:  # fmt: skip
    """Write r - P(r - ρ û) into F and the velocities, proximal term included, into u; returns ‖F/ρ‖²."""
    total = 0.0
    for c in range(mu.shape[0]):
        i = 3 * c
        x, y, z = velocity_at(W, d, c, r)
        e = epsilon * weight[c]
        x += e * (r[i] - centre[i])
        y += e * (r[i + 1] - centre[i + 1])
        z += e * (r[i + 2] - centre[i + 2])
        u[i], u[i + 1], u[i + 2] = x, y, z
        if slide[c, 0] != 0.0 or slide[c, 1] != 0.0:
            F[i] = r[i] + mu[c] * r[i + 2] * slide[c, 0]
            F[i + 1] = r[i + 1] + mu[c] * r[i + 2] * slide[c, 1]
            F[i + 2] = r[i + 2] - max(0.0, r[i + 2] - rho[c] * z)
        else:
            w = z + shift_of(mu[c], cone, x, y)
            if mu[c] == 0.0:
                x = y = 0.0
            px, py, pz = project(mu[c], cone, 1.0, r[i] - rho[c] * x, r[i + 1] - rho[c] * y, r[i + 2] - rho[c] * w)
            F[i], F[i + 1], F[i + 2] = r[i] - px, r[i + 1] - py, r[i + 2] - pz
        for k in range(3):
            total += (F[i + k] / rho[c]) ** 2
    return total


@kernel
def _jacobian_into(
    W: Array,
    mu: Array,
    cone: int,
    slide: Array,
    rho: Array,
    epsilon: float,
    weight: Array,
    r: Array,
    u: Array,
    A: Array,
) -> None:
    """Write a generalised derivative of F into A."""
    n = mu.shape[0]
    for c in range(n):
        i = 3 * c
        own = epsilon * weight[c]
        if slide[c, 0] != 0.0 or slide[c, 1] != 0.0:
            pushing = r[i + 2] - rho[c] * u[i + 2] > 0.0
            for j in range(3 * n):
                A[i, j] = A[i + 1, j] = 0.0
                A[i + 2, j] = rho[c] * W[i + 2, j] if pushing else 0.0
            A[i, i], A[i + 1, i + 1] = 1.0, 1.0
            A[i, i + 2], A[i + 1, i + 2] = mu[c] * slide[c, 0], mu[c] * slide[c, 1]
            A[i + 2, i + 2] += rho[c] * own if pushing else 1.0
            continue
        x, y, z = u[i], u[i + 1], u[i + 2]
        sx, sy = shift_gradient(mu[c], cone, x, y)
        w = z + shift_of(mu[c], cone, x, y)
        if mu[c] == 0.0:
            x = y = 0.0
        zx, zy, zz = r[i] - rho[c] * x, r[i + 1] - rho[c] * y, r[i + 2] - rho[c] * w
        _, _, pushing_z = project(mu[c], cone, 1.0, zx, zy, zz)
        p00 = p01 = p02 = p11 = p12 = p22 = 0.0
        if pushing_z > 0.0 or mu[c] < 0.0:
            p00, p01, p02, p11, p12, p22 = projection_derivative(mu[c], cone, 1.0, zx, zy, zz)
        for j in range(3 * n):
            # How û moves with r_j.
            e0 = W[i, j] + (own if j == i else 0.0)
            e1 = W[i + 1, j] + (own if j == i + 1 else 0.0)
            e2 = W[i + 2, j] + (own if j == i + 2 else 0.0) + sx * e0 + sy * e1
            if mu[c] == 0.0:
                e0 = e1 = 0.0
            A[i, j] = rho[c] * (p00 * e0 + p01 * e1 + p02 * e2)
            A[i + 1, j] = rho[c] * (p01 * e0 + p11 * e1 + p12 * e2)
            A[i + 2, j] = rho[c] * (p02 * e0 + p12 * e1 + p22 * e2)
        A[i, i] += 1.0 - p00
        A[i, i + 1] -= p01
        A[i, i + 2] -= p02
        A[i + 1, i] -= p01
        A[i + 1, i + 1] += 1.0 - p11
        A[i + 1, i + 2] -= p12
        A[i + 2, i] -= p02
        A[i + 2, i + 1] -= p12
        A[i + 2, i + 2] += 1.0 - p22


@kernel
def _newton(
    W: Array, d: Array, mu: Array, cone: int, slide: Array, rho: Array, epsilon: float, weight: Array, centre: Array,
    A: Array, F: Array, u: Array, trial: Array, spare: Array, r: Array,
) -> int:  # fmt: skip
    """Newton on F, r in place; returns the number of iterations.

    Full steps first, for as long as one of the next few is better: where a contact must open or begin to slide, ‖F/ρ‖ grows
    before it falls, and a line search stops at the kink. What is left is for a halving line search on ‖F/ρ‖.
    """
    n = r.shape[0]
    size = _function_into(W, d, mu, cone, slide, rho, epsilon, weight, centre, r, u, F)
    copy_into(r, trial)
    least, since, iterations = size, 0, 0
    while since < _PATIENCE and iterations < _ITERATIONS:
        if size < 1e-30:
            return iterations
        iterations += 1
        since += 1
        _jacobian_into(W, mu, cone, slide, rho, epsilon, weight, r, u, A)
        if not pivoted_solve(A, F, n):
            break
        for i in range(n):
            r[i] -= F[i]
        size = _function_into(W, d, mu, cone, slide, rho, epsilon, weight, centre, r, u, F)
        if size < 0.25 * least:
            least, since = size, 0
            copy_into(r, trial)
    copy_into(trial, r)
    size = _function_into(W, d, mu, cone, slide, rho, epsilon, weight, centre, r, u, F)
    while iterations < _ITERATIONS and size >= 1e-30:
        iterations += 1
        _jacobian_into(W, mu, cone, slide, rho, epsilon, weight, r, u, A)
        if not pivoted_solve(A, F, n):
            break
        step, smaller = 1.0, size
        for _ in range(12):
            for i in range(n):
                trial[i] = r[i] - step * F[i]
            smaller = _function_into(W, d, mu, cone, slide, rho, epsilon, weight, centre, trial, u, spare)
            if smaller < size * (1.0 - 0.1 * step):
                break
            step *= 0.5
        if not smaller < size:
            break
        copy_into(trial, r)
        size = _function_into(W, d, mu, cone, slide, rho, epsilon, weight, centre, r, u, F)
    return iterations


@kernel
def delassus_into(members: Any, segments: Any, J: Array, Y: Array, W: Array) -> None:
    """Write the dense Delassus matrix W = J H⁻¹ Jᵀ of n contacts, (3n, 3n)."""
    for a in range(members.shape[0]):
        for b in range(a + 1):
            w00 = w01 = w02 = w10 = w11 = w12 = w20 = w21 = w22 = 0.0  # nine sums side by side
            for p in range(2):
                sa = segments[members[a], p]
                for q in range(2):
                    sb = segments[members[b], q]
                    if sa.n == 0 or sb.n == 0 or sa.tree != sb.tree:
                        continue
                    n, i, j = sa.n, sa.o, sb.o
                    for k in range(n):
                        x, y, z = J[i + k], J[i + n + k], J[i + 2 * n + k]
                        u, v, w = Y[j + k], Y[j + n + k], Y[j + 2 * n + k]
                        w00, w01, w02 = w00 + x * u, w01 + x * v, w02 + x * w
                        w10, w11, w12 = w10 + y * u, w11 + y * v, w12 + y * w
                        w20, w21, w22 = w20 + z * u, w21 + z * v, w22 + z * w
            i, j = 3 * a, 3 * b
            W[i, j], W[i, j + 1], W[i, j + 2] = w00, w01, w02
            W[i + 1, j], W[i + 1, j + 1], W[i + 1, j + 2] = w10, w11, w12
            W[i + 2, j], W[i + 2, j + 1], W[i + 2, j + 2] = w20, w21, w22
            W[j, i], W[j + 1, i], W[j + 2, i] = w00, w01, w02
            W[j, i + 1], W[j + 1, i + 1], W[j + 2, i + 1] = w10, w11, w12
            W[j, i + 2], W[j + 1, i + 2], W[j + 2, i + 2] = w20, w21, w22
