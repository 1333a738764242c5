"""Plans tasks: keeps the program of each structure, and starts from the last plan of it where that is wanted."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError, TorseurError, UnknownNameError
from ...texts import tr
from ..hopper.hopper_system import hopper_system
from ..optimiser.ipopt import NEAR
from ..optimiser.known_points import KnownPoints
from ..optimiser.program_solution import PrimalDualPoint, Solution
from ..system.system import HybridSystem
from ..task.plan_task import PlanTask
from ..transcription.task_checks import check_task
from ..transcription.task_numbers import ProgramNumbers, first_guess, numbers_of
from ..transcription.transcription import Transcription, transcribe
from ..values import Plan, PlanStatus
from .plan_reading import with_errors
from .plan_start import unknowns_of
from .task_solve import ROUNDS, TaskSolution, bounds_of, cheaper_from_fresh, no_dearer_with_room, solve_with_room
from .task_solves import TaskSolves, Tell


def _robot_system(task: PlanTask) -> HybridSystem:
    from ..robot.robot_system import robot_system  # imports CasADi, which may not be there

    return robot_system(task)


SYSTEMS: dict[str, Callable[[PlanTask], HybridSystem]] = {
    "hopper": hopper_system,
    "lecture": hopper_system,
    "robot": _robot_system,
}
"""What plans by phases, by `PlanTask.system`."""


class MissingCasadiError(TorseurError):
    """CasADi is not installed."""

    def __init__(self) -> None:
        super().__init__(tr("Planning needs CasADi; pip install 'torseur[trajectory]'"))


def require_casadi() -> None:
    """Raises MissingCasadiError where it is not there."""
    if importlib.util.find_spec("casadi") is None:
        raise MissingCasadiError


_Key = tuple[Hashable, tuple[str, ...], tuple[bool, ...]]  # structure, states with limits, constants that are free

WARM_ITERATIONS = 80
"""Of a warm solve: one that takes more is slower than a start from the first guess, and often leads nowhere."""
LECTURE_TOLERANCE = 1e-10
"""Of IPOPT: its 1e-8 leaves 2e-9 of the lecture's cost, whose digits are known."""
KEPT = 12
"""Programs that a planner keeps; of those that were not asked for since, the oldest goes."""


