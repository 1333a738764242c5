"""Residuals in columns of pixels."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtGui import QColor

from torseur.ui.time_bar.residual_strip import column_maxima, last_number, line_image, strip_image

PLAIN, BAD = QColor("#808080"), QColor("#E69F00")


def test_every_column_shows_the_largest_of_its_samples():
    random = np.random.default_rng(3)
    t = np.sort(random.uniform(0.0, 1.0, 5000))
    residual = 10.0 ** random.uniform(-16, 0, 5000)
    edges = np.linspace(0.0, 1.0, 101)
    wanted = [residual[(t >= a) & (t < b)].max() for a, b in zip(edges, edges[1:], strict=False)]
    np.testing.assert_array_equal(column_maxima(t, residual, edges), wanted)


def test_a_column_between_two_samples_shows_the_one_before_and_after_the_last_there_is_nothing():
    maxima = column_maxima(np.array([0.25, 0.65]), np.array([1e-3, 1e-5]), np.linspace(0.0, 1.0, 11))
    np.testing.assert_array_equal(maxima, [np.nan] * 2 + [1e-3] * 4 + [1e-5] + [np.nan] * 3)
    assert np.isnan(column_maxima(np.zeros(0), np.zeros(0), np.linspace(0.0, 1.0, 11))).all()


def test_bars_grow_with_the_logarithm_and_bad_ones_are_orange():
    maxima = np.array([np.nan, 0.0, 1e-12, np.nan, np.nan, 1e-4, np.nan, np.nan, np.inf])
    image = strip_image(maxima, 16, PLAIN, BAD)
    height = [sum(image.pixelColor(x, y).alpha() > 0 for y in range(16)) for x in range(9)]
    assert height == [0, 1, 4, 0, 12, 12, 12, 16, 16]
    assert image.pixelColor(5, 15) == BAD
    assert image.pixelColor(2, 15) == PLAIN


def test_a_line_stands_as_high_as_the_logarithm_and_goes_on_until_the_next_estimate():
    image = line_image(np.array([np.nan, 1e-8, np.nan, 1.0, np.nan]), 4, 16, 1, BAD)
    rows = [[y for y in range(16) if image.pixelColor(x, y).alpha()] for x in range(5)]
    assert rows == [[], [8], [8], [0], []]  # halfway up the 16 decades, and at the top


def test_the_last_number_is_found_however_far_before_the_end_it_is():
    samples = np.full(20_000, np.nan)
    assert math.isnan(last_number(samples))
    assert math.isnan(last_number(samples[:0]))
    for place in (3, 4095, 4096, 19_999):
        samples[place] = float(place)
        assert last_number(samples) == place
        assert last_number(samples[: place + 1]) == place
