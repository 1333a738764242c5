"""The residual of every solve as a strip of bars on a log scale, one bar for each column of pixels, and step errors as a line."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtGui import QColor, QImage

SMALLEST, LARGEST = 1e-16, 1.0
BAD = 1e-8  # above it a bar is orange
_BLOCK = 4096  # samples that are looked at in one go


def column_maxima(t: np.ndarray, residual: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """The largest residual between each two edges; a column without a sample has that of the sample before it.

    t        : (n,)  rising                    [s]
    residual : (n,)
    edges    : (m + 1,)  rising                [s]
    returns  : (m,)  NaN before the first sample and after the last
    """
    maxima = np.full(len(edges) - 1, np.nan)
    if not len(t):
        return maxima
    first = np.searchsorted(t, edges)
    start, stop = first[:-1], first[1:]
    some = stop > start
    if some.any():
        # between the starts of full columns lie all of their samples, for the columns left out have none
        maxima[some] = np.fmax.reduceat(residual[: stop[some][-1]], start[some])
    between = ~some & (start > 0) & (edges[:-1] <= t[-1])
    maxima[between] = residual[start[between] - 1]
    return maxima


def last_number(samples: np.ndarray) -> float:
    """The last of samples (n,) that is a number; NaN: none is. It is looked for from behind: most of a long one stays unread."""
    for end in range(len(samples), 0, -_BLOCK):
        block = samples[max(0, end - _BLOCK) : end]
        if len(known := np.flatnonzero(np.isfinite(block))):
            return float(block[known[-1]])
    return math.nan


def strip_image(maxima: np.ndarray, height: int, plain: QColor, bad: QColor) -> QImage:
    """Paint bars as high as their logarithm, one column each, a bad one three; the smallest are one pixel high.

    maxima : (m,)  NaN: nothing there
    """
    maxima = _widened(maxima)
    there = ~np.isnan(maxima)
    size = np.clip(np.where(there, maxima, SMALLEST), SMALLEST, LARGEST)
    share = np.log10(size / SMALLEST) / np.log10(LARGEST / SMALLEST)
    bars = np.where(there, np.maximum(1, np.rint(share * height)), 0)
    inside = np.arange(height, 0, -1)[:, None] <= bars[None, :]
    colors = np.where(np.where(there, maxima, 0.0) > BAD, bad.rgba(), plain.rgba()).astype(np.uint32)
    pixels = np.ascontiguousarray(np.where(inside, colors[None, :], np.uint32(0)))
    # a copy: an image made from a buffer does not keep it alive
    return QImage(pixels.data, len(maxima), height, 4 * len(maxima), QImage.Format.Format_ARGB32).copy()


def line_image(maxima: np.ndarray, stop: int, height: int, thick: int, color: QColor) -> QImage:
    """Paint a line as high as the logarithm of what is there; a column without anything has what the one before it has.

    maxima : (m,)  NaN: nothing there
    stop   : column from which on there is no line
    thick  : [px]
    """
    last = np.maximum.accumulate(np.where(np.isnan(maxima), 0, np.arange(len(maxima))))
    filled = np.where(np.arange(len(maxima)) < stop, maxima[last], np.nan)
    share = np.log10(np.clip(filled, SMALLEST, LARGEST) / SMALLEST) / np.log10(LARGEST / SMALLEST)
    top = np.where(np.isnan(filled), -thick, np.maximum(thick, np.rint(np.nan_to_num(share) * height)))
    row = np.arange(height, 0, -1)[:, None]
    inside = (row <= top[None, :]) & (row > top[None, :] - thick)
    pixels = np.ascontiguousarray(np.where(inside, np.uint32(color.rgba()), np.uint32(0)))
    return QImage(pixels.data, len(maxima), height, 4 * len(maxima), QImage.Format.Format_ARGB32).copy()


def _widened(maxima: np.ndarray) -> np.ndarray:
    """Let what is bad be seen: on a column of one pixel it would not."""
    wide = maxima.copy()
    bad = np.where(maxima > BAD, maxima, np.nan)
    wide[1:] = np.fmax(wide[1:], bad[:-1])
    wide[:-1] = np.fmax(wide[:-1], bad[1:])
    return wide
