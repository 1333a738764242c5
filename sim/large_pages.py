"""Arrays side by side on large pages, for what is written soon after it is made.

The system gives memory a page at a time, when it is first written to. Of 4 KB pages that takes longer than the writing itself, of
2 MB ones a third as long. Where the system has no large ones to give, arrays lie on small pages as ever.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

PAGE = 2**21  # [bytes]
# that is asked for at a time, and filled with arrays from its start; what is not written to costs nothing [bytes]
_ROOM = 2**24
_LEAST = 2**15  # of an array that lies there [bytes]
_LINE = 64  # of the processor's memory, at which each begins [bytes]


def on_large_pages(size: int) -> np.ndarray:
    """So many bytes (size,), not filled, that begin where a large page does. NumPy asks the system for those from 4 MB on."""
    room = np.empty(size + PAGE, np.uint8)
    return room[-room.ctypes.data % PAGE :][:size]


class LargePages:
    """Where arrays of one owner lie side by side. They live as long as they are used, and their pages as long as one of them."""

    def __init__(self) -> None:
        self._rest = np.zeros(0, np.uint8)

    def empty(self, shape: tuple[int, ...], dtype: Any = np.float64) -> np.ndarray:
        """An array that is not filled."""
        kind = np.dtype(dtype)
        size = math.prod(shape) * kind.itemsize
        if not _LEAST <= size <= _ROOM:
            return np.empty(shape, kind)
        if size > len(self._rest):
            self._rest = on_large_pages(_ROOM)
        taken, self._rest = self._rest[:size], self._rest[-(-size // _LINE) * _LINE :]
        return taken.view(kind).reshape(shape)
