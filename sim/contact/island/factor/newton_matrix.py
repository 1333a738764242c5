"""Terms of the matrices and gradients that Newton's methods in velocities have: inertia, and what contacts add to it.

Matrices are flat, row by row, or laid out in blocks, see `factor.elimination`.
Numbers of v are counted island by island: those of tree t begin at start[t], see `number_freedoms`.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import kernel, small
from ....simd import read_four, write_four
from ...segments import moves_one
from ..solver_arrays import FREEDOMS
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
    """Add Jᵀ D J of contact c, with D (3, 3) of its d00 to d22, to A, of n rows."""
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
            if b.n == FREEDOMS:  # a free body's, by far the most frequent
                t, t4, t5 = _six(J, b.o, d00, d01, d02)
                u, u4, u5 = _six(J, b.o, d10, d11, d12)
                v, v4, v5 = _six(J, b.o, d20, d21, d22)
                for i in range(a.n):
                    at, x, y, w = o + i * width, J[a.o + i], J[a.o + a.n + i], J[a.o + 2 * a.n + i]
                    write_four(A, at, read_four(A, at) + t * x + u * y + v * w)
                    A[at + 4] += x * t4 + y * u4 + w * v4
                    A[at + 5] += x * t5 + y * u5 + w * v5
                continue
            for i in range(a.n):
                # Row i of Jᵀ D, as three numbers that multiply the columns of J.
                x, y, w = J[a.o + i], J[a.o + a.n + i], J[a.o + 2 * a.n + i]
                ex, ey, ew = x * d00 + y * d10 + w * d20, x * d01 + y * d11 + w * d21, x * d02 + y * d12 + w * d22
                for j in range(b.n):
                    A[o + i * width + j] += ex * J[b.o + j] + ey * J[b.o + b.n + j] + ew * J[b.o + 2 * b.n + j]


@small
def _six(J: Array, o: int, x: float, y: float, w: float) -> tuple[Any, float, float]:
    """x, y and w times three rows of J, of six numbers: four of them, and two."""
    four = read_four(J, o) * x + read_four(J, o + 6) * y + read_four(J, o + 12) * w
    return four, x * J[o + 4] + y * J[o + 10] + w * J[o + 16], x * J[o + 5] + y * J[o + 11] + w * J[o + 17]
