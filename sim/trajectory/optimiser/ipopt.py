"""IPOPT on a program: options, warm starts, what is told of each iteration, and how it ended.

Wächter and Biegler, On the Implementation of an Interior-Point Filter Line-Search Algorithm, Mathematical Programming 2006.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ...arrays import Array
from ..values import PlanStatus
from .program import NonlinearProgram
from .program_solution import Bounds, PrimalDualPoint, Solution, Tell

OPTIONS: dict[str, Any] = {
    "ipopt.tol": 1e-8,
    "ipopt.bound_relax_factor": 0.0,  # its default moves optima by 1e-8
    "ipopt.mu_strategy": "monotone",
    "ipopt.linear_solver": "mumps",
    "ipopt.print_level": 0,
    "ipopt.sb": "yes",
    "print_time": False,
}
WARM = {
    "ipopt.warm_start_init_point": "yes",
    "ipopt.mu_init": 1e-9,  # where a cold one ends; with these pushes 8 iterations where 1e-5 takes 16
    "ipopt.warm_start_bound_push": 1e-6,
    "ipopt.warm_start_bound_frac": 1e-6,
    "ipopt.warm_start_slack_bound_push": 1e-6,
    "ipopt.warm_start_slack_bound_frac": 1e-6,
    "ipopt.warm_start_mult_bound_push": 1e-6,
}
NEAR = {
    "ipopt.mu_init": 1e-3,
    "ipopt.bound_push": 1e-6,
    "ipopt.bound_frac": 1e-6,
    "ipopt.slack_bound_push": 1e-6,
    "ipopt.slack_bound_frac": 1e-6,
}
"""For a guess that is a plan, without multipliers: it is not pushed away from its bounds, to where another optimum is nearer."""
ENDS = {
    "Solve_Succeeded": PlanStatus.SOLVED,
    "Solved_To_Acceptable_Level": PlanStatus.ACCEPTABLE,
    "User_Requested_Stop": PlanStatus.STOPPED,
    "Maximum_Iterations_Exceeded": PlanStatus.OUT_OF_ITERATIONS,
    "Maximum_CpuTime_Exceeded": PlanStatus.OUT_OF_ITERATIONS,
    "Maximum_WallTime_Exceeded": PlanStatus.OUT_OF_ITERATIONS,
    "Infeasible_Problem_Detected": PlanStatus.INFEASIBLE,
}


def solve(
    program: NonlinearProgram,
    parameters: Array,
    bounds: Bounds,
    guess: Array | PrimalDualPoint,
    *,
    options: dict[str, Any] | None = None,
    tell: Tell | None = None,
) -> Solution:
    """Minimise from a guess; from a `PrimalDualPoint` warm."""
    warm = isinstance(guess, PrimalDualPoint)
    begin = time.perf_counter()
    chosen = {**OPTIONS, **(WARM if warm else {}), **(options or {})}
    solver, listener = _solver(program, chosen)
    ready = time.perf_counter()
    start = (
        guess
        if isinstance(guess, PrimalDualPoint)
        else PrimalDualPoint(guess, np.zeros(program.variables), np.zeros(program.rows))
    )
    listener.listen(solver, bounds, tell)
    result = solver(
        x0=np.clip(start.x, bounds.x_lower, bounds.x_upper),
        p=parameters,
        lam_x0=start.lam_x,
        lam_g0=start.lam_g,
        lbx=bounds.x_lower,
        ubx=bounds.x_upper,
        lbg=bounds.g_lower,
        ubg=bounds.g_upper,
    )
    listener.forget()
    stats = solver.stats()
    x, lam_x, lam_g, rows = (np.asarray(result[name], float).ravel() for name in ("x", "lam_x", "lam_g", "g"))
    word = stats["return_status"]
    return Solution(
        PrimalDualPoint(x, lam_x, lam_g),
        float(result["f"]),
        rows,
        ENDS.get(word, PlanStatus.FAILED),
        word,
        int(stats.get("iter_count", 0)),
        time.perf_counter() - ready,
        ready - begin,
    )


def _solver(program: NonlinearProgram, options: dict[str, Any]) -> tuple[Any, Any]:
    key = tuple(sorted((name, str(value)) for name, value in options.items()))
    if key not in program.solvers:
        import casadi as ca

        from .listener import Listener

        listener = Listener(program)
        x, p = ca.MX.sym("x", program.variables), ca.MX.sym("p", program.parameters)
        cost, rows = program.cost_and_rows(x, p)
        own = {
            "grad_f": program.gradient,
            "jac_g": program.jacobian,
            "hess_lag": program.hessian,
            "iteration_callback": listener,
            "calc_lam_p": False,
            "error_on_fail": False,
        }
        program.solvers[key] = (
            ca.nlpsol("solver", "ipopt", {"x": x, "p": p, "f": cost, "g": rows}, {**options, **own}),
            listener,
        )
    return program.solvers[key]
