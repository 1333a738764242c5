"""What earlier solves of one program ended with: a looser problem is met by them too, and what is found shall not be dearer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...arrays import Array
from ...texts import tr
from ..values import PlanStatus
from .best_iterate import FEASIBLE
from .program import NonlinearProgram
from .program_solution import Bounds, PrimalDualPoint, Solution

KEPT = 16
"""Points; of more, the oldest goes."""
TRIES = 2
"""Cheaper points from which it is gone on at most."""
NOTABLE = 1e-6
"""Of a cost, 1 at least: what is cheaper by less is as cheap."""


@dataclass(frozen=True, eq=False)
class SolvedNumbers:
    """Numbers that a program was solved with, and where that ended."""

    parameters: Array
    bounds: Bounds
    point: PrimalDualPoint
    cost: float
    asked: Any  # what the numbers were made of; None: nobody said
    room: Any  # what was solved beside the numbers as they are; None: nothing


class KnownPoints:
    """Of one program, under whatever numbers. `start` is where a warm solve begins; None: nowhere yet."""

    def __init__(self, program: NonlinearProgram) -> None:
        self.program = program
        self._solved: list[SolvedNumbers] = []
        self.start: PrimalDualPoint | None = None

    def add(self, parameters: Array, bounds: Bounds, solution: Solution, asked: Any = None, room: Any = None) -> None:
        """Keep where a solve with these numbers ended, what was asked and with what room; the next warm one begins there."""
        self.start = solution.point
        self._solved.append(SolvedNumbers(parameters, bounds, solution.point, solution.cost, asked, room))
        del self._solved[:-KEPT]

    def begin_at(self, parameters: Array, bounds: Bounds, point: PrimalDualPoint, asked: Any) -> None:
        """Have the next warm solve begin at what was solved as another program."""
        self.start = point
        self._solved.append(SolvedNumbers(parameters, bounds, point, np.inf, asked, None))
        del self._solved[:-KEPT]

    @property
    def asked_at_start(self) -> Any:
        """What was asked where the next warm solve begins; None: nobody knows."""
        return next((one.asked for one in self._solved if one.point is self.start), None)

    def room_at(self, point: PrimalDualPoint) -> Any:
        """The room that was solved with where a solve ended; None: none is known."""
        return next((one.room for one in self._solved if one.point is point), None)

    def cheaper(self, parameters: Array, bounds: Bounds, than: float) -> list[tuple[float, PrimalDualPoint]]:
        """Costs and points that meet these numbers and cost less, the cheapest first."""
        found = []
        for one in self._solved:
            cost = cost_where_met(self.program, parameters, bounds, one.point.x)
            if is_cheaper(cost, than):
                found.append((cost, one.point))
        return sorted(found, key=lambda each: each[0])

    def sentences_before(self, start: PrimalDualPoint, solution: Solution) -> tuple[str, ...]:
        """Where the problem solved at `start` has a cheaper motion in the solution, which meets it too: one that says so."""
        for one in self._solved:
            if one.point is start and solution.status.is_solution:
                cost = cost_where_met(self.program, one.parameters, one.bounds, solution.point.x)
                if is_cheaper(cost, one.cost):
                    return (
                        tr(
                            "The last plan, of cost {before:.6g}, was not the cheapest for what was asked then: this motion "
                            "meets that too, and costs {now:.6g}. Asked for again, it is found.",
                            before=one.cost,
                            now=cost,
                        ),
                    )
        return ()


def no_dearer(
    known: KnownPoints,
    parameters: Array,
    bounds: Bounds,
    found: Solution,
    again: Callable[[PrimalDualPoint], Solution],
    allowed: Callable[[Array], bool] = lambda _: True,
) -> tuple[Solution, tuple[str, ...]]:
    """What was found from the last plan; or, with a sentence, what is cheaper: where an earlier point that meets all leads.

    again   : solves from a point
    allowed : whether variables meet what no row asks for
    """
    if found.status is PlanStatus.STOPPED:
        return found, ()
    than = found.cost if found.status.is_solution else float("inf")
    better = [(cost, point) for cost, point in known.cheaper(parameters, bounds, than) if allowed(point.x)]
    if found.status.is_solution:
        note = tr("From the last plan one of cost {cost:.6g} was found", cost=than)
    else:
        note = tr("From the last plan none was found")
    for cost, point in better[:TRIES]:
        solution = again(point)
        if solution.status is PlanStatus.STOPPED:
            return replace(found, status=PlanStatus.STOPPED), ()
        if solution.status.is_solution and not is_cheaper(cost, solution.cost):
            return solution, (tr("{note}; an earlier one meets these bounds too, and this is where it leads.", note=note),)
    if not better:
        return found, ()
    cost, point = better[0]
    rows = np.asarray(known.program.cost_and_rows(point.x, parameters)[1], float).ravel()
    unpriced = PrimalDualPoint(point.x, np.full_like(point.lam_x, np.nan), np.full_like(point.lam_g, np.nan))
    text = tr(
        "{note}; an earlier one meets these bounds too, is cheaper, and is kept as it is: a small change may save more.",
        note=note,
    )
    return Solution(unpriced, cost, rows, PlanStatus.ACCEPTABLE, "Kept", 0, 0.0, 0.0), (text,)


def is_cheaper(cost: float, than: float) -> bool:
    """By more than rounding and the solver's tolerance make."""
    return cost < than - NOTABLE * max(1.0, abs(than))


def cost_where_met(program: NonlinearProgram, parameters: Array, bounds: Bounds, x: Array) -> float:
    """Of variables within bounds, whose rows are too; infinite for others."""
    cost, rows = program.cost_and_rows(x, parameters)
    g = np.asarray(rows, float).ravel()
    sides = (bounds.x_lower - x, x - bounds.x_upper, bounds.g_lower - g, g - bounds.g_upper)
    violation = max(float(np.max(side, initial=0.0)) for side in sides)
    return float(cost) if violation <= FEASIBLE else float("inf")
