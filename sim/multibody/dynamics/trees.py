"""The mass matrix tree by tree: each tree's own block, factorised, and applied to vectors.

The kinematic trees of a model do not interact, so its mass matrix is block diagonal. The blocks lie one after the other in
one flat array, each row by row at `h0`. A free body (one free-flyer, without armature, and nothing on it) has a constant
block, whose inverse is kept instead of a factor. Any other tree has Lᵀ D L, which keeps a tree's zeros: a limb has numbers in
common with the body that it is on, and none with other limbs. See `constant_blocks` for how it lies in the flat array F.
Source: Featherstone 2008, §6.4 (the LTDL factorisation).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BLOCK, Array
from ...kernel import kernel, small
from ...simd import WIDTH, each, read_four, write_four
from .mass_matrix import mass_matrix_into


@kernel
def factorise_into(
    table: Any, columns: Any, trees: Any, W: Array, K: Array, motions: Array, diagonal: Array, H: Array, F: Array
) -> int:
    """Write the blocks of H + diag(diagonal) into H and their factors into F, for all trees but free bodies.

    W (n, 12) poses of rows in the world; K (n, 10), motions (columns, 6) scratch; diagonal (nv,). Returns 0, or 1 + the index
    of a tree whose block is not positive definite.
    """
    for t in range(trees.shape[0]):
        tree = trees[t]
        if tree.free:
            continue
        n, v0 = tree.nv, tree.v0
        block = H[tree.h0 : tree.h0 + n * n].reshape((n, n))
        mass_matrix_into(table, columns, tree.first, tree.last, tree.c0, tree.c1, v0, W, K, motions, block)
        for i in range(n):
            block[i, i] += diagonal[v0 + i]
        if not _factor_into(tree, H, F):
            return 1 + t
    return 0


@kernel
def _factor_into(tree: Any, H: Array, F: Array) -> bool:
    """Write the factor of a tree's block of H into F: L below the diagonal, inverses of D on it. False if D is not positive.

    Rows go by twos, which share what is read of the pivot's; what is above the diagonal is nobody's.
    """
    n, o, width = tree.nv, tree.f0, tree.width
    for i in range(n - 1):
        for j in range(0, i + 1, WIDTH):
            write_four(F, o + i * width + j, read_four(H, tree.h0 + i * n + j))
    for j in range(n):  # behind the last row there may be nothing to read
        F[o + (n - 1) * width + j] = H[tree.h0 + (n - 1) * n + j]
    for k in range(n - 1, -1, -1):
        p = o + k * width
        if not F[p + k] > 0.0:
            return False
        inverse = 1.0 / F[p + k]
        until, first = _span(tree, F, k)
        for i in range(0, until, 2):
            _two_rows(F, p, o + i * width, width, 0, i + 2, F[p + i] * inverse, F[p + i + 1] * inverse)
        i = first
        if (k - first) % 2 == 1:
            f = F[p + i] * inverse
            _one_row(F, p, o + i * width, 0, until, f)
            _one_row(F, p, o + i * width, first, i + 1, f)
            i += 1
        while i < k:
            f, g = F[p + i] * inverse, F[p + i + 1] * inverse
            _two_rows(F, p, o + i * width, width, 0, until, f, g)
            _two_rows(F, p, o + i * width, width, first, i + 2, f, g)
            i += 2
        for j in range(0, until, WIDTH):
            write_four(F, p + j, read_four(F, p + j) * inverse)
        for j in range(first, k):
            F[p + j] *= inverse
        F[p + k] = inverse
    return True


@small
def _span(tree: Any, F: Array, i: int) -> tuple[int, int]:
    """Where row i of a tree's factor has numbers: in columns below the first, in whole fours, and from the second on."""
    at = tree.f0 + tree.nv * tree.width + 3 * i
    return int(F[at]), int(F[at + 1])


@small
def _narrow_span(tree: Any, F: Array, i: int) -> tuple[int, int]:
    """`_span` without what fills up the fours."""
    at = tree.f0 + tree.nv * tree.width + 3 * i
    return int(F[at + 2]), int(F[at + 1])


@small
def _one_row(F: Array, p: int, o: int, first: int, last: int, f: float) -> None:
    """Take f times the numbers first … last - 1 after number p of F from those after number o, up to three more as well."""
    for j in range(first, last, WIDTH):
        write_four(F, o + j, read_four(F, o + j) - read_four(F, p + j) * f)


