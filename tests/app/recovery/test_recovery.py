"""A session that ends badly comes back: its folder, what the thread writes there, and what is read of it."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from tests import swing
from tests.plan_by_hand import hop
from torseur import sim
from torseur.app.documents.document import open_document
from torseur.app.recovery.journal_thread import JournalThread
from torseur.app.recovery.recovered_session import recovered_session
from torseur.app.recovery.session_file import KeptPlace, kept_session, read_session, session_bytes
from torseur.app.recovery.session_folder import MOST, SESSION, left_folders, make_folder
from torseur.app.session.scene_edits import change_material, change_setting, change_table
from torseur.app.trajectory.planning import UnsavedPlan
from torseur.sim.errors import RecordingError
from torseur.sim.simulation.simulation import Simulation
from torseur.sim.trajectory.files.task_text import task_text


def wait_until(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


@pytest.fixture
def thread(tmp_path):
    thread = JournalThread(tmp_path, period=0.005, room=0)
    yield thread
    thread.close()


@pytest.fixture
def frugal(tmp_path):
    """One that lets a recording have 60 kB of states in memory."""
    thread = JournalThread(tmp_path, period=0.005, room=0, in_memory=60_000)
    yield thread
    thread.close()


def left_behind(session, folder, *, unsaved_table=False):
    """The folder of a session as a thread keeps it."""
    recording = session.recording if session.state.run.simulation is not None else None
    kept = kept_session(session, KeptPlace("contact", "impact"), unsaved_table)
    thread = JournalThread(folder, period=0.005, room=0)
    thread.keep(kept, recording)
    wait_until(lambda: (folder / SESSION).exists())
    if recording is not None:
        wait_until(lambda: thread.has(recording, len(recording)))
    wait_until(lambda: bool(read_session(folder / SESSION).journal) == (recording is not None))
    thread.close()
    assert thread.troubles() == []
    return folder


# A long run


def long_run(thread, steps):
    """A simulation that the thread follows, and the same by itself."""
    simulation, alone = (Simulation(sim.load_scene("brick_on_corner")) for _ in range(2))
    recording = simulation.recording
    thread.keep(None, recording)
    for _ in range(steps // 50):
        alone.run(50)
        simulation.run(50)
        wait_until(lambda: thread.has(recording, len(recording)))
    return simulation, alone.recording


def is_same_instant(recording, other, i):
    one, two = recording.snapshot(i), other.snapshot(i)
    return all(
        np.array_equal(a, b)
        for a, b in ((one.q, two.q), (one.v, two.v), (one.poses, two.poses), (one.contacts.force, two.contacts.force))
    )


def test_a_run_that_is_too_long_for_memory_is_looked_at_from_its_journal(frugal):
    simulation, alone = long_run(frugal, 1500)
    recording = simulation.recording
    assert recording.begin_in_memory > 500
    assert recording.nbytes < alone.nbytes
    assert all(is_same_instant(recording, alone, i) for i in range(0, len(recording), 13))
    assert frugal.troubles() == []


def test_a_long_run_that_undo_brings_back_is_whole_in_the_journal_that_follows_it_then(frugal, tmp_path):
    simulation, alone = long_run(frugal, 1500)
    recording, other = simulation.recording, sim.simulate(sim.load_scene("falling_brick"), 0.05)
    first = {path.name for path in tmp_path.glob("run-*.mcap")}
    frugal.keep(None, other)
    wait_until(lambda: frugal.has(other, len(other)))
    wait_until(lambda: not any((tmp_path / name).exists() for name in first))
    assert is_same_instant(recording, alone, 7)  # its file is deleted, and there as long as somebody reads it
    frugal.keep(None, recording)
    wait_until(lambda: frugal.has(recording, len(recording)))
    begin = recording.begin_in_memory
    simulation.run(300)
    wait_until(lambda: frugal.has(recording, len(recording)))
    simulation.run(300)
    assert recording.begin_in_memory > begin
    assert all(is_same_instant(recording, alone, i) for i in range(0, len(alone), 13))
    assert frugal.troubles() == []


# Folders


def test_the_folder_of_a_program_that_runs_is_not_taken_for_one_that_was_left(tmp_path):
    folder = make_folder(tmp_path / "sessions")
    (folder.path / SESSION).write_text("{}", encoding="utf-8")
    assert left_folders(tmp_path / "sessions") == []
    folder.release()
    (found,) = left_folders(tmp_path / "sessions")
    assert found.path == folder.path
    assert left_folders(tmp_path / "sessions") == []  # it is offered by one start alone
    found.remove()
    assert not folder.path.exists()


def test_folders_without_a_session_and_the_oldest_of_many_are_deleted(tmp_path):
    root, kept = tmp_path / "sessions", []
    for k in range(MOST + 2):
        folder = make_folder(root)
        if k != 3:
            (folder.path / SESSION).write_text("{}", encoding="utf-8")
            kept.append(folder.path)
        folder.release()
    found = left_folders(root)
    assert [folder.path for folder in found] == kept[:0:-1]
    assert sorted(root.iterdir()) == kept[1:]
    for folder in found:
        folder.release()


# What the thread writes


def test_the_thread_keeps_the_run_of_now_alone(session, thread, tmp_path):
    session.show_document(open_document("falling_brick"))
    kept = kept_session(session, KeptPlace(), unsaved_table=False)
    runs = [Simulation(session.document.scene) for _ in range(2)]
    for run in runs:
        run.run(5)
        thread.keep(kept, run.recording)
        wait_until(lambda run=run: thread.has(run.recording, 6))
        run.run(100)
        wait_until(lambda run=run: thread.has(run.recording, 106))
    assert not thread.has(runs[0].recording, 1)
    wait_until(lambda: len(list(tmp_path.glob("*.mcap"))) == 1)
    thread.keep(None, None)
    wait_until(lambda: not list(tmp_path.iterdir()))


def test_a_journal_that_has_used_its_budget_is_told_once_and_what_is_in_it_stays(session, tmp_path):
    session.show_document(open_document("brick_on_corner"))
    kept = kept_session(session, KeptPlace(), unsaved_table=False)
    run, told = Simulation(session.document.scene), []
    thread = JournalThread(tmp_path, period=0.005, budget=20_000, room=0)
    try:
        thread.keep(kept, run.recording)
        while not told:
            run.run(20)
            told += thread.troubles()
        wait_until(lambda: (tmp_path / SESSION).exists())
    finally:
        thread.close()
    assert "the journal has used its 0.02 MB; what was simulated to t = " in told[0]
    assert thread.troubles() == []
    t = float(told[0].split("t = ")[1].split(" s")[0])
    assert recovered_session(tmp_path).run.simulation.t == pytest.approx(t, rel=1e-5)


def test_a_folder_that_cannot_be_written_is_told_and_stops_nothing(session, tmp_path):
    session.show_document(open_document("falling_brick"))
    told = []
    thread = JournalThread(tmp_path / "gone", period=0.005, room=0)
    try:
        thread.keep(kept_session(session, KeptPlace(), unsaved_table=False), None)
        wait_until(lambda: told.extend(thread.troubles()) or told)
    finally:
        thread.close()
    assert "session.json" in told[0]


KILLED = """
import sys, time
from pathlib import Path
from torseur.app.recovery.journal_thread import JournalThread
from torseur.sim import load_scene
from torseur.sim.simulation.simulation import Simulation

