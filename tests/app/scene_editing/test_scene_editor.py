"""Edits of the scene that is open, without a window: one after the other, undone, saved, and kept for after a crash."""

from __future__ import annotations

import threading
import tomllib
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from torseur import robots, sim
from torseur.app.background.background_thread import Background
from torseur.app.documents.document import open_document
from torseur.app.files.dialogs import Dialogs
from torseur.app.files.files import Files
from torseur.app.files.restored_state import restored_state
from torseur.app.recovery.recovered_session import recovered_session
from torseur.app.recovery.session_file import KeptPlace, kept_session, session_bytes
from torseur.app.recovery.session_folder import SESSION
from torseur.app.scene_editing import scene_reader, scene_writing
from torseur.app.scene_editing.added_parts import AddedParts
from torseur.app.scene_editing.form.new_material import with_new_material
from torseur.app.scene_editing.form.part_text import with_line
from torseur.app.scene_editing.scene_editor import SceneEdit, SceneEditor
from torseur.app.scene_editing.scene_of_robot import scene_document
from torseur.app.scene_editing.scene_reader import SceneReader
from torseur.app.session.scene_edits import change_material, change_setting
from torseur.robots.options import LoadOptions
from torseur.sim.definition.toml_writer import toml_text
from torseur.ui.viewport.camera import Camera


@pytest.fixture
def dialogs():
    return Dialogs(None)


@pytest.fixture
def editor(session, preferences, dialogs):
    files = Files(session, preferences)
    editor = SceneEditor(session, files, preferences, dialogs, Background(session))
    yield editor
    editor.stop()
    files.stop()


def added_parts(session, editor, dialogs):
    browse = partial(pytest.fail, "a robot was named, none is to be chosen")
    return AddedParts(session, editor, lambda: "", browse, lambda: (Camera(), (800, 600)), dialogs)


def weigh(mass):
    def change(text, scene, _):
        return with_line(text, next(part for part in scene.parts if part.name == "brick"), "mass", mass)

    return SceneEdit("Weigh", change, "mass")


def do(qtbot, editor, *edits):
    for edit in edits:
        editor.edit(edit)
    qtbot.waitUntil(lambda: not editor.busy)


def mass(session):
    return next(part for part in session.document.scene.parts if part.name == "brick").model.bodies[0].mass


def test_edits_are_done_one_after_the_other_and_undone_one_by_one(session, editor, qtbot):
    session.show_document(open_document("falling_brick"))
    do(qtbot, editor, weigh(7.0), weigh(8.0), weigh(9.0))
    assert (mass(session), session.undo_stack.count(), editor.unsaved) == (9.0, 3, True)
    session.undo_stack.undo()
    assert mass(session) == 8.0
    session.undo_stack.setIndex(0)
    assert (mass(session), editor.unsaved) == (6.0, False)


def test_what_is_refused_is_told_and_what_comes_after_it_is_done(session, editor, qtbot):
    session.show_document(open_document("falling_brick"))
    told = []
    editor.refused.connect(lambda *words: told.append(words))
    do(qtbot, editor, weigh(-1.0), weigh(2.0))
    assert told == [("mass", "bodies[0].mass: expected a number > 0.0, got -1.0")]
    assert (mass(session), session.undo_stack.count()) == (2.0, 1)


def test_a_pose_and_settings_that_were_changed_by_hand_are_in_the_scene_after_an_edit(session, editor, qtbot):
    session.show_document(open_document("welcome"))
    session.move_joint("arm/elbow", 0.3)
    session.end_drag()
    change_setting(session, dt=0.002)
    q = session.q.copy()
    do(qtbot, editor, weigh(2.0))
    np.testing.assert_array_equal(session.q, q)
    assert session.settings.dt == 0.002
    again = sim.scene_from_text(session.document.scene.source, "again.toml")
    np.testing.assert_array_equal(again.initial.q, q)
    assert again.settings == session.settings


def test_it_is_said_where_comments_could_not_be_kept(session, editor, qtbot):
    session.show_document(open_document("falling_brick"))
    told = []
    session.message.connect(lambda *words: told.append(words[1]))
    do(qtbot, editor, weigh(2.0))
    assert told == []
    do(qtbot, editor, SceneEdit("Write anew", lambda text, _, __: toml_text(tomllib.loads(text))))
    assert told == ["Its layout cannot be edited: the text was written anew, without comments."]


