"""A long column drawn from afar: the lowest and the highest of each few states that follow each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ....arrays import Array

PART = 128  # states of which two are kept
BLOCK = 512 * PART  # that are looked at in one go


class Curve(NamedTuple):
    """Points in the order of time."""

    t: Array  # (m,) [s]
    values: Array  # (m,)


def extremes(t: np.ndarray, read: Callable[[slice], Array], release: Callable[[], None] = lambda: None) -> Curve:
    """Of each `PART` states the lowest and the highest number; and of all the first and the last, and those left over.

    t       : (n,) rising [s]
    read    : the numbers (k,) of some states; NaN is none
    release : called after each block, as a long column is not to be in memory as a whole
    """
    n = len(t)
    places, values = [np.zeros(min(n, 1), dtype=np.int64)], [read(slice(0, min(n, 1)))]
    for begin in range(0, n, BLOCK):
        block = read(slice(begin, min(begin + BLOCK, n)))
        kept = _ends_of_parts(block)
        places.append(begin + kept)
        values.append(block[kept])
        release()
    if n:
        places.append(np.array([n - 1]))
        values.append(read(slice(n - 1, n)))
    return Curve(t[np.concatenate(places)], np.concatenate(values))


def _ends_of_parts(block: Array) -> np.ndarray:
    """Where the lowest and the highest number of each part are, in their order, and all that is less than a part."""
    whole = len(block) // PART * PART
    parts = block[:whole].reshape(-1, PART)
    number = np.isfinite(parts)
    lowest = np.where(number, parts, np.inf).argmin(axis=1)
    highest = np.where(number, parts, -np.inf).argmax(axis=1)
    ends = np.sort(np.stack((lowest, highest), axis=1), axis=1) + np.arange(0, whole, PART)[:, None]
    return np.concatenate((ends.ravel(), np.arange(whole, len(block))))
