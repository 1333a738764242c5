"""The page Quadratic programme in the real window: a brick at rest, stepped."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "falling_brick"


def click(widget):
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center())


def test_a_brick_at_rest_is_a_programme_that_is_stepped(window, hand):
    window.use_workspace("contact")
    hand.rest()
    page = window.contact_laboratory.page("programme")
    click(window.panels.contact_laboratory.strip.tab("programme"))
    assert "Space to simulate" in page.widget.absent.text
    assert page.which == "accelerations"  # as of a window that was just started
    hand.simulate(window, 0.46)
    hand.wait_until(lambda: page.view is not None and page.widget.map.map.drawing is not None)
    assert page.view.rank == 3
    click(page.widget.steps.buttons["step_forward"])
    hand.wait_until(lambda: page.widget.map.map.drawing.marked == 2)  # from 0, then the first step, then this one
    page.widget.conditions.contact_chosen.emit(2)
    assert page.widget.steps.table.selected == 2
    page.choose_problem("solved")
    hand.wait_until(lambda: page.view.level == "velocity")
    page.choose_problem("accelerations")
    window.use_workspace("kinematics")
