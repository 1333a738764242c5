"""A solution of a program as a plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...arrays import Array
from ...texts import marked, tr
from ..lecture.lecture_motion import LectureMotion
from ..lecture.lecture_notes import lecture_notes
from ..optimiser.program_solution import PrimalDualPoint, Solution
from ..task.lecture_switches import LectureSwitches
from ..task.plan_task import PlanTask, least_and_greatest
from ..transcription.between_knots import errors_between
from ..transcription.layout import PhaseLayout
from ..transcription.task_numbers import ProgramNumbers
from ..transcription.transcription import Transcription
from ..values import HELD_METHOD, Plan, PlanIterate, PlanJump, PlanPhase, PlanStatus
from .between_nodes import notes_between, passed_by_interval, room_by_group
from .constraint_groups import constraint_groups
from .duration_notes import duration_notes
from .task_solve import TaskSolution

METHODS = {"hermite-simpson": "Hermite-Simpson", "rk4": HELD_METHOD}
SENTENCES = {
    PlanStatus.SOLVED: marked("Solved: no small change makes it cheaper."),
    PlanStatus.ACCEPTABLE: marked("Nearly solved: IPOPT could not reach its full tolerance."),
    PlanStatus.STOPPED: marked("Stopped: this is the iterate that was reached, not a solution."),
    PlanStatus.OUT_OF_ITERATIONS: marked("Not solved: it ran out of iterations."),
    PlanStatus.INFEASIBLE: marked(
        "No solution near this start: IPOPT stopped where it could not meet the constraints any better."
    ),
    PlanStatus.FAILED: marked("Not solved"),
}


def read_plan(
    made: Transcription,
    task: PlanTask,
    numbers: ProgramNumbers,
    solution: Solution,
    history: tuple[PlanIterate, ...],
    seconds_building: float,
) -> Plan:
    """Phases, jumps, cost parts and constraint groups; errors between knots are NaN until `with_errors` measures them."""
    if not solution.status.is_solution:  # multipliers price nothing but an optimum
        unpriced = (np.full_like(solution.point.lam_x, np.nan), np.full_like(solution.point.lam_g, np.nan))
        solution = replace(solution, point=PrimalDualPoint(solution.point.x, *unpriced))
    theta = numbers.parameters[made.layout.theta]
    phases = read_phases(made, task, theta, solution)
    jumps = _jumps(made, theta, phases, solution.point.x)
    message = tr(SENTENCES[solution.status])
    if solution.status is PlanStatus.FAILED:
        message += tr(": IPOPT says {word}.", word=solution.word.replace("_", " "))
    system = made.system
    return Plan(
        title=task.title or task.name,
        robot=system.robot,
        method=METHODS[task.method],
        status=solution.status,
        message=message,
        phases=phases,
        jumps=jumps[: len(phases) - 1],
        closing=jumps[-1] if len(jumps) == len(phases) else None,
        state_names=system.state_names,
        state_units=system.state_units,
        input_names=system.input_names,
        input_units=system.input_units,
        points=system.points,
        friction=_friction(made, task, theta),
        cost=solution.cost,
        cost_parts=_cost_parts(made, numbers, solution.point.x),
        constraints=constraint_groups(made, task, numbers, solution, phases),
        iterates=history,
        notes=duration_notes(phases) if solution.status.is_solution else (),
        variables=made.program.variables,
        equations=made.program.rows,
        seconds_building=seconds_building,
        seconds_solving=solution.seconds,
    )


def with_errors(plan: Plan, made: Transcription, found: TaskSolution, switches: LectureSwitches | None) -> Plan:
    """The plan with how far from the truth it is between knots, what it does there that is asked for at nodes alone, and what is
    wrong with the lecture's problem where it is that.
    """
    x, theta = found.solution.point.x, found.numbers.parameters[made.layout.theta]
    parts = zip(plan.phases, errors_between(made, x, theta), passed_by_interval(made, found.passed), strict=True)
    phases = tuple(replace(phase, error=error, passed=passed) for phase, error, passed in parts)
    room = room_by_group(made, found.passed, found.room)
    notes = (*plan.notes, *found.notes, *notes_between(found.passed, found.passed_before, room))
    plan = replace(plan, phases=phases)
    if switches is not None and plan.status.is_solution and plan.holds_inputs:
        notes = (*lecture_notes(LectureMotion(plan, made, theta), switches), *notes)
    return replace(plan, notes=notes)


def read_phases(made: Transcription, task: PlanTask, theta: Array, solution: Solution) -> tuple[PlanPhase, ...]:
    """What each phase does at its nodes."""
    x, start, found = solution.point.x, 0.0, []
    for number, layout in enumerate(made.layout.phases):
        phase = _phase(made, layout, theta, x, start)
        block = next(b for b in made.blocks if b.kind == "motion" and b.phase == number)
        found.append(
            replace(
                phase,
                defect=np.abs(solution.rows[block.rows]).max(axis=1),
                duration_bounds=least_and_greatest(task.phases[number].duration),
                multiplier=_duration_price(solution, layout.duration),
            )
        )
        start += float(x[layout.duration])
    return tuple(found)


def _friction(made: Transcription, task: PlanTask, theta: Array) -> Array:
    """Of each point: what the system reads for it, or the task's."""
    names = made.system.theta_names
    own = [f"friction of {point}" for point in made.system.points]
    plain = task.friction if task.lecture is None else np.inf  # the lecture has no cone
    return np.array([theta[names.index(name)] if name in names else plain for name in own])


