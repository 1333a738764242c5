"""Things that happen at an instant: impacts, lift-offs, slips, sticks; and finding them in the contacts of two states."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ...arrays import Array
from ...contact.contacts import Mode
from ..step_arrays import IMPACT, IMPULSE, NORMAL, SHAPE_A, SHAPE_B, VELOCITY, VELOCITY_BEFORE

Pair = tuple[int, int]
Speeds = tuple[float, float]


class EventKind(Enum):
    """What happened."""

    IMPACT = "impact"  # velocities jumped
    LIFT_OFF = "lift-off"  # a contact that was pressed let go
    SLIP = "slip"  # a contact that stuck began to slide
    STICK = "stick"  # a contact that slid came to hold


@dataclass(frozen=True, slots=True)
class Event:
    """One event. For time-stepping, t is the end of the step it happened in.

    before, after : normal velocity (positive: parting) and slip speed [m/s] of one contact of the pair: at an impact the one that
                    approached fastest, at a lift-off the one that parts fastest, else the one that slips fastest. None where
                    the recording does not have it.
    """

    t: float  # [s]
    kind: EventKind
    bodies: tuple[str, str]
    impulse: float = 0.0  # of an impact, normal, summed over the pair's contacts [N s]
    contacts: int = 1  # how many contacts of the pair took part
    impulse_vector: tuple[float, float, float] = (
        0.0,
        0.0,
        0.0,
    )  # the same with friction, on the second body, world [N s]
    before: Speeds | None = None
    after: Speeds | None = None


@dataclass(frozen=True, eq=False, slots=True)
class StateContacts:
    """The contacts of one recorded state: pairs (k, 4) and numbers (k, CONTACT_NUMBERS) of `Record`."""

    pairs: np.ndarray
    numbers: Array

    def of(self, pair: Pair) -> Array:
        """The numbers of one pair's contacts."""
        return self.numbers[(self.pairs[:, SHAPE_A] == pair[0]) & (self.pairs[:, SHAPE_B] == pair[1])]


def events_between(
    t: float, before: StateContacts, now: StateContacts, pressed: dict[Pair, int], pressed_now: dict[Pair, int],
    names: Callable[[int, int], tuple[str, str]],
) -> Iterator[Event]:  # fmt: skip
    """The events that led from one state to the next, at t.

    pressed, pressed_now : for each pair pressed together before (without those that struck there) and now, STICK or SLIP
    """
    has_impact = now.pairs[:, IMPACT].astype(bool)
    hit = {(int(a), int(b)) for a, b in now.pairs[has_impact][:, [SHAPE_A, SHAPE_B]]}
    for pair in hit:
        rows = StateContacts(now.pairs[has_impact], now.numbers[has_impact]).of(pair)
        yield _impact(t, names(*pair), rows)
    for pair in pressed.keys() - pressed_now.keys():
        yield _change(t, EventKind.LIFT_OFF, names(*pair), before.of(pair), now.of(pair))
    for pair in pressed.keys() & pressed_now.keys() - hit:
        if pressed[pair] != pressed_now[pair]:
            kind = EventKind.SLIP if pressed_now[pair] == Mode.SLIP else EventKind.STICK
            yield _change(t, kind, names(*pair), before.of(pair), now.of(pair))


def _impact(t: float, bodies: tuple[str, str], rows: Array) -> Event:
    impulse, known = rows[:, IMPULSE : IMPULSE + 3], not np.isnan(rows[:, VELOCITY_BEFORE : VELOCITY_BEFORE + 3]).any()
    total = impulse.sum(axis=0)
    normal = float(np.sum(impulse * rows[:, NORMAL : NORMAL + 3]))
    before = [_speeds(row, VELOCITY_BEFORE) for row in rows]
    k = int(np.nanargmin([u[0] for u in before])) if known else -1
    return Event(
        t, EventKind.IMPACT, bodies, normal, len(rows), (float(total[0]), float(total[1]), float(total[2])),
        before[k] if k >= 0 else None, _speeds(rows[k], VELOCITY) if k >= 0 else None,
    )  # fmt: skip


def _change(t: float, kind: EventKind, bodies: tuple[str, str], rows: Array, rows_now: Array) -> Event:
    which = 0 if kind is EventKind.LIFT_OFF else 1
    before, after = (max((_speeds(row, VELOCITY) for row in some), key=lambda u: u[which], default=None)
                     for some in (rows, rows_now))  # fmt: skip
    return Event(t, kind, bodies, before=before, after=after)


def _speeds(row: Array, first: int) -> Speeds:
    """Normal velocity and slip speed of the velocity in row[first : first + 3]."""
    (x, y, z), (a, b, c) = row[first : first + 3].tolist(), row[NORMAL : NORMAL + 3].tolist()
    normal = x * a + y * b + z * c
    return normal, math.sqrt((x - normal * a) ** 2 + (y - normal * b) ** 2 + (z - normal * c) ** 2)
