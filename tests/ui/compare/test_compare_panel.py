"""The panel and the plots of the workspace Compare: what they show of values that are given."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest

from torseur.sim.simulation.inspection.comparing.values import ComparedImpact, ConvergenceOrder, PairedImpact
from torseur.ui.compare.compare_panel import ComparePanel
from torseur.ui.compare.comparison_plots import ComparisonPlots
from torseur.ui.compare.gap_force_plot import GapForcePlot
from torseur.ui.compare.order_plot import OrderPlot
from torseur.ui.compare.step_texts import steps_of, steps_text
from torseur.ui.compare.values import CornerPoints, LimitView, RunLook, RunRow
from torseur.ui.displays.switch_text import SwitchText
from torseur.ui.look import painted_layer

LIMITS = (("one", "First limit"), ("corner", "Second limit"))


@pytest.fixture
def panel(qtbot):
    panel = ComparePanel(LIMITS)
    qtbot.addWidget(panel)
    panel.resize(400, 900)
    panel.show()
    return panel


def test_what_chooses_among_compared_signals_is_there_once_there_are_some(qtbot):
    plots = ComparisonPlots()
    qtbot.addWidget(plots)
    for signals in ({}, {"z": "height"}, {}):
        plots.show_signals(signals, next(iter(signals), ""))
        assert [tool.isHidden() for tool in plots.tools] == 2 * [not signals]
    assert plots.signals.choice == ""


def test_steps_are_typed_in_milliseconds_and_what_cannot_be_is_refused(panel):
    assert steps_of("1; 20, 5 5") == (0.02, 0.005, 0.001)
    assert steps_text((0.02, 0.0003125)) == "20, 0.3125"
    told = []
    panel.runs.steps_entered.connect(told.append)
    field = panel.runs.steps
    for typed in ("20, zero", "0", "1 2 3 4 5 6 7"):
        field.setText(typed)
        field.setModified(True)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert field.refused
    field.setText("8, 4")
    field.setModified(True)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert told == [(0.008, 0.004)]


def test_a_click_on_a_run_asks_for_its_ghost(panel):
    look = RunLook("hybrid", "hybrid", "hybrid", "#E69F00")
    panel.runs.show_runs([RunRow(look, "A", 0.001, False, False, "")], "m")
    told = []
    panel.runs.ghost_switched.connect(told.append)
    table = panel.runs.table
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(0).center())
    assert told == ["hybrid"]


def test_an_impact_that_one_run_lacks_has_no_numbers_there_and_a_chosen_one_is_sought(panel):
    one = ComparedImpact(0.32, 0.01, ("ground", "brick"), 18.84, -3.13, 0.0, 28.64)
    panel.show_compared(True)
    panel.impacts.show_pairs([PairedImpact(1, ("ground", "brick"), one, None)], "words")
    model = panel.impacts.table.row_model
    assert [model.cell(0, k).text for k in range(6)] == ["1 brick", "0.3200", "–", "–", "18.84", "–"]
    told = []
    panel.impacts.seek_requested.connect(told.append)
    panel.impacts.table.selectRow(0)
    assert told == [0.32]


def test_a_limit_says_what_it_says_while_its_switch_is_on(panel):
    panel.show_compared(True)
    limits = panel.limits
    limits.show_limits([LimitView("one", ("words", "more")), LimitView("corner", ("other",), "Open")])
    assert (limits.text("one"), limits.text("corner")) == ("words\nmore", "")
    limits.show_on("corner", True)
    assert limits.text("corner") == "other"
    assert limits.shown == ("one", "corner")


def test_the_plot_of_orders_says_its_slope_to_a_screen_reader(qtbot):
    plot = OrderPlot()
    qtbot.addWidget(plot)
    steps = np.array([0.02, 0.01])
    plot.resize(400, 220)
    plot.show_order(ConvergenceOrder(steps, 0.5 * steps, 1.0, 0.5, 0.0), "mean |Δ|", "m", 0.01)
    assert not plot.grab().isNull()
    assert plot.accessible().value == "slope 1.00: 20.00 ms 0.01000 m; 10.00 ms 0.005000 m"
    plot.show_order(ConvergenceOrder(steps, np.zeros(2), math.nan, math.nan, 1e-12), "mean |Δ|", "m", math.nan)
    assert not plot.grab().isNull()
    assert plot.accessible().value.startswith("no slope")


def test_steps_on_the_corner_are_painted_once_and_not_at_every_instant(qtbot, monkeypatch):
    painted = []
    monkeypatch.setattr(painted_layer, "QPixmap", lambda *size: painted.append(size) or QPixmap(*size))
    plot = GapForcePlot()
    qtbot.addWidget(plot)
    plot.resize(400, 168)
    gap, force = np.array([0.0, 0.2, 0.0]), np.array([5.0, 0.0, 0.0])
    before = len(painted)
    pictures = []
    for now in (0, 1, 2):
        plot.show_points(CornerPoints(gap.copy(), force.copy(), now, "h = 10 ms"))
        pictures.append(plot.grab().toImage())
    assert len(painted) == before + 1
    assert pictures[0] != pictures[1] != pictures[2]  # the mark of now goes on
    plot.show_points(CornerPoints(gap, 2.0 * force, 0, "h = 10 ms"))
    plot.grab()
    assert len(painted) == before + 2


def test_a_click_on_the_words_beside_a_switch_switches(panel):
    switched = []
    panel.runs.lecture_switched.connect(switched.append)
    (words,) = (text for text in panel.runs.findChildren(SwitchText) if text.isVisible())
    QTest.mouseClick(words, Qt.MouseButton.LeftButton)
    QTest.mouseClick(words, Qt.MouseButton.LeftButton)
    assert switched == [True, False]
