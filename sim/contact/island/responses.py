"""What unit impulses of contacts do: responses Y = H⁻¹ Jᵀ, and each contact's own block of G = J Y. See `assembly`."""

from __future__ import annotations

from typing import Any

from ...arrays import BLOCK, Array
from ...kernel import kernel, small
from ...multibody.dynamics.trees import apply_inverse_to_block, apply_inverse_to_three
from ...simd import WIDTH, read_four, transposed, write_four


@kernel
def responses_into(trees: Any, F: Array, count: int, segments: Any, J: Array, Y: Array, G: Array, room: Array) -> None:
    """Write Y = H⁻¹ Jᵀ, laid out like J, and each contact's block G (count, 6): xx xy xz yy yz zz [1/kg]. room is scratch."""
    for k in range(2):
        c = 0
        while c < count:
            s = segments[c, k]
            if s.n == 0:
                c += 1
            elif trees[s.tree].free:
                apply_inverse_to_three(trees[s.tree], F, s.o, J, Y)
                c += 1
            else:
                c = _responses_of_some(trees[s.tree], F, c, k, count, segments, J, Y, room)
    for c in range(count):
        xx = xy = xz = yy = yz = zz = 0.0  # side by side, not through memory
        for k in range(2):
            s = segments[c, k]
            o, p, q = s.o, s.o + s.n, s.o + 2 * s.n
            for e in range(2):
                for j in range(s.first[e], s.last[e]):
                    jx, jy, jz, u, v, w = J[o + j], J[p + j], J[q + j], Y[o + j], Y[p + j], Y[q + j]
                    xx, xy, xz, yy, yz, zz = (xx + jx * u, xy + jx * v, xz + jx * w, yy + jy * v, yz + jy * w, zz + jz * w)
        g = G[c]
        g[0], g[1], g[2], g[3], g[4], g[5] = xx, xy, xz, yy, yz, zz


@kernel
def _responses_of_some(
    tree: Any, F: Array, first: int, k: int, count: int, segments: Any, J: Array, Y: Array, room: Array
) -> int:
    """Write Y of the contacts from `first` on that touch the same tree, as many as make a block; the one after them."""
    n = tree.nv
    starts = room[BLOCK * n : BLOCK * n + BLOCK]  # where the row of each number of the block begins
    c, used = first, 0
    while c < count and segments[c, k].tree == segments[first, k].tree:
        s = segments[c, k]
        wide = _rows_of(J, s)
        if used + wide > BLOCK:
            break
        for j in range(s.o, s.o + (3 - wide) * n):
            Y[j] = 0.0
        for e in range(3 - wide, 3):
            starts[used] = s.o + e * n
            used += 1
        c += 1
    for u in range(used, BLOCK):
        starts[u] = starts[used - 1]  # once more what is there
    _side_by_side(J, starts, n, room)
    apply_inverse_to_block(tree, F, room)
    _row_by_row(room, starts, n, Y)
    return c


@small
def _side_by_side(J: Array, starts: Array, n: int, B: Array) -> None:
    """Write BLOCK rows of n numbers of J, from `starts` on, into B: the same number of all of them side by side."""
    whole = n - n % WIDTH
    for k in range(0, BLOCK, WIDTH):
        p, q, r, s = int(starts[k]), int(starts[k + 1]), int(starts[k + 2]), int(starts[k + 3])
        for j in range(0, whole, WIDTH):
            a, b, c, d = transposed(read_four(J, p + j), read_four(J, q + j), read_four(J, r + j), read_four(J, s + j))
            o = BLOCK * j + k
            write_four(B, o, a)
            write_four(B, o + BLOCK, b)
            write_four(B, o + 2 * BLOCK, c)
            write_four(B, o + 3 * BLOCK, d)
        for j in range(whole, n):
            o = BLOCK * j + k
            B[o], B[o + 1], B[o + 2], B[o + 3] = J[p + j], J[q + j], J[r + j], J[s + j]


@small
def _row_by_row(B: Array, starts: Array, n: int, Y: Array) -> None:
    """Write what `_side_by_side` has put side by side into rows of Y."""
    whole = n - n % WIDTH
    for k in range(0, BLOCK, WIDTH):
        p, q, r, s = int(starts[k]), int(starts[k + 1]), int(starts[k + 2]), int(starts[k + 3])
        for j in range(0, whole, WIDTH):
            o = BLOCK * j + k
            a, b, c, d = transposed(
                read_four(B, o), read_four(B, o + BLOCK), read_four(B, o + 2 * BLOCK), read_four(B, o + 3 * BLOCK)
            )
            write_four(Y, p + j, a)
            write_four(Y, q + j, b)
            write_four(Y, r + j, c)
            write_four(Y, s + j, d)
        for j in range(whole, n):
            o = BLOCK * j + k
            Y[p + j], Y[q + j], Y[r + j], Y[s + j] = B[o], B[o + 1], B[o + 2], B[o + 3]


@kernel
def _rows_of(J: Array, s: Any) -> int:
    """1 for the limit or the friction of a joint of one degree of freedom, which have no tangents; else 3."""
    for e in range(2):
        for j in range(s.first[e], s.last[e]):
            if J[s.o + j] != 0.0 or J[s.o + s.n + j] != 0.0:
                return 3
    return 1
