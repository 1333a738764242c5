"""Writing recordings as MCAP files: exact for us, and so that Foxglove and PlotJuggler read them too.

Topics: /state and /contacts hold every state to the last bit, as JSON with our own schemas; /events what happened, which follows
from them and is there for other programs; /tf (foxglove.FrameTransforms)
and /forces (foxglove.SceneUpdate, arrows) show the same to other programs, at 50 states a second. The scene is kept as its
TOML text in the metadata record "torseur", with how many states there are. Checksums are of every byte before the summary, of
every chunk of messages, so that a cut file is read up to the cut, and of the metadata.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

import msgspec
import numpy as np

from ...errors import ArgumentError
from ...safe_write import safe_write
from .events import Event
from .recorded_bodies import body_numbers
from .recorded_messages import encoded
from .recording import Recording
from .recording_schemas import CONTACTS, EVENT, FRAME_TRANSFORMS, SCENE_UPDATE, STATE
from .shown_messages import shown_forces, shown_transforms
from .states.overview import OVERVIEW, ROWS, packed_overview

FORMATS = ("2", "3", "4", "5", "6")
"""Of states and contacts; the last is written, all are read. 2: with passive torques; 3: with events, and the
velocity of a contact before; 4: with the problems solved, a number in each message and a checksum of the metadata; 5: a state
that repeats the one before says so, and its contacts are not written again; 6: where contacts are of two points, and which are
doubtful."""

JOURNAL = "journal"
"""The format of a file of `Journal`, which is read too."""

_CHUNK = 2**16  # bytes of messages that are packed together: so many are lost where a file is cut
_PIECE = 200  # states
_SHOWN_EVERY = 0.02  # [s] between states written for other programs


def save_recording(recording: Recording, path: str | Path) -> None:
    """Write a recording to an MCAP file, .mcap, replacing what is there only once all is written.

    Raises ArgumentError for a file of another type, and SaveError if it cannot be written.
    """
    if Path(path).suffix.lower() != ".mcap":
        raise ArgumentError(
            f"{path}: a recording is saved as .mcap; `torseur simulate --out FILE.csv` makes a table of one"
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
    except ZstdError as error:  # packing has no other cause to fail
        raise MemoryError("there is no memory to pack the recording") from error


def _write(recording: Recording, stream: IO[bytes]) -> Iterator[tuple[int, int]]:
    from mcap.writer import CompressionType, Writer

    n = len(recording)  # which may grow meanwhile
    facts = recording_facts(recording, n)
    writer = Writer(stream, chunk_size=_CHUNK, compression=CompressionType.ZSTD, enable_data_crcs=True)
    writer.start(profile="", library="torseur")
    writer.add_metadata("torseur", {**facts, "checksum": checksum(facts)})
    channels = {}
    for topic, name, schema in (
        ("/state", "torseur.State", STATE),
        ("/contacts", "torseur.Contacts", CONTACTS),
        ("/events", "torseur.Event", EVENT),
        ("/tf", "foxglove.FrameTransforms", FRAME_TRANSFORMS),
        ("/forces", "foxglove.SceneUpdate", SCENE_UPDATE),
    ):
        schema_id = writer.register_schema(name, "jsonschema", msgspec.json.encode(schema))
        channels[topic] = writer.register_channel(topic, "json", schema_id)
    written = 0
    for topic, t, message, number in _messages(recording, n):
        if number >= written + _PIECE:
            written = number
            yield written, n
        time = max(0, round(t * 1e9))
        writer.add_message(channels[topic], log_time=time, publish_time=time, data=encoded(message), sequence=number)
    writer.add_attachment(0, 0, OVERVIEW, "application/msgpack", _overview(recording, n))
    writer.finish()
    yield n, n


def sentences_of(recording: Recording) -> dict[str, str]:
    """What is said of a recording, as metadata has it."""
    return {name: msgspec.json.encode(getattr(recording, name)).decode() for name in ("notes", "remarks")}


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
    return f"{zlib.crc32(msgspec.json.encode(kept)):08x}"


def _overview(recording: Recording, n: int) -> bytes:
    """What the file can be opened by without going through all its messages."""
    parts = (slice(begin, min(begin + ROWS, n)) for begin in range(0, n, ROWS))
    return packed_overview((_numbers_of(recording, part) for part in parts), n, recording.events)


def _numbers_of(recording: Recording, part: slice) -> dict[str, np.ndarray]:
    """The columns of the overview, of the states `part`."""
    names = ("t", "kinetic", "potential", "residual", "step_error", "iterations", "doubtful")
    columns = {name: getattr(recording, name)[part] for name in names} | recording.own_counts(part)
    return columns | {"level": recording.problems.levels[part], **recording.sums(part.stop, part.start)._asdict()}


def _messages(recording: Recording, n: int) -> Iterator[tuple[str, float, dict[str, Any], int]]:
    """Topic, time, contents and number of each message: the index of its state."""
    next_shown = -np.inf
    events = iter(recording.events)
    event = next(events, None)
    for i, (state, shapes, numbers) in enumerate(recording.rows(n)):
        t = state["t"]
        yield "/state", t, state, i
        if len(shapes) and "repeats" not in state:
            yield "/contacts", t, {"t": t, "shapes": shapes.ravel().tolist(), "numbers": numbers.ravel().tolist()}, i
        while event is not None and event.t <= t:
            yield "/events", event.t, _event(event), i
            event = next(events, None)
        if t >= next_shown:
            next_shown = t + _SHOWN_EVERY
            contacts = recording.contacts(i)
            yield "/tf", t, shown_transforms(recording.scene.model, t, np.array(state["q"])), i
            yield "/forces", t, shown_forces(t, contacts.point, contacts.force), i


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
    return msgspec.json.encode(value, enc_hook=lambda number: number.item()).decode()
