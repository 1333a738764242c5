"""The solves that one plan takes: from its start, with room where nodes are too far apart, and no dearer than what is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array
from ...texts import tr
from ..optimiser.known_points import KnownPoints, is_cheaper, no_dearer
from ..optimiser.program_solution import Bounds, PrimalDualPoint, Solution
from ..transcription.task_numbers import ProgramNumbers
from ..transcription.transcription import Transcription
from ..values import NOTABLE_BETWEEN, PlanStatus
from .between_nodes import PassedGroup, drawn_in, most_passed, passed_between, room_wanted

ROUNDS, ITERATIONS = 4, 60
"""Solves with more room at most, and iterations of each: what takes more is not found."""
ANY = 10**9
OnceSolved = Callable[[Bounds, Array | PrimalDualPoint, int], Solution]
"""(bounds, start, most iterations) -> how it ended."""
Stage = Callable[[str], object]


@dataclass(frozen=True, eq=False)
class TaskSolution:
    """A solution with the numbers that it was solved with."""

    solution: Solution
    numbers: ProgramNumbers  # bounds drawn in, where that was wanted
    passed: tuple[PassedGroup, ...] = ()  # between nodes, of the bounds as they are asked for; (): it is no solution
    room: Array | None = None  # (rows,) by how much bounds were drawn in; None: it is no solution
    passed_before: tuple[PassedGroup, ...] = ()  # before any were drawn in
    notes: tuple[str, ...] = ()


def bounds_of(numbers: ProgramNumbers) -> Bounds:
    """Of variables and rows."""
    return Bounds(numbers.x_lower, numbers.x_upper, numbers.g_lower, numbers.g_upper)


def solve_with_room(
    made: Transcription,
    numbers: ProgramNumbers,
    start: Array | PrimalDualPoint,
    once: OnceSolved,
    stage: Stage,
    rounds: int = ROUNDS,
    room: Array | None = None,
    most: int = ANY,
) -> TaskSolution:
    """Solve; where bounds are passed between nodes, again with those beside drawn in, until nothing notable is passed.

    rounds : solves beside the first at most
    room   : (rows,) by how much bounds are drawn in from the beginning; None: not at all
    most   : iterations of the first solve

    Where that leads nowhere, what was solved before stays.
    """
    room = np.zeros(made.program.rows) if room is None or not rounds else room
    best: TaskSolution | None = None
    for extra in range(rounds + 1):
        used = drawn_in(numbers, room)
        solution = once(bounds_of(used), start, ITERATIONS if extra else most)
        if not solution.status.is_solution:
            return _ended(best, solution, used)
        passed = passed_between(made, numbers, solution.point.x)
        first = best.passed_before if best else passed
        if best is None or most_passed(passed) < most_passed(best.passed):
            best = TaskSolution(solution, used, passed, room, first)
        if most_passed(passed) <= NOTABLE_BETWEEN or extra == rounds:
            break
        room, start = room + room_wanted(made, passed), solution.point
        stage(tr("solving with more room between nodes"))
    assert best is not None
    return best


def _ended(best: TaskSolution | None, solution: Solution, used: ProgramNumbers) -> TaskSolution:
    """What there is where a solve led nowhere or was stopped."""
    if best is None:
        return TaskSolution(solution, used)
    if solution.status is PlanStatus.STOPPED:
        return replace(best, solution=replace(best.solution, status=PlanStatus.STOPPED))
    return best


def cheaper_from_fresh(
    made: Transcription,
    found: TaskSolution,
    guess: Array,
    numbers: ProgramNumbers,
    once: OnceSolved,
    stage: Stage,
    rounds: int = ROUNDS,
) -> TaskSolution:
    """What was found, or what a start from the first guess leads to, where that is cheaper; a sentence says so."""
    stage(tr("looking whether a start from the first guess leads to a cheaper one"))
    other = solve_with_room(made, numbers, guess, once, stage, rounds)
    passes = most_passed(other.passed) > max(NOTABLE_BETWEEN, most_passed(found.passed)) if rounds else False
    if not other.solution.status.is_solution or passes or not is_cheaper(other.solution.cost, found.solution.cost):
        return found
    note = tr(
        "From the last plan one of cost {cost:.6g} was found; a start from the first guess leads to this one.",
        cost=found.solution.cost,
    )
    return replace(other, notes=(note,))


def no_dearer_with_room(
    made: Transcription,
    numbers: ProgramNumbers,
    known: KnownPoints,
    found: TaskSolution,
    once: OnceSolved,
    stage: Stage,
    rounds: int = ROUNDS,
) -> TaskSolution:
    """What was found, or what is cheaper, where points of earlier plans meet these numbers too, between nodes as well."""
    tried = [found]
    most = max(NOTABLE_BETWEEN, most_passed(found.passed)) if rounds else np.inf

    def again(point: PrimalDualPoint) -> Solution:
        stage(tr("going on from an earlier plan, which is cheaper"))
        tried.append(solve_with_room(made, numbers, point, once, stage, rounds, known.room_at(point)))
        return tried[-1].solution

    def allowed(x: Array) -> bool:
        return most_passed(passed_between(made, numbers, x)) <= most

    solution, notes = no_dearer(known, numbers.parameters, bounds_of(numbers), found.solution, again, allowed)
    for one in tried:
        if one.solution is solution:
            return replace(one, notes=notes)
    passed = passed_between(made, numbers, solution.point.x)
    return TaskSolution(solution, numbers, passed, None, passed, notes)
