"""Long lines drawn with few points, and no peak lost."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

PARTS = 2**13  # of a long line: more than columns of pixels
FINE = 8  # points to a column of pixels, from which those that were left out cannot be seen


def thinned(t: np.ndarray, y: Rows, start: float, end: float, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """The points between start and end, and one on each side; where they are many, two to each column of pixels.

    t : (n,) rising [s];  y : (n,), may hold NaN.  Of each column its lowest and its highest point are kept, in the
    order in which they come: the other way round, a rising line would be drawn as a saw.
    """
    first = max(int(np.searchsorted(t, start)) - 1, 0)
    last = min(int(np.searchsorted(t, end, side="right")) + 1, len(t))
    t, y = t[first:last], y[first:last]
    assert isinstance(y, np.ndarray)
    size = -(-len(t) // max(columns, 1))
    if size <= 2:
        return t, y
    whole = len(t) // size * size
    blocks = y[:whole].reshape(-1, size)
    number = np.isfinite(blocks)
    if number.all():
        ends = np.stack((blocks.argmin(axis=1), blocks.argmax(axis=1)), axis=1)
    else:
        lowest = np.where(number, blocks, np.inf).argmin(axis=1)
        ends = np.stack((lowest, np.where(number, blocks, -np.inf).argmax(axis=1)), axis=1)
    ends.sort(axis=1)
    indices = (ends + np.arange(0, whole, size)[:, None]).ravel()
    indices = np.concatenate(([0], indices, np.arange(whole, len(t)), [len(t) - 1]))
    return t[indices], y[indices]


def highest(t: np.ndarray, y: np.ndarray, start: float, end: float, columns: int) -> np.ndarray:
    """Places of the points that are drawn as stems: between start and end, of each column of pixels the highest.

    t : (n,) rising [s];  y : (n,)
    """
    first, last = np.searchsorted(t, start), np.searchsorted(t, end, side="right")
    places = np.arange(first, last)
    if last - first <= columns or end <= start:
        return places
    column = np.floor((t[places] - start) * (columns / (end - start)))
    begins = np.flatnonzero(np.diff(column, prepend=-1.0))
    most = np.maximum.reduceat(y[places], begins)
    return places[y[places] == np.repeat(most, np.diff(begins, append=len(places)))]


class FoundRows:
    """Numbers (n,) that are found when they are asked for, by slices."""

    def __init__(self, count: int, find: Callable[[slice], np.ndarray]) -> None:
        self._count, self._find = count, find

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, part: slice) -> np.ndarray:
        return self._find(slice(*part.indices(self._count)))


Rows = np.ndarray | FoundRows


class PlottedLine:
    """One line of a plot. Of a long one the extremes of each of `PARTS` parts are kept: from afar no more is seen."""

    def __init__(self, t: np.ndarray, y: Rows, extremes: tuple[np.ndarray, np.ndarray] | None = None) -> None:
        """Values y (n,) at times t (n,) [s].

        extremes : times and values of the lowest and the highest of each few that follow each other, if they are known
        """
        self.t, self.y = t, y
        self._few = thinned(t, y, -np.inf, np.inf, PARTS) if extremes is None else extremes

    @property
    def ends(self) -> tuple[float, float] | None:
        """The lowest and the highest of its numbers; None: it has none."""
        y = self._few[1]
        numbers = y[np.isfinite(y)]
        return (float(numbers.min()), float(numbers.max())) if len(numbers) else None

    def within(self, start: float, end: float, columns: int) -> tuple[np.ndarray, np.ndarray]:
        """Its points between two times [s], as `thinned` has them."""
        first, last = np.searchsorted(self._few[0], (start, end))
        if last - first > FINE * columns:
            return thinned(*self._few, start, end, columns)
        return thinned(self.t, self.y, start, end, columns)
