"""The plots: what the mouse asks for, what the legend says at the cursor, and long data."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from torseur.ui.displays.plot.thinning import PlottedLine
from torseur.ui.panels.plots.plots import Plots

T = np.linspace(0.0, 2.0, 201)


def show_energy(plots, t, kinetic, potential):
    plots.show_energy(*(PlottedLine(t, one) for one in (kinetic + potential, potential, kinetic)))


def show_forces(plots, t, normal, tangential):
    plots.show_forces(PlottedLine(t, normal), PlottedLine(t, tangential))


@pytest.fixture
def plots(qtbot):
    plots = Plots()
    plots.resize(1000, 200)
    qtbot.addWidget(plots)
    with qtbot.waitExposed(plots):
        plots.show()
    plots.show_span(0.0, 2.0)
    show_energy(plots, T, T, 4.0 - T)
    show_forces(plots, T, 10.0 * T, 0.0 * T)
    return plots


def place_of(pane, t):
    """Where a time is in the pane's plot [px]."""
    box = pane.plot.getViewBox()
    return pane.plot.mapFromScene(box.mapViewToScene(QPointF(t, 0.5 * pane.top)))


def test_pressing_and_dragging_in_any_plot_asks_for_that_time(plots):
    told = []
    plots.seek_requested.connect(told.append)
    viewport = plots.force.plot.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=place_of(plots.force, 0.5))
    QTest.mouseMove(viewport, place_of(plots.force, 1.0))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=place_of(plots.force, 1.0))
    QTest.mouseClick(plots.gap.plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 60))
    assert told[:2] == [pytest.approx(0.5, abs=0.02), pytest.approx(1.0, abs=0.02)]
    assert told[-1] == 0.0  # left of the axis: the first time there is


def test_the_legend_says_the_values_at_the_cursor_and_none_where_there_are_none(plots):
    plots.show_time(0.255)
    assert plots.energy.header.values == ("4.000 J", "3.745 J", "0.2550 J")
    assert plots.force.header.values == ("2.550 N", "0 N")
    plots.show_time(99.0)
    assert plots.energy.header.values[2] == "2.000 J"
    plots.energy.copy_data()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "time (s)\ttotal (J)\tpotential (J)\tkinetic (J)"
    assert len(lines) == 1 + len(T)
    show_energy(plots, T, np.full_like(T, np.nan), 0.0 * T)
    plots.show_time(0.5)
    assert plots.energy.header.values[0] == "– J"
    plots.clear()
    assert plots.energy.header.values == ("", "", "")
    assert plots.stems.texts == []


def test_gaps_are_in_millimetres_at_most_four_and_rounding_is_drawn_as_zero(plots):
    plots.show_gaps(T, ["a", "b", "c", "d", "e"], np.outer(T, [1.0, 2.0, 3.0, 4.0, 5.0]) * 1e-3)
    plots.show_time(1.0)
    assert plots.gap.header.values == ("1.000 mm", "2.000 mm", "3.000 mm", "4.000 mm")
    styles = [(style.ink.__self__.color, style.dash) for style, _ in plots.gap.lines]
    assert len(set(styles)) == 4
    t = np.linspace(0.0, 1.0, 5)
    plots.show_gaps(t, ["a · b"], -1e-17 * np.arange(5.0)[:, None])  # [m]
    assert plots.gap.plot.getViewBox().viewRange()[1] == pytest.approx([0.0, 1.0])
    plots.show_gaps(t, ["a · b"], -1e-6 * np.arange(5.0)[:, None])
    assert plots.gap.plot.getViewBox().viewRange()[1][0] < -3e-3  # [mm]


def test_impulses_stand_on_an_axis_of_their_own_unit_and_the_largest_have_their_numbers(plots):
    axis = plots.stems.axis
    assert not axis.isVisible()
    plots.show_impulses(np.array([0.5, 1.0]), np.array([2.0, 8.0]))
    assert axis.isVisible()
    assert "N·s" in axis.labelText
    _, heights = plots.stems.points
    np.testing.assert_allclose(axis.scale * heights, [2.0, 8.0])  # read at the right, a stem is its impulse
    plots.show_impulses(np.zeros(0), np.zeros(0))
    assert not axis.isVisible()
    plots.show_impulses(np.linspace(0.1, 1.8, 9), np.arange(1.0, 10.0))
    assert 1 <= len(plots.stems.texts) <= 6
    assert plots.stems.texts[0] == "9.000 N·s"


def test_the_view_follows_the_span_unless_the_user_looks_closer(plots):
    box = plots.energy.plot.getViewBox()
    plots.show_span(0.0, 3.0)
    assert box.viewRange()[0] == pytest.approx([0.0, 3.0])
    box.setXRange(1.0, 1.5, padding=0)
    plots.show_span(0.0, 4.0)
    assert box.viewRange()[0] == pytest.approx([1.0, 1.5])
    assert plots.gap.plot.getViewBox().viewRange()[0] == pytest.approx([1.0, 1.5])
    plots.energy.menu.actions()[0].trigger()
    assert box.viewRange()[0] == pytest.approx([0.0, 4.0])


def test_a_peak_among_many_points_stays_in_sight(plots):
    t = np.linspace(0.0, 2.0, 100_001)
    normal = np.zeros_like(t)
    normal[70_001] = 500.0
    show_forces(plots, t, normal, 0.0 * t)
    x, y = plots.force.lines[0][1].getData()
    assert len(x) < 2000
    assert y.max() == 500.0
    assert (np.diff(x) >= 0).all()


def test_what_came_while_out_of_sight_is_shown_when_it_is_back(plots):
    plots.hide()
    show_energy(plots, T, 2.0 * T, 0.0 * T)
    plots.show_time(1.0)
    assert plots.energy.header.values[0] == ""
    plots.show()
    assert plots.energy.header.values[0] == "2.000 J"


def test_a_line_that_goes_up_and_down_in_every_pixel_is_painted_as_a_band_and_as_a_line_from_near(plots):
    t = np.linspace(0.0, 2.0, 200_001)
    kinetic = 1.0 + np.cos(2e4 * t)
    show_energy(plots, t, kinetic, 2.0 - kinetic)

    def pens():
        return [
            (item.opts["pen"].widthF(), item.opts["pen"].style() == Qt.PenStyle.SolidLine) for _, item in plots.energy.lines
        ]

    usual = [(style.width, not style.dash) for style, _ in plots.energy.lines]
    assert pens() == [usual[0], (1.0, True), (1.0, True)]
    plots.energy.plot.setXRange(1.0, 1.001, padding=0)
    assert pens() == usual
    plots.energy.reset_view()
    assert pens()[1] == (1.0, True)
    show_energy(plots, T, T, 4.0 - T)
    assert pens() == usual


def test_panes_can_be_made_one_at_a_time_and_take_what_was_shown_before(qtbot):
    plots = Plots()
    qtbot.addWidget(plots)
    show_energy(plots, T, T, 4.0 - T)
    pieces = 1
    while plots.make_piece():
        pieces += 1
    assert pieces == 4  # three panes, and what joins them
    assert not plots.make_piece()
    pane = plots.energy
    with qtbot.waitExposed(plots):
        plots.show()
    assert plots.energy is pane
    plots.show_time(0.255)
    assert plots.energy.header.values == ("4.000 J", "3.745 J", "0.2550 J")
