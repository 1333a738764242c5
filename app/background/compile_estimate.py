"""How long the kernels will still be compiled: what each is known to cost, corrected by the speed seen so far."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heapify, heappop, heappush

from torseur.sim.compilation import ENTRIES, GROUPS, POSING

Entry = tuple[str, str]

STEP = ("simulation.running.time_stepping.steps_at", "_steps_at")
COSTS: dict[Entry, float] = {
    ("multibody.kinematics.kinematics", "_frame_poses"): 3.4,
    ("multibody.kinematics.jacobian", "_jacobian"): 2.0,
    STEP: 4.7,
    ("analysis.inverse_kinematics.pose_descent", "descend"): 3.0,
    ("simulation.running.contact_problem", "_assemble"): 1.7,
    ("contact.problem.own_methods", "_active_set"): 1.2,
    ("contact.problem.own_methods", "_newton"): 4.3,
    ("simulation.running.hybrid.many_intervals", "advance_hybrid"): 12.3,
    ("multibody.dynamics.forward_dynamics", "_forward_dynamics"): 2.9,
    ("multibody.dynamics.dynamics_derivatives", "_derivatives"): 3.2,
    ("multibody.kinematics.frame_accelerations", "_frame_accelerations"): 1.0,
    ("multibody.dynamics.batch", "_inverse_dynamics"): 2.9,
    ("multibody.dynamics.batch", "_forward_dynamics"): 3.9,
    ("multibody.dynamics.batch", "_through_the_mass_matrix"): 3.5,
    ("multibody.dynamics.batch", "_jacobian"): 2.6,
    ("contact.problem.own_methods", "_gauss_seidel"): 2.1,
    ("contact.problem.own_methods", "_admm"): 1.8,
    ("contact.dense.active_set", "unconstrained_minimum"): 0.5,
}
"""Seconds of one processor for what each entry of `torseur.sim.compilation` adds, in its order, measured once."""
STEP_PARTS = (13.2, 7.8, 2.6)  # the largest kernels of a step, which are compiled side by side before it [s]
START = 1.5  # until the processes have imported what they need [s]
OTHER = 0.6  # of an entry that is not listed [s]
TRUST = 8.0  # the pace is believed once so much has been compiled [s]


class CompileEstimate:
    """Of one run of the processes that compile."""

    def __init__(self, absent: Collection[Entry], processes: int) -> None:
        self._ends = _planned_ends(absent, processes)
        self._after = [0.0]  # planned until the first k entries are ready
        for entry in ENTRIES:
            self._after.append(max(self._after[-1], self._ends.get(entry, 0.0)))
        self._ready = 0
        self._pace = 1.0  # seconds of the clock for one that was planned

    def note(self, ready: int, elapsed: float) -> None:
        """So many entries, counted from the first, are ready after so long [s]."""
        if ready > self._ready:
            self._ready = ready
            self._pace = (TRUST + elapsed) / (TRUST + self._after[ready])

    def seconds_until(self, group: str, elapsed: float) -> float:
        """Until the entries of a group, and all before them, are ready [s]."""
        names = list(GROUPS)
        count = sum(len(GROUPS[name]) for name in names[: names.index(group) + 1])
        if count <= self._ready:
            return 0.0
        return max(0.0, self._pace_at(elapsed) * self._after[count] - elapsed)

    def share(self, elapsed: float) -> float:
        """How much of the time is over, 0 to 1."""
        whole = self._pace_at(elapsed) * self._after[-1]
        return min(1.0, elapsed / whole) if whole > 0.0 else 1.0

    def _pace_at(self, elapsed: float) -> float:
        """Slower than seen so far, if what comes next should have been ready by now."""
        following = next((after for after in self._after if after > self._after[self._ready]), 0.0)
        return max(self._pace, (TRUST + elapsed) / (TRUST + following)) if following else self._pace


def _planned_ends(absent: Collection[Entry], processes: int) -> dict[Entry, float]:
    """When each entry will be ready if each process takes the next one as soon as it is free [s]."""
    free = [START] * max(1, processes)
    heapify(free)

    def end_of(cost: float, earliest: float = 0.0) -> float:
        end = max(heappop(free), earliest) + cost
        heappush(free, end)
        return end

    wanted = [entry for entry in ENTRIES if entry in absent]
    ends = {entry: end_of(COSTS.get(entry, OTHER)) for entry in wanted if entry in GROUPS[POSING]}
    parts = max((end_of(cost) for cost in STEP_PARTS), default=0.0) if STEP in absent else 0.0
    for entry in wanted:
        if entry not in ends:
            ends[entry] = end_of(COSTS.get(entry, OTHER), parts if entry == STEP else 0.0)
    return ends
