"""What a long recording is opened by: what has a number a state, and its events, gone through once when it was saved.

It is an attachment of the file, whose messages have all of it too: a file without one is read message by message.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
import zstandard

from ....errors import RecordingError
from ...step_arrays import CONTACT_NUMBERS, JOINT_NUMBERS
from ..events import EventKind
from .event_columns import BODY_A, BODY_B, CONTACTS, KIND, WIDTH, EventColumns, T

OVERVIEW = "overview.msgpack"
_COLUMNS = {
    "t": "<f8", "kinetic": "<f8", "potential": "<f8", "residual": "<f8", "step_error": "<f8", "iterations": "<i8",
    "level": "i1", "repeats": "?", "contacts": "<i4", "force": "<f8", "friction": "<f8", "impulse": "<f8", "normal": "<f8",
}  # fmt: skip
"""By name: contacts, how many a state has of its own; the last four as `ContactSums` has them."""


class _Contents(msgspec.Struct):
    states: int
    joints: int
    names: list[str]
    events: bytes
    columns: dict[str, bytes]


class Overview:
    """One number a state of each of its columns, unpacked when they are asked for, and the events."""

    def __init__(self, data: bytes, place: str) -> None:
        """From what `overview_of` made; `place` is for the sentence of the RecordingError if it is none."""
        self._place = place
        try:
            self._contents = msgspec.msgpack.decode(data, type=_Contents)
        except msgspec.MsgspecError as error:
            raise RecordingError(f"{place}: its overview cannot be read: {error}") from None

    def __len__(self) -> int:
        return self._contents.states

    def column(self, name: str) -> np.ndarray:
        """One column (n,), read-only. Raises RecordingError if it is not there, or not so long."""
        data = self._unpacked(self._contents.columns.get(name, b""))
        if len(data) != len(self) * np.dtype(_COLUMNS[name]).itemsize:
            raise RecordingError(
                f"{self._place}: the column {name!r} of its overview does not have {len(self)} numbers"
            )
        return np.frombuffer(data, _COLUMNS[name])

    def forget(self, name: str) -> None:
        """Keep a column no more, which is not asked for again."""
        for stored in ("kinetic", "potential") if name == "energy" else (name,):
            del self._contents.columns[stored]

    def check(self) -> None:
        """Raise RecordingError unless all columns are there, also those that are asked for much later."""
        for name in _COLUMNS:
            self.column(name)

    def nbytes_in_memory(self, nq: int, nv: int) -> int:
        """Memory that the recording would take if all of it were read: q, v, τ and the rest, and its contacts."""
        contacts = int(self.column("contacts").sum(dtype=np.int64))
        of_a_state = 8 * (8 + 2 * nq + 4 * nv + 4)
        return (
            len(self) * of_a_state
            + contacts * 8 * (4 + CONTACT_NUMBERS)
            + self._contents.joints * 8 * (3 + JOINT_NUMBERS)
        )

    def events(self) -> EventColumns:
        """All events. Raises RecordingError."""
        rows = np.frombuffer(self._unpacked(self._contents.events), "<f8")
        names = self._contents.names
        if rows.size % WIDTH:
            raise RecordingError(f"{self._place}: the events of its overview are no rows of {WIDTH} numbers")
        rows = rows.reshape(-1, WIDTH)
        whole, most = (
            rows[:, [KIND, BODY_A, BODY_B, CONTACTS]],
            (len(EventKind) - 1, len(names) - 1, len(names) - 1, 2**31),
        )
        if not np.all((whole >= 0) & (whole <= most) & (whole == np.round(whole))):
            raise RecordingError(f"{self._place}: the events of its overview are of kinds or bodies that do not exist")
        return EventColumns(names, rows)

    def _unpacked(self, data: bytes) -> bytes:
        try:
            return zstandard.decompress(data)
        except zstandard.ZstdError as error:
            raise RecordingError(f"{self._place}: its overview cannot be unpacked: {error}") from None


def packed_overview(columns: Mapping[str, np.ndarray], joints: int, events: EventColumns) -> bytes:
    """The overview as it is attached to a file: columns (n,), how many joints the problems have, events up to the last t."""
    t = columns["t"]
    rows = events.rows  # once: a run that goes on adds to them
    rows = rows[rows[:, T] <= (t[-1] if len(t) else -np.inf)]
    packed = {name: zstandard.compress(np.asarray(columns[name], dtype).tobytes()) for name, dtype in _COLUMNS.items()}
    packed_events = zstandard.compress(np.asarray(rows, "<f8").tobytes())
    return msgspec.msgpack.encode(_Contents(len(t), joints, events.names, packed_events, packed))
