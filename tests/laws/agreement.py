"""How laws are compared: by the largest difference, relative to the largest number that takes part."""

import numpy as np

from torseur import sim

ROUNDING = 1e-13
"""Two ways to sum a few hundred products; the worst of the random trees is 7e-15 of the largest number."""

DIFFERENCE = 2e-11
"""A formula beside differences, see `differences`; the worst of the random trees is 1e-12 of the largest number."""


def assert_close(actual, expected, tolerance, what, scale=0.0):
    """Fail and name `what` if the largest difference is above tolerance times the largest of 1, `expected` and `scale`.

    scale : the largest number that cancelled on the way to `expected`.
    """
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape, f"{what}: shape {actual.shape}, expected {expected.shape}"
    size = max(1.0, scale, np.abs(expected).max(initial=0.0))
    off = np.abs(actual - expected).max(initial=0.0) / size
    assert off <= tolerance, f"{what}: off by {off:.1e} of {size:.3g}, more than {tolerance:.1e}"


STEP = 5e-3
_WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)


def rate(function):
    """d/dt of function(t) at t = 0."""
    return sum(
        weight / STEP * (np.asarray(function(k * STEP)) - np.asarray(function(-k * STEP)))
        for k, weight in enumerate(_WEIGHTS, start=1)
    )


def along(function, model, q):
    """Derivative of function(q) along each velocity: the last axis counts them."""
    units = np.eye(model.nv)
    return np.stack([rate(lambda t, unit=unit: function(sim.integrate(model, q, unit, t))) for unit in units], axis=-1)


def by_each(function, x):
    """Derivative of function(x) by each number of x (n,): the last axis counts them."""
    return np.stack([rate(lambda t, unit=unit: function(x + t * unit)) for unit in np.eye(len(x))], axis=-1)