def test_a_robot_by_itself_is_not_edited(session, editor):
    session.show_document(open_document("arm_6r"))
    told = []
    session.message.connect(lambda *words: told.append(words))
    editor.edit(weigh(1.0))
    assert told[0][1] == "This is a robot by itself: make a scene of it first (Shift+G)."


def test_a_scene_of_a_robots_file_is_edited_saved_elsewhere_and_opens_again(
    session, editor, preferences, qtbot, tmp_path, dialogs
):
    (tmp_path / "robots").mkdir()
    (tmp_path / "scenes").mkdir()
    robots.write_urdf(robots.load("planar_2r"), tmp_path / "robots" / "arm.urdf")
    document = open_document(tmp_path / "robots" / "arm.urdf")
    session.show_document(scene_document(document, document.scene.initial.q))
    assert editor.unsaved
    do(qtbot, editor, SceneEdit("Move", lambda text, scene, _: with_line(text, scene.parts[-1], "xyz", (0, 0.5))))
    path = tmp_path / "scenes" / "mine.toml"
    assert editor.save_to(path)
    assert not editor.unsaved
    assert session.document.reference == str(path)
    folders = preferences.allowed(str(path))
    np.testing.assert_array_equal(sim.load_scene(path, allowed_folders=folders).parts[-1].placement[0, 3], 0.5)
    dialogs.ask_to_save = lambda *_: pytest.fail("it is saved")
    assert editor.may_leave()


@pytest.mark.parametrize("answer", ["save", "discard", "cancel"])
def test_what_is_not_saved_is_asked_about(session, editor, qtbot, tmp_path, answer, dialogs):
    session.show_document(open_document("falling_brick"))
    do(qtbot, editor, weigh(2.0))
    dialogs.ask_to_save, dialogs.ask_place = lambda *_: answer, lambda *_: str(tmp_path / "mine.toml")
    assert editor.may_leave() == (answer != "cancel")
    assert (tmp_path / "mine.toml").exists() == (answer == "save")


@pytest.mark.parametrize("name", ["falling_brick", "arm_6r"])
def test_a_scene_that_was_not_saved_comes_back_after_a_crash(session, editor, qtbot, tmp_path, name):
    document = open_document(name)
    document = scene_document(document, document.scene.initial.q) if document.kind == "robot" else document
    session.show_document(document)
    part = document.scene.parts[-1]
    do(qtbot, editor, SceneEdit("Move", lambda text, _, __: with_line(text, part, "xyz", (1, 0.25))))
    kept = kept_session(session, KeptPlace(), unsaved_table=False, unsaved_scene=editor.unsaved)
    (tmp_path / SESSION).write_bytes(session_bytes(kept))
    found = recovered_session(tmp_path)
    assert found.restored.document.scene.source == session.document.scene.source
    assert found.restored.lost == ()
    np.testing.assert_array_equal(found.restored.q, session.q)
    assert (found.opened.scene.source == session.document.scene.source) == (document.reference == "")


def test_a_scene_starts_where_it_was_saved(session, editor, tmp_path):
    session.show_document(open_document("welcome"))
    elbow = session.model.joint_slices()["arm/elbow"][0]
    session.move_joint("arm/elbow", 0.3)
    session.end_drag()
    assert editor.save_to(tmp_path / "mine.toml")
    session.reset()
    assert session.q[elbow] == 0.3
    assert not editor.differs
    read = sim.load_scene(tmp_path / "mine.toml")
    shown = session.document.scene
    np.testing.assert_array_equal(shown.initial.q, read.initial.q)
    np.testing.assert_array_equal(shown.control.q_target, read.control.q_target)
    np.testing.assert_array_equal(shown.parts[-1].q, read.parts[-1].q)
    assert shown.settings == read.settings
    session.move_joint("arm/elbow", 0.1)
    assert editor.differs


