"""Memory that was freed, given back to the system.

The allocator keeps what lies below anything that is still in use: after a large recording was let go, the program still took the
most that it ever had. Source: malloc_trim(3) of the GNU C library; other libraries give back by themselves, or cannot be asked.
"""

from __future__ import annotations

import ctypes
import sys


def give_back_freed_memory() -> None:
    """Let the system have what is free, where it can be asked for; 10 ms for 60 MB."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
