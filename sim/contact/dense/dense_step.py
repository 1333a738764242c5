"""Newton's step on the forces of `dense_contact`: its matrix, its factor, and the same factor used again.

Source: Alart & Curnier 1991; Acary & Brogliato 2008, §13.4.
"""

from __future__ import annotations

from ...arrays import Array
from ...kernel import kernel
from ..linear_solvers import factored_solve, matrix, pivoted_factor
from .dense_law import derivative_into


@kernel
def step_into(
    W: Array, mu: Array, cone: int, slide: Array, rho: Array, epsilon: float, weight: Array, r: Array, u: Array,
    A: Array, x: Array, blocks: Array, place: Array, pivots: Array, F: Array,
) -> float:  # fmt: skip
    """Write Newton's step into F, which holds the faults; the smallest pivot of its matrix, 0 if that is singular.

    Forces of contacts that open, and friction where there is none, simply go to zero: only the others are solved for, in x (3n,)
    with a matrix laid over A, whose factor stays there. blocks : (6 n, 3) scratch; place : (2n,) out, where each contact is in
    that matrix, and from which direction on; pivots : (3n,) out
    """
    n = mu.shape[0]
    size, left_out = 0, 3 * n
    known = pivots  # until there are some: numbers that are solved for, and from the end on those that simply change
    for c in range(n):
        i = 3 * c
        R, U = blocks[6 * c : 6 * c + 3], blocks[6 * c + 3 : 6 * c + 6]
        first = derivative_into(
            mu[c], cone, slide[c, 0], slide[c, 1], rho[c], r[i], r[i + 1], r[i + 2], u[i], u[i + 1], u[i + 2], R, U
        )
        if mu[c] < 0.0 and W[i, i] == 0.0:
            first = 2  # a joint of one degree of freedom
        place[2 * c], place[2 * c + 1] = size, first
        for a in range(first):
            if F[i + a] != 0.0:
                left_out -= 1
                known[left_out] = i + a
        for a in range(first, 3):
            known[size] = i + a
            size += 1
    B = matrix(A, 0, size, size)
    for c in range(n):
        i, row, first = 3 * c, int(place[2 * c]), int(place[2 * c + 1])
        if first == 3:
            continue
        R, U = blocks[6 * c : 6 * c + 3], blocks[6 * c + 3 : 6 * c + 6]
        own = epsilon * weight[c]
        for a in range(first, 3):
            k = row + a - first
            x[k] = F[i + a]
            p0, p1, p2 = U[a, 0], U[a, 1], U[a, 2]
            into, w0, w1, w2 = B[k], W[i], W[i + 1], W[i + 2]
            if size == 3 * n:
                for j in range(size):
                    into[j] = p0 * w0[j] + p1 * w1[j] + p2 * w2[j]
            elif p0 == 0.0 and p1 == 0.0:
                for j in range(size):
                    into[j] = p2 * w2[int(known[j])]
            else:
                for j in range(size):
                    e = int(known[j])
                    into[j] = p0 * w0[e] + p1 * w1[e] + p2 * w2[e]
            for j in range(3 * n - 1, left_out - 1, -1):
                e = int(known[j])
                x[k] -= (p0 * w0[e] + p1 * w1[e] + p2 * w2[e]) * F[e]
            for b in range(3):
                w = R[a, b] + own * U[a, b]
                if b >= first:
                    B[k, row + b - first] += w
                else:
                    x[k] -= w * F[i + b]
    if not pivoted_factor(B, pivots, size):
        return 0.0
    factored_solve(B, pivots, x, size)
    _spread_into(place, x, F)
    least = 1.0
    for k in range(size):
        least = min(least, abs(B[k, k]))
    return least


@kernel
def _spread_into(place: Array, x: Array, F: Array) -> None:
    """Write the step x of what was solved for into F (3n,)."""
    for c in range(place.shape[0] // 2):
        row, first = int(place[2 * c]), int(place[2 * c + 1])
        for a in range(first, 3):
            F[3 * c + a] = x[row + a - first]


@kernel
def step_again_into(A: Array, x: Array, place: Array, pivots: Array, F: Array) -> bool:
    """Write a step into F, which holds the faults, with the factor that the last one has left; False if others are solved for."""
    size = 0
    for c in range(place.shape[0] // 2):
        first = int(place[2 * c + 1])
        for a in range(3):
            if a >= first:
                x[size] = F[3 * c + a]
                size += 1
            elif F[3 * c + a] != 0.0:
                return False
    factored_solve(matrix(A, 0, size, size), pivots, x, size)
    _spread_into(place, x, F)
    return True
