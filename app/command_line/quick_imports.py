"""Importing what the window is made of without what slows each import: 0.45 of 2.2 seconds to the first picture."""

from __future__ import annotations

import builtins
import gc
import os
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

_SLEEPS = "8"  # BLAS' threads sleep once they waited 2^8 cycles for work


def prepare_imports() -> None:
    """Import Qt, and have the imports after it neither looked through by it nor interrupted by collections of garbage.

    Qt for Python replaces `__import__` by one that reads the source of every module to see whether it uses Qt, for the sake of
    `from __feature__ import snake_case`, which is not used here. `GarbageCollection` lets garbage be collected again.
    """
    gc.disable()
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401

    builtins.__import__ = plain


_heard_before: dict[int, Any] = {}


def end_by_signals(clear: Callable[[], None] = lambda: None) -> None:
    """Have Ctrl+C and SIGTERM clear away what was begun and end the process, until another hears them.

    Python's own handler raises in whatever runs: within imports of Qt that is swallowed, aborts, or leaves half of a module.
    """

    def end(number: int, frame: FrameType | None) -> None:
        clear()
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            _heard_before.setdefault(number, signal.signal(number, end))


def raise_by_signals() -> None:
    """Have them do again what they did before `end_by_signals`."""
    while _heard_before:
        signal.signal(*_heard_before.popitem())


def rest_threads() -> None:
    """Have threads of BLAS leave a core to the window, and sleep as soon as they have no work.

    To be called before NumPy is imported, which reads both then. As OpenBLAS is made, it works on all cores at once, and each
    thread goes round in circles for 20 ms after every product: on few cores the window waits for it. What the user says in the
    environment stays.
    """
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", _SLEEPS)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", str(max(1, _cores() - 1)))


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_imports() -> None:
    """Look for no garbage among what was imported, and stays: each full collection went through all of it, 0.2 s.

    For modules that are imported later, see `GarbageCollection.end_imports`.
    """
    gc.freeze()
