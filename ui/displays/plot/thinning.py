"""Long lines drawn with few points, and no peak lost."""

from __future__ import annotations

import numpy as np


def thinned(t: np.ndarray, y: np.ndarray, start: float, end: float, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """The points between start and end, and one on each side; where they are many, two to each column of pixels.

    t : (n,) rising [s];  y : (n,), may hold NaN.  Of each column its lowest and its highest point are kept, in the
    order in which they come: the other way round, a rising line would be drawn as a saw.
    """
    first = max(int(np.searchsorted(t, start)) - 1, 0)
    last = min(int(np.searchsorted(t, end, side="right")) + 1, len(t))
    t, y = t[first:last], y[first:last]
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
