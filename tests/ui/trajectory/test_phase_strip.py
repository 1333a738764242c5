"""The time line of phases and the side view: what the mouse and the keys ask for."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.trajectory.phases.foothold_view import FootholdView
from torseur.ui.trajectory.phases.phase_strip import PhaseStrip
from torseur.ui.trajectory.values import BoardFoothold, BoardObstacle, BoardPhase, IntervalErrors

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
PHASES = (
    BoardPhase("stance", True, 0.4, 0.1, 0.8, 20),
    BoardPhase("flight", False, 0.5, 0.5, 0.5, 20),
    BoardPhase("stance", True, 0.3, 0.1, 0.8, 20),
)


@pytest.fixture
def strip(qtbot):
    strip = PhaseStrip()
    qtbot.addWidget(strip)
    strip.resize(800, strip.height())
    strip.show_phases(PHASES)
    strip.show_range(0.0, 1.2)
    with qtbot.waitExposed(strip):
        strip.show()
    return strip


def drag(widget, start, end):
    QTest.mousePress(widget, LEFT, PLAIN, start)
    QTest.mouseMove(widget, end)
    QTest.mouseRelease(widget, LEFT, PLAIN, end)


def test_the_end_of_a_phase_is_dragged_to_another_duration_once_it_is_let_go(strip):
    told = []
    strip.duration_dragged.connect(lambda *what: told.append(what))
    start = strip.end_of(0).toPoint()
    drag(strip, start, QPoint(round(strip.scale.x_of(0.55)), start.y()))
    assert told == [(0, pytest.approx(0.55, abs=0.002))]  # the pointer is on whole pixels of 1.6 ms
    assert strip.phases == PHASES  # until the program shows others


def test_the_lock_gives_a_duration_or_frees_it_and_a_click_elsewhere_chooses_the_phase(strip):
    told = []
    strip.fix_requested.connect(lambda *what: told.append(what))
    strip.phase_selected.connect(told.append)
    for k in (0, 1):
        box = strip.scale.lock_box(k)
        QTest.mouseClick(strip, LEFT, PLAIN, QPoint(round(box.center().x()), 32))
    QTest.mouseClick(strip, LEFT, PLAIN, QPoint(round(strip.scale.x_of(1.0)), 32))
    assert told == [(0, True), 1, (1, False), 2]


def test_all_of_it_is_done_by_keys_too(strip):
    told = []
    for signal in (strip.duration_dragged, strip.fix_requested, strip.add_requested, strip.remove_requested):
        signal.connect(lambda *what: told.append(what))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Insert, Qt.Key.Key_Delete):
        QTest.keyClick(strip, key)
    assert told == [(1, pytest.approx(0.51)), (1, False), (1,), (1,)]


def test_a_bar_says_how_far_its_interval_is_off(strip):
    edges = np.linspace(0.0, 1.2, 4)
    strip.show_errors(IntervalErrors(edges, np.array([1e-7, 3e-4, 1e-9]), np.full(3, 1e-12)))
    at = strip.end_of(1)
    at.setX(strip.scale.x_of(0.6))
    at.setY(64)
    assert strip.text_at(at) == "Interval 2: off by 0.00030 between its knots, equations within 1.0e-12"


@pytest.fixture
def footholds(qtbot):
    view = FootholdView()
    qtbot.addWidget(view)
    view.resize(320, 240)
    found = [BoardFoothold(0, 0, "foot", 0.0, 0.0, True, False), BoardFoothold(2, 0, "foot", 0.8, 0.0, False)]
    view.show_footholds(found, [BoardObstacle("gap", 0.1, 0.7, -0.1, 0.0)])
    with qtbot.waitExposed(view):
        view.show()
    return view


def test_a_foothold_is_dragged_along_the_ground_and_one_that_is_given_elsewhere_is_not(footholds):
    told = []
    footholds.foothold_dragged.connect(lambda *what: told.append(what))
    footholds.fix_requested.connect(lambda *what: told.append(what))
    start = footholds.place_of(1).toPoint()
    drag(footholds, start, QPoint(round(footholds.scale.at(0.9, 0.0).x()), start.y()))
    first = footholds.place_of(0).toPoint()
    drag(footholds, first, first + QPoint(30, 0))
    QTest.mouseDClick(footholds, LEFT, PLAIN, start)
    assert told == [(1, pytest.approx(0.9, abs=0.01)), (1, True)]
