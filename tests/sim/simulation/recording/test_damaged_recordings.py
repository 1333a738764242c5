"""A recording that is read is what was recorded; whatever is wrong with its file is one sentence with the file and the place."""

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from mcap.reader import make_reader
from mcap.records import DataEnd, Message
from mcap.stream_reader import StreamReader
from mcap.writer import Writer

from tests.fuzz.recordings import CUTS, FLIPS, Recordings, difference, record
from tests.sim.simulation.recording.plain_states import plain_states
from torseur import sim
from torseur.sim.errors import RecordingError
from torseur.sim.multibody.model.model import Severity
from torseur.sim.simulation.recording.recording_writer import checksum

PACKED = b"\x04\x22\x4d\x18"  # what is packed by LZ4 begins with
OLDER = Path(__file__).parent / "older"


@pytest.fixture(scope="module")
def brick():
    return sim.simulate(sim.load_scene("falling_brick"), 0.6)


@pytest.fixture
def file(brick, tmp_path):
    sim.save_recording(brick, tmp_path / "brick.mcap")
    return tmp_path / "brick.mcap"


@pytest.fixture
def older(tmp_path):
    """A file of format 6 with the same states, each a message."""
    return Path(shutil.copy(OLDER / "brick_6.mcap", tmp_path / "brick.mcap"))


def rewrite(path, change, *, checksums=True, correct=True):
    """Change what a file says, and write it again as it was: with numbers and checksums, which are right all the same."""
    with path.open("rb") as stream:
        reader = make_reader(stream)
        facts = next(dict(m.metadata) for m in reader.iter_metadata())
        messages = [
            (c.topic, m.sequence, m.data if c.topic == "/blocks" else json.loads(m.data)) for _, c, m in reader.iter_messages()
        ]
    change(facts, messages)
    if correct:
        facts["checksum"] = checksum(facts)
    with path.open("wb") as stream:
        writer = Writer(stream, chunk_size=2**14, enable_data_crcs=checksums)
        writer.start(library="torseur")
        writer.add_metadata("torseur", facts)
        channels = {}
        for topic, number, contents in messages:
            if topic not in channels:
                channels[topic] = writer.register_channel(topic, "json", writer.register_schema(topic, "jsonschema", b"{}"))
            data = contents if isinstance(contents, bytes) else json.dumps(contents).encode()
            writer.add_message(channels[topic], log_time=0, data=data, publish_time=0, sequence=number)
        writer.finish()


def of_topic(messages, topic):
    return (contents for name, _, contents in messages if name == topic)


@pytest.mark.slow
def test_flipped_bits_and_cuts_never_change_a_number_and_always_end_in_a_sentence(tmp_path):
    record(tmp_path / "whole")
    recordings = Recordings(tmp_path / "whole")
    refused = read = 0
    for kind in (FLIPS, CUTS):
        for number in range(60):
            name, content = recordings.damaged(kind, random.Random(f"1 {kind} {number}"))
            (tmp_path / "damaged.mcap").write_bytes(content)
            verdict = recordings.judged(tmp_path / "damaged.mcap", name)
            assert not verdict.wrong, f"{kind} {number}: {verdict.wrong}"
            refused, read = refused + verdict.refused, read + (not verdict.refused)
    assert min(refused, read) > 20


@pytest.mark.slow
def test_every_byte_of_a_recording_is_under_a_checksum(brick, file):
    content = file.read_bytes()
    ends = [*range(0, 60, 4), *range(len(content) - 60, len(content), 4)]
    said = []
    for at in [*ends, *random.Random(3).sample(range(len(content)), 20)]:
        file.write_bytes(content[:at] + bytes([content[at] ^ 16]) + content[at + 1 :])
        try:
            read = sim.load_recording(file)
        except RecordingError as error:
            said.append(str(error))
        else:
            assert read.findings, f"byte {at}"
            assert difference(read, brick) == "", f"byte {at}"
    assert all(text.startswith(f"{file}: ") for text in said)
    assert len(said) > 5


def test_a_cut_file_opens_up_to_its_last_whole_chunk_and_says_how_much_is_missing(brick, file):
    content, lengths = file.read_bytes(), []
    with file.open("rb") as stream:
        chunks = make_reader(stream).get_summary().chunk_indexes
    for chunk in chunks[:2]:
        file.write_bytes(content[: chunk.chunk_start_offset + chunk.chunk_length + 20])
        part = sim.load_recording(file)
        n = len(part)
        assert part.q.tobytes() == brick.q[:n].tobytes()
        assert part.events == brick.events[: len(part.events)]
        (finding,) = part.findings
        assert finding.path == str(file)
        assert finding.severity is Severity.ERROR
        assert finding.message.startswith("the file is cut (byte ")
        assert finding.message.endswith(f"the first {n} of 601 states are here, to t = {part.t[-1]:.9g} of 0.6 s")
        lengths.append(n)
    assert lengths == [512, 601]


