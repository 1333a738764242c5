"""Derivatives by central differences of eighth order, exact enough to tell a wrong term from rounding.

With steps of 5e-3 the error of the formula, h⁸/630 times a ninth derivative, is 6e-22 times the ninth power of the fastest
rate of a function's argument, up to 8 on the random trees: 1e-13 of the function. Rounding is 1e-16 / h = 2e-14 of the numbers
that were added up to make it.
"""

import numpy as np

from torseur import sim

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
