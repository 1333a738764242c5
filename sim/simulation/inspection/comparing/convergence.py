"""The order of convergence: errors over steps, and the slope of the line through them on logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ....arrays import as_floats, frozen
from ....errors import ArgumentError
from .values import ConvergenceOrder


def convergence_order(steps: Sequence[float], errors: Sequence[float], floor: float = 0.0) -> ConvergenceOrder:
    """Fit error = factor · step ** order to errors at several steps, by least squares of their logarithms.

    steps  : (n,) [s], in any order
    errors : (n,) ≥ 0, in one unit; what is not finite takes no part
    floor  : errors at or below it are rounding, or what the reference is known to: they take no part
    Halving the step divides the error by 2 ** order. Raises ArgumentError for steps that are not positive, lengths that differ,
    and negative errors.
    """
    h, e = as_floats("steps", steps), as_floats("errors", errors)
    if h.ndim != 1 or h.shape != e.shape:
        raise ArgumentError(
            "steps and errors must be as many; given shapes {shape} and {e_shape}", shape=h.shape, e_shape=e.shape
        )
    if not np.all(h > 0.0) or np.any(e < 0.0):
        raise ArgumentError(
            "steps must be positive and errors not negative; given steps {h}, errors {e}", h=h.tolist(), e=e.tolist()
        )
    order = np.argsort(-h, kind="stable")
    h, e = h[order], e[order]
    used = np.isfinite(e) & (e > floor)
    if len(np.unique(h[used])) < 2:
        return ConvergenceOrder(frozen(h), frozen(e), math.nan, math.nan, floor)
    slope, shift = np.polyfit(np.log(h[used]), np.log(e[used]), 1)
    return ConvergenceOrder(frozen(h), frozen(e), float(slope), float(np.exp(shift)), floor)
