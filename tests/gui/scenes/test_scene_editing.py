"""Scenes that are made and edited in the real window, by mouse and keys."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest

from torseur import sim
from torseur.app.scene_editing import scene_writing
from torseur.app.scene_editing.placing import is_in_sight
from torseur.app.session.scene_edits import change_setting

LEFT, CONTROL, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def scenes(window, hand, monkeypatch):
    """The window; scenes that are not saved are given up, and asked for are places of this."""
    monkeypatch.setattr(window.dialogs, "ask_to_save", lambda *_: "discard")
    yield window
    form = window.panels.scene.form
    if form.handles.isChecked():
        form.handles.click()
    window.open("welcome")
    window.use_workspace("kinematics")
    hand.rest()


@pytest.fixture
def brick(scenes, hand):
    """The window with the scene of a falling brick, which is selected."""
    scenes.open("falling_brick")
    scenes.use_workspace("contact")
    scenes.panels.scene.bodies.picked.emit("brick")
    hand.rest()
    return scenes


def settle(window, hand):
    hand.wait_until(lambda: not window.editing.editor.busy)
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
    window.bindings.joints.choose_pose("ready")
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


def test_a_box_above_a_robot_is_moved_weighed_simulated_saved_and_comes_back_the_same(scenes, hand, tmp_path, monkeypatch):
    window = scenes
    window.open("arm_6r")
    hand.rest()
    QTest.keyClick(window.viewport, Qt.Key.Key_G, SHIFT)
    hand.wait_until(lambda: window.session.document.kind == "scene")
    QTest.keyClick(window.viewport, Qt.Key.Key_2)  # the workspace Contact, with the scene
    hand.rest()
    window.panels.scene.bodies.picked.emit("arm_6r/base")  # what is added hangs above it
    window.panels.scene.add_menu.actions()[0].trigger()
    settle(window, hand)
    assert window.editing.selected_part.body == "box"
    session, form = window.session, window.panels.scene.form
    arm = session.document.scene.parts[-1]
    assert sim.lowest_point(arm.model, arm.q) < 0.5 < start_of(window, "box")[2]  # above the arm

    # Dragged by the handle along x.
    QTest.mouseClick(form.handles, LEFT)
    window.viewport.fit()
    hand.rest()
    gizmo, viewport = window.editing.selected_part.handles.gizmo, window.viewport
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
    monkeypatch.setattr(window.dialogs, "ask_place", lambda *_: str(path))
    QTest.keyClick(window.viewport, Qt.Key.Key_S, CONTROL)
    hand.rest()
    assert window.windowTitle() == "mine.toml – Torseur"
    assert not window.editing.editor.unsaved
    again = sim.load_scene(path)
    np.testing.assert_array_equal(again.initial.q, scene.initial.q)
    np.testing.assert_array_equal(again.initial.v, scene.initial.v)
    np.testing.assert_array_equal(sim.simulate(again, 0.05).q, expected.q)
    assert window.open(str(path))
    np.testing.assert_array_equal(session.q, scene.initial.q)

    window.documents.exports.ask = lambda kind: pytest.fail(f"the {kind} is saved")
    change_setting(session, dt=0.002)
    QTest.keyClick(window.viewport, Qt.Key.Key_S, CONTROL)
    assert sim.load_scene(path).settings.dt == 0.002


@pytest.mark.parametrize("workspace", ["kinematics", "contact"])
def test_the_form_of_what_was_added_is_in_sight_on_a_small_screen(scenes, hand, workspace):
    window = scenes
    size = window.size()
    window.resize(1280, 800)
    window.open("balls_666")  # of so many bodies that whatever is below their list is out of sight
    window.use_workspace(workspace)
    hand.rest()
    window.commands.run("add:box")
    settle(window, hand)
    panel = window.panels.scene
    name, last = panel.form.lines["name"], list(panel.form.lines.values())[-1]
    assert window.editing.selected_part.body == "box"
    assert in_sight(name, panel)
    assert in_sight(panel.form.add, panel)
    assert not in_sight(last, panel)
    last.fields[-2].setFocus()
    QTest.keyClick(last.fields[-2], Qt.Key.Key_Tab)
    hand.rest()
    assert in_sight(last.fields[-1], panel)  # as the keyboard goes there
    window.resize(size)


def in_sight(widget, panel):
    """Whether all of a widget is seen in a panel."""
    return widget.isVisible() and widget.visibleRegion().boundingRect() == widget.rect() and panel.isVisible()


@pytest.mark.journey
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


def test_a_body_is_added_without_friction_where_the_solver_knows_none_and_it_is_told(scenes, hand):
    window = scenes
    window.open("falling_brick")
    window.use_workspace("contact")
    hand.rest()
    window.commands.run("add:sphere")
    settle(window, hand)
    assert [part.name for part in window.session.document.scene.parts][-1] == "sphere"
    assert window.bars.toast.text == "Added without friction: material smooth."
    assert window.bars.toast.isVisible()


def test_what_cannot_be_added_is_told_also_where_nothing_is_selected(scenes, hand, tmp_path, monkeypatch):
    window = scenes
    window.open("falling_brick")
    window.use_workspace("contact")
    hand.rest()
    scene = window.session.document.scene
    assert not window.editing.selected_part.body
    (tmp_path / "none.obj").write_text("v 0 0 0\n")
    monkeypatch.setattr(window.dialogs, "ask_mesh", lambda: str(tmp_path / "none.obj"))
    window.commands.run("add:mesh")
    settle(window, hand)
    assert window.session.document.scene is scene
    assert window.bars.toast.text == "The scene was not changed."
    assert window.bars.toast.isVisible()


def test_a_name_that_is_taken_is_told_below_its_line_and_nothing_changes(brick, hand):
    window = brick
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


def test_the_delete_key_removes_what_is_selected_where_the_view_or_the_list_has_the_keyboard(scenes, hand):
    window = scenes
    window.open("falling_brick")
    window.use_workspace("contact")
    hand.rest()
    panel, session = window.panels.scene, window.session
    panel.bodies.picked.emit("brick")
    hand.rest()
    word = panel.form.lines["name"].word
    word.setFocus()
    word.setCursorPosition(0)
    QTest.keyClick(word, Qt.Key.Key_Delete)
    settle(window, hand)
    assert (word.text(), len(session.document.scene.parts)) == ("rick", 2)
    QTest.keyClick(word, Qt.Key.Key_Escape)
    for widget in (window.viewport, panel.bodies):
        panel.bodies.picked.emit("brick")
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Delete)
        settle(window, hand)
        assert [part.name for part in session.document.scene.parts] == ["ground"]
        window.commands.run("undo")
        hand.rest()
        assert [part.name for part in session.document.scene.parts] == ["ground", "brick"]


def test_what_was_renamed_stays_selected_when_that_is_undone(brick, hand):
    window = brick
    form = window.panels.scene.form
    for name in ("stone", "rock"):
        word = form.lines["name"].word
        QTest.mouseClick(word, LEFT)
        word.selectAll()
        QTest.keyClicks(word, name)
        QTest.keyClick(word, Qt.Key.Key_Return)
        settle(window, hand)
    for command, name in (("undo", "stone"), ("undo", "brick"), ("redo", "stone")):
        window.commands.run(command)
        hand.rest()
        assert (window.editing.selected_part.body, form.lines["name"].word.text()) == (name, name)
        assert window.viewport.selected == name


def test_the_model_shows_the_body_that_an_edit_leaves_selected(brick, hand):
    window = brick
    type_into(window, hand, "mass", "9")
    window.use_workspace("model")
    hand.rest()
    assert window.viewport.selected == "brick"
    assert window.panels.model.tree.selected == "body:brick"
    masses = window.panels.masses
    hand.wait_until(lambda: masses.sheet.has("body.facts") and "Mass 9.000 kg" in masses.part("body.facts").texts)
    window.commands.run("undo")
    hand.rest()
    assert (window.viewport.selected, window.panels.model.tree.selected) == ("brick", "body:brick")
    tree = window.panels.model.tree
    QTest.mouseClick(tree.viewport(), LEFT, pos=tree.rect_of("body:ground").center())
    assert (window.viewport.selected, window.editing.selected_part.body) == ("ground", "ground")
    window.viewport.select(None)
    assert window.panels.model.tree.selected == ""


def test_what_is_told_of_a_new_start_goes_when_it_is_undone(brick, hand):
    window = brick
    for edit in (lambda: type_into(window, hand, "mass", "9"), lambda: change_setting(window.session, dt=0.002)):
        QTest.keyClick(window.viewport, Qt.Key.Key_Right)
        hand.wait_until(lambda: window.session.recording is not None)
        edit()
        assert window.bars.toast.text.startswith("A new start")
        assert window.bars.toast.isVisible()
        window.commands.run("undo")
        hand.rest()
        assert not window.bars.toast.isVisible()


def test_what_nobody_can_have_meant_is_refused_with_a_sentence_that_names_the_limits(scenes, hand):
    window = scenes
    window.open("brick_on_corner")
    window.use_workspace("contact")
    window.panels.scene.bodies.picked.emit("brick")
    hand.rest()
    form, scene = window.panels.scene.form, window.session.document.scene
    for key, text, said in (
        ("mass", "1e12", "from 1e-09 to 1e+09 kg"),
        ("shape.size", "1e9", "from 1e-06 to 100000 m"),
        ("shape.size", "1e-12", "from 1e-06 to 100000 m"),
    ):
        type_into(window, hand, key, text)
        field = form.lines[key].fields[0]
        assert said in field.toolTip()
        QTest.keyClick(field, Qt.Key.Key_Escape)
    type_into(window, hand, "mass", "1e8")
    assert "from 1e-06 to 1e+09 kg/m³ is taken" in form.refusal
    assert window.session.document.scene is scene
    type_into(window, hand, "mass", "1e5")
    assert "osmium" in form.note.text


def test_what_is_added_is_in_sight_wherever_the_view_looks(scenes, hand):
    window = scenes
    window.open("brick_on_corner")
    hand.rest()
    view = window.viewport
    for target, distance in (((30.0, -20.0, 0.0), 4.0), ((0.0, 0.0, 0.1), 0.2)):
        view.set_camera(replace(view.camera, target=target, distance=distance, azimuth=0.8, elevation=0.4))
        window.editing.selected_part.select("")
        window.commands.run("add:box")
        settle(window, hand)
        part = next(one for one in window.session.document.scene.parts if one.name == window.editing.selected_part.body)
        assert part.name.startswith("box")
        assert is_in_sight(view.camera, view.size_in_units(), part, 56)
    assert not is_in_sight(replace(view.camera, target=(99.0, 0.0, 0.0)), view.size_in_units(), part, 56)


def test_saving_that_lasts_shows_a_card_that_gives_it_up_and_takes_no_other_input(scenes, hand, tmp_path, monkeypatch):
    window = scenes
    window.open("brick_on_corner")
    hand.rest()
    card, given_up, whole, seen = window.bars.saving_card, threading.Event(), scene_writing.scene_text, []

    def slow(*arguments, **options):
        assert given_up.wait(60)
        return whole(*arguments, **options)

    monkeypatch.setattr(scene_writing, "scene_text", slow)
    change_setting(window.session, dt=0.002)

    def look():
        if card.isVisible() and not given_up.is_set():
            seen.append(card.texts[0])
            QTest.keyClick(window.viewport, Qt.Key.Key_Z, CONTROL)  # is no undo now
            QTest.mouseClick(card.cancel_button, LEFT)
            given_up.set()

    clock = QTimer(window, interval=5)
    clock.timeout.connect(look)
    clock.start()
    saved = window.editing.editor.save_to(tmp_path / "other.toml")
    clock.stop()
    assert (seen, saved) == (["Saving other.toml"], False)
    assert not card.isVisible()
    assert not (tmp_path / "other.toml").exists()
    assert window.session.settings.dt == 0.002
    assert window.editing.editor.save_to(tmp_path / "other.toml")
    assert sim.load_scene(tmp_path / "other.toml").settings.dt == 0.002


def test_a_mesh_file_is_added_as_its_hull_and_the_scene_is_saved_with_it(scenes, hand, tmp_path, monkeypatch):
    window = scenes
    window.open("brick_on_corner")
    hand.rest()
    corners = [(x, y, z) for x in (0, 100) for y in (0, 200) for z in (0, 50)]
    faces = ("1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4")
    lines = [f"v {x} {y} {z}" for x, y, z in corners] + [f"f {face}" for face in faces]
    (tmp_path / "part.obj").write_text("\n".join(lines))
    monkeypatch.setattr(window.dialogs, "ask_mesh", lambda: str(tmp_path / "part.obj"))
    window.commands.run("add:mesh")
    settle(window, hand)
    assert (window.editing.selected_part.body, window.bars.toast.text) == ("part", "It is 200.0 m long.")
    form = window.panels.scene.form
    form.lines["shape.unit"].choice.chosen.emit("mm")
    settle(window, hand)
    body = next(one for one in window.session.document.scene.parts if one.name == "part").model.bodies[0]
    np.testing.assert_allclose(body.com, [0.05, 0.1, 0.025], atol=1e-9)
    assert form.lines["shape.hull"].name.text == "Its convex hull of 8 corners is what touches, weighs and is drawn."
    assert window.editing.editor.save_to(tmp_path / "scene.toml")
    again = sim.load_scene(tmp_path / "scene.toml")
    np.testing.assert_allclose(again.parts[-1].model.bodies[0].inertia, body.inertia)
    assert 'mesh = "./part.obj"' in (tmp_path / "scene.toml").read_text()


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
