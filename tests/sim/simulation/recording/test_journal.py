"""A journal: what a recording has so far is in its file, whole, whatever happens next."""

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from mcap.writer import Writer
from zstandard import ZstdError

from tests.fuzz.recordings import problem_bytes
from tests.limited_disk import no_room_beyond
from tests.sim.simulation.recording.same_columns import assert_same_columns
from torseur import sim
from torseur.sim.errors import RecordingError
from torseur.sim.simulation.recording.journal import Journal
from torseur.sim.simulation.recording.recording_reader import load_recording
from torseur.sim.simulation.recording.states.blocks_on_disk import BlocksOnDisk
from torseur.sim.simulation.recording.states.state_blocks import record_of
from torseur.sim.simulation.simulation import Simulation
from torseur.sim.simulation.step_arrays import ACROSS, ENTRY


def same_states(one, other, states):
    columns = zip(one.record(0, states), other.record(0, states), strict=True)
    return all(np.array_equal(a, b, equal_nan=True) for a, b in columns)


@pytest.mark.parametrize("scene", ["brick_on_corner", "quadruped_drop"])
def test_a_journal_that_follows_a_run_has_its_states_to_the_last_bit(scene, tmp_path):
    simulation = Simulation(sim.load_scene(scene))
    path = tmp_path / "journal.mcap"
    simulation.run(50)
    with Journal(simulation.recording, path) as journal:
        for steps in (1, 7, 300, 300):
            journal.append()
            simulation.run(steps)
            simulation.recording.remarks.append(f"{steps} steps were taken")
        simulation.recording.notes.append("it ended here")
        journal.append()
        assert (journal.states, journal.t) == (659, simulation.t)
        assert journal.size == path.stat().st_size
    read = load_recording(path)
    assert len(read) == 659
    assert same_states(simulation.recording, read, 659)
    assert read.events == simulation.recording.events
    assert (read.notes, read.remarks) == (simulation.recording.notes, simulation.recording.remarks)
    assert [read.repeats(i) for i in range(659)] == [simulation.recording.repeats(i) for i in range(659)]
    assert "journal of a run that was not saved" in read.findings[0].message


def shuffled(column):
    """The first bytes of all numbers, then the second, and so on, as journals had them before format 7."""
    numbers = np.ascontiguousarray(column.astype(np.float64 if column.dtype == float else np.int64).T)
    return numbers.view(np.uint8).reshape(-1, 8).T.tobytes() if column.size else b""


def test_blocks_of_before_format_6_are_read_as_what_they_kept():
    scene = sim.load_scene("quadruped_drop")
    new = sim.simulate(scene, 0.4).record(0, 401)
    older = new._replace(doubtful=new.doubtful[:0], contacts=new.contacts[:, : ENTRY + ACROSS])
    sizes = struct.pack("<3q", len(older.t), len(older.contacts), len(older.joints))
    block = sizes + b"".join(shuffled(column) for column in older)
    read = record_of(block, scene, (0, 0), "the block of state 0", shuffled=True)
    as_kept = new.contacts.copy()
    as_kept[:, ENTRY + ACROSS :] = 0.0
    for name, column in new._asdict().items():
        np.testing.assert_array_equal(getattr(read, name), as_kept if name == "contacts" else column, name)


@pytest.mark.slow
def test_a_journal_that_is_cut_anywhere_is_read_up_to_its_last_whole_block(tmp_path):
    simulation = Simulation(sim.load_scene("falling_brick"))
    path, sizes = tmp_path / "journal.mcap", []
    simulation.run(0)
    with Journal(simulation.recording, path) as journal:
        for _ in range(3):
            simulation.run(100)
            journal.append()
            sizes.append((journal.size, journal.states))
    whole = path.read_bytes()
    for size in range(sizes[0][0], len(whole), 97):
        path.write_bytes(whole[:size])
        states = max(n for end, n in sizes if end <= size)
        read = load_recording(path)
        assert len(read) == states
        assert same_states(simulation.recording, read, states)


@pytest.mark.slow
def test_of_a_damaged_journal_nothing_is_read_that_was_not_written(tmp_path):
    simulation = Simulation(sim.load_scene("brick_on_corner"))
    path = tmp_path / "journal.mcap"
    simulation.run(250)
    with Journal(simulation.recording, path) as journal:
        journal.append()
        simulation.run(250)
        journal.append()
    whole, lengths = path.read_bytes(), set()
    for place in range(20, len(whole), 499):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        try:
            read = load_recording(path)
        except RecordingError:
            continue
        lengths.add(len(read))
        assert same_states(simulation.recording, read, len(read))
    assert lengths <= {251, 501}


def test_a_journal_takes_no_file_that_is_there(tmp_path):
    recording = sim.simulate(sim.load_scene("falling_brick"), 0.01)
    path = tmp_path / "journal.mcap"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(RecordingError, match="cannot be written: File exists"):
        Journal(recording, path)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("room", [0, 100])
def test_a_journal_that_cannot_be_begun_leaves_no_file(room, tmp_path):
    recording = sim.simulate(sim.load_scene("falling_brick"), 0.01)
    with no_room_beyond(room), pytest.raises(RecordingError, match="cannot be written: File too large"):
        Journal(recording, tmp_path / "journal.mcap")
    assert not list(tmp_path.iterdir())


