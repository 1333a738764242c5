"""A column of numbers over time that grows while it is read."""

from __future__ import annotations

import numpy as np


class GrowingArray:
    """An array that grows at its end; `values` is what is there. Safe to read while another thread appends."""

    def __init__(self, *shape: int, dtype: type = np.float64) -> None:
        self._array: np.ndarray = np.empty((64, *shape), dtype=dtype)
        self._length = 0

    def append(self, rows: np.ndarray) -> None:
        """Copy rows to the end."""
        needed = self._length + len(rows)
        if needed > len(self._array):
            larger = np.empty((max(needed, 2 * len(self._array)), *self._array.shape[1:]), dtype=self._array.dtype)
            larger[: self._length] = self._array[: self._length]
            self._array = larger
        self._array[self._length : needed] = rows
        self._length = needed

    def cut(self, length: int) -> None:
        """Forget what comes after."""
        self._array = self._array[:length].copy() if length else self._array[:0].copy()
        self._length = length

    @property
    def values(self) -> np.ndarray:
        """A read-only view."""
        view = self._array[: self._length]
        view.setflags(write=False)
        return view

    def __len__(self) -> int:
        return self._length
