"""Saving what was seen: whole or not at all, and why not is told."""

from __future__ import annotations

import shutil
import tempfile
import time
from types import SimpleNamespace

import psutil
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from shiboken6 import isValid

from tests.limited_disk import no_room_beyond
from torseur import robots, sim
from torseur.app.documents.document import open_document
from torseur.app.files.dialogs import Dialogs, show_dialog
from torseur.app.files.exports import KINDS, Exports, ExportSources
from torseur.app.sweeping.sweeping import Sweeping, SweepState
from torseur.sim.simulation.recording.recording_reader import load_recording
from torseur.ui.viewport.camera import Camera


class Eye:
    """A viewport, as far as exports know it: it draws one colour."""

    camera = Camera((0.0, 0.0, 0.0), 2.0, 0.3, 0.4)

    def width(self):
        return 400

    def height(self):
        return 300

    def devicePixelRatioF(self):  # noqa: N802 - as Qt calls it
        return 1.0

    def image(self, width, height, ratio):
        image = QImage(width, height, QImage.Format.Format_RGB888)
        image.fill(QColor("teal"))
        return image


@pytest.fixture
def exports(session):
    session.show_document(open_document("falling_brick"))
    exports = Exports(session, Eye(), None, Dialogs(None))
    exports.heard = SimpleNamespace(saved=[], failed=[], progress=[])
    exports.saved.connect(exports.heard.saved.append)
    exports.failed.connect(lambda *why: exports.heard.failed.append(why))
    exports.progressed.connect(lambda *steps: exports.heard.progress.append(steps))
    yield exports
    exports.stop(0.7)


def test_there_is_nothing_to_save_before_anything_was_simulated(exports, tmp_path):
    exports.ask("recording")
    assert exports.heard.failed == [("There is nothing to save yet.", "Press Space to simulate first.")]
    for kind in ("recording", "data", "video"):
        exports.save(kind, tmp_path / kind)
        assert exports.heard.failed[-1] == ("It was not saved.", "nothing was simulated yet")
    assert list(tmp_path.iterdir()) == []


def test_a_recording_is_saved_to_the_last_bit_and_playing_pauses_for_it(exports, session, tmp_path, qtbot):
    session.playback.step(20)
    session.playback.play()
    path = tmp_path / "run.mcap"
    exports.save("recording", path)
    assert exports.writer.path == str(path)  # by a thread
    assert not session.playback.playing
    qtbot.waitUntil(lambda: exports.heard.saved == [str(path)])
    assert load_recording(path).q.tobytes() == session.recording.q.tobytes()


def test_a_recording_that_is_being_saved_when_the_window_closes_is_there(exports, session, tmp_path):
    session.playback.step(20)
    path = tmp_path / "run.mcap"
    exports.save("recording", path)
    exports.stop(60.0)  # this machine may be slow
    assert len(load_recording(path)) == 21


def test_data_are_saved_as_a_table_with_a_row_a_state(exports, session, tmp_path, qtbot):
    session.playback.step(7)
    path = tmp_path / "run.csv"
    exports.save("data", path)
    assert exports.writer.path == str(path)  # by a thread
    qtbot.waitUntil(lambda: exports.heard.saved == [str(path)])
    head, *rows = path.read_text().splitlines()
    assert head.startswith("t [s],kinetic energy [J]")
    assert len(rows) == len(session.recording)
    assert float(rows[-1].split(",")[0]) == session.recording.t[-1]


def test_a_picture_has_at_least_twice_the_pixels_of_the_view(exports, tmp_path, qtbot):
    path = tmp_path / "view.png"
    exports.save("picture", path)
    assert exports.writer.path == str(path)  # by a thread
    qtbot.waitUntil(lambda: exports.heard.saved == [str(path)])
    image = QImage(str(path))
    assert (image.width(), image.height()) == (800, 600)


@pytest.mark.parametrize("kind", ["recording", "data", "picture"])
def test_what_cannot_be_written_is_refused_by_its_name_and_leaves_nothing(exports, session, tmp_path, kind, qtbot):
    session.playback.step(3)
    path = tmp_path / "no such folder" / "file.out"
    exports.save(kind, path)
    qtbot.waitUntil(lambda: bool(exports.heard.failed))
    ((text, why),) = exports.heard.failed
    assert text == "It was not saved."
    assert str(path) in why
    assert exports.heard.saved == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["recording", "data", "picture"])
def test_without_room_for_the_new_file_the_one_before_stays(exports, session, tmp_path, kind, qtbot):
    session.playback.step(3)
    path = tmp_path / f"file{KINDS[kind][1]}"
    path.write_bytes(b"an afternoon's work")
    with no_room_beyond(200):
        exports.save(kind, path)
        qtbot.waitUntil(lambda: bool(exports.heard.failed))
    ((_, why),) = exports.heard.failed
    assert "File too large" in why
    assert why.endswith("what was there is untouched")
    assert path.read_bytes() == b"an afternoon's work"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.slow
def test_a_video_that_cannot_be_written_is_refused_with_its_reason(exports, session, tmp_path, qtbot):
    session.playback.step(3)
    exports.save("video", tmp_path / "no such folder" / "run.mp4")
    assert exports.busy
    qtbot.waitUntil(lambda: bool(exports.heard.failed))
    ((text, why),) = exports.heard.failed
    assert text == "The video was not made."
    assert "no such folder" in why
    assert not exports.busy


