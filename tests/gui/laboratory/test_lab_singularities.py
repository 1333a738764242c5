"""The page "Singularities" of the laboratory, by mouse in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from torseur.app.laboratory.singularities.singular_rows import SingularitiesSettings

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "scara"


@pytest.fixture
def page(window, hand, tmp_path, monkeypatch):
    """The page on the SCARA, its formulas found by a process of its own."""
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path))
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("singularities")
    window.session.pose(np.array([0.4, 1.1, 0.1]), "Start")
    page = window.pages.laboratory.page("singularities")
    page.bring_back(SingularitiesSettings())
    hand.wait_until(lambda: page.sheet.has("determinant"))
    yield page
    window.use_workspace("kinematics")


def press(hand, button):
    area = button
    while not isinstance(area, QScrollArea):
        area = area.parentWidget()
    area.ensureWidgetVisible(button)
    hand.rest()
    QTest.mouseClick(button, LEFT)


def test_formulas_are_found_and_a_case_is_gone_to_and_undone(window, hand, page):
    assert page.widget.part("determinant").text == "det J = −a₁·a₂·s₂"
    buttons = page.widget.part("formulas.cases").buttons
    assert [button.isEnabled() for button in buttons] == [True, False]  # the elbow stops before 180 degrees
    before = window.session.q.copy()
    press(hand, buttons[0])
    np.testing.assert_allclose(window.session.q, [0.4, 0.0, 0.1], atol=1e-12)
    assert page.widget.part("head.tiles").texts[1].startswith("0")
    assert [arrow.label for arrow in page.layer[0].arrows if arrow.label] == ["lost direction"]
    window.session.undo_stack.undo()
    np.testing.assert_allclose(window.session.q, before)


def test_a_drag_on_the_map_moves_two_joints_and_is_one_edit(window, hand, page):
    view = page.widget.part("map.drawn")
    hand.wait_until(lambda: view.data is not None and len(view.data.a) == 121)
    area = view
    while not isinstance(area, QScrollArea):
        area = area.parentWidget()
    area.ensureWidgetVisible(view)
    hand.rest()
    count = window.session.undo_stack.count()
    start, end = view.point_of(1.0, 0.1).toPoint(), view.point_of(-1.5, 0.3).toPoint()
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)
    hand.rest()
    np.testing.assert_allclose(window.session.q[1:], [-1.5, 0.3], atol=0.03)
    assert window.session.undo_stack.count() == count + 1
    window.session.undo_stack.undo()
    np.testing.assert_allclose(window.session.q, [0.4, 1.1, 0.1])
