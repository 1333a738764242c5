"""Files that earlier versions wrote, in `older/`, hold to the last bit what they held then."""

import zlib
from pathlib import Path

import numpy as np
import pytest

from tests.fuzz.recordings import problem_bytes
from tests.sim.simulation.recording.same_columns import assert_same_columns
from torseur import sim

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
