"""The page "SVD" of the laboratory, by mouse and keys in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.ui.laboratory.svd.task_section import TaskChoice
from torseur.ui.look.theme import FORCE, JOINT, VELOCITY
from torseur.ui.viewport.many_marks import LineField

LEFT = Qt.MouseButton.LeftButton
BARE = """<robot name="bare">
  <link name="post"/><link name="arm"/><link name="tool"/>
  <joint name="shoulder" type="continuous"><parent link="post"/><child link="arm"/><axis xyz="0 1 0"/></joint>
  <joint name="elbow" type="revolute"><parent link="arm"/><child link="tool"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" velocity="2" effort="5"/></joint>
</robot>"""


@pytest.fixture
def open_page(window, hand):
    """Open a robot on the page."""

    def opened(robot):
        assert window.open(str(robot))
        window.toast.clear()
        window.use_workspace("laboratory")
        QTest.mouseClick(window.panels.laboratory.strip.tab("svd"), LEFT)
        window.laboratory.page("svd").widget.task_chosen.emit(TaskChoice())
        hand.rest()
        return window.laboratory.page("svd")

    yield opened
    window.use_workspace("kinematics")
    window.files.watching.stop()


def segment(control, key):
    return control.button(key)


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


def test_a_bar_pointed_at_shows_its_direction_at_the_tool_and_at_the_joints(window, hand, open_page):
    lab = open_page("arm_6r")
    bars = lab.widget.bars
    before = len(arrows(window, VELOCITY)), len(arcs(window))
    point(hand, bars, bars.bar_rect(1).center().toPoint(), lambda: arrows(window, VELOCITY))
    (arrow,) = arrows(window, VELOCITY)
    u = lab.svd.U[:, 1]
    np.testing.assert_allclose(arrow.vector / np.linalg.norm(arrow.vector), u, atol=1e-12)
    np.testing.assert_allclose(arrow.tail, lab.svd.task.point)
    assert arrow.label.startswith("u₂  σ₂ ")
    assert len(arcs(window)) == 1
    point(hand, lab.widget.tiles, QPoint(20, 20), lambda: not arrows(window, VELOCITY))
    assert (len(arrows(window, VELOCITY)), len(arcs(window))) == before == (0, 0)


def test_a_click_holds_a_direction_while_the_robot_moves_and_another_lets_it_go(window, hand, open_page):
    lab = open_page("scara")
    table = lab.widget.subspaces.effective.table
    row = QPoint(60, round(table.cell_rect(0, 0).center().y()))
    QTest.mouseClick(table, LEFT, pos=row)
    assert "elbow" in labels(window)
    length = np.linalg.norm(arrows(window, VELOCITY)[0].vector)
    QTest.mouseMove(lab.widget.tiles, QPoint(20, 20))
    QTest.mouseMove(window.viewport, QPoint(5, 5))
    slider = window.panels.joints.row(
        "scara/elbow" if "scara/elbow" in window.session.model.joint_names else "elbow"
    ).slider
    QTest.mouseClick(slider, LEFT, pos=QPoint(round(0.8 * slider.width()), slider.height() // 2))
    hand.rest()
    (arrow,) = arrows(window, VELOCITY)
    np.testing.assert_allclose(np.linalg.norm(arrow.vector), length, rtol=1e-9)  # σ₁ over σ₁, wherever it is
    QTest.mouseClick(table, LEFT, pos=row)
    point(hand, lab.widget.tiles, QPoint(20, 20), lambda: arcs(window) == [])


def test_an_unreachable_direction_is_vermilion_and_says_so(window, hand, open_page):
    lab = open_page("scara")
    window.joints.choose_pose("straight")
    hand.rest()
    assert lab.widget.badge.text == "singular: rank 2 of 3"
    table = lab.widget.subspaces.unreachable.table
    at = table.cell_rect(0, 1).center().toPoint()
    point(hand, table, at, lambda: [one.label for one in arrows(window, FORCE) if one.kind == "dashed"])
    assert [one.label for one in arrows(window, FORCE) if one.kind == "dashed"] == ["u₃ unreachable"]


def test_rows_weights_length_and_tolerance_are_chosen_by_mouse_and_keys(window, hand, open_page):
    lab = open_page("arm_6r")
    task = lab.widget.task
    assert lab.svd.task.J.shape == (3, 6)
    QTest.mouseClick(segment(task.rows, "both"), LEFT)
    assert lab.svd.task.J.shape == (6, 6)
    assert lab.svd.task.length_source == "mean link"
    field = task.length.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert lab.svd.task.length == 0.5
    QTest.mouseClick(task.length.reset, LEFT)
    assert lab.svd.task.length_source == "mean link"
    QTest.mouseClick(segment(task.weights, "speed"), LEFT)
    np.testing.assert_allclose(lab.svd.task.weights, window.session.model.velocity_limit)
    assert all(text.endswith("m/s") for text in lab.widget.bars.texts)
    field = task.tolerance.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, f"{0.5 * (lab.svd.sigma[2] + lab.svd.sigma[3]):.6f}")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (lab.svd.rank, lab.widget.badge.text) == (3, "singular: rank 3 of 6")
    field.selectAll()
    QTest.keyClicks(field, "-1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.refused
    assert lab.svd.rank == 3


def test_a_self_motion_is_dragged_with_the_tool_still_and_is_one_step_to_undo(window, hand, open_page):
    lab = open_page("arm_7r")
    session, page = window.session, lab.widget
    window.joints.choose_pose("ready")
    QTest.mouseClick(segment(page.task.rows, "both"), LEFT)
    hand.rest()
    q, pose = np.array(session.q), sim.frame_pose(session.model, session.q, session.frame)
    slider = page.motion.slider
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
    moved, shift, turn = page.motion.facts.texts
    assert moved.startswith("Joints moved 0.")
    assert float(shift.split()[-2]) < 1e-10
    assert float(turn.split()[-2]) < 1e-10
    assert arcs(window) == []
    assert slider.value > 0.3  # it stays where the hand left it
    session.undo_stack.undo()
    np.testing.assert_array_equal(session.q, q)
    hand.rest()
    assert slider.value == 0.0  # the robot is not on that way any more


def test_a_self_motion_by_keys_ends_at_the_limit_of_a_joint_and_names_it(window, hand, open_page):
    lab = open_page("arm_7r")
    page, session = lab.widget, window.session
    window.joints.choose_pose("ready")
    joint = next(name for name in session.model.joint_names if name.endswith("upper_roll"))
    k = session.model.joint_slices()[joint][0].start
    session.move_joint(joint, float(session.model.upper[k]) - 0.3)
    QTest.mouseClick(segment(page.task.rows, "both"), LEFT)
    hand.rest()
    slider = page.motion.slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    hand.rest()
    assert slider.value == pytest.approx(0.01 * 2 * np.pi)
    rising = lab.svd.self_motion[k, 0] > 0
    QTest.keyClick(slider, Qt.Key.Key_End if rising else Qt.Key.Key_Home)
    hand.rest()
    assert page.motion.line.text == "upper_roll is at its limit: it goes no farther this way."
    assert session.q[k] == pytest.approx(session.model.upper[k], abs=1e-8)
    assert 0.1 < abs(slider.value) < np.pi


def test_a_self_motion_of_first_order_alone_is_called_one_and_moves_nothing(window, hand, open_page):
    """The SCARA stretched: J loses a direction, and yet the point cannot stay where it is."""
    lab = open_page("scara")
    window.joints.choose_pose("straight")
    hand.rest()
    motion, q = lab.widget.motion, np.array(window.session.q)
    assert lab.widget.badge.text == "singular: rank 2 of 3"
    assert "v₃ is a self-motion to first order only" in motion.line.text
    # Links of 0.5 and 1 m (THEORY §8), q̇ along (−1, 1.5) for a step of 0.1: nearer by ½·0.5·1·1.5 / 3.25 · 0.01 m.
    assert "a step of 0.1 rad along it takes the point about 1.15 mm away" in motion.line.text
    assert "nothing can be dragged" in motion.line.text
    assert not motion.slider.isVisible()
    assert motion.head.accessible().name == "Self-motion along v3, to first order"
    np.testing.assert_array_equal(window.session.q, q)


def test_at_a_singular_pose_the_slider_follows_the_self_motion_that_exists(window, hand, open_page):
    lab = open_page("arm_7r")
    session, page = window.session, lab.widget
    QTest.mouseClick(segment(page.task.rows, "both"), LEFT)
    window.joints.choose_pose("upright")
    hand.rest()
    assert lab.svd.rank == 3
    pose = sim.frame_pose(session.model, session.q, session.frame)
    page.motion.which.setFocus()
    QTest.keyClick(page.motion.which, Qt.Key.Key_Home)
    for _ in range(3):  # the basis follows the poses before: one of four directions, or more, is of first order only
        hand.rest()
        if page.motion.line.text:
            break
        QTest.keyClick(page.motion.which, Qt.Key.Key_Down)
    assert "is a self-motion to first order only" in page.motion.line.text
    assert "The slider follows the self-motion that there is nearest to it" in page.motion.line.text
    slider = page.motion.slider
    middle = slider.height() // 2
    QTest.mousePress(slider, LEFT, pos=QPoint(slider.width() // 2, middle))
    for share in (0.53, 0.57, 0.55):
        QTest.mouseMove(slider, QPoint(round(share * slider.width()), middle))
        hand.rest()
        np.testing.assert_allclose(sim.frame_pose(session.model, session.q, session.frame), pose, rtol=0, atol=1e-10)
        assert slider.isVisible()
    QTest.mouseRelease(slider, LEFT, pos=QPoint(round(0.55 * slider.width()), middle))
    assert np.linalg.norm(session.q) > 0.2
    assert slider.value > 0.2


def test_without_a_self_motion_it_says_why(window, hand, open_page):
    lab = open_page("arm_6r")
    window.joints.choose_pose("ready")
    QTest.mouseClick(segment(lab.widget.task.rows, "both"), LEFT)
    hand.rest()
    assert not lab.widget.motion.slider.isVisible()
    assert "take 6 of 6 joints, and none is left" in lab.widget.motion.line.text


def test_without_limits_in_the_file_it_names_the_joints(window, hand, open_page, tmp_path):
    path = tmp_path / "bare.urdf"
    path.write_text(BARE)
    lab = open_page(path)
    task = lab.widget.task
    QTest.mouseClick(segment(task.weights, "torque"), LEFT)
    assert "no torque limit for joint 'bare/shoulder'" in lab.widget.absent.text
    assert lab.svd is None
    assert not lab.widget.bars.isVisible()
    QTest.mouseClick(segment(task.weights, "none"), LEFT)
    assert lab.svd.rank == 1
    assert lab.widget.bars.isVisible()


def test_a_frame_that_no_joint_moves_has_a_sentence(window, hand, open_page):
    lab = open_page("quadruped_drop")
    base = next(name for name in window.session.model.body_names if "base" in name)
    window.session.set_frame(base)
    hand.rest()
    assert lab.widget.absent.text.startswith(f"No joint of one degree of freedom moves {base}. Held still")
    assert not lab.widget.bars.isVisible()


def test_keys_point_and_hold_as_the_mouse_does(window, hand, open_page):
    lab = open_page("arm_6r")
    bars = lab.widget.bars
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


def typed(field, text, hand):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    hand.rest()


def test_a_velocity_that_is_typed_is_split_into_what_joints_give_and_what_is_lost(window, open_page, hand):
    page = open_page("spherical_rrp")
    window.session.pose(np.array([0.0, 0.0, 0.5]), "upright")
    window.session.end_drag()
    hand.rest()
    section = page.widget.projectors
    QTest.mouseClick(section.head, LEFT, pos=QPoint(60, 20))
    hand.rest()
    assert section.is_open
    typed(section.amounts.rows[0].field, "0.3", hand)  # along x, where the arm can go
    typed(section.amounts.rows[1].field, "0.4", hand)  # along y, across its plane: lost at θ₂ = 0
    split = sim.split_task_velocity(page.svd, [0.3, 0.4, 0.0])
    np.testing.assert_allclose(section.table.values[:3, 2], split.lost[:3], atol=1e-12)
    (lost,) = [arrow for arrow in arrows(window, FORCE) if arrow.label.startswith("lost")]
    np.testing.assert_allclose(np.cross(lost.vector, split.lost), 0.0, atol=1e-12)
    (kept,) = [arrow for arrow in arrows(window, VELOCITY) if arrow.label.startswith("UᵣUᵣᵀ v")]
    assert np.linalg.norm(kept.vector) / np.linalg.norm(lost.vector) == pytest.approx(0.3 / 0.4)
    QTest.mouseClick(segment(section.side, "joints"), LEFT)
    hand.rest()
    typed(section.amounts.rows[0].field, "10", hand)  # the first joint alone: the tool is on its axis
    np.testing.assert_allclose(section.table.values[0], [10.0, 0.0, 10.0], atol=1e-9)
    QTest.mouseClick(section.head, LEFT, pos=QPoint(60, 20))
    hand.rest()
    assert arrows(window, VELOCITY) == []


def test_steps_of_encoders_that_are_typed_are_the_error_ellipsoid_at_the_tool(window, open_page, hand):
    page = open_page("scara")
    section, session = page.widget.repeatability, window.session
    session.pose(np.array([0.4, 0.9, 0.1]), "bent")
    session.end_drag()
    QTest.mouseClick(section.head, LEFT, pos=QPoint(60, 20))
    hand.rest()
    typed(section.fields[1], "0.05", hand)
    typed(section.fields[2], "0.2", hand)  # mm
    steps = [np.radians(0.01), np.radians(0.05), 2e-4]
    expected = sim.repeatability(session.model, session.q, session.frame, steps)
    assert page.errors.found.rms == pytest.approx(expected.rms)
    assert section.facts.texts[0].startswith("σ1 along u₁")
    (drawn,) = [one for one in window.picture.overlays.ellipsoids if one.label.startswith("error")]
    ratios = np.linalg.norm(drawn.axes, axis=0) / expected.deviations
    assert ratios.max() == pytest.approx(ratios.min())  # one scale for all
    typed(section.fields[0], "-1", hand)
    assert section.fields[0].refused
    typed(section.fields[0], "0", hand)
    assert page.errors.found.steps[0] == 0.0
    QTest.mouseClick(section.drawn, LEFT)
    hand.rest()
    assert [one for one in window.picture.overlays.ellipsoids if one.label.startswith("error")] == []
