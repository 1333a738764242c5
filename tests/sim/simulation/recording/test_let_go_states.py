"""A run that is too long for memory lets go of what its journal has, and is what it would be in memory."""

import threading
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from tests.fuzz.recordings import difference, problem_bytes
from tests.sim.simulation.recording.same_columns import assert_same_columns, same
from torseur import sim
from torseur.sim.errors import ArgumentError, RecordingError
from torseur.sim.simulation.recording.journal import Journal
from torseur.sim.simulation.recording.states.blocks_on_disk import BlocksOnDisk
from torseur.sim.simulation.recording.states.growing_array import GrowingArray
from torseur.sim.simulation.simulation import Simulation

FEW = 20_000  # bytes that states may take
CASES = (("brick_on_corner", "hybrid", 0.6), ("box_stack", "time_stepping", 0.6), ("arm_pushes_table", "time_stepping", 0.1))


def run(name, scheme, duration, path):
    """A run that is followed by a journal all along, or by none and in memory."""
    scene = sim.load_scene(name)
    simulation = Simulation(scene, replace(scene.settings, scheme=scheme))
    simulation.run(0)
    with nullcontext() if path is None else Journal(simulation.recording, path, in_memory=FEW) as journal:
        for _ in range(30):
            simulation.run(round(duration / simulation.settings.dt / 30))
            if journal is not None:
                journal.append()
    return simulation.recording


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0])
def pair(request, tmp_path_factory):
    return run(*request.param, tmp_path_factory.mktemp("run") / "journal.mcap"), run(*request.param, None)


