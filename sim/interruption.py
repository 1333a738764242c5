"""Long computations ask here, between their pieces, whether anyone still wants what they find, and give way.

Who starts one says so with `interruptible`, for what is called in the same thread within it; nobody else is concerned.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

BEHIND = 5
"""Niceness of a thread that gives way: a third of the window's share of a core, and none while the window wants it at once."""

_IS_UNWANTED: ContextVar[Callable[[], bool] | None] = ContextVar("is_unwanted", default=None)


class Interrupted(BaseException):
    """A computation was given up, as was asked. No error of it: what catches errors does not catch this."""


@contextmanager
def interruptible(is_unwanted: Callable[[], bool]) -> Iterator[None]:
    """Have `checkpoint` within raise Interrupted once `is_unwanted()`."""
    before = _IS_UNWANTED.set(is_unwanted)
    try:
        yield
    finally:
        _IS_UNWANTED.reset(before)


def checkpoint() -> None:
    """Between two pieces of a long computation. Raises Interrupted where what it finds is not wanted any more."""
    is_unwanted = _IS_UNWANTED.get()
    if is_unwanted is not None and is_unwanted():
        raise Interrupted


def give_way(others: str = "") -> None:
    """Have this thread leave its core to the window's as soon as that has work to do; where only Linux knows how.

    On two cores the window waited 20 to 30 ms for a thread that found numbers for a page. With `others`, so do the threads whose
    names begin so, as those of a library that computes for this one.
    """
    if sys.platform != "linux":
        return
    _put_behind(threading.get_native_id())
    if others:
        for thread in Path("/proc/self/task").iterdir():
            with suppress(OSError):  # it has ended
                if (thread / "comm").read_text(encoding="ascii", errors="replace").startswith(others):
                    _put_behind(int(thread.name))


def _put_behind(thread: int) -> None:
    with suppress(OSError):  # it is not allowed, and stays beside the window
        os.setpriority(os.PRIO_PROCESS, thread, min(os.getpriority(os.PRIO_PROCESS, os.getpid()) + BEHIND, 19))
