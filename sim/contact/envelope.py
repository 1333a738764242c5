"""Cholesky factors of matrices of an island, within the envelope of their rows."""

from __future__ import annotations

from typing import Any

from ..arrays import Array
from ..kernel import kernel, small
from ..simd import WIDTH, read_four, write_four


@kernel
def clear_envelope(A: Array, first: Any) -> None:
    """Write 0 into A (n, n) where its factor may have numbers, whose row i is zero left of column first[i] before that.

    From the front or from the end; and where a row is read together with the three before it, or beyond its last number.
    """
    n = first.shape[0]
    low = n
    for i in range(n - 1, -1, -1):
        for k in range(max(0, i - WIDTH), i + 1):
            low = min(low, first[k])
        row = A[i]
        for j in range(low, min(n, i + WIDTH)):
            row[j] = 0.0


@kernel
def reach_into(first: Any, reach: Array) -> None:
    """Write the last row that has a number in column k, or in one before it, into reach (n,)."""
    n = first.shape[0]
    for k in range(n):
        reach[k] = k
    for i in range(n):
        if reach[first[i]] < i:
            reach[first[i]] = i
    for k in range(1, n):
        reach[k] = max(reach[k], reach[k - 1])


@kernel
def clear_pivoted(A: Array, first: Any, reach: Array) -> None:
    """Write 0 into A (n, n) where `envelope_pivoted_solve` looks, for rows whose `reach` is known."""
    n, low = first.shape[0], 0
    for i in range(n):
        while reach[low] < i:
            low += 1
        row = A[i]
        for j in range(low, min(n, int(reach[int(reach[i])]) + 1)):
            row[j] = 0.0


@kernel
def envelope_cholesky(A: Array, first: Any) -> bool:
    """Factorise A (n, n) in place into its lower Cholesky factor; row i is zero left of column first[i]. False if it fails.

    Six rows that begin alike, as those of a free body, go side by side: of a single one each number waits for the one before.
    Meanwhile they stand as columns above the diagonal, where numbers of A are lost.
    """
    n, i = first.shape[0], 0
    while i < n:
        rows, begin = 1, first[i]
        if i + 6 <= n and _begin_alike(first, i):
            for k in range(begin, i):
                for e in range(6):
                    A[k, i + e] = A[i + e, k]
            _six_columns(A, first, i, begin)
            for k in range(begin, i):
                for e in range(6):
                    A[i + e, k] = A[k, i + e]
            _own_six(A, i, begin)
            rows, begin = 6, i
        for k in range(i, i + rows):
            if not _end_row(A, first, k, begin):
                return False
        i += rows
    return True


@small
def _begin_alike(first: Any, i: int) -> bool:
    """Whether rows i … i + 5 begin in one column, before all of them."""
    a, b, c, d, e, f = first[i], first[i + 1], first[i + 2], first[i + 3], first[i + 4], first[i + 5]
    return bool(a < i and a == b and a == c and a == d and a == e and a == f)


@kernel
def _six_columns(A: Array, first: Any, i: int, begin: int) -> None:
    """Bring columns i … i + 5 above the diagonal, in rows begin … i - 1, to Lᵀ: four and four, of which two are the same."""
    j = begin
    while j < i:
        start, row, a, b = max(begin, first[j]), A[j], read_four(A[j], i), read_four(A[j], i + 2)
        if j + 1 < i and max(begin, first[j + 1]) == start:  # two rows: four sums that do not wait for each other
            other, c, d = A[j + 1], read_four(A[j + 1], i), read_four(A[j + 1], i + 2)
            for k in range(start, j):
                p, q, x, y = read_four(A[k], i), read_four(A[k], i + 2), row[k], other[k]
                a, b, c, d = a - p * x, b - q * x, c - p * y, d - q * y
            a, b = a / row[j], b / row[j]
            c, d = (c - a * other[j]) / other[j + 1], (d - b * other[j]) / other[j + 1]
            write_four(other, i, c)
            write_four(other, i + 2, d)
        else:
            for k in range(start, j):
                a, b = a - read_four(A[k], i) * row[k], b - read_four(A[k], i + 2) * row[k]
            a, b = a / row[j], b / row[j]
        write_four(row, i, a)
        write_four(row, i + 2, b)
        j += 2 if j + 1 < i and max(begin, first[j + 1]) == start else 1


@kernel
def _own_six(A: Array, i: int, begin: int) -> None:
    """Take what columns before i make of the numbers that rows i … i + 5 have from column i on."""
    for j in range(i, i + 6, 2):
        row, other = A[j], A[j + 1]
        a, b, c, d = (read_four(row, i), read_four(row, i + 2), read_four(other, i), read_four(other, i + 2))
        for k in range(begin, i):
            p, q, x, y = read_four(A[k], i), read_four(A[k], i + 2), row[k], other[k]
            a, b, c, d = a - p * x, b - q * x, c - p * y, d - q * y
        write_four(row, i, a)
        write_four(row, i + 2, b)
        write_four(other, i, c)
        write_four(other, i + 2, d)


@kernel
def _end_row(A: Array, first: Any, i: int, begin: int) -> bool:
    """Bring row i to the factor from column `begin` on, what those before make of it being taken. False if it fails."""
    for j in range(begin, i):
        s = A[i, j]
        for k in range(max(begin, first[j]), j):
            s -= A[i, k] * A[j, k]
        A[i, j] = s / A[j, j]
    s = A[i, i]
    for k in range(begin, i):
        s -= A[i, k] * A[i, k]
    if not s > 0.0:
        return False
    A[i, i] = s**0.5
    return True


@kernel
def envelope_solve(L: Array, first: Any, x: Array) -> None:
    """Solve L Lᵀ x = b in place of b (n,)."""
    n = first.shape[0]
    for i in range(n):
        s = x[i]
        for k in range(first[i], i):
            s -= L[i, k] * x[k]
        x[i] = s / L[i, i]
    for i in range(n - 1, -1, -1):
        s = x[i] / L[i, i]
        x[i] = s
        for k in range(first[i], i):
            x[k] -= L[i, k] * s