thread = JournalThread(Path(sys.argv[1]), period=0.01, room=0)
simulation, mark = Simulation(load_scene("brick_on_corner")), 1
thread.keep(None, simulation.recording)
while True:
    simulation.run(10)
    if thread.has(simulation.recording, mark):
        print(mark, flush=True)
        mark = len(simulation.recording)
    time.sleep(0.001)
"""


@pytest.mark.slow
def test_what_was_kept_outlasts_a_kill_at_any_instant(tmp_path):
    child = subprocess.Popen([sys.executable, "-c", KILLED, tmp_path], stdout=subprocess.PIPE, text=True)
    try:
        for _ in range(random.Random(4).randrange(20, 60)):
            kept = int(child.stdout.readline())
        time.sleep(random.Random(5).uniform(0.0, 0.02))
    finally:
        child.send_signal(signal.SIGKILL)
        child.communicate()
    (journal,) = tmp_path.glob("*.mcap")
    assert len(sim.load_recording(journal)) >= kept


# What comes back


def test_a_run_comes_back_with_its_scene_settings_materials_and_instant_and_goes_on(session, tmp_path):
    session.show_document(open_document("brick_on_corner"))
    assert change_setting(session, dt=0.002)
    assert change_material(session, "brick", friction=0.3) or change_material(session, "", friction=0.3)
    session.playback.step(40)
    session.playback.seek(0.05)
    before = session.recording
    found = recovered_session(left_behind(session, tmp_path))
    run, state = found.run, found.restored
    assert (state.lost, found.kept.place) == ((), KeptPlace("contact", "impact"))
    assert (state.settings, state.document.scene.materials) == (session.settings, session.document.scene.materials)
    assert found.opened.scene.materials != state.document.scene.materials
    for one, other in zip(before.record(0, 41), run.simulation.recording.record(0, 41), strict=True):
        assert np.array_equal(one, other, equal_nan=True)
    session.show_document(state.document, state.q, state.settings, state.frame, run=run)
    session.playback.seek(found.kept.time)
    assert session.index == 25
    session.playback.to_end()
    session.playback.step(10)
    assert len(session.recording) == 51
    assert session.recording.t[-1] == pytest.approx(0.1)


def test_a_resumed_run_differs_from_one_that_was_not_left_by_what_its_solver_may(tmp_path):
    scene = sim.load_scene("brick_on_corner")
    whole, first = Simulation(scene), Simulation(scene)
    whole.run(1500)
    first.run(700)
    second = Simulation(scene)
    second.resume(first.recording)
    second.run(800)
    assert len(second.recording) == 1501
    # Each step is solved to the tolerance of 1e-10 m/s, wherever it starts from; impacts let that grow.
    np.testing.assert_allclose(second.recording.q[-1], whole.recording.q[-1], atol=1e-6)
    with pytest.raises(sim.errors.ArgumentError, match="goes on from a recording of that scene"):
        second.resume(sim.simulate(sim.load_scene("falling_brick"), 0.0))


def test_a_pose_of_a_robot_and_its_frame_come_back(session, tmp_path):
    session.show_document(open_document("arm_6r"))
    q = np.linspace(0.1, 0.6, session.model.nq)
    session.pose(q, "Move")
    session.set_frame(session.model.frame_names[2])
    found = recovered_session(left_behind(session, tmp_path))
    assert found.run is None
    assert np.array_equal(found.restored.q, q)
    assert found.restored.frame == session.frame


def test_a_table_that_was_not_saved_comes_back_also_without_a_file(session, tmp_path):
    from torseur.app.documents.document import table_document
    from torseur.app.panels.dh_table.table_edits import with_cell
    from torseur.robots.dh.editing import new_definition

    for reference in ("arm_6r", ""):
        folder = tmp_path / (reference or "new")
        folder.mkdir()
        document = open_document(reference) if reference else table_document(new_definition(), "new_table.toml", "")
        session.show_document(document)
        changed = with_cell(document.table, 0, "d", 0.77, "deg")
        change_table(session, table_document(changed, document.name, reference), "Change d 1")
        found = recovered_session(left_behind(session, folder, unsaved_table=True))
        assert found.restored.document.table == changed
        assert found.restored.document.reference == reference
        assert (found.opened.table == document.table) == bool(reference)


def test_a_task_and_its_plan_that_are_in_no_file_come_back(session, thread, tmp_path):
    document = open_document("hop_gap")
    session.show_document(document)
    kept = kept_session(session, KeptPlace(), unsaved_table=False)
    task, plan = replace(document.task, friction=0.9), hop()
    for unsaved in (
        UnsavedPlan(document, document.task, None, is_older=False),
        UnsavedPlan(document, task, hop(), is_older=True),
        UnsavedPlan(document, task, plan, is_older=False),
    ):
        asked = thread.keep(kept, None, unsaved)
        wait_until(lambda asked=asked: thread.has_kept(asked))
        found = recovered_session(tmp_path)
        shown, none = found.restored.document, unsaved.plan is None
        assert (task_text(shown.task), shown.reference) == (task_text(unsaved.task), "hop_gap")
        assert task_text(found.opened.task) == task_text(document.task)
        assert (shown.plan is None, found.kept.plan.is_older) == (none, unsaved.is_older)
        assert len(list(tmp_path.glob("plan-*.npz"))) == (0 if none else 1)
    for phase, other in zip(shown.plan.phases, plan.phases, strict=True):
        assert np.array_equal(phase.state, other.state)
    assert shown.recording is not None
    asked = thread.keep(kept, None)
    wait_until(lambda: thread.has_kept(asked))
    assert [path.name for path in tmp_path.iterdir()] == [SESSION]
    assert read_session(tmp_path / SESSION).plan is None


def test_a_run_whose_scene_has_changed_since_comes_back_as_a_recording(session, tmp_path):
    path = tmp_path / "mine.toml"
    text = sim.load_scene("falling_brick").source
    path.write_text(text, encoding="utf-8")
    session.show_document(open_document(path))
    session.playback.step(30)
    (tmp_path / "left").mkdir()
    folder = left_behind(session, tmp_path / "left")
    path.write_text(text.replace("friction", "friction ", 1) + "\n# another", encoding="utf-8")
    found = recovered_session(folder)
    document = found.restored.document
    assert (document.kind, document.reference, len(document.recording)) == ("recording", "", 31)
    assert "its file has changed since" in found.restored.lost[0]
    # It has no file: it is kept again, and comes back again.
    session.show_document(document)
    kept = kept_session(session, KeptPlace(), unsaved_table=False)
    (folder / SESSION).write_bytes(session_bytes(replace_journal(kept, found.kept.journal)))
    assert len(recovered_session(folder).restored.document.recording) == 31


def test_a_run_that_does_not_fit_its_robot_any_more_comes_back_as_a_recording(session, tmp_path):
    path = tmp_path / "swing.urdf"
    path.write_text(swing.SWING, encoding="utf-8")
    session.show_document(open_document(path))
    session.playback.step(30)
    (tmp_path / "left").mkdir()
    folder = left_behind(session, tmp_path / "left")
    path.write_text(swing.SWING.replace('value="2"', 'value="3"'), encoding="utf-8")
    found = recovered_session(folder)
    assert found.restored.document.kind == "recording"
    assert len(found.restored.document.recording) == 31
    assert "shown as a recording: " in found.restored.lost[0]
    path.unlink()
    with pytest.raises(RecordingError, match="cannot be rebuilt"):
        recovered_session(folder)
    assert list(folder.glob("*.mcap")), "it is there until its robot is"


def test_a_thread_says_when_all_of_what_it_was_given_is_on_the_disk(session, thread, tmp_path):
    session.show_document(open_document("falling_brick"))
    asked = thread.keep(kept_session(session, KeptPlace(), unsaved_table=False), None)
    wait_until(lambda: thread.has_kept(asked))
    assert read_session(tmp_path / SESSION).name == "falling_brick"
    assert not thread.has_kept(asked + 1)


def replace_journal(kept, journal):
    from msgspec.structs import replace as replaced

    return replaced(kept, journal=journal)


def test_a_run_in_a_scene_that_was_made_in_the_window_comes_back_as_a_recording(session, tmp_path):
    arm = open_document("arm_6r")
    session.show_document(replace(arm, kind="scene", name="motion of arm"))
    session.playback.step(20)
    found = recovered_session(left_behind(session, tmp_path))
    assert (found.restored.document.kind, found.restored.document.name) == ("recording", "motion of arm")
    assert len(found.restored.document.recording) == 21
    assert "is a robot and not the scene that it was simulated in" in found.restored.lost[0]


def test_what_is_no_session_is_refused_with_its_name(tmp_path):
    (tmp_path / SESSION).write_text('{"kind": 3}', encoding="utf-8")
    with pytest.raises(RecordingError, match="session.json: this is no session that was kept: "):
        recovered_session(tmp_path)
