"""What each contact of a recording did over time: open, sticking, sliding, struck; and the sequence that all of them make.

A recording does not name contacts from one state to the next. Where the same bodies touch as before, in the same order,
contacts are taken for the same; else each is what is nearest to it, so that the sum of distances between both states is least.
Source: contact-dynamics-lecture16, "Requires a pre-specified contact mode sequence"; Kuhn 1955 for the matching.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from ....arrays import Array, frozen
from ....contact.contacts import Mode
from ....errors import ArgumentError
from ....interruption import checkpoint
from ...recording.recording import Recording
from ...step_arrays import FRICTION, IMPACT, MODE, NORMAL, POINT, SHAPE_A, SHAPE_B, VELOCITY, VELOCITY_BEFORE
from .values import ContactPhase, ModeInterval, ModeLane, ModeSequence

MOST_AT_ONCE = 64  # contacts of a state that are told apart
_BLOCK = 512  # states that are read at a time

Pair = tuple[int, int]


def mode_sequence(recording: Recording, states: int | None = None, bodies: tuple[str, str] | None = None) -> ModeSequence:
    """Lanes of all contacts, and the intervals between their changes.

    states : how many of the recording's, from the first on; all when None
    bodies : look at the contacts of these two alone, in either order
    The first state, for which nothing was solved, has the phases of the second, but slips where what sticks then still moved.
    Raises ArgumentError for a recording without states, and where more than MOST_AT_ONCE contacts are to be told apart.
    """
    n = len(recording) if states is None else min(states, len(recording))
    if n < 1:
        raise ArgumentError("the recording is empty: nothing was simulated yet")
    finder = _LaneFinder(recording, bodies)
    for begin in range(0, n, _BLOCK):
        checkpoint()
        part = slice(begin, min(begin + _BLOCK, n))
        ends, pairs, numbers = recording.contact_rows(part)
        starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
        for i, (first, last) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True), start=begin):
            finder.take(i, pairs[first:last], numbers[first:last])
    return finder.sequence(np.array(recording.t[:n]))


class _LaneFinder:
    """Takes the contacts of one state after the other."""

    def __init__(self, recording: Recording, bodies: tuple[str, str] | None) -> None:
        shapes, names = recording.scene.system.shapes["body"], recording.scene.model.body_names
        self._names = [names[int(body)] for body in shapes]
        self._begins = recording.problems.is_start(0)
        self._at_start: dict[int, ContactPhase] = {}
        self._rest = recording.settings.rest_speed  # what parts no faster is held
        self._wanted = None if bodies is None else set(bodies)
        self._owners: list[tuple[Pair, int]] = []  # of each lane: shapes, and its number among theirs
        self._changes: list[list[tuple[int, ContactPhase]]] = []
        self._impacts: list[list[int]] = []
        self._orders: list[tuple[int, tuple[int, ...]]] = []
        self._key: bytes | None = None
        self._pairs = np.zeros((0, 2), dtype=np.int64)
        self._points = np.zeros((0, 3))
        self._lanes: list[int] = []

    def take(self, i: int, pairs: np.ndarray, numbers: Array) -> None:
        """State i, with its contacts as they were recorded."""
        key = pairs.tobytes()
        if key != self._key or pairs[:, IMPACT].any():
            self._take_changed(i, pairs, numbers)
            self._key = key
        for row in np.flatnonzero(pairs[:, IMPACT]).tolist():
            if self._lanes[row] >= 0:
                self._impacts[self._lanes[row]].append(i)
        self._points = numbers[:, POINT : POINT + 3]

    def sequence(self, t: Array) -> ModeSequence:
        """All that was taken."""
        lanes = tuple(self._lane(k) for k in range(len(self._owners)))
        return ModeSequence(frozen(t), lanes, _intervals(t, lanes), tuple(self._orders))

    def _take_changed(self, i: int, pairs: np.ndarray, numbers: Array) -> None:
        both = pairs[:, [SHAPE_A, SHAPE_B]]
        if not np.array_equal(both, self._pairs):
            self._lanes = self._match(both, numbers[:, POINT : POINT + 3])
            self._pairs = both
            self._orders.append((i, tuple(self._lanes)))
        now = dict.fromkeys(range(len(self._owners)), ContactPhase.OPEN)
        if i == 1 and self._begins:
            started = zip(self._lanes, self._started(pairs, numbers), strict=True)
            self._at_start = {lane: phase for lane, phase in started if lane >= 0}
        leaves = self._bounces(pairs, numbers)
        modes, friction = np.where(leaves, Mode.OPEN, pairs[:, MODE]).tolist(), numbers[:, FRICTION].tolist()
        for lane, mode, mu in zip(self._lanes, modes, friction, strict=True):
            if lane >= 0:
                now[lane] = _phase(mode, mu)
        for lane, phase in now.items():
            changes = self._changes[lane]
            if not changes and i > 0:
                changes.append((0, ContactPhase.OPEN))
            if not changes or changes[-1][1] is not phase:
                changes.append((i, phase))

    def _bounces(self, pairs: np.ndarray, numbers: Array) -> np.ndarray:
        """(k,) which contacts leave at once what they struck."""
        normal, velocity = numbers[:, NORMAL : NORMAL + 3], numbers[:, VELOCITY : VELOCITY + 3]
        parts = np.einsum("ka,ka->k", normal, velocity) > self._rest
        return np.asarray(parts & pairs[:, IMPACT].astype(bool))

    def _started(self, pairs: np.ndarray, numbers: Array) -> list[ContactPhase]:
        """What contacts of state 1 did at the start, for which none are recorded: by the velocity that the step began with."""
        normal, before = numbers[:, NORMAL : NORMAL + 3], numbers[:, VELOCITY_BEFORE : VELOCITY_BEFORE + 3]
        along = np.einsum("ka,ka->k", normal, before)
        slips = np.linalg.norm(before - along[:, None] * normal, axis=1) > self._rest
        modes = np.where(slips & (pairs[:, MODE] == Mode.STICK), Mode.SLIP, pairs[:, MODE])
        modes = np.where(np.abs(along) > self._rest, Mode.OPEN, modes)
        return [_phase(mode, mu) for mode, mu in zip(modes.tolist(), numbers[:, FRICTION].tolist(), strict=True)]

    def _match(self, both: np.ndarray, points: Array) -> list[int]:
        """The lane of each contact."""
        lanes = [-1] * len(both)
        wanted = [k for k, pair in enumerate(both.tolist()) if self._is_wanted(pair)]
        if len(wanted) > MOST_AT_ONCE:
            raise ArgumentError(
                "{count} contacts touch at once; they are told apart for up to {most_at_once}: name two bodies",
                count=len(wanted),
                most_at_once=MOST_AT_ONCE,
            )
        from scipy.optimize import linear_sum_assignment  # 15 MB

        groups: dict[Pair, list[int]] = {}
        for k in wanted:
            groups.setdefault((int(both[k, 0]), int(both[k, 1])), []).append(k)
        for pair, members in groups.items():
            before = [k for k, lane in enumerate(self._lanes) if lane >= 0 and tuple(self._pairs[k]) == pair]
            rows, columns = linear_sum_assignment(cdist(points[members], self._points[before]))
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
                lanes[members[row]] = self._lanes[before[column]]
            free = [k for k, (owner, _) in enumerate(self._owners) if owner == pair and k not in lanes]
            for k in members:
                if lanes[k] < 0:
                    lanes[k] = free.pop(0) if free else self._new_lane(pair)
        return lanes

    def _is_wanted(self, pair: list[int]) -> bool:
        return self._wanted is None or {self._names[k] for k in pair} == self._wanted

    def _new_lane(self, pair: Pair) -> int:
        names = {self._names[pair[0]], self._names[pair[1]]}
        number = sum({self._names[a], self._names[b]} == names for (a, b), _ in self._owners)
        self._owners.append((pair, number))
        self._changes.append([])
        self._impacts.append([])
        return len(self._owners) - 1

    def _lane(self, k: int) -> ModeLane:
        (a, b), number = self._owners[k]
        changes, struck = self._changes[k], self._impacts[k]
        at_start = self._at_start.get(k, ContactPhase.OPEN)
        if at_start is not ContactPhase.OPEN and 1 not in struck:
            rest = changes[2:] if len(changes) > 1 and changes[1] == (1, at_start) else changes[1:]
            changes = [(0, at_start), *rest]
        return ModeLane(
            bodies=(self._names[a], self._names[b]),
            number=number,
            states=frozen(np.array([state for state, _ in changes], dtype=np.int64)),
            phases=frozen(np.array([phase for _, phase in changes], dtype=np.int8)),
            impacts=frozen(np.array(struck, dtype=np.int64)),
        )


def _phase(mode: int, friction: float) -> ContactPhase:
    if mode == Mode.OPEN:
        return ContactPhase.OPEN
    if friction == 0.0:
        return ContactPhase.CLOSED
    return ContactPhase.STICK if mode == Mode.STICK else ContactPhase.SLIP


def _intervals(t: Array, lanes: tuple[ModeLane, ...]) -> tuple[ModeInterval, ...]:
    """Cut wherever a lane changes, or is struck."""
    cuts = np.unique(np.concatenate([[0], *(lane.states for lane in lanes), *(lane.impacts for lane in lanes)])).tolist()
    found = []
    for k, state in enumerate(cuts):
        end = t[cuts[k + 1]] if k + 1 < len(cuts) else t[-1]
        struck = tuple(j for j, lane in enumerate(lanes) if state in lane.impacts)
        found.append(ModeInterval(float(t[state]), float(end), tuple(lane.phase_at(state) for lane in lanes), struck))
    return tuple(found)
