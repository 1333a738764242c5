"""The page Impact as it is seen: tables with their numbers, and the bisection with all its digits."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur.ui.laboratory.contact.impact.page import ImpactPage
from torseur.ui.laboratory.contact.impact.values import ContactJump, GuardStep, LawJump, VelocityJump


@pytest.fixture
def page(qtbot):
    page = ImpactPage()
    qtbot.addWidget(page)
    page.resize(420, 1500)
    page.show()
    return page


def test_a_jump_is_read_from_before_to_after(page):
    page.show_velocities((VelocityJump("v_z", "ball", "ball v_z", 0.1, -4.0, 2.0, False),), "1 of 6.")
    assert [page.velocities.row_model.plain_text(0, k) for k in range(1, 7)] == [
        "ball",
        "0.1000",
        "m",
        "−4.000",
        "2.000",
        "m/s",
    ]
    hinge = VelocityJump("q̇_1", "hinge", "arm hinge", 0.5, -4.0, 2.0, True)
    page.show_velocities((hinge, VelocityJump("ω_x", "ball", "ball ω_x", None, 0.0, 1.0, True)), "2 of 7.")
    assert [page.velocities.row_model.plain_text(k, 3) for k in range(2)] == ["rad", ""]
    page.show_contacts((ContactJump("c_1", "ground · ball", -4.0, -6.0, 6.0, 6.0, 2.0, 0.5),), "(1+e) ζ⁻", "")
    assert "M Λ + (1+e) ζ⁻ ≥ 0" in page.law.text
    copied = page.contacts.array_text()
    np.testing.assert_array_equal(copied.values[0], [-4.0, 6.0, -6.0, 0.0, 6.0, 2.0])


def test_the_law_that_was_simulated_stands_out(page):
    rows = (
        LawJump("recorded", "", True, (1.0,), 0.5, ""),
        LawJump("sequential", "Newton", False, (2.0,), 0.5, "a → b"),
    )
    page.show_laws(("v_z",), rows, "")
    cells = [page.laws.row_model.cell(k, 0) for k in range(2)]
    assert cells[0].weight > cells[1].weight
    assert cells[1].text == "sequential, Newton"


def test_bisections_are_written_with_every_digit_that_is_known(page):
    step = GuardStep(1, 0.319, 0.32, 0.319275428407, -1e-13, 12)
    page.show_guard((step,), (8e-4, -2e-3), "")
    assert page.steps.row_model.plain_text(0, 1).startswith("0.319000000000")
    assert page.steps.row_model.plain_text(0, 3).startswith("−1.000e-13")
    assert page.guard.isVisible()
    page.show_guard((), (0.0, 0.0), "Only joints struck.")
    assert not page.guard.isVisible()


def test_buttons_ask_for_the_impact_before_and_the_next(page, qtbot):
    page.show_buttons(False, True)
    assert not page.previous.isEnabled()
    with qtbot.waitSignal(page.next_wanted):
        QTest.mouseClick(page.next, Qt.MouseButton.LeftButton)