def test_a_file_cut_in_its_summary_alone_has_all_states(brick, file):
    content = file.read_bytes()
    file.write_bytes(content[:-30])
    read = sim.load_recording(file)
    assert difference(read, brick) == ""
    (finding,) = read.findings
    assert finding.message.endswith("its states are as they were recorded")
    file.write_bytes(content)
    assert sim.load_recording(file).findings == ()


def test_a_file_cut_before_its_first_states_is_refused_with_the_place(file):
    content = file.read_bytes()
    for length in (9, 40, 1500, 5500):
        file.write_bytes(content[:length])
        with pytest.raises(RecordingError, match=r"brick\.mcap: the file is cut before its first states \(byte \d+: "):
            sim.load_recording(file)


def test_damage_between_the_messages_leaves_the_states_and_is_said(brick, file):
    content = file.read_bytes()
    with file.open("rb") as stream:
        chunk = make_reader(stream).get_summary().chunk_indexes[1]
    at = chunk.message_index_offsets[1] + 50  # in an index of messages: behind the frame of its record
    file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    read = sim.load_recording(file)
    assert difference(read, brick) == ""
    (finding,) = read.findings
    assert "what lies between the messages is not what was written" in finding.message


def test_a_damaged_chunk_is_refused_with_its_place(file):
    content = file.read_bytes()
    at = content.rindex(PACKED) + 500
    file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    with pytest.raises(RecordingError, match=r"brick\.mcap: byte \d+: a chunk .*; the file was damaged after it was written"):
        sim.load_recording(file)


def test_the_checksums_are_those_that_other_programs_compute(file):
    with file.open("rb") as stream:
        records = list(StreamReader(stream, validate_crcs=True).records)
    # blocks, 37 states that are shown, an impact
    assert sum(isinstance(record, Message) for record in records) == 2 + 3 * 37 + 1
    (end,) = [record for record in records if isinstance(record, DataEnd)]
    assert end.data_section_crc != 0


def test_notes_are_read_back(brick, file):
    noted = sim.simulate(brick.scene, 0.01)
    noted.notes.append("it was tired")
    sim.save_recording(noted, file)
    assert sim.load_recording(file).notes == ["it was tired"]


def test_numbers_that_are_none_and_infinite_ones_are_kept(brick, file):
    odd = sim.Recording(brick.scene, brick.settings)
    states = [state for state, _, _ in plain_states(brick)][:3]
    states[1] |= {"kinetic": np.inf, "potential": -np.inf, "residual": np.nan}
    odd.fill(states, {})
    sim.save_recording(odd, file)
    again = sim.load_recording(file)
    for name in ("t", "q", "v", "kinetic", "potential", "residual"):
        assert np.array_equal(getattr(again, name), getattr(odd, name), equal_nan=True), name


def forget_state(facts, messages):
    messages.remove(next(one for one in messages if one[:2] == ("/state", 300)))


def forget_end(facts, messages):
    last = max(k for k, one in enumerate(messages) if one[0] == "/state")
    del messages[last:]


def forget_contacts(facts, messages):
    messages.append(messages.pop(next(k for k, one in enumerate(messages) if one[0] == "/contacts")))


def change_state(name, value):
    def change(facts, messages):
        list(of_topic(messages, "/state"))[7][name] = value

    return change


def change_contacts(name, value):
    def change(facts, messages):
        next(of_topic(messages, "/contacts"))[name] = value

    return change


def change_fact(name, value):
    return lambda facts, messages: facts.update({name: value})


def drop(name):
    return lambda facts, messages: list(of_topic(messages, "/state"))[7].pop(name)


