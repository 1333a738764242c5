"""A disk that is full, as far as one process is concerned."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_room_beyond(size: int) -> Iterator[None]:
    """Files of this process may have so many bytes: the error comes from the same calls as that of a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    writes_bytecode = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # Python would cut that of what is imported meanwhile, and never read it again
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = writes_bytecode
