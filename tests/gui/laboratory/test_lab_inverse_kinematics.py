"""Inverse kinematics by hand in the real window: handles dragged with the mouse, targets typed, iterations played."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.cases import loop_over
from torseur import sim

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def document():
    return "arm_6r"


@pytest.fixture
def lab(window, hand):
    """The page, on the arm that is shipped, in its home pose."""
    window.bindings.joints.home()
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("inverse_kinematics")
    window.session.undo_stack.clear()
    window.viewport.set_view("iso")  # a ring seen from its side is hard to turn
    window.viewport.fit()
    hand.rest()
    yield window
    window.use_workspace("kinematics")


def page_of(window):
    return window.pages.laboratory.page("inverse_kinematics")


def block(window, path):
    return page_of(window).sheet.block(path)


def place(window, name):
    return window.drawing.posing.gizmo.handle(name, window.viewport.view, window.viewport.size_in_units()).toPoint()


def tool_pose(window):
    return sim.frame_pose(window.session.model, window.session.q, window.session.frame)


def drag(window, hand, start, way, steps=8):
    QTest.mousePress(window.viewport, LEFT, NONE, start)
    for k in range(1, steps + 1):
        QTest.mouseMove(window.viewport, start + way * (k / steps))
        hand.rest()
    QTest.mouseRelease(window.viewport, LEFT, NONE, start + way)
    hand.rest()


def click(window, hand, widget):
    QTest.mouseClick(widget, LEFT, NONE, widget.rect().center())
    hand.rest()


def test_the_tool_follows_an_arrow_that_is_dragged_and_ctrl_z_restores_all(lab, hand):
    q, before = np.array(lab.session.q), tool_pose(lab)
    drag(lab, hand, place(lab, "z"), QPoint(0, -50))
    after = tool_pose(lab)
    assert after[2, 3] > before[2, 3] + 0.03
    assert np.allclose(after[:2, 3], before[:2, 3], atol=1e-5)
    assert np.allclose(after[:3, :3], before[:3, :3], atol=1e-5)
    assert lab.session.undo_stack.count() == 1
    lab.viewport.setFocus()
    QTest.keyClick(lab.viewport, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hand.rest()
    assert np.array_equal(lab.session.q, q)
    assert np.allclose(lab.drawing.posing.target, before, atol=1e-12)  # the handles came back with the robot


def undo(window, hand):
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hand.rest()


@loop_over("held", [False, True])
def test_what_a_drag_came_to_is_not_said_of_the_robot_that_an_undo_put_elsewhere(lab, hand, held):
    before = tool_pose(lab)
    start, way = place(lab, "z"), QPoint(0, -50)
    QTest.mousePress(lab.viewport, LEFT, NONE, start)
    for k in range(1, 5):
        QTest.mouseMove(lab.viewport, start + way * (k / 4))
        hand.rest()
    if not held:
        QTest.mouseRelease(lab.viewport, LEFT, NONE, start + way)
    assert block(lab, "method.line").text == "The robot is at the target."
    undo(lab, hand)
    assert np.allclose(tool_pose(lab), before, atol=1e-12)
    assert "at the target" not in block(lab, "method.line").text
    assert block(lab, "target.position").values[2] == pytest.approx(before[2, 3], abs=1e-4)
    assert np.allclose(lab.drawing.posing.target, before, atol=1e-12)
    QTest.mouseMove(lab.viewport, start + way)  # a handle that is still held moves nothing any more
    hand.rest()
    assert np.allclose(tool_pose(lab), before, atol=1e-12)
    QTest.mouseRelease(lab.viewport, LEFT, NONE, start + way)


def test_beyond_its_reach_the_robot_stops_at_the_nearest_and_the_target_stays(lab, hand):
    lab.viewport.set_view("front")
    lab.viewport.set_camera(lab.viewport.camera.zoom(3.0))
    hand.rest()
    drag(lab, hand, place(lab, "z"), QPoint(0, -220), steps=20)
    posing, model = lab.drawing.posing, lab.session.model
    assert posing.found is not None
    assert not posing.found.reached
    assert np.all(lab.session.q >= model.lower)
    assert np.all(lab.session.q <= model.upper)
    assert posing.target[2, 3] > tool_pose(lab)[2, 3] + 0.05
    assert "stopped as near as it came" in block(lab, "method.line").text
    assert any("mm away" in label.text for label in lab.drawing.picture.overlays.labels)
    click(lab, hand, page_of(lab).widget.part("target.go.buttons.reset"))
    assert np.allclose(posing.target, tool_pose(lab), atol=1e-12)


def test_escape_gives_a_drag_up(lab, hand):
    q, start = np.array(lab.session.q), place(lab, "z")
    lab.viewport.setFocus()
    QTest.mousePress(lab.viewport, LEFT, NONE, start)
    QTest.mouseMove(lab.viewport, start + QPoint(0, -40))
    hand.rest()
    assert not np.array_equal(lab.session.q, q)
    QTest.keyClick(lab.viewport, Qt.Key.Key_Escape)
    QTest.mouseRelease(lab.viewport, LEFT, NONE, start + QPoint(0, -40))
    hand.rest()
    assert np.array_equal(lab.session.q, q)
    assert not lab.session.undo_stack.canUndo()
    assert np.allclose(lab.drawing.posing.target, tool_pose(lab), atol=1e-12)


def test_a_recording_has_no_target_as_it_is_not_edited(lab, hand, tmp_path):
    lab.viewport.setFocus()
    QTest.keyClick(lab.viewport, Qt.Key.Key_Space)
    hand.wait_until(lambda: lab.session.recording is not None and len(lab.session.recording) > 1)
    QTest.keyClick(lab.viewport, Qt.Key.Key_Space)
    hand.wait_until(lambda: not lab.session.playback.playing)
    sim.save_recording(lab.session.recording, tmp_path / "a.mcap")
    assert lab.open(str(tmp_path / "a.mcap"))
    lab.use_workspace("laboratory")
    hand.rest()
    assert lab.session.is_replay
    assert lab.drawing.posing.target is None
    assert "not edited" in lab.drawing.posing.refusal
    assert not page_of(lab).widget.part("solve").isEnabled()


def test_a_target_is_typed_solved_and_its_iterations_are_stepped_through_and_played(lab, hand):
    page, q = page_of(lab).widget, np.array(lab.session.q)
    field = page.part("target.position").fields[1]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.3")
    QTest.keyClick(field, Qt.Key.Key_Return)
    hand.rest()
    assert lab.drawing.posing.target[1, 3] == pytest.approx(0.3)
    assert np.array_equal(lab.session.q, q)  # typed, not gone there yet
    click(lab, hand, page.part("solve"))
    assert block(lab, "method").badge[0] == "reached"
    assert np.allclose(tool_pose(lab), lab.drawing.posing.target, atol=4e-6)
    assert lab.session.undo_stack.count() == 1
    solved, count = np.array(lab.session.q), len(page.part("iterations.table").rows)
    assert count >= 3

    click(lab, hand, page.part("iterations.way.buttons.back"))
    assert not np.array_equal(lab.session.q, solved)
    assert block(lab, "method").badge[0] == "reached"  # of the search: the target stays
    assert lab.drawing.picture.overlays.ghosts
    plot = page.part("iterations.plot")
    QTest.mouseClick(plot, LEFT, NONE, plot.places(plot.plot.curves[0])[0].toPoint())
    hand.rest()
    assert np.allclose(lab.session.q, q, atol=1e-12)
    click(lab, hand, page.part("iterations.way.buttons.play"))
    hand.wait_until(lambda: np.array_equal(lab.session.q, solved))
    hand.wait_until(lambda: not page_of(lab).settings.playing)
    assert not lab.drawing.picture.overlays.ghosts
    assert len(lab.drawing.picture.overlays.trails[0].points) == count


def test_the_key_i_shows_the_handles_in_any_workspace(lab, hand):
    lab.use_workspace("kinematics")
    hand.rest()
    assert not lab.drawing.posing.handles_visible
    lab.viewport.setFocus()
    QTest.keyClick(lab.viewport, Qt.Key.Key_I)
    assert lab.drawing.posing.handles_visible
    before = tool_pose(lab)
    drag(lab, hand, place(lab, "z"), QPoint(0, -40))
    assert tool_pose(lab)[2, 3] > before[2, 3] + 0.02
    QTest.keyClick(lab.viewport, Qt.Key.Key_I)
    assert not lab.drawing.posing.handles_visible
    assert ("I", "Handles that drag the frame") in lab.commands.keys()["View"]
