"""Where a frame was at the states of a recording up to an instant: of one that stays in its file, read by a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.arrays import Array

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

POINTS = 400  # at most, and half of them at least where there are so many states; without the last
MOST_KEPT = 8 * POINTS
BLOCK = 8  # states of a file that are read in one go: each with those about it
MOST_ASKED = 8 * BLOCK  # states, before those are asked for that another instant wants


class FrameTrail:
    """Points of one frame.

    Every stride-th state has one, the stride a power of two: what is known of an instant serves the next one.
    """

    def __init__(self, ask: Callable[..., Any]) -> None:
        """`ask` reads by a thread, as `PageQuestions.ask_alone`."""
        self._ask = ask
        self._recording: Recording | None = None
        self._frame = ""
        self._known: dict[int, Array] = {}  # points (3,) of states [m]

    def points(self, recording: Recording, frame: str, last: int, here: Array) -> Array:
        """Origins (n, 3) of the frame from the first state to the last, where it is at `here` (3,) [m].

        Of a recording that stays in its file those from the first on that are known: more of them once `ask` is answered.
        """
        if recording is not self._recording or frame != self._frame:
            self.forget()
            self._recording, self._frame = recording, frame
        stride = 1
        while last // stride >= POINTS:
            stride *= 2
        states = range(0, last, stride)
        if len(self._known) > MOST_KEPT:
            self._known = {i: self._known[i] for i in states if i in self._known}
        if held := [i for i in states if i not in self._known and i >= recording.begin_in_memory]:
            self._known |= origins(recording, frame, held)
        while some := [i for i in states if i not in self._known][:MOST_ASKED]:
            read = partial(read_origins, recording, frame, some)
            answer = self._ask(frame, some, read, of=recording, fold=lambda _, found: found, finishes=True)
            self._known |= answer.value or {}
            if answer.late or answer.error:
                break
        known = [self._known[i] for i in takewhile(self._known.__contains__, states)]
        return np.array([*known, here] if len(known) == len(states) else known).reshape(-1, 3)

    def forget(self) -> None:
        """Nothing is asked for."""
        self._recording, self._known = None, {}


def read_origins(recording: Recording, frame: str, states: list[int]) -> Iterator[dict[int, Array]]:
    """Origins at more and more of some states that stay in a file [m]."""
    found: dict[int, Array] = {}
    for k in range(0, len(states), BLOCK):
        found = found | origins(recording, frame, states[k : k + BLOCK])
        yield found


def origins(recording: Recording, frame: str, states: list[int]) -> dict[int, Array]:
    """The origin (3,) of a frame at some states [m]."""
    from torseur.sim.multibody.kinematics.kinematics import frame_pose

    model = recording.scene.model
    return {i: frame_pose(model, q, frame)[:3, 3] for i, q in zip(states, recording.q[states], strict=True)}
