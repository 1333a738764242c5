"""Coulomb contact of one island by an augmented Lagrangian in velocities, each step a Newton method.

For impulses r_k and the De Saxcé shift s = μ‖u_t‖ frozen, the velocities of an island minimise the strictly convex
    ½ (v - v_free)ᵀ H (v - v_free) + Σ_c ‖P_K(r_k - ρ (J_c v - target n + s n))‖² / (2ρ),
(for the set B of a joint's dry friction, z·P_B(z) - ½ ‖P_B(z)‖² takes the place of the half square)
whose Hessian H + Σ ρ Jᵀ P'_K J is positive definite whatever the contacts: redundant contacts (a brick on four corners)
and mass ratios are no trouble. Then r_{k+1} is the projection, s follows, and ρ grows while the residual does not fall.
Started from r = 0 it gives redundant contacts the impulses of least norm: none is invented against another.
Source: Alart & Curnier 1991; Acary, Cadoux, Lemaréchal & Malick 2011 (the convex problem inside a fixed point on s).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..kernel import kernel
from ..multibody.arrays import Array
from .assembly import velocity_of
from .friction_cone import project, projection_derivative
from .gauss_seidel import residual_of, velocities_from
from .linear import envelope_cholesky, envelope_solve, pivoted_solve

_PENALTY, _PENALTY_GROWTH, _PENALTY_CAP = 100.0, 30.0, 1e9
_OUTER, _INNER, _POLISH = 40, 40, 12


@kernel
def newton(
    trees: Any, contacts: Any, members: Any, trees_in: Any, segments: Any, H: Array, J: Array, Y: Array, G: Array,
    free: Array, tolerance: float, r: Array, v: Array,
) -> tuple[float, int]:  # fmt: skip
    """Improve impulses r (nc, 3) and velocities v (nv,) of one island; returns the residual [m/s] and Newton iterations.

    members, trees_in : the island's contacts and trees
    r                 : start; on return the best found, never worse than the start
    """
    m, nt = members.shape[0], trees_in.shape[0]
    start = np.empty(trees.shape[0], np.int64)  # where each tree's numbers begin in the island
    n = 0
    for k in range(nt):
        start[trees_in[k]] = n
        n += trees[trees_in[k]].nv
    first = np.empty(n, np.int64)
    _envelope_into(trees, trees_in, start, members, segments, first)
    A = np.empty((n, n))
    x = np.empty(n)
    z = np.empty((m, 3))  # centre of the projection, without -ρ J v
    u = np.empty((m, 3))
    best = r.copy()
    velocities_from(members, trees_in, trees, segments, Y, free, r, v)
    least = residual_of(contacts, members, segments, J, G, r, v)
    last, penalty, iterations = least, _PENALTY, 0
    sliding_before = 1e300
    for _ in range(_OUTER):
        if least <= tolerance:
            break
        _shifted_into(contacts, members, segments, J, v, penalty, G, r, z)
        iterations += _minimise(
            trees, contacts, members, trees_in, segments, H, J, G, free, penalty, tolerance, z, start, first, A, x, u, v
        )
        _project_into(contacts, members, segments, J, v, penalty, G, z, r)
        velocities_from(members, trees_in, trees, segments, Y, free, r, v)
        residual = residual_of(contacts, members, segments, J, G, r, v)
        if residual < least:
            least = residual
            _copy(members, r, best)
        if least <= tolerance:
            break
        if residual > 0.2 * last:
            if residual < 0.1 * sliding_before:
                sliding_before = residual
                extra, residual = _polish(
                    trees,
                    contacts,
                    members,
                    trees_in,
                    segments,
                    H,
                    J,
                    Y,
                    G,
                    free,
                    penalty,
                    tolerance,
                    start,
                    A,
                    x,
                    r,
                    v,
                )
                iterations += extra
                if residual < least:
                    least = residual
                    _copy(members, r, best)
                else:
                    _copy(members, best, r)
                    velocities_from(members, trees_in, trees, segments, Y, free, r, v)
            penalty = min(penalty * _PENALTY_GROWTH, _PENALTY_CAP)
        last = residual
    _copy(members, best, r)
    velocities_from(members, trees_in, trees, segments, Y, free, r, v)
    return least, iterations


@kernel
def _copy(members: Any, source: Array, target: Array) -> None:
    for m in range(members.shape[0]):
        for k in range(3):
            target[members[m], k] = source[members[m], k]


@kernel
def _envelope_into(trees: Any, trees_in: Any, start: Any, members: Any, segments: Any, first: Any) -> None:
    """Leftmost column of each row of the island's matrix."""
    for k in range(trees_in.shape[0]):
        t = trees_in[k]
        for j in range(trees[t].nv):
            first[start[t] + j] = start[t]
    for m in range(members.shape[0]):
        a, b = segments[members[m], 0], segments[members[m], 1]
        if a.n > 0 and b.n > 0:
            low, high = (a, b) if start[a.tree] < start[b.tree] else (b, a)
            for j in range(high.n):
                i = start[high.tree] + j
                first[i] = min(first[i], start[low.tree])


