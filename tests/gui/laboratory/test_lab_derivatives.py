"""The page Derivatives in the real window: each table is what the functions say, and the largest difference is shown."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.ui.laboratory.dynamics.derivatives.page import WHICH
from torseur.ui.text.number_text import residual_text


@pytest.fixture
def document():
    return "arm_6r"


@pytest.fixture
def page(window, hand):
    window.use_workspace("dynamics")
    QTest.mouseClick(window.panels.dynamics.strip.tab("derivatives"), Qt.MouseButton.LeftButton)
    hand.rest()
    yield window.dynamics.page("derivatives")
    window.use_workspace("kinematics")


def test_each_derivative_is_shown_exact_and_by_differences(window, hand, page):
    window.dynamics.page("state")
    model, widget = window.session.model, page.widget
    zero = np.zeros(model.nv)
    expected = sim.derivative_check(model, window.session.q, zero, zero)
    for key in WHICH:
        QTest.mouseClick(widget.which.button(key), Qt.MouseButton.LeftButton)
        check = expected.checks[tuple(key.split("/"))]
        for side, table in widget.tables.items():
            np.testing.assert_allclose(table.values, getattr(check, side), atol=1e-12 * max(1.0, check.largest))
        assert (
            f" {residual_text(np.abs(check.apart).max())} (entries to {residual_text(check.largest)}) "
            in widget.facts.texts[0]
        )
        assert np.abs(check.apart).max() < 1e-7 * max(1.0, check.largest)


def test_it_follows_a_joint_that_is_moved(window, hand, page):
    before = page.found.checks["tau", "q"].exact
    window.session.move_joint(window.session.model.joint_names[1], 0.6)
    hand.rest()
    assert not np.array_equal(page.found.checks["tau", "q"].exact, before)


def test_large_scenes_are_refused_in_a_sentence(window, hand, page):
    assert window.open("balls_666")
    window.use_workspace("dynamics")
    hand.rest()
    assert "degrees of freedom" in page.widget.absent.text
    assert page.found is None
