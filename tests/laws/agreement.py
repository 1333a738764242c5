"""How laws are compared: by the largest difference, relative to the largest number that takes part."""

import numpy as np

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
