"""Round ends and steps for the scales of small pictures."""

from __future__ import annotations

import math

_ENDS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


def nice_above(x: float) -> float:
    """The next round number not below x; 1 where there is nothing to go by."""
    if not (math.isfinite(x) and x > 0.0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(x))
    end = next((end for end in _ENDS if x <= end * power * (1 + 1e-12)), 10.0)
    return float(f"{end * power:.3g}")


def nice_step(span: float, count: int) -> float:
    """A step of 1, 2 or 5 times a power of ten that parts a span into no more than so many."""
    rough = span / max(count, 1)
    if not (math.isfinite(rough) and rough > 0.0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((step for step in (1.0, 2.0, 5.0, 10.0) if rough <= step * power * (1 + 1e-12)), 10.0)
    return float(f"{step * power:.3g}")
