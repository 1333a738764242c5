"""The numbers of the Runge-Kutta method of the hybrid scheme."""

import numpy as np
from scipy.integrate import DOP853

from torseur.sim.simulation.running.hybrid.dop853 import dop853


def test_the_numbers_are_those_of_scipy():
    stages, weights = dop853()
    np.testing.assert_array_equal(stages, DOP853.A[:12, :12])
    np.testing.assert_array_equal(weights[0, :12], DOP853.B)
    np.testing.assert_array_equal(weights[1:], [DOP853.E5, DOP853.E3])
