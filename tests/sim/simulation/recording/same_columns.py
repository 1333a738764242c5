"""Whether two recordings hold the same numbers, bit for bit, wherever they lie: for tests of those that stay in a file."""

import numpy as np

COLUMNS = ("t", "q", "v", "tau", "passive", "kinetic", "potential", "residual", "step_error", "iterations", "normal_impulse")


def same(column, expected):
    return np.array_equal(np.asarray(column), expected, equal_nan=True)


def assert_same_columns(one, other):
    for name in COLUMNS:
        assert same(getattr(one, name), getattr(other, name)), name
    assert same(one.problems.levels, other.problems.levels)
    assert same(one.problems.configurations, other.problems.configurations)
