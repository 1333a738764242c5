"""Writing recordings as MCAP files: exact for us, and so that Foxglove and PlotJuggler read them too.

Topics: /blocks holds every state to the last bit, whole columns of some hundred states in a message (`state_blocks`). For other
programs are /state (JSON of our own schema), /tf (foxglove.FrameTransforms) and /forces (foxglove.SceneUpdate, arrows), of 60
states a second, and /events, what happened, which follows from the states. The scene is kept as its
TOML text in the metadata record "torseur", with how many states there are. Checksums are of every byte before the summary, of
every chunk of messages, so that a cut file is read up to the cut, and of the metadata.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import repeat
from math import isfinite
from operator import itemgetter
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec
import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...safe_write import safe_write
from ...texts import plain, tr
from .events import Event
from .recorded_bodies import body_numbers
from .recorded_contacts import contacts_of
from .recorded_messages import encoded
from .recording import Recording
from .recording_schemas import EVENT, FRAME_TRANSFORMS, SCENE_UPDATE, STATE
from .shown_messages import shown_forces, shown_transforms
from .states.column_on_disk import joined_contacts
from .states.overview import OVERVIEW, ROWS, packed_overview
from .states.state_blocks import block_of

if TYPE_CHECKING:
    from ..step_arrays import Record

FORMATS = ("2", "3", "4", "5", "6", "7")
"""Of states and contacts; the last is written, all are read. 2: with passive torques; 3: with events, and the
velocity of a contact before; 4: with the problems solved, a number in each message and a checksum of the metadata; 5: a state
that repeats the one before says so, and its contacts are not written again; 6: where contacts are of two points, and which are
doubtful; 7: by columns, in blocks of states."""

Message = tuple[str, float, bytes, int]  # topic, time [s], contents, index of its state

_CHUNK = 2**16  # bytes of messages that are packed together; a block of states is packed by itself
_FRAME = 31  # bytes of a message beside its contents
_SHOWN = 60.0  # states a second that are written for other programs, at most
_NUMBERS = ("t", "q", "v", "tau", "passive", "residual", "iterations")  # of /state, beside energies and step errors


def save_recording(recording: Recording, path: str | Path) -> None:
    """Write a recording to an MCAP file, .mcap, replacing what is there only once all is written.

    Raises ArgumentError for a file of another type, and SaveError if it cannot be written.
    """
    if Path(path).suffix.lower() != ".mcap":
        raise ArgumentError(
            "{path}: a recording is saved as .mcap; `torseur simulate --out FILE.csv` makes a table of one", path=path
        )
    deque(recording_in_pieces(recording, path), maxlen=0)


def recording_in_pieces(recording: Recording, path: str | Path) -> Generator[tuple[int, int], None, None]:
    """Do the same bit by bit: how many states are written, of how many. It is there once the last came, else nothing is.

    Raises SaveError if the file cannot be written, and MemoryError.
    """
    from zstandard import ZstdError

    try:
        with safe_write(path, "recording") as stream:
            yield from _write(recording, stream)
    except (ZstdError, RuntimeError) as error:
        if not isinstance(error, ZstdError) and "LZ4" not in str(error):
            raise
        # packing has no other cause to fail
        raise MemoryError(tr("there is no memory to pack the recording")) from error


def _write(recording: Recording, stream: IO[bytes]) -> Iterator[tuple[int, int]]:
    from mcap.writer import CompressionType, Writer

    n = len(recording)  # which may grow meanwhile
    facts = recording_facts(recording, n)
    # LZ4 packs numbers four times as fast as Zstandard, to a tenth more.
    writer = Writer(stream, chunk_size=_CHUNK, compression=CompressionType.LZ4, enable_data_crcs=True)
    writer.start(profile="", library="torseur")
    writer.add_metadata("torseur", {**facts, "checksum": checksum(facts)})
    channels = {"/blocks": writer.register_channel("/blocks", "torseur.block", 0)}
    for topic, name, schema in (
        ("/state", "torseur.State", STATE),
        ("/events", "torseur.Event", EVENT),
        ("/tf", "foxglove.FrameTransforms", FRAME_TRANSFORMS),
        ("/forces", "foxglove.SceneUpdate", SCENE_UPDATE),
    ):
        schema_id = writer.register_schema(name, "jsonschema", msgspec.json.encode(schema))
        channels[topic] = writer.register_channel(topic, "json", schema_id)

    def add(topic: str, t: float, data: bytes, number: int) -> None:
        time = max(0, round(t * 1e9))
        writer.add_message(channels[topic], log_time=time, publish_time=time, data=data, sequence=number)

    starts, written, size = list[int](), 0, 0
    shown, waiting = _shown_states(recording.t[:n]), list[Message]()
    while written < n:
        block = recording.block(written, n)
        starts.append(written)
        add("/blocks", float(block.t[0]), block_of(block), written)
        for message in _messages(recording, block, written, shown):
            waiting.append(message)
            size += len(message[2]) + _FRAME
            if size > _CHUNK:  # a chunk of their own: that of a block is read alone
                for one in waiting:
                    add(*one)
                waiting, size = [], 0
        written += len(block.t)
        yield written, n
    for one in waiting:
        add(*one)
    writer.add_attachment(0, 0, OVERVIEW, "application/msgpack", _overview(recording, n, starts))
    writer.finish()
    yield n, n


def sentences_of(recording: Recording) -> dict[str, str]:
    """What is said of a recording, as metadata has it."""
    return {name: msgspec.json.encode(getattr(recording, name), enc_hook=plain).decode() for name in ("notes", "remarks")}


def recording_facts(recording: Recording, n: int) -> dict[str, str]:
    """What the first n states of a recording belong to: the metadata of its file, without their checksum."""
    scene = recording.scene
    return {
        "format": FORMATS[-1],
        "scene": scene.name,
        "source": scene.source,
        "path": str(Path(scene.path).absolute()) if Path(scene.path).is_file() else "",
        "settings": _json(asdict(recording.settings)),
        "materials": _json({k: asdict(m) for k, m in scene.materials.items()}),
        "gravity": _json(scene.gravity),
        "bodies": msgspec.json.encode(scene.model.body_names).decode(),
        "numbers": msgspec.json.encode(body_numbers(scene)).decode(),
        "nq": str(scene.model.nq),
        "nv": str(scene.model.nv),
        **sentences_of(recording),
        "states": str(n),
        "end": repr(float(recording.t[n - 1])) if n else "0.0",
    }


def checksum(facts: Mapping[str, str]) -> str:
    """The checksum of all metadata but itself."""
    kept = sorted((name, text) for name, text in facts.items() if name != "checksum")
    return f"{zlib.crc32(msgspec.json.encode(kept, enc_hook=plain)):08x}"


def _overview(recording: Recording, n: int, blocks: list[int]) -> bytes:
    """What the file can be opened by without going through all its messages."""
    parts = (slice(begin, min(begin + ROWS, n)) for begin in range(0, n, ROWS))
    return packed_overview((_numbers_of(recording, part) for part in parts), n, recording.events, blocks)


def _numbers_of(recording: Recording, part: slice) -> dict[str, np.ndarray]:
    """The columns of the overview, of the states `part`."""
    names = ("t", "kinetic", "potential", "residual", "step_error", "iterations", "doubtful")
    columns = {name: getattr(recording, name)[part] for name in names} | recording.own_counts(part)
    return columns | {"level": recording.problems.levels[part], **recording.sums(part.stop, part.start)._asdict()}


def _shown_states(t: Array) -> np.ndarray:
    """Which states, of times (n,), are written for other programs: the first of each picture, and the last."""
    pictures = np.floor(t * _SHOWN + 1e-6)
    return np.unique(np.r_[np.flatnonzero(np.diff(pictures, prepend=-np.inf)), len(t) - 1]) if len(t) else np.zeros(0, int)


def _messages(recording: Recording, block: Record, first: int, shown: np.ndarray) -> list[Message]:
    """What other programs are told of the states of a block, in the order of the states."""
    events, t = recording.events, block.t
    since, until = np.searchsorted(events.t, (recording.t[first - 1] if first else -np.inf, t[-1]), side="right")
    messages = [
        ("/events", event.t, encoded(_event(event)), first + int(np.searchsorted(t, event.t))) for event in events[since:until]
    ]
    numbers = shown[np.searchsorted(shown, first) : np.searchsorted(shown, first + len(t))]
    k, places = numbers - first, numbers.tolist()
    last, *columns = joined_contacts([recording.contact_columns(i) for i in places])
    contacts = contacts_of(recording.scene, recording.settings, *columns)
    states = {name: getattr(block, name)[k].tolist() for name in _NUMBERS}
    states["kinetic"], states["potential"] = block.energy[k].T.tolist()
    states["step_error"] = block.step_error[k].tolist()
    of_topics = {
        "/state": [_state(states, values) for values in zip(*states.values(), strict=True)],
        "/tf": shown_transforms(recording.scene.model, t[k], block.q[k]),
        "/forces": shown_forces(t[k], last, contacts.point, contacts.force),
    }
    for topic, contents in of_topics.items():
        messages += zip(repeat(topic), states["t"], contents, places, strict=False)
    return sorted(messages, key=itemgetter(3))


def _state(names: Iterable[str], values: tuple[Any, ...]) -> bytes:
    state = dict(zip(names, values, strict=True))
    if not isfinite(state["step_error"]):  # it was not estimated
        del state["step_error"]
    return encoded(state)


def _event(event: Event) -> dict[str, Any]:
    numbers = {}
    for when, speeds in (("before", event.before), ("after", event.after)):
        if speeds is not None:
            numbers[f"normal_{when}"], numbers[f"slip_{when}"] = speeds
    a, b = event.bodies
    return {
        "t": event.t,
        "kind": event.kind.value,
        "body_a": a,
        "body_b": b,
        "contacts": event.contacts,
        "normal_impulse": event.impulse,
        "impulse": list(event.impulse_vector),
        **numbers,
    }


def _json(value: Any) -> str:
    """Numbers of NumPy, which settings and materials may be, as Python's."""
    return msgspec.json.encode(value, enc_hook=lambda one: str(one) if isinstance(one, str) else one.item()).decode()
