"""States that a journal has, read from it block by block: those of a run that is too long for memory."""

from __future__ import annotations

import threading
import weakref
from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from ....errors import RecordingError
from ....interruption import checkpoint
from ....texts import tr
from ..mcap_file import first_message
from .recent_chunks import RecentChunks
from .state_blocks import part_of, record_of

if TYPE_CHECKING:
    from ....arrays import Array
    from ...running.scene.scene import Scene
    from ...step_arrays import Record


class BlocksOnDisk:
    """Where the blocks of a journal's file are. One thread adds them, any may read.

    States, contacts and joints are counted from the first of the run on. Raises RecordingError where the file is not what it was.
    """

    def __init__(self, path: Path, scene: Scene, *, shuffled: bool = False) -> None:
        self._path, self._scene, self._shuffled = path, scene, shuffled
        self._stream: BinaryIO | None = None
        self._lock = threading.Lock()
        self._places: list[int] = []  # in the file, of the contents of each block's chunk
        self._ends: tuple[list[int], ...] = [], [], []  # one past the last state, contact and joint of each block
        self._recent = RecentChunks(self._read)

    @property
    def states(self) -> int:
        """How many states they have."""
        return self._ends[0][-1] if self._ends[0] else 0

    @property
    def nbytes(self) -> int:
        """Memory of those that were read last."""
        return self._recent.nbytes

    def add(self, place: int, record: Record) -> None:
        """There is another one, with the states of a record; the contents of its chunk begin at this byte."""
        counts = len(record.t), len(record.contacts), len(record.joints)
        number, ends = len(self._places), [(of[-1] if of else 0) + n for of, n in zip(self._ends, counts, strict=True)]
        try:
            self._places.append(place)
            for of, end in zip(reversed(self._ends), reversed(ends), strict=True):  # states last: `states` goes by them
                of.append(end)
        except MemoryError:
            for of in (*self._ends, self._places):
                del of[number:]
            raise

    def open(self) -> bool:
        """Keep hold of the file from now on, whoever deletes it; whether it is there."""
        if self._stream is None:
            try:
                self._stream = self._path.open("rb")
            except OSError:
                return False
            weakref.finalize(self, self._stream.close)
        return True

    def rows(self, name: str, states: np.ndarray) -> Array:
        """Rows (n, …) of a column of `Record` at states (n,), in their order."""
        block = np.searchsorted(np.array(self._ends[0]), states, side="right")
        order = np.argsort(block, kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(block[order])) + 1)
        read = []
        for part in parts:
            checkpoint()
            k = int(block[part[0]])
            read.append(getattr(self._recent[k], name)[states[part] - self._begin(0, k)])
        rows = np.concatenate(read)
        rows[order] = rows.copy()
        return rows

    def contacts(self, first: int, last: int) -> tuple[np.ndarray, Array]:
        """Shapes (k, 4) and numbers (k, CONTACT_NUMBERS) of the contacts from the first to before the last, of one state."""
        record, begin = self._with(1, first)
        return record.shapes[first - begin : last - begin], record.contacts[first - begin : last - begin]

    def joints(self, first: int, last: int) -> tuple[np.ndarray, Array]:
        """The same of limits and dry frictions of joints: (k, 3) and (k, JOINT_NUMBERS)."""
        record, begin = self._with(2, first)
        return record.joints[first - begin : last - begin], record.joint_numbers[first - begin : last - begin]

    def record(self, start: int, stop: int) -> Record:
        """States from `start` on as `Recording.append` takes them, to `stop` or to where their block ends."""
        record, begin = self._with(0, start)
        return part_of(record, slice(start - begin, min(stop, begin + len(record.t)) - begin))

    def _begin(self, of: int, k: int) -> int:
        """The first state (0), contact (1) or joint (2) of a block."""
        return self._ends[of][k - 1] if k else 0

    def _with(self, of: int, i: int) -> tuple[Record, int]:
        """The block with a state, contact or joint, and the first of these that it has."""
        k = bisect_right(self._ends[of], i)
        return self._recent[k], self._begin(of, k)

    def _read(self, k: int) -> Record:
        what = tr("{path}: the block of state {first}", path=self._path, first=self._begin(0, k))
        try:
            with self._lock:
                if self._stream is None:
                    raise ValueError(tr("its file is gone"))
                number, data = first_message(self._stream, self._places[k])
        except (OSError, ValueError) as error:
            raise RecordingError("{what} cannot be read: {error}", what=what, error=error) from None
        if number != self._begin(0, k):
            raise RecordingError("{what} is of state {number}: the file was changed", what=what, number=number)
        return record_of(data, self._scene, (self._begin(1, k), self._begin(2, k)), what, shuffled=self._shuffled)