def children():
    """Processes that this one started."""
    return [process.pid for process in psutil.Process().children()]


@pytest.mark.parametrize("its_recording_is_written", [False, True])
def test_a_video_that_is_given_up_leaves_no_process_and_no_file(
    exports, session, tmp_path, qtbot, monkeypatch, its_recording_is_written
):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    before = children()
    session.playback.step(3)
    exports.save("video", tmp_path / "run.mp4")
    assert exports.busy
    exports.save("video", tmp_path / "another.mp4")
    assert exports.heard.failed == [("It was not saved.", "a video is being made already")]
    if its_recording_is_written:
        qtbot.waitUntil(lambda: len(children()) > len(before))
        (tmp_path / ".torseur-0123456789abcdef.mp4").write_text("what was made of it so far")
    begun = time.perf_counter()
    exports.stop(0.7)
    assert time.perf_counter() - begun < 2.0  # [s] which is what closing the program may take
    assert not exports.busy
    assert exports.heard.progress[-1] == (0, 0)
    qtbot.waitUntil(lambda: list(temporary.iterdir()) == [])
    assert list(tmp_path.iterdir()) == [temporary]
    assert children() == before


@pytest.mark.slow
def test_a_video_of_a_scene_shows_the_robots_that_lie_beside_it(exports, session, tmp_path, qtbot):
    source = robots.load("scara").source
    (tmp_path / "arm").mkdir()
    shutil.copy(source, tmp_path / "arm" / "scara.toml")
    scene = tmp_path / "scene.toml"
    scene.write_text('title = "t"\n\n[[robots]]\nname = "r"\nmodel = "arm/scara.toml"\n')
    session.show_document(open_document(scene))
    session.playback.step(3)
    exports.save("video", tmp_path / "run.mp4")
    qtbot.waitUntil(lambda: bool(exports.heard.failed or exports.heard.saved))
    assert exports.heard.failed == []
    assert (tmp_path / "run.mp4").stat().st_size > 0


@pytest.fixture
def swept(exports, session, tmp_path, monkeypatch):
    """A sweep whose runs are done, after a long time."""
    (tmp_path / "runs").mkdir()
    scene = sim.with_values(session.document.scene, {"duration": 0.01})
    vary, measures = {"bodies.brick.mass": "1, 2, 3"}, ("final(energy)",)
    sim.sweep(scene, vary, measures, out=tmp_path / "runs", workers=0)
    sweeping = Sweeping()
    monkeypatch.setattr(
        sweeping, "state", SweepState(scene, tuple(vary.items()), measures, str(tmp_path / "runs"), False, 3, 3)
    )
    monkeypatch.setattr(sweeping, "_took", 60.0)
    exports._sources = ExportSources(sweeping=lambda: sweeping)
    return sweeping


def test_results_of_a_sweep_are_saved_as_a_table_that_gives_each_run_again(exports, swept, tmp_path, qtbot):
    path, rows = tmp_path / "results.parquet", sim.load_sweep(swept.state.folder)
    assert swept.unsaved
    for kind in (path, tmp_path / "results.csv"):
        exports.save("sweep", kind)
        qtbot.waitUntil(lambda kind=kind: str(kind) in exports.heard.saved)
    assert not swept.unsaved
    assert sim.load_sweep(path).equals(rows)
    energy = rows["final(energy)"].to_pylist()
    recording = sim.simulate(sim.scene_of_run(path, 2))
    assert recording.kinetic[-1] + recording.potential[-1] == energy[2]
    lines = (tmp_path / "results.csv").read_text().splitlines()
    assert [float(line.split(",")[2]) for line in lines[1:]] == energy
    exports.save("sweep", tmp_path / "results.xlsx")
    qtbot.waitUntil(lambda: bool(exports.heard.failed))
    assert ".parquet, .csv" in exports.heard.failed[0][1]


def test_results_that_took_long_are_asked_about_before_they_go(exports, swept, tmp_path, qtbot, monkeypatch):
    asked, answers, begun = [], ["cancel", "discard", "save"], []
    monkeypatch.setattr(exports._dialogs, "ask_to_save", lambda *about: asked.append(about) or answers.pop(0))
    monkeypatch.setattr(exports, "ask", lambda kind, then: exports.save(kind, tmp_path / "results.parquet", then))
    assert [exports.may_lose_sweep(lambda: begun.append(1)) for _ in range(3)] == [False, True, False]
    assert asked == [("falling_brick", "Save the results?", 0, 3)] * 3
    qtbot.waitUntil(lambda: begun == [1])
    assert exports.may_lose_sweep(pytest.fail)
    swept._took, swept._saved = 1.0, SweepState()
    assert exports.may_lose_sweep(pytest.fail)  # they are had again at once


def test_what_hangs_open_over_a_dialog_is_closed_before_it_is_deleted(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    dialog = QFileDialog(window)
    show_dialog(dialog)
    menu = QMenu(dialog)
    menu.addAction("Rename")
    menu.popup(dialog.pos())
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is menu)
    dialog.reject()
    assert QApplication.activePopupWidget() is None
    qtbot.waitUntil(lambda: not isValid(dialog))
