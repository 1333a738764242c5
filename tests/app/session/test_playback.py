"""The clock of a session: replay and live are one road, what fails keeps the last good state, a recording is not edited."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tests.app.in_time import least_seconds
from torseur.app.documents.document import Document, open_document
from torseur.app.session.session import Session
from torseur.sim.compilation import STEPPING
from torseur.sim.simulation.recording.recording_reader import load_recording
from torseur.sim.simulation.recording.recording_writer import save_recording
from torseur.sim.simulation.running.control.command import Pull
from torseur.sim.simulation.simulate import simulate
from torseur.sim.simulation.simulation import Simulation


def heard(signal):
    """All that a signal says from now on."""
    said = []
    signal.connect(lambda *values: said.append(values))
    return said


def bits(snapshot):
    """Of an instant: everything that is drawn."""
    contacts = snapshot.contacts
    return (
        snapshot.t,
        snapshot.q.tobytes(),
        snapshot.v.tobytes(),
        snapshot.poses.tobytes(),
        contacts.point.tobytes(),
        contacts.impulse.tobytes(),
    )


def play_on(playback, qtbot, until):
    """Tick as the window does, until something is so."""

    def ticked():
        playback.tick()
        return until()

    qtbot.waitUntil(ticked)


@pytest.fixture
def brick(session):
    session.show_document(open_document("falling_brick"))
    return session


def test_what_is_replayed_is_what_was_live_to_the_last_bit(brick):
    playback, live = brick.playback, []
    for _ in range(40):
        playback.step(1)
        live.append(bits(brick.snapshot))
    again = []
    for t in brick.recording.t[1:]:
        playback.seek(float(t))
        again.append(bits(brick.snapshot))
        state = brick.recording.state_at(float(t))
        assert (state.q.tobytes(), state.v.tobytes()) == again[-1][1:3]
    assert again == live


def test_playing_gives_the_bits_of_a_run_without_a_clock(brick, qtbot):
    playback = brick.playback
    playback.set_duration(0.3)
    playback.play()
    play_on(playback, qtbot, lambda: not playback.playing)
    expected = simulate(brick.document.scene, duration=0.3)
    assert brick.recording.q.tobytes() == expected.q.tobytes()
    assert brick.recording.v.tobytes() == expected.v.tobytes()


def test_playing_from_the_middle_replays_and_then_goes_on_live(brick, qtbot):
    playback = brick.playback
    playback.set_duration(0.2)
    playback.step(50)
    playback.to_start()
    playback.play()
    assert not playback.live
    play_on(playback, qtbot, lambda: playback.live)
    play_on(playback, qtbot, lambda: not playback.playing)
    assert playback.reached == pytest.approx(0.2)
    assert brick.index == len(brick.recording) - 1


def test_a_replay_that_is_paused_stays_where_it_is(brick, qtbot):
    playback = brick.playback
    playback.step(1000)
    playback.set_speed(0.02)  # however long the machine looks away, it is not over
    playback.to_start()
    playback.play()
    play_on(playback, qtbot, lambda: brick.index > 0)
    playback.pause()
    assert 0 < brick.index < len(brick.recording) - 1


def test_a_step_that_fails_pauses_and_keeps_the_last_good_state(brick, qtbot, monkeypatch):
    playback, told, plain = brick.playback, heard(brick.message), Simulation.run

    def fails(simulation, steps):
        if simulation.t > 0.05:
            raise ZeroDivisionError("went wrong")
        return plain(simulation, steps)

    monkeypatch.setattr(Simulation, "run", fails)
    playback.play()
    play_on(playback, qtbot, lambda: not playback.playing)
    assert told[-1] == ("The simulation failed and was paused.", "ZeroDivisionError: went wrong", "error")
    assert playback.reached > 0.05
    good = bits(brick.snapshot)
    assert good == bits(brick.recording.snapshot(len(brick.recording) - 1))
    playback.step(1)
    assert bits(brick.snapshot) == good
    monkeypatch.undo()
    playback.step(1)
    assert brick.snapshot.t > good[0]  # and goes on from there


def test_what_cannot_be_simulated_says_why_and_stays(brick, monkeypatch):
    from torseur.sim.errors import ArgumentError

    def refuses(*given):
        raise ArgumentError("no such thing")

    monkeypatch.setattr("torseur.sim.simulation.simulation.Simulation", refuses)
    told, before = heard(brick.message), bits(brick.snapshot)
    brick.playback.play()
    assert told == [("The simulation cannot start.", "no such thing", "error")]
    assert not brick.playback.playing
    assert bits(brick.snapshot) == before


def test_playing_before_the_kernels_are_there_begins_once_they_are(no_kernels, qtbot):
    session = Session(no_kernels)
    session.show_document(open_document("falling_brick"))
    playback, told = session.playback, heard(session.message)
    waits = heard(playback.waiting_changed)
    playback.play()
    assert not playback.playing
    assert playback.starting
    assert playback.awaited_kernels == STEPPING
    assert "as soon as its kernels are compiled" in told[0][0]
    no_kernels.get_ready()
    assert playback.playing
    assert playback.awaited_kernels == ""
    assert waits == [(True,), (False,)]
    playback.close()


def test_a_pause_before_the_kernels_are_there_is_one(no_kernels):
    session = Session(no_kernels)
    session.show_document(open_document("falling_brick"))
    session.playback.play()
    session.playback.pause()
    no_kernels.get_ready()
    assert not session.playback.playing


def test_playing_that_waits_is_taken_back_by_asking_again_and_that_is_said(no_kernels):
    session = Session(no_kernels)
    session.show_document(open_document("falling_brick"))
    playback, told = session.playback, heard(session.message)
    playback.toggle()
    playback.toggle()
    assert not playback.starting
    assert told[-1][0] == "The simulation no longer waits to start."
    no_kernels.get_ready()
    assert not playback.playing


def test_a_pose_is_shown_also_before_the_kernels_are_there(no_kernels, session):
    early = Session(no_kernels)
    for one in (early, session):
        one.show_document(open_document("scara"))
        one.move_joint(one.model.joint_names[0], 0.4)
    # Two ways of computing the same poses: rounding [m, 1].
    np.testing.assert_allclose(early.snapshot.poses, session.snapshot.poses, atol=1e-12)


def test_a_robot_by_itself_goes_on_until_it_is_stopped_and_a_scene_ends(session, qtbot):
    session.show_document(open_document("scara"))
    playback = session.playback
    playback.set_duration(0.05)
    playback.play()
    play_on(playback, qtbot, lambda: playback.reached > 0.1)
    assert playback.playing
    assert playback.duration > 0.1
    playback.pause()
    session.show_document(open_document("falling_brick"))
    playback.set_duration(0.05)
    playback.play()
    play_on(playback, qtbot, lambda: not playback.playing)
    assert playback.reached == pytest.approx(0.05)


def test_after_a_reset_the_end_is_that_of_the_scene_however_long_it_went_on(session, qtbot):
    session.show_document(open_document("scara"))
    playback = session.playback
    playback.set_duration(0.05)
    playback.play()
    play_on(playback, qtbot, lambda: playback.duration > 0.1)
    playback.pause()
    session.reset()
    assert playback.duration == 0.05


def test_undo_while_it_plays_pauses_and_redo_brings_back_what_was_simulated(brick, qtbot):
    playback = brick.playback
    brick.pose(brick.q + np.array([0.1, 0, 0, 0, 0, 0, 0]), "Move")
    playback.play()
    play_on(playback, qtbot, lambda: playback.reached > 0.02)
    brick.undo_stack.undo()
    assert (playback.playing, brick.recording) == (False, None)
    brick.undo_stack.redo()
    assert playback.reached > 0.02


def test_what_is_played_at_its_end_is_replayed_from_its_start(brick, qtbot):
    playback = brick.playback
    playback.set_duration(0.05)
    playback.step(50)
    playback.play()
    assert (playback.time, playback.live) == (0.0, False)
    play_on(playback, qtbot, lambda: not playback.playing)
    assert (playback.time, len(brick.recording)) == (playback.reached, 51)
    playback.to_start()
    playback.step(1000)  # goes no farther than what is recorded
    assert (brick.index, len(brick.recording)) == (50, 51)


def test_a_loop_begins_again_at_its_end(brick, qtbot):
    playback = brick.playback
    playback.set_duration(0.05)
    playback.set_loop(True)
    playback.play()
    play_on(playback, qtbot, lambda: playback.playing and not playback.live and playback.reached > 0.04)
    play_on(playback, qtbot, lambda: 0.0 < playback.time < 0.05)
    assert playback.playing


def test_a_controlled_joint_is_driven_while_it_simulates_and_put_while_it_rests(session, qtbot):
    session.show_document(open_document("scara"))
    playback, joint = session.playback, session.model.joint_names[0]
    playback.play()
    play_on(playback, qtbot, lambda: playback.reached > 0.02)
    session.move_joint(joint, 0.3)
    assert playback.live  # the recording goes on
    assert session.state.run.target[0] == 0.3
    assert not session.undo_stack.canUndo()
    play_on(playback, qtbot, lambda: session.q[0] > 0.05)
    playback.pause()
    session.move_joint(joint, 0.3)
    assert session.posing
    assert session.q[0] == 0.3


def test_a_body_that_is_pulled_is_simulated_until_it_is_let_go(brick, qtbot):
    playback = brick.playback
    body = brick.model.body_names[-1]
    playback.pull(Pull(body, np.zeros(3), np.array([0.0, 0.0, 2.0])))
    assert playback.live
    assert playback.pulled.body == body
    play_on(playback, qtbot, lambda: playback.reached > 0.02)
    changed = heard(brick.snapshot_changed)
    playback.pull(None)
    assert playback.pulled is None
    assert changed


def test_speed_and_duration_stay_within_what_can_be(brick):
    playback, changed = brick.playback, heard(brick.playback.clock_changed)
    playback.set_speed(5.0)
    assert playback.speed == 1.0
    playback.set_speed(0.0)
    assert playback.speed == 1e-3
    playback.set_duration(-1.0)
    assert playback.duration == brick.document.scene.duration
    playback.step(30)
    playback.set_duration(1e-6)
    assert playback.duration == playback.reached
    assert len(changed) == 3


def test_a_run_that_does_not_fit_into_memory_is_told_as_it_begins_and_one_too_long_is_refused(brick):
    told = heard(brick.message)
    brick.playback.set_duration(1e9)
    assert brick.playback.duration == brick.document.scene.duration
    assert told == [("A run takes at most 1e+08 s.", "", "warning")]
    brick.playback.set_duration(1e8)  # of 1e11 states: each has its time, 7 of q and 6 of v, 8 bytes each
    brick.playback.play()
    brick.playback.pause()
    (text, detail, tone), *more = told[1:]
    assert (text, tone, more) == ("This run is too long for memory, and stops before it is full.", "warning", [])
    assert detail.startswith("this run would need 11.2 TB of memory or more for its 1e+11 states, and ")


def test_whoever_seeks_before_there_is_a_recording_is_shown_where_it_is(brick):
    changed = heard(brick.snapshot_changed)
    brick.playback.seek(1.0)
    assert changed
    assert brick.playback.time == 0.0


@pytest.fixture
def replay(session, tmp_path):
    """A recording from a file."""
    path = tmp_path / "run.mcap"
    save_recording(simulate(open_document("falling_brick").scene, duration=0.6), path)
    session.show_document(open_document(path))
    return session


def test_a_recording_from_a_file_is_shown_from_its_start_and_never_longer(replay, qtbot):
    playback = replay.playback
    assert playback.time == 0.0
    assert playback.duration == playback.reached == pytest.approx(0.6)
    playback.to_end()
    length = len(replay.recording)
    playback.step(1)
    assert len(replay.recording) == length
    playback.set_speed(1.0)
    playback.play()
    play_on(playback, qtbot, lambda: not playback.playing)
    assert playback.time == pytest.approx(0.6)


def test_a_recording_from_a_file_is_not_edited(replay):
    from torseur.app.session.scene_edits import change_material, change_setting

    told, before = heard(replay.message), bits(replay.snapshot)
    replay.pose(replay.q + 0.1, "Pose")
    assert not change_setting(replay, dt=0.002)
    assert not change_material(replay, "floor", friction=0.1)
    assert [text for text, *_ in told] == ["A recording is not edited."] * 3
    assert bits(replay.snapshot) == before
    assert not replay.undo_stack.canUndo()


def test_events_are_gone_to_one_by_one(session):
    session.show_document(open_document("brick_on_corner"))
    playback = session.playback
    playback.step(900)
    playback.to_start()
    times = sorted({event.t for event in session.recording.events})
    assert len(times) > 2
    seen = []
    for _ in times:
        playback.step_to_event(1)
        seen.append(playback.time)
    np.testing.assert_allclose(seen, times)
    playback.step_to_event(1)  # there is none after the last
    assert playback.time == seen[-1]
    for t in reversed(seen[:-1]):
        playback.step_to_event(-1)
        assert playback.time == t


def test_a_new_document_forgets_all_of_the_one_before(brick):
    brick.playback.step(3)
    brick.pose(brick.q, "Pose")
    brick.show_document(open_document("scara"))
    assert brick.recording is None
    assert brick.posing
    assert not brick.undo_stack.canUndo()
    assert brick.playback.pulled is None


def test_settings_that_cannot_be_are_refused_with_a_reason_and_nothing_changes(brick):
    from torseur.app.session.scene_edits import change_setting

    refused, before = heard(brick.refused), brick.state
    assert not change_setting(brick, dt=-1.0)
    assert refused[0][0] == "dt"
    assert refused[0][1]
    assert brick.state is before


def test_a_simulation_that_stops_names_what_stopped_it_and_stays_at_its_last_state(brick, qtbot):
    told = heard(brick.message)
    brick.playback.step(2)
    brick.state.run.simulation._v[0] = np.nan
    brick.playback.play()
    play_on(brick.playback, qtbot, lambda: not brick.playback.playing)
    (_, detail, tone), *_ = told
    assert "'brick'" in detail
    assert tone == "warning"
    assert np.isfinite(brick.snapshot.q).all()
    assert brick.index == len(brick.recording) - 1


def test_pausing_does_not_wait_for_steps_that_were_planned(session, qtbot):
    """A batch of steps that turned out slow is given up at the next step."""
    session.show_document(open_document("box_stack"))
    playback = session.playback
    playback.play()
    play_on(playback, qtbot, lambda: playback.reached > 0.05)

    def attempt():
        playback.play()
        before = time.perf_counter()
        playback.pause()
        return time.perf_counter() - before

    # One step of the stack takes well under a millisecond; the rest is a machine shared with others.
    assert least_seconds(0.5, attempt) < 0.5
    reached = session.state.run.simulation.t
    playback.play()
    play_on(playback, qtbot, lambda: session.state.run.simulation.t > reached)
    playback.pause()
    assert np.all(np.diff(session.recording.t) > 0)


@pytest.mark.slow
def test_a_scheme_that_crawls_can_be_paused_and_left(session, qtbot):
    """Hybrid, a robot pressing on a table: steps become tiny, and one interval may take a minute."""
    from torseur.app.session.scene_edits import change_setting

    session.show_document(open_document("arm_pushes_table"))
    playback = session.playback
    assert change_setting(session, scheme="hybrid")
    playback.play()
    play_on(playback, qtbot, lambda: playback.reached > 0.2)

    def attempt():
        playback.play()
        qtbot.wait(1000)  # it is in the middle of an interval, which no signal tells
        before = time.perf_counter()
        playback.pause()
        return time.perf_counter() - before

    # A step of the integrator, with all its contact solves, takes milliseconds; the rest is a machine shared with others.
    assert least_seconds(1.0, attempt) < 1.0
    reached = session.state.run.simulation.t
    playback.step(1)
    play_on(playback, qtbot, lambda: session.state.run.simulation.t > reached)
    playback.pause()
    assert np.all(np.diff(session.recording.t) >= 0)


def test_a_recording_that_stays_on_the_disk_is_replayed_as_one_in_memory(session, qtbot, tmp_path):
    recording = simulate(open_document("brick_on_corner").scene, 0.6)
    save_recording(recording, tmp_path / "run.mcap")
    seen = []
    for in_memory in (2**30, 0):
        read = load_recording(tmp_path / "run.mcap", in_memory=in_memory)
        session.show_document(Document("recording", "run.mcap", str(tmp_path / "run.mcap"), read.scene, read))
        here = []
        for t in (0.6, 0.0, 0.31, 0.123):
            session.playback.seek(t)
            here.append(bits(session.snapshot))
        session.playback.step_to_event(-1)
        here.append(bits(session.snapshot))
        seen.append(here)
    assert read.on_disk
    assert seen[0] == seen[1]
