"""One limit for several that wait one after the other."""

from __future__ import annotations

import time


class Deadline:
    """An instant, which what is waited for does not pass, however many take part of the time until then."""

    def __init__(self, seconds: float) -> None:
        """From now on, so long [s]."""
        self._end = time.monotonic() + seconds

    def left(self, reserve: float = 0.0) -> float:
        """How long one may wait [s], less what is kept for those that come after; 0 once it is over."""
        return max(0.0, self._end - time.monotonic() - reserve)
