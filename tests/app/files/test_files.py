"""Opening and reading again without a window: what is refused changes nothing, and what was kept is brought back."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import numpy as np
import pytest

from tests.swing import SWING
from torseur import robots
from torseur.app.documents.document import open_document
from torseur.app.files.files import Files, FilesContext
from torseur.app.session.scene_edits import change_setting
from torseur.robots.loading import load_with
from torseur.sim import load_scene, save_recording, simulate

WRONG = SWING.replace('value="2"', 'value="2,0"').replace('axis xyz="0 1 0"', 'axis xyz="0 0 0"')
JOINT = "swing/pivot"


@pytest.fixture
def around():
    """What the window says of leaving, and its keepers."""
    return SimpleNamespace(leaves=True, keepers=[])


@pytest.fixture
def files(session, preferences, around):
    context = FilesContext(may_leave=lambda: around.leaves, keepers=lambda: around.keepers)
    files = Files(session, preferences, context=context)
    yield files
    files.stop()


@pytest.fixture
def swing(files, tmp_path):
    """A file that is open."""
    path = tmp_path / "swing.urdf"
    path.write_text(SWING)
    assert files.open(str(path))
    return path


def heard(signal):
    """All that a signal says from now on."""
    said = []
    signal.connect(lambda *values: said.append(values[0] if len(values) == 1 else values))
    return said


def all_of(session):
    """What must stay to the last bit where a file is refused."""
    state = session.state
    return state, state.document, session.snapshot, session.q.tobytes(), session.model.table.tobytes(), session.frame


def test_what_is_opened_is_told_once_it_is_there_and_remembered(files, session, preferences, tmp_path):
    path = tmp_path / "swing.urdf"
    path.write_text(SWING)
    shown = []
    files.opened.connect(lambda document: shown.append((document, session.document)))
    assert files.open(str(path))
    assert shown == [(session.document, session.document)]
    assert preferences.recent == [str(path)]


def test_a_refused_file_leaves_all_as_it_was_and_tells_everything_wrong_with_it(files, session, swing, tmp_path):
    session.move_joint(JOINT, 0.8)
    before = all_of(session)
    wrong = tmp_path / "wrong.urdf"
    wrong.write_text(WRONG)
    refused, told = heard(files.refused), heard(files.message)
    assert not files.open(str(wrong))
    assert all_of(session) == before
    (result,) = refused
    assert (result.reference, result.folder) == (str(wrong), "")
    assert {"decimal-comma", "axis-zero"} <= {finding.rule for finding in result.findings}
    ((text, detail, tone, action),) = told
    assert (text, tone, action) == ("“wrong.urdf” was not opened.", "error", Files.DOCTOR)
    assert detail.count(str(wrong)) == 1


def test_a_file_that_became_wrong_is_not_read_again_and_what_was_open_stays(files, session, swing, qtbot):
    session.move_joint(JOINT, 0.8)
    before = all_of(session)
    swing.write_text(WRONG)
    with qtbot.waitSignal(files.refused):
        assert files.reload()
    assert all_of(session) == before


class Slow:
    """Lets the reading of a robot wait for the test."""

    def __init__(self, monkeypatch):
        self.go, self.waiting = threading.Event(), threading.Event()
        monkeypatch.setattr("torseur.app.documents.document.load_with", self.load)

    def load(self, reference, options):
        for k in range(12):
            options.progress(k, 40, f"package://slow/meshes/link{k}.dae")
        self.waiting.set()
        assert self.go.wait(60.0)
        options.progress(12, 40, "package://slow/meshes/link12.dae")
        return load_with(reference, options)


def test_a_cancelled_opening_shows_nothing(files, session, swing, preferences, monkeypatch, qtbot):
    slow = Slow(monkeypatch)
    before, recent = all_of(session), preferences.recent
    begun, steps, opened, ended = (heard(s) for s in (files.reading, files.progressed, files.opened, files.ended))
    files.begin("ur5")
    qtbot.waitUntil(lambda: ("mesh 12 of 40: link11.dae", 11, 40) in steps)
    assert begun == ["Opening ur5"]
    assert files.busy
    files.cancel()
    assert len(ended) == 1
    assert not files.busy
    slow.go.set()
    qtbot.waitUntil(lambda: "reading" not in {thread.name for thread in threading.enumerate()})
    qtbot.wait(20)
    assert opened == []
    assert all_of(session) == before
    assert preferences.recent == recent


def test_of_two_that_are_begun_the_newer_one_is_opened(files, session, swing, monkeypatch, qtbot):
    slow = Slow(monkeypatch)
    opened = heard(files.opened)
    files.begin("ur5")
    assert slow.waiting.wait(60.0)
    files.begin("falling_brick")
    slow.go.set()
    qtbot.waitUntil(lambda: bool(opened))
    qtbot.waitUntil(lambda: "reading" not in {thread.name for thread in threading.enumerate()})
    qtbot.wait(20)
    assert [document.name for document in opened] == ["falling_brick"]
    assert session.document.name == "falling_brick"


def test_who_may_not_leave_opens_and_reads_nothing(files, session, swing, around):
    before = all_of(session)
    around.leaves = False
    assert not files.open("falling_brick")
    assert not files.reload()
    assert all_of(session) == before


class Note:
    """A keeper of one word."""

    def __init__(self, session):
        self.word, self._session, self.asked = "", session, []
        session.document_changed.connect(self._forget)

    def keep(self):
        self.asked.append(("keep", self._session.document))
        return self.word

    def bring_back(self, kept):
        self.asked.append(("bring back", self._session.document))
        self.word = kept

    def _forget(self):
        self.word = ""


def test_what_keepers_kept_is_brought_back_once_the_file_was_read_again(files, session, swing, qtbot, around):
    notes = [Note(session), Note(session)]
    around.keepers += notes
    for note, word in zip(notes, ("one", "two"), strict=True):
        note.word = word
    old = session.document
    swing.write_text(SWING.replace('value="2"', 'value="3"'))
    with qtbot.waitSignal(files.reloaded):
        files.reload()
    assert [note.word for note in notes] == ["one", "two"]
    assert notes[0].asked == [("keep", old), ("bring back", session.document)]
    assert session.document is not old


def test_opening_something_else_brings_nothing_back(files, session, swing, around):
    note = Note(session)
    around.keepers.append(note)
    note.word = "one"
    assert files.open("falling_brick")
    assert (note.word, note.asked) == ("", [])


def test_reading_again_keeps_pose_frame_and_settings_and_tells_what_changed(files, session, swing, qtbot):
    session.move_joint(JOINT, 0.8)
    session.set_frame("swing/arm")
    assert change_setting(session, dt=0.002)
    reloaded = heard(files.reloaded)
    swing.write_text(SWING.replace('value="2"', 'value="3"').replace('upper="1.5"', 'upper="0.5"'))
    files.reload()
    qtbot.waitUntil(lambda: bool(reloaded))
    assert session.q == pytest.approx([0.5])
    assert session.frame == "swing/arm"
    assert session.settings.dt == 0.002
    assert "link “arm”: mass 2.000 kg → 3.000 kg" in reloaded[0].changes
    assert reloaded[0].lost == ("joint “swing/pivot” stood beyond its new limits: it is at the nearest",)


def test_a_scene_that_is_read_again_keeps_its_pose_and_the_duration_that_was_typed(files, session, tmp_path, qtbot):
    path = tmp_path / "mine.toml"
    path.write_text(open_document("falling_brick").scene.source)
    assert files.open(str(path))
    session.playback.set_duration(7.0)
    moved = session.q + np.array([0.1, 0, 0, 0, 0, 0, 0])
    session.pose(moved, "Move")
    path.write_text(path.read_text().replace("duration = 3.0", "duration = 2.0"))
    with qtbot.waitSignal(files.reloaded):
        files.reload()
    assert session.playback.duration == 7.0
    np.testing.assert_array_equal(session.q, moved)


def test_a_recording_that_was_cut_is_opened_and_what_is_missing_is_the_first_finding(files, session, tmp_path):
    path = tmp_path / "run.mcap"
    save_recording(simulate(load_scene("falling_brick"), 0.6), path)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert files.open(str(path))
    document = session.document
    assert 0 < len(document.recording) < 601
    assert f"the first {len(document.recording)} of 601 states are here" in document.findings[0].message


def test_a_recording_that_is_read_again_stays_at_its_instant(files, session, tmp_path, qtbot):
    from torseur.sim.simulation.recording.recording_writer import save_recording
    from torseur.sim.simulation.simulate import simulate

    path = tmp_path / "run.mcap"
    save_recording(simulate(open_document("falling_brick").scene, duration=0.1), path)
    assert files.open(str(path))
    session.playback.seek(0.04)
    with qtbot.waitSignal(files.reloaded):
        files.reload()
    assert session.playback.time == pytest.approx(0.04)


def test_a_file_that_means_something_else_now_is_opened_anew(files, session, tmp_path, qtbot):
    path = tmp_path / "mine.toml"
    path.write_text(open_document("falling_brick").scene.source)
    assert files.open(str(path))
    path.write_text(robots.describe("scara").path.read_text())
    with qtbot.waitSignal(files.opened):
        files.reload()
    assert session.document.kind == "robot"


def test_a_table_that_is_edited_while_its_file_is_read_is_not_lost(files, session, tmp_path, monkeypatch, qtbot):
    from torseur.app.documents.document import table_document
    from torseur.app.files import background_reader
    from torseur.app.panels.dh_table.table_edits import with_row_after
    from torseur.app.session.scene_edits import change_table

    path = tmp_path / "mine.toml"
    path.write_text(robots.describe("scara").path.read_text())
    assert files.open(str(path))
    go, plain = threading.Event(), background_reader.read
    monkeypatch.setattr(background_reader, "read", lambda *arguments: (go.wait(60.0), plain(*arguments))[1])
    told = heard(files.message)
    assert files.reload()
    edited = with_row_after(session.document.table, 0)
    change_table(session, table_document(edited, "mine.toml", str(path)), "Add a row")
    go.set()
    qtbot.waitUntil(lambda: bool(told))
    assert told[0][0] == "“mine.toml” was not read again: it was edited meanwhile."
    assert session.document.table is edited


def test_what_has_no_file_is_not_read_again_and_that_is_said(files, session):
    from torseur.app.documents.document import table_document
    from torseur.robots.dh.editing import new_definition

    assert not files.reload()  # nothing is open
    files.show(table_document(new_definition(), "new_table.toml", ""))
    told = heard(files.message)
    assert not files.reload()
    assert "no file yet" in told[0][0]


def test_a_file_that_changes_on_the_disk_is_stale_until_it_is_as_it_was(files, swing, qtbot):
    qtbot.waitUntil(lambda: files.watching.ready)  # else it is changed whatever it holds
    told, stale = heard(files.message), heard(files.stale_changed)
    swing.write_text(SWING.replace('value="2"', 'value="4"'))
    qtbot.waitUntil(lambda: stale == [True])
    qtbot.waitUntil(lambda: bool(told))
    assert told == [("swing.urdf changed on the disk.", "What is open is what was read before.", "plain", Files.RELOAD)]
    swing.write_text(SWING)
    qtbot.waitUntil(lambda: stale == [True, False])


def test_a_folder_that_is_allowed_is_read_and_remembered(files, session, preferences, tmp_path, monkeypatch, qtbot):
    monkeypatch.setenv("HOME", str(tmp_path))  # what is above it is not shared, whatever packages other tests left there
    corners = "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "part.stl").write_text(
        f"solid s\nfacet normal 0 0 1\nouter loop\n{corners}endloop\nendfacet\nendsolid s\n"
    )
    (tmp_path / "arm").mkdir()
    path = tmp_path / "arm" / "swing.urdf"
    mesh = '<visual><geometry><mesh filename="../parts/part.stl"/></geometry></visual></link>'
    path.write_text(SWING.replace("</link>", mesh, 1))

    def left_out():
        return "mesh-outside" in {finding.rule for finding in session.document.findings}

    assert files.open(str(path))
    assert left_out()
    with qtbot.waitSignal(files.reloaded):
        files.allow(str(tmp_path / "parts"))
    assert not left_out()
    assert files.open(str(path))
    assert not left_out()
    assert np.isfinite(session.q).all()


@pytest.mark.parametrize("recorded", [False, True])
def test_a_robot_outside_refuses_its_scene_until_its_folder_is_allowed(recorded, files, session, tmp_path, qtbot):
    (tmp_path / "robots" / "deep").mkdir(parents=True)
    (tmp_path / "robots" / "deep" / "swing.urdf").write_text(SWING)
    (tmp_path / "scenes").mkdir()
    path = scene = tmp_path / "scenes" / "scene.toml"
    scene.write_text('title = "t"\n\n[[robots]]\nname = "r"\nmodel = "../robots/deep/swing.urdf"\n')
    folder = str(tmp_path / "robots" / "deep")
    if recorded:
        path = tmp_path / "scenes" / "run.mcap"
        save_recording(simulate(load_scene(scene, allowed_folders=[folder]), 0.01), path)
    refused = heard(files.refused)
    assert not files.open(str(path))
    (result,) = refused
    (finding,) = result.findings
    assert (finding.rule, finding.path, finding.line) == ("robot-outside", str(scene), 5)
    assert finding.message.startswith(f"robot 'r' is not read: {folder}/swing.urdf lies outside the folders that are read")
    assert (finding.found, finding.wanted) == ("../robots/deep/swing.urdf", "a folder that is allowed")
    assert result.folder == folder
    with qtbot.waitSignal(files.opened):
        files.allow_for(result.reference, result.folder)
    assert session.model.nv == 1
    assert files.open(str(path))
