"""Small dense linear solves inside kernels: Cholesky from the end, Gaussian elimination with pivots."""

from __future__ import annotations

from typing import Any

from ..arrays import Array
from ..kernel import inlined, kernel, small
from ..simd import WIDTH, read_four, write_four


@kernel
def cholesky_from_end(A: Array, first: Any) -> bool:
    """Factorise A (n, n), of which the lower half is given, in place into L with A = Lᵀ L, L lower. False if it fails.

    Row i is zero left of column first[i] (n,); what fills in is brought into first. Where numbers are those of a tree, its
    branches after its root, nothing does: what two branches have in common is before both.
    What is above the diagonal is nobody's: four numbers are changed at once, two rows share what is read of the pivot's.
    Source: Featherstone 2008, §6.4 (the LTL factorisation).
    """
    n = first.shape[0]
    for k in range(n - 1, -1, -1):
        pivot, low = A[k], first[k]
        if not pivot[k] > 0.0:
            return False
        own = pivot[k] ** 0.5
        pivot[k], inverse = own, 1.0 / own
        for j in range(low, k):
            pivot[j] *= inverse
        i = low
        while i < k:
            f, row = pivot[i], A[i]
            g, next_row = (pivot[i + 1], A[i + 1]) if i + 1 < k else (0.0, row)
            if f != 0.0:
                first[i] = min(first[i], low)
            if g != 0.0:
                first[i + 1] = min(first[i + 1], low)
            if f != 0.0 or g != 0.0:
                last = low + WIDTH * ((i + 1 - low) // WIDTH + 1)
                if last > n:
                    last -= WIDTH
                if i + 1 < k:
                    for j in range(low, last, WIDTH):
                        four = read_four(pivot, j)
                        write_four(row, j, read_four(row, j) - four * f)
                        write_four(next_row, j, read_four(next_row, j) - four * g)
                    for j in range(last, i + 2):
                        next_row[j] -= g * pivot[j]
                else:
                    for j in range(low, last, WIDTH):
                        write_four(row, j, read_four(row, j) - read_four(pivot, j) * f)
                for j in range(last, i + 1):
                    row[j] -= f * pivot[j]
            i += 2
    return True


@kernel
def solve_from_end(L: Array, first: Any, x: Array) -> None:
    """Solve Lᵀ L x = b in place of b (n,); L is zero left of column first[i] of row i, also in memory."""
    n = first.shape[0]
    whole = n - n % WIDTH
    for k in range(n - WIDTH, -1, -WIDTH):
        _four_columns(L, first, k, x)
    for k in range(n - whole - 1, -1, -1):
        row, s = L[k], x[k] / L[k, k]
        x[k] = s
        for j in range(first[k], k):
            x[j] -= row[j] * s
    for k in range(0, whole, WIDTH):
        _four_rows(L, first, k, x)
    for k in range(whole, n):
        _row_from(L, k, first[k], k, x)
        x[k] /= L[k, k]


@small
def _four_columns(L: Array, first: Any, k: int, x: Array) -> None:
    """Solve columns k … k + 3 of Lᵀ x = b in place, those after being solved, and take what they make of those before."""
    p, q, r, s = L[k], L[k + 1], L[k + 2], L[k + 3]
    d = x[k + 3] / s[k + 3]
    c = (x[k + 2] - s[k + 2] * d) / r[k + 2]
    b = (x[k + 1] - s[k + 1] * d - r[k + 1] * c) / q[k + 1]
    a = (x[k] - s[k] * d - r[k] * c - q[k] * b) / p[k]
    x[k], x[k + 1], x[k + 2], x[k + 3] = a, b, c, d
    low = min(k, min(min(first[k], first[k + 1]), min(first[k + 2], first[k + 3])))
    whole = k - (k - low) % WIDTH
    for j in range(low, whole, WIDTH):
        y = read_four(x, j) - read_four(s, j) * d - read_four(r, j) * c
        write_four(x, j, y - read_four(q, j) * b - read_four(p, j) * a)
    for j in range(whole, k):
        x[j] = x[j] - s[j] * d - r[j] * c - q[j] * b - p[j] * a


@small
def _four_rows(L: Array, first: Any, k: int, x: Array) -> None:
    """Solve rows k … k + 3 of L x = b in place, those before being solved: of one alone each number waits for another."""
    p, q, r, s = L[k], L[k + 1], L[k + 2], L[k + 3]
    start = min(k, max(max(first[k], first[k + 1]), max(first[k + 2], first[k + 3])))
    for i in range(k, k + WIDTH):
        _row_from(L, i, first[i], start, x)
    a, b, c, d = x[k], x[k + 1], x[k + 2], x[k + 3]
    for j in range(start, k):
        y = x[j]
        a, b, c, d = a - p[j] * y, b - q[j] * y, c - r[j] * y, d - s[j] * y
    a = a / p[k]
    b = (b - q[k] * a) / q[k + 1]
    c = (c - r[k] * a - r[k + 1] * b) / r[k + 2]
    d = (d - s[k] * a - s[k + 1] * b - s[k + 2] * c) / s[k + 3]
    x[k], x[k + 1], x[k + 2], x[k + 3] = a, b, c, d


@small
def _row_from(L: Array, k: int, start: int, end: int, x: Array) -> None:
    """Subtract what columns start … end - 1 of row k make of x."""
    s = x[k]
    for j in range(start, end):
        s -= L[k, j] * x[j]
    x[k] = s


@kernel
def pivoted_solve(A: Array, x: Array, n: int) -> bool:
    """Solve A[:n, :n] x = b in place of b, overwriting A, with row pivots. False if A is singular to rounding."""
    for k in range(n):
        p, largest = k, abs(A[k, k])
        for i in range(k + 1, n):
            if abs(A[i, k]) > largest:
                p, largest = i, abs(A[i, k])
        if not largest > 0.0:
            return False
        if p != k:
            for j in range(k, n):
                A[k, j], A[p, j] = A[p, j], A[k, j]
            x[k], x[p] = x[p], x[k]
        last = n  # of the pivot's numbers: contacts that feel few others leave most of a row empty
        while last > k + 1 and A[k, last - 1] == 0.0:
            last -= 1
        pivot = A[k, k + 1 : last]
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            if f != 0.0:
                row = A[i, k + 1 : last]  # of its own, so that several numbers are subtracted at once
                for j in range(last - k - 1):
                    row[j] -= f * pivot[j]
                x[i] -= f * x[k]
    for i in range(n - 1, -1, -1):
        s = x[i]
        for j in range(i + 1, n):
            s -= A[i, j] * x[j]
        x[i] = s / A[i, i]
    return True


@kernel
def envelope_pivoted_solve(A: Array, first: Any, reach: Array, x: Array) -> bool:
    """`pivoted_solve`, to the same bits, of A (n, n) that is zero left of column first[i] of row i, and above as below.

    reach : (n,) of `reach_into`
    """
    n = first.shape[0]
    for k in range(n):
        end = int(reach[k]) + 1
        last = int(reach[end - 1]) + 1  # one past the last number of any row that can be the pivot's
        p, largest = k, abs(A[k, k])
        for i in range(k + 1, end):
            if abs(A[i, k]) > largest:
                p, largest = i, abs(A[i, k])
        if not largest > 0.0:
            return False
        if p != k:
            for j in range(k, last):
                A[k, j], A[p, j] = A[p, j], A[k, j]
            x[k], x[p] = x[p], x[k]
        while last > k + 1 and A[k, last - 1] == 0.0:
            last -= 1
        pivot = A[k, k + 1 : last]
        for i in range(k + 1, end):
            f = A[i, k] / A[k, k]
            if f != 0.0:
                row = A[i, k + 1 : last]
                for j in range(last - k - 1):
                    row[j] -= f * pivot[j]
                x[i] -= f * x[k]
    for i in range(n - 1, -1, -1):
        s = x[i]
        for j in range(i + 1, int(reach[int(reach[i])]) + 1):
            s -= A[i, j] * x[j]
        x[i] = s / A[i, i]
    return True


@kernel
def pivoted_factor(A: Array, pivots: Array, x: Array, n: int) -> bool:
    """Factorise A[:n, :n] in place for `factored_solve`, row swaps into pivots (n,); x (n,) follows as far as the lower factor.

    False if A is singular to rounding. Its rows are three numbers longer: four are changed at once, also at their end.
    """
    p, largest = 0, abs(A[0, 0]) if n > 0 else 0.0
    for i in range(1, n):
        if abs(A[i, 0]) > largest:
            p, largest = i, abs(A[i, 0])
    for k in range(n):
        if not largest > 0.0:
            return False
        pivots[k] = p
        pivot, other = A[k], A[p]
        if p != k:
            for j in range(0, n, WIDTH):
                four = read_four(pivot, j)
                write_four(pivot, j, read_four(other, j))
                write_four(other, j, four)
            x[k], x[p] = x[p], x[k]
        last = n  # as in `pivoted_solve`
        while last > k + 1 and pivot[last - 1] == 0.0:
            last -= 1
        own, p, largest, i = pivot[k], k + 1, -1.0, k + 1
        while i < n:  # two rows at once, which share what is read of the pivot's
            row, next_row = A[i], A[i + 1] if i + 1 < n else A[i]
            f = row[k] / own
            row[k] = f
            if i + 1 == n:
                if f != 0.0:
                    for j in range(k + 1, last, WIDTH):
                        write_four(row, j, read_four(row, j) - read_four(pivot, j) * f)
                    x[i] -= f * x[k]
            else:
                g = next_row[k] / own
                next_row[k] = g
                if f != 0.0 or g != 0.0:
                    for j in range(k + 1, last, WIDTH):
                        four = read_four(pivot, j)
                        write_four(row, j, read_four(row, j) - four * f)
                        write_four(next_row, j, read_four(next_row, j) - four * g)
                    x[i] -= f * x[k]
                    x[i + 1] -= g * x[k]
            size = abs(row[k + 1])
            p, largest = (i, size) if size > largest else (p, largest)
            if i + 1 < n:
                size = abs(next_row[k + 1])
                p, largest = (i + 1, size) if size > largest else (p, largest)
            i += 2
    return True


@kernel
def factored_solve(A: Array, pivots: Array, x: Array, n: int) -> None:
    """Solve A x = b in place of b with the factor and pivots of `pivoted_factor`: the same bits as `pivoted_solve`."""
    for k in range(n):
        p = int(pivots[k])
        if p != k:
            x[k], x[p] = x[p], x[k]
    for i in range(1, n):
        s, row = x[i], A[i]
        for k in range(i):
            s -= row[k] * x[k]
        x[i] = s
    upper_solve(A, x, n)


@kernel
def upper_solve(A: Array, x: Array, n: int) -> None:
    """Solve U x = b in place of b with the upper factor of `pivoted_factor`."""
    for i in range(n - 1, -1, -1):
        s, row = x[i], A[i]
        for j in range(i + 1, n):
            s -= row[j] * x[j]
        x[i] = s / row[i]


@inlined
def matrix(room: Array, first: int, rows: int, columns: int) -> Array:
    """A matrix laid over the scratch from number `first` on."""
    return room[first : first + rows * columns].reshape((rows, columns))
