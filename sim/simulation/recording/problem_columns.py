"""What a recording keeps of the problems that were solved, beside the entries of its contacts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ..step_arrays import ACCELERATION, NOT_SOLVED, PLANNED

if TYPE_CHECKING:
    from .states.column_on_disk import Column
    from .states.states_in_memory import StatesInMemory
    from .states.states_on_disk import StatesOnDisk


class ProblemColumns:
    """Columns of `Record` from `level` on, over all states; read by `solved_problem`."""

    def __init__(self, states: StatesInMemory | StatesOnDisk) -> None:
        self._states = states

    @property
    def levels(self) -> np.ndarray:
        """`level` of each state (n,)."""
        return self._states.column("level")

    @property
    def configurations(self) -> Column:
        """`configuration` of each state (n, nq)."""
        return self._states.column("q_solved")

    def level(self, i: int) -> int:
        """What the problem of state i was of: ACCELERATION, VELOCITY_LEVEL, IMPACT_LEVEL, NOT_SOLVED, NOT_KEPT or PLANNED."""
        return int(self._states.column("level")[i])

    def is_of_accelerations(self, i: int) -> bool:
        """Whether forces were solved for at state i; then its residual is relative to the largest acceleration."""
        return self.level(i) == ACCELERATION

    def is_start(self, i: int) -> bool:
        """Whether no solve led to state i: a simulation starts from it."""
        return self.level(i) == NOT_SOLVED

    def is_planned(self, i: int) -> bool:
        """Whether state i is of a plan: nothing was solved for it, its forces are the plan's."""
        return self.level(i) == PLANNED

    def configuration(self, i: int) -> Array:
        """Where the problem of state i was set up (nq,)."""
        return self._states.column("q_solved")[i]

    def diagonal(self, i: int) -> Array:
        """What was added to the diagonal of the mass matrix in it (nv,)."""
        return self._states.column("diagonal")[i]

    def joints(self, i: int) -> tuple[np.ndarray, Array]:
        """The limits and dry frictions of joints in it: (k, 3) and (k, JOINT_NUMBERS) as `Record` has them."""
        return self._states.joints(i)
