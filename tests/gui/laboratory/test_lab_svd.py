"""The page "SVD" of the laboratory, by mouse and keys in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.app.laboratory.svd.svd_settings import SVDSettings
from torseur.ui.look.theme import FORCE, JOINT, VELOCITY
from torseur.ui.viewport.many_marks import LineField

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def open_page(window, hand):
    """Open a robot on the page, as it is at first."""

    def opened(robot):
        assert window.open(robot)
        window.toast.clear()
        window.use_workspace("laboratory")
        QTest.mouseClick(window.panels.laboratory.strip.tab("svd"), LEFT)
        page = window.laboratory.page("svd")
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
    return [arrow for arrow in window.picture.overlays.arrows if arrow.color == color]


def arcs(window):
    return [field for field in window.picture.overlays.fields if isinstance(field, LineField)]


def labels(window):
    return " ".join(label.text for label in window.picture.overlays.labels if label.color == JOINT)


def typed(field, text, hand):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    hand.rest()


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


def test_a_click_holds_a_direction_while_the_robot_moves_and_another_lets_it_go(window, hand, open_page):
    page = open_page("scara")
    table, beside = page.widget.part("subspaces.effective"), page.widget.part("values.tiles")
    row = QPoint(60, round(table.cell_rect(0, 0).center().y()))
    QTest.mouseClick(table, LEFT, pos=row)
    assert "elbow" in labels(window)
    length = np.linalg.norm(arrows(window, VELOCITY)[0].vector)
    QTest.mouseMove(beside, QPoint(20, 20))
    QTest.mouseMove(window.viewport, QPoint(5, 5))
    slider = window.panels.joints.row("scara/elbow").slider
    QTest.mouseClick(slider, LEFT, pos=QPoint(round(0.8 * slider.width()), slider.height() // 2))
    hand.rest()
    (arrow,) = arrows(window, VELOCITY)
    np.testing.assert_allclose(np.linalg.norm(arrow.vector), length, rtol=1e-9)  # σ₁ over σ₁, wherever it is
    QTest.mouseClick(table, LEFT, pos=row)
    point(hand, beside, QPoint(20, 20), lambda: arcs(window) == [])


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


def test_rows_weights_length_and_tolerance_are_chosen_by_mouse_and_keys(window, hand, open_page):
    page = open_page("arm_6r")
    view = page.widget.view
    QTest.mouseClick(view("rows").widget.button("both"), LEFT)
    assert decomposed(page).task.J.shape == (6, 6)
    typed(view("length").field, "0.5", hand)
    assert decomposed(page).task.length == 0.5
    QTest.mouseClick(view("length").reset, LEFT)
    assert decomposed(page).task.length_source == "mean link"
    QTest.mouseClick(view("weights").widget.button("speed"), LEFT)
    np.testing.assert_allclose(decomposed(page).task.weights, window.session.model.velocity_limit)
    assert all(text.endswith("m/s") for text in view("bars").widget.texts)
    between = 0.5 * (decomposed(page).sigma[2] + decomposed(page).sigma[3])
    typed(view("tolerance").field, f"{between:.6f}", hand)
    assert decomposed(page).rank == 3
    typed(view("tolerance").field, "-1", hand)
    assert view("tolerance").field.refused
    assert decomposed(page).rank == 3


def test_a_self_motion_is_dragged_with_the_tool_still_and_is_one_step_to_undo(window, hand, open_page):
    page, session = open_page("arm_7r"), window.session
    window.joints.choose_pose("ready")
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


def test_what_is_typed_in_sections_is_drawn_while_they_are_open(window, open_page, hand):
    page = open_page("spherical_rrp")
    window.session.pose(np.array([0.0, 0.0, 0.5]), "upright")
    window.session.end_drag()
    hand.rest()
    view = page.widget.view
    QTest.mouseClick(view("projectors").head, LEFT, pos=QPoint(60, 20))
    QTest.mouseClick(view("repeatability").head, LEFT, pos=QPoint(60, 20))
    hand.rest()
    for place, speed in enumerate(("0.3", "0.4")):
        typed(view("projectors.amounts").widget.rows[place].field, speed, hand)
    split = sim.split_task_velocity(decomposed(page), [0.3, 0.4, 0.0])
    (lost,) = [arrow for arrow in arrows(window, FORCE) if arrow.label.startswith("lost")]
    np.testing.assert_allclose(np.cross(lost.vector, split.lost), 0.0, atol=1e-12)
    first, *_, last = view("repeatability.steps").fields
    typed(first, "0.05", hand)
    typed(last, "0.2", hand)  # mm
    typed(first, "-1", hand)
    assert first.refused
    steps = [np.radians(0.05), np.radians(0.01), 2e-4]
    expected = sim.repeatability(window.session.model, window.session.q, window.session.frame, steps)
    (drawn,) = [one for one in window.picture.overlays.ellipsoids if one.label.startswith("error")]
    ratios = np.linalg.norm(drawn.axes, axis=0)[:2] / expected.deviations[:2]
    assert ratios.max() == pytest.approx(ratios.min())  # one scale for all
    QTest.mouseClick(view("repeatability").head, LEFT, pos=QPoint(60, 20))
    QTest.mouseClick(view("projectors").head, LEFT, pos=QPoint(60, 20))
    hand.rest()
    assert arrows(window, FORCE) == []
    assert [one for one in window.picture.overlays.ellipsoids if one.label.startswith("error")] == []
