"""What the plots show of contacts: sums of forces, and gaps of pairs of bodies, found block by block of states."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from torseur.sim.arrays import Array

from ..background.background_thread import Step

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.gaps import BodyGaps
    from torseur.sim.simulation.recording.recording import Recording

BLOCK = 64  # states that are looked at in one go, at least
MOST_STEPS = 1000  # in which all states are looked at: the list of them is made in the window's thread
MOST = 3000  # states that are looked at for gaps
MOST_ON_DISK = 300  # of those that stay in a file: each is read with those about it
REACH = 10.0  # gaps are followed up to here [m]


class FoundBlock(NamedTuple):
    """What was found of some states that follow each other."""

    until: int  # one past the last of them
    sums: np.ndarray  # (3, n) as `Recording.contact_sums`
    t: Array  # (k,) of those that were looked at for gaps [s]
    gaps: Array  # (k, pairs) [m]


class PlottedStates:
    """What is known of the states of one recording. `steps` are for a thread, and what they find is to be added in order.

    Gaps are of every stride-th state, so that there are never more than `MOST`, or `MOST_ON_DISK` to be read from a file.
    """

    def __init__(self, recording: Recording, *, with_gaps: bool) -> None:
        self._recording, self._with_gaps = recording, with_gaps
        self.count = 0  # states that are known
        self._sums: list[np.ndarray] = []
        self._finder: BodyGaps | None = None
        self._stride = 1
        self._t: list[float] = []
        self._rows: list[Array] = []
        self._least = np.zeros(0)  # of each pair, ever

    def steps(self, n: int) -> list[Step]:
        """What is to be done to know the first n states."""
        to_read = min(n, self._recording.begin_in_memory) - self.count
        while n // self._stride > MOST or to_read // self._stride > MOST_ON_DISK:
            self._stride *= 2
            self._t, self._rows = self._t[::2], self._rows[::2]
        block = BLOCK * max(1, -(-(n - self.count) // (BLOCK * MOST_STEPS)))
        return [partial(self._look, k, min(k + block, n), self._stride) for k in range(self.count, n, block)]

    def add(self, found: FoundBlock) -> None:
        """Take in what a step found."""
        self.count = found.until
        self._sums.append(found.sums)
        self._t += found.t.tolist()
        self._rows += list(found.gaps)
        if len(found.gaps):
            least = np.fmin.reduce(found.gaps, axis=0)
            self._least = np.fmin(self._least, least) if len(self._least) else least

    def sums(self) -> np.ndarray:
        """Of each known state (3, n): Σλ_n and Σ‖λ_t‖ [N], and the sum of the normal impulses of impacts [N s].

        They are not copied: those of a long recording are a large part of what the window takes for it.
        """
        if len(self._sums) > 1:
            self._sums = [np.concatenate(self._sums, axis=1)]
        return self._sums[0] if self._sums else np.zeros((3, 0))

    def forces(self) -> tuple[Array, Array, Array]:
        """Times (n,) [s], Σλ_n and Σ‖λ_t‖ (n,) [N] of the known states, less those after impacts of the hybrid scheme.

        For the jump of an impact no force is solved: lines go on over it.
        """
        t = self._recording.t[: self.count]
        normal, tangential, _ = self.sums()
        if self._recording.settings.scheme != "hybrid":
            return t, normal, tangential
        solved = np.isfinite(normal)
        return t[solved], normal[solved], tangential[solved]

    def correct_start(self, normal: float, tangential: float) -> None:
        """Know Σλ_n and Σ‖λ_t‖ [N] of the first state, which the recording does not."""
        if self.count:
            self.sums()[:2, 0] = normal, tangential

    def nearest(self, count: int) -> tuple[np.ndarray, tuple[tuple[str, str], ...], np.ndarray]:
        """Times (n,), names of their bodies and gaps (n, k) [m] of the pairs that came nearest."""
        if not self._rows or self._finder is None:
            return np.zeros(0), (), np.zeros((0, 0))
        known = int(np.count_nonzero(~np.isnan(self._least)))
        order = np.argsort(self._least, kind="stable")[: min(count, known)]  # those that are not known come last
        names = tuple(self._finder.names[k] for k in order)
        return np.array(self._t), names, np.array([row[order] for row in self._rows])

    def _look(self, since: int, until: int, stride: int) -> FoundBlock:
        recording = self._recording
        sums = np.array(recording.contact_sums(until, since))
        if not self._with_gaps:
            return FoundBlock(until, sums, np.zeros(0), np.zeros((0, 0)))
        if self._finder is None:
            from torseur.sim.simulation.recording.gaps import BodyGaps

            self._finder = BodyGaps(recording.scene)
        some = np.arange(-(-since // stride) * stride, until, stride)
        return FoundBlock(until, sums, recording.t[some], self._finder.at(recording.q[some], REACH))
