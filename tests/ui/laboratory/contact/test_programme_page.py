"""The page Quadratic programme as it is seen: the map, the steps, and what the user chooses."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.ui.laboratory.contact.programme.level_lines import level_segments, section_lines
from torseur.ui.laboratory.contact.programme.page import ProgrammePage
from torseur.ui.laboratory.contact.programme.values import MapDrawing, ProgrammeView

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def view():
    """Two contacts, the first of which enters first and would then pull: λ = (-0.4, 1.2) on both, (0, 0.72) at the least."""
    problem = sim.frictionless_problem_from([[4.0, 3.0], [3.0, 2.5]], [-2.0, -1.8])
    programme = sim.contact_programme(problem)
    return ProgrammeView(
        names=("c_1", "c_2"), level="acceleration", programme=programme, optimality=sim.optimality(problem, programme.force),
        M=((4.0, 3.0), (3.0, 2.5)), d=(-2.0, -1.8), rank=2, run=sim.active_set_steps(problem), velocity=None,
        velocity_reason="It was given by M and d.", free_energy=0.0, notes=(),
    )  # fmt: skip


@pytest.fixture
def page(qtbot):
    page = ProgrammePage()
    qtbot.addWidget(page)
    page.resize(420, 2600)
    page.show()
    return page


def test_lines_of_a_level_pass_where_the_function_has_it():
    a, b = np.linspace(-1.0, 1.0, 81), np.linspace(-1.5, 1.5, 91)
    found = level_segments(a, b, np.hypot(*np.meshgrid(a, b, indexing="ij")), 0.7)
    # Off by the sagitta of a cell of 1/30 m on a circle of radius 0.7.
    np.testing.assert_allclose(np.linalg.norm(found, axis=2), 0.7, atol=(1 / 30) ** 2 / 0.7)
    assert np.linalg.norm(found[:, 1] - found[:, 0], axis=1).sum() == pytest.approx(2 * np.pi * 0.7, rel=1e-3)


def test_conditions_are_written_with_the_numbers_of_the_contact_that_is_chosen(page, view):
    page.show_view(view)
    assert "L = ½ λᵀ M λ + λᵀ d − νᵀ λ" in page.conditions.why.text
    assert page.conditions.why.text.splitlines()[2] == "(M λ)1 = 4.00·0 + 3.00·0.720 = 2.160"
    page.conditions.show_selected(1)
    assert page.conditions.why.text.splitlines()[3].startswith("ν2 = ")
    chosen = []
    page.conditions.contact_chosen.connect(chosen.append)
    table = page.conditions.table
    QTest.mouseClick(table.viewport(), LEFT, pos=table.row_rect(0).center())
    assert chosen == [0]


def test_the_active_set_is_stepped_by_buttons_and_says_who_enters_and_leaves(page, view):
    steps, asked = page.steps, []
    steps.step_chosen.connect(asked.append)
    steps.show_run(view, 0)
    assert "The list is empty" in steps.text.text
    assert "c₁ has the most negative ζ̇" in steps.text.text
    assert not steps.buttons["step_back"].isEnabled()
    QTest.mouseClick(steps.buttons["step_forward"], LEFT)
    QTest.mouseClick(steps.buttons["to_end"], LEFT)
    assert asked == [1, len(view.run.steps) - 1]
    told = []
    for k in range(len(view.run.steps)):
        steps.show_run(view, k)
        told.append(steps.text.text)
    assert any("would pull" in text and "It leaves the list" in text for text in told)
    assert told[-1].endswith("None pulls, and no ζ̇ is negative: solved.")


def test_the_map_marks_the_solution_and_tells_the_objective_under_the_pointer(page, view):
    section = sim.multiplier_section(view.programme, 2, 5)
    path = tuple((float(s.lam[0]), float(s.lam[1])) for s in view.run.steps)
    drawing = MapDrawing(
        section, section_lines(section), ("λ_1", "λ_2"), "N", "N·m/s²", path, tuple(map(str, range(len(path)))), 1
    )
    page.map.show_drawing(drawing, "")
    told = []
    page.map.map.pointed.connect(lambda *place: told.append(place))
    at = page.map.map.point_of(*section.place)
    QTest.mouseMove(page.map.map, QPoint(round(at.x()), round(at.y())))
    a, b, above = told[-1]
    pixel = (section.a[-1] - section.a[0]) / 250
    assert (a, b) == pytest.approx(section.place, abs=2 * pixel)
    assert abs(above) < 0.01 * np.ptp(section.objective)
    assert "f − f* = " in page.map.pointed.whole_text
