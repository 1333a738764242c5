"""Pictures of the page Friction: what they tell, and what a hand on them asks for."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.sim.simulation.inspection.friction.values import ContactPhase, ModeInterval, ModeLane, ModeSequence
from torseur.ui.laboratory.contact.friction.mode_strip import ROW, ModeStrip
from torseur.ui.laboratory.contact.friction.polar_plot import PolarPlot
from torseur.ui.laboratory.contact.friction.values import ModesDrawing, PolarDrawing

OPEN, STICK, SLIP = ContactPhase.OPEN, ContactPhase.STICK, ContactPhase.SLIP


@pytest.fixture
def sequence():
    """Two corners of a brick that fall, strike, slide and stick, over 1 s."""
    lane = ModeLane(("floor", "brick"), 0, np.array([0, 30, 60]), np.array([OPEN, SLIP, STICK]), np.array([30]))
    other = ModeLane(("floor", "brick"), 1, np.array([0, 60]), np.array([OPEN, STICK]), np.array([], dtype=int))
    intervals = (
        ModeInterval(0.0, 0.3, (OPEN, OPEN), ()),
        ModeInterval(0.3, 0.6, (SLIP, OPEN), (0,)),
        ModeInterval(0.6, 1.0, (STICK, STICK), ()),
    )
    return ModeSequence(np.linspace(0.0, 1.0, 101), (lane, other), intervals, ((0, ()), (30, (0,)), (60, (0, 1))))


@pytest.fixture
def strip(qtbot, sequence):
    widget = ModeStrip()
    qtbot.addWidget(widget)
    widget.resize(500, 60)
    widget.show_value(ModesDrawing(sequence, ("brick · floor ₁", "brick · floor ₂"), 0, 0.0))
    widget.show()
    return widget


def test_a_click_on_a_strip_goes_to_that_time_and_selects_that_contact(qtbot, strip):
    heard, lanes = [], []
    strip.seek_requested.connect(heard.append)
    strip.lane_chosen.connect(lanes.append)
    at = QPointF(strip.x_of(0.7), 1.5 * ROW)
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert heard == [pytest.approx(0.7, abs=0.01)]  # a pixel
    assert lanes == [1]
    assert strip.text_at(at) == "brick · floor ₂: sticking, 0.6000 to 1.0000 s"


def test_arrow_keys_go_from_change_to_change(qtbot, strip):
    heard = []
    strip.seek_requested.connect(heard.append)
    strip.show_time(0.4)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(strip, key)
    assert heard == [0.6, 0.3]


def test_the_polar_plot_says_what_each_law_gives_in_a_direction(qtbot):
    plot = PolarPlot()
    qtbot.addWidget(plot)
    plot.resize(360, 280)
    block = sim.contact_problem_from(np.eye(3), np.zeros(3), 0.5)
    plot.show_value(PolarDrawing(tuple(sim.sliding_polar(block, 0, 10.0, law) for law in ("coulomb", "pyramid")), "N"))
    text = plot.text_at(plot.point_of(0.9, np.radians(45.0)))
    assert text == "pushed at 45.00°\nCoulomb's cone: 5.000 N, slides 0° off\npyramid of 4: 3.536 N, slides 0° off"
