"""The Delassus matrix J H⁻¹ Jᵀ of some contacts: dense, of all three directions, of those in use, or of normals alone [1/kg].

Source: contact-management, "Espace cartésien → espace articulaire"; Acary & Brogliato 2008, §4.1.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel, small
from ...simd import WIDTH, read_four
from ..segments import end_of_fours, has_fours, moves_one, sum_of


@kernel
def delassus_into(members: Any, segments: Any, J: Array, Y: Array, W: Array) -> None:
    """Write the dense Delassus matrix W = J H⁻¹ Jᵀ of n contacts, (3n, 3n)."""
    for a in range(members.shape[0]):
        for b in range(a + 1):
            _block_into(segments[members[a]], segments[members[b]], J, Y, 3 * a, 3 * b, W)


@kernel
def narrow_delassus_into(members: Any, wide: Any, segments: Any, J: Array, Y: Array, W: Array) -> None:
    """Write W of n contacts with as many rows and columns for each as it has numbers, wide (n,): 3, or 1 for the normal alone."""
    i = 0
    for a in range(members.shape[0]):
        j, rows = 0, int(wide[a])
        for b in range(a + 1):
            columns = int(wide[b])
            if rows == 3 and columns == 3:
                _block_into(segments[members[a]], segments[members[b]], J, Y, i, j, W)
            elif rows == 1 and moves_one(segments[members[a], 0]):
                _row_of_one_into(segments[members[a]], segments[members[b]], J, Y, columns, i, j, W)
            else:
                for p in range(rows):
                    for q in range(columns):
                        e, f = 3 - rows + p, 3 - columns + q
                        w = _product_of(segments[members[a]], segments[members[b]], J, Y, e, f)
                        W[i + p, j + q] = W[j + q, i + p] = w
            j += columns
        i += rows


@small
def _block_into(a: Any, b: Any, J: Array, Y: Array, i: int, j: int, W: Array) -> None:
    """Write the block of W of two contacts with segments a and b (2,) at row i and column j, and where it stands mirrored."""
    w00 = w01 = w02 = w10 = w11 = w12 = w20 = w21 = w22 = 0.0  # nine sums side by side
    for p in range(2):
        for q in range(2):
            sa, sb = a[p], b[q]
            if sa.n == 0 or sb.n == 0 or sa.tree != sb.tree:
                continue
            n, o, m = sa.n, sa.o, sb.o
            if has_fours(sa):
                f00, f01, f02, f10, f11, f12, f20, f21, f22 = _fours_of(sa, sb, J, Y)
                w00, w01, w02 = w00 + f00, w01 + f01, w02 + f02
                w10, w11, w12 = w10 + f10, w11 + f11, w12 + f12
                w20, w21, w22 = w20 + f20, w21 + f21, w22 + f22
            for e in range(2):
                for k in range(end_of_fours(sa, e), sa.last[e]):  # what a moves: of a limit one, and those come last
                    x, y, z = J[o + k], J[o + n + k], J[o + 2 * n + k]
                    u, v, w = Y[m + k], Y[m + n + k], Y[m + 2 * n + k]
                    w00, w01, w02 = w00 + x * u, w01 + x * v, w02 + x * w
                    w10, w11, w12 = w10 + y * u, w11 + y * v, w12 + y * w
                    w20, w21, w22 = w20 + z * u, w21 + z * v, w22 + z * w
    W[i, j], W[i, j + 1], W[i, j + 2] = w00, w01, w02
    W[i + 1, j], W[i + 1, j + 1], W[i + 1, j + 2] = w10, w11, w12
    W[i + 2, j], W[i + 2, j + 1], W[i + 2, j + 2] = w20, w21, w22
    W[j, i], W[j + 1, i], W[j + 2, i] = w00, w01, w02
    W[j, i + 1], W[j + 1, i + 1], W[j + 2, i + 1] = w10, w11, w12
    W[j, i + 2], W[j + 1, i + 2], W[j + 2, i + 2] = w20, w21, w22


@small
def _fours_of(a: Any, b: Any, J: Array, Y: Array) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The products of three rows of J and of Y, of segments a and b, over what a moves in whole fours."""
    n, o, m = a.n, a.o, b.o
    w00 = w01 = w02 = w10 = w11 = w12 = w20 = w21 = w22 = 0.0
    for e in range(2):
        for k in range(a.first[e], end_of_fours(a, e), WIDTH):
            u, v, w = read_four(Y, m + k), read_four(Y, m + n + k), read_four(Y, m + 2 * n + k)
            x = read_four(J, o + k)
            w00, w01, w02 = w00 + x * u, w01 + x * v, w02 + x * w
            x = read_four(J, o + n + k)
            w10, w11, w12 = w10 + x * u, w11 + x * v, w12 + x * w
            x = read_four(J, o + 2 * n + k)
            w20, w21, w22 = w20 + x * u, w21 + x * v, w22 + x * w
    return (sum_of(w00), sum_of(w01), sum_of(w02), sum_of(w10), sum_of(w11), sum_of(w12), sum_of(w20), sum_of(w21), sum_of(w22))


@small
def _row_of_one_into(a: Any, b: Any, J: Array, Y: Array, columns: int, i: int, j: int, W: Array) -> None:
    """Write row i of W, of what moves one number, from column j on, of another contact's last `columns`, and mirrored."""
    s, k = a[0], a[0].first[0]
    own = J[s.o + 2 * s.n + k]
    t = b[0] if b[0].tree == s.tree else b[1]
    for q in range(columns):
        w = own * Y[t.o + (3 - columns + q) * t.n + k] if t.n > 0 and t.tree == s.tree else 0.0
        W[i, j + q] = W[j + q, i] = w


@small
def _product_of(a: Any, b: Any, J: Array, Y: Array, e: int, f: int) -> float:
    """The number of W of direction e of one contact and f of another, with segments a and b (2,)."""
    total = 0.0
    for p in range(2):
        for q in range(2):
            sa, sb = a[p], b[q]
            if sa.n > 0 and sb.n > 0 and sa.tree == sb.tree:
                o, m = sa.o + e * sa.n, sb.o + f * sb.n
                for g in range(2):
                    for k in range(sa.first[g], sa.last[g]):
                        total += J[o + k] * Y[m + k]
    return total


@kernel
def normal_delassus_into(members: Any, segments: Any, J: Array, Y: Array, M: Array) -> None:
    """Write M = Tᵀ H⁻¹ T of the normal directions of the contacts `members` into M (n, n)."""
    n = members.shape[0]
    for i in range(n):
        for j in range(i, n):
            total = 0.0
            for k in range(2):
                a = segments[members[i], k]
                for q in range(2):
                    b = segments[members[j], q]
                    if a.n > 0 and a.tree == b.tree and b.n > 0:
                        for e in range(2):
                            for m in range(a.first[e], a.last[e]):
                                total += J[a.o + 2 * a.n + m] * Y[b.o + 2 * b.n + m]
            M[i, j] = total
            M[j, i] = total
