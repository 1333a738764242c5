"""The states of a recording as columns in memory, which grow; of a long run those that its journal has are read from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....arrays import Array
from ....large_pages import LargePages
from ...step_arrays import CONTACT_NUMBERS, IMPACT, JOINT_NUMBERS, Record
from .column_on_disk import WIDE, ColumnOnDisk, joined_contacts
from .contact_sums import ContactSums, contact_sums
from .growing_array import GrowingArray
from .messages_to_record import Before

if TYPE_CHECKING:
    from ...running.scene.settings import Settings
    from .blocks_on_disk import BlocksOnDisk

Ranges = tuple[np.ndarray, np.ndarray]
_LEAST = 0.25  # of the bytes that are allowed: from which on states are let go, whatever is kept of all of them


class Followed(NamedTuple):
    """What a journal has of the states, and how many bytes they may take."""

    blocks: BlocksOnDisk
    most: int


class StatesInMemory:
    """Columns by their names in `Record`; readers in other threads go by its length, which grows last.

    Where a journal follows, and they would take more than they may, states that it has are let go: what is one number a state
    stays, also their contacts' places and sums; all else of them is read from the journal.
    """

    def __init__(self, nq: int, nv: int) -> None:
        pages, whole = LargePages(), np.int64  # for a short run all that is here lies on a few

        def growing(*shape: int, dtype: type = np.float64) -> GrowingArray:
            return GrowingArray(*shape, dtype=dtype, pages=pages)

        self._columns = {
            "t": growing(),
            "q": growing(nq),
            "v": growing(nv),
            "tau": growing(nv),
            "passive": growing(nv),
            "energy": growing(2),
            "residual": growing(),
            "step_error": growing(),
            "iterations": growing(dtype=whole),
            "doubtful": growing(dtype=whole),
            "level": growing(dtype=np.int8),
            "q_solved": growing(nq),
            "diagonal": growing(nv),
        }
        # The first contact of each state, and one past the last; what repeats a state has those of that one.
        self._first, self._last = growing(dtype=whole), growing(dtype=whole)
        self._first_joint, self._last_joint = growing(dtype=whole), growing(dtype=whole)
        self._shapes, self._contacts = growing(4, dtype=np.int32), growing(CONTACT_NUMBERS)
        self._joints, self._joint_numbers = growing(3, dtype=whole), growing(JOINT_NUMBERS)
        self._sums = growing(len(ContactSums._fields))  # of the contacts of states that were let go
        self._length = 0
        self._followed: Followed | None = None  # what is read where states were let go
        self._newest: Followed | None = None  # what that is to be, once it has all of them

    def __len__(self) -> int:
        return self._length

    def column(self, name: str) -> Any:
        """A column over all states, read-only."""
        n = self._length
        gone, rows = self._columns[name].held  # at once: more may be let go meanwhile
        if gone:
            return ColumnOnDisk(n, rows.shape[1], lambda states, rest: self._gathered(name, states)[:, *rest])
        return rows[:n]

    @property
    def kinetic(self) -> Array:
        """Kinetic energies (n,) [J]."""
        kinetic: Array = self.column("energy")[:, 0]
        return kinetic

    @property
    def potential(self) -> Array:
        """Potential energies (n,) [J]."""
        potential: Array = self.column("energy")[:, 1]
        return potential

    @property
    def begin(self) -> int:
        """The first state that is in memory: those before it were let go."""
        return len(self._sums)

    @property
    def nbytes(self) -> int:
        """Memory that all of them take, and what was read last of those that were let go."""
        kept = sum(column.nbytes for column in self._all())
        return kept + self._sums.nbytes + (0 if self._followed is None else self._followed.blocks.nbytes)

    def give_back_room(self) -> None:
        """Keep no record that it began with, but what is there; nothing may be appended meanwhile."""
        for column in self._all():
            column.give_back_room()

    def _all(self) -> tuple[GrowingArray, ...]:
        return *self._columns.values(), *self._of_states(), *self._of_contacts()

    @property
    def ranges(self) -> Ranges:
        """The first contact of each state (n,), and one past the last (n,)."""
        return self._first.values[: self._length], self._last.values[: self._length]

    @property
    def in_memory(self) -> tuple[Array, Ranges, np.ndarray, Array]:
        """Of the states from `begin` on times (n,), and their contacts: `ranges` in shapes (k, 4) and numbers, which follow."""
        part, (gone, shapes) = slice(self.begin, None), self._shapes.held
        first, last = self.ranges
        return self.column("t")[part], (first[part] - gone, last[part] - gone), shapes, self._contacts.values

    @property
    def before(self) -> Before:
        """The last state, for those that are to follow."""
        if not self._length:
            return Before()
        counts = (int(last.values[-1] - first.values[-1]) for first, last in self._pairs_of_ranges())
        return Before(float(self.column("t")[-1]), *counts)

    def contacts(self, i: int) -> tuple[np.ndarray, Array]:
        """Of state i's contacts shapes (k, 4) and numbers (k, CONTACT_NUMBERS)."""
        first, last = self._range(i)
        held = _held(self._shapes, self._contacts, first, last)
        return self._blocks.contacts(first, last) if held is None else (held[0].astype(np.int64), held[1])

    def contact_rows(self, part: slice) -> tuple[np.ndarray, np.ndarray, Array]:
        """Of these states: one past the last contact of each, among all their shapes (k, 4) and numbers, which follow."""
        first, last = (column[part] for column in self.ranges)
        gone, shapes = self._shapes.held
        behind, numbers = self._contacts.held
        if np.any(first < max(gone, behind)):
            return joined_contacts([self.contacts(i) for i in range(len(self))[part]])
        ends = np.cumsum(last - first)
        rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(last - ends, last - first)
        return ends, shapes[rows - gone].astype(np.int64), numbers[rows - behind]

    def joints(self, i: int) -> tuple[np.ndarray, Array]:
        """The limits and dry frictions of joints in the problem of state i: (k, 3) and (k, JOINT_NUMBERS)."""
        first, last = self._first_joint.number(i), self._last_joint.number(i)
        return _held(self._joints, self._joint_numbers, first, last) or self._blocks.joints(first, last)

    def repeats(self, i: int) -> bool:
        """Whether state i has the contacts of the one before, kept once."""
        if i == 0:
            return False
        (first, last), before = self._range(i), self._range(i - 1)
        return first < last and (first, last) == before

    def _range(self, i: int) -> tuple[int, int]:
        """The first contact of state i, and one past its last."""
        return self._first.number(i), self._last.number(i)

    def own_counts(self, begin: int, end: int) -> dict[str, np.ndarray]:
        """Of each state from `begin` to before `end`: whether it `repeats`, its own `contacts` and `joints`, how many."""
        since = max(0, begin - 1)
        first, last = (column[since:end] for column in self.ranges)
        repeats = np.zeros(len(first), dtype=bool)  # the first of all repeats none
        repeats[1:] = (first[1:] == first[:-1]) & (last[1:] == last[:-1]) & (first[1:] < last[1:])
        first, last, repeats = (column[begin - since :] for column in (first, last, repeats))
        joints = self._last_joint.values[begin:end] - self._first_joint.values[begin:end]
        return {"repeats": repeats, "contacts": np.where(repeats, 0, last - first), "joints": np.where(repeats, 0, joints)}

    def sums(self, n: int, settings: Settings, since: int = 0) -> ContactSums:
        """What the contacts of each state from `since` to before n add up to."""
        known = min(max(self.begin, since), n)
        first, last = (column[known:n] for column in self.ranges)
        begin, end = (int(np.min(first)), int(last[-1])) if len(last) else (0, 0)
        held = _held(self._shapes, self._contacts, begin, end)
        if held is None:
            return self.sums(n, settings, since)  # more was let go since `begin` was looked at
        shapes, numbers = held
        sums = contact_sums(shapes[:, IMPACT].astype(bool), numbers, first - begin, last - begin, settings)
        if known == since:
            return sums
        before = self._sums.values[since:known].T
        return ContactSums(*(np.concatenate(columns) for columns in zip(before, sums, strict=True)))

    def append(self, record: Record, rows: int) -> None:
        """Append the first `rows` rows of a record."""
        before = len(self._contacts), len(self._contacts), len(self._joints), len(self._joints)
        for column, array, count in self._beside(record, rows):
            column.append(array[:count])
        for column, array, more in zip(self._of_states(), _ranges_of(record), before, strict=True):
            column.append(array[:rows] + more)
        self._length += rows

    def begin_with(self, record: Record, rows: int) -> None:
        """The same where there is no state yet; the record is nobody else's from now on, and its arrays are kept."""
        for column, array, count in self._beside(record, rows):
            column.begin_with(array, count)
        for column, array in zip(self._of_states(), _ranges_of(record), strict=True):
            column.begin_with(array, rows)
        self._length = rows

    def _beside(self, record: Record, rows: int) -> list[tuple[GrowingArray, np.ndarray, int]]:
        """Columns beside those of a record, and how many rows of these are of its first `rows` states."""
        counts = (int(record.last[rows - 1]),) * 2 + (int(record.last_joint[rows - 1]),) * 2
        of_contacts = record.shapes, record.contacts, record.joints, record.joint_numbers
        return [
            *((column, getattr(record, name), rows) for name, column in self._columns.items()),
            *zip(self._of_contacts(), of_contacts, counts, strict=True),
        ]

    def record(self, start: int, stop: int) -> Record:
        """States from `start` on as `append` takes them, to `stop`, or fewer where they were let go.

        Contacts that state `start` repeats lie before those of the record.
        """
        columns: dict[str, Any] = {name: column.rows(start, stop) for name, column in self._columns.items()}
        contacts, more = self._added(self._last, start, stop)
        joints, more_joints = self._added(self._last_joint, start, stop)
        touching = _held(self._shapes, self._contacts, contacts, more)
        limits = _held(self._joints, self._joint_numbers, joints, more_joints)
        if touching is None or limits is None or any(column is None for column in columns.values()):
            return self._blocks.record(start, stop)
        part = slice(start, stop)
        columns["level"] = columns["level"].astype(np.int64)
        return Record(
            **columns,
            first=self._first.values[part] - contacts,
            last=self._last.values[part] - contacts,
            shapes=touching[0],
            contacts=touching[1],
            first_joint=self._first_joint.values[part] - joints,
            last_joint=self._last_joint.values[part] - joints,
            joints=limits[0],
            joint_numbers=limits[1],
        )

    def _added(self, last: GrowingArray, start: int, stop: int) -> tuple[int, int]:
        """Where the contacts or joints begin that states `start` to `stop` have added, and where they end."""
        begin, end = (int(last.values[i - 1]) if i else 0 for i in (start, stop))
        return begin, end

    def follow(self, blocks: BlocksOnDisk, most: int) -> None:
        """Go by what a journal has from now on, so that they take no more than `most` bytes in memory."""
        self._newest = Followed(blocks, most)

    @property
    def to_let_go(self) -> Followed | None:
        """What has some of them that can be let go, where they take more memory than is allowed; None: nothing."""
        newest = self._newest
        if newest is None or self._end(newest) <= self.begin:
            return None
        wide = sum(column.nbytes for column in self._large())
        is_much = wide > max(newest.most - (self.nbytes - wide), _LEAST * newest.most)
        return newest if is_much and newest.blocks.open() else None

    def let_go(self, followed: Followed, settings: Settings) -> None:
        """Keep in memory nothing that the journal has but what is one number a state; only for who appends.

        The last state stays, for those that follow it.

        followed : from `to_let_go`; another journal may be followed by now, which has none of them yet
        """
        end = self._end(followed)
        sums = self.sums(end, settings, self.begin)
        self._followed = followed
        self._sums.append(np.column_stack(sums))  # in this order: who reads finds them here or there
        for name in WIDE:
            self._columns[name].let_go(end)
        for column in (self._shapes, self._contacts):
            column.let_go(int(self._first.values[end]))
        for column in (self._joints, self._joint_numbers):
            column.let_go(int(self._first_joint.values[end]))

    def cut(self, length: int) -> None:
        """Forget all states from `length` on; none may have been let go."""
        contacts, joints = int(self._last.values[length - 1]), int(self._last_joint.values[length - 1])
        self._length, self._newest = length, None  # what the journal has is another run
        for column in (*self._columns.values(), *self._of_states()):
            column.cut(length)
        for column, count in zip(self._of_contacts(), (contacts, contacts, joints, joints), strict=True):
            column.cut(count)

    def _end(self, followed: Followed) -> int:
        """One past the last state that can go."""
        return min(followed.blocks.states, self._length - 1)

    @property
    def _blocks(self) -> BlocksOnDisk:
        """Those that have what was let go."""
        assert self._followed is not None  # else nothing was
        return self._followed.blocks

    def _gathered(self, name: str, states: np.ndarray) -> Array:
        """Rows (n, …) of a column at states (n,), wherever they are."""
        gone, rows = self._columns[name].held
        here, found = states >= gone, np.empty((len(states), rows.shape[1]))
        found[here] = rows[states[here] - gone]
        if not np.all(here):
            found[~here] = self._blocks.rows(name, states[~here])
        return found

    def _large(self) -> tuple[GrowingArray, ...]:
        """What can be let go."""
        return *(self._columns[name] for name in WIDE), *self._of_contacts()

    def _pairs_of_ranges(self) -> tuple[tuple[GrowingArray, GrowingArray], ...]:
        return (self._first, self._last), (self._first_joint, self._last_joint)

    def _of_states(self) -> tuple[GrowingArray, ...]:
        return self._first, self._last, self._first_joint, self._last_joint

    def _of_contacts(self) -> tuple[GrowingArray, ...]:
        return self._shapes, self._contacts, self._joints, self._joint_numbers


def _ranges_of(record: Record) -> tuple[np.ndarray, ...]:
    return record.first, record.last, record.first_joint, record.last_joint


def _held(whole: GrowingArray, numbers: GrowingArray, first: int, last: int) -> tuple[np.ndarray, Array] | None:
    """Rows of two columns; None: they were let go."""
    if first == last:
        return whole.none, numbers.none
    rows, others = whole.rows(first, last), numbers.rows(first, last)
    return None if rows is None or others is None else (rows, others)
