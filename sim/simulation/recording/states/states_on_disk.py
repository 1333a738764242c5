"""The states of a recording that is too long for memory: read from its file, chunk by chunk, when they are asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ....arrays import Array
from ....errors import RecordingError
from ....interruption import checkpoint
from .column_on_disk import WIDE, ColumnOnDisk, joined_contacts
from .contact_sums import ContactSums
from .messages_to_record import Before, RawStates, record_of_raw
from .recent_chunks import RecentChunks

if TYPE_CHECKING:
    from ...scene.scene import Scene
    from ...scene.settings import Settings
    from ...step_arrays import Record
    from ..mcap_file import McapFile
    from .overview import Overview

_FEW = 0.05  # of the numbers of a column
_SHOWN = ("t", "energy", "residual", "step_error", "iterations", "level", "repeats", "contacts")


class StatesOnDisk:
    """Columns by their names in `Record`: of one number a state from the overview, others from the file. Never changes.

    May be read from several threads. Raises RecordingError where the file is not what it was.
    """

    def __init__(self, file: McapFile, overview: Overview, scene: Scene, path: Path) -> None:
        """Raises RecordingError if overview and file do not belong together."""
        self._file, self._overview, self._scene, self._path = file, overview, scene, path
        counts = file.count_in_chunks("/state")
        self._chunks = np.flatnonzero(counts)  # those with states
        self._starts = np.cumsum(counts)[self._chunks] - counts[self._chunks]  # the first state of each
        if int(counts.sum()) != len(overview):
            raise RecordingError(f"{path}: its index has {counts.sum()} states, and its overview {len(overview)}")
        self._recent = RecentChunks(self._read)
        self._small: dict[str, np.ndarray] = {}
        for name in _SHOWN:  # now, as the file is read in the background, and not when the first state is shown
            self.column(name)
            overview.forget(name)
        self._owners: np.ndarray | None = None  # of each state that which has its contacts: itself, or what it repeats
        if self.column("repeats").any():
            own = np.where(self.column("repeats"), 0, np.arange(len(self), dtype=np.int32))
            self._owners = np.maximum.accumulate(own)

    def __len__(self) -> int:
        return len(self._overview)

    @property
    def begin(self) -> int:
        """The first state that is in memory: none is."""
        return len(self)

    @property
    def nbytes(self) -> int:
        """Memory that is taken: of columns that were asked for, and of the chunks that were read last."""
        owners = 0 if self._owners is None else self._owners.nbytes
        return self._recent.nbytes + owners + sum(column.nbytes for column in self._small.values())

    def column(self, name: str) -> Any:
        """A column over all states."""
        if name in WIDE:
            model = self._scene.model
            width = model.nq if name in ("q", "q_solved") else model.nv
            return ColumnOnDisk(len(self), width, lambda indices, rest: self._gathered(name, indices, rest))
        if name not in self._small:
            if name == "energy":
                pair = self._overview.column("kinetic"), self._overview.column("potential")
                self._small[name] = np.column_stack(pair)
            else:
                self._small[name] = in_little_memory(self._overview.column(name))
            self._small[name].setflags(write=False)
        return self._small[name]

    def contacts(self, i: int) -> tuple[np.ndarray, Array]:
        """Of state i's contacts shapes (k, 4) and numbers (k, CONTACT_NUMBERS)."""
        record, k = self._place(i)
        part = slice(int(record.first[k]), int(record.last[k]))
        return record.shapes[part], record.contacts[part]

    def contact_rows(self, part: slice) -> tuple[np.ndarray, np.ndarray, Array]:
        """Of these states: one past the last contact of each, among all their shapes (k, 4) and numbers, which follow."""
        return joined_contacts([self.contacts(i) for i in range(len(self))[part]])

    def joints(self, i: int) -> tuple[np.ndarray, Array]:
        """The limits and dry frictions of joints in the problem of state i: (k, 3) and (k, JOINT_NUMBERS)."""
        record, k = self._place(i)
        part = slice(int(record.first_joint[k]), int(record.last_joint[k]))
        return record.joints[part], record.joint_numbers[part]

    def repeats(self, i: int) -> bool:
        """Whether state i has the contacts of the one before, kept once."""
        return bool(self.column("repeats")[i])

    def own_counts(self, n: int) -> dict[str, np.ndarray]:
        """Of each of the first n states: whether it `repeats`, and how many `contacts` and `joints` it has of its own."""
        joints = np.zeros(n, dtype=np.int64)
        for start in self._starts[self._starts < n].tolist():
            _, record = self._chunk(start)
            counts = (record.last_joint - record.first_joint)[: n - start]
            joints[start : start + len(counts)] = counts
        repeats = self.column("repeats")[:n]
        return {"repeats": repeats, "contacts": self.column("contacts")[:n], "joints": np.where(repeats, 0, joints)}

    def sums(self, n: int, settings: Settings, since: int = 0) -> ContactSums:
        """What the contacts of each state from `since` to before n add up to; settings are those that it was saved with."""
        return ContactSums(*(self.column(name)[since:n].copy() for name in ContactSums._fields))

    def _place(self, i: int) -> tuple[Record, int]:
        """The record that has the contacts of state i, and the row in it."""
        owner = range(len(self))[i] if self._owners is None else int(self._owners[i])
        first, record = self._chunk(owner)
        return record, owner - first

    def _gathered(self, name: str, indices: np.ndarray, rest: tuple[Any, ...]) -> Array:
        """Rows of a column at states, in their order, read chunk by chunk."""
        width = self._scene.model.nq if name in ("q", "q_solved") else self._scene.model.nv
        found = np.empty((len(indices), *np.empty(width)[rest].shape))
        chunks = np.searchsorted(self._starts, indices, side="right")
        order = np.argsort(chunks, kind="stable")
        for same in np.split(order, np.flatnonzero(np.diff(chunks[order])) + 1):
            if len(same):
                checkpoint()
                first, record = self._chunk(int(indices[same[0]]))
                found[same] = getattr(record, name)[(indices[same] - first, *rest)]
        return found

    def _chunk(self, i: int) -> tuple[int, Record]:
        """The first state of the chunk that state i is in, and the states of it."""
        k = int(np.searchsorted(self._starts, i, side="right")) - 1
        return int(self._starts[k]), self._recent[k]

    def _read(self, k: int) -> Record:
        """The states of the k-th chunk that has some; the contacts of the last may stand in a chunk after it."""
        first = int(self._starts[k])
        end = int(self._starts[k + 1]) if k + 1 < len(self._starts) else len(self)
        wanted = {first + int(j) for j in np.flatnonzero(self.column("contacts")[first:end])}
        states: list[bytes] = []
        contacts: dict[int, bytes] = {}
        for at in range(int(self._chunks[k]), self._file.chunk_count):
            for message in self._file.messages_of(at):
                if message.topic == "/state" and first <= message.number < end:
                    states.append(message.data)
                elif message.topic == "/contacts" and message.number in wanted:
                    contacts[message.number] = message.data
            if wanted == contacts.keys():
                break
        if len(states) != end - first or wanted != contacts.keys():
            raise RecordingError(f"{self._path}: states {first} to {end - 1} are not where its index says")
        t = float(self.column("t")[first - 1]) if first else -np.inf
        return record_of_raw(RawStates(first, states, contacts), self._scene, Before(t), self._path)


def in_little_memory(column: np.ndarray) -> np.ndarray:
    """The same numbers, whole ones in as few bytes as the largest wants.

    Where a column is zero for long it takes none, as the system has no page for what nobody wrote.
    """
    if column.dtype == np.int64 and len(column) and column.min() >= 0:
        column = column.astype(np.min_scalar_type(int(column.max())))
    if np.count_nonzero(column) > _FEW * len(column):
        return column
    few, kept = np.flatnonzero(column), np.zeros(len(column), column.dtype)
    kept[few] = column[few]
    return kept
