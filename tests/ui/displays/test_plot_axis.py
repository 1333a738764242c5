"""The axes of plots."""

from __future__ import annotations

from torseur.ui.displays.plot.plot_surface import PlotAxis


def test_numbers_beside_a_plot_are_short_enough_for_its_unit(qapp):
    axis, below = PlotAxis("left", 30), PlotAxis("bottom", 30)
    assert axis.tickStrings([0.0, 10000.0, 20000.0], 1.0, 10000.0) == ["0", "1e4", "2e4"]
    assert axis.tickStrings([-0.0002, 0.0, 0.0002], 1.0, 0.0002) == ["−2e-4", "0", "2e-4"]
    assert below.tickStrings([0.0, 10000.0, 20000.0], 1.0, 10000.0) == ["0", "10000", "20000"]
