"""What the plots show of a recording: energies, sums of forces, and gaps of pairs of bodies, the latter found block by block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from torseur.sim.arrays import Array
from torseur.ui.displays.plot.thinning import FoundRows, PlottedLine

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.gaps import BodyGaps
    from torseur.sim.simulation.recording.recording import Recording

BLOCK = 64  # states that are looked at in one go, at least
MOST_STEPS = 1000  # in which all states are looked at
MOST = 3000  # states that are looked at for gaps
MOST_ON_DISK = 300  # of those that stay in a file: each is read with those about it
REACH = 10.0  # gaps are followed up to here [m]
BESIDE = 64  # states on each side of those that are drawn, from which lines go on over instants without forces


class FoundBlock(NamedTuple):
    """What was found of some states that follow each other."""

    until: int  # one past the last of them
    sums: np.ndarray  # (3, n) as `Recording.contact_sums`; of a recording that looks after itself from afar (3, 0)
    impulses: np.ndarray  # (2, m) when something struck [s], and what the impulses add up to [N s]
    t: Array  # (k,) of those that were looked at for gaps [s]
    gaps: Array  # (k, pairs) [m]


class PlottedStates:
    """What is known of the states of one recording. `look` is for a thread, and what it finds is to be added in order.

    Gaps are of every stride-th state, so that there are never more than `MOST`, or `MOST_ON_DISK` to be read from a file.
    """

    def __init__(self, recording: Recording, *, with_gaps: bool) -> None:
        self.recording, self._with_gaps = recording, with_gaps
        self.count = 0  # states that are known
        # Of one in a file sums are read when they are drawn: those of millions of states are not kept.
        self._reads_sums = bool(recording.extremes)
        self._sums: list[np.ndarray] = []
        self._impulses: list[np.ndarray] = []
        self._long_forces: tuple[PlottedLine, PlottedLine] | None = None
        self._start = np.nan, np.nan  # Σλ_n and Σ‖λ_t‖ of the first state [N]
        self._finder: BodyGaps | None = None
        self._stride = 1
        self._t: list[float] = []
        self._rows: list[Array] = []
        self._least = np.zeros(0)  # of each pair, ever

    def look(self, n: int) -> Iterator[FoundBlock]:
        """Those of the first n states that are not known yet."""
        to_read = min(n, self.recording.begin_in_memory) - self.count
        while n // self._stride > MOST or to_read // self._stride > MOST_ON_DISK:
            self._stride *= 2
            self._t, self._rows = self._t[::2], self._rows[::2]
        block = BLOCK * max(1, -(-(n - self.count) // (BLOCK * MOST_STEPS)))
        return (self._look(k, min(k + block, n), self._stride) for k in range(self.count, n, block))

    def add(self, found: FoundBlock) -> None:
        """Take in what a step found."""
        self.count = found.until
        self._sums.append(found.sums)
        if found.impulses.size or not self._impulses:
            self._impulses.append(found.impulses)
        self._t += found.t.tolist()
        self._rows += list(found.gaps)
        if len(found.gaps):
            least = np.fmin.reduce(found.gaps, axis=0)
            self._least = np.fmin(self._least, least) if len(self._least) else least

    def sums(self) -> np.ndarray:
        """Of each known state (3, n): Σλ_n and Σ‖λ_t‖ [N], and the sum of the normal impulses of impacts [N s]; not copied.

        Empty where a file has them.
        """
        if len(self._sums) > 1:
            self._sums = [np.concatenate(self._sums, axis=1)]
        return self._sums[0] if self._sums else np.zeros((3, 0))

    def energies(self, n: int) -> tuple[PlottedLine, PlottedLine, PlottedLine]:
        """Total, potential and kinetic energy of the first n states [J]."""
        recording, t = self.recording, self.recording.t[:n]
        if not (few := recording.extremes):
            kinetic, potential = recording.kinetic[:n], recording.potential[:n]
            return PlottedLine(t, kinetic + potential), PlottedLine(t, potential), PlottedLine(t, kinetic)
        total = FoundRows(n, lambda part: recording.kinetic[part] + recording.potential[part])
        return (
            PlottedLine(t, total, few["energy"]),
            PlottedLine(t, recording.potential, few["potential"]),
            PlottedLine(t, recording.kinetic, few["kinetic"]),
        )

    def forces(self) -> tuple[PlottedLine, PlottedLine]:
        """Σλ_n and Σ‖λ_t‖ [N] of the known states. The same lines as before, where they are of a file.

        For the jump of an impact of the hybrid scheme no force is solved: lines go on over it.
        """
        recording, t = self.recording, self.recording.t[: self.count]
        if self._reads_sums:
            if self._long_forces is None:
                self._long_forces = self._long_force("force", 0), self._long_force("friction", 1)
            return self._long_forces
        normal, tangential, _ = self.sums()
        if recording.settings.scheme == "hybrid":
            normal, tangential = normal.copy(), tangential.copy()
            go_on_over_jumps(t, normal)
            go_on_over_jumps(t, tangential)
        return PlottedLine(t, normal), PlottedLine(t, tangential)

    def _long_force(self, name: str, k: int) -> PlottedLine:
        recording, start = self.recording, self._start[k]

        def read(part: slice) -> Array:
            begin, end = max(part.start - BESIDE, 0), min(part.stop + BESIDE, len(recording))
            force = recording.contact_sums(end, begin)[k]
            if begin == 0:
                force[:1] = start
            if recording.settings.scheme == "hybrid":
                go_on_over_jumps(recording.t[begin:end], force)
            return force[part.start - begin : part.stop - begin]

        few = recording.extremes[name]
        values = few.values.copy()
        values[:1] = start
        if recording.settings.scheme == "hybrid":
            go_on_over_jumps(few.t, values)
        return PlottedLine(recording.t, FoundRows(len(recording), read), (few.t, values))

    def impulses(self) -> np.ndarray:
        """When something struck [s], and what the normal impulses of that state add up to [N s]: (2, m), of the known states.

        The same array as before, if there are no others.
        """
        if len(self._impulses) > 1:
            self._impulses = [np.concatenate(self._impulses, axis=1)]
        return self._impulses[0] if self._impulses else np.zeros((2, 0))

    def correct_start(self, normal: float, tangential: float) -> None:
        """Know Σλ_n and Σ‖λ_t‖ [N] of the first state, which the recording does not."""
        if (normal, tangential) != self._start:
            self._start, self._long_forces = (normal, tangential), None
        if self.count and not self._reads_sums:
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
        recording = self.recording
        sums = np.array(recording.contact_sums(until, since))
        struck = np.flatnonzero(sums[2] > 0.0)
        impulses = np.stack((recording.t[since + struck], sums[2, struck]))
        if self._reads_sums:
            sums = np.zeros((3, 0))
        if not self._with_gaps:
            return FoundBlock(until, sums, impulses, np.zeros(0), np.zeros((0, 0)))
        if self._finder is None:
            from torseur.sim.simulation.recording.gaps import BodyGaps

            self._finder = BodyGaps(recording.scene)
        some = np.arange(-(-since // stride) * stride, until, stride)
        return FoundBlock(until, sums, impulses, recording.t[some], self._finder.at(recording.q[some], REACH))


def go_on_over_jumps(t: Array, force: Array) -> None:
    """Put what lies on the line between its neighbours, at times t (n,) [s], where there is no force (n,) [N]."""
    solved = np.isfinite(force)
    if solved.any():
        force[~solved] = np.interp(t[~solved], t[solved], force[solved])
