"""A recording comes back from another process as it was, to the last bit."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.fuzz.recordings import difference
from tests.sim.simulation.recording.same_columns import assert_same_columns
from tests.sim.simulation.recording.test_let_go_states import CASES, run
from torseur import sim
from torseur.sim.errors import RecordingError


def simulated(name):
    return sim.simulate(sim.with_values(sim.load_scene(name), {"settings.dt": 0.002}), 0.3)


def assert_same(one, other):
    assert_same_columns(one, other)
    assert one.on_disk or difference(one, other) == ""
    assert one.events == other.events
    assert (one.notes, one.remarks, one.settings) == (other.notes, other.remarks, other.settings)


@pytest.mark.slow
def test_what_another_process_simulates_is_what_this_one_does():
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        there = processes.submit(simulated, "box_stack").result(120)
    assert_same(there, simulated("box_stack"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_states_that_were_let_go_come_along(case, tmp_path):
    followed = run(*case, tmp_path / "journal.mcap")
    there = pickle.loads(pickle.dumps(followed))
    assert followed.on_disk
    assert not there.on_disk
    assert_same(there, run(*case, None))


def test_one_that_was_unpickled_goes_on_as_the_other(tmp_path):
    whole = run(*CASES[0], None)
    there = pickle.loads(pickle.dumps(whole))
    for recording in (whole, there):
        recording.notes.append("looked at")
        recording.cut(0.3)
    assert_same(there, whole)
    sim.save_recording(there, tmp_path / "run.mcap")
    assert difference(sim.load_recording(tmp_path / "run.mcap"), whole) == ""


def test_one_that_stays_in_its_file_is_read_there_and_no_other_in_its_place(tmp_path):
    whole, path = run(*CASES[0], None), tmp_path / "run.mcap"
    sim.save_recording(whole, path)
    there = pickle.loads(sent := pickle.dumps(sim.load_recording(path, in_memory=0)))
    assert there.on_disk
    assert_same(there, whole)
    assert len(sent) < 20_000
    whole.cut(0.3)
    sim.save_recording(whole, path)
    with pytest.raises(RecordingError, match="is not the recording that it was"):
        pickle.loads(sent)


def test_an_empty_one_is_empty():
    empty = sim.Simulation(sim.load_scene("box_stack")).recording
    empty.notes.append("nothing yet")
    there = pickle.loads(pickle.dumps(empty))
    assert (len(there), there.notes) == (0, ["nothing yet"])
