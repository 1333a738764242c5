"""Verdicts over time: each column of pixels has the worst of its states, and a press goes to that state and check."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.sim.simulation.inspection.checking.values import CHECKS, DOUBT, FAIL, PASS, VERDICTS, RecordingCheck
from torseur.ui.laboratory.contact.checks.verdict_timeline import LABEL, LANE, VerdictTimeline
from torseur.ui.look.style import EDGE

ENERGY = CHECKS.index("energy")


@pytest.fixture
def timeline(qtbot):
    """2000 states of 2 s: the energy of one fails, of another is in doubt; the momentum is not known at first."""
    value = np.zeros((2000, len(CHECKS)))
    value[1203, ENERGY], value[400, ENERGY] = 9.0, 2.0
    value[0, CHECKS.index("momentum")] = np.nan
    ones = np.ones_like(value)
    found = RecordingCheck(0, np.arange(2000) / 1000.0, value, ones, 5.0 * ones)
    timeline = VerdictTimeline()
    qtbot.addWidget(timeline)
    timeline.resize(420, timeline.height())
    timeline.show_checks(found, 1.999)
    timeline.show()
    return timeline


def test_a_column_of_pixels_has_the_worst_of_its_states(timeline):
    lane = timeline.columns[ENERGY]
    assert set(lane.tolist()) == {VERDICTS.index(verdict) for verdict in (PASS, DOUBT, FAIL)}
    assert np.count_nonzero(lane == VERDICTS.index(FAIL)) == 1
    assert np.flatnonzero(lane == VERDICTS.index(FAIL))[0] == pytest.approx(1203 / 2000 * len(lane), abs=1)
    assert set(timeline.columns[0].tolist()) == {VERDICTS.index(PASS)}
    assert "states that did not pass: 2" in timeline.accessible().name


def test_a_press_near_a_mark_goes_to_its_state_and_check(timeline):
    chosen = []
    timeline.chosen.connect(lambda index, key: chosen.append((index, key)))
    x = EDGE + LABEL + round(1203 / 2000 * timeline.columns.shape[1]) + 2
    QTest.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(x, ENERGY * LANE + LANE // 2))
    assert chosen == [(1203, "energy")]


def test_keys_go_from_mark_to_mark(timeline):
    chosen = []
    timeline.chosen.connect(lambda index, key: chosen.append((index, key)))
    timeline.show_time(0.5)
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    QTest.keyClick(timeline, Qt.Key.Key_Left)
    timeline.show_time(1.9)
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    assert chosen == [(1203, "energy"), (400, "energy")]
