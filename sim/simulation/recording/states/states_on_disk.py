"""The states of a recording that is too long for memory: read from its file, chunk by chunk, when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from ....arrays import Array
from ....errors import RecordingError
from ....interruption import checkpoint
from ....texts import tr
from .column_on_disk import WIDE, ColumnOnDisk, joined_contacts
from .contact_sums import ContactSums, where_solved
from .event_columns import WIDTH, EventColumns
from .extremes import Curve, extremes
from .mapped_columns import MappedColumns
from .messages_to_record import Before, RawStates, record_of_raw
from .overview import COLUMNS
from .recent_chunks import RecentChunks
from .state_blocks import part_of, record_of

if TYPE_CHECKING:
    from ...running.scene.scene import Scene
    from ...running.scene.settings import Settings
    from ...step_arrays import Record
    from ..mcap_file import McapFile
    from .overview import Overview

_LOOKED_AT = 0.1  # [s] that what was looked at stays in memory, at least
_ANY = 2**20  # contacts of a state, more than there can be


class StatesOnDisk:
    """Columns by their names in `Record`: of one number a state from the overview, others from the file. Never changes.

    May be read from several threads. Raises RecordingError where the file is not what it was.
    """

    def __init__(self, file: McapFile, overview: Overview, scene: Scene, path: Path) -> None:
        """Raises RecordingError if overview and file do not belong together."""
        self._file, self._scene, self._path = file, scene, path
        self._length = len(overview)
        # The chunks with states, and the first state of each; of one with several blocks, of each of those.
        self._has_blocks = (blocks := overview.blocks_of_states) is not None
        counts = file.count_in_chunks("/blocks" if self._has_blocks else "/state")
        if blocks is not None:
            self._chunks, self._starts = np.repeat(np.arange(len(counts)), counts), np.array(blocks, dtype=np.int64)
        else:
            self._chunks = np.flatnonzero(counts)
            self._starts = np.cumsum(counts)[self._chunks] - counts[self._chunks]
        found, wanted = int(counts.sum()), len(overview) if blocks is None else len(blocks)
        if found != wanted or np.any(np.diff(self._starts, prepend=-1, append=len(overview)) <= 0) or self._starts[0]:
            raise RecordingError(
                "{path}: its index has {found} messages with states, and its overview {wanted}",
                path=path,
                found=found,
                wanted=wanted,
            )
        self._recent = RecentChunks(self._read)
        self._mapped = MappedColumns()
        self._released = monotonic()
        try:
            for name, dtype in COLUMNS.items():
                self._mapped.add(name, dtype, partial(overview.blocks, name))
                overview.release()
            self._mapped.add("owner", "<i4", partial(_owners, overview))
            self._mapped.add("events", "<f8", overview.event_rows, WIDTH)
        except BaseException:
            self._mapped.close()
            raise
        self._mapped.map()
        overview.let_go()  # 90 MB of 4 million states
        self.events = EventColumns(overview.body_names, self._mapped["events"])
        self.extremes = self._find_extremes()

    def __len__(self) -> int:
        return self._length

    @property
    def begin(self) -> int:
        """The first state that is in memory: none is."""
        return len(self)

    @property
    def nbytes(self) -> int:
        """Memory that is taken: of the chunks that were read last, and of what is drawn from afar."""
        curves = sum(curve.t.nbytes + curve.values.nbytes for curve in self.extremes.values())
        return self._recent.nbytes + self._mapped.nbytes + curves

    def column(self, name: str) -> Any:
        """A column over all states."""
        if name in WIDE:
            model = self._scene.model
            width = model.nq if name in ("q", "q_solved") else model.nv
            return ColumnOnDisk(len(self), width, lambda indices, rest: self._gathered(name, indices, rest))
        if name == "energy":
            return ColumnOnDisk(len(self), 2, self._energies)
        now = monotonic()
        if now - self._released > _LOOKED_AT:
            self._released = now
            self._mapped.release()
        return self._mapped[name]

    @property
    def kinetic(self) -> Array:
        """Kinetic energies (n,) [J]."""
        return self.column("kinetic")

    @property
    def potential(self) -> Array:
        """Potential energies (n,) [J]."""
        return self.column("potential")

    def _energies(self, indices: np.ndarray, rest: tuple[Any, ...]) -> Array:
        pair = np.column_stack((self.column("kinetic")[indices], self.column("potential")[indices]))
        return pair[(slice(None), *rest)]

    def _find_extremes(self) -> dict[str, Curve]:
        """Curves by the names of columns; `energy` is the sum of both, and forces are NaN where none was solved."""
        mapped = self._mapped
        reads: dict[str, Callable[[slice], Array]] = {
            name: mapped[name].__getitem__ for name in ("kinetic", "potential", "residual", "step_error")
        }
        reads["energy"] = lambda part: mapped["kinetic"][part] + mapped["potential"][part]
        reads["force"] = lambda part: where_solved(mapped["force"][part], mapped["level"][part])
        reads["friction"] = lambda part: where_solved(mapped["friction"][part], mapped["level"][part])
        found = {}
        for name, read in reads.items():
            checkpoint()
            found[name] = extremes(mapped["t"], read, mapped.release)
        return found

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

    def own_counts(self, begin: int, end: int) -> dict[str, np.ndarray]:
        """Of each state from `begin` to before `end`: whether it `repeats`, its own `contacts` and `joints`, how many."""
        joints, i = np.zeros(end - begin, dtype=np.int64), begin
        while i < end:
            first, record = self._chunk(i)
            counts = (record.last_joint - record.first_joint)[i - first : end - first]
            joints[i - begin : i - begin + len(counts)] = counts
            i += len(counts)
        repeats = self.column("repeats")[begin:end]
        contacts = self.column("contacts")[begin:end]
        return {"repeats": repeats, "contacts": contacts, "joints": np.where(repeats, 0, joints)}

    def sums(self, n: int, settings: Settings, since: int = 0) -> ContactSums:
        """What the contacts of each state from `since` to before n add up to; settings are those that it was saved with."""
        return ContactSums(*(self.column(name)[since:n].copy() for name in ContactSums._fields))

    def record(self, start: int, stop: int) -> Record:
        """States from `start` on as `append` takes them, to `stop` or to where their chunk ends."""
        first, chunk = self._chunk(start)
        part = part_of(chunk, slice(start - first, min(stop, first + len(chunk.t)) - first))
        if not self._has_blocks:  # a chunk does not know how many contacts there are that its first states repeat
            for i in np.flatnonzero(self.column("owner")[start : start + len(part.t)] < first):
                part.first[i], part.first_joint[i] = -len(self.contacts(start)[0]), -len(self.joints(start)[0])
        return part

    def _place(self, i: int) -> tuple[Record, int]:
        """The record that has the contacts of state i, and the row in it."""
        owner = int(self.column("owner")[i])
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
        if self._has_blocks:
            what = tr("{path}: the block of state {first}", path=self._path, first=first)
            for message in self._file.messages_of(int(self._chunks[k])):
                if message.topic == "/blocks" and message.number == first:
                    record = record_of(message.data, self._scene, (first * _ANY, first * _ANY), what)
                    if len(record.t) == end - first:
                        return record
            raise RecordingError("{what} is not what its index says", what=what)
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
            raise RecordingError(
                "{path}: states {first} to {end} are not where its index says", path=self._path, first=first, end=end - 1
            )
        t = float(self.column("t")[first - 1]) if first else -np.inf
        return record_of_raw(RawStates(first, states, contacts), self._scene, Before(t), self._path)


def _owners(overview: Overview) -> Iterator[np.ndarray]:
    """Of each state that which has its contacts: itself, or what it repeats."""
    begin = last = 0
    for repeats in overview.blocks("repeats"):
        own = np.where(repeats, last, np.arange(begin, begin + len(repeats)))
        owners = np.maximum.accumulate(own)
        yield owners
        begin, last = begin + len(repeats), int(owners[-1])
