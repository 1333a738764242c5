"""The panel of signals: ticking and searching in its tree, plots by unit, statistics and what their lines look like."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur.sim.simulation.inspection.recorded_dynamics.range_statistics import range_statistics
from torseur.ui.panels.signals.signals_panel import MOST, STYLES, SignalsPanel
from torseur.ui.panels.signals.statistics_table import integral_unit
from torseur.ui.panels.signals.values import SignalEntry, SignalLine, SignalStatistics

ENTRIES = (
    SignalEntry("g:tau", "τ", is_group=True),
    SignalEntry("tau/shoulder", "shoulder", 1, "N·m"),
    SignalEntry("tau/elbow", "elbow", 1, "N·m"),
    SignalEntry("g:v", "q̇", is_group=True),
    SignalEntry("v/shoulder", "shoulder", 1, "°/s"),
)
T = np.linspace(0.0, 2.0, 201)


@pytest.fixture
def panel(qtbot):
    panel = SignalsPanel()
    panel.resize(1200, 260)
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.show_span(0.0, 2.0)
    panel.show_entries(ENTRIES)
    return panel


def rows_of(tree):
    """Names in sight, from above."""
    names, index = [], tree.rows.index(0, 0)
    while index.isValid():
        names.append(index.data())
        index = tree.indexBelow(index)
    return names


def lines():
    return [
        SignalLine("tau/shoulder", "τ shoulder", "N·m", "Torque", T, 3.0 * T),
        SignalLine("tau/elbow", "τ elbow", "N·m", "Torque", T, -T),
        SignalLine("v/shoulder", "q̇ shoulder", "°/s", "q̇", T, 0.0 * T),
    ]


@pytest.mark.parametrize("x", [2, 8, 13, 20, 26, 60])
def test_one_click_anywhere_in_a_row_ticks_it_once(panel, qtbot, x):
    chosen = []
    panel.chosen.connect(chosen.append)
    panel.tree.press(panel.tree.index_of("g:tau"))
    rect = panel.tree.visualRect(panel.tree.index_of("tau/elbow"))
    at = QPoint(rect.left() + x, rect.center().y())
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert (chosen, panel.tree.ticked) == ([["tau/elbow"]], ["tau/elbow"])
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert (chosen[-1], panel.tree.ticked) == ([], [])


def test_lines_of_a_second_quantity_are_dashed_over_those_of_the_first_so_that_equal_ones_are_both_seen(panel):
    names = [f"joint {k}" for k in range(7)]
    all_of = [
        SignalLine(f"{kind}/{name}", f"{kind} {name}", "N·m", "Torque", T, T) for kind in ("tau", "needed") for name in names
    ]
    panel.show_lines(all_of)
    styles, items = zip(*panel.panes["Torque", "N·m"].lines, strict=True)
    assert [bool(style.dash) for style in styles] == [False] * 7 + [True] * 7
    assert len({(style.color, style.dash) for style in styles}) == 14
    assert min(item.zValue() for item in items[7:]) > max(item.zValue() for item in items[:7])


def test_a_click_unfolds_a_group_and_ticks_a_quantity(panel):
    told = []
    panel.chosen.connect(told.append)
    tree = panel.tree
    assert rows_of(tree) == ["τ", "q̇"]
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(tree.index_of("g:tau")).center())
    assert rows_of(tree) == ["τ", "shoulder", "elbow", "q̇"]
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(tree.index_of("tau/elbow")).center())
    assert told == [["tau/elbow"]]
    QTest.keyClick(tree, Qt.Key.Key_Space)  # takes it away again
    assert told[-1] == []


def test_words_find_a_quantity_by_its_name_and_its_group_together(panel):
    panel.search.setText("should")
    assert rows_of(panel.tree) == ["τ", "shoulder", "q̇", "shoulder"]
    panel.search.setText("")
    assert rows_of(panel.tree) == ["τ", "q̇"]
    panel.search.setText("τ")
    assert rows_of(panel.tree) == ["τ", "shoulder", "elbow"]
    panel.search.setText("elbow τ")
    assert rows_of(panel.tree) == ["τ", "elbow"]
    panel.search.setText("elbow q̇")
    assert rows_of(panel.tree) == []


def test_ticks_and_folds_stay_when_units_change(panel):
    panel.tree.show_ticked(["v/shoulder"])
    panel.tree.setExpanded(panel.tree.index_of("g:v"), True)
    panel.show_entries((*ENTRIES[:4], SignalEntry("v/shoulder", "shoulder", 1, "rad/s")))
    assert panel.tree.ticked == ["v/shoulder"]
    assert panel.tree.isExpanded(panel.tree.index_of("g:v"))


def test_each_unit_has_a_plot_and_they_move_together(panel, qtbot):
    panel.show_lines(lines())
    assert list(panel.panes) == [("Torque", "N·m"), ("q̇", "°/s")]
    torque, rate = panel.panes.values()
    assert [style.name for style, _ in torque.lines] == ["τ shoulder", "τ elbow"]
    with qtbot.waitSignal(panel.range_changed) as told:
        torque.plot.setXRange(0.5, 1.0, padding=0)
    assert told.args == [pytest.approx(0.5), pytest.approx(1.0)]
    assert rate.plot.getViewBox().viewRange()[0] == pytest.approx([0.5, 1.0])
    panel.show_lines(lines()[2:])
    assert list(panel.panes) == [("q̇", "°/s")]
    panel.panes["q̇", "°/s"].reset_requested.emit()
    assert panel.range == pytest.approx((0.0, 2.0))


def test_lines_of_a_plot_are_told_apart_and_small_residuals_are_shown(panel):
    assert len(set(STYLES)) == MOST
    panel.show_lines([SignalLine("r", "residual", "N·m", "Residual", T, np.full(201, 3e-12))])
    panel.show_time(1.0)
    assert panel.panes["Residual", "N·m"].header.values == ("3.000e-12 N·m",)


def test_statistics_have_the_line_of_their_plot_and_are_copied_whole(panel):
    shown = lines()
    panel.show_lines(shown)
    panel.show_statistics([SignalStatistics(x.key, x.name, x.unit, range_statistics(x.t, x.values)) for x in shown], 0, 2)
    table = panel.statistics
    assert table.styles["tau/elbow"] == panel.panes["Torque", "N·m"].lines[1][0]
    copied = table.to_copy()
    assert copied.values[0] == pytest.approx([0.0, 0.0, 6.0, 2.0, 3.0, 6.0 / 3.0**0.5, 6.0, 2.0])
    assert panel.range_label.whole_text == "0 s to 2.0000 s, in sight"


def at(pane, t):
    """Where a time is in a plot [px]."""
    box = pane.plot.getViewBox()
    place = box.mapViewToScene(QPointF(t, sum(box.viewRange()[1]) / 2))
    return pane.plot.mapFromScene(place)


def drag(pane, start, end, keys=Qt.KeyboardModifier.NoModifier):
    """Press the left button at a time and let go at another."""
    view = pane.plot.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, keys, at(pane, start))
    for share in (0.5, 1.0):  # moves with a button, which QTest.mouseMove does not make
        where = at(pane, start + share * (end - start))
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(where),
            view.mapToGlobal(QPointF(where)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            keys,
        )
        QApplication.sendEvent(view, event)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, keys, at(pane, end))


def test_a_range_is_drawn_over_all_plots_and_its_edges_are_dragged(panel, qtbot):
    panel.show_lines(lines())
    qtbot.waitUntil(lambda: panel.panes["q̇", "°/s"].width() > 100)
    torque, rate = panel.panes.values()
    pixel = 2.0 * 2.0 / torque.plot.getViewBox().width()  # [s], of where the mouse presses and lets go
    sought, told = [], []
    panel.seek_requested.connect(sought.append)
    panel.range_changed.connect(lambda *ends: told.append(ends))
    drag(torque, 1.5, 0.5, Qt.KeyboardModifier.ShiftModifier)
    assert sought == []
    assert panel.range == pytest.approx((0.5, 1.5), abs=pixel)
    assert rate.plot.time_range.ends == panel.range
    assert panel.ranging.isChecked()
    qtbot.waitUntil(lambda: bool(told) and told[-1] == panel.range)
    drag(rate, 1.5, 5.0)  # beyond the plot is its end
    assert panel.range == pytest.approx((0.5, 2.0), abs=pixel)
    panel.show_statistics([], *panel.range)
    assert "in sight" not in panel.range_label.whole_text
    drag(torque, 1.0, 1.2)  # inside a range it is the cursor still
    assert sought[-1] == pytest.approx(1.2, abs=pixel)
    panel.ranging.click()
    assert panel.range == pytest.approx((0.0, 2.0))
    assert torque.plot.time_range.ends is None
    panel.ranging.click()
    assert panel.range == pytest.approx((0.5, 1.5))
    panel.show_span(0.0, 1.0)  # of another recording
    assert not panel.ranging.isChecked()


@pytest.mark.parametrize(
    ("unit", "whole"), [("W", "J"), ("N·m", "N·m·s"), ("°/s", "°"), ("m/s", "m"), ("rad/s²", "rad/s"), ("", "s"), ("J", "J·s")]
)
def test_integrals_have_the_unit_of_what_they_are_of_by_seconds(unit, whole):
    assert integral_unit(unit) == whole


def test_progress_shows_a_button_that_stops_it(panel):
    told = []
    panel.cancelled.connect(lambda: told.append("cancelled"))
    assert not panel.cancel.isVisible()
    panel.show_progress(3, 10)
    assert panel.status.whole_text == "3 of 10 parts"
    panel.cancel.click()
    assert told == ["cancelled"]
    panel.show_progress(0, 0)
    assert not panel.cancel.isVisible()


def test_the_legend_leaves_out_the_words_that_stand_above_it_and_those_that_all_names_share(panel, qtbot):
    names = [f"q̇ panda joint{k}" for k in (1, 2)]
    panel.show_lines([SignalLine(name, name, "°/s", "q̇", T, np.sin(T)) for name in names])
    header = panel.panes["q̇", "°/s"].header
    qtbot.waitUntil(lambda: header.named == ["joint1", "joint2"])  # laid out
    assert [text.removesuffix(" 0 °/s") for text in header.toolTip().splitlines()] == names


def test_a_range_that_is_switched_on_is_in_the_middle_of_what_is_recorded(panel, qtbot):
    panel.show_span(0.0, 5.0)
    panel.show_lines(lines())  # 2 s of 5
    with qtbot.waitSignal(panel.range_changed) as told:
        panel.ranging.click()
    assert told.args == pytest.approx([0.5, 1.5])


def test_space_is_the_tree_s_while_it_has_the_keyboard(panel):
    """As a shortcut of the window it plays."""
    key = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier)
    key.ignore()
    QApplication.sendEvent(panel.tree, key)
    assert key.isAccepted()
