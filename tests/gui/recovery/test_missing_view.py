"""The window without OpenGL: what was open stays, sliders and tables go on, and the view comes back by a click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.missing_opengl import lose_context, no_opengl
from torseur.ui.viewport import gl_widget

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def lost(window, hand, monkeypatch):
    """The window, and the driver that went away; tries to find it again are over."""
    monkeypatch.setattr(gl_widget, "RETRIES", (1, 2, 3))
    hand.viewport = None  # which would end a test in which it is missing for good
    with no_opengl() as faults:
        lose_context(window.viewport)
        window.viewport.changed()
        hand.wait_until(lambda: window.viewport.opengl_missing and not window.viewport.tries_again)
        yield window, faults
    window.viewport.try_again()


def drag_shoulder(window, hand):
    joints = window.panels.joints
    slider = joints.row(joints.names[0]).slider
    start = QPoint(round(slider.x_of(slider.value)), slider.height() // 2)
    QTest.mousePress(slider, LEFT, pos=start)
    QTest.mouseMove(slider, start + QPoint(12, 0))
    QTest.mouseRelease(slider, LEFT, pos=start + QPoint(24, 0))
    hand.rest()
    return slider.value


def test_sliders_go_on_without_opengl_and_a_click_draws_what_they_changed(lost, hand):
    (window, faults), view = lost, lost[0].viewport
    before = window.session.q.copy()
    drag_shoulder(window, hand)
    assert (window.session.q != before).any()
    assert view.missing_notice.isVisible()
    drawn = view.paints
    faults.calls = ()
    QTest.mouseClick(view.missing_notice.try_button, LEFT)
    assert view.paints == drawn + 1
    assert not view.missing_notice.isVisible()
    assert view.shown.poses is view.view.poses


def test_the_doctor_says_what_is_missing_and_what_this_installation_is(lost, hand):
    window, _ = lost
    QTest.mouseClick(window.viewport.missing_notice.doctor_button, LEFT)
    card = window.bars.installation._card
    assert card.isVisible()
    hand.wait_until(lambda: "kernels" in card.text.toPlainText())
    text = card.text.toPlainText()
    assert text.startswith("view          there is no OpenGL on this display\n")
    assert "\nwindow        xcb, OpenGL " in text
    QTest.keyClick(card.text, Qt.Key.Key_Escape)
    assert not card.isVisible()
