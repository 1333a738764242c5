"""Physics hard, the request soft: how far a motion comes of what was asked, where an optimiser ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array
from ...texts import tr
from ..optimiser.ipopt import solve
from ..optimiser.program import NonlinearProgram
from ..optimiser.program_solution import Bounds, PrimalDualPoint
from ..solving.plan_reading import read_plan
from ..solving.plan_start import unknowns_of
from ..solving.planner import Planner
from ..task.plan_task import PlanTask
from ..transcription.task_numbers import ProgramNumbers, first_guess, numbers_of
from ..transcription.transcription import Transcription
from ..values import Plan, PlanIterate, PlanStatus
from .values import MissedRequest, Tell

COST_SHARE = 1e-3
"""Of the task's own cost, beside one for each unit that the request is missed by: it settles what the request leaves open."""
NOTABLE = 1e-4
"""What is missed by less is met."""


@dataclass(frozen=True)
class _SoftRow:
    """A row of the program, or a variable, that may leave its bounds."""

    name: str
    unit: str
    row: int  # of the program; -1: it is a variable
    variable: int  # -1: it is a row
    lower: float
    upper: float


def plan_softly(
    planner: Planner, task: PlanTask, guess: Plan | None, iterations: int, tell: Tell
) -> tuple[Plan, tuple[MissedRequest, ...]] | None:
    """Goal, waypoints and footholds may be missed, at a price of one for each unit; all else holds.

    Returns the motion and what it misses; None where IPOPT found none, or was stopped.
    """
    made = planner.transcription(task)
    numbers = numbers_of(made, task)
    soft = _soft_rows(made, task, numbers)
    program = _softened(made.program, soft)
    start = first_guess(made, task) if guess is None else unknowns_of(made, guess)
    free = program.variables - made.program.variables
    parameters = numbers.parameters.copy()
    parameters[made.layout.weights] *= COST_SHARE

    def told(iterate: PlanIterate, x: Array) -> bool:
        t, q = (np.asarray(part) for part in made.motion(x[: made.program.variables]))
        return bool(tell(replace(iterate, t=t.ravel(), q=q.T.copy())))

    found = solve(
        program,
        parameters,
        _bounds(numbers, soft, free),
        np.concatenate([start, np.full(free, 0.1)]),
        options={"ipopt.max_iter": iterations},
        tell=told,
    )
    if not found.status.is_solution:
        return None
    kept = PrimalDualPoint(
        found.point.x[: made.program.variables],
        found.point.lam_x[: made.program.variables],
        found.point.lam_g[: made.program.rows],
    )
    values = np.asarray(made.program.cost_and_rows(kept.x, numbers.parameters)[1]).ravel()
    missed = tuple(one for row in soft if (one := _missed(row, values, kept.x)) is not None)
    true = replace(found, point=kept, rows=values, status=PlanStatus.INFEASIBLE)
    plan = read_plan(made, task, numbers, true, (), 0.0)
    cost = sum(part for _, part in plan.cost_parts)
    return replace(plan, cost=cost, message=tr("Physics holds; what was asked for is missed, as little as was found.")), missed


def _soft_rows(made: Transcription, task: PlanTask, numbers: ProgramNumbers) -> list[_SoftRow]:
    found = []
    for block in made.blocks:
        if block.kind in ("goal", "waypoint"):
            where = "goal" if block.kind == "goal" else tr("end of phase {phase}:", phase=block.phase + 1)
            for row in block.rows.ravel().tolist():
                bounds = float(numbers.g_lower[row]), float(numbers.g_upper[row])
                found.append(_SoftRow(f"{where} {block.name}", block.unit, row, -1, *bounds))
    units = dict(zip(made.system.state_names, made.system.state_units, strict=True))
    for number, phase in enumerate(made.layout.phases):
        for name, place in zip(phase.mode.p_names, phase.p.tolist(), strict=True):
            lower, upper = float(numbers.x_lower[place]), float(numbers.x_upper[place])
            asked = lower < upper or name in task.phases[number].foothold
            if asked and (np.isfinite(lower) or np.isfinite(upper)):
                unit = units.get(name, "m")  # a foothold that is no state
                found.append(
                    _SoftRow(tr("phase {number}: {name}", number=number + 1, name=name), unit, -1, place, lower, upper)
                )
    return found


def _softened(program: NonlinearProgram, soft: list[_SoftRow]) -> NonlinearProgram:
    """Rows g - s₊ + s₋ for the soft ones, s± ≥ 0, each at a price of one; soft bounds of variables become rows like them."""
    import casadi as ca

    n, m, k = program.variables, program.rows, len(soft)
    bound = [number for number, one in enumerate(soft) if one.row < 0]
    height = m + len(bound)
    picked = ca.DM(height, k)
    own = ca.DM(height - m, n)
    for number, one in enumerate(soft):
        if one.row >= 0:
            picked[one.row, number] = 1.0
        else:
            own[bound.index(number), one.variable] = 1.0
            picked[m + bound.index(number), number] = 1.0
    y, p = ca.MX.sym("x", n + 2 * k), ca.MX.sym("p", program.parameters)
    lam_f, lam_g = ca.MX.sym("lam_f"), ca.MX.sym("lam_g", height)
    x, slack = y[:n], y[n:]
    cost, rows = program.cost_and_rows(x, p)
    g = ca.vertcat(rows, own @ x) + ca.horzcat(-picked, picked) @ slack
    total = cost + ca.sum1(slack)
    gradient = ca.vertcat(program.gradient(x, p)[1], ca.MX.ones(2 * k, 1))
    jacobian = ca.horzcat(ca.vertcat(program.jacobian(x, p)[1], ca.MX(own)), ca.MX(-picked), ca.MX(picked))
    hessian = ca.diagcat(program.hessian(x, p, lam_f, lam_g[:m]), ca.MX(2 * k, 2 * k))
    names = ["x", "p"]
    return NonlinearProgram(
        n + 2 * k,
        program.parameters,
        (),
        ca.Function("nlp_fg", [y, p], [total, g], names, ["f", "g"]),
        ca.Function("nlp_grad_f", [y, p], [total, gradient], names, ["f", "grad_f_x"]),
        ca.Function("nlp_jac_g", [y, p], [g, jacobian], names, ["g", "jac_g_x"]),
        ca.Function("nlp_hess_l", [y, p, lam_f, lam_g], [hessian], [*names, "lam_f", "lam_g"], ["triu_hess_gamma_x_x"]),
    )


def _bounds(numbers: ProgramNumbers, soft: list[_SoftRow], free: int) -> Bounds:
    lower, upper = numbers.x_lower.copy(), numbers.x_upper.copy()
    variables = [one for one in soft if one.variable >= 0]
    for one in variables:
        lower[one.variable], upper[one.variable] = -np.inf, np.inf
    return Bounds(
        np.concatenate([lower, np.zeros(free)]),
        np.concatenate([upper, np.full(free, np.inf)]),
        np.concatenate([numbers.g_lower, [one.lower for one in variables]]),
        np.concatenate([numbers.g_upper, [one.upper for one in variables]]),
    )


def _missed(one: _SoftRow, rows: Array, x: Array) -> MissedRequest | None:
    value = float(rows[one.row] if one.row >= 0 else x[one.variable])
    nearest = min(max(value, one.lower), one.upper)
    return MissedRequest(one.name, one.unit, nearest, value) if abs(value - nearest) > NOTABLE else None
