"""Determinants of square parts of a matrix of polynomials, by expansion along rows with what is common computed once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from .trig_ring import TrigRing


def minors_of(ring: TrigRing, matrix: Sequence[Sequence[Any]], size: int) -> list[Any]:
    """All minors of a size, those of the first rows first."""
    m, n = len(matrix), len(matrix[0])
    found = []
    for rows in combinations(range(m), size):
        known: dict[tuple[int, ...], Any] = {}
        chosen = sorted((matrix[i] for i in rows), key=lambda line: sum(len(entry) for entry in line), reverse=True)
        sign = _sign([sorted(rows, key=lambda i: sum(map(len, matrix[i])), reverse=True).index(i) for i in rows])
        for columns in combinations(range(n), size):
            value = _minor(ring, chosen, 0, columns, known)
            found.append(value if sign > 0 else -value)
    return found


def _minor(ring: TrigRing, rows: Sequence[Sequence[Any]], first: int, columns: tuple[int, ...], known: dict[Any, Any]) -> Any:
    """The determinant of the rows from `first` on over these columns; rows with the fewest terms are the inner ones."""
    if not columns:
        return ring.one
    if columns in known:
        return known[columns]
    total = ring.zero
    for k, column in enumerate(columns):
        entry = rows[first][column]
        if entry:
            inner = _minor(ring, rows, first + 1, columns[:k] + columns[k + 1 :], known)
            if inner:
                total = total + entry * inner if k % 2 == 0 else total - entry * inner
    known[columns] = ring.reduced(total)
    return known[columns]


def _sign(order: Sequence[int]) -> int:
    """1 for an even permutation, -1 for an odd one."""
    swaps = sum(order[i] > order[k] for i in range(len(order)) for k in range(i + 1, len(order)))
    return -1 if swaps % 2 else 1
