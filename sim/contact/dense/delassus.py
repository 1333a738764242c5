"""The Delassus matrix J H⁻¹ Jᵀ of some contacts: dense, of all three directions or of the normals alone [1/kg].

Source: contact-management, "Espace cartésien → espace articulaire"; Acary & Brogliato 2008, §4.1.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel


@kernel
def delassus_into(members: Any, segments: Any, J: Array, Y: Array, W: Array) -> None:
    """Write the dense Delassus matrix W = J H⁻¹ Jᵀ of n contacts, (3n, 3n)."""
    for a in range(members.shape[0]):
        for b in range(a + 1):
            w00 = w01 = w02 = w10 = w11 = w12 = w20 = w21 = w22 = 0.0  # nine sums side by side
            for p in range(2):
                sa = segments[members[a], p]
                for q in range(2):
                    sb = segments[members[b], q]
                    if sa.n == 0 or sb.n == 0 or sa.tree != sb.tree:
                        continue
                    n, i, j = sa.n, sa.o, sb.o
                    for e in range(2):
                        for k in range(sa.first[e], sa.last[e]):  # what a moves: of a limit one, and those come last
                            x, y, z = J[i + k], J[i + n + k], J[i + 2 * n + k]
                            u, v, w = Y[j + k], Y[j + n + k], Y[j + 2 * n + k]
                            w00, w01, w02 = w00 + x * u, w01 + x * v, w02 + x * w
                            w10, w11, w12 = w10 + y * u, w11 + y * v, w12 + y * w
                            w20, w21, w22 = w20 + z * u, w21 + z * v, w22 + z * w
            i, j = 3 * a, 3 * b
            W[i, j], W[i, j + 1], W[i, j + 2] = w00, w01, w02
            W[i + 1, j], W[i + 1, j + 1], W[i + 1, j + 2] = w10, w11, w12
            W[i + 2, j], W[i + 2, j + 1], W[i + 2, j + 2] = w20, w21, w22
            W[j, i], W[j + 1, i], W[j + 2, i] = w00, w01, w02
            W[j, i + 1], W[j + 1, i + 1], W[j + 2, i + 1] = w10, w11, w12
            W[j, i + 2], W[j + 1, i + 2], W[j + 2, i + 2] = w20, w21, w22


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
