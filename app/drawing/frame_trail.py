"""Where a frame was at the states of a recording up to an instant: of one that stays in its file, read by a thread."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array

from ..background.background_thread import Background

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

POINTS = 400  # at most, and half of them at least where there are so many states; without the last
MOST_KEPT = 8 * POINTS
BLOCK = 8  # states of a file that are read in one go: each with those about it


class FrameTrail(QObject):
    """Points of one frame. `grown`: more of what was asked for last is known.

    Every stride-th state has one, the stride a power of two: what is known of an instant serves the next one.
    """

    grown = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording: Recording | None = None
        self._frame = ""
        self._known: dict[int, Array] = {}  # points (3,) of states [m]
        self._reading = Background(self)
        self._reading.found.connect(self._on_read)

    def points(self, recording: Recording, frame: str, last: int, here: Array) -> Array:
        """Origins (n, 3) of the frame from the first state to the last, where it is at `here` (3,) [m].

        Of a recording that stays in its file those from the first on that are known: `grown` tells of more.
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
        wanted = [i for i in states if i not in self._known]
        if held := [i for i in wanted if i >= recording.begin_in_memory]:
            self._known |= origins(recording, frame, held)
        if wanted := [i for i in wanted if i < recording.begin_in_memory]:
            blocks = [wanted[k : k + BLOCK] for k in range(0, len(wanted), BLOCK)]
            self._reading.ask((recording, frame), [partial(origins, recording, frame, block) for block in blocks])
        known = [self._known[i] for i in takewhile(self._known.__contains__, states)]
        return np.array([*known, here] if len(known) == len(states) else known).reshape(-1, 3)

    def forget(self) -> None:
        """Nothing is asked for."""
        self._reading.stop()
        self._recording, self._known = None, {}

    def _on_read(self, key: tuple[Recording, str], found: dict[int, Array] | Exception) -> None:
        if key != (self._recording, self._frame):
            return
        if isinstance(found, Exception):
            raise found
        self._known |= found
        self.grown.emit()


def origins(recording: Recording, frame: str, states: list[int]) -> dict[int, Array]:
    """The origin (3,) of a frame at some states [m]."""
    from torseur.sim.multibody.kinematics.kinematics import frame_pose

    model = recording.scene.model
    return {i: frame_pose(model, q, frame)[:3, 3] for i, q in zip(states, recording.q[states], strict=True)}
