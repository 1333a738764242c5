"""The page "SVD" of the laboratory, by mouse and keys in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.app.laboratory.svd.svd_settings import SVDSettings
from torseur.ui.look.theme import JOINT, VELOCITY
from torseur.ui.viewport.many_marks import LineField

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def open_page(window, hand):
    """Open a robot on the page, as it is at first."""

    def opened(robot):
        assert window.open(robot)
        window.bars.toast.clear()
        window.use_workspace("laboratory")
        QTest.mouseClick(window.panels.laboratory.strip.tab("svd"), LEFT)
        page = window.pages.laboratory.page("svd")
        page.bring_back(SVDSettings())
        hand.rest()
        return page

    yield opened
    window.use_workspace("kinematics")


def decomposed(page):
    """What it shows."""
    return page.questions.known("svd").svd


def point(hand, widget, at, until):
    """Bring the pointer to a place, once all is laid out, and wait for what that does."""
    hand.rest()
    QTest.mouseMove(widget, at + QPoint(3, 0))
    hand.rest()
    QTest.mouseMove(widget, at)
    hand.wait_until(until)


def arrows(window, color):
    return [arrow for arrow in window.drawing.picture.overlays.arrows if arrow.color == color]


def arcs(window):
    return [field for field in window.drawing.picture.overlays.fields if isinstance(field, LineField)]


def labels(window):
    return " ".join(label.text for label in window.drawing.picture.overlays.labels if label.color == JOINT)


def test_a_bar_pointed_at_shows_its_direction_at_the_tool_and_at_the_joints(window, hand, open_page):
    page = open_page("arm_6r")
    bars, beside = page.widget.part("bars"), page.widget.part("values.tiles")
    before = len(arrows(window, VELOCITY)), len(arcs(window))
    point(hand, bars, bars.bar_rect(1).center().toPoint(), lambda: arrows(window, VELOCITY))
    (arrow,) = arrows(window, VELOCITY)
    np.testing.assert_allclose(arrow.vector / np.linalg.norm(arrow.vector), decomposed(page).U[:, 1], atol=1e-12)
    np.testing.assert_allclose(arrow.tail, decomposed(page).task.point)
    assert arrow.label.startswith("u₂  σ₂ ")
    assert len(arcs(window)) == 1
    point(hand, beside, QPoint(20, 20), lambda: not arrows(window, VELOCITY))
    assert (len(arrows(window, VELOCITY)), len(arcs(window))) == before == (0, 0)


def test_keys_point_and_hold_as_the_mouse_does(window, hand, open_page):
    page = open_page("arm_6r")
    bars = page.widget.part("bars")
    bars.setFocus()
    QTest.keyClick(bars, Qt.Key.Key_Down)
    assert arrows(window, VELOCITY)[0].label.startswith("u₁")
    QTest.keyClick(bars, Qt.Key.Key_Down)
    QTest.keyClick(bars, Qt.Key.Key_Space)
    window.viewport.setFocus()
    hand.rest()
    assert arrows(window, VELOCITY)[0].label.startswith("u₂")
    window.panels.laboratory.strip.tab("svd").setFocus()
    window.use_workspace("kinematics")
    hand.rest()
    assert arrows(window, VELOCITY) == []  # only while the page is seen


def test_a_self_motion_is_dragged_with_the_tool_still_and_is_one_step_to_undo(window, hand, open_page):
    page, session = open_page("arm_7r"), window.session
    window.bindings.joints.choose_pose("ready")
    QTest.mouseClick(page.widget.part("rows").button("both"), LEFT)
    hand.rest()
    q, pose = np.array(session.q), sim.frame_pose(session.model, session.q, session.frame)
    slider = page.widget.part("motion.slider")
    middle = slider.height() // 2
    QTest.mousePress(slider, LEFT, pos=QPoint(slider.width() // 2, middle))
    for share in (0.52, 0.56, 0.62, 0.58):
        QTest.mouseMove(slider, QPoint(round(share * slider.width()), middle))
        hand.rest()
        now = sim.frame_pose(session.model, session.q, session.frame)
        np.testing.assert_allclose(now, pose, rtol=0, atol=1e-10)
    assert "Jv₇ = 0: the tool stays" in labels(window)
    QTest.mouseRelease(slider, LEFT, pos=QPoint(round(0.58 * slider.width()), middle))
    assert np.linalg.norm(session.q - q) > 0.3
    moved, shift, turn = page.widget.part("motion.facts").texts
    assert moved.startswith("Joints moved 0.")
    assert float(shift.split()[-2]) < 1e-10
    assert float(turn.split()[-2]) < 1e-10
    assert arcs(window) == []
    assert slider.value > 0.3  # it stays where the hand left it
    session.undo_stack.undo()
    np.testing.assert_array_equal(session.q, q)
    hand.rest()
    assert slider.value == 0.0  # the robot is not on that way any more