def test_what_was_let_go_is_read_from_the_journal_as_it_was(pair):
    followed, whole = pair
    n = len(whole)
    assert n // 2 < followed.begin_in_memory < n
    assert followed.on_disk
    assert len(followed) == n
    assert_same_columns(followed, whole)
    assert followed.events == whole.events
    assert all(map(same, followed.contact_sums(n - 3, 5), whole.contact_sums(n - 3, 5)))
    for i in [*range(0, n, 7), n - 1, -1]:
        assert problem_bytes(followed, i) == problem_bytes(whole, i)
        assert followed.repeats(i) == whole.repeats(i)
        assert same(followed.contacts(i).force, whole.contacts(i).force)
    for part in (slice(n // 3, n // 3 + 40), slice(followed.begin_in_memory - 5, n), slice(n - 1, n)):
        assert all(map(same, followed.contact_rows(part), whole.contact_rows(part)))
    for key in (0, -1, slice(5, 60, 3), np.array([n - 1, 0, 7, 7]), np.arange(n) % 9 == 0, []):
        assert same(followed.v[key], whole.v[key]), key
    assert same(followed.q[:, 2], whole.q[:, 2])


def test_a_run_that_was_let_go_is_saved_to_the_last_bit(pair, tmp_path):
    followed, whole = pair
    sim.save_recording(followed, tmp_path / "run.mcap")
    assert difference(sim.load_recording(tmp_path / "run.mcap"), whole) == ""


def test_its_states_take_as_much_memory_as_they_may(tmp_path):
    simulation = Simulation(sim.load_scene("falling_brick"))
    most, block = 200_000, 100
    simulation.run(0)
    with Journal(simulation.recording, tmp_path / "journal.mcap", in_memory=most) as journal:
        for _ in range(60):
            simulation.run(block)
            journal.append()
            # what is one number a state stays, and so does what the journal did not have yet
            assert simulation.recording.nbytes < max(most, most / 4 + 110 * len(simulation.recording)) + 400 * block
    assert simulation.recording.begin_in_memory > 5000


def test_where_it_was_let_go_it_can_be_followed_by_another_journal(pair, tmp_path):
    followed, whole = pair
    with Journal(followed, tmp_path / "again.mcap") as journal:
        assert not journal.append()
    read = sim.load_recording(tmp_path / "again.mcap")
    assert difference(read, whole) == ""


def test_a_journal_that_is_too_long_for_memory_is_read_from_its_file(pair, tmp_path):
    followed, whole = pair
    with Journal(followed, tmp_path / "again.mcap") as journal:
        journal.append()
    read = sim.load_recording(tmp_path / "again.mcap", in_memory=FEW)
    assert read.on_disk
    assert same(read.q, whole.q)
    assert all(problem_bytes(read, i) == problem_bytes(whole, i) for i in range(len(whole)))


def test_what_was_let_go_is_there_after_the_journal_is_deleted(tmp_path):
    path = tmp_path / "journal.mcap"
    followed = run(*CASES[0], path)
    path.unlink()
    assert same(followed.q, run(*CASES[0], None).q)


def test_nothing_is_let_go_that_the_journal_does_not_have_or_whose_file_is_gone(tmp_path):
    path = tmp_path / "journal.mcap"
    simulation = Simulation(sim.load_scene("falling_brick"))
    simulation.run(0)
    with Journal(simulation.recording, path, in_memory=FEW) as journal:
        simulation.run(1000)
        assert simulation.recording.begin_in_memory == 0
        journal.append()
        path.unlink()
        simulation.run(1000)
        assert not simulation.recording.on_disk
    assert len(np.asarray(simulation.recording.q)) == 2001


def test_a_journal_that_is_changed_is_refused_where_it_is_read(tmp_path):
    path = tmp_path / "journal.mcap"
    followed = run(*CASES[0], path)
    with path.open("r+b") as stream:
        stream.seek(path.stat().st_size // 2)
        stream.write(bytes(64))
    with pytest.raises(RecordingError, match=r"journal\.mcap: the block of state \d+ cannot be read"):
        np.asarray(followed.q)


def test_what_was_let_go_cannot_be_cut(pair):
    gone, n = pair[0].begin_in_memory, len(pair[0])
    with pytest.raises(ArgumentError, match=f"the first {gone} of {n} states were let go .* after t = 0.01 s cannot be"):
        pair[0].cut(0.01)


def test_states_are_let_go_by_what_was_judged_though_another_journal_is_followed_meanwhile(tmp_path, monkeypatch):
    scene = sim.load_scene("falling_brick")
    alone, simulation = Simulation(scene), Simulation(scene)
    alone.run(1000)
    simulation.run(0)
    recording, opened, told = simulation.recording, BlocksOnDisk.open, []

    def open_and_follow(blocks):
        found = opened(blocks)
        if recording.on_disk and not told:
            told.append(recording.begin_in_memory)
            recording.follow(BlocksOnDisk(tmp_path / "other.mcap", scene), FEW)  # as the journal's thread may, between
        return found

    monkeypatch.setattr(BlocksOnDisk, "open", open_and_follow)
    with Journal(recording, tmp_path / "journal.mcap", in_memory=FEW) as journal:
        for _ in range(10):
            simulation.run(100)
            journal.append()
    assert told
    assert recording.begin_in_memory > told[0]
    assert same(recording.q, alone.recording.q)
    assert same(recording.v, alone.recording.v)


def test_a_column_is_whole_though_states_are_let_go_while_it_is_asked_for(tmp_path, monkeypatch):
    simulation = Simulation(sim.load_scene("falling_brick"))
    simulation.run(0)
    recording, held = simulation.recording, GrowingArray.held
    with Journal(recording, tmp_path / "journal.mcap", in_memory=FEW) as journal:
        simulation.run(500)
        journal.append()
        expected = np.array(recording.q)

        def let_go_and_held(column):
            monkeypatch.setattr(GrowingArray, "held", held)
            simulation.run(1)  # as the worker's thread may, between
            return held.fget(column)

        monkeypatch.setattr(GrowingArray, "held", property(let_go_and_held))
        found = recording.q
    assert recording.begin_in_memory > 0
    assert same(found[: len(expected)], expected)


def test_it_is_read_by_one_thread_while_another_simulates_and_a_third_writes(tmp_path):
    scene = sim.load_scene("box_stack")
    alone, simulation = Simulation(scene), Simulation(scene)
    for _ in range(101):
        alone.run(5)
    whole = alone.recording
    simulation.run(0)
    recording, done = simulation.recording, threading.Event()

    def simulate():
        while len(recording) < len(whole) - 5:
            simulation.run(5)
        done.set()

    def follow():
        with Journal(recording, tmp_path / "journal.mcap", in_memory=FEW) as journal:
            while not done.is_set():
                journal.append()
            journal.append()  # what came since
            simulation.run(5)  # so that some is let go however slow this thread was

    threads = [threading.Thread(target=one) for one in (simulate, follow)]
    for thread in threads:
        thread.start()
    random = np.random.default_rng(4)
    wrong = []
    while any(thread.is_alive() for thread in threads):
        n = len(recording)
        for i in (int(random.integers(n)), n - 1):
            fine = same(recording.q[i], whole.q[i]) and problem_bytes(recording, i) == problem_bytes(whole, i)
            fine = fine and same(recording.contacts(i).force, whole.contacts(i).force)
            fine = fine and all(map(same, recording.contact_sums(n, i), whole.contact_sums(n, i)))
            wrong += [] if fine else [i]
    for thread in threads:
        thread.join()
    assert not wrong
    assert recording.begin_in_memory > 0