@pytest.mark.parametrize(("change", "sentence"), [
    (forget_state, "state 300 is missing: the file goes on with state 301"),
    (forget_end, r"it has 600 messages of /state, and 601 were written"),
    (forget_contacts, r"contacts of state \d+ stand after state 600"),
    (change_state("q", [1.0]), r"state 7: q must be 7 numbers; the file has \[1\.0\]"),
    (change_state("v", "fast"), r"state 7: v must be 6 numbers; the file has 'fast'"),
    (change_state("kinetic", "much"), r"state 7: kinetic must be a number; the file has 'much'"),
    (change_state("t", -1.0), r"state 7: t goes back from 0\.006 to -1\.0"),
    (change_state("t", None), r"state 7: t must be a finite time; the file has None"),
    (change_state("iterations", 1e300), r"state 7: iterations must be a whole number from 0 to \d+; the file has 1e\+300"),
    (change_state("level", 9), r"state 7: level must be a whole number from -2 to 3; the file has 9"),
    (change_state("joints", [1, 2]), r"state 7: 2 joints and 0 joint_numbers; each joint has 3 and 13"),
    (change_state("diagonal", []), r"state 7: diagonal must be 6 numbers; the file has \[\]"),
    (drop("passive"), r"state 7 has no 'passive'; it has: t, q, v"),
    (change_contacts("shapes", [0, 99, 1, 0] * 4), r"contacts of state \d+: number 1 of its shapes must be .* has 99"),
    (change_contacts("shapes", [0, 1, 1]), r"contacts of state \d+: 3 shapes and 136 numbers; each contact has 4 and"),
    (change_contacts("numbers", [1.0]), r"contacts of state \d+: 16 shapes and 1 numbers; each contact has 4 and"),
    (change_fact("settings", "{"), r"'settings' of its metadata cannot be read: Input data was truncated"),
    (change_fact("settings", '{"dt": 0.0}'), r"settings: dt must be from 1e-07 to 1 s; given 0\.0"),
    (change_fact("nq", "seven"), r"'nq' of its metadata cannot be read: "),
    (change_fact("materials", '{"soap": {}}'), r"its scene 'falling_brick' cannot be rebuilt: no material named 'soap'"),
    (change_fact("format", "99"), r"it is in format '99' of recordings; this version reads 2, 3, 4"),
    (lambda facts, messages: facts.pop("bodies"), r"its metadata has no 'bodies'; it has: "),
])  # fmt: skip
@pytest.mark.slow
def test_every_fault_is_one_sentence_with_the_file_and_the_place(older, change, sentence):
    rewrite(older, change)
    with pytest.raises(RecordingError, match=rf"^.*brick\.mcap: {sentence}|^.*brick\.mcap: the {sentence}") as refused:
        sim.load_recording(older)
    assert str(refused.value).isprintable()


def change_block(change):
    """What is done to the second block."""

    def changed(facts, messages):
        k = [k for k, one in enumerate(messages) if one[0] == "/blocks"][1]
        messages[k] = (*messages[k][:2], change(messages[k][2]))

    return changed


def forget_block(number):
    return lambda facts, messages: messages.remove(next(one for one in messages if one[:2] == ("/blocks", number)))


@pytest.mark.parametrize(("change", "sentence"), [
    (forget_block(0), "the block of state 512 stands where state 0 is to come"),
    (forget_block(512), "it has 512 states, and 601 were written"),
    (change_block(lambda data: data[:20]), "the block of state 512 has 20 bytes; its head alone has 24"),
    (change_block(lambda data: data[:-8]), "the block of state 512 has .* its 89 states of 'falling_brick' have"),
    (change_block(lambda data: bytes(8) + data[8:]), "the block of state 512 says that it has 0 states, 0 contacts"),
    (change_block(lambda data: data[:24] + bytes(8) + data[32:]), r"the block of state 512: t goes back from 0\.511"),
    (change_block(lambda data: data[:32] + bytes(8) + data[40:]),
     "the block of state 512: its times are not finite, or go back"),
    (change_fact("states", "600"), "it has 601 states, and 600 were written"),
])  # fmt: skip
def test_every_fault_of_a_block_is_one_sentence_with_the_file_and_the_state(file, change, sentence):
    rewrite(file, change)
    with pytest.raises(RecordingError, match=rf"^.*brick\.mcap: {sentence}") as refused:
        sim.load_recording(file)
    assert str(refused.value).isprintable()


def test_blocks_are_whole_columns_one_number_of_all_states_after_the_other(brick, file):
    with file.open("rb") as stream:
        blocks = [message.data for _, _, message in make_reader(stream).iter_messages(topics=["/blocks"])]
    n, contacts, joints = np.frombuffer(blocks[0], "<i8", 3)
    assert (n, contacts, joints) == (512, len(brick.record(0, 512).contacts), 0)
    t, q = np.frombuffer(blocks[0], "<f8", n, 24), np.frombuffer(blocks[0], "<f8", 7 * n, 24 + 8 * n).reshape(7, n)
    assert np.array_equal(t, brick.t[:512])
    assert np.array_equal(q.T, brick.q[:512])


def test_metadata_that_is_not_what_was_written_is_refused(file):
    rewrite(file, change_fact("settings", '{"dt": 0.002}'), correct=False)
    with pytest.raises(RecordingError, match=r"brick\.mcap: its metadata is not what was written"):
        sim.load_recording(file)


def as_format_3(facts, messages):
    for name in ("states", "end", "checksum"):
        facts.pop(name)
    facts["format"] = "3"
    messages[:] = [(topic, 0, contents) for topic, _, contents in messages]


def test_a_file_of_the_format_before_checksums_is_read_and_counted(older):
    whole = sim.load_recording(older)
    rewrite(older, as_format_3, checksums=False, correct=False)
    read = sim.load_recording(older)
    assert difference(read, whole) == ""
    content = older.read_bytes()
    older.write_bytes(content[: len(content) // 2])
    (finding,) = sim.load_recording(older).findings
    assert finding.message.endswith("how many are missing is not known")
