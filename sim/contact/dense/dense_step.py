"""Newton's step on the forces of `dense_contact`: its matrix, its factor, and the same factor used again.

Source: Alart & Curnier 1991; Acary & Brogliato 2008, §13.4.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import inlined, kernel, small
from ...simd import WIDTH, read_four, write_four
from ..linear_solvers import factored_solve, matrix, pivoted_factor, upper_solve
from .dense_law import derivative_into


@kernel
def step_into(
    W: Array,
    mu: Array,
    cone: int,
    slide: Array,
    wide: Any,
    rho: Array,
    epsilon: float,
    weight: Array,
    r: Array,
    u: Array,
    A: Array,
    x: Array,
    blocks: Array,
    place: Array,
    pivots: Array,
    F: Array,
) -> float:
    """Write Newton's step into F, which holds the faults; the smallest pivot of its matrix, 0 if that is singular.

    Forces of contacts that open, and friction where there is none, simply go to zero: only the others are solved for, in x (N,)
    with a matrix laid over A, whose factor stays there. blocks : (6 n, 3) scratch; place : (4n,) out, where each contact is in
    that matrix, and how many of its first numbers are not, and scratch; pivots : (N,) out
    """
    n, known = mu.shape[0], pivots  # until there are some: numbers that simply change, from the end on
    runs = place[2 * n :]  # numbers side by side that are solved for: the first, and how many
    size, count, end, left_out, i = 0, 0, -1, r.shape[0], 0
    for c in range(n):
        R, U = blocks[6 * c : 6 * c + 3], blocks[6 * c + 3 : 6 * c + 6]
        if wide[c] == 1 and mu[c] == 0.0:
            rest = 1 if r[i] - rho[c] * u[i] <= 0.0 else 0
            R[2, 2], U[2, 0], U[2, 1], U[2, 2] = 0.0, 0.0, 0.0, rho[c]
        elif wide[c] == 1:
            first = derivative_into(mu[c], cone, 0.0, 0.0, rho[c], 0.0, 0.0, r[i], 0.0, 0.0, u[i], R, U)
            rest = 1 if first == 3 else 0
        else:
            rest = derivative_into(
                mu[c], cone, slide[c, 0], slide[c, 1], rho[c], r[i], r[i + 1], r[i + 2], u[i], u[i + 1], u[i + 2], R, U
            )
            if mu[c] < 0.0 and W[i, i] == 0.0:
                rest = 2  # a joint of one degree of freedom
        place[2 * c], place[2 * c + 1] = size, rest
        for e in range(i, i + rest):
            if F[e] != 0.0:
                left_out -= 1
                known[left_out] = e
        if rest < wide[c]:
            if i + rest != end:
                runs[2 * count], runs[2 * count + 1] = i + rest, 0.0
                count += 1
            runs[2 * count - 1] += wide[c] - rest
            end = i + wide[c]
            size += wide[c] - rest
        i += wide[c]
    B = step_matrix(A, size)
    i = 0
    for c in range(n):
        row, rest = int(place[2 * c]), int(place[2 * c + 1])
        R, U = blocks[6 * c : 6 * c + 3], blocks[6 * c + 3 : 6 * c + 6]
        own, without = epsilon * weight[c], 3 - wide[c]  # directions that it has not
        is_last = (i + wide[c]) * r.shape[0] + WIDTH - 1 > r.shape[0] * r.shape[0]  # else W goes on behind its rows
        for a in range(without + rest, 3):
            k = row + a - without - rest
            x[k] = F[i + a - without]
            p0, p1, p2 = U[a, 0], U[a, 1], U[a, 2]
            into, w2, at = B[k], W[i + wide[c] - 1], 0
            is_normal = p0 == 0.0 and p1 == 0.0
            w0, w1 = (w2, w2) if is_normal else (W[i], W[i + 1])
            for m in range(count):
                first, length = int(runs[2 * m]), int(runs[2 * m + 1])
                if is_normal:
                    _scaled_into(into, at, p2, w2, first, length, is_last)
                else:
                    _combined_into(into, at, p0, w0, p1, w1, p2, w2, first, length, is_last)
                at += length
            for j in range(r.shape[0] - 1, left_out - 1, -1):
                e = int(known[j])
                x[k] -= (p0 * w0[e] + p1 * w1[e] + p2 * w2[e]) * F[e]
            for b in range(without, 3):
                w = R[a, b] + own * U[a, b]
                if b >= without + rest:
                    B[k, row + b - without - rest] += w
                else:
                    x[k] -= w * F[i + b - without]
        i += wide[c]
    if not pivoted_factor(B, pivots, x, size):
        return 0.0
    upper_solve(B, x, size)
    _spread_into(wide, place, x, F)
    least = 1.0
    for k in range(size):
        least = min(least, abs(B[k, k]))
    return least


@inlined
def step_matrix(A: Array, size: int) -> Array:
    """Newton's matrix (size, size) where it lies over A, its rows as `pivoted_factor` wants them."""
    return matrix(A, 0, size, size + WIDTH - 1)


@small
def _scaled_into(to: Array, at: int, p: float, w: Array, first: int, length: int, is_last: bool) -> None:
    """Write p w from number `first` of w on into `to`, from `at` on: up to three more as well, unless `is_last`."""
    whole = length - length % WIDTH if is_last else length
    for j in range(0, whole, WIDTH):
        write_four(to, at + j, read_four(w, first + j) * p)
    for j in range(whole, length):
        to[at + j] = p * w[first + j]


@small
def _combined_into(
    to: Array, at: int, p: float, w: Array, q: float, y: Array, s: float, z: Array, first: int, length: int, is_last: bool
) -> None:
    """Write p w + q y + s z from number `first` of them on into `to`, as `_scaled_into`."""
    whole = length - length % WIDTH if is_last else length
    for j in range(0, whole, WIDTH):
        k = first + j
        write_four(to, at + j, read_four(w, k) * p + read_four(y, k) * q + read_four(z, k) * s)
    for j in range(whole, length):
        k = first + j
        to[at + j] = p * w[k] + q * y[k] + s * z[k]


@kernel
def _spread_into(wide: Any, place: Array, x: Array, F: Array) -> None:
    """Write the step x of what was solved for into F (N,)."""
    i = 0
    for c in range(wide.shape[0]):
        row, rest = int(place[2 * c]), int(place[2 * c + 1])
        for a in range(rest, wide[c]):
            F[i + a] = x[row + a - rest]
        i += wide[c]


@kernel
def step_again_into(wide: Any, A: Array, x: Array, place: Array, pivots: Array, F: Array) -> bool:
    """Write a step into F, which holds the faults, with the factor that the last one has left; False if others are solved for."""
    size, i = 0, 0
    for c in range(wide.shape[0]):
        rest = int(place[2 * c + 1])
        for a in range(wide[c]):
            if a >= rest:
                x[size] = F[i + a]
                size += 1
            elif F[i + a] != 0.0:
                return False
        i += wide[c]
    factored_solve(step_matrix(A, size), pivots, x, size)
    _spread_into(wide, place, x, F)
    return True
