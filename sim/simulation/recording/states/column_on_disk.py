"""A column of a recording that stays in its file: what is asked of it is read then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....arrays import Array
from ....texts import tr
from ...step_arrays import CONTACT_NUMBERS

WIDE = ("q", "v", "tau", "passive", "q_solved", "diagonal")
"""Columns that have several numbers a state."""

Gather = Callable[[np.ndarray, tuple[Any, ...]], Array]


class ColumnOnDisk:
    """Rows (n, k) as of an array: `column[i]`, `column[i:j]`, `column[indices, 2]`. `np.asarray` reads the whole of it."""

    ndim = 2
    dtype = np.dtype(np.float64)

    def __init__(self, rows: int, width: int, gather: Gather) -> None:
        """Gather : of the states with these indices (m,), their rows (m, …), of which what follows the indices picks a part."""
        self.shape = rows, width
        self._gather = gather

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> Any:
        rows, rest = (key[0], key[1:]) if isinstance(key, tuple) else (key, ())
        if isinstance(rows, int | np.integer):
            if not -len(self) <= rows < len(self):
                raise IndexError(tr("state {rows} of {count}", rows=rows, count=len(self)))
            return self._gather(np.array([rows % len(self)]), rest)[0]
        return self._gather(np.arange(len(self))[rows], rest)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.asarray(self[:], dtype=dtype)


Column = Array | ColumnOnDisk
"""A row a state."""


def joined_contacts(states: Sequence[tuple[np.ndarray, Array]]) -> tuple[np.ndarray, np.ndarray, Array]:
    """Of the contacts of some states: one past the last of each, and all their shapes (k, 4) and numbers, which follow."""
    shapes, numbers = [np.zeros((0, 4), dtype=np.int64)], [np.zeros((0, CONTACT_NUMBERS))]
    for of_state, numbers_of_state in states:
        shapes.append(of_state)
        numbers.append(numbers_of_state)
    return np.cumsum(list(map(len, shapes[1:])), dtype=np.int64), np.concatenate(shapes), np.concatenate(numbers)