def _duration_price(solution: Solution, place: int) -> float:
    return abs(float(solution.point.lam_x[place]))


def _phase(made: Transcription, layout: PhaseLayout, theta: Array, x: Array, start: float) -> PlanPhase:
    mode, points = layout.mode, len(made.system.points)
    nodes = layout.nodes
    p = np.tile(x[layout.p], (nodes, 1)).T
    inputs = inputs_at_nodes(layout, x)
    arguments = (x[layout.x].T, inputs.T, x[layout.z].T, p, np.tile(theta, (nodes, 1)).T)
    state = _many(mode.full.map(nodes)(arguments[0], p))
    q, v = made.system.to_robot.map(nodes)(state.T)
    force = _many(mode.force.map(nodes)(*arguments)).reshape(nodes, points, 3)
    return PlanPhase(
        mode=mode.name,
        t=start + layout.s * x[layout.duration],
        knot=layout.knot,
        state=state,
        rate=_many(mode.rate_full.map(nodes)(*arguments)),
        inputs=inputs,
        force=force,
        touching=np.array(mode.touching),
        footholds=np.asarray(mode.foothold(x[layout.p])).reshape(points, 3),
        q=_many(q),
        v=_many(v),
        tau=_many(mode.tau.map(nodes)(*arguments)),
        defect=np.zeros(layout.intervals),
        error=np.full(layout.intervals, np.nan),
    )


def inputs_at_nodes(layout: PhaseLayout, x: Array) -> Array:
    """(nodes, m): linear between knots; of held ones each knot has what follows it, the last what came before."""
    u = x[layout.u]
    if not layout.collocated:
        return np.vstack([u, u[-1:]])
    found = np.empty((layout.nodes, u.shape[1]))
    found[0::2], found[1::2] = u, (u[:-1] + u[1:]) / 2.0
    return found


def _many(columns: Any) -> Array:
    """(nodes, k) of what CasADi gives as columns."""
    return np.asarray(columns, float).T.copy()


def _jumps(made: Transcription, theta: Array, phases: tuple[PlanPhase, ...], x: Array) -> tuple[PlanJump, ...]:
    found = []
    for number, unknowns in enumerate(made.layout.jumps):
        following = (number + 1) % len(phases)
        before, after = made.layout.phases[number], made.layout.phases[following]
        jump = made.jump_to(number + 1)
        assert jump is not None  # there are no unknowns of one that is not
        values = (x[before.x[-1]], x[before.p], x[after.x[0]], x[after.p], x[unknowns], theta)
        found.append(
            PlanJump(
                t=float(phases[number].t[-1]),
                kind=jump.kind,
                before=phases[number].state[-1],
                after=phases[following].state[0],
                impulse=np.asarray(jump.impulse(*values)).reshape(-1, 3),
            )
        )
    return tuple(found)


def _cost_parts(made: Transcription, numbers: ProgramNumbers, x: Array) -> tuple[tuple[str, float], ...]:
    total = np.zeros(len(made.terms.names))
    for piece in made.term_pieces:
        terms = piece.function.map(len(piece.variables))(x[piece.variables].T, numbers.parameters[piece.parameters].T)
        total += np.asarray(terms).sum(axis=1)
    weighted = total * numbers.parameters[made.layout.weights]
    return tuple(zip(made.terms.names, weighted.tolist(), strict=True))


def picture(made: Transcription, iterate: PlanIterate, x: Array) -> PlanIterate:
    """An iterate with its motion of the robot."""
    t, q = (np.asarray(part) for part in made.motion(x[: made.layout.variables]))
    return replace(iterate, t=t.ravel(), q=q.T.copy())
