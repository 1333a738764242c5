"""Terms of the matrices and gradients that Newton's methods in velocities have: inertia, and what contacts add to it.

Matrices are flat, row by row, or laid out in blocks, see `factor.elimination`.
Numbers of v are counted island by island: those of tree t begin at start[t], see `number_freedoms`.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import kernel, small
from ...segments import moves_one
from ..three_rows import add_rows
from .elimination import block_of


@kernel
def inertia_into(arrays: Any, trees_in: Any, A: Array, g: Array) -> None:
    """Write H (v - v_free) into g (n,), and H into the blocks of A, of n rows, of the trees of an island."""
    H, v, free = arrays.H, arrays.v, arrays.free
    for k in range(trees_in.shape[0]):
        tree = arrays.trees[trees_in[k]]
        n, v0, b = tree.nv, tree.v0, arrays.number[trees_in[k]]
        o, width = block_of(arrays, g.shape[0], -1, trees_in[k], trees_in[k])
        for i in range(n):
            s = 0.0
            for j in range(n):
                h = H[tree.h0 + i * n + j]
                A[o + i * width + j] = h
                s += h * (v[v0 + j] - free[v0 + j])
            g[b + i] = s


@kernel
def subtract_impulse(segments: Any, c: int, J: Array, start: Any, x: float, y: float, z: float, g: Array) -> None:
    """Subtract Jᵀ r of contact c, with the impulse r = (x, y, z), from g (n,); start says where a tree begins in it."""
    for k in range(2):
        s = segments[c, k]
        if s.n == 0:
            continue
        if moves_one(s):
            g[start[s.tree] + s.first[0]] += J[s.o + 2 * s.n + s.first[0]] * -z
            continue
        add_rows(J, s.o, s.n, -x, -y, -z, g, start[s.tree], s.n)


@kernel
def add_congruence(
    arrays: Any, c: int, total: int, scale: float, xx: float, xy: float, xz: float, yy: float, yz: float, zz: float, A: Array
) -> None:
    """Add scale Jᵀ D J of contact c, with the symmetric D (3, 3) of its xx to zz, to the lower half of A, of `total` rows."""
    segments, J, start = arrays.segments, arrays.J, arrays.number
    for p in range(2):
        b = segments[c, p]
        if b.n == 0:
            continue
        column, n = start[b.tree], b.n
        for q in range(2):
            a = segments[c, q]
            if a.n == 0 or start[a.tree] < column:
                continue
            place, width = block_of(arrays, total, c, a.tree, b.tree)
            if moves_one(a):
                k = a.first[0]
                z = J[a.o + 2 * a.n + k]
                A[place + k * width + k] += z * (scale * (zz * z))
                continue
            for e in range(2):
                for i in range(a.first[e], a.last[e]):
                    x, y, z = J[a.o + i], J[a.o + a.n + i], J[a.o + 2 * a.n + i]
                    if x == 0.0 and y == 0.0 and z == 0.0:
                        continue  # one that is there for whole fours, see SEGMENT
                    # Row i of scale Jᵀ D, as three numbers that multiply the columns of J.
                    ex = scale * (xx * x + xy * y + xz * z)
                    ey = scale * (xy * x + yy * y + yz * z)
                    ez = scale * (xz * x + yz * y + zz * z)
                    count = i + 1 if a.tree == b.tree else n
                    add_rows(J, b.o, n, ex, ey, ez, A, place + i * width, count)


@kernel
def add_product(
    arrays: Any,
    c: int,
    n: int,
    scale: float,
    d00: float,
    d01: float,
    d02: float,
    d10: float,
    d11: float,
    d12: float,
    d20: float,
    d21: float,
    d22: float,
    A: Array,
) -> None:
    """Add scale Jᵀ D J of contact c, with D (3, 3) of its d00 to d22, to A, of n rows."""
    J = arrays.J
    for k in range(2):
        a = arrays.segments[c, k]
        if a.n == 0:
            continue
        for q in range(2):
            b = arrays.segments[c, q]
            if b.n == 0:
                continue
            o, width = block_of(arrays, n, c, a.tree, b.tree)
            for i in range(a.n):
                # Row i of scale Jᵀ D, as three numbers that multiply the columns of J.
                x, y, w = scale * J[a.o + i], scale * J[a.o + a.n + i], scale * J[a.o + 2 * a.n + i]
                ex, ey, ew = x * d00 + y * d10 + w * d20, x * d01 + y * d11 + w * d21, x * d02 + y * d12 + w * d22
                if b.n == 6:
                    _add_six(A, o + i * width, J, b.o, ex, ey, ew)
                else:
                    for j in range(b.n):
                        A[o + i * width + j] += ex * J[b.o + j] + ey * J[b.o + b.n + j] + ew * J[b.o + 2 * b.n + j]


@small
def _add_six(A: Array, k: int, J: Array, o: int, x: float, y: float, w: float) -> None:
    """Add x, y and w times three rows of J, of six numbers, to A from k on: a free body's, by far the most frequent."""
    a = A[k] + x * J[o] + y * J[o + 6] + w * J[o + 12]
    b = A[k + 1] + x * J[o + 1] + y * J[o + 7] + w * J[o + 13]
    c = A[k + 2] + x * J[o + 2] + y * J[o + 8] + w * J[o + 14]
    d = A[k + 3] + x * J[o + 3] + y * J[o + 9] + w * J[o + 15]
    e = A[k + 4] + x * J[o + 4] + y * J[o + 10] + w * J[o + 16]
    f = A[k + 5] + x * J[o + 5] + y * J[o + 11] + w * J[o + 17]
    A[k], A[k + 1], A[k + 2] = a, b, c
    A[k + 3], A[k + 4], A[k + 5] = d, e, f
