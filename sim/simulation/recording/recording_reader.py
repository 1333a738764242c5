"""Reading recordings from MCAP files: what was recorded, to the last bit, or a sentence that says what is wrong and where."""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from ...errors import RecordingError
from ...interruption import checkpoint
from ...multibody.model.model import Finding, Severity
from ...size_limits import MOST_IN_MEMORY
from ...texts import tr
from ..running.scene.robot_part import ModelLoader
from ..running.scene.scene import Scene
from ..running.scene.settings import Settings
from .recorded_bodies import Row, changed_since
from .recorded_facts import (
    OLD_JOURNAL,
    check_model,
    cut_too_early,
    decoded_fact,
    facts_of,
    has_blocks,
    is_numbered,
    scene_of,
    settings_of,
)
from .recording import Recording
from .states.blocks_on_disk import BlocksOnDisk
from .states.messages_to_record import RawStates, record_of_raw
from .states.overview import OVERVIEW, Overview
from .states.state_blocks import record_of
from .states.states_on_disk import StatesOnDisk

if TYPE_CHECKING:
    from .mcap_file import McapFile

_BLOCK = 2**18  # bytes of messages that are turned into columns at a time


def load_recording(
    path: str | Path,
    scene: Scene | None = None,
    load_model: ModelLoader | None = None,
    *,
    allowed_folders: Iterable[str | Path] = (),
    in_memory: int = MOST_IN_MEMORY,
) -> Recording:
    """Read a recording from an MCAP file of ours.

    scene      : the scene it was made of, if that was not read from a TOML text
    load_model : as for `load_scene`
    allowed_folders : as for `load_scene`, beside the folder of the recording
    in_memory  : bytes that states may take; of a recording or journal that would take more they stay in the file, and are read
                 from it when they are asked for (`Recording.on_disk`). One that an earlier version saved, or that is cut, is
                 read whole
    A file that is cut is read up to the last whole chunk of states; `Recording.findings` says how much is missing.
    Raises RecordingError if the file cannot be used, or its scene is not the one given; it names the file and the place in it.
    """
    path = Path(path)
    try:
        stream = path.open("rb")
        try:
            return _read(stream, path, scene, load_model, allowed_folders, in_memory)
        except BaseException:
            stream.close()
            raise
    except OSError as error:
        raise RecordingError("{path}: the recording cannot be read: {reason}", path=path, reason=error.strerror) from error


def _read(
    stream: BinaryIO,
    path: Path,
    scene: Scene | None,
    load_model: ModelLoader | None,
    allowed_folders: Iterable[str | Path],
    in_memory: int,
) -> Recording:
    from .mcap_file import McapFile

    file = McapFile(stream, path)
    facts = facts_of(path, file)
    settings = settings_of(path, facts)
    scene = scene_of(path, facts, settings, scene, load_model, allowed_folders)
    check_model(path, facts, scene)
    recording, unusable = None, ""
    try:
        recording = _on_disk(file, stream, path, facts, scene, settings, in_memory)
    except RecordingError as error:
        unusable = str(error).removeprefix(f"{path}: ")
    if recording is None:
        recording = Recording(scene, settings)
        if has_blocks(facts):
            facts |= _fill_from_blocks(recording, file, path, facts, in_memory)
        else:
            _fill(recording, file, path, facts)
        if "states" not in facts and has_blocks(facts):
            states = tr("its {count} states to t = {t:.9g} s are here", count=len(recording), t=recording.t[-1])
            text = tr("this is the journal of a run that was not saved: {states}", states=states)
            recording.findings += (Finding(Severity.WARNING, text, str(path)),)
        elif file.cut:
            recording.findings += (_missing(recording, file.cut, path, facts),)
        recording.find_events()
        stream.close()
    if unusable:
        text = tr(
            "what a long recording is opened by is of no use ({unusable}): all its states were read instead", unusable=unusable
        )
        recording.findings += (Finding(Severity.WARNING, text, str(path)),)
    if "numbers" in facts and (changed := changed_since(scene, decoded_fact(path, facts, "numbers", dict[str, list[Row]]))):
        recording.findings += (Finding(Severity.ERROR, changed, str(path)),)
    recording.notes += decoded_fact(path, facts, "notes", list[str])
    if "remarks" in facts:  # older files do not have them
        recording.remarks += decoded_fact(path, facts, "remarks", list[str])
    if file.damaged:
        text = tr(
            "its indices, which are for other programs, are damaged ({damaged}); its states are as they were recorded",
            damaged=file.damaged,
        )
        recording.findings += (Finding(Severity.WARNING, text, str(path)),)
    return recording


def _on_disk(
    file: McapFile, stream: BinaryIO, path: Path, facts: Mapping[str, str], scene: Scene, settings: Settings, in_memory: int
) -> Recording | None:
    """A long recording, whose states stay in the file. None: it has fewer, or not all of the file is as it was written.

    Raises RecordingError where the overview that it would be opened by is damaged, or of another version.
    """
    if file.cut or file.damaged or OVERVIEW not in file.attachments:
        return None
    overview = Overview(file.attachments.pop(OVERVIEW), str(path))
    states = decoded_fact(path, facts, "states", int)
    if len(overview) != states:
        raise RecordingError(
            "{path}: its overview has {count} states, and {states} were written", path=path, count=len(overview), states=states
        )
    if overview.nbytes_in_memory(scene.model.nq, scene.model.nv) <= in_memory:
        return None
    kept = StatesOnDisk(file, overview, scene, path)
    weakref.finalize(kept, stream.close)
    return Recording.on_disk_of(scene, settings, kept, partial(_read_again, path.absolute()))


