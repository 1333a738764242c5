"""A column of numbers over time that grows while it is read."""

from __future__ import annotations

import numpy as np

_COPIED = 2**20  # bytes up to which an array is copied as it grows fourfold: such copies stay near the processor
_AHEAD, _FAR = 2**24, 2**29  # bytes that a larger one has at least, and up to which it grows eightfold
"""Memory is given when it is written to: room that is not used costs nothing, and what is copied is given anew. An array that is
larger yet grows twofold, as the system refuses what it can never give."""
_PAGE = 2**21  # bytes that the system gives at a time to an array that begins where such a page does


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
            larger = self._larger(self._room_for(needed))
            if not self._is_zero:
                larger[: self._length] = self._array[: self._length]
            self._array = larger
        if not self._is_zero or rows.any():
            self._array[self._length : needed] = rows
            self._is_zero = False
        self._length = needed

    def _room_for(self, needed: int) -> int:
        """How many rows a larger array is to have that needs so many."""
        row = self._array[:1].nbytes
        if row * needed <= _COPIED:
            return max(needed, 4 * len(self._array))
        return max(8 * needed if row * needed <= _FAR else 2 * needed, _AHEAD // row)

    def _larger(self, rows: int) -> np.ndarray:
        """An array of so many rows, of zeros while all are: zeros anew, of memory that was used before, would be written too."""
        shape, dtype = (rows, *self._array.shape[1:]), self._array.dtype
        size = rows * self._array[:1].nbytes
        if self._is_zero or size <= _COPIED:
            return np.zeros(shape, dtype)
        raw = np.empty(size + _PAGE, np.uint8)
        return raw[-raw.ctypes.data % _PAGE :][:size].view(dtype).reshape(shape)

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
