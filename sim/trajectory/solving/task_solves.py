"""The solves that one plan takes, one after another: each listened to, their iterates and seconds counted together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ...arrays import Array
from ..optimiser.best_iterate import BestIterate
from ..optimiser.ipopt import solve
from ..optimiser.program_solution import Bounds, PrimalDualPoint, Solution
from ..task.plan_task import PlanTask
from ..transcription.task_numbers import ProgramNumbers
from ..transcription.transcription import Transcription
from ..values import Plan, PlanIterate, PlanStatus
from .plan_reading import picture, read_plan
from .task_solve import TaskSolution

Tell = Callable[[PlanIterate | str | Plan], bool | None]
"""The name of a stage, an iterate, or a plan that is kept if nothing better comes; True: stop."""


@dataclass(eq=False)
class TaskSolves:
    """Of one program with the numbers of one task. Mutable."""

    made: Transcription
    task: PlanTask
    numbers: ProgramNumbers
    options: dict[str, Any]  # of IPOPT
    tell: Tell
    seconds_building: float
    seconds_solving: float = 0.0
    unwanted: bool = False  # whether it was said to stop
    _history: list[PlanIterate] = field(default_factory=list)
    _ends: list[tuple[PrimalDualPoint, int]] = field(default_factory=list)  # of each, and how many iterates there were by then
    _before: int = 0  # iterations of the solves before
    _most: int = 0  # of this one

    def __post_init__(self) -> None:
        self._best = BestIterate(self.made.program, self.numbers.parameters)

    def once(self, bounds: Bounds, start: Array | PrimalDualPoint, at_most: int) -> Solution:
        """One solve; what was stopped because it took too long is out of iterations."""
        self._most = at_most
        self._before = self._history[-1].iteration if self._history else 0
        found = solve(self.made.program, self.numbers.parameters, bounds, start, tell=self._told, options=self.options)
        self.seconds_building += found.seconds_preparing
        self.seconds_solving += found.seconds
        self._ends.append((found.point, len(self._history)))
        if found.status is PlanStatus.STOPPED and not self.unwanted:
            return replace(found, status=PlanStatus.OUT_OF_ITERATIONS)
        return found

    def plan(self, found: TaskSolution) -> Plan:
        """What there is so far, with all iterates."""
        return self._read(found.numbers, replace(found.solution, seconds=self.seconds_solving), tuple(self._history))

    def ended(self, found: TaskSolution) -> tuple[Plan, TaskSolution]:
        """The plan, and what it is of: the best iterate where that is no solution, and the iterates that led to it alone."""
        point = found.solution.point
        count = next((count for own, count in self._ends if own is point), len(self._history))
        found = replace(found, solution=replace(self._best.instead_of(found.solution), seconds=self.seconds_solving))
        return self._read(found.numbers, found.solution, tuple(self._history[:count])), found

    def _told(self, iterate: PlanIterate, x: Array) -> bool:
        number = self._before + iterate.iteration
        self._history.append(replace(picture(self.made, iterate, x), iteration=number))
        self._best.see(iterate, x)
        stop = False
        if self._best.is_due:  # before the iterate itself: who hears of one has a plan
            now = time.perf_counter()
            stop = bool(self.tell(self._read(self.numbers, self._best.solution(), ())))
            self._best.handed_over(now)
        self.unwanted = bool(self.tell(self._history[-1])) or stop
        return self.unwanted or iterate.iteration > self._most

    def _read(self, numbers: ProgramNumbers, solution: Solution, history: tuple[PlanIterate, ...]) -> Plan:
        return read_plan(self.made, self.task, numbers, solution, history, self.seconds_building)
