"""Contact of one island by the alternating direction method of multipliers, in velocities.

The law asks û = J v - target n + s n to lie in the dual cone K*. With a copy y of û that does, each iteration solves
    (H + Σ ρ JᵀJ) v = H v_free + Σ Jᵀ (r + ρ (y - (s - target) n)),
whose matrix is factorised once for each ρ, then sets y to the nearest point of K* and r to P_K(r - ρ û): impulses stay in
the cone, and the shift s = s(u_t) follows. ρ is balanced between what is missing in û = y and what still moves.
Iterations are cheap and never fail, however badly conditioned the Delassus matrix is; they converge linearly.
Source: Boyd et al. 2011, §3; Carpentier, Le Lidec & Montaut 2024 (the same on the dual, with the balance of ρ).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import f8, i8, kernel, late, tuple_of
from ..envelope import envelope_cholesky, envelope_solve
from ..law.friction_cone import project, shift_of
from ..linear_solvers import matrix
from .assembly import law_velocity_of
from .gauss_seidel import largest_of, residual_of, restore_impulses, save_impulses, velocities_from
from .islands import envelope_into, number_freedoms

_ITERATIONS, _LOOK, _BALANCE = 3000, 10, 10.0


@late(tuple_of(f8, i8), "ADMM")
def admm(arrays: Any, members: Any, trees_in: Any, tolerance: float) -> tuple[float, int]:
    """Improve impulses r and velocities v of one island; returns the residual [m/s] and the number of iterations.

    members, trees_in : the island's contacts and trees
    r is the start; on return the best found, never worse than the start.
    """
    m, n, room = members.shape[0], number_freedoms(arrays, trees_in), arrays.room
    first = arrays.places[:n]
    envelope_into(arrays, members, trees_in, first)
    A, x = matrix(room, 0, n, n), room[n * n : n * n + n]
    o = n * n + 2 * n
    y, best = matrix(room, o, m, 3), matrix(room, o + 3 * m, m, 3)
    save_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    least = residual_of(arrays, members)
    penalty = 1.0
    for k in range(m):
        for e in range(3):
            y[k, e] = 0.0
    if not _factorised(arrays, members, trees_in, penalty, first, A):
        return least, 0
    iterations = 0
    while iterations < _ITERATIONS and not least <= tolerance:
        iterations += 1
        _right_hand_side_into(arrays, members, trees_in, penalty, y, x)
        envelope_solve(A, first, x)
        for k in range(trees_in.shape[0]):
            tree, begin = arrays.trees[trees_in[k]], arrays.number[trees_in[k]]
            for j in range(tree.nv):
                arrays.v[tree.v0 + j] = x[begin + j]
        missing, moving = _step(arrays, members, penalty, y)
        if iterations % _LOOK:
            continue
        velocities_from(arrays, members, trees_in)
        residual = residual_of(arrays, members)
        if residual < least:
            least = residual
            save_impulses(arrays, members, best)
        factor = 1.0
        if missing > _BALANCE * moving:
            factor = min(math.sqrt(missing / max(moving, 1e-300)), 100.0)
        elif moving > _BALANCE * missing:
            factor = max(math.sqrt(missing / moving), 0.01)
        if factor != 1.0:
            penalty = min(max(factor * penalty, 1e-6), 1e9)
            if not _factorised(arrays, members, trees_in, penalty, first, A):
                break
    restore_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    return least, iterations


@kernel
def _step(arrays: Any, members: Any, penalty: float, y: Array) -> tuple[float, float]:
    """New r and y from v; returns the largest part of û that is not y, and how far y moved [m/s]."""
    r = arrays.r
    missing = moving = 0.0
    for k in range(members.shape[0]):
        c = members[k]
        contact = arrays.contacts[c]
        rho = penalty / largest_of(arrays.G[c])
        ux, uy, uz = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
        uz += shift_of(contact.friction, contact.cone, ux, uy) - contact.target
        px, py, pz = project(
            contact.friction,
            contact.cone,
            1.0 + rho * contact.softness,
            r[c, 0] - rho * ux,
            r[c, 1] - rho * uy,
            r[c, 2] - rho * uz,
        )
        nx, ny, nz = ux + (px - r[c, 0]) / rho, uy + (py - r[c, 1]) / rho, uz + (pz - r[c, 2]) / rho
        missing = max(missing, max(abs(px - r[c, 0]), max(abs(py - r[c, 1]), abs(pz - r[c, 2]))) / rho)
        moving = max(moving, max(abs(nx - y[k, 0]), max(abs(ny - y[k, 1]), abs(nz - y[k, 2]))))
        y[k, 0], y[k, 1], y[k, 2] = nx, ny, nz
        r[c, 0], r[c, 1], r[c, 2] = px, py, pz
    return missing, moving


@kernel
def _right_hand_side_into(arrays: Any, members: Any, trees_in: Any, penalty: float, y: Array, x: Array) -> None:
    """Write H v_free + Σ Jᵀ (r + ρ (y - lean - (s - target) n)) into x (n,)."""
    for k in range(trees_in.shape[0]):
        tree, begin = arrays.trees[trees_in[k]], arrays.number[trees_in[k]]
        for i in range(tree.nv):
            total = 0.0
            for j in range(tree.nv):
                total += arrays.H[tree.h0 + i * tree.nv + j] * arrays.free[tree.v0 + j]
            x[begin + i] = total
    for k in range(members.shape[0]):
        c = members[k]
        contact = arrays.contacts[c]
        rho = penalty / largest_of(arrays.G[c])
        ux, uy, _ = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
        shift = shift_of(contact.friction, contact.cone, ux, uy) - contact.target
        px = arrays.r[c, 0] + rho * (y[k, 0] - contact.lean[0])
        py = arrays.r[c, 1] + rho * (y[k, 1] - contact.lean[1])
        pz = arrays.r[c, 2] + rho * (y[k, 2] - contact.lean[2] - shift)
        for q in range(2):
            s = arrays.segments[c, q]
            if s.n == 0:
                continue
            begin = arrays.number[s.tree]
            for j in range(s.n):
                x[begin + j] += arrays.J[s.o + j] * px + arrays.J[s.o + s.n + j] * py + arrays.J[s.o + 2 * s.n + j] * pz


@kernel
def _factorised(arrays: Any, members: Any, trees_in: Any, penalty: float, first: Any, A: Array) -> bool:
    """Write the Cholesky factor of H + Σ ρ JᵀJ into A."""
    J, start = arrays.J, arrays.number
    for i in range(first.shape[0]):
        for j in range(i + 1):
            A[i, j] = 0.0
    for k in range(trees_in.shape[0]):
        tree, begin = arrays.trees[trees_in[k]], start[trees_in[k]]
        for i in range(tree.nv):
            for j in range(i + 1):
                A[begin + i, begin + j] = arrays.H[tree.h0 + i * tree.nv + j]
    for k in range(members.shape[0]):
        c = members[k]
        rho = penalty / largest_of(arrays.G[c])
        for p in range(2):
            a = arrays.segments[c, p]
            for q in range(2):
                b = arrays.segments[c, q]
                if a.n == 0 or b.n == 0 or start[b.tree] > start[a.tree]:
                    continue
                for i in range(a.n):
                    for j in range(i + 1 if a.tree == b.tree else b.n):
                        total = 0.0
                        for e in range(3):
                            total += J[a.o + e * a.n + i] * J[b.o + e * b.n + j]
                        A[start[a.tree] + i, start[b.tree] + j] += rho * total
    return envelope_cholesky(A, first)
