"""The dock of signals in the real window: quantities ticked, the range looked at, what is saved, units, another recording."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.ui.controls.buttons.icon_button import IconButton
from torseur.ui.window.dock import TITLE_HEIGHT


@pytest.fixture
def document():
    return "pendulum"


@pytest.fixture
def signals(window, hand):
    """The dock, over half a second of a pendulum."""
    window.use_workspace("dynamics")
    QTest.mouseClick(fold_button(window), Qt.MouseButton.LeftButton)
    hand.simulate(window, 0.5)
    yield window.panels.signals
    tick(window.panels.signals)
    window.preferences.angle_unit = "deg"
    window.docks["signals"].show_folded(True)
    window.use_workspace("kinematics")


def fold_button(window):
    bar = window.docks["signals"].titleBarWidget()
    return next(button for button in bar.findChildren(IconButton) if button.toolTip() in ("Fold", "Unfold"))


def tick(panel, *keys):
    """Leave just these ticked, as a user does: one click each."""
    for key in {*panel.tree.ticked, *keys}:
        if (key in panel.tree.ticked) != (key in keys):
            panel.tree.press(panel.tree.index_of(key))


def plotted(window, hand, *names):
    """Wait for these columns, by the beginning of their headers."""
    hand.wait_until(lambda: len(window.bindings.signals.plotted[0]) == 1 + len(names))
    headers, columns = window.bindings.signals.plotted
    assert [header.rpartition(" [")[0] for header in headers[1:]] == list(names)
    return columns


@pytest.mark.journey
def test_ticked_quantities_are_plotted_as_the_recording_has_them(window, hand, signals):
    signals.search.setText("residual")
    index = signals.tree.index_of("residual/pivot")
    signals.tree.scrollTo(index)
    QTest.mouseClick(signals.tree.viewport(), Qt.MouseButton.LeftButton, pos=signals.tree.visualRect(index).center())
    signals.search.setText("")
    tick(signals, "residual/pivot", "gravity/pivot", "energy/energy_balance", "H/0,0")
    t, *values = plotted(window, hand, "energy balance", "g(q) pivot", "Residual pivot", "H 1,1")
    found = sim.recording_dynamics(window.session.recording)
    np.testing.assert_array_equal(t, found.t)
    for mine, expected in zip(values, (found.energy_balance, found.gravity[:, 0], found.residual[:, 0]), strict=False):
        np.testing.assert_array_equal(mine, expected)
    assert {key[0] for key in signals.panes} == {"Energy balance", "Torque", "Residual", "Mass matrix"}
    assert "largest residual" in signals.status.whole_text
    assert signals.status.whole_text.endswith(" N·m"), "a pendulum only turns"


def test_statistics_are_of_the_range_in_sight_or_of_the_one_that_is_drawn(window, hand, signals):
    tick(signals, "v/pivot")
    plotted(window, hand, "q̇ pivot")
    signals.panes["q̇", "°/s"].plot.setXRange(0.1, 0.3, padding=0)
    hand.wait_until(lambda: signals.range_label.whole_text.startswith("0.10000 s to 0.30000"))
    recording = window.session.recording
    expected = sim.range_statistics(recording.t, np.degrees(sim.recording_dynamics(recording).v[:, 0]), 0.1, 0.3)
    found = signals.statistics.rows[0].found
    assert (found.mean, found.rms, found.integral) == pytest.approx((expected.mean, expected.rms, expected.integral))
    signals.ranging.click()
    hand.wait_until(lambda: signals.range_label.whole_text == "0.15000 s to 0.25000 s")
    expected = sim.range_statistics(recording.t, np.degrees(sim.recording_dynamics(recording).v[:, 0]), 0.15, 0.25)
    found = signals.statistics.rows[0].found
    assert (found.low, found.high, found.integral) == pytest.approx((expected.low, expected.high, expected.integral))
    signals.ranging.click()
    hand.wait_until(lambda: "in sight" in signals.range_label.whole_text)


def test_angles_follow_the_unit_of_the_window_and_files_stay_in_radians(window, hand, signals, tmp_path):
    tick(signals, "v/pivot")
    plotted(window, hand, "q̇ pivot")
    window.preferences.angle_unit = "rad"
    assert list(signals.panes) == [("q̇", "rad/s")]
    window.documents.exports.save("signals", tmp_path / "a.npz")
    assert window.documents.exports.writer.path  # by a thread
    hand.wait_until(lambda: not window.documents.exports.writer.path)
    with np.load(tmp_path / "a.npz") as kept:
        np.testing.assert_array_equal(kept["q̇ pivot [rad/s]"], window.bindings.signals.plotted[1][1])
    told = []
    window.documents.exports.failed.connect(lambda text, reason: told.append(reason))
    window.documents.exports.save("signals", tmp_path / "a.xlsx")
    assert "type .xlsx is not written" in told[0]


def test_more_of_the_recording_is_plotted_as_it_comes_and_another_begins_anew(window, hand, signals):
    tick(signals, "energy/kinetic")
    plotted(window, hand, "kinetic")
    before = len(window.bindings.signals.plotted[1][0])
    window.session.playback.play()
    hand.wait_until(
        lambda: len(window.bindings.signals.plotted[1] or [[]]) > 1 and len(window.bindings.signals.plotted[1][0]) > before
    )
    window.session.playback.pause()
    window.session.reset()
    hand.wait_until(lambda: window.bindings.signals.plotted == ([], []))
    assert signals.tree.ticked == ["energy/kinetic"]
    hand.wait_until(lambda: "press Space" in signals.status.whole_text)


def test_the_dock_is_its_title_bar_until_it_is_opened_and_in_other_workspaces_stays_as_it_is(window, hand):
    window.use_workspace("dynamics")
    hand.rest()
    dock, view = window.docks["signals"], window.viewport
    assert (dock.folded, dock.height(), dock.body.isVisible()) == (True, TITLE_HEIGHT, False)
    before = view.height()
    window.commands.run("topic:signals")  # as the search does
    hand.rest()
    assert dock.body.isVisible()
    assert view.height() < before - 100
    for key in ("kinematics", "dynamics"):
        window.use_workspace(key)
        hand.rest()
    assert dock.body.isVisible()
    QTest.mouseClick(fold_button(window), Qt.MouseButton.LeftButton)
    hand.rest()
    assert view.height() == before
    window.use_workspace("kinematics")
