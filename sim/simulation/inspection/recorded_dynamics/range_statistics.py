"""Smallest, largest, mean, root mean square and integral of a recorded quantity over a range of time."""

from __future__ import annotations

import math

import numpy as np

from ....arrays import Array, as_floats
from ....errors import ArgumentError
from .values import RangeStatistics


def range_statistics(t: Array, values: Array, start: float = -math.inf, end: float = math.inf) -> RangeStatistics:
    """Statistics of values (n,) at times t (n,), which do not decrease [s], between start and end [s].

    Between states it is taken as straight, at the ends of the range too: the mean of what is sampled unevenly is that over time.
    What lies between two states of which one has NaN is left out, and `covered` says how much is left. Raises ArgumentError.
    """
    t, values = as_floats("t", t), as_floats("values", values)
    if t.ndim != 1 or t.shape != values.shape:
        raise ArgumentError(
            "t and values must be of one length (n,); given {shape} and {values_shape}",
            shape=t.shape,
            values_shape=values.shape,
        )
    if np.any(np.diff(t) < 0.0):
        raise ArgumentError("times must not decrease")
    if not start <= end:
        raise ArgumentError("the range must not end before it starts; given {start:g} to {end:g} s", start=start, end=end)
    t, values = _within(t, values, start, end)
    known = np.isfinite(values)
    if not known.any():
        nothing = math.nan
        return RangeStatistics(nothing, nothing, nothing, nothing, nothing, nothing, nothing, 0.0)
    low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
    whole = known[1:] & known[:-1]
    step, a, b = np.diff(t)[whole], values[:-1][whole], values[1:][whole]
    covered = float(step.sum())
    integral = float(np.sum(0.5 * step * (a + b)))
    square = float(np.sum(step * (a * a + a * b + b * b)) / 3.0)  # exact for straight lines
    mean, rms = (integral / covered, math.sqrt(square / covered)) if covered > 0.0 else _of_points(values[known])
    return RangeStatistics(float(values[low]), float(t[low]), float(values[high]), float(t[high]), mean, rms, integral, covered)


def _of_points(values: Array) -> tuple[float, float]:
    """Mean and root mean square of what has no duration."""
    return float(values.mean()), math.sqrt(float(np.mean(values * values)))


def _within(t: Array, values: Array, start: float, end: float) -> tuple[Array, Array]:
    """The states from start to end, with a point at each end of the range that lies between two of them."""
    first, last = int(np.searchsorted(t, start)), int(np.searchsorted(t, end, side="right"))
    inner_t, inner = t[first:last], values[first:last]
    before, after = [], []
    if 0 < first < len(t) and t[first] > start:
        before = [_between(t, values, first, start)]
    if 0 < last < len(t) and t[last - 1] < end and end > start:
        after = [_between(t, values, last, end)]
    times = np.concatenate([[start] if before else [], inner_t, [end] if after else []])
    return times, np.concatenate([before, inner, after])


def _between(t: Array, values: Array, k: int, at: float) -> float:
    """The value at a time between states k - 1 and k."""
    share = (at - t[k - 1]) / (t[k] - t[k - 1])
    return float((1.0 - share) * values[k - 1] + share * values[k])