@kernel
def _rho(G: Array, c: int, penalty: float) -> float:
    return penalty / max(G[c, 0], max(G[c, 3], G[c, 5]))


@kernel
def _shifted_into(
    contacts: Any, members: Any, segments: Any, J: Array, v: Array, penalty: float, G: Array, r: Array, z: Array
) -> None:
    """Z = r - ρ (shift - target) n, with the shift μ‖u_t‖ of the velocities v."""
    for m in range(members.shape[0]):
        c = members[m]
        x, y, _ = velocity_of(segments, c, J, v)
        shift = max(contacts[c].friction, 0.0) * math.sqrt(x * x + y * y) - contacts[c].target
        z[m, 0], z[m, 1], z[m, 2] = r[c, 0], r[c, 1], r[c, 2] - _rho(G, c, penalty) * shift


@kernel
def _project_into(
    contacts: Any, members: Any, segments: Any, J: Array, v: Array, penalty: float, G: Array, z: Array, r: Array
) -> None:
    """R = P_K(z - ρ J v)."""
    for m in range(members.shape[0]):
        c = members[m]
        rho = _rho(G, c, penalty)
        x, y, w = velocity_of(segments, c, J, v)
        r[c, 0], r[c, 1], r[c, 2] = project(
            contacts[c].friction, z[m, 0] - rho * x, z[m, 1] - rho * y, z[m, 2] - rho * w
        )


@kernel
def _minimise(
    trees: Any, contacts: Any, members: Any, trees_in: Any, segments: Any, H: Array, J: Array, G: Array, free: Array,
    penalty: float, tolerance: float, z: Array, start: Any, first: Any, A: Array, x: Array, u: Array, v: Array,
) -> int:  # fmt: skip
    """Newton with a line search on the convex function; v in place. Returns the number of factorisations."""
    m = members.shape[0]
    n = first.shape[0]
    for iteration in range(_INNER):
        _newton_system_into(
            trees, contacts, members, trees_in, segments, H, J, G, free, penalty, z, start, v, False, A, x
        )
        slope = 0.0
        for i in range(n):
            slope += x[i] * x[i]
        if slope == 0.0 or not envelope_cholesky(A, first):
            return iteration + 1
        # x holds the gradient; the step is -A⁻¹ x.
        quadratic = _value(trees, contacts, members, trees_in, segments, H, J, G, free, penalty, z, v)
        g = x.copy()
        envelope_solve(A, first, x)
        slope = 0.0
        for i in range(n):
            x[i] = -x[i]
            slope += g[i] * x[i]
        step, moved = 1.0, 0.0
        for _ in range(30):
            _move(trees, trees_in, start, x, step, v)
            if _value(trees, contacts, members, trees_in, segments, H, J, G, free, penalty, z, v) <= (
                quadratic + 1e-4 * step * slope + 1e-13 * abs(quadratic)
            ):
                break
            _move(trees, trees_in, start, x, -step, v)
            step *= 0.5
        for k in range(m):
            c = members[k]
            moved = max(moved, _moved(segments, c, J, start, x))
        if step * moved <= 1e-3 * tolerance:
            return iteration + 1
    return _INNER


@kernel
def _moved(segments: Any, c: int, J: Array, start: Any, x: Array) -> float:
    """Size of the change of contact c's velocity under the island step x."""
    a = b = d = 0.0
    for k in range(2):
        s = segments[c, k]
        for j in range(s.n):
            xj = x[start[s.tree] + j]
            a += J[s.o + j] * xj
            b += J[s.o + s.n + j] * xj
            d += J[s.o + 2 * s.n + j] * xj
    return max(abs(a), max(abs(b), abs(d)))


@kernel
def _move(trees: Any, trees_in: Any, start: Any, x: Array, step: float, v: Array) -> None:
    for k in range(trees_in.shape[0]):
        tree = trees[trees_in[k]]
        for j in range(tree.nv):
            v[tree.v0 + j] += step * x[start[trees_in[k]] + j]


@kernel
def _value(
    trees: Any, contacts: Any, members: Any, trees_in: Any, segments: Any, H: Array, J: Array, G: Array, free: Array,
    penalty: float, z: Array, v: Array,
) -> float:  # fmt: skip
    """The convex function of the module's head."""
    total = 0.0
    for k in range(trees_in.shape[0]):
        tree = trees[trees_in[k]]
        n, v0 = tree.nv, tree.v0
        for i in range(n):
            s = 0.0
            for j in range(n):
                s += H[tree.h0 + i * n + j] * (v[v0 + j] - free[v0 + j])
            total += 0.5 * s * (v[v0 + i] - free[v0 + i])
    for m in range(members.shape[0]):
        c = members[m]
        rho = _rho(G, c, penalty)
        x, y, w = velocity_of(segments, c, J, v)
        x, y, w = z[m, 0] - rho * x, z[m, 1] - rho * y, z[m, 2] - rho * w
        px, py, pw = project(contacts[c].friction, x, y, w)
        total += 0.5 * (px * (2.0 * x - px) + py * (2.0 * y - py) + pw * (2.0 * w - pw)) / rho
    return total