def _read_again(path: Path, scene: Scene, end: tuple[float, ...], texts: dict[str, Any]) -> Recording:
    """A recording from what a pickle has of one that stays in its file. Raises RecordingError if there is another in it now."""
    recording = load_recording(path, scene, in_memory=0)
    if recording.end != end:
        raise RecordingError("{path}: this is not the recording that it was", path=path)
    vars(recording).update(texts)
    return recording


def _fill(recording: Recording, file: McapFile, path: Path, facts: Mapping[str, str]) -> None:
    """Append all states and their contacts; of a cut file those that are surely whole, with a finding."""
    found: Counter[str] = Counter()
    blocks = _blocks(file, path, is_numbered(facts), found)
    block = next(blocks, None)
    while block is not None:
        checkpoint()
        following = next(blocks, None)
        if following is None and file.cut:
            block = _without_last(block)  # what is missing might have been of it
        if block.states:
            recording.append(record_of_raw(block, recording.scene, recording.last, path), len(block.states))
        block = following
    if not len(recording):
        raise RecordingError("{path}: {why}", path=path, why=cut_too_early(file.cut) if file.cut else tr("it has no states"))
    if not file.cut:
        _check_counts(path, facts, file, found)


def _blocks(file: McapFile, path: Path, numbered: bool, found: Counter[str]) -> Iterator[RawStates]:
    """The messages of states and of their contacts, `_BLOCK` bytes at a time; all are counted by their topics in `found`."""
    first, states, contacts, size = 0, list[bytes](), dict[int, bytes](), 0
    for message in file.messages():
        found[message.topic] += 1
        last = first + len(states) - 1
        if message.topic == "/state":
            if numbered and message.number != last + 1:
                raise RecordingError(
                    "{path}: state {last} is missing: the file goes on with state {number}",
                    path=path,
                    last=last + 1,
                    number=message.number,
                )
            if size > _BLOCK:
                yield RawStates(first, states, contacts)
                first, states, contacts, size = last + 1, [], {}, 0
            states.append(message.data)
            size += len(message.data)
        elif message.topic == "/contacts":
            of = message.number if numbered else last
            if of != last or of < first or of in contacts:
                raise RecordingError("{path}: contacts of state {of} stand after state {last}", path=path, of=of, last=last)
            contacts[of] = message.data
            size += len(message.data)
    if states:
        yield RawStates(first, states, contacts)


def _without_last(block: RawStates) -> RawStates:
    last = block.first + len(block.states) - 1
    return RawStates(block.first, block.states[:-1], {i: data for i, data in block.contacts.items() if i != last})


def _check_counts(path: Path, facts: Mapping[str, str], file: McapFile, found: Mapping[str, int]) -> None:
    """Raise unless there are as many messages as were written."""
    states = {"/state": decoded_fact(path, facts, "states", int)} if "states" in facts else {}
    for topic, count in {**file.counts, **states}.items():
        if found.get(topic, 0) != count:
            raise RecordingError(
                "{path}: it has {found} messages of {topic}, and {count} were written",
                path=path,
                found=found.get(topic, 0),
                topic=topic,
                count=count,
            )


def _fill_from_blocks(
    recording: Recording, file: McapFile, path: Path, facts: Mapping[str, str], in_memory: int
) -> dict[str, str]:
    """Append states that are kept in blocks; returns what was said of a journal last."""
    contacts = joints = 0
    sentences: dict[str, str] = {}
    shuffled = facts["format"] == OLD_JOURNAL
    blocks = BlocksOnDisk(path, recording.scene, shuffled=shuffled)
    if "states" not in facts:  # nobody saves over a journal
        recording.follow(blocks, in_memory)
    for message in file.messages("/blocks", "/sentences"):
        checkpoint()
        if message.topic == "/sentences":
            try:
                sentences = msgspec.json.decode(message.data, type=dict[str, str])
            except msgspec.MsgspecError as error:
                raise RecordingError(
                    "{path}: what was said of the run cannot be read: {error}", path=path, error=error
                ) from None
        if message.topic != "/blocks":
            continue
        what = tr("{path}: the block of state {number}", path=path, number=message.number)
        if message.number != len(recording):
            raise RecordingError("{what} stands where state {count} is to come", what=what, count=len(recording))
        record = record_of(message.data, recording.scene, (contacts, joints), what, shuffled=shuffled)
        if len(recording) and record.t[0] < recording.t[-1]:
            raise RecordingError(
                "{what}: t goes back from {t:.9g} to {record_t:.9g}", what=what, t=recording.t[-1], record_t=record.t[0]
            )
        blocks.add(message.place, record)
        recording.append(record, len(record.t))
        contacts, joints = contacts + len(record.contacts), joints + len(record.joints)
    if not len(recording):
        if "states" not in facts:
            raise RecordingError("{path}: the journal ends before its first states", path=path)
        raise RecordingError("{path}: {why}", path=path, why=cut_too_early(file.cut) if file.cut else tr("it has no states"))
    if "states" in facts and not file.cut and len(recording) != decoded_fact(path, facts, "states", int):
        raise RecordingError(
            "{path}: it has {count} states, and {facts} were written", path=path, count=len(recording), facts=facts["states"]
        )
    return sentences


def _missing(recording: Recording, cut: str, path: Path, facts: Mapping[str, str]) -> Finding:
    """What is missing of a file that was cut."""
    n, t = len(recording), float(recording.t[-1])
    if "states" in facts:
        states, end = decoded_fact(path, facts, "states", int), decoded_fact(path, facts, "end", float)
        text = tr("the first {n} of {states} states are here, to t = {t:.9g} of {end:.9g} s", n=n, states=states, t=t, end=end)
    else:
        text = tr("its first {n} states are here, to t = {t:.9g} s; how many are missing is not known", n=n, t=t)
    return Finding(Severity.ERROR, tr("the file is cut ({cut}): {text}", cut=cut, text=text), str(path))
