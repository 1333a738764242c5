"""Chunks of a file that were read last."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

import numpy as np

from ...step_arrays import Record

KEPT = 2**24
"""Bytes of states that were read last and are kept: a hundred of the largest heaps, each of which is read again in 3 ms."""


class RecentChunks:
    """States by the number of the chunk that has them; what is not there is read. From any thread."""

    def __init__(self, read: Callable[[int], Record]) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, Record] = OrderedDict()
        self.nbytes = 0

    def __getitem__(self, k: int) -> Record:
        with self._lock:
            if k in self._kept:
                self._kept.move_to_end(k)
                return self._kept[k]
        found = Record(*(column.copy() for column in self._read(k)))  # row after row, as kernels take them
        found = found._replace(shapes=found.shapes.astype(np.int64))
        with self._lock:
            if k not in self._kept:
                self._kept[k] = found
                self.nbytes += _nbytes(found)
                while self.nbytes > KEPT and len(self._kept) > 1:
                    self.nbytes -= _nbytes(self._kept.popitem(last=False)[1])
        return found


def _nbytes(record: Record) -> int:
    return sum(column.nbytes for column in record)
