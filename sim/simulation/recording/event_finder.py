"""Finding the events of a recording: what differs between the contacts of one state and the next, many states at a time."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...contact.contacts import Mode
from ..step_arrays import IMPACT, IMPULSE, MODE, NORMAL, SHAPE_A, SHAPE_B, VELOCITY, VELOCITY_BEFORE
from .events import EventKind
from .states import event_columns as column

Ranges = tuple[np.ndarray, np.ndarray]
"""(n,) the first contact of each state, and (n,) one past the last; a state that repeats the one before has the same."""

_OPEN, _STICK, _SLIP = int(Mode.OPEN), int(Mode.STICK), int(Mode.SLIP)
_KINDS = {kind: k for k, kind in enumerate(EventKind)}
_MANY = 20_000  # contacts that are looked at together: what is made of them takes some 10 MB


class EventFinder:
    """Goes through the states of a recording as they come.

    A pair of shapes in a state is one number, its key: the state's place among those that are compared, and the two shapes.
    """

    def __init__(self, bodies: np.ndarray) -> None:
        """Bodies (shapes,) : the body of each shape."""
        self._bodies = bodies
        self._pairs = len(bodies) ** 2  # keys of a state
        self._pressed = np.zeros((2, 0), dtype=np.int64)  # of the last state, without what struck: pairs, sorted, and modes

    def find(self, t: Array, ranges: Ranges, pairs: np.ndarray, numbers: Array, start: int) -> Array:
        """The events of the states from `start` on, each compared with the one before it: rows (n, WIDTH) of `EventColumns`.

        t (n,), pairs (k, 4) and numbers (k, CONTACT_NUMBERS) of all contacts are columns of a `Recording`.
        """
        changed = _changed_states(ranges, pairs, start)
        parts = np.cumsum(ranges[1][changed] - ranges[0][changed]) // _MANY
        found = [
            self._found(t, ranges, pairs, numbers, states)
            for states in np.split(changed, np.flatnonzero(np.diff(parts)) + 1)
            if len(states)
        ]
        return np.vstack(found) if found else np.zeros((0, column.WIDTH))

    def resume(self, ranges: Ranges, pairs: np.ndarray) -> None:
        """Go on after a recording that was cut."""
        keys, rows = _of_states(ranges, np.array([len(ranges[1]) - 1]), pairs, len(self._bodies))
        self._pressed = np.array(_pressed(keys, pairs[rows, MODE]))

    def _found(self, t: Array, ranges: Ranges, pairs: np.ndarray, numbers: Array, states: np.ndarray) -> Array:
        keys, rows = _of_states(ranges, states, pairs, len(self._bodies))
        has_impact = pairs[rows, IMPACT].astype(bool)
        now, modes = _pressed(keys, pairs[rows, MODE])
        hit = np.unique(keys[has_impact])
        # What an impact pressed together may part again at once: that is the bounce, not a lift-off.
        lasts = ~np.isin(now, hit)
        before = np.concatenate([self._pressed[0], now[lasts] + self._pairs])
        modes_before = np.concatenate([self._pressed[1], modes[lasts]])
        end = len(states) * self._pairs
        self._pressed = np.array([before[before >= end] - end, modes_before[before >= end]])
        before, modes_before = before[before < end], modes_before[before < end]
        parted = before[~np.isin(before, now)]
        both, of_before, of_now = np.intersect1d(before, now, assume_unique=True, return_indices=True)
        other = (modes_before[of_before] != modes[of_now]) & ~np.isin(both, hit)
        slips = modes[of_now][other] == _SLIP
        found = [self._impacts(hit, keys[has_impact], rows[has_impact], numbers)]
        if len(parted) or other.any():
            # the contacts of the states before these, by the keys that their pairs have in these
            states_before = np.where(states > 0, states - 1, 0)
            contacts = (_of_states(ranges, states_before, pairs, len(self._bodies)), (keys, rows))
            found += [
                self._changes(EventKind.LIFT_OFF, parted, contacts, numbers),
                self._changes(EventKind.SLIP, both[other][slips], contacts, numbers),
                self._changes(EventKind.STICK, both[other][~slips], contacts, numbers),
            ]
        all_keys = np.concatenate([key for key, _ in found])
        events = np.vstack([event for _, event in found])
        place, pair = all_keys // self._pairs, all_keys % self._pairs
        events[:, column.T] = t[states[place]]
        events[:, column.BODY_A] = self._bodies[pair // len(self._bodies)]
        events[:, column.BODY_B] = self._bodies[pair % len(self._bodies)]
        return np.asarray(events[np.lexsort((pair, events[:, column.KIND], place))])

    def _impacts(self, hit: np.ndarray, keys: np.ndarray, rows: np.ndarray, numbers: Array) -> tuple[np.ndarray, Array]:
        """Impacts of the pairs with these keys, which the rows with an impact have, sorted by them."""
        events = _events(EventKind.IMPACT, len(hit))
        if not len(hit):
            return hit, events
        first = np.searchsorted(keys, hit)
        impulses, normals = numbers[rows, IMPULSE : IMPULSE + 3], numbers[rows, NORMAL : NORMAL + 3]
        events[:, column.CONTACTS] = np.diff(first, append=len(keys))
        events[:, column.IMPULSE] = np.add.reduceat((impulses * normals).sum(axis=1), first)
        events[:, column.VECTOR : column.VECTOR + 3] = np.add.reduceat(impulses, first)
        before = _speeds(numbers[rows], VELOCITY_BEFORE)
        is_known = ~np.logical_or.reduceat(np.isnan(before[:, 0]), first)
        fastest = np.lexsort((before[:, 0], keys))[first]  # the contact that approached fastest, of each
        events[is_known, column.BEFORE : column.BEFORE + 2] = before[fastest][is_known]
        events[is_known, column.AFTER : column.AFTER + 2] = _speeds(numbers[rows[fastest]], VELOCITY)[is_known]
        return hit, events

    @staticmethod
    def _changes(
        kind: EventKind, wanted: np.ndarray, contacts: tuple[tuple[np.ndarray, np.ndarray], ...], numbers: Array
    ) -> tuple[np.ndarray, Array]:
        """Changes of the pairs with these keys; contacts: sorted keys and rows of the states before, and of those compared."""
        events, which = _events(kind, len(wanted)), 0 if kind is EventKind.LIFT_OFF else 1
        for (keys, rows), at in zip(contacts, (column.BEFORE, column.AFTER), strict=True):
            first, last = np.searchsorted(keys, wanted, "left"), np.searchsorted(keys, wanted, "right")
            event = np.repeat(np.arange(len(wanted)), last - first)
            place = np.arange(len(event)) - np.repeat(np.cumsum(last - first) - last, last - first)
            speeds = _speeds(numbers[rows[place]], VELOCITY)
            fastest = np.lexsort((-speeds[:, which], event))
            known, begin = np.unique(event, return_index=True)
            events[known, at : at + 2] = speeds[fastest[begin]]
        return wanted, events


def _of_states(ranges: Ranges, states: np.ndarray, pairs: np.ndarray, shapes: int) -> tuple[np.ndarray, np.ndarray]:
    """Keys (k,), sorted, of the contacts of some states, and which rows (k,) of all contacts they are."""
    first, last = ranges[0][states], ranges[1][states]
    counts = last - first
    rows = np.arange(counts.sum()) + np.repeat(last - np.cumsum(counts), counts)
    keys = (np.repeat(np.arange(len(states)), counts) * shapes + pairs[rows, SHAPE_A]) * shapes + pairs[rows, SHAPE_B]
    order = np.argsort(keys, kind="stable")
    return keys[order], rows[order]


def _pressed(keys: np.ndarray, modes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The pairs pressed together, by their sorted keys, and what their contacts do: STICK if one of them does, or SLIP."""
    pressed, first = np.unique(keys[modes != _OPEN], return_index=True)
    sticks = modes[modes != _OPEN] == _STICK
    return pressed, np.where(np.logical_or.reduceat(sticks, first), _STICK, _SLIP) if len(first) else first


