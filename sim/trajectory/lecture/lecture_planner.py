"""Plans tasks of the system "lecture": the same questions and answers as those of any other system."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ...arrays import Array
from ...texts import tr
from ..optimiser.best_iterate import BestIterate
from ..optimiser.known_points import KnownPoints, no_dearer
from ..optimiser.program_solution import PrimalDualPoint, Solution
from ..task.lecture_switches import LectureSwitches
from ..task.plan_task import PlanTask
from ..values import Plan, PlanIterate, PlanStatus
from .lecture_dynamics import STEP
from .lecture_plan import plan_of, robot_motion, states_and_inputs
from .lecture_problem import TOLERANCE, LectureProblem
from .lecture_task import ends_of, leg_limits, switches_of


class LecturePlanner:
    """Keeps the program of each set of switches, and where it was solved last."""

    def __init__(self) -> None:
        self._problems: dict[LectureSwitches, LectureProblem] = {}
        self._known: dict[LectureSwitches, KnownPoints] = {}

    def plan(
        self,
        task: PlanTask,
        guess: Plan | None,
        warm: bool,
        seed: int | None,
        noise: float,
        iterations: int,
        tolerance: float | None,
        tell: Callable[[PlanIterate | str | Plan], bool | None],
    ) -> Plan:
        """As `Planner.plan`; without a seed it starts from the reference without noise."""
        tell(tr("building the equations"))
        switches = switches_of(task)
        start, goal = ends_of(task, switches)
        limits = leg_limits(task)
        built = switches not in self._problems
        if built:
            self._problems[switches] = LectureProblem(switches)
            self._known[switches] = KnownPoints(self._problems[switches].program)
        problem, known = self._problems[switches], self._known[switches]
        begin: Array | PrimalDualPoint = problem.guess(noise, seed)
        if warm and known.start is not None:
            begin = known.start
        elif guess is not None:
            begin = problem.guess_of(*states_and_inputs(guess))
        tell("solving")
        history: list[PlanIterate] = []
        best = BestIterate(problem.program, problem.parameters(start, goal))

        def read(found: Solution) -> Plan:
            plan = replace(plan_of(problem.read(found, limits)), title=task.title or task.name)
            return plan if built else replace(plan, seconds_building=0.0)

        def told(iterate: PlanIterate, packed: Array) -> bool:
            own = picture(iterate, *problem.unpacked(packed), switches)
            history.append(replace(own, iteration=len(history)))  # of all solves that it takes
            best.see(iterate, packed)
            stop = False
            if best.is_due:
                now = time.perf_counter()
                stop = bool(tell(read(best.solution())))
                best.handed_over(now)
            return bool(tell(history[-1])) or stop

        def solved(begin: Array | PrimalDualPoint) -> Solution:
            return problem.solve(
                begin,
                start=start,
                goal=goal,
                leg_limits=limits,
                iterations=iterations,
                tolerance=tolerance or TOLERANCE,
                tell=told,
            ).found

        given, bounds = problem.parameters(start, goal), problem.bounds(limits)
        found: Solution = solved(begin)
        notes: tuple[str, ...] = ()
        if isinstance(begin, PrimalDualPoint):
            if found.status in (PlanStatus.INFEASIBLE, PlanStatus.FAILED):
                tell(tr("solving from the first guess: the last plan led nowhere"))
                found = solved(problem.guess(noise, seed))
            found, notes = no_dearer(known, given, bounds, found, solved)
            notes = (*notes, *known.sentences_before(begin, found))
        if found.status.is_solution:
            known.add(given, bounds, found)
        tell(tr("reading the plan"))
        plan = read(best.instead_of(found))
        return replace(plan, iterates=tuple(history), notes=(*plan.notes, *notes))


def picture(iterate: PlanIterate, x: Array, u: Array, switches: LectureSwitches) -> PlanIterate:
    """An iterate with its motion of the robot."""
    q, _, _ = robot_motion(x, np.vstack([u, u[-1:]]), switches)
    return replace(iterate, t=np.asarray(STEP * np.arange(len(x)), dtype=np.float64), q=q)
