"""From values to places along an axis of a plot, and the values that the axis names. The window and HTML draw by the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .blocks import Plot, PlotScale


@dataclass(frozen=True, slots=True)
class AxisScale:
    """Linear or logarithmic."""

    log: bool
    ends: tuple[float, float]  # values
    first: float  # place of the lower end
    last: float

    def places(self, values: np.ndarray) -> np.ndarray:
        """Where values (n,) are; NaN for what has no place, as 0 on a logarithmic axis."""
        lower, upper = self._turned(np.array(self.ends))
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = (self._turned(np.asarray(values, dtype=np.float64)) - lower) / ((upper - lower) or 1.0)
        return self.first + shares * (self.last - self.first)

    def place(self, value: float) -> float:
        """Where a value is."""
        return float(self.places(np.array(value)))

    def value_at(self, place: float) -> float:
        """What is at a place; beyond the ends, at the nearer one."""
        share = min(max((place - self.first) / ((self.last - self.first) or 1.0), 0.0), 1.0)
        lower, upper = self._turned(np.array(self.ends)).tolist()
        found = lower + share * (upper - lower)
        return float(10.0**found if self.log else found)

    def _turned(self, values: np.ndarray) -> np.ndarray:
        return np.log10(np.maximum(values, 0.0)) if self.log else values

    def ticks(self, most: int = 6) -> list[float]:
        """Decades, or the ends and 0."""
        low, high = self.ends
        if not self.log:
            return [0.0, high, low] if low < 0.0 < high else [low, high]
        first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
        return [10.0**k for k in range(first, last + 1, max(1, math.ceil((last - first) / most)))]


def scale_along(axis: PlotScale, values: np.ndarray, first: float, last: float) -> AxisScale:
    """Return one in which all values (n,) have places between two, as far as they can have any."""
    log = axis.kind == "log"
    usable = values[np.isfinite(values) & ((values > 0.0) | (not log))]
    low, high = axis.ends or ((float(usable.min()), float(usable.max())) if usable.size else (0.1, 1.0))
    if log and axis.ends is None:
        low, high = 10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high))
    if low == high:
        low, high = (low / 10.0, high * 10.0) if log else (low - 0.5, high + 0.5)
    return AxisScale(log, (low, high), first, last)


def plot_scales(plot: Plot, box: Sequence[float]) -> tuple[AxisScale, AxisScale]:
    """Return those of both axes in a box (left, top, right, bottom); where nothing else is said, y goes from 0 or to it."""
    left, top, right, bottom = box
    xs = [*(curve.x for curve in plot.curves), np.array([mark.at for mark in plot.marks if mark.along == "x"])]
    ys = [*(curve.y for curve in plot.curves), np.array([mark.at for mark in plot.marks if mark.along == "y"])]
    if plot.y.kind == "linear":
        ys.append(np.zeros(1))
    return scale_along(plot.x, np.concatenate(xs), left, right), scale_along(plot.y, np.concatenate(ys), bottom, top)
