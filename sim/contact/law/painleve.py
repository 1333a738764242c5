"""Whether a problem of sliding contacts has an answer, several, or none (Painlevé's paradoxes).

The friction of a contact that slides along s is -μ λ_n s, so the normals alone are a linear complementarity problem,
0 ≤ λ ⟂ A λ + d ≥ 0 with A_ij = (W_nn - μ_j W_nt s_j)_ij, whose matrix need not be positive definite: a rod that leans into its
slide is pressed down by its own friction. For few contacts all sets that could push are tried. Several answers, one of which
has an A of negative determinant, are several motions; several of redundant contacts are the same motion.
Contacts that do not feel each other are judged apart; a group in which something may stick is left to its residual.
Source: Génot & Brogliato 1999; Stewart 2000, §4; Cottle, Pang & Stone 1992, §6.1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import allocating, kernel

ANSWERED, INCONSISTENT, INDETERMINATE = 0, 1, 2

MOST_SLIDING = 8  # contacts of a group whose 2ⁿ sets are tried
_SINGULAR = 1e-10  # a pivot smaller than this share of the largest entry is none


@allocating
def sliding_status(W: Array, d: Array, mu: Array, slide: Array, residual: float, tolerance: float, group: Any) -> int:
    """ANSWERED, INCONSISTENT or INDETERMINATE; of the other two, group (n,) is 1 for the contacts at fault, else 0.

    W, d, mu, slide     : as for `dense_coulomb`
    residual, tolerance : of the forces found, in the units of d; only where they fail a problem is called inconsistent
    """
    n = mu.shape[0]
    A = np.empty((n, n))
    largest = 0.0
    for i in range(n):
        for j in range(n):
            k = 3 * i + 2
            A[i, j] = W[k, 3 * j + 2] - mu[j] * (slide[j, 0] * W[k, 3 * j] + slide[j, 1] * W[k, 3 * j + 1])
            for e in range(3):
                largest = max(largest, abs(W[k, 3 * j + e]))
    visited = np.zeros(n, np.int64)
    for start in range(n):
        if visited[start]:
            continue
        for i in range(n):
            group[i] = 0
        members = _group_of(W, start, 1e-12 * largest, group)
        decided = members.shape[0] <= MOST_SLIDING
        for i in members:
            visited[i] = 1
            if mu[i] < 0.0 or (mu[i] > 0.0 and slide[i, 0] == 0.0 and slide[i, 1] == 0.0):
                decided = False
        if not decided:
            continue
        found, folded = _count_solutions(A, d, members, tolerance)
        if found == 0 and not residual <= tolerance:
            return INCONSISTENT
        if folded and found > 1:
            return INDETERMINATE
    for i in range(n):
        group[i] = 0
    return ANSWERED


@allocating
def _group_of(W: Array, start: int, least: float, group: Any) -> Any:
    """The contacts that feel `start`, directly or through others, as indices; 1 in `group` for each."""
    n = group.shape[0]
    members = np.empty(n, np.int64)
    members[0] = start
    group[start] = 1
    count, k = 1, 0
    while k < count:
        i = members[k]
        for j in range(n):
            coupling = 0.0
            for a in range(3):
                for b in range(3):
                    coupling = max(coupling, abs(W[3 * i + a, 3 * j + b]))
            if group[j] == 0 and coupling > least:
                group[j] = 1
                members[count] = j
                count += 1
        k += 1
    return members[:count]


@allocating
def _count_solutions(A: Array, d: Array, members: Any, tolerance: float) -> tuple[int, bool]:
    """How many sets of pushing contacts answer the problem, and whether one of them has a negative determinant."""
    n = members.shape[0]
    B = np.empty((n, n))
    x = np.empty(n)
    chosen = np.empty(n, np.int64)
    scale = 0.0
    for i in members:
        for j in members:
            scale = max(scale, abs(A[i, j]))
    found, folded = 0, False
    for mask in range(1 << n):
        m = 0
        for i in range(n):
            if (mask >> i) & 1:
                chosen[m] = members[i]
                m += 1
        for a in range(m):
            x[a] = -d[3 * chosen[a] + 2]
            for b in range(m):
                B[a, b] = A[chosen[a], chosen[b]]
        sign = _signed_solve(B, x, m, _SINGULAR * scale)
        if sign == 0:
            continue
        least = 1e300
        for a in range(m):
            least = min(least, x[a] * scale)
        if least < -tolerance:
            continue
        opens = True
        for i in range(n):
            if (mask >> i) & 1:
                continue
            w = d[3 * members[i] + 2]
            for a in range(m):
                w += A[members[i], chosen[a]] * x[a]
            opens = opens and w >= -tolerance
        if opens:
            found += 1
            folded = folded or (sign < 0 and least > 10.0 * tolerance)
    return found, folded


@kernel
def _signed_solve(B: Array, x: Array, n: int, least: float) -> int:
    """Solve B[:n, :n] y = x in place of x, with pivots; the sign of the determinant, 0 if it is singular."""
    sign = 1
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(B[i, k]) > abs(B[p, k]):
                p = i
        if abs(B[p, k]) <= least:
            return 0
        if p != k:
            sign = -sign
            x[k], x[p] = x[p], x[k]
            for j in range(n):
                B[k, j], B[p, j] = B[p, j], B[k, j]
        if B[k, k] < 0.0:
            sign = -sign
        for i in range(k + 1, n):
            f = B[i, k] / B[k, k]
            x[i] -= f * x[k]
            for j in range(k, n):
                B[i, j] -= f * B[k, j]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i] -= B[i, j] * x[j]
        x[i] /= B[i, i]
    return sign
