"""The map over two contact forces: its lines, and what is told under the pointer."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from torseur import sim
from torseur.ui.laboratory.contact.programme.level_lines import MapDrawing, level_segments, section_lines
from torseur.ui.laboratory.contact.programme.multiplier_map import MultiplierMapView
from torseur.ui.sheet.blocks import Custom
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.sheet.sheet_view import SheetView


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
