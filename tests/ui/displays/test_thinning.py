"""Fewer points, the same picture."""

from __future__ import annotations

import numpy as np

from torseur.ui.displays.plot.thinning import PARTS, FoundRows, PlottedLine, highest, thinned


def test_few_points_stay_as_they_are_with_one_beyond_each_end():
    t = np.arange(10.0)
    x, y = thinned(t, t**2, 2.5, 5.5, 100)
    assert x.tolist() == [2, 3, 4, 5, 6]
    assert y.tolist() == [4, 9, 16, 25, 36]


def test_of_many_points_the_extremes_stay_in_the_order_of_time():
    rng = np.random.default_rng(3)
    t = np.linspace(0.0, 1.0, 50_000)
    y = rng.normal(size=t.size)
    x, thin = thinned(t, y, 0.0, 1.0, 300)
    assert len(x) < 1000
    assert (thin.min(), thin.max()) == (y.min(), y.max())
    assert (np.diff(x) >= 0).all()
    assert (x[0], x[-1]) == (0.0, 1.0)


def test_values_that_are_no_numbers_hide_no_peak():
    t = np.linspace(0.0, 1.0, 10_000)
    y = np.full_like(t, np.nan)
    y[5000] = 7.0
    assert np.nanmax(thinned(t, y, 0.0, 1.0, 100)[1]) == 7.0


def test_no_points_give_no_points():
    assert [len(part) for part in thinned(np.zeros(0), np.zeros(0), 0.0, 1.0, 100)] == [0, 0]


def test_a_long_line_keeps_its_extremes_from_afar_and_all_its_points_from_near():
    rng = np.random.default_rng(4)
    t = np.linspace(0.0, 1.0, 40 * PARTS)
    y = rng.normal(size=t.size)
    y[::7] = np.nan
    line = PlottedLine(t, y)
    assert line.ends == (np.nanmin(y), np.nanmax(y))
    x, far = line.within(0.0, 1.0, 300)
    assert len(x) < 1000
    assert (np.nanmin(far), np.nanmax(far)) == line.ends
    column = 1.0 / len(x) * 2  # of two points
    for left in np.linspace(0.1, 0.9, 50):  # no peak is lost, nor moved by more than a column of pixels
        inside = (t >= left) & (t <= left + 3.0 * column)
        beside = (x >= left - column) & (x <= left + 4.0 * column)
        assert np.nanmin(far[beside]) <= np.nanmin(y[inside])
        assert np.nanmax(far[beside]) >= np.nanmax(y[inside])
    near = line.within(0.5, 0.5 + 100 / t.size, 300)
    np.testing.assert_array_equal(near, thinned(t, y, 0.5, 0.5 + 100 / t.size, 300))
    assert 100 <= len(near[0]) <= 104


def test_a_line_without_numbers_has_no_ends():
    assert PlottedLine(np.arange(3.0), np.full(3, np.nan)).ends is None
    assert PlottedLine(np.zeros(0), np.zeros(0)).ends is None


def test_numbers_that_are_found_when_they_are_asked_for_are_asked_for_where_the_plot_looks():
    t = np.linspace(0.0, 1.0, 200_000)
    y = np.sin(40.0 * t)
    asked = []

    def find(part):
        asked.append(part.stop - part.start)
        return y[part]

    few = thinned(t, y, 0.0, 1.0, 10_000)
    line = PlottedLine(t, FoundRows(len(t), find), few)
    far = line.within(0.0, 1.0, 300)
    assert (far[1].min(), far[1].max()) == (y.min(), y.max()) == line.ends
    assert asked == []
    np.testing.assert_array_equal(line.within(0.5, 0.5001, 300), thinned(t, y, 0.5, 0.5001, 300))
    assert sum(asked) < 100
    np.testing.assert_array_equal(line.y[-5:], y[-5:])


def test_of_many_stems_the_highest_of_each_column_of_pixels_is_drawn_and_of_few_all():
    rng = np.random.default_rng(5)
    t, y = np.sort(rng.uniform(0.0, 10.0, 5000)), rng.uniform(0.1, 1.0, 5000)
    places = highest(t, y, 2.0, 7.0, 100)
    assert len(places) == 100
    for k, place in enumerate(places):
        inside = (t >= 2.0 + 0.05 * k) & (t < 2.05 + 0.05 * k)
        assert inside[place]
        assert y[place] == y[inside].max()
    few = highest(t, y, 2.0, 2.1, 100)
    np.testing.assert_array_equal(few, np.flatnonzero((t >= 2.0) & (t <= 2.1)))
    assert len(highest(t, y, 11.0, 12.0, 100)) == len(highest(t[:0], y[:0], 0.0, 1.0, 100)) == 0
