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
    assert "Space to simulate" in page.sheet.block("absent").text
    hand.simulate(window, 0.46)
    hand.wait_until(lambda: page.sheet.has("drawing"))
    click(page.widget.part("step_forward"))
    hand.wait_until(lambda: page.sheet.block("drawing").value.marked == 2)  # from 0, then the first step, then this one
    page.widget.part("conditions.table").row_selected.emit(2)
    assert page.widget.part("steps.table").selected == 2
    page.widget.part("which").chosen.emit("solved")
    hand.wait_until(lambda: not page.is_busy)
    assert page.sheet.block("steps.table").columns[3].unit == "N·s"
    window.use_workspace("kinematics")
