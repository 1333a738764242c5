"""Pictures of one contact: its modes over time, its polar plot, its corner, and the map of its multipliers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.sim.simulation.inspection.friction.values import ContactPhase, ModeInterval, ModeLane, ModeSequence
from torseur.ui.laboratory.contact.friction.mode_strip import ROW, ModeStrip
from torseur.ui.laboratory.contact.friction.polar_plot import PolarPlot
from torseur.ui.laboratory.contact.friction.values import ModesDrawing, PolarDrawing
from torseur.ui.laboratory.contact.one_contact.corner_plot import CornerPlot
from torseur.ui.laboratory.contact.one_contact.values import SingleContactView
from torseur.ui.laboratory.contact.programme.level_lines import MapDrawing, level_segments, section_lines
from torseur.ui.laboratory.contact.programme.multiplier_map import MultiplierMapView
from torseur.ui.sheet.blocks import Custom
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.sheet.sheet_view import SheetView

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


def test_lines_of_a_level_pass_where_the_function_has_it():
    a, b = np.linspace(-1.0, 1.0, 81), np.linspace(-1.5, 1.5, 91)
    found = level_segments(a, b, np.hypot(*np.meshgrid(a, b, indexing="ij")), 0.7)
    # Off by the sagitta of a cell of 1/30 m on a circle of radius 0.7.
    np.testing.assert_allclose(np.linalg.norm(found, axis=2), 0.7, atol=(1 / 30) ** 2 / 0.7)
    assert np.linalg.norm(found[:, 1] - found[:, 0], axis=1).sum() == pytest.approx(2 * np.pi * 0.7, rel=1e-3)


def test_the_map_tells_the_objective_under_the_pointer_which_at_the_solution_is_the_least(qtbot):
    programme = sim.contact_programme(sim.frictionless_problem_from([[4.0, 3.0], [3.0, 2.5]], [-2.0, -1.8]))
    section = sim.multiplier_section(programme, 2, 5)
    drawing = MapDrawing(section, section_lines(section), ("λ_1", "λ_2"), "N", "N·m/s²", ((0.0, 0.0),), ("0",), 0)
    widget = SheetView()
    qtbot.addWidget(widget)
    widget.resize(420, 400)
    widget.show_sheet(Sheet((Custom("map", "multiplier_map", drawing, ""),)))
    widget.show()
    qtbot.waitExposed(widget)
    view = widget.view("map")
    assert isinstance(view, MultiplierMapView)
    at = view.map.point_of(*section.place)
    QTest.mouseMove(view.map, QPoint(round(at.x()), round(at.y())))
    qtbot.waitUntil(lambda: " = " in view.pointed.whole_text)
    told = view.pointed.whole_text.replace("−", "-").split(", ")
    a, b, above = (float(part.split(" = ")[1].split(" ")[0]) for part in told)
    pixel = (section.a[-1] - section.a[0]) / 250
    assert (a, b) == pytest.approx(section.place, abs=2 * pixel)
    assert abs(above) < 0.01 * np.ptp(section.objective)
    assert "f − f*" not in view.map.told_at(QPoint(0, 0).toPointF())


def test_both_legs_of_the_corner_are_dragged_along(qtbot):
    view, corner, wanted = SingleContactView(0.5, -9.81, 0.0), CornerPlot(), []
    qtbot.addWidget(corner)
    corner.show_value(view)
    corner.resize(420, corner.height())
    corner.show()
    corner.dragged.connect(wanted.append)
    for force, separation, d in ((10.0, 0.0, -5.0), (0.0, 6.0, 6.0)):
        at = corner.place(force, separation)
        QTest.mouseClick(corner, Qt.MouseButton.LeftButton, pos=QPoint(round(at.x()), round(at.y())))
        assert wanted[-1] == pytest.approx(d, abs=2 * view.end / 100)  # a pixel
    QTest.keyClick(corner, Qt.Key.Key_Right)
    assert wanted[-1] > view.pulled
