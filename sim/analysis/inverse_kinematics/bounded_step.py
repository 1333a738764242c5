"""One step of least squares within bounds: minimise ½ |e - Aᵀ d|² + ½ μ |d|² for low ≤ d ≤ high.

An active-set method: solve for what is free, go as far as the first bound, hold that joint there; let go of a held joint whose
multiplier says that it would rather leave. Few joints, so normal equations and Cholesky.
Source: Nocedal & Wright 2006, §16.5 (active-set methods for convex quadratic programmes).
"""

from __future__ import annotations

import math

from ...arrays import Array
from ...kernel import kernel

FREE, AT_LOW, AT_HIGH = 0.0, -1.0, 1.0
TINY = 1e-13  # of the largest diagonal number: what μ is at least, so that a redundant arm has one solution


@kernel
def bounded_step_into(H: Array, g: Array, mu: float, low: Array, high: Array, at_bound: Array, L: Array, d: Array) -> None:
    """Write the step into d (n,), and which bound holds each joint into held (n,).

    H (n, n) : A Aᵀ;  g (n,) : A e;  L (n + 1, n) : scratch;  low ≤ 0 ≤ high (n,)
    """
    n = g.shape[0]
    largest = 0.0
    for i in range(n):
        d[i] = 0.0
        at_bound[i] = AT_LOW if low[i] >= 0.0 and g[i] <= 0.0 else (AT_HIGH if high[i] <= 0.0 and g[i] >= 0.0 else FREE)
        largest = max(largest, H[i, i])
    mu = max(mu, TINY * largest)
    if mu == 0.0:
        return  # nothing moves the frame
    s = L[n]
    for _ in range(4 * n + 4):
        _solve_free(H, g, mu, at_bound, d, L, s)
        share, at, side = _first_bound(low, high, at_bound, d, s)
        for i in range(n):
            d[i] += share * (s[i] - d[i])
        if at >= 0:
            at_bound[at] = side
            d[at] = low[at] if side == AT_LOW else high[at]
            continue
        at = _bound_to_release(H, g, mu, at_bound, d)
        if at < 0:
            return
        at_bound[at] = FREE


@kernel
def _solve_free(H: Array, g: Array, mu: float, at_bound: Array, d: Array, L: Array, s: Array) -> None:
    """Write the solution for the free joints into s (n,), those held staying at d; L (≥ n, n) is scratch."""
    n = g.shape[0]
    for i in range(n):
        total = g[i]
        if at_bound[i] != FREE:
            total = d[i]
        else:
            for k in range(n):
                if at_bound[k] != FREE:
                    total -= H[i, k] * d[k]
        for j in range(i + 1):
            both = at_bound[i] == FREE and at_bound[j] == FREE
            x = H[i, j] if both else 0.0
            if i == j:
                x = x + mu if both else 1.0
            for k in range(j):
                x -= L[i, k] * L[j, k]
            if i == j:
                L[i, i] = math.sqrt(max(x, 1e-300))
            else:
                L[i, j] = x / L[j, j]
        for k in range(i):
            total -= L[i, k] * s[k]
        s[i] = total / L[i, i]
    for i in range(n - 1, -1, -1):
        total = s[i]
        for k in range(i + 1, n):
            total -= L[k, i] * s[k]
        s[i] = total / L[i, i]


@kernel
def _first_bound(low: Array, high: Array, at_bound: Array, d: Array, s: Array) -> tuple[float, int, float]:
    """How much of the way from d to s stays within the bounds, and which joint's bound ends it: -1 for none."""
    share, at, side = 1.0, -1, FREE
    for i in range(d.shape[0]):
        if at_bound[i] == FREE and s[i] < low[i] and (low[i] - d[i]) / (s[i] - d[i]) < share:
            share, at, side = max((low[i] - d[i]) / (s[i] - d[i]), 0.0), i, AT_LOW
        elif at_bound[i] == FREE and s[i] > high[i] and (high[i] - d[i]) / (s[i] - d[i]) < share:
            share, at, side = max((high[i] - d[i]) / (s[i] - d[i]), 0.0), i, AT_HIGH
    return share, at, side


@kernel
def _bound_to_release(H: Array, g: Array, mu: float, at_bound: Array, d: Array) -> int:
    """The held joint that would lower the sum most by leaving its bound; -1 if none would."""
    worst, at = 0.0, -1
    for i in range(g.shape[0]):
        if at_bound[i] != FREE:
            pull = g[i] - mu * d[i]
            for k in range(g.shape[0]):
                pull -= H[i, k] * d[k]
            inward = pull if at_bound[i] == AT_LOW else -pull
            if inward > worst + 1e-12 * abs(g[i]):
                worst, at = inward, i
    return at
