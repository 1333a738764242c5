"""Finds *a* contact sequence: the contact-implicit program, its complementarity relaxed by ε from 1 to 1e-6 in seven solves."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from ...arrays import Array
from ...texts import tr
from ..optimiser.best_iterate import BestIterate
from ..optimiser.ipopt import solve
from ..optimiser.program_solution import PrimalDualPoint, Solution
from ..solving.planner import require_casadi
from ..task.plan_task import PlanTask
from ..values import PlanIterate
from .contact_plan import contact_plan, instants
from .contact_program import ContactProgram, contact_program
from .values import Exploration, Relaxation, Tell

EPSILONS = tuple(10.0**-k for k in range(7))
BARRIER = 1e-2
"""Of ε: where the barrier of a warm solve starts. Measured: half the iterations that 1e-5 throughout takes."""


def explore_contacts(
    task: PlanTask,
    *,
    step: float = 0.04,
    duration: float | None = None,
    seed: int | None = None,
    noise: float = 0.1,
    iterations: int = 1000,
    tell: Tell | None = None,
) -> Exploration:
    """Plan the hopper's motion without a contact sequence, and name the one that it ends with.

    Of the task's phases their time counts and what is asked at their ends; their modes say nothing but how it starts and ends.

    step     : [s] of implicit Euler
    duration : of the motion [s]; None: what the phases are tried with first
    seed     : of normal noise on the guess, `noise` on each unknown
    tell     : called with each stage, each iterate, and now and then what there is as an Exploration; returns True to stop: what
               it has then is the result

    Raises ArgumentError for what it cannot plan, MissingCasadiError without CasADi.
    """
    require_casadi()
    tell = tell or (lambda _: False)
    tell(tr("building the equations"))
    begin = time.perf_counter()
    made = contact_program(task, step, duration)
    built = time.perf_counter() - begin
    start: Array | PrimalDualPoint = made.guess(seed, noise)
    levels: list[Relaxation] = []
    history: list[PlanIterate] = []
    for epsilon in EPSILONS:
        tell(tr("contact relaxed by {epsilon:g}", epsilon=epsilon))
        options = {"ipopt.max_iter": iterations, **({"ipopt.mu_init": BARRIER * epsilon} if levels else {})}
        count = sum(level.iterations for level in levels)  # each level starts where the one before ended

        best = BestIterate(made.program, made.parameters)

        def told(
            iterate: PlanIterate, x: Array, count: int = count, best: BestIterate = best, epsilon: float = epsilon
        ) -> bool:
            history.append(replace(_picture(made, iterate, x), iteration=count + iterate.iteration))
            best.see(iterate, x)
            stop = False
            if best.is_due:
                now = time.perf_counter()
                found = best.solution()
                level = Relaxation(epsilon, found.status, found.iterations, found.cost, found.seconds)
                stop = bool(tell(_exploration(made, found, (*levels, level), (), built)))
                best.handed_over(now)
            return bool(tell(history[-1])) or stop

        solution = solve(made.program, made.parameters, made.bounds(epsilon), start, options=options, tell=told)
        levels.append(Relaxation(epsilon, solution.status, solution.iterations, solution.cost, solution.seconds))
        start = solution.point
        if not solution.status.is_solution:
            break
    return _exploration(made, solution, tuple(levels), tuple(history), built)


def _exploration(
    made: ContactProgram, solution: Solution, levels: tuple[Relaxation, ...], history: tuple[PlanIterate, ...], built: float
) -> Exploration:
    plan, sequence = contact_plan(made, solution, levels[-1].epsilon, history, built)
    plan = replace(plan, seconds_solving=sum(level.seconds for level in levels))
    return Exploration(made.task, plan, sequence, levels, made.step)


def _picture(made: ContactProgram, iterate: PlanIterate, x: Array) -> PlanIterate:
    states, _, _ = made.unpacked(x)
    t = instants(made)
    return replace(iterate, t=t, q=np.asarray(made.system.to_robot.map(len(t))(states.T)[0]).T.copy())
