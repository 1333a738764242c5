"""A recording solved again: passive values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....arrays import Array

FORCE_UNITS = {"acceleration": "N", "velocity": "N", "impact": "N s"}
"""Of forces at each level of problems; impulses over a step are divided by it, those of an instant have no duration."""
RATE_UNITS = {"acceleration": "m/s²", "velocity": "m/s", "impact": "m/s"}


@dataclass(frozen=True, slots=True)
class ResolvedState:
    """One state of a recording whose contact problem was solved again, from nothing.

    Differences are from what the recording has; redundant contacts may have other forces and the same velocities.
    """

    index: int  # of the state
    t: float  # [s]
    level: str  # "acceleration", "velocity" or "impact"
    contacts: int  # and joints that took part
    status: str  # a sentence; why, where it was not solved again
    asked: bool  # whether the solver was asked; it does not know every problem
    solved: bool  # to the tolerance asked for
    iterations: int
    seconds: float  # of the solver alone [s]
    residual: float  # natural map of the law asked [m/s | m/s²]
    recorded_residual: float  # of the forces of the recording, for their own law [m/s | m/s²]
    force: float  # largest force of the recording in this state [N | N s]
    force_difference: float  # largest of any contact [N | N s]
    velocity_difference: float  # largest of any contact [m/s | m/s²]

    @property
    def force_unit(self) -> str:
        """Of `force` and `force_difference`."""
        return FORCE_UNITS[self.level]

    @property
    def rate_unit(self) -> str:
        """Of residuals and of `velocity_difference`."""
        return RATE_UNITS[self.level]


@dataclass(frozen=True, eq=False, slots=True)
class Resolved:
    """States of a recording solved again by one solver under one law. States in which nothing touched are not in it."""

    solver: str
    law: str
    facets: int  # of the pyramid; 0 for other laws
    states: tuple[ResolvedState, ...]

    def column(self, name: str) -> Array:
        """A number of `ResolvedState`, of all states that the solver was asked for."""
        return np.array([getattr(state, name) for state in self.asked], dtype=np.float64)

    @property
    def asked(self) -> tuple[ResolvedState, ...]:
        """The states that the solver was asked for."""
        return tuple(state for state in self.states if state.asked)

    @property
    def failures(self) -> tuple[ResolvedState, ...]:
        """Those in which it stayed above the tolerance."""
        return tuple(state for state in self.asked if not state.solved)

    @property
    def refused(self) -> tuple[ResolvedState, ...]:
        """Those that it could not be asked for; their status says why."""
        return tuple(state for state in self.states if not state.asked)
