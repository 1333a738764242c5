"""Which classes of named tuples kernels hand on by address, marked without importing Numba. See `groups`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

C = TypeVar("C", bound=type)

MARKED: list[type] = []
LISTENERS: list[Callable[[type], None]] = []
"""Called with every class that is marked from now on."""


def by_address(group: C) -> C:
    """Have kernels hand on instances of this class by address, where Numba passes each word of each array in them."""
    MARKED.append(group)
    for listener in LISTENERS:
        listener(group)
    return group
