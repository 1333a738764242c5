"""Memory that was freed: little of it is kept, and that is given back to the system.

The allocator keeps what lies below anything that is still in use: after a large recording was let go, the program still took the
most that it ever had. Source: malloc_trim(3) and mallopt(3) of the GNU C library; other libraries give back by themselves, or
cannot be asked.
"""

from __future__ import annotations

import ctypes
import os
import sys

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
_ARENAS = 2


def share_freed_memory() -> None:
    """Have all threads take memory from what any of them has freed; to be called before there are any.

    Else each of up to eight a core keeps an arena of its own: of a large recording that was scrubbed 20 MB more at worst, and in
    days of use 1 MB more a day. Threads seldom wait for each other's: they do so for Python's lock. What the user says in the
    environment stays.
    """
    if sys.platform == "linux" and "MALLOC_ARENA_MAX" not in os.environ:
        choose = getattr(ctypes.CDLL(None), "mallopt", None)
        if choose is not None:
            choose(_ARENA_MAX, _ARENAS)


def give_back_freed_memory() -> None:
    """Let the system have what is free, where it can be asked for; 10 ms for 60 MB."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
