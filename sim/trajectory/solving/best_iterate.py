"""The best iterate of a solve that is stopped: where IPOPT stands then may be worse than where it was."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np

from ...arrays import Array
from ..optimiser.program import Program
from ..optimiser.program_solution import Solution
from ..values import PlanIterate, PlanStatus

FEASIBLE = 1e-6  # violation below which the cost decides


class BestIterate:
    """Of those that were seen: the cheapest that meets all constraints, or else the one that is nearest to meeting them."""

    def __init__(self) -> None:
        self._merit = (inf, inf)
        self._x: Array | None = None

    def see(self, iterate: PlanIterate, x: Array) -> None:
        """Look at one, and its variables."""
        merit = (max(iterate.infeasibility, FEASIBLE), iterate.objective)
        if merit < self._merit:  # never where one is NaN
            self._merit, self._x = merit, x.copy()

    def instead_of(self, solution: Solution, program: Program, parameters: Array) -> Solution:
        """The solution, if it was not stopped; else the best iterate, with the multipliers that IPOPT has at its last."""
        if solution.status is not PlanStatus.STOPPED or self._x is None:
            return solution
        cost, rows = program.cost_and_rows(self._x, parameters)
        point = replace(solution.point, x=self._x)
        return replace(solution, point=point, cost=float(cost), rows=np.asarray(rows, float).ravel())
