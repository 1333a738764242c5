"""Long computations ask here, between their pieces, whether anyone still wants what they find.

Who starts one says so with `interruptible`, for what is called in the same thread within it; nobody else is concerned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
