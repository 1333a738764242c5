"""The mass matrix tree by tree: each tree's own block, factorised, and applied to vectors.

The kinematic trees of a model do not interact, so its mass matrix is block diagonal. The blocks lie one after the other in
one flat array, each row by row at `h0`. A free body (one free-flyer, without armature, and nothing on it) has a constant
block, whose inverse is kept instead of a factor.
Source: Featherstone 2008, §6.4 (the LTL factorisation).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BLOCK, Array
from ...kernel import kernel, small
from ...simd import read_four, write_four
from .mass_matrix import mass_matrix_into


@kernel
def factorise_into(
    table: Any, columns: Any, trees: Any, W: Array, K: Array, motions: Array, diagonal: Array, H: Array, F: Array
) -> int:
    """Write the blocks of H + diag(diagonal) into H and their factors (`cholesky_into`) into F, for all trees but free bodies.

    W (n, 12) poses of rows in the world; K (n, 10), motions (columns, 6) scratch; diagonal (nv,). Returns 0, or 1 + the index
    of a tree whose block is not positive definite.
    """
    for t in range(trees.shape[0]):
        tree = trees[t]
        if tree.free:
            continue
        n, v0 = tree.nv, tree.v0
        block = H[tree.h0 : tree.h0 + n * n].reshape((n, n))
        L = F[tree.h0 : tree.h0 + n * n].reshape((n, n))
        mass_matrix_into(table, columns, tree.first, tree.last, tree.c0, tree.c1, v0, W, K, motions, block)
        for i in range(n):
            block[i, i] += diagonal[v0 + i]
        if not cholesky_into(block, L):
            return 1 + t
    return 0


@kernel
def cholesky_into(A: Array, L: Array) -> bool:
    """Write lower L with A = Lᵀ L (n, n) into L, which may be A; False if A is not positive definite.

    From the end, so that of a tree, whose branches come after its root, L has zeros where A has, and those cost nothing.
    """
    n = A.shape[0]
    for i in range(n):
        for j in range(i + 1):
            L[i, j] = A[i, j]
    for k in range(n - 1, -1, -1):
        if not L[k, k] > 0.0:
            return False
        own = math.sqrt(L[k, k])
        L[k, k], inverse = own, 1.0 / own
        pivot = L[k, :k]
        for j in range(k):
            pivot[j] *= inverse
        for i in range(k):
            f = pivot[i]
            if not (f <= 0.0 <= f):  # also of lanes: unless it is zero in all
                row = L[i, : i + 1]
                for j in range(i + 1):
                    row[j] -= f * pivot[j]
    return True


@kernel
def solve_factored(L: Array, x: Array) -> None:
    """Solve Lᵀ L y = x (n,), in place in x, with L (n, n) lower."""
    n = x.shape[0]
    for i in range(n - 1, -1, -1):
        s = x[i] / L[i, i]
        x[i] = s
        row = L[i]
        for k in range(i):
            x[k] -= row[k] * s
    for i in range(n):
        s, row = x[i], L[i]
        for k in range(i):
            s -= row[k] * x[k]
        x[i] = s / row[i]


@kernel
def apply_inverse(tree: Any, F: Array, x: Array, y: Array) -> None:
    """Write H⁻¹ x into y, both (nv of the tree,) and distinct."""
    n = tree.nv
    block = F[tree.h0 : tree.h0 + n * n].reshape((n, n))
    if tree.free:
        for i in range(n):
            s = 0.0
            for j in range(n):
                s += block[i, j] * x[j]
            y[i] = s
    else:
        for i in range(n):
            y[i] = x[i]
        solve_factored(block, y)


@kernel
def apply_inverse_to_three(tree: Any, F: Array, o: int, x: Array, y: Array) -> None:
    """Write H⁻¹ of a free body, of three rows of x, one after the other from number o on, into the same places of y."""
    block = F[tree.h0 : tree.h0 + 36]
    for k in range(3):
        at = o + 6 * k
        a, b, c, d, e, f = x[at], x[at + 1], x[at + 2], x[at + 3], x[at + 4], x[at + 5]
        row = y[at : at + 6]
        for i in range(6):
            row[i] = (
                block[i] * a + block[6 + i] * b + block[12 + i] * c
                + block[18 + i] * d + block[24 + i] * e + block[30 + i] * f
            )  # fmt: skip


@kernel
def apply_inverse_to_block(tree: Any, F: Array, B: Array) -> None:
    """Write H⁻¹ of BLOCK vectors into their place B (at least BLOCK nv,), each number of all of them side by side.

    As `apply_inverse` of each, in vector registers and without sums that wait for each other. Not for free bodies.
    """
    n = tree.nv
    for i in range(n - 1, -1, -1):
        o = BLOCK * i
        at = tree.h0 + i * n
        a, b, c = read_four(B, o), read_four(B, o + 4), read_four(B, o + 8)
        if 0.0 <= a <= 0.0 and 0.0 <= b <= 0.0 and 0.0 <= c <= 0.0:
            continue  # no vector has a part there, nor on what carries only that
        f = 1.0 / F[at + i]
        a, b, c = a * f, b * f, c * f
        write_four(B, o, a)
        write_four(B, o + 4, b)
        write_four(B, o + 8, c)
        for k in range(i):
            if F[at + k] != 0.0:
                _take(B, BLOCK * k, F[at + k], a, b, c)
    for i in range(n):
        o = BLOCK * i
        at = tree.h0 + i * n
        a, b, c = read_four(B, o), read_four(B, o + 4), read_four(B, o + 8)
        for k in range(i):
            f = F[at + k]
            if f != 0.0:
                p = BLOCK * k
                a, b, c = a - read_four(B, p) * f, b - read_four(B, p + 4) * f, c - read_four(B, p + 8) * f
        f = 1.0 / F[at + i]
        write_four(B, o, a * f)
        write_four(B, o + 4, b * f)
        write_four(B, o + 8, c * f)


@small
def _take(B: Array, o: int, f: float, a: Any, b: Any, c: Any) -> None:
    """Take f times twelve numbers from those from number o of B on."""
    write_four(B, o, read_four(B, o) - a * f)
    write_four(B, o + 4, read_four(B, o + 4) - b * f)
    write_four(B, o + 8, read_four(B, o + 8) - c * f)