@small
def _two_rows(F: Array, p: int, o: int, width: int, first: int, last: int, f: float, g: float) -> None:
    """`_one_row` of the row from number o on, and of the next with g."""
    for j in range(first, last, WIDTH):
        four = read_four(F, p + j)
        write_four(F, o + j, read_four(F, o + j) - four * f)
        write_four(F, o + width + j, read_four(F, o + width + j) - four * g)


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
    n, o, width = tree.nv, tree.f0, tree.width
    if tree.free:
        for i in range(n):
            s = 0.0
            for j in range(n):
                s += F[o + n * i + j] * x[j]
            y[i] = s
        return
    for i in range(n):
        y[i] = x[i]
    for i in range(n - 1, -1, -1):
        at, s = o + i * width, y[i]
        until, first = _span(tree, F, i)
        for j in range(0, until, WIDTH):
            write_four(y, j, read_four(y, j) - read_four(F, at + j) * s)
        for j in range(first, i):
            y[j] -= F[at + j] * s
    for i in range(n):
        at = o + i * width
        until, first = _span(tree, F, i)
        s = y[i] * F[at + i]
        for j in range(first, i):  # one by one, as they have just been written: read by fours they would be waited for
            s -= F[at + j] * y[j]
        if until > 0:
            sums = read_four(F, at) * read_four(y, 0)
            for j in range(WIDTH, until, WIDTH):
                sums = sums + read_four(F, at + j) * read_four(y, j)
            a, b, c, d = each(sums)
            s -= (a + b) + (c + d)
        y[i] = s


@kernel
def apply_inverse_to_three(tree: Any, F: Array, o: int, x: Array, y: Array) -> None:
    """Write H⁻¹ of a free body, of three rows of x, one after the other from number o on, into the same places of y."""
    block = F[tree.f0 : tree.f0 + 36]
    for k in range(3):
        at = o + 6 * k
        a, b, c, d, e, f = x[at], x[at + 1], x[at + 2], x[at + 3], x[at + 4], x[at + 5]
        row = y[at : at + 6]
        for i in range(6):
            row[i] = (
                block[i] * a + block[6 + i] * b + block[12 + i] * c + block[18 + i] * d + block[24 + i] * e + block[30 + i] * f
            )


@kernel
def apply_inverse_to_block(tree: Any, F: Array, B: Array) -> None:
    """Write H⁻¹ of BLOCK vectors into their place B (at least BLOCK nv,), each number of all of them side by side.

    As `apply_inverse` of each, in vector registers and without sums that wait for each other. Not for free bodies.
    """
    n = tree.nv
    for i in range(n - 1, -1, -1):
        o, at = BLOCK * i, tree.f0 + i * tree.width
        a, b, c = read_four(B, o), read_four(B, o + 4), read_four(B, o + 8)
        if 0.0 <= a <= 0.0 and 0.0 <= b <= 0.0 and 0.0 <= c <= 0.0:
            continue  # no vector has a part there, nor on what carries only that
        until, first = _narrow_span(tree, F, i)
        for k in range(until):
            _take(B, BLOCK * k, F[at + k], a, b, c)
        for k in range(first, i):
            _take(B, BLOCK * k, F[at + k], a, b, c)
    for i in range(n):
        o, at = BLOCK * i, tree.f0 + i * tree.width
        f = F[at + i]
        a, b, c = read_four(B, o) * f, read_four(B, o + 4) * f, read_four(B, o + 8) * f
        until, first = _narrow_span(tree, F, i)
        for k in range(until):
            f, p = F[at + k], BLOCK * k
            a, b, c = a - read_four(B, p) * f, b - read_four(B, p + 4) * f, c - read_four(B, p + 8) * f
        for k in range(first, i):
            f, p = F[at + k], BLOCK * k
            a, b, c = a - read_four(B, p) * f, b - read_four(B, p + 4) * f, c - read_four(B, p + 8) * f
        write_four(B, o, a)
        write_four(B, o + 4, b)
        write_four(B, o + 8, c)


@small
def _take(B: Array, o: int, f: float, a: Any, b: Any, c: Any) -> None:
    """Take f times twelve numbers from those from number o of B on."""
    write_four(B, o, read_four(B, o) - a * f)
    write_four(B, o + 4, read_four(B, o + 4) - b * f)
    write_four(B, o + 8, read_four(B, o + 8) - c * f)