@kernel
def _newton_system_into(
    trees: Any, contacts: Any, members: Any, trees_in: Any, segments: Any, H: Array, J: Array, G: Array, free: Array,
    penalty: float, z: Array, start: Any, v: Array, full: bool, A: Array, g: Array,
) -> None:  # fmt: skip
    """Write the gradient H (v - v_free) - Σ Jᵀ P_K(z - ρ J v) into g (n,), and its derivative into A (n, n).

    full : the shift μ‖u_t‖ moves with v instead of being part of z, which makes A unsymmetric.
    """
    A[:, :] = 0.0
    for k in range(trees_in.shape[0]):
        t = trees_in[k]
        n, v0, b = trees[t].nv, trees[t].v0, start[t]
        for i in range(n):
            s = 0.0
            for j in range(n):
                h = H[trees[t].h0 + i * n + j]
                A[b + i, b + j] = h
                s += h * (v[v0 + j] - free[v0 + j])
            g[b + i] = s
    for m in range(members.shape[0]):
        c = members[m]
        mu, rho = contacts[c].friction, _rho(G, c, penalty)
        ux, uy, uz = velocity_of(segments, c, J, v)
        slip = math.sqrt(ux * ux + uy * uy) if full and mu > 0.0 else 0.0
        zx, zy, zz = z[m, 0] - rho * ux, z[m, 1] - rho * uy, z[m, 2] - rho * (uz + mu * slip)
        px, py, pz = project(mu, zx, zy, zz)
        for k in range(2):
            s = segments[c, k]
            for j in range(s.n):
                g[start[s.tree] + j] -= J[s.o + j] * px + J[s.o + s.n + j] * py + J[s.o + 2 * s.n + j] * pz
        if pz == 0.0 and mu >= 0.0:
            continue
        d00, d01, d02, d11, d12, d22 = projection_derivative(mu, zx, zy, zz)
        sx, sy = (mu * ux / slip, mu * uy / slip) if slip > 0.0 else (0.0, 0.0)
        for k in range(2):
            a = segments[c, k]
            for i in range(a.n):
                x, y, w = J[a.o + i], J[a.o + a.n + i], J[a.o + 2 * a.n + i]
                # Row i of ρ Jᵀ P' (1 + n s ᵀ), as three numbers that multiply the columns of J.
                ex = rho * (d00 * x + d01 * y + d02 * w)
                ey = rho * (d01 * x + d11 * y + d12 * w)
                ew = rho * (d02 * x + d12 * y + d22 * w)
                ex, ey = ex + ew * sx, ey + ew * sy
                for q in range(2):
                    b = segments[c, q]
                    for j in range(b.n):
                        A[start[a.tree] + i, start[b.tree] + j] += (
                            ex * J[b.o + j] + ey * J[b.o + b.n + j] + ew * J[b.o + 2 * b.n + j]
                        )


@kernel
def _polish(
    trees: Any, contacts: Any, members: Any, trees_in: Any, segments: Any, H: Array, J: Array, Y: Array, G: Array,
    free: Array, penalty: float, tolerance: float, start: Any, A: Array, x: Array, r: Array, v: Array,
) -> tuple[int, float]:  # fmt: skip
    """Newton on the whole law, shift included, from a point already near: r, v in place. Iterations and residual."""
    n = x.shape[0]
    z = np.empty((members.shape[0], 3))
    residual = residual_of(contacts, members, segments, J, G, r, v)
    for iteration in range(_POLISH):
        for m in range(members.shape[0]):
            c = members[m]
            z[m, 0], z[m, 1] = r[c, 0], r[c, 1]
            z[m, 2] = r[c, 2] + _rho(G, c, penalty) * contacts[c].target
        _newton_system_into(
            trees, contacts, members, trees_in, segments, H, J, G, free, penalty, z, start, v, True, A, x
        )
        if not pivoted_solve(A, x, n):
            return iteration + 1, residual
        _move(trees, trees_in, start, x, -1.0, v)
        for m in range(members.shape[0]):
            c = members[m]
            rho = _rho(G, c, penalty)
            ux, uy, uz = velocity_of(segments, c, J, v)
            shift = max(contacts[c].friction, 0.0) * math.sqrt(ux * ux + uy * uy)
            r[c, 0], r[c, 1], r[c, 2] = project(
                contacts[c].friction, z[m, 0] - rho * ux, z[m, 1] - rho * uy, z[m, 2] - rho * (uz + shift)
            )
        velocities_from(members, trees_in, trees, segments, Y, free, r, v)
        before = residual
        residual = residual_of(contacts, members, segments, J, G, r, v)
        if residual <= tolerance or not residual < 1e3 * before:
            return iteration + 1, residual
    return _POLISH, residual
