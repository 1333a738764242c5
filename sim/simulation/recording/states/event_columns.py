"""The events of a recording, kept as rows of numbers: a heap has dozens in each state."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np

from ....arrays import Array
from ....texts import tr
from ..events import Event, EventKind
from .growing_array import GrowingArray

T, KIND, BODY_A, BODY_B, CONTACTS, IMPULSE, VECTOR, BEFORE, AFTER = 0, 1, 2, 3, 4, 5, 6, 9, 11
WIDTH = 13
"""Columns of a row: those above, of a vector (3) and of velocities (2) where they begin. What is not known is NaN."""
_KINDS = list(EventKind)
_SHOWN = 10  # events, where they are printed
_ROWS = 1024  # that are made into events at a time


class EventColumns(Sequence[Event]):
    """A sequence of events that grows at its end. Safe to read while another thread appends."""

    def __init__(self, names: Sequence[str], rows: Array | None = None) -> None:
        """None; or those of rows (n, WIDTH), which are not copied before others are added. Bodies are places in `names`."""
        self.names = list(names)
        self._rows = GrowingArray(WIDTH) if rows is None else GrowingArray.of(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, key: int) -> Event: ...
    @overload
    def __getitem__(self, key: slice) -> list[Event]: ...
    def __getitem__(self, key: int | slice) -> Event | list[Event]:
        found = self.rows[key]
        return self.event_of(found.tolist()) if found.ndim == 1 else [self.event_of(row) for row in found.tolist()]

    def __iter__(self) -> Iterator[Event]:
        rows = self.rows
        for first in range(0, len(rows), _ROWS):
            for row in rows[first : first + _ROWS].tolist():
                yield self.event_of(row)

    def __repr__(self) -> str:
        shown = [f"{event.kind.value} of {' and '.join(event.bodies)} at {event.t:.6g} s" for event in self[:_SHOWN]]
        more = [tr("{count} more", count=len(self) - _SHOWN)] if len(self) > _SHOWN else []
        return f"[{', '.join(shown + more)}]"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it grows

    @property
    def rows(self) -> Array:
        """All of them as numbers (n, WIDTH), read-only."""
        return self._rows.values

    @property
    def t(self) -> Array:
        """When each happened (n,) [s]."""
        return self.rows[:, T]

    @property
    def kinds(self) -> np.ndarray:
        """What each is (n,): its place among `EventKind`."""
        return self.rows[:, KIND].astype(np.int64)

    def between(self, since: float, until: float) -> slice:
        """The places of those in [since, until] [s]."""
        t = self.t
        return slice(bisect_left(t, since), bisect_right(t, until))

    def last(self, kinds: Sequence[EventKind], until: float) -> int:
        """The place of the last one of some kinds up to a time [s]; -1: there is none."""
        rows, wanted = self.rows, [float(_KINDS.index(kind)) for kind in kinds]
        end = bisect_right(rows[:, T], until)
        while end > 0:
            begin = max(0, end - _ROWS)
            if len(found := np.flatnonzero(np.isin(rows[begin:end, KIND], wanted))):
                return begin + int(found[-1])
            end = begin
        return -1

    @property
    def nbytes(self) -> int:
        """Memory that they take."""
        return self._rows.nbytes

    def append(self, rows: Array) -> None:
        """Add some at the end (n, WIDTH)."""
        self._rows.append(rows)

    def cut(self, t: float) -> None:
        """Forget those after t."""
        kept = self.rows[self.t <= t]
        self._rows = GrowingArray(WIDTH)
        self._rows.append(kept)

    def event_of(self, row: list[float]) -> Event:
        """The event of a row of numbers (WIDTH,)."""
        t, kind, a, b, contacts, impulse, x, y, z, *speeds = row
        before, after = (
            None if normal != normal and slip != slip else (normal, slip) for normal, slip in (speeds[:2], speeds[2:])
        )
        return Event(
            t, _KINDS[int(kind)], (self.names[int(a)], self.names[int(b)]), impulse, int(contacts), (x, y, z), before, after
        )
