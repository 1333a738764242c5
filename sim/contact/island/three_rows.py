"""Three rows of a Jacobian or of its responses, times three numbers: what an impulse, or a row of a matrix, is made of."""

from __future__ import annotations

from ...arrays import Array
from ...kernel import small
from ...simd import WIDTH, read_four, write_four


@small
def add_rows(J: Array, o: int, n: int, x: float, y: float, z: float, out: Array, at: int, count: int) -> None:
    """Add x, y and z times three rows of J to `count` numbers of `out` from `at` on; they begin at number o, n numbers apart.

    Four numbers are taken at once: whether rows may overlap the compiler would have looked anew for each contact.
    """
    whole = count - count % WIDTH
    for j in range(0, whole, WIDTH):
        i = o + j
        change = read_four(J, i) * x + read_four(J, i + n) * y + read_four(J, i + 2 * n) * z
        write_four(out, at + j, read_four(out, at + j) + change)
    for j in range(whole, count):
        i = o + j
        out[at + j] += J[i] * x + J[i + n] * y + J[i + 2 * n] * z
