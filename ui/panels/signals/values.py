"""What the panel of signals is told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torseur.sim.simulation.inspection.recorded_dynamics.values import RangeStatistics


@dataclass(frozen=True, slots=True)
class SignalEntry:
    """A row of the tree: a group of what follows deeper, or a quantity that can be plotted."""

    key: str
    name: str
    depth: int = 0
    unit: str = ""  # as shown
    tip: str = ""
    is_group: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class SignalLine:
    """A quantity over time, in the unit that it is shown in."""

    key: str
    name: str  # with its group
    unit: str
    pane: str  # title of the plot that it is drawn in; what has another unit is drawn in another one
    t: np.ndarray  # (n,) [s]
    values: np.ndarray  # (n,), may hold NaN

    @property
    def kind(self) -> str:
        """Which quantity it is, of whatever joint: τ as recorded, τ that is needed."""
        return self.key.split("/")[0]


@dataclass(frozen=True, slots=True)
class SignalStatistics:
    """Of one quantity over the range."""

    key: str
    name: str
    unit: str
    found: RangeStatistics
