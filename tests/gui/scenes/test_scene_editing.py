"""Scenes that are made and edited in the real window, by mouse and keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur import sim
from torseur.app.session.scene_edits import change_setting

LEFT, CONTROL, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def scenes(window, hand):
    """The window; scenes that are not saved are given up, and asked for are places of this."""
    editor = window.editor
    kept = editor.ask_to_save, editor.ask_place
    editor.ask_to_save = lambda _: "discard"
    yield window
    form = window.panels.scene.form
    if form.handles.isChecked():
        form.handles.click()
    window.open("welcome")
    window.use_workspace("kinematics")
    hand.rest()
    editor.ask_to_save, editor.ask_place = kept


def settle(window, hand):
    hand.wait_until(lambda: not window.editor.busy)
    hand.rest()


def type_into(window, hand, key, text, place=0):
    field = window.panels.scene.form.lines[key].fields[place]
    QTest.mouseClick(field, LEFT)
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle(window, hand)


def test_a_robot_stands_on_the_ground_at_one_click_and_simulates(scenes, hand):
    window = scenes
    window.open("arm_6r")
    window.joints.choose_pose("ready")
    hand.rest()
    q = window.session.q.copy()
    QTest.mouseClick(window.panels.joints.buttons.scene, LEFT)
    hand.wait_until(lambda: window.session.document.kind == "scene")
    hand.rest()
    np.testing.assert_array_equal(window.session.q, q)
    assert window.session.document.reference == ""
    assert window.windowTitle() == "arm_6r_scene.toml* – Torseur"
    QTest.keyClick(window.viewport, Qt.Key.Key_Space)
    hand.wait_until(lambda: window.session.playback.reached > 0.05)
    QTest.keyClick(window.viewport, Qt.Key.Key_Space)
    assert abs(window.session.q - q).max() < 1e-3  # it is held


def test_a_scene_is_made_of_a_robot_alone(scenes, hand):
    window = scenes
    window.open("falling_brick")
    told = []
    window.session.message.connect(lambda *words: told.append(words))
    QTest.keyClick(window.viewport, Qt.Key.Key_G, SHIFT)
    hand.rest()
    assert told[0][1] == "A scene is made of a robot that is open by itself."
    assert window.session.document.name == "falling_brick"


def test_a_box_above_a_robot_is_moved_weighed_simulated_saved_and_comes_back_the_same(scenes, hand, tmp_path):
    window = scenes
    window.open("arm_6r")
    hand.rest()
    QTest.keyClick(window.viewport, Qt.Key.Key_G, SHIFT)
    hand.wait_until(lambda: window.session.document.kind == "scene")
    QTest.keyClick(window.viewport, Qt.Key.Key_2)  # the workspace Contact, with the scene
    hand.rest()
    window.panels.scene.add_menu.actions()[0].trigger()
    settle(window, hand)
    assert window.selected_part.body == "box"
    session, form = window.session, window.panels.scene.form
    arm = session.document.scene.parts[-1]
    assert sim.lowest_point(arm.model, arm.q) < 0.5 < start_of(window, "box")[2]  # above the arm

    # Dragged by the handle along x.
    QTest.mouseClick(form.handles, LEFT)
    window.viewport.fit()
    hand.rest()
    gizmo, viewport = window.selected_part.handles.gizmo, window.viewport
    before, tip = start_of(window, "box"), gizmo.handle("x", viewport.view, viewport.size_in_units()).toPoint()
    drag(viewport, hand, tip, QPoint(40, 12))
    settle(window, hand)
    moved = start_of(window, "box") - before
    assert abs(moved[0]) > 0.01
    np.testing.assert_allclose(moved[1:], 0.0, atol=1e-6)

    type_into(window, hand, "mass", "2.5")
    type_into(window, hand, "xyz", "0.05", place=1)
    type_into(window, hand, "velocity", "0.3", place=0)
    type_into(window, hand, "shape.size", "-1", place=2)
    assert form.lines["shape.size"].fields[2].refused
    QTest.keyClick(form.lines["shape.size"].fields[2], Qt.Key.Key_Escape)
    scene = session.document.scene
    box = scene.parts[1].model.bodies[0]
    assert (box.mass, box.collisions[0].shape.size) == (2.5, (0.1, 0.1, 0.1))

    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Right)
    hand.wait_until(lambda: session.recording is not None and len(session.recording) > 1)
    expected = sim.simulate(session.document.scene, 0.05)

    path = tmp_path / "mine.toml"
    window.editor.ask_place = lambda _: str(path)
    QTest.keyClick(window.viewport, Qt.Key.Key_S, CONTROL)
    hand.rest()
    assert window.windowTitle() == "mine.toml – Torseur"
    assert not window.editor.unsaved
    again = sim.load_scene(path)
    np.testing.assert_array_equal(again.initial.q, scene.initial.q)
    np.testing.assert_array_equal(again.initial.v, scene.initial.v)
    np.testing.assert_array_equal(sim.simulate(again, 0.05).q, expected.q)
    assert window.open(str(path))
    np.testing.assert_array_equal(session.q, scene.initial.q)

    window.exports.ask = lambda kind: pytest.fail(f"the {kind} is saved")
    change_setting(session, dt=0.002)
    QTest.keyClick(window.viewport, Qt.Key.Key_S, CONTROL)
    assert sim.load_scene(path).settings.dt == 0.002


def test_each_edit_is_undone_and_an_edit_of_a_run_begins_a_new_one(scenes, hand):
    window = scenes
    window.open("falling_brick")
    window.use_workspace("contact")
    hand.rest()
    session, told = window.session, []
    session.message.connect(lambda *words: told.append(words[0]))
    source = session.document.scene.source
    window.panels.scene.bodies.picked.emit("brick")
    hand.rest()
    QTest.keyClick(window.viewport, Qt.Key.Key_Right)
    hand.wait_until(lambda: session.recording is not None)
    recording = session.recording
    type_into(window, hand, "mass", "9")
    assert "A new start: the scene was changed." in told
    assert session.posing
    assert session.recording is None
    assert session.document.scene.parts[1].model.bodies[0].mass == 9.0
    assert window.windowTitle() == "falling_brick* – Torseur"
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Z, CONTROL)
    hand.rest()
    assert session.recording is recording
    assert session.document.scene.source == source
    assert window.windowTitle() == "falling_brick – Torseur"
    QTest.keyClick(window.viewport, Qt.Key.Key_Z, CONTROL | SHIFT)
    hand.rest()
    assert session.document.scene.parts[1].model.bodies[0].mass == 9.0


def test_a_name_that_is_taken_is_told_below_its_line_and_nothing_changes(scenes, hand):
    window = scenes
    window.open("falling_brick")
    window.use_workspace("contact")
    window.panels.scene.bodies.picked.emit("brick")
    hand.rest()
    form, scene = window.panels.scene.form, window.session.document.scene
    word = form.lines["name"].word
    QTest.mouseClick(word, LEFT)
    word.selectAll()
    QTest.keyClicks(word, scene.parts[0].name)
    QTest.keyClick(word, Qt.Key.Key_Return)
    settle(window, hand)
    assert form.refusal == f"Something else is named '{scene.parts[0].name}'"
    assert window.session.document.scene is scene
    assert word.text() == "brick"


def start_of(window, name):
    session = window.session
    return sim.frame_pose(session.model, session.q, name)[:3, 3].copy()


def drag(viewport, hand, start, way):
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, start)
    for k in range(1, 5):
        QTest.mouseMove(viewport, start + way * (k / 4))
        hand.rest()
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, start + way)
    hand.rest()
