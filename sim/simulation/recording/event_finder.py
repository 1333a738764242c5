"""Finding the events of a recording: what differs between the contacts of one state and the next."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...arrays import Array
from ...contact.contacts import Mode
from ..step_arrays import IMPACT, SHAPE_A, SHAPE_B
from .events import Event, Pair, StateContacts, events_between

Ranges = tuple[np.ndarray, np.ndarray]
"""(n,) the first contact of each state, and (n,) one past the last; a state that repeats the one before has the same."""

_OPEN, _SLIP = int(Mode.OPEN), int(Mode.SLIP)


class EventFinder:
    """Goes through the states of a recording as they come.

    Columns are those of a `Recording`: t (n,), pairs (k, 4) and numbers (k, CONTACT_NUMBERS) of all contacts.
    """

    def __init__(self, names: Callable[[int, int], tuple[str, str]]) -> None:
        """Names : of the two bodies of a pair of shapes."""
        self._names = names
        self._before: dict[Pair, int] = {}  # pairs pressed in the last state, without those that struck there
        self._quiet: bytes | None = None  # pairs and modes of the last state, if nothing struck there

    def find(self, t: Array, ranges: Ranges, pairs: np.ndarray, numbers: Array, start: int) -> list[Event]:
        """The events of the states from `start` on, each compared with the one before it."""
        events: list[Event] = []
        for i in _changed_states(ranges, pairs, start):
            part = _part(ranges, i)
            if part.start == part.stop and not self._before:
                self._quiet = None
                continue
            key = pairs[part].tobytes()
            if key == self._quiet:
                continue  # the same contacts doing the same as in the state before
            now = _pressed(pairs[part])
            has_impact = pairs[part, IMPACT].astype(bool)
            self._quiet = None if has_impact.any() else key
            if now == self._before and self._quiet is not None:
                continue
            hit = {(a, b) for a, b in pairs[part][has_impact][:, [SHAPE_A, SHAPE_B]].tolist()}
            earlier = _part(ranges, i - 1)
            states = StateContacts(pairs[earlier], numbers[earlier]), StateContacts(pairs[part], numbers[part])
            events += events_between(float(t[i]), *states, self._before, now, self._names)
            # What an impact pressed together may part again at once: that is the bounce, not a lift-off.
            self._before = {pair: mode for pair, mode in now.items() if pair not in hit}
        return events

    def resume(self, ranges: Ranges, pairs: np.ndarray) -> None:
        """Go on after a recording that was cut."""
        self._before, self._quiet = _pressed(pairs[_part(ranges, len(ranges[1]) - 1)]), None


def _part(ranges: Ranges, i: int) -> slice:
    """Where the contacts of state i are; nowhere for the state before the first."""
    return slice(int(ranges[0][i]), int(ranges[1][i])) if i >= 0 else slice(0, 0)


def _pressed(pairs: np.ndarray) -> dict[Pair, int]:
    """For each pair of shapes pressed together in a state, what most of its contacts do: STICK or SLIP."""
    pressed: dict[Pair, int] = {}
    for a, b, mode, _ in pairs.tolist():
        if mode != _OPEN:
            pressed[a, b] = min(pressed.get((a, b), _SLIP), mode)
    return pressed


def _changed_states(ranges: Ranges, pairs: np.ndarray, start: int) -> list[int]:
    """State `start`, and those after it in which something struck or whose contacts are not those of the state before."""
    first, last = (column[start : len(ranges[1])] for column in ranges)
    own = np.flatnonzero(np.r_[True, (np.diff(first) != 0) | (np.diff(last) != 0)])  # others repeat the one before
    counts, last = (last - first)[own], last[own]
    changed = np.ones(len(own), dtype=bool)
    runs = (np.flatnonzero(np.diff(counts)) + 1).tolist()  # where another number of contacts begins
    for begin, end in zip([0, *runs], [*runs, len(own)], strict=True):
        n, k, stop = end - begin, int(counts[begin]), int(last[end - 1])
        states = pairs[stop - n * k : stop].reshape(n, k, 4)
        changed[begin + 1 : end] = (states[1:] != states[:-1]).any(axis=(1, 2)) | states[1:, :, IMPACT].any(axis=1)
    return (start + own[changed]).tolist()