def test_a_scene_is_written_beside_the_window_which_is_drawn_meanwhile(session, editor, qtbot, tmp_path, monkeypatch):
    session.show_document(open_document("falling_brick"))
    change_setting(session, dt=0.002)
    drawn, begun, whole = threading.Event(), threading.Event(), scene_writing.scene_text

    def slow(*arguments, **options):
        begun.set()
        assert drawn.wait(60)  # by the window's thread, which is not held up
        return whole(*arguments, **options)

    monkeypatch.setattr(scene_writing, "scene_text", slow)
    again = []

    def draw():
        if begun.is_set() and not drawn.is_set():
            again.extend([editor.save_to(tmp_path / "other.toml"), editor.may_leave()])
            editor.edit(weigh(2.0))
            drawn.set()

    clock = QTimer(session, interval=1)
    clock.timeout.connect(draw)
    clock.start()
    assert editor.save_to(tmp_path / "mine.toml")
    clock.stop()
    assert again == [False, False]
    assert session.document.reference == str(tmp_path / "mine.toml")
    qtbot.waitUntil(lambda: not editor.busy)
    assert (mass(session), editor.unsaved) == (2.0, True)


def test_saving_is_given_up_before_the_file_is_touched(session, editor, tmp_path, monkeypatch):
    path = tmp_path / "mine.toml"
    path.write_text("as it was")
    session.show_document(open_document("falling_brick"))
    begun, go_on, told, whole = threading.Event(), threading.Event(), [], scene_writing.scene_text
    session.message.connect(lambda *words: told.append(words[:2]))

    def slow(*arguments, **options):
        begun.set()
        assert go_on.wait(60)
        return whole(*arguments, **options)

    monkeypatch.setattr(scene_writing, "scene_text", slow)
    progress = []
    editor.save_begun.connect(progress.append)
    editor.save_ended.connect(lambda: progress.append("ended"))
    clock = QTimer(session, interval=1)
    clock.timeout.connect(lambda: begun.is_set() and editor.cancel_saving())
    clock.start()
    assert not editor.save_to(path)
    clock.stop()
    go_on.set()
    assert progress == ["mine.toml", "ended"]
    assert told[-1] == ("The scene was not saved.", "It was given up.")
    monkeypatch.undo()
    assert editor.save_to(tmp_path / "other.toml")  # the thread is at nothing else
    assert path.read_text() == "as it was"


@pytest.mark.parametrize("what", ["setting", "material", "joint"])
def test_what_was_changed_beside_the_text_is_saved_and_not_asked_about(session, editor, tmp_path, what, dialogs):
    session.show_document(open_document("welcome"))
    assert not editor.differs
    if what == "setting":
        change_setting(session, dt=0.002)
    elif what == "material":
        change_material(session, "floor", friction=0.3)
    else:
        session.move_joint("arm/elbow", 0.3)
    dialogs.ask_to_save = lambda *_: pytest.fail("it is of the run")
    assert (editor.differs, editor.unsaved, editor.may_leave()) == (True, False, True)
    assert editor.save_to(tmp_path / "mine.toml")
    assert not editor.differs


@pytest.mark.parametrize("over", [False, True])
def test_a_file_that_another_program_changed_is_written_over_only_when_asked(session, editor, qtbot, tmp_path, over, dialogs):
    path = tmp_path / "mine.toml"
    sim.save_scene(sim.load_scene("falling_brick"), path)
    session.show_document(open_document(path))
    asked = []
    dialogs.ask_to_replace = lambda name, title: asked.append(name) or over
    do(qtbot, editor, weigh(2.0))
    assert editor.save()
    assert asked == []
    theirs = path.read_text() + "# theirs\n"
    path.write_text(theirs)
    do(qtbot, editor, weigh(3.0))
    assert (editor.save(), asked) == (over, ["mine.toml"])
    assert (path.read_text() == theirs) == (not over)
    assert editor.unsaved == (not over)


def test_a_robot_that_is_read_while_another_document_opens_is_none_of_its(tmp_path, monkeypatch):
    reader = SceneReader()
    text = '[[robots]]\nname = "arm"\nmodel = "planar_2r"\n'
    before = reader.models
    reader.forget()  # while this is read
    reader.read(text, "a.toml", LoadOptions(), before)
    assert (len(before), reader.models) == (1, {})

    def load(*_):
        reader.forget()
        return robots.load("planar_2r")

    monkeypatch.setattr(scene_reader, "load_with", load)
    reader.read(text, "a.toml", LoadOptions())
    assert reader.models == {}


def test_edits_that_are_given_up_for_what_the_file_says_leave_nothing_behind(session, editor, qtbot, dialogs):
    opened = open_document("brick_on_corner")
    session.show_document(opened)
    added_parts(session, editor, dialogs).add("box")
    do(qtbot, editor, weigh(2.0))
    again = open_document("brick_on_corner")
    found = restored_state(session, opened, again)
    np.testing.assert_array_equal(found.q, again.scene.initial.q)
    assert (found.document, found.settings, found.lost) == (again, again.scene.settings, ())


