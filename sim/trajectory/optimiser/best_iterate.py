"""The best iterate of a solve that does not end: where IPOPT stands then may be worse than where it was."""

from __future__ import annotations

import time
from dataclasses import replace
from math import inf

import numpy as np

from ...arrays import Array
from ..values import PlanIterate, PlanStatus
from .program import NonlinearProgram
from .program_solution import PrimalDualPoint, Solution

FEASIBLE = 1e-6  # violation below which the cost decides
_FIRST, _EVERY = 0.2, 0.5  # [s] until the first is handed over, and between two
_SHARE = 0.05  # of the time at most that handing over takes


class BestIterate:
    """Of those that were seen: the cheapest that meets all constraints, or else the one that is nearest to meeting them."""

    def __init__(self, program: NonlinearProgram, parameters: Array) -> None:
        self._program, self._parameters = program, parameters
        self._merit = (inf, inf)
        self._x: Array | None = None
        self._seen = 0
        self._begun = time.perf_counter()
        self._next = self._begun + _FIRST
        self._fresh = False  # not handed over yet

    def see(self, iterate: PlanIterate, x: Array) -> None:
        """Look at one, and its variables."""
        self._seen += 1
        merit = (max(iterate.infeasibility, FEASIBLE), iterate.objective)
        if merit < self._merit:  # never where one is NaN
            self._merit, self._x, self._fresh = merit, x.copy(), True

    @property
    def is_due(self) -> bool:
        """Whether it is time to hand over a better one, in case that the process is ended before the solve does."""
        return self._fresh and time.perf_counter() >= self._next

    def handed_over(self, began: float) -> None:
        """It was, which began at this time."""
        now = time.perf_counter()
        self._next, self._fresh = now + max(_EVERY, (now - began) / _SHARE), False

    def solution(self) -> Solution:
        """It, as a solve that was stopped there; what multipliers it has is not known: NaN."""
        assert self._x is not None
        size, rows = len(self._x), self._program.rows
        point = PrimalDualPoint(self._x, np.full(size, np.nan), np.full(rows, np.nan))
        cost, values = self._program.cost_and_rows(self._x, self._parameters)
        return Solution(
            point,
            float(cost),
            np.asarray(values, float).ravel(),
            PlanStatus.STOPPED,
            "User_Requested_Stop",
            self._seen,
            time.perf_counter() - self._begun,
            0.0,
        )

    def instead_of(self, solution: Solution) -> Solution:
        """The solution, if it is one of its own kind or nothing better was seen; else the best iterate."""
        unfinished = (PlanStatus.STOPPED, PlanStatus.OUT_OF_ITERATIONS, PlanStatus.FAILED)
        if solution.status not in unfinished or self._x is None:
            return solution
        if solution.status is not PlanStatus.STOPPED and np.array_equal(solution.point.x, self._x):
            return solution
        best = self.solution()
        return replace(solution, point=best.point, cost=best.cost, rows=best.rows)
