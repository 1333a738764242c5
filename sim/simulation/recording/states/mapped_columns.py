"""Columns in a file without a name that is mapped into memory: arrays as any other, of which the program keeps little."""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import prod
from typing import BinaryIO

import numpy as np

Blocks = Callable[[], Iterator[np.ndarray]]


class MappedColumns:
    """Read-only columns (n, …) by name; added by one thread, and once `map` was called read by any.

    What is looked at is memory of the program until `release`, which takes no array away: the system keeps what it has read as
    long as there is room, and reads it again where there was none.
    Where the file finds no room, columns are in memory.
    """

    def __init__(self) -> None:
        self._file: BinaryIO | None = None
        with suppress(OSError):  # no folder for it
            self._file = tempfile.TemporaryFile()
        self._places: dict[str, tuple[int, np.dtype, tuple[int, ...]]] = {}  # of each column: first byte, type, shape
        self._arrays: dict[str, np.ndarray] = {}
        self._map: mmap.mmap | None = None

    def add(self, name: str, dtype: str, blocks: Blocks, width: int = 0) -> None:
        """Add a column of blocks (k,), or (k, width), which follow each other; they may be asked for twice."""
        of_row, kind = (width,) if width else (), np.dtype(dtype)
        rows = None if self._file is None else _written(self._file, (block.astype(kind) for block in blocks()))
        if rows is None:
            found = [np.array(block, kind) for block in blocks()]
            self._arrays[name] = np.concatenate([np.empty((0, *of_row), kind), *found])
        else:
            self._places[name] = rows[0], kind, (rows[1], *of_row)

    def close(self) -> None:
        """Nothing more is added, as what is added to it is of no use."""
        if self._file is not None:
            self._file.close()

    def map(self) -> None:
        """Have what was added as arrays."""
        if self._file is not None:
            self._file.flush()
            if self._file.seek(0, 2):
                self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
            self._file.close()
        for name, (begin, kind, shape) in self._places.items():
            count = prod(shape)
            found = np.frombuffer(self._map, kind, count, begin) if self._map and count else np.empty(0, kind)
            self._arrays[name] = found.reshape(shape)
        for array in self._arrays.values():
            array.setflags(write=False)

    def __getitem__(self, name: str) -> np.ndarray:
        return self._arrays[name]

    def release(self) -> None:
        """Give back the memory of what was looked at."""
        if self._map is not None:
            self._map.madvise(mmap.MADV_DONTNEED)

    @property
    def nbytes(self) -> int:
        """Memory of the columns that found no room in the file."""
        return sum(array.nbytes for name, array in self._arrays.items() if name not in self._places)


def _written(file: BinaryIO, blocks: Iterator[np.ndarray]) -> tuple[int, int] | None:
    """Write blocks at the end of a file: the byte they begin at, and how many rows they have; None: it has no room."""
    begin = -(-file.seek(0, 2) // mmap.ALLOCATIONGRANULARITY) * mmap.ALLOCATIONGRANULARITY
    rows = 0
    try:
        file.truncate(begin)
        file.seek(begin)
        for block in blocks:
            if block.any():
                file.write(block.tobytes())
            else:  # the system has no room for what nobody wrote, and reads zeros there
                file.seek(block.nbytes, 1)
            rows += len(block)
        file.truncate()
        file.flush()
    except OSError:
        file.truncate(begin)
        return None
    return begin, rows