class Planner:
    """Plans tasks, building anew only what has another structure. One thread uses one planner."""

    def __init__(self) -> None:
        self._systems: dict[Hashable, HybridSystem] = {}
        self._built: dict[_Key, Transcription] = {}
        self._known: dict[_Key, KnownPoints] = {}
        self._last: tuple[_Key, PlanTask, Plan] | None = None  # that was solved last, of whatever structure

    def plan(
        self,
        task: PlanTask,
        *,
        guess: Plan | None = None,
        warm: bool = False,
        fresh: bool = False,
        seed: int | None = None,
        noise: float = 0.1,
        iterations: int = 500,
        tolerance: float | None = None,
        room: bool = True,
        tell: Tell | None = None,
    ) -> Plan:
        """Plan a task.

        guess : a plan of the same system to start near; with None the system's own straight line
        warm  : start from the last solved plan, with its multipliers where that had the same structure; where that leads nowhere,
                or takes over 80 iterations, it is started again as without. Where an earlier plan meets what is asked now, and is
                cheaper than what is found, it is gone on from there: what is loosened again is never dearer than it was known
                to be
        fresh : after a warm plan, which is told of, start once more as without one, and keep what is cheaper: a warm plan is the
                best near the last one, and no more
        seed  : of normal noise on the guess, `noise` of each unknown's size
        tolerance : of IPOPT; None: 1e-8, of the lecture's problem 1e-10. Costs are good to about as much times the constraints
                that bind
        room  : where bounds are passed between nodes by more than 1e-3, solve again with those at the nodes beside drawn in, and
                say so in `notes`; False: ask at nodes alone, as when orders of methods are compared
        tell  : called with the name of each stage, with each iterate, now and then with the best iterate as a plan, and with
                the plan before its errors between knots are measured; returns True to stop. What was stopped has the best
                iterate, NaN for these errors and for prices: the best is the cheapest of those that meet all constraints to
                1e-6, or else the one that is nearest to meeting them. So has what ran out of iterations or failed, with errors

        Give one of `guess`, `warm` and `seed` at most.

        Raises ArgumentError or UnknownNameError for what cannot be planned, MissingCasadiError without CasADi.
        """
        tell = tell or (lambda _: False)
        _check_one_start(guess, warm, seed)
        tell(tr("building the equations"))
        begin = time.perf_counter()
        made = self.transcription(task)
        numbers = numbers_of(made, task)
        start = self._start(made, task, numbers, guess, warm, seed, noise)
        options = {"ipopt.max_iter": iterations, **_options(task, guess, tolerance)}
        solves = TaskSolves(made, task, numbers, options, tell, time.perf_counter() - begin)
        rounds = ROUNDS if room and task.lecture is None else 0
        tell("solving")
        found = self._solved(solves, start, fresh, rounds)
        if found.solution.status.is_solution:
            self._known[self._key(task)].add(numbers.parameters, bounds_of(numbers), found.solution, task, found.room)
        tell(tr("reading the plan"))
        plan, found = solves.ended(found)
        if plan.status.is_solution:
            self._last = self._key(task), task, plan
        if found.solution.status is PlanStatus.STOPPED or tell(plan):
            return plan
        tell(tr("measuring errors between knots"))
        return with_errors(plan, made, found, task.lecture)

    def _solved(self, solves: TaskSolves, start: Array | PrimalDualPoint, fresh: bool, rounds: int) -> TaskSolution:
        """From a start; where that is warm, no dearer than what is known, and from the first guess where it leads nowhere."""
        made, numbers, tell = solves.made, solves.numbers, solves.tell
        if not isinstance(start, PrimalDualPoint):
            return solve_with_room(made, numbers, start, solves.once, tell, rounds)
        known = self._known[self._key(solves.task)]
        found = solve_with_room(made, numbers, start, solves.once, tell, rounds, known.room_at(start), WARM_ITERATIONS)
        if _leads_nowhere(found.solution, solves.unwanted):
            tell(tr("solving from the first guess: the last plan led nowhere"))
            found, fresh = solve_with_room(made, numbers, first_guess(made, solves.task), solves.once, tell, rounds), False
        found = no_dearer_with_room(made, numbers, known, found, solves.once, tell, rounds)
        if fresh and found.solution.status.is_solution:
            tell(solves.plan(found))
            found = cheaper_from_fresh(made, found, first_guess(made, solves.task), numbers, solves.once, tell, rounds)
        return replace(found, notes=(*found.notes, *known.sentences_before(start, found.solution)))

    def warm_start(self, task: PlanTask) -> PrimalDualPoint | None:
        """Where a warm plan of the task would start; None: nowhere yet."""
        known = self._known.get(self._key(task))
        return None if known is None else known.start

    def last_task(self, task: PlanTask) -> PlanTask | None:
        """What the plan was made for at which a warm plan of the task would start; None: nothing yet."""
        known = self._known.get(self._key(task))
        asked = None if known is None else known.asked_at_start
        return asked if isinstance(asked, PlanTask) else None

    def start_warm_from(self, task: PlanTask, point: PrimalDualPoint | None) -> None:
        """Start the next warm plan of the task from here, after others were tried beside it; None: as without a plan."""
        known = self._known.get(self._key(task))
        if known is not None:
            known.start = point

    def transcription(self, task: PlanTask) -> Transcription:
        """The program of a task's structure, built where it is not there yet."""
        system = self._system(task)
        check_task(system, task)  # what is a number does not show in the key, but may be given a name that there is not
        key = self._key(task)
        self._built[key] = self._built.pop(key) if key in self._built else transcribe(system, task)
        if key not in self._known:
            self._known[key] = KnownPoints(self._built[key].program)
        if len(self._built) > KEPT:
            oldest = next(iter(self._built))
            del self._built[oldest]
            del self._known[oldest]
            self._systems = {made[0]: self._systems[made[0]] for made in self._built}
        return self._built[key]

    def _system(self, task: PlanTask) -> HybridSystem:
        if task.system not in SYSTEMS:
            raise UnknownNameError("system", task.system, SYSTEMS)
        require_casadi()
        key = task.structure()
        if key not in self._systems:
            self._systems[key] = SYSTEMS[task.system](task)
        return self._systems[key]

    def _key(self, task: PlanTask) -> _Key:
        """Limits of inputs and of groups are bounds, those of states are rows, which are there or not; so is what is asked of a
        state that a foothold gives, if that is free.
        """
        system = self._system(task)
        limited = set(task.limits) & set(system.state_names)
        constants = [system.numbers.constants(task, number) for number in range(len(task.phases))]
        free = tuple(bool(one) for lower, upper in constants for one in lower < upper)
        return task.structure(), tuple(sorted(limited)), free

    def _start(
        self,
        made: Transcription,
        task: PlanTask,
        numbers: ProgramNumbers,
        guess: Plan | None,
        warm: bool,
        seed: int | None,
        noise: float,
    ) -> Array | PrimalDualPoint:
        if warm:
            self._begin_at_last(made, task, numbers)
            last = self._known[self._key(task)].start
            if last is not None:
                return last
        return first_guess(made, task, seed, noise) if guess is None else unknowns_of(made, guess)

    def _begin_at_last(self, made: Transcription, task: PlanTask, numbers: ProgramNumbers) -> None:
        """Where the plan solved last has another structure, begin the next warm solve at it, if its phases are the same."""
        if self._last is None or self._last[0] == self._key(task):
            return
        _, asked, plan = self._last
        with suppress(ArgumentError):  # of other phases, or another system
            x, program = unknowns_of(made, plan), made.program
            point = PrimalDualPoint(x, np.zeros(program.variables), np.zeros(program.rows))
            self._known[self._key(task)].begin_at(numbers.parameters, bounds_of(numbers), point, asked)


def _check_one_start(guess: Plan | None, warm: bool, seed: int | None) -> None:
    starts = [name for name, is_given in (("guess", guess), ("warm", warm or None), ("seed", seed)) if is_given is not None]
    if len(starts) > 1:
        raise ArgumentError("a plan has one place to start from; given: {starts}", starts=" and ".join(starts))


def _options(task: PlanTask, guess: Plan | None, tolerance: float | None) -> dict[str, Any]:
    """Of IPOPT, beside its own."""
    own = LECTURE_TOLERANCE if task.lecture is not None else None
    tolerance = own if tolerance is None else tolerance
    return {**({} if tolerance is None else {"ipopt.tol": tolerance}), **({} if guess is None else NEAR)}


def _leads_nowhere(solution: Solution, unwanted: bool) -> bool:
    """Whether a warm solve ended without a plan, and not because nobody wants one any more."""
    nowhere = (PlanStatus.INFEASIBLE, PlanStatus.FAILED, PlanStatus.OUT_OF_ITERATIONS)
    return solution.status in nowhere and not unwanted
