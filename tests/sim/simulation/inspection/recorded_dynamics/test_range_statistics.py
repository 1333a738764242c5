"""Statistics of a range: closed forms of straight lines and sines, uneven times, what has no numbers."""

import math

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError


def test_a_ramp_has_the_mean_rms_and_integral_of_the_textbook_whatever_its_samples():
    t = np.array([0.0, 0.1, 0.15, 0.7, 2.0])
    found = sim.range_statistics(t, 3.0 * t)
    assert (found.low, found.low_at, found.high, found.high_at) == (0.0, 0.0, 6.0, 2.0)
    assert found.mean == pytest.approx(3.0, rel=1e-14)
    assert found.rms == pytest.approx(6.0 / math.sqrt(3.0), rel=1e-14)
    assert found.integral == pytest.approx(6.0, rel=1e-14)
    assert found.covered == pytest.approx(2.0, rel=1e-14)


def test_the_ends_of_the_range_lie_between_states():
    t = np.linspace(0.0, 1.0, 5)
    found = sim.range_statistics(t, 2.0 * t, 0.1, 0.6)
    assert (found.low, found.high) == (pytest.approx(0.2), pytest.approx(1.2))
    assert found.integral == pytest.approx(0.6**2 - 0.1**2, rel=1e-13)
    inside = sim.range_statistics(t, 2.0 * t, 0.3, 0.4)  # no state within
    assert inside.mean == pytest.approx(0.7, rel=1e-13)
    assert inside.covered == pytest.approx(0.1, rel=1e-13)


def test_a_sine_over_a_period_is_zero_in_the_mean_and_root_half_squared():
    t = np.linspace(0.0, 2.0, 4001)
    found = sim.range_statistics(t, 5.0 * np.sin(np.pi * t))
    assert found.mean == pytest.approx(0.0, abs=1e-12)
    assert found.rms == pytest.approx(5.0 / math.sqrt(2.0), rel=1e-6)  # (π h)² / 12 of its square
    assert (found.high_at, found.low_at) == (pytest.approx(0.5), pytest.approx(1.5))


def test_what_has_no_numbers_is_left_out_and_said():
    t = np.array([0.0, 1.0, 2.0, 3.0])
    found = sim.range_statistics(t, np.array([np.nan, 4.0, 6.0, np.nan]))
    assert (found.mean, found.integral, found.covered) == (5.0, 5.0, 1.0)
    nothing = sim.range_statistics(t, np.full(4, np.nan))
    assert math.isnan(nothing.mean)
    assert nothing.covered == 0.0
    point = sim.range_statistics(t, np.array([np.nan, 4.0, np.nan, np.nan]))
    assert (point.mean, point.rms, point.integral) == (4.0, 4.0, 0.0)


def test_a_jump_at_one_instant_has_no_duration():
    found = sim.range_statistics(np.array([0.0, 1.0, 1.0, 2.0]), np.array([1.0, 1.0, 5.0, 5.0]))
    assert found.integral == 6.0
    assert found.rms == pytest.approx(math.sqrt(13.0))


def test_ranges_and_arrays_that_cannot_be_are_refused():
    t = np.array([0.0, 1.0])
    for arguments, words in (
        ((t, np.zeros(3)), "of one length"),
        ((t[::-1].copy(), np.zeros(2)), "must not decrease"),
        ((t, np.zeros(2), 1.0, 0.5), "must not end before it starts"),
    ):
        with pytest.raises(ArgumentError, match=words):
            sim.range_statistics(*arguments)
