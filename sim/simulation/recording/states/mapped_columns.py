"""Columns in a file without a name that is mapped into memory: arrays as any other, of which the program keeps little."""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Callable, Iterator
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
        self._file: BinaryIO | None = tempfile.TemporaryFile()
        self._places: dict[str, tuple[int, np.dtype, tuple[int, ...]]] = {}  # of each column: first byte, type, shape
        self._arrays: dict[str, np.ndarray] = {}
        self._map: mmap.mmap | None = None

    def add(self, name: str, dtype: str, blocks: Blocks, width: int = 0) -> None:
        """Add a column of blocks (k,), or (k, width), which follow each other; they may be asked for twice."""
        assert self._file is not None  # else it is mapped
        of_row = (width,) if width else ()
        begin = -(-self._file.seek(0, 2) // mmap.ALLOCATIONGRANULARITY) * mmap.ALLOCATIONGRANULARITY
        rows, kind = 0, np.dtype(dtype)
        try:
            self._file.truncate(begin)
            self._file.seek(begin)
            for block in blocks():
                self._write(np.ascontiguousarray(block, kind))
                rows += len(block)
            self._file.truncate()
            self._places[name] = begin, kind, (rows, *of_row)
        except OSError:
            self._file.truncate(begin)
            found = [np.array(block, kind) for block in blocks()]
            self._arrays[name] = np.concatenate([np.empty((0, *of_row), kind), *found])

    def map(self) -> None:
        """Have what was added as arrays."""
        assert self._file is not None
        self._file.flush()
        if self._file.seek(0, 2):
            self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        self._file.close()
        self._file = None
        for name, (begin, kind, shape) in self._places.items():
            if prod(shape):
                assert self._map is not None
                self._arrays[name] = np.frombuffer(self._map, kind, prod(shape), begin).reshape(shape)
            else:
                self._arrays[name] = np.empty(shape, kind)
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

    def _write(self, block: np.ndarray) -> None:
        assert self._file is not None
        if block.any():
            self._file.write(block.tobytes())
        else:  # the system has no room for what nobody wrote, and reads zeros there
            self._file.seek(block.nbytes, 1)
