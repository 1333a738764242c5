"""A column of numbers over time that grows while it is read."""

from __future__ import annotations

import numpy as np

from ....large_pages import LargePages, on_large_pages
from ....memory import is_limited

_COPIED = 2**20  # bytes up to which an array is copied as it grows fourfold: such copies stay near the processor
_AHEAD, _FAR = 2**26, 2**29  # bytes that a larger one has at least, and up to which it grows eightfold
"""Memory is given when it is written to: room that is not used costs nothing, and what is copied is given anew. An array that is
larger yet grows twofold, as the system refuses what it can never give. Where it refuses that, or counts room that is not used
(`ulimit -v`), an array grows by a quarter."""
_SHARED = 2 * _COPIED  # bytes up to which it lies on large pages beside others
_FEW = 4096  # bytes up to which to compare a copy of them takes less than NumPy to begin to count
_FEWEST = 64  # rows that there is room for
_FIRST = 256  # and from the start, of what lies on pages that are shared: no column of a short run grows while it is simulated


class GrowingArray:
    """An array that grows at its end; `values` is what is there. Safe to read while another thread appends or lets go.

    As long as all that came is zero there is no array: who reads is given one row of zeros again and again, with a stride of 0.
    """

    def __init__(self, *shape: int, dtype: type = np.float64, pages: LargePages | None = None) -> None:
        """Empty, of rows of this shape; on `pages`, shared with other columns, as long as it is not large."""
        self._pages = pages
        self._zeros: np.ndarray = np.zeros(shape, dtype)  # of a row
        self._zeros.setflags(write=False)
        self._row = self._zeros.nbytes
        self.none: np.ndarray = np.empty((0, *shape), dtype)  # no rows
        room: np.ndarray = np.empty((0, *shape), dtype)
        if pages is not None and self._row * _FIRST <= _COPIED and not is_limited():
            room = pages.empty((_FIRST, *shape), dtype)
        self._held: tuple[int, np.ndarray] = 0, room  # replaced as one: others read it
        self.none.setflags(write=False)
        self._is_zero = True
        self._is_given = False  # whether it lies in an array that it began with, with room that is mostly not used
        self._length = 0

    @classmethod
    def of(cls, rows: np.ndarray) -> GrowingArray:
        """One that begins with these rows (n, …); they are not copied, and not written to."""
        array = cls(*rows.shape[1:], dtype=rows.dtype.type)
        array._held, array._length, array._is_zero = (0, rows), len(rows), False
        return array

    def begin_with(self, array: np.ndarray, length: int) -> None:
        """Begin with the first rows of an array; nothing came before. The array is kept, with its room for more, and not copied,
        unless it is of another type or these rows are zero.
        """
        if array.dtype != self.none.dtype:
            self.append(array[:length])
        elif length:
            if _has_more_than_zeros(array[:length]):
                self._held, self._is_zero, self._is_given = (0, array), False, True
            self._length = length

    def give_back_room(self) -> None:
        """Keep no array that it began with, but a copy of what is there; nothing may be appended meanwhile."""
        if self._is_given:
            gone, array = self._held
            self._held, self._is_given = (gone, array[: self._length - gone].copy()), False

    def append(self, rows: np.ndarray) -> None:
        """Copy rows to the end."""
        if not len(rows):
            return
        if self._is_zero and not _has_more_than_zeros(rows):
            self._length += len(rows)
            return
        gone, array = self._held
        length, needed = self._length - gone, self._length - gone + len(rows)
        if needed > len(array):
            larger = self._larger_for(needed)
            if not self._is_zero:
                larger[:length] = array[:length]
            array = larger
            self._held, self._is_given = (gone, larger), False
        if self._is_zero:
            array[:length] = 0
        array[length:needed] = rows
        self._is_zero = False
        self._length = gone + needed

    def _larger_for(self, needed: int) -> np.ndarray:
        """A larger array that has so many rows at least."""
        try:
            return self._larger(self._room_for(needed))
        except MemoryError:
            return self._larger(needed + needed // 4)

    def _room_for(self, needed: int) -> int:
        """How many rows a larger array is to have that needs so many."""
        array, row = self._held[1], self._row
        if row * needed <= _COPIED:
            return max(2 * needed, _FEWEST, 4 * len(array))
        if is_limited():
            return needed + needed // 4
        return max(8 * needed if row * needed <= _FAR else 2 * needed, _AHEAD // row)

    def _larger(self, rows: int) -> np.ndarray:
        """An array of so many rows, on whole pages if it is large."""
        array = self._held[1]
        shape, dtype = (rows, *array.shape[1:]), array.dtype
        size = rows * self._row
        if self._pages is not None and size <= _SHARED:
            return self._pages.empty(shape, dtype)
        return np.empty(shape, dtype) if size <= _COPIED else on_large_pages(size).view(dtype).reshape(shape)

    def cut(self, length: int) -> None:
        """Forget what comes after; nothing may have been let go."""
        self._held, self._is_given = (0, self._held[1][:length].copy()), False
        self._length = length

    def let_go(self, first: int) -> None:
        """Keep no row before this one; rows keep their numbers."""
        gone, array = self._held
        if self._is_zero:
            self._held = first, array
            return
        rest = array[first - gone : self._length - gone]
        kept = self._larger(max(_FEWEST, 2 * len(rest)))
        kept[: len(rest)] = rest
        self._held, self._is_given = (first, kept), False

    @property
    def held(self) -> tuple[int, np.ndarray]:
        """How many rows were let go, and a read-only view of those after them."""
        length, is_zero = (self._length, self._is_zero)  # in this order, and before what holds them: that may grow meanwhile
        gone, array = self._held
        count = max(0, length - gone)
        if is_zero:
            row = self._zeros
            return gone, np.ndarray((count, *row.shape), row.dtype, row.data, strides=(0, *row.strides))
        view = array[:count]
        view.setflags(write=False)
        return gone, view

    @property
    def values(self) -> np.ndarray:
        """A read-only view of all that was not let go."""
        return self.held[1]

    def rows(self, begin: int, end: int) -> np.ndarray | None:
        """A read-only view of the rows from `begin` to before `end`; None: they were let go."""
        gone, view = self.held
        return view[begin - gone : end - gone] if begin >= gone else None

    def number(self, i: int) -> int:
        """The number of row i, which was not let go, of a column of one whole number a row; -1: the last."""
        is_zero, (gone, array) = self._is_zero, self._held  # in this order: see `held`
        return 0 if is_zero else int(array[(i if i >= 0 else self._length + i) - gone])

    @property
    def nbytes(self) -> int:
        """Memory that what is there takes, and the room of an array that it began with."""
        if self._is_given:
            return self._held[1].nbytes
        return 0 if self._is_zero else self.values.nbytes

    def __len__(self) -> int:
        return self._length


def _has_more_than_zeros(rows: np.ndarray) -> bool:
    """Whether a bit is not zero. Few bytes are compared at once; else of most columns the last row tells, and of the others
    their bits are counted fastest.
    """
    if rows.nbytes <= _FEW:
        return rows.tobytes() != bytes(rows.nbytes)
    last = rows[-1]
    return bool(np.count_nonzero(last) or np.count_nonzero(rows.view(np.int64) if rows.dtype == np.float64 else rows))