def _events(kind: EventKind, n: int) -> Array:
    """Rows of n events without times and bodies."""
    events = np.zeros((n, column.WIDTH))
    events[:, column.KIND], events[:, column.CONTACTS] = _KINDS[kind], 1
    events[:, column.BEFORE :] = np.nan
    return events


def _speeds(numbers: Array, first: int) -> Array:
    """Normal velocity and slip speed (k, 2) of the velocities that the rows have from a column on."""
    velocity, normal = numbers[:, first : first + 3], numbers[:, NORMAL : NORMAL + 3]
    along = (velocity * normal).sum(axis=1)
    across = velocity - along[:, None] * normal
    return np.column_stack([along, np.sqrt((across * across).sum(axis=1))])


def _changed_states(ranges: Ranges, pairs: np.ndarray, start: int) -> np.ndarray:
    """State `start`, and those after it in which something struck or whose contacts are not those of the state before."""
    first, last = (values[start : len(ranges[1])] for values in ranges)
    own = np.flatnonzero(np.r_[True, (np.diff(first) != 0) | (np.diff(last) != 0)])  # others repeat the one before
    counts, last = (last - first)[own], last[own]
    changed = np.ones(len(own), dtype=bool)
    runs = (np.flatnonzero(np.diff(counts)) + 1).tolist()  # where another number of contacts begins
    for begin, end in zip([0, *runs], [*runs, len(own)], strict=True):
        n, k, stop = end - begin, int(counts[begin]), int(last[end - 1])
        states = pairs[stop - n * k : stop].reshape(n, k, 4)
        changed[begin + 1 : end] = (states[1:] != states[:-1]).any(axis=(1, 2)) | states[1:, :, IMPACT].any(axis=1)
    return np.asarray(start + own[changed])
