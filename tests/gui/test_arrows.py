"""Arrows of contacts in the window: their length is the user's, and no instant changes it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from tests.app.drawing.drawn_marks import arrows_of
from torseur.ui.look.theme import FORCE


@pytest.fixture
def document():
    return "falling_brick"


def lengths(window):
    return [float(np.linalg.norm(arrow.vector)) for arrow in arrows_of(window.drawing.picture.overlays) if arrow.color == FORCE]


def scale_in_legend(window):
    return next(row.value for row in window.viewport.view.legend if row.name == "Normal λₙ")


def test_the_slider_in_the_legend_makes_arrows_longer_and_a_double_click_as_they_were(window, hand):
    slider = window.viewport.legend_controls.arrows
    assert not slider.isVisible(), "nothing has touched yet"
    hand.simulate(window, 0.5)
    before, text = lengths(window), scale_in_legend(window)
    assert slider.isVisible()
    middle = QPoint(round(slider.x_of(0)), slider.height() // 2)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(slider, QPoint(round(slider.x_of(2)), slider.height() // 2))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.x_of(2)), slider.height() // 2))
    hand.rest()
    assert slider.steps == 2
    np.testing.assert_allclose(lengths(window), 5.0 * np.array(before))  # from 1 m = 100 N to 1 m = 20 N
    assert scale_in_legend(window) != text
    QTest.mouseDClick(slider, Qt.MouseButton.LeftButton, pos=middle)
    hand.rest()
    np.testing.assert_allclose(lengths(window), before)
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert slider.steps == 1


def test_another_scene_shows_its_title_and_ends_when_it_says(window, hand):
    window.use_workspace("contact")
    hand.rest()
    areas = window.docks["scene"].widget().findChildren(QScrollArea)  # the scene, and the form below it
    bar = next(area for area in areas if area.isAncestorOf(window.panels.scene.settings)).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0, "the panel is higher than its dock"
    playback = window.session.playback
    hand.simulate(window, 0.1)
    assert window.open("box_stack")
    hand.rest()
    assert bar.value() == 0
    assert playback.duration == window.session.document.scene.duration


def test_the_legend_folds_by_its_button_and_that_is_remembered(window, hand):
    hand.simulate(window, 0.5)
    controls = window.viewport.legend_controls
    assert controls.arrows.isVisible()
    QTest.mouseClick(controls.button, Qt.MouseButton.LeftButton)
    assert window.viewport.view.legend_folded
    assert not controls.arrows.isVisible()
    assert window.preferences.legend_folded
    window.commands.run("legend")
    assert not window.preferences.legend_folded
    assert controls.arrows.isVisible()
