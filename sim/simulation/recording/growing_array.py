"""A column of numbers over time that grows while it is read."""

from __future__ import annotations

import numpy as np

_SMALL = 2**26  # bytes up to which an array grows fourfold: memory is given when it is written to, and copies cost more


class GrowingArray:
    """An array that grows at its end; `values` is what is there. Safe to read while another thread appends.

    As long as all that came is zero nothing is written, so that it takes no memory: the system gives zeros for what is only read.
    """

    def __init__(self, *shape: int, dtype: type = np.float64) -> None:
        self._array: np.ndarray = np.zeros((64, *shape), dtype=dtype)
        self._is_zero = True
        self._length = 0

    def append(self, rows: np.ndarray) -> None:
        """Copy rows to the end."""
        needed = self._length + len(rows)
        if needed > len(self._array):
            factor = 4 if self._array.nbytes <= _SMALL // 4 else 2
            larger = np.zeros((max(needed, factor * len(self._array)), *self._array.shape[1:]), dtype=self._array.dtype)
            if not self._is_zero:
                larger[: self._length] = self._array[: self._length]
            self._array = larger
        if not self._is_zero or rows.any():
            self._array[self._length : needed] = rows
            self._is_zero = False
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

    @property
    def nbytes(self) -> int:
        """Memory that what is there takes."""
        return 0 if self._is_zero else self._array[: self._length].nbytes

    def __len__(self) -> int:
        return self._length
