"""Terms of the matrices and gradients that Newton's methods in velocities have: inertia, and what contacts add to it.

Matrices are flat, row by row, or laid out in blocks, see `factor.elimination`.
Numbers of v are counted island by island: those of tree t begin at start[t], see `number_freedoms`.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ..segments import moves_one
from .factor.elimination import block_of
from .three_rows import add_rows


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
    arrays: Any, c: int, total: int, scale: float,
    xx: float, xy: float, xz: float, yy: float, yz: float, zz: float, A: Array,
) -> None:  # fmt: skip
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
