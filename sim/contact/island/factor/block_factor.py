"""Factors of the matrix of an island that is laid out in blocks, and solving with them.

Tree by tree in the order of elimination, with L below and U above the diagonal: what a tree takes from those that it touches are
products of its own blocks. Rows of a tree may change places, as in a symmetric matrix, whose upper blocks follow from the
lower ones, they need not.
Source: Davis 2006, §4 and §6; Schenk & Gärtner 2006 (pivots within a diagonal block).
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import kernel, late, small, truth
from ....simd import read_four, write_four
from ..solver_arrays import FREEDOMS as BODY
from .elimination import NUMBERS, columns_of


@late(truth, "many contacts")
def factor_blocks(arrays: Any, trees_in: Any, A: Array, symmetric: bool) -> bool:
    """Factorise A in place; False if it fails. Of a symmetric one, positive definite, blocks below the diagonal are given alone.

    Rows swapped go into arrays.places (n,).
    """
    plan, trees, n = arrays.plan, arrays.trees, trees_in.shape[0]
    begin, entries = columns_of(arrays)
    row = 0
    for k in range(n):
        p, d = trees[trees_in[k]].nv, arrays.diagonal[trees_in[k]]
        swaps = arrays.places[row : row + p]
        row += p
        if not _factor_diagonal(A, d, p, symmetric, swaps):
            return False
        first, last = plan[begin + k], plan[begin + k + 1]
        for e in range(first, last):
            q, lower = trees[trees_in[plan[entries + 2 * e]]].nv, plan[entries + 2 * e + 1]
            _finish_entry(A, d, p, q, lower, plan[NUMBERS], symmetric, swaps)
        for f in range(first, last):
            j = plan[entries + 2 * f]
            q, lower = trees[trees_in[j]].nv, plan[entries + 2 * f + 1]
            upper = lower + p * q
            _subtract_product(A, arrays.diagonal[trees_in[j]], lower, upper, q, p, q)
            g = plan[begin + j]
            for e in range(f + 1, last):  # both columns are sorted, and all rows of this one are in that of j
                i, other = plan[entries + 2 * e], plan[entries + 2 * e + 1]
                while plan[entries + 2 * g] != i:
                    g += 1
                r, target = trees[trees_in[i]].nv, plan[entries + 2 * g + 1]
                _subtract_product(A, target, other, upper, r, p, q)
                if not symmetric:
                    _subtract_product(A, target + r * q, lower, other + p * r, q, p, r)
    return True


@kernel
def solve_blocks(arrays: Any, trees_in: Any, A: Array, x: Array) -> None:
    """Solve with the factors of `factor_blocks`, in place of the right-hand side x (n,)."""
    plan, trees, start, n = arrays.plan, arrays.trees, arrays.number, trees_in.shape[0]
    begin, entries = columns_of(arrays)
    for k in range(n):
        t = trees_in[k]
        p, d, s = trees[t].nv, arrays.diagonal[t], start[t]
        for i in range(p):
            other = s + arrays.places[s + i]
            x[s + i], x[other] = x[other], x[s + i]
        for i in range(p):
            for j in range(i):
                x[s + i] -= A[d + i * p + j] * x[s + j]
        for e in range(plan[begin + k], plan[begin + k + 1]):
            i, o = trees_in[plan[entries + 2 * e]], plan[entries + 2 * e + 1]
            for a in range(trees[i].nv):
                y = 0.0
                for b in range(p):
                    y += A[o + a * p + b] * x[s + b]
                x[start[i] + a] -= y
    for k in range(n - 1, -1, -1):
        t = trees_in[k]
        p, d, s = trees[t].nv, arrays.diagonal[t], start[t]
        for e in range(plan[begin + k], plan[begin + k + 1]):
            i, o = trees_in[plan[entries + 2 * e]], plan[entries + 2 * e + 1]
            q = trees[i].nv
            for a in range(p):
                y = 0.0
                for b in range(q):
                    y += A[o + p * q + a * q + b] * x[start[i] + b]
                x[s + a] -= y
        for i in range(p - 1, -1, -1):
            for j in range(i + 1, p):
                x[s + i] -= A[d + i * p + j] * x[s + j]
            x[s + i] /= A[d + i * p + i]


@kernel
def _factor_diagonal(A: Array, d: int, p: int, symmetric: bool, swaps: Any) -> bool:
    """Factorise the block (p, p) at d into L, of unit diagonal, and U; by pivots, unless it is symmetric."""
    for k in range(p):
        swaps[k] = k
        if symmetric:
            if not A[d + k * p + k] > 0.0:
                return False
        else:
            for i in range(k + 1, p):
                if abs(A[d + i * p + k]) > abs(A[d + swaps[k] * p + k]):
                    swaps[k] = i
            _swap_rows(A, d, p, k, swaps[k])
            if not abs(A[d + k * p + k]) > 0.0:
                return False
        for i in range(k + 1, p):
            if symmetric:
                A[d + k * p + i] = A[d + i * p + k]
            f = A[d + i * p + k] / A[d + k * p + k]
            A[d + i * p + k] = f
            if f != 0.0:
                for j in range(k + 1, i + 1 if symmetric else p):
                    A[d + i * p + j] -= f * A[d + k * p + j]
    return True


@small
def _swap_rows(A: Array, o: int, width: int, i: int, k: int) -> None:
    if i != k:
        for j in range(width):
            A[o + i * width + j], A[o + k * width + j] = A[o + k * width + j], A[o + i * width + j]


@kernel
def _finish_entry(A: Array, d: int, p: int, q: int, lower: int, end: int, symmetric: bool, swaps: Any) -> None:
    """Bring the block (q, p) at `lower`, and that of (p, q) after it, to L and U by the diagonal one (p, p) at d."""
    upper = lower + p * q
    turned = upper if symmetric else end - p * q  # scratch, after all blocks
    for a in range(q):
        for b in range(p):
            A[turned + b * q + a] = A[lower + a * p + b]
    if symmetric:
        _solve_rows(A, d, p, 1, upper, q)
        for b in range(p):
            inverse = 1.0 / A[d + b * p + b]
            for a in range(q):
                A[lower + a * p + b] = A[upper + b * q + a] * inverse
        return
    for b in range(p):
        _swap_rows(A, upper, q, b, swaps[b])
    _solve_rows(A, d, p, 1, upper, q)
    _solve_rows(A, d, p, p, turned, q)
    for a in range(q):
        for b in range(p):
            A[lower + a * p + b] = A[turned + b * q + a]


@kernel
def _solve_rows(A: Array, d: int, p: int, along: int, x: int, q: int) -> None:
    """Solve L X = B in place of X (p, q) at x, L that of the diagonal block (p, p) at d; or Uᵀ X = B where `along` is not 1."""
    across = p if along == 1 else 1
    for k in range(p):
        if along != 1:
            inverse = 1.0 / A[d + k * p + k]
            for j in range(q):
                A[x + k * q + j] *= inverse
        for i in range(k + 1, p):
            f = A[d + i * across + k * along]
            for j in range(q):
                A[x + i * q + j] -= f * A[x + k * q + j]


@kernel
def _subtract_product(A: Array, c: int, a: int, b: int, rows: int, p: int, columns: int) -> None:
    """Subtract the product of the blocks (rows, p) at a and (p, columns) at b from that at c; of bodies six numbers at once, by
    four and four, of which two are the same.
    """
    if p == BODY and columns == BODY:
        k0, k1, k2 = read_four(A, b), read_four(A, b + 6), read_four(A, b + 12)
        k3, k4, k5 = read_four(A, b + 18), read_four(A, b + 24), read_four(A, b + 30)
        l0, l1, l2 = read_four(A, b + 2), read_four(A, b + 8), read_four(A, b + 14)
        l3, l4, l5 = read_four(A, b + 20), read_four(A, b + 26), read_four(A, b + 32)
        for i in range(rows):
            o, x, y = a + BODY * i, read_four(A, c + BODY * i), read_four(A, c + BODY * i + 2)
            u, v, w = A[o], A[o + 1], A[o + 2]
            x, y = x - k0 * u - k1 * v - k2 * w, y - l0 * u - l1 * v - l2 * w
            u, v, w = A[o + 3], A[o + 4], A[o + 5]
            x, y = x - k3 * u - k4 * v - k5 * w, y - l3 * u - l4 * v - l5 * w
            write_four(A, c + BODY * i, x)
            write_four(A, c + BODY * i + 2, y)
        return
    for i in range(rows):
        for k in range(p):
            f = A[a + i * p + k]
            if f != 0.0:
                for j in range(columns):
                    A[c + i * columns + j] -= f * A[b + k * columns + j]
