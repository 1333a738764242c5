"""Memory that was freed: little of it is kept, and that is given back to the system.

The allocator keeps what lies below anything that is still in use: after a large recording was let go, the program still took the
most that it ever had. Source: malloc_trim(3) and mallopt(3) of the GNU C library; other libraries give back by themselves, or
cannot be asked.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Callable

_CHOICES = (
    ("MALLOC_ARENA_MAX", -8, 2),
    ("MALLOC_MMAP_THRESHOLD_", -3, 256 * 1024),  # [bytes]
    ("MALLOC_TRIM_THRESHOLD_", -1, 1024 * 1024),  # [bytes]
)
"""The name in the environment, the number in malloc.h, and what we choose."""
_COMPILERS = re.compile(rb"^([0-9a-f]+)-([0-9a-f]+) r-xp .*/lib(?:LLVM|llvmlite)[^/\n]*$", re.MULTILINE)
_DONT_NEED = 4  # MADV_DONTNEED


def keep_little_freed_memory() -> None:
    """Have large pieces go back to the system when they are freed, and threads share the rest; to be called before there are any.

    Else each of up to eight threads a core keeps an arena of its own: of a large recording that was scrubbed 20 MB more at worst,
    and in days of use 1 MB more a day. Threads seldom wait for each other's: they do so for Python's lock. And the allocator
    keeps pieces of up to 32 MB once one of that size was freed: 25 MB more while that recording is scrubbed. What the user says
    in the environment stays.
    """
    choose = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if choose is not None:
        for name, number, value in _CHOICES:
            if name not in os.environ:
                choose(number, value)


def give_back_freed_memory() -> None:
    """Let the system have what is free, where it can be asked for; 10 ms for 60 MB."""
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        if hasattr(library, "malloc_trim"):
            library.malloc_trim(0)
        _give_back_compilers(library.madvise)


def _give_back_compilers(advise: Callable[..., int]) -> None:
    """Have no code of LLVM in memory of our own until it runs: of Numba's, and of Mesa's where it draws by the processor.

    Both are looked through as they are loaded, 40 MB each, and compile little after the start. The system still has the code in
    its cache of files, from where it comes back within a millisecond. Code alone, which is as it is in its file: what else a
    library has was changed when it was loaded. Source: madvise(2), MADV_DONTNEED on a private mapping of a file.
    """
    with open("/proc/self/maps", "rb") as maps:
        for begin, end in _COMPILERS.findall(maps.read()):
            advise(ctypes.c_void_p(int(begin, 16)), ctypes.c_size_t(int(end, 16) - int(begin, 16)), _DONT_NEED)
