"""What is found of friction in simulations, as plain values."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from ....arrays import Array


class ContactPhase(IntEnum):
    """What a contact does from one time to another."""

    OPEN = 0  # apart, or without force
    STICK = 1
    SLIP = 2
    CLOSED = 3  # pressed, without friction: it neither sticks nor slides


@dataclass(frozen=True, eq=False, slots=True)
class ModeLane:
    """One contact of two bodies over time, or what takes its place there."""

    bodies: tuple[str, str]  # the normal points from the first into the second
    number: int  # among the contacts that these two have at once, from 0
    states: np.ndarray  # (k,) int64, rising: the state from which on it is in each phase; the first is 0
    phases: np.ndarray  # (k,) int8 `ContactPhase`
    impacts: np.ndarray  # (m,) int64: states at which it was struck

    def phase_at(self, state: int) -> ContactPhase:
        """What it does at a state."""
        return ContactPhase(int(self.phases[int(np.searchsorted(self.states, state, side="right")) - 1]))


@dataclass(frozen=True, eq=False, slots=True)
class ModeInterval:
    """A time in which no contact changes what it does: one entry of a mode sequence."""

    start: float  # [s]
    end: float  # [s]
    phases: tuple[ContactPhase, ...]  # of each lane
    struck: tuple[int, ...]  # lanes that were struck at the start of it


@dataclass(frozen=True, eq=False, slots=True)
class ModeSequence:
    """What all contacts of a recording did: a lane each, and the sequence of intervals that a hybrid planner has to be given.

    Times are those of the states at which a phase is first recorded; in time-stepping that is the end of the step.
    """

    t: Array  # (n,) of the states [s]
    lanes: tuple[ModeLane, ...]
    intervals: tuple[ModeInterval, ...]
    orders: tuple[tuple[int, tuple[int, ...]], ...]  # from which state on, and the lane of each contact recorded; -1: none

    def lanes_at(self, state: int) -> tuple[int, ...]:
        """The lane of each contact that is recorded for a state, in their order; -1: it was left out."""
        k = bisect_right(self.orders, state, key=lambda order: order[0]) - 1
        return self.orders[k][1] if k >= 0 else ()
