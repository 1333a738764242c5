"""Where IPOPT ended on the lecture's problem, and which row asks for what."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..optimiser.program_solution import Solution
from ..task.lecture_switches import LectureSwitches
from ..values import PlanStatus


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of g that belong together."""

    group: str  # "dynamics", "touch-down speed", "foot on the ground", "leg length", "start", "goal"
    knot: int  # at which, from 0; of a step the one it begins at
    first: int
    count: int
    entries: tuple[int, ...] = ()  # of the state, where the rows give the start or the goal

    @property
    def where(self) -> slice:
        """In g."""
        return slice(self.first, self.first + self.count)


@dataclass(frozen=True, eq=False, slots=True)
class LectureSolution:
    """Of the whole problem, or of a piece of it. K knots, n states."""

    switches: LectureSwitches
    first: int  # knot, from 0; of the whole 0
    x: Array  # (K, n) after the jump, where there is one
    u: Array  # (K − 1, 2)
    rows: tuple[Rows, ...]
    lower: Array  # (m,)
    upper: Array  # (m,)
    found: Solution
    seconds_building: float

    @property
    def cost(self) -> float:
        """What was minimised."""
        return self.found.cost

    @property
    def status(self) -> PlanStatus:
        """How it ended."""
        return self.found.status

    @property
    def iterations(self) -> int:
        """Of IPOPT."""
        return self.found.iterations

    @property
    def g(self) -> Array:
        """(m,) the rows' values."""
        return self.found.rows

    @property
    def multiplier(self) -> Array:
        """(m,) > 0 at an upper bound, < 0 at a lower one: cost per unit that the bound is loosened, with its sign."""
        return self.found.point.lam_g

    def prices(self, group: str) -> Array:
        """What moving each entry of the start or of the goal adds to the cost, to first order (n,); 0 for what is not asked."""
        (rows,) = [rows for rows in self.rows if rows.group == group]
        found = np.zeros(self.x.shape[1])
        found[list(rows.entries)] = -self.multiplier[rows.where]
        return found