def test_things_and_robots_are_added_each_where_there_is_room(session, editor, qtbot, tmp_path, dialogs):
    session.show_document(open_document("brick_on_corner"))
    added = AddedParts(
        session, editor, lambda: "", lambda: pytest.fail("a name was given"), lambda: (Camera(), (800, 600)), dialogs
    )
    robots.write_urdf(robots.load("planar_2r"), tmp_path / "arm.urdf")
    for thing in ("box", "box", "block", "ground"):
        added.add(thing)
    added.add_robot("arm_6r")
    added.add_robot(str(tmp_path / "arm.urdf"))
    qtbot.waitUntil(lambda: not editor.busy)
    names = [part.name for part in session.document.scene.parts]
    assert names[-5:] == ["brick", "box", "box_2", "arm_6r", "arm"]
    assert {"block", "ground"} <= set(names) or {"block", "ground_2"} <= set(names)
    boxes = [part for part in session.document.scene.parts if part.name.startswith("box")]
    assert boxes[1].q[2] == boxes[0].q[2]
    assert np.abs(boxes[1].q[:2] - boxes[0].q[:2]).max() >= 0.2  # one beside the other, as nothing is selected
    recording = sim.simulate(session.document.scene, 0.01)
    assert recording.residual.max() < 1e-9
    assert editor.save_to(tmp_path / "all.toml")
    assert 'model = "./arm.urdf"' in (tmp_path / "all.toml").read_text()


@pytest.mark.parametrize("scene", ["falling_brick", "v_groove"])
@pytest.mark.parametrize("thing", ["sphere", "block", "ground"])
def test_what_is_added_where_the_solver_knows_no_friction_takes_the_material_of_the_scene(
    session, editor, qtbot, scene, thing, dialogs
):
    session.show_document(open_document(scene))  # by the solver of frictionless contact
    refused, told = [], []
    editor.refused.connect(lambda *words: refused.append(words))
    session.message.connect(lambda *words: told.append(words))
    added_parts(session, editor, dialogs).add(thing)
    qtbot.waitUntil(lambda: not editor.busy)
    assert not refused
    changed = session.document.scene
    assert (len(changed.parts), changed.settings.solver) == (3, "active_set")
    assert not changed.system.shapes["friction"].any()
    assert told[-1][0] == "Added without friction: material smooth."
    assert sim.simulate(changed, 0.01).residual.max() < 1e-9
    session.undo_stack.undo()  # one step
    assert len(session.document.scene.parts) == 2


def test_a_robot_whose_joints_have_friction_is_refused_where_the_solver_knows_none(session, editor, qtbot, tmp_path, dialogs):
    (tmp_path / "arm.urdf").write_text(
        '<robot name="arm"><link name="base"/><link name="tip"><inertial><mass value="1"/>'
        '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        '<joint name="j" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>'
        '<dynamics friction="1"/></joint></robot>'
    )
    session.show_document(open_document("falling_brick"))
    refused = []
    editor.refused.connect(lambda *words: refused.append(words))
    added_parts(session, editor, dialogs).add_robot(str(tmp_path / "arm.urdf"))
    qtbot.waitUntil(lambda: not editor.busy)
    assert "is for frictionless contact, and some joint has friction" in refused[0][1]
    assert len(session.document.scene.parts) == 2


@pytest.mark.parametrize(
    ("materials", "taken"),
    [
        ("", "smooth"),
        ("[materials.smooth]\nfriction = 0.1\n", "smooth_2"),
        ("[materials.oil]\nfriction = 0.0\n", "oil"),
        ('[materials.""]\nfriction = 0.0\n', ""),
    ],
)
def test_a_scene_without_a_smooth_material_gets_one_where_its_solver_knows_no_friction(materials, taken):
    text = f'{materials}[settings]\nsolver = "active_set"\n[[robots]]\nname = "a"\nmodel = "planar_2r"\n'
    after, name = with_new_material(text)
    assert name == taken
    assert not taken or tomllib.loads(after)["materials"][taken]["friction"] == 0.0
    assert with_new_material(text.replace("active_set", "newton")) == (text.replace("active_set", "newton"), "")
