"""The program's own threads: started here, so that whoever closes the window can wait for all of them at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

TURN = 5e-4  # [s] that a thread keeps Python for itself while another waits for it, a tenth of what is usual
"""The window's thread gives Python away with each call of Qt's, and waits so long to have it back from one that computes."""
MOST_WAIT = 0.1  # [s] that a thread waits at most once another state begins to be shown: the window may have more to do
_SHOWN = threading.Event()  # whether the state of now is painted
_SHOWN.set()
_begun = 0.0  # when it last began to be shown
_STARTED: dict[threading.Thread, Callable[..., object]] = {}
"""With what each runs: an object of Qt's must not lose its last reference in a thread that is not its own."""


def start_thread(name: str, work: Callable[..., object], *arguments: object) -> threading.Thread:
    """Run something in a thread of its own, beginning now; to be called in the window's thread."""
    _forget_ended()
    thread = threading.Thread(target=work, args=arguments, name=name)
    _STARTED[thread] = work
    thread.start()
    return thread


def begin_frame() -> None:
    """The window's thread begins to show another state: until `end_frame`, threads that `wait_for_frame` leave Python to it.

    Each call of Qt's gives Python away, and a painter makes hundreds: beside a thread that computes, showing 600 contacts took
    50 ms in place of 25.
    """
    global _begun
    _begun = time.monotonic()
    _SHOWN.clear()


def end_frame() -> None:
    """What changed is painted."""
    _SHOWN.set()


def wait_for_frame() -> None:
    """Wait until what changed is painted."""
    _SHOWN.wait(max(0.0, _begun + MOST_WAIT - time.monotonic()))


def is_running(name: str) -> bool:
    """Whether a thread of this name runs; to be asked in the window's thread."""
    return any(thread.name == name and thread.is_alive() for thread in _STARTED)


def wait_for_threads(seconds: float) -> list[threading.Thread]:
    """Wait until none of them runs, at most so long [s]; returns those that still do. For the window's thread, too."""
    end = time.monotonic() + seconds
    for thread in list(_STARTED):
        thread.join(max(0.0, end - time.monotonic()))
    _forget_ended()
    return list(_STARTED)


def _forget_ended() -> None:
    for thread in list(_STARTED):
        if not thread.is_alive():
            del _STARTED[thread]


class Deadline:
    """One limit for several that wait one after the other: what is left of it when the next begins."""

    def __init__(self, seconds: float) -> None:
        """From now on, so long [s]."""
        self._end = time.monotonic() + seconds

    def left(self, reserve: float = 0.0) -> float:
        """How long one may wait [s], less what is kept for those that come after; 0 once it is over."""
        return max(0.0, self._end - time.monotonic() - reserve)
