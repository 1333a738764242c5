"""A solution of the lecture's problem as a Plan: what the board shows, files keep and a replay follows."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...texts import tr
from ..task.lecture_switches import LectureSwitches
from ..values import HELD_METHOD, Plan, PlanJump, PlanPhase, PlanStatus
from .faults import lecture_faults
from .findings import lecture_findings
from .lecture_constraints import lecture_constraints
from .lecture_dynamics import GRAVITY, M_FOOT, STEP, held_step, leg, leg_force, rate_of, reference, state_names, state_units
from .lecture_exact import step_error
from .lecture_problem import cost_parts
from .lecture_solution import LectureSolution

TITLE = "The lecture's hop"


def plan_of(solution: LectureSolution) -> Plan:
    """The whole problem's solution; of pieces there is no plan."""
    switches = solution.switches
    phases = tuple(_phase(solution, first, last) for first, last in switches.modes)
    parts = cost_parts(solution.x, solution.u, reference(switches))
    return Plan(
        title=TITLE,
        robot="hopper",
        method=HELD_METHOD,
        status=solution.status,
        message=_message(solution),
        phases=phases,
        jumps=tuple(_jump(before, after) for before, after in zip(phases[:-1], phases[1:], strict=True)),
        state_names=state_names(switches),
        state_units=state_units(switches),
        input_names=("leg_force", "hip_torque" if switches.torque else "side_force"),
        input_units=("N", "N m" if switches.torque else "N"),
        points=("foot",),
        friction=np.array([np.inf]),  # the lecture has no cone
        cost=solution.cost,
        cost_parts=tuple((name, float(value)) for name, value in parts),
        constraints=lecture_constraints(solution),
        notes=_notes(solution),
        variables=len(solution.found.point.x),
        equations=len(solution.g),
        seconds_building=solution.seconds_building,
        seconds_solving=solution.found.seconds,
    )


def states_and_inputs(plan: Plan) -> tuple[Array, Array]:
    """The states (45, n) after jumps, and inputs (44, 2), of such a plan."""
    x = [phase.state[:-1] for phase in plan.phases]
    u = [phase.inputs[:-1] for phase in plan.phases]
    return np.vstack([*x, plan.phases[-1].state[-1:]]), np.vstack(u)


def _message(solution: LectureSolution) -> str:
    if solution.status is PlanStatus.SOLVED:
        return tr("Solved in {iterations} iterations: no small change makes it cheaper.", iterations=solution.iterations)
    return tr(
        "Not solved: after {iterations} iterations IPOPT ended with “{status}”.",
        iterations=solution.iterations,
        status=solution.status.value,
    )


def _notes(solution: LectureSolution) -> tuple[str, ...]:
    """The faults of the problem, and what else this solution does that cannot be."""
    if solution.status is not PlanStatus.SOLVED:
        return ()
    faults = lecture_faults(solution.x, solution.u, solution.switches)
    told = [f"{one.title}{' (mended)' if one.mended else ''}: {one.sentence}" for one in faults]
    return (*told, *(one.sentence for one in lecture_findings(solution.x, solution.u, solution.switches)))


def _phase(solution: LectureSolution, first: int, last: int) -> PlanPhase:
    switches = solution.switches
    stance = switches.is_stance(first)
    rate = rate_of(stance, switches)
    steps = range(first, last)
    x, u = solution.x, solution.u
    reached = [np.array(held_step(rate, x[k], u[k], switches.substeps)) for k in steps]
    state = np.vstack([x[first:last], reached[-1]])
    inputs = np.vstack([u[first:last], u[last - 1]])
    force = np.zeros((len(state), 1, 3))
    if stance:
        fx, fz = leg_force(state.T, inputs.T, switches.torque)
        force[:, 0, 0], force[:, 0, 2] = fx, fz + M_FOOT * GRAVITY
    q, v, tau = robot_motion(state, inputs, switches)
    after = [
        np.concatenate([x[k + 1, :6], r[6:8], x[k + 1, 8:]]) if switches.ends_in_touch_down(k) else x[k + 1]
        for k, r in zip(steps, reached, strict=True)
    ]
    return PlanPhase(
        mode="stance" if stance else "flight",
        t=np.asarray(STEP * np.arange(first, last + 1), dtype=np.float64),
        knot=np.full(len(state), True),
        state=state,
        rate=np.array([rate(one, held) for one, held in zip(state, inputs, strict=True)]),
        inputs=inputs,
        force=force,
        touching=np.array([stance]),
        footholds=np.array([[state[0, 2], 0.0, 0.0]]) if stance else np.full((1, 3), np.nan),
        q=q,
        v=v,
        tau=tau,
        defect=np.array([np.max(np.abs(a - r)) for a, r in zip(after, reached, strict=True)]),
        error=_errors(solution, steps),
        duration_bounds=(STEP * (last - first), STEP * (last - first)),
    )


def _errors(solution: LectureSolution, steps: range) -> Array:
    """Greatest error of each step; NaN where the solve was stopped: who stopped it does not wait for that."""
    if solution.status is PlanStatus.STOPPED:
        return np.full(len(steps), np.nan)
    return np.array([np.max(np.abs(step_error(solution.x, solution.u, k, solution.switches))) for k in steps])


def _jump(before: PlanPhase, after: PlanPhase) -> PlanJump:
    x = before.state[-1]
    impulse = np.zeros((1, 3))
    lands = bool(after.touching[0])
    if lands:
        impulse[0, [0, 2]] = -M_FOOT * x[6:8]
    return PlanJump(float(after.t[0]), "touch-down" if lands else "lift-off", x, after.state[0], impulse)


def robot_motion(x: Array, u: Array, switches: LectureSwitches) -> tuple[Array, Array, Array]:
    """Of the hopper that is drawn q = [x, z, lean, length], v and τ; it leans by more where the body is ahead of the foot."""
    lx, lz, length = leg(x.T)
    wx, wz = x[:, 4] - x[:, 6], x[:, 5] - x[:, 7]
    zero = np.zeros(len(x))
    q = np.stack([x[:, 0], x[:, 1], np.unwrap(np.arctan2(lx, lz)), length], axis=1)
    v = np.stack([x[:, 4], x[:, 5], (lz * wx - lx * wz) / length, lx * wx + lz * wz], axis=1)
    torque = u[:, 1] if switches.torque else u[:, 1] * length
    return q, v, np.stack([zero, zero, torque, u[:, 0]], axis=1)
