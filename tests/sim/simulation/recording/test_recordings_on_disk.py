"""A recording that is too long for memory stays in its file, and is what it would be in memory."""

import os
import re
import resource
import signal
import tempfile
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tests.fuzz.recordings import difference, problem_bytes
from tests.sim.simulation.recording.same_columns import assert_same_columns, same
from torseur import sim
from torseur.sim.errors import ArgumentError, RecordingError
from torseur.sim.interruption import Interrupted, interruptible
from torseur.sim.simulation.recording import recording_writer
from torseur.sim.simulation.recording.states import extremes, overview
from torseur.sim.simulation.recording.states.extremes import PART
from torseur.sim.simulation.recording.states.mapped_columns import MappedColumns

CASES = (("brick_on_corner", "hybrid", 0.6), ("box_stack", "time_stepping", 0.9), ("arm_pushes_table", "time_stepping", 0.1))


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0])
def whole(request):
    name, scheme, duration = request.param
    return sim.simulate(sim.load_scene(name), duration, scheme=scheme)


@pytest.fixture(scope="module")
def file(whole, tmp_path_factory):
    path = tmp_path_factory.mktemp("disk") / "run.mcap"
    sim.save_recording(whole, path)
    return path


def test_what_is_read_from_the_file_is_what_was_recorded(whole, file):
    read = sim.load_recording(file, in_memory=0)
    assert read.on_disk
    assert not sim.load_recording(file).on_disk
    n = len(whole)
    assert len(read) == n
    assert_same_columns(read, whole)
    assert read.events == whole.events
    assert all(map(same, read.contact_sums(n - 3), whole.contact_sums(n - 3)))
    for i in [*range(0, n, 7), n - 1, -1]:
        assert problem_bytes(read, i) == problem_bytes(whole, i)
        assert read.repeats(i) == whole.repeats(i)
        assert same(read.contacts(i).force, whole.contacts(i).force)
    assert same(read.snapshot(n // 2).poses, whole.snapshot(n // 2).poses)
    part = slice(n // 3, n // 3 + 40)
    assert all(map(same, read.contact_rows(part), whole.contact_rows(part)))


def test_rows_of_a_column_are_those_of_an_array(whole, file):
    column, array = sim.load_recording(file, in_memory=0).q, whole.q
    n = len(array)
    assert (column.shape, len(column), column.ndim, column.dtype) == (array.shape, n, array.ndim, array.dtype)
    for key in (0, -1, n - 1, slice(5, 60, 3), slice(None, None, -50), np.array([n - 1, 0, 7, 7]), np.arange(n) % 9 == 0, []):
        assert same(column[key], array[key]), key
    assert same(column[:, 2], array[:, 2])
    assert same(column[4, 1:3], array[4, 1:3])
    with pytest.raises(IndexError):
        column[n]


@pytest.mark.slow
def test_what_is_worked_out_along_it_is_the_same(whole, file):
    read = sim.load_recording(file, in_memory=0)
    mine, expected = sim.recording_dynamics(read), sim.recording_dynamics(whole)
    for name in ("a", "needed", "contact", "energy_balance", "momentum"):
        assert same(getattr(mine, name), getattr(expected, name)), name
    assert same(sim.check_recording(read).value, sim.check_recording(whole).value)


def test_it_is_saved_again_to_the_last_bit(whole, file, tmp_path):
    sim.save_recording(sim.load_recording(file, in_memory=0), tmp_path / "again.mcap")
    assert difference(sim.load_recording(tmp_path / "again.mcap"), whole) == ""


def test_what_it_is_opened_by_is_the_same_in_parts(whole, file, monkeypatch):
    n, read = len(whole), sim.load_recording(file, in_memory=0)
    made = [recording_writer._overview(recording, n, [0]) for recording in (whole, read)]
    monkeypatch.setattr(recording_writer, "ROWS", 7)
    made += [recording_writer._overview(recording, n, [0]) for recording in (whole, read)]
    columns = [overview.Overview(memoryview(data), "") for data in made]
    for name in overview.COLUMNS:
        first, *others = (np.concatenate(list(column.blocks(name))) for column in columns)
        assert len(first) == n
        assert all(same(other, first) for other in others), name


@pytest.mark.parametrize("fault", ["no overview at all", "of another version", "of another run", "damaged"])
@pytest.mark.slow
def test_what_it_is_opened_by_does_not_keep_it_from_opening(whole, tmp_path, monkeypatch, fault):
    inner = overview.packed_overview

    def packed(parts, states, events, blocks):
        made = msgspec.msgpack.decode(inner(parts, states, events, blocks))
        if fault == "of another version":
            del made["columns"]["impulse"]
        elif fault == "of another run":
            made["states"] -= 1
        else:
            made["columns"]["force"] = made["columns"]["force"][:-3]
        return b"?" if fault == "no overview at all" else msgspec.msgpack.encode(made)

    monkeypatch.setattr(recording_writer, "packed_overview", packed)
    path = tmp_path / "run.mcap"
    sim.save_recording(whole, path)
    read = sim.load_recording(path, in_memory=0)
    assert not read.on_disk
    assert difference(read, whole) == ""
    (finding,) = read.findings
    assert finding.path == str(path)
    assert re.search(r"opened by is of no use \(.*overview .*\): all its states were read instead", finding.message)


def test_no_state_is_added_or_taken_away(file):
    read = sim.load_recording(file, in_memory=0)
    with pytest.raises(ArgumentError, match="stays in its file"):
        read.cut(0.01)


def test_a_file_that_changes_after_it_was_opened_is_refused_where_it_is_read(whole, file, tmp_path):
    path = tmp_path / "run.mcap"
    path.write_bytes(file.read_bytes())
    read = sim.load_recording(path, in_memory=0)
    with path.open("r+b") as stream:
        stream.truncate(os.path.getsize(path) // 4)
    with pytest.raises(RecordingError, match=r"run\.mcap: .*; the file was changed after it was opened"):
        read.q[len(whole) - 1]


def test_reading_much_of_it_can_be_given_up(file):
    read = sim.load_recording(file, in_memory=0)
    with interruptible(lambda: True), pytest.raises(Interrupted):
        np.asarray(read.v)


def test_a_state_of_a_brick_takes_less_than_four_tenths_of_a_kilobyte_in_memory(tmp_path):
    recording = sim.simulate(sim.load_scene("falling_brick"), 3.0)
    sim.save_recording(recording, tmp_path / "brick.mcap")
    for one in (recording, sim.load_recording(tmp_path / "brick.mcap")):
        assert one.nbytes < 400 * len(one)
    on_disk = sim.load_recording(tmp_path / "brick.mcap", in_memory=0)
    on_disk.snapshot(1500)
    assert on_disk.nbytes < 100 * len(on_disk)


def test_columns_of_a_number_a_state_are_mapped_from_a_file_and_take_no_memory():
    n = 2_000_000
    mapped = MappedColumns()
    mapped.add("t", "<f8", lambda: (np.arange(k, k + 50_000) / 7.0 for k in range(0, n, 50_000)))
    mapped.add("zero", "<f8", lambda: iter([np.zeros(n)]))
    mapped.add("rows", "<f8", lambda: iter([np.arange(12.0).reshape(4, 3)]), 3)
    mapped.add("none", "<f8", lambda: iter([]), 3)
    mapped.map()
    t = mapped["t"]
    assert np.array_equal(t, np.arange(n) / 7.0)
    assert np.count_nonzero(mapped["zero"]) == 0
    assert len(mapped["zero"]) == n
    assert mapped["rows"].tolist() == np.arange(12.0).reshape(4, 3).tolist()
    assert mapped["none"].shape == (0, 3)
    looked_at = resident()
    mapped.release()
    assert looked_at - resident() > 28e6  # of 32 MB
    assert t[n - 1] == (n - 1) / 7.0
    assert not t.flags.writeable


def test_columns_that_find_no_room_in_a_file_are_in_memory():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # else it ends the program
    try:
        mapped = MappedColumns()
        mapped.add("few", "<f8", lambda: iter([np.arange(4.0)]))
        mapped.add("many", "<f8", lambda: iter([np.arange(30_000.0), np.arange(3.0)]))
        mapped.add("some", "<f8", lambda: iter([np.arange(5.0)]))
        mapped.map()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
        signal.signal(signal.SIGXFSZ, before)
    assert mapped["few"].tolist() == [0.0, 1.0, 2.0, 3.0]
    assert mapped["many"].tolist() == [*range(30_000), 0.0, 1.0, 2.0]
    assert mapped["some"].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert mapped.nbytes == mapped["many"].nbytes


def test_without_a_folder_for_their_file_columns_are_in_memory(monkeypatch):
    def none():
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "TemporaryFile", none)
    mapped = MappedColumns()
    mapped.add("t", "<f8", lambda: iter([np.arange(4.0)]))
    mapped.map()
    mapped.release()
    assert mapped["t"].tolist() == [0.0, 1.0, 2.0, 3.0]


@pytest.mark.parametrize("n", [0, 1, PART, 3 * extremes.BLOCK + 2 * PART + 17])
def test_from_afar_no_lowest_and_no_highest_number_is_lost(n):
    y = np.random.default_rng(n).normal(size=n)
    y[2 * PART : 3 * PART] = np.nan
    y[5::1000] = np.nan
    t = np.arange(n) / 10.0
    curve = extremes.extremes(t, y.__getitem__)
    assert np.all(np.diff(curve.t) >= 0.0)
    assert len(curve.t) <= 2 * (n // PART) + PART + 1
    places = np.searchsorted(t, curve.t)
    np.testing.assert_array_equal(y[places], curve.values)
    for k in range(0, n, PART):
        part, kept = y[k : k + PART], y[places[(places >= k) & (places < k + PART)]]
        if np.isfinite(part).any():
            assert (np.nanmin(kept), np.nanmax(kept)) == (np.nanmin(part), np.nanmax(part))


def test_how_a_recording_looks_from_afar_is_of_its_own_numbers(whole, file):
    read = sim.load_recording(file, in_memory=0)
    force, friction, _ = whole.contact_sums(len(whole))
    columns = {
        "kinetic": whole.kinetic, "potential": whole.potential, "energy": whole.kinetic + whole.potential,
        "residual": whole.residual, "step_error": whole.step_error, "force": force, "friction": friction,
    }  # fmt: skip
    assert read.extremes.keys() == columns.keys()
    assert whole.extremes == {}
    for name, column in columns.items():
        expected = extremes.extremes(whole.t, column.__getitem__)
        np.testing.assert_array_equal(read.extremes[name].t, expected.t)
        np.testing.assert_array_equal(read.extremes[name].values, expected.values)


def test_the_last_error_of_a_step_is_found_wherever_it_is(whole, file):
    read = sim.load_recording(file, in_memory=0)
    for i in range(len(whole)):
        assert read.last_step_error(i) == whole.last_step_error(i)


def resident():
    """Memory of this process [bytes]."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_what_is_zero_takes_no_memory_until_it_is_not():
    scene = sim.load_scene("falling_brick")
    simulation = sim.Simulation(scene)
    simulation.run(1000)
    before = simulation.recording.nbytes
    simulation.step(np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]))
    simulation.run(1)
    tau = simulation.recording.tau
    assert simulation.recording.nbytes > before + tau.nbytes
    assert tau[-2, 2] == 1.0
    assert np.count_nonzero(tau) == 1


def test_events_are_kept_as_rows_and_read_as_events(tmp_path):
    recording = sim.simulate(sim.load_scene("brick_on_corner"), 1.2)
    sim.save_recording(recording, tmp_path / "run.mcap")
    for events in (recording.events, sim.load_recording(tmp_path / "run.mcap", in_memory=0).events):
        listed = list(events)
        n = len(listed)
        assert {event.before is None for event in listed} == {False}
        assert (len(events), events[0], events[-1], events[1:-1:2]) == (n, listed[0], listed[-1], listed[1:-1:2])
        assert list(reversed(events)) == listed[::-1]
        assert events == listed
        assert events.t.tolist() == [event.t for event in listed]
        assert [list(sim.EventKind)[k] for k in events.kinds] == [event.kind for event in listed]
        assert events.nbytes == 13 * 8 * n
