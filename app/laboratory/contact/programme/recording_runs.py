"""The recording solved again in pieces, solver by solver, and what is told of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.simulation.resolving.resolve import resolve, states_with_contacts
from torseur.sim.simulation.resolving.values import FORCE_UNITS, RATE_UNITS, Resolved
from torseur.sim.texts import tr
from torseur.ui.laboratory.contact.programme.recording_section import ResolvedRow

from ....background.background_thread import Step

PIECE = 8  # states that are solved between two looks at whether to go on
MOST_TOLD = 3  # failures that a tip tells


@dataclass(eq=False)
class SolverTally:
    """What one solver did so far, kept in numbers: there may be very many states."""

    method: str
    residuals: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    failures: int = 0
    force: float = 0.0  # largest difference
    velocity: float = 0.0  # largest difference
    refused: Counter[str] = field(default_factory=Counter)  # states by the reason
    told: list[str] = field(default_factory=list)  # of the first failures
    levels: set[str] = field(default_factory=set)  # of the problems

    def add(self, found: Resolved) -> None:
        """More states."""
        for state in found.asked:
            self.levels.add(state.level)
            self.residuals.append(state.residual)
            self.seconds.append(state.seconds)
            self.force = max(self.force, state.force_difference)
            self.velocity = max(self.velocity, state.velocity_difference)
        self.failures += len(found.failures)
        self.refused.update(tr(state.status) for state in found.refused)
        room = MOST_TOLD - len(self.told)
        self.told += [
            tr("above the tolerance at {t:.6g} s: {status}", t=state.t, status=tr(state.status))
            for state in found.failures[:room]
        ]

    @property
    def row(self) -> ResolvedRow:
        """What is told of it."""
        reasons = [
            tr("not solved again, {count} states: {reason}", count=count, reason=reason)
            for reason, count in self.refused.items()
        ]
        any_asked = bool(self.residuals)
        return ResolvedRow(
            method=self.method, states=len(self.residuals), failures=self.failures, refused=self.refused.total(),
            median=float(np.median(self.residuals)) if any_asked else np.nan, worst=max(self.residuals, default=np.nan),
            seconds=float(np.median(self.seconds)) if any_asked else np.nan, force=self.force, velocity=self.velocity,
            tip="\n".join([*reasons, *self.told]),
        )  # fmt: skip


@dataclass(eq=False)
class RecordingRun:
    """States of a recording, to be solved again by some solvers."""

    recording: Recording
    solvers: tuple[str, ...]
    law: str | None
    states: tuple[int, ...]
    done: int = 0  # states, of all solvers
    found: dict[str, SolverTally] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """States of all solvers."""
        return len(self.states) * len(self.solvers)

    def steps(self) -> list[Step]:
        """What a thread does, piece by piece; each answers (solver, states asked, Resolved)."""
        pieces = [self.states[k : k + PIECE] for k in range(0, len(self.states), PIECE)]
        return [partial(self._piece, solver, piece) for solver in self.solvers for piece in pieces]

    def note(self, solver: str, count: int, found: Resolved) -> None:
        """One piece has come."""
        self.done += count
        self.found.setdefault(solver, SolverTally(solver)).add(found)

    @property
    def units(self) -> tuple[str, str]:
        """Of rates and of forces so far: of both where there are problems of both kinds."""
        levels = sorted({level for tally in self.found.values() for level in tally.levels})
        rates, forces = (dict.fromkeys(units[level] for level in levels) for units in (RATE_UNITS, FORCE_UNITS))
        return " | ".join(rates), " | ".join(forces)

    def rows(self) -> list[ResolvedRow]:
        """What is told so far."""
        return [tally.row for tally in self.found.values()]

    def _piece(self, solver: str, states: tuple[int, ...]) -> tuple[str, int, Resolved]:
        return solver, len(states), resolve(self.recording, solver=solver, law=self.law, states=states)


def recording_run(recording: Recording, solvers: Sequence[str], law: str, most: str) -> RecordingRun:
    """A run over as many states, evenly spaced, as asked for; "": over all."""
    return RecordingRun(
        recording, tuple(solvers), law or None, states_with_contacts(recording, int(most) if most else None)
    )
