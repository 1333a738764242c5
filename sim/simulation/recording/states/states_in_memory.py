"""The states of a recording as columns in memory, which grow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ...step_arrays import CONTACT_NUMBERS, IMPACT, JOINT_NUMBERS, Record
from ..growing_array import GrowingArray
from .contact_sums import ContactSums, contact_sums
from .messages_to_record import Before

if TYPE_CHECKING:
    from ...scene.settings import Settings

Ranges = tuple[np.ndarray, np.ndarray]


class StatesInMemory:
    """Columns by their names in `Record`; readers in other threads go by its length, which grows last."""

    def __init__(self, nq: int, nv: int) -> None:
        whole = np.int64
        self._columns = {
            "t": GrowingArray(), "q": GrowingArray(nq), "v": GrowingArray(nv), "tau": GrowingArray(nv),
            "passive": GrowingArray(nv), "energy": GrowingArray(2), "residual": GrowingArray(),
            "step_error": GrowingArray(), "iterations": GrowingArray(dtype=whole), "level": GrowingArray(dtype=np.int8),
            "q_solved": GrowingArray(nq), "diagonal": GrowingArray(nv),
        }  # fmt: skip
        self._first = GrowingArray(
            dtype=whole
        )  # the first contact of each state; what repeats a state has those of that one
        self._last = GrowingArray(dtype=whole)  # one past the last
        self._first_joint, self._last_joint = GrowingArray(dtype=whole), GrowingArray(dtype=whole)
        self._shapes, self._contacts = GrowingArray(4, dtype=whole), GrowingArray(CONTACT_NUMBERS)
        self._joints, self._joint_numbers = GrowingArray(3, dtype=whole), GrowingArray(JOINT_NUMBERS)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def column(self, name: str) -> np.ndarray:
        """A column over all states, read-only."""
        return self._columns[name].values[: self._length]

    @property
    def nbytes(self) -> int:
        """Memory that all of them take."""
        return sum(column.nbytes for column in (*self._columns.values(), *self._of_states(), *self._of_contacts()))

    @property
    def ranges(self) -> Ranges:
        """The first contact of each state (n,), and one past the last (n,)."""
        return self._first.values[: self._length], self._last.values[: self._length]

    @property
    def rows(self) -> tuple[np.ndarray, Array]:
        """Of all contacts shapes (k, 4) and numbers (k, CONTACT_NUMBERS)."""
        return self._shapes.values, self._contacts.values

    @property
    def before(self) -> Before:
        """The last state, for those that are to follow."""
        if not self._length:
            return Before()
        counts = (int(last.values[-1] - first.values[-1]) for first, last in self._pairs_of_ranges())
        return Before(float(self.column("t")[-1]), *counts)

    def contacts(self, i: int) -> tuple[np.ndarray, Array]:
        """Of state i's contacts shapes (k, 4) and numbers (k, CONTACT_NUMBERS)."""
        part = slice(int(self._first.values[i]), int(self._last.values[i]))
        return self._shapes.values[part], self._contacts.values[part]

    def contact_rows(self, part: slice) -> tuple[np.ndarray, np.ndarray, Array]:
        """Of these states: one past the last contact of each, among all their shapes (k, 4) and numbers, which follow."""
        first, last = (column[part] for column in self.ranges)
        ends = np.cumsum(last - first)
        rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(last - ends, last - first)
        return ends, self._shapes.values[rows], self._contacts.values[rows]

    def joints(self, i: int) -> tuple[np.ndarray, Array]:
        """The limits and dry frictions of joints in the problem of state i: (k, 3) and (k, JOINT_NUMBERS)."""
        part = slice(int(self._first_joint.values[i]), int(self._last_joint.values[i]))
        return self._joints.values[part], self._joint_numbers.values[part]

    def repeats(self, i: int) -> bool:
        """Whether state i has the contacts of the one before, kept once."""
        first, last = self.ranges
        return i > 0 and bool(first[i] == first[i - 1] and first[i] < last[i] and last[i] == last[i - 1])

    def own_counts(self, n: int) -> dict[str, np.ndarray]:
        """Of each of the first n states: whether it `repeats`, and how many `contacts` and `joints` it has of its own."""
        first, last = (column[:n] for column in self.ranges)
        repeats = np.zeros(n, dtype=bool)
        repeats[1:] = (first[1:] == first[:-1]) & (last[1:] == last[:-1]) & (first[1:] < last[1:])
        joints = self._last_joint.values[:n] - self._first_joint.values[:n]
        return {
            "repeats": repeats,
            "contacts": np.where(repeats, 0, last - first),
            "joints": np.where(repeats, 0, joints),
        }

    def sums(self, n: int, settings: Settings, since: int = 0) -> ContactSums:
        """What the contacts of each state from `since` to before n add up to."""
        first, last = (column[since:n] for column in self.ranges)
        begin, end = (int(np.min(first)), int(last[-1])) if len(last) else (0, 0)
        shapes, numbers = (rows[begin:end] for rows in self.rows)
        return contact_sums(shapes[:, IMPACT].astype(bool), numbers, first - begin, last - begin, settings)

    def append(self, record: Record, rows: int) -> None:
        """Append the first `rows` rows of a record."""
        contacts, joints = int(record.last[rows - 1]), int(record.last_joint[rows - 1])
        before, joints_before = len(self._contacts), len(self._joints)
        for name, column in self._columns.items():
            column.append(getattr(record, name)[:rows])
        self._shapes.append(record.shapes[:contacts])
        self._contacts.append(record.contacts[:contacts])
        self._joints.append(record.joints[:joints])
        self._joint_numbers.append(record.joint_numbers[:joints])
        self._first.append(record.first[:rows] + before)
        self._last.append(record.last[:rows] + before)
        self._first_joint.append(record.first_joint[:rows] + joints_before)
        self._last_joint.append(record.last_joint[:rows] + joints_before)
        self._length += rows

    def record(self, start: int, stop: int) -> Record:
        """States `start` to `stop` as `append` takes them; contacts that state `start` repeats lie before those of the record."""
        part = slice(start, stop)
        contacts, more = self._added(self._last, start, stop)
        joints, more_joints = self._added(self._last_joint, start, stop)
        columns = {name: column.values[part] for name, column in self._columns.items()}
        columns["level"] = columns["level"].astype(np.int64)
        return Record(
            **columns, first=self._first.values[part] - contacts, last=self._last.values[part] - contacts,
            shapes=self._shapes.values[contacts:more], contacts=self._contacts.values[contacts:more],
            first_joint=self._first_joint.values[part] - joints, last_joint=self._last_joint.values[part] - joints,
            joints=self._joints.values[joints:more_joints], joint_numbers=self._joint_numbers.values[joints:more_joints],
        )  # fmt: skip

    def _added(self, last: GrowingArray, start: int, stop: int) -> tuple[int, int]:
        """Where the contacts or joints begin that states `start` to `stop` have added, and where they end."""
        begin, end = (int(last.values[i - 1]) if i else 0 for i in (start, stop))
        return begin, end

    def cut(self, length: int) -> None:
        """Forget all states from `length` on."""
        contacts, joints = int(self._last.values[length - 1]), int(self._last_joint.values[length - 1])
        self._length = length
        for column in (*self._columns.values(), *self._of_states()):
            column.cut(length)
        for column, count in zip(self._of_contacts(), (contacts, contacts, joints, joints), strict=True):
            column.cut(count)

    def _pairs_of_ranges(self) -> tuple[tuple[GrowingArray, GrowingArray], ...]:
        return (self._first, self._last), (self._first_joint, self._last_joint)

    def _of_states(self) -> tuple[GrowingArray, ...]:
        return self._first, self._last, self._first_joint, self._last_joint

    def _of_contacts(self) -> tuple[GrowingArray, ...]:
        return self._shapes, self._contacts, self._joints, self._joint_numbers
