"""Three rows of a Jacobian or of its responses: times three numbers, as an impulse or a row of a matrix, and times velocities."""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import small
from ...simd import WIDTH, read_four, write_four
from ..segments import end_of_fours, has_fours, moves_one, sum_of
from .solver_arrays import FREEDOMS


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


@small
def add_row(J: Array, o: int, n: int, z: float, out: Array, at: int) -> None:
    """Add z times a row of n numbers of J, from number o on, to `out` from `at` on."""
    if n == FREEDOMS:  # a free body; the loop has a known length
        for j in range(FREEDOMS):
            out[at + j] += J[o + j] * z
        return
    whole = n - n % WIDTH
    for j in range(0, whole, WIDTH):
        write_four(out, at + j, read_four(out, at + j) + read_four(J, o + j) * z)
    for j in range(whole, n):
        out[at + j] += J[o + j] * z


@small
def plus_rows_times(s: Any, J: Array, v: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """(x, y, z) and the rows J of a segment s times velocities v, of a free body added number by number."""
    o, n, at = s.o, s.n, s.v0
    if _is_of_free_body(s):
        for j in range(FREEDOMS):
            vj = v[at + j]
            x += J[o + j] * vj
            y += J[o + FREEDOMS + j] * vj
            z += J[o + 2 * FREEDOMS + j] * vj
        return x, y, z
    if moves_one(s):
        return x, y, z + J[o + 2 * n + s.first[0]] * v[at + s.first[0]]
    if has_fours(s):
        a = b = c = 0.0
        for e in range(2):
            for j in range(s.first[e], end_of_fours(s, e), WIDTH):
                four, i = read_four(v, at + j), o + j
                a = a + read_four(J, i) * four
                b = b + read_four(J, i + n) * four
                c = c + read_four(J, i + 2 * n) * four
        x, y, z = x + sum_of(a), y + sum_of(b), z + sum_of(c)
    for e in range(2):
        for j in range(end_of_fours(s, e), s.last[e]):
            vj = v[at + j]
            x += J[o + j] * vj
            y += J[o + n + j] * vj
            z += J[o + 2 * n + j] * vj
    return x, y, z


@small
def plus_normal_row_times(s: Any, J: Array, v: Array, z: float) -> float:
    """As `plus_rows_times`, of the normal alone."""
    o, at = s.o + 2 * s.n, s.v0
    if _is_of_free_body(s):
        for j in range(FREEDOMS):
            z += J[o + j] * v[at + j]
        return z
    if moves_one(s):
        return float(z + J[o + s.first[0]] * v[at + s.first[0]])
    if has_fours(s):
        four = 0.0
        for e in range(2):
            for j in range(s.first[e], end_of_fours(s, e), WIDTH):
                four = four + read_four(J, o + j) * read_four(v, at + j)
        z += sum_of(four)
    for e in range(2):
        for j in range(end_of_fours(s, e), s.last[e]):
            z += J[o + j] * v[at + j]
    return z


@small
def _is_of_free_body(s: Any) -> bool:
    """Whether a contact moves six degrees of freedom of a tree that has no more: a loop over them has a known length."""
    return bool(s.n == FREEDOMS and s.last[0] - s.first[0] == FREEDOMS)
