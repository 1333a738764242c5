"""What a long recording is opened by: what has a number a state, and its events, gone through once when it was saved.

It is an attachment of the file, whose blocks of states have all of it too: a file without one is read block by block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Annotated

import msgspec
import numpy as np
import zstandard

from ....copied_beside import release
from ....errors import RecordingError
from ...step_arrays import CONTACT_NUMBERS, JOINT_NUMBERS
from ..events import EventKind
from .event_columns import BODY_A, BODY_B, CONTACTS, KIND, WIDTH, EventColumns, T

OVERVIEW = "overview.msgpack"
ROWS = 2**14
"""That are packed in one go."""
_BLOCK = 2**16  # rows that are unpacked in one go
_WINDOW = 17  # bits of how far back equal bytes are looked for: the fourteen columns are packed side by side
COLUMNS = {
    "t": "<f8",
    "kinetic": "<f8",
    "potential": "<f8",
    "residual": "<f8",
    "step_error": "<f8",
    "iterations": "<i8",
    "doubtful": "<i8",
    "level": "i1",
    "repeats": "?",
    "contacts": "<i4",
    "force": "<f8",
    "friction": "<f8",
    "impulse": "<f8",
    "normal": "<f8",
}
"""By name: contacts, how many a state has of its own; the last four as `ContactSums` has them."""


class _Contents(msgspec.Struct):
    states: int
    joints: int
    names: list[str]
    events: memoryview  # into what it is read from: a long recording's is 60 MB
    columns: dict[str, memoryview]
    # The first state of each; files of before format 7 have a message a state.
    blocks: list[Annotated[int, msgspec.Meta(ge=0, lt=2**62)]] | None = None


class Overview:
    """One number a state of each of its columns, and the events, unpacked a block at a time: a long one is never in memory."""

    def __init__(self, data: memoryview, place: str) -> None:
        """From what `overview_of` made; `place` is for the sentence of the RecordingError if it is none."""
        self._place, self._data = place, data
        try:
            self._contents = msgspec.msgpack.decode(data, type=_Contents)
        except msgspec.MsgspecError as error:
            raise RecordingError("{place}: its overview cannot be read: {error}", place=place, error=error) from None

    def __len__(self) -> int:
        return self._contents.states

    def blocks(self, name: str) -> Iterator[np.ndarray]:
        """One column (n,), in parts that follow each other. Raises RecordingError if it is not there, or not so long."""
        if name == "doubtful" and name not in self._contents.columns:  # older files do not have it
            yield np.zeros(len(self), COLUMNS[name])
            return
        rows = 0
        for block in self._unpacked(self._contents.columns.get(name, memoryview(b"")), np.dtype(COLUMNS[name]), ()):
            rows += len(block)
            yield block
        if rows != len(self):
            raise RecordingError(
                "{place}: the column {name!r} of its overview does not have {count} numbers",
                place=self._place,
                name=name,
                count=len(self),
            )

    def release(self) -> None:
        """Give back the memory of what was unpacked; it is read again where it is asked for again."""
        release(self._data)

    def let_go(self) -> None:
        """All of it was unpacked: only how many states it has, and the names of bodies, stay."""
        self._contents = _Contents(len(self), self._contents.joints, self.body_names, memoryview(b""), {})
        self._data = memoryview(b"")

    def nbytes_in_memory(self, nq: int, nv: int) -> int:
        """Memory that the recording would take if all of it were read: q, v, τ and the rest, and its contacts."""
        contacts = sum(int(block.sum(dtype=np.int64)) for block in self.blocks("contacts"))
        of_a_state = 8 * (8 + 2 * nq + 4 * nv + 4)
        return len(self) * of_a_state + contacts * 8 * (4 + CONTACT_NUMBERS) + self._contents.joints * 8 * (3 + JOINT_NUMBERS)

    @property
    def blocks_of_states(self) -> list[int] | None:
        """The first state of each block of states, in their order; None: there is a message a state."""
        return self._contents.blocks

    @property
    def body_names(self) -> list[str]:
        """The bodies that `event_rows` have places of."""
        return self._contents.names

    def event_rows(self) -> Iterator[np.ndarray]:
        """All events as rows (k, WIDTH) of `EventColumns`, in parts that follow each other. Raises RecordingError."""
        last = len(self._contents.names) - 1
        most = len(EventKind) - 1, last, last, 2**31
        for rows in self._unpacked(self._contents.events, np.dtype("<f8"), (WIDTH,)):
            whole = rows[:, [KIND, BODY_A, BODY_B, CONTACTS]]
            if not np.all((whole >= 0) & (whole <= most) & (whole == np.round(whole))):
                raise RecordingError(
                    "{place}: the events of its overview are of kinds or bodies that do not exist", place=self._place
                )
            yield rows

    def _unpacked(self, data: memoryview, dtype: np.dtype, of_row: tuple[int, ...]) -> Iterator[np.ndarray]:
        """Rows of numbers, some at a time."""
        size = dtype.itemsize * prod(of_row)
        try:
            left = zstandard.frame_content_size(data)
            if left % size:
                raise RecordingError(
                    "{place}: {left} bytes of its overview are no rows of {size}", place=self._place, left=left, size=size
                )
            with zstandard.ZstdDecompressor().stream_reader(data) as stream:
                while block := stream.read(min(left, _BLOCK * size)):
                    left -= len(block)
                    yield np.frombuffer(block, dtype).reshape(-1, *of_row)
        except (zstandard.ZstdError, ValueError) as error:
            raise RecordingError("{place}: its overview cannot be unpacked: {error}", place=self._place, error=error) from None
        if left:
            raise RecordingError("{place}: {left} bytes of its overview are missing", place=self._place, left=left)


def packed_overview(parts: Iterable[Mapping[str, np.ndarray]], n: int, events: EventColumns, blocks: list[int]) -> bytes:
    """The overview as it is attached to a file of n states, made part by part: a long one is never in memory but packed.

    parts  : those columns, and `joints`, how many the problems have, of states that follow each other
    events : of which those up to the last state are taken
    blocks : the first state of each block
    """
    packers = {name: _Packer(dtype, n) for name, dtype in COLUMNS.items()}
    joints, end = 0, -np.inf
    for part in parts:
        for name, packer in packers.items():
            packer.add(part[name])
        joints, end = joints + int(part["joints"].sum()), float(part["t"][-1])
    packed = {name: packer.end() for name, packer in packers.items()}
    rows = events.rows  # once: a run that goes on adds to them
    rows = rows[: int(np.searchsorted(rows[:, T], end, side="right"))]
    packer = _Packer("<f8", rows.size)
    for begin in range(0, len(rows), ROWS):
        packer.add(rows[begin : begin + ROWS])
    return msgspec.msgpack.encode(_Contents(n, joints, events.names, packer.end(), packed, blocks))


class _Packer:
    """So many numbers, compressed as they come."""

    def __init__(self, dtype: str, count: int) -> None:
        self._dtype = np.dtype(dtype)
        size = count * self._dtype.itemsize
        parameters = zstandard.ZstdCompressionParameters.from_level(3, window_log=_WINDOW, source_size=size)
        self._stream = zstandard.ZstdCompressor(compression_params=parameters).compressobj(size=size)
        self._packed = bytearray()

    def add(self, numbers: np.ndarray) -> None:
        self._packed += self._stream.compress(np.ascontiguousarray(numbers, self._dtype).data)

    def end(self) -> memoryview:
        self._packed += self._stream.flush()
        return memoryview(self._packed)
