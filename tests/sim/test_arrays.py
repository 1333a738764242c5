"""What fixes the sign of a vector that is one for either sign."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import leading_entry


def test_entries_that_are_as_large_but_for_rounding_do_not_change_places():
    for noise in (-1e-15, 0.0, 1e-15):
        assert leading_entry(np.array([0.1, 0.5 - noise, -0.5 - noise, 0.5])) > 0.0
    assert leading_entry(np.array([0.5, -0.6, 0.5])) == -0.6
    assert leading_entry(np.array([0.0, 1j])) == 1j