FULL = """
import resource, signal, sys
from torseur import sim
from torseur.sim.errors import RecordingError
from torseur.sim.simulation.recording.journal import Journal
from torseur.sim.simulation.simulation import Simulation

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
simulation = Simulation(sim.load_scene("brick_on_corner"))
simulation.run(100)
journal = Journal(simulation.recording, sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (journal.size + 20_000, -1))
try:
    while True:
        journal.append()
        simulation.run(50)
except RecordingError as error:
    print(journal.states, error)
"""


@pytest.mark.slow
def test_on_a_full_disk_a_journal_keeps_what_fits(tmp_path):
    path = tmp_path / "journal.mcap"
    child = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, text=True, check=True, timeout=600)
    states, _, told = child.stdout.partition(" ")
    assert "the journal cannot be written: File too large" in told
    assert len(load_recording(path)) == int(states) > 100


def test_a_block_whose_place_found_no_memory_is_written_once(tmp_path, monkeypatch):
    simulation = Simulation(sim.load_scene("brick_on_corner"))
    inner, calls = BlocksOnDisk.add, []

    def add(self, place, record):
        calls.append(place)
        if len(calls) == 2:  # the block is in the file by then
            raise MemoryError
        inner(self, place, record)

    monkeypatch.setattr(BlocksOnDisk, "add", add)
    simulation.run(3000)
    with Journal(simulation.recording, tmp_path / "journal.mcap") as journal:
        with pytest.raises(MemoryError, match="no memory for the journal"):
            journal.append()
        assert not journal.append()
        assert journal.path.stat().st_size == journal.size
    assert same_states(simulation.recording, load_recording(journal.path), 3001)


@pytest.mark.parametrize("error", [MemoryError(), ZstdError("cannot compress: Allocation error : not enough memory")])
def test_a_block_that_found_no_memory_is_written_later(error, tmp_path, monkeypatch):
    simulation = Simulation(sim.load_scene("brick_on_corner"))
    inner, calls = Writer.add_message, []

    def add_message(self, *arguments):
        inner(self, *arguments)  # it has packed a part, or all of it
        calls.append(arguments)
        if len(calls) == 2:
            raise error

    monkeypatch.setattr(Writer, "add_message", add_message)
    simulation.run(3000)
    with Journal(simulation.recording, tmp_path / "journal.mcap") as journal:
        with pytest.raises(MemoryError, match="no memory for the journal"):
            journal.append()
        assert len(load_recording(journal.path)) == journal.states < 3001
        assert not journal.append()
    assert len(calls) > 4
    assert same_states(simulation.recording, load_recording(journal.path), 3001)


OLDER = Path(__file__).parent / "older"
SUMS = {  # of all columns, as the versions that wrote them read them
    "brick_6.mcap": "6072a496",
    "gripper_6.mcap": "53b1f3a7",
    "gripper_6.journal.mcap": "53b1f3a7",
}


def column_sum(recording):
    record = recording.record(0, len(recording))
    sums = {
        name: zlib.crc32(np.ascontiguousarray(column, "<i8" if column.dtype.kind == "i" else "<f8").tobytes())
        for name, column in record._asdict().items()
    }
    return f"{zlib.crc32(repr(sums).encode()):08x}"


@pytest.mark.parametrize("name", SUMS)
def test_a_file_of_before_format_7_is_what_it_was_and_is_saved_as_a_new_one(name, tmp_path):
    read = sim.load_recording(OLDER / name)
    assert column_sum(read) == SUMS[name]
    assert (read.notes, read.remarks) == (["it was tired"], ["one remark"])
    assert [finding.message.partition(":")[0] for finding in read.findings] == (
        ["this is the journal of a run that was not saved"] if "journal" in name else []
    )
    sim.save_recording(read, tmp_path / "new.mcap")
    again = sim.load_recording(tmp_path / "new.mcap")
    assert column_sum(again) == SUMS[name]
    assert again.events == read.events
    assert again.findings == ()


@pytest.mark.parametrize("name", ["brick_6.mcap", "gripper_6.mcap"])
def test_a_long_file_of_before_format_7_stays_in_its_file(name, tmp_path):
    whole, read = sim.load_recording(OLDER / name), sim.load_recording(OLDER / name, in_memory=0)
    assert read.on_disk
    assert_same_columns(read, whole)
    assert all(problem_bytes(read, i) == problem_bytes(whole, i) for i in range(len(whole)))
    sim.save_recording(read, tmp_path / "new.mcap")
    assert column_sum(sim.load_recording(tmp_path / "new.mcap")) == SUMS[name]


def test_an_older_journal_that_is_too_long_for_memory_is_read_from_its_file():
    name = "gripper_6.journal.mcap"
    whole, read = sim.load_recording(OLDER / name), sim.load_recording(OLDER / name, in_memory=100)
    assert_same_columns(read, whole)
    assert all(problem_bytes(read, i) == problem_bytes(whole, i) for i in range(len(whole)))
