"""Programs: their derivatives are those of their functions, implicit dynamics are the explicit ones, and prices are true."""

from dataclasses import replace

import numpy as np
import pytest

from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.hopper.hopper_system import hopper_system
from torseur.sim.trajectory.optimiser.ipopt import solve
from torseur.sim.trajectory.optimiser.program_solution import Bounds
from torseur.sim.trajectory.solving import planner as planner_module
from torseur.sim.trajectory.solving.planner import MissingCasadiError, Planner
from torseur.sim.trajectory.task.obstacles import BarObstacle, GapObstacle, StepObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, StateReference, TaskPhase
from torseur.sim.trajectory.transcription.between_knots import errors_between
from torseur.sim.trajectory.transcription.task_checks import check_task
from torseur.sim.trajectory.transcription.task_numbers import first_guess, numbers_of
from torseur.sim.trajectory.transcription.transcription import transcribe
from torseur.sim.trajectory.values import PlanStatus

UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
GAP = PlanTask(
    name="gap",
    phases=(TaskPhase("stance", 8), TaskPhase("flight", 8, (0.2, 0.8)), TaskPhase("stance", 8)),
    start=UPRIGHT,
    goal={"body_x": 0.9, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0},
    obstacles=(GapObstacle(0.1, 0.7, 1),),
)
EVERYTHING = replace(
    GAP,
    phases=(TaskPhase("stance", 2), TaskPhase("flight", 2), TaskPhase("slip forwards", 2), TaskPhase("stance", 2)),
    obstacles=(StepObstacle(0.4, 0.2, 1), BarObstacle(0.5, 0.6)),
    costs={"effort": 1e-4, "torque": 1e-3, "duration": 0.1, "smoothness": 1e-6, "impact": 0.01},
    reference=StateReference(np.array([0.0, 2.0]), {"body_z": np.array([1.0, 1.5])}, {"body_z": 2.0}),
    periodic=("body_vz",),
    limits={"body_vx": (-1.0, 5.0)},
)


@pytest.fixture(scope="module")
def planner():
    pytest.importorskip("casadi")
    return Planner()


@pytest.mark.parametrize("method", ["hermite-simpson", "rk4"])
def test_derivatives_put_together_from_pieces_are_those_of_the_whole(method):
    pytest.importorskip("casadi")
    task = replace(EVERYTHING, method=method)
    made = transcribe(hopper_system(task), task)
    program, p = made.program, numbers_of(made, task).parameters
    random = np.random.default_rng(3)
    x = first_guess(made, task, seed=1)
    lam = random.standard_normal(program.rows)

    def lagrangian(x):
        cost, rows = program.cost_and_rows(x, p)
        return 0.7 * float(cost) + lam @ np.asarray(rows).ravel()

    def slope(x):
        return 0.7 * np.asarray(program.gradient(x, p)[1]).ravel() + np.asarray(program.jacobian(x, p)[1].full()).T @ lam

    hessian = np.asarray(program.hessian(x, p, 0.7, lam).full())
    assert not np.tril(hessian, -1).any()
    hessian = hessian + np.triu(hessian, 1).T
    for _ in range(6):
        d = random.standard_normal(x.size)
        h = 1e-6
        ahead, behind = x + h * d, x - h * d
        # Central differences: h² of the third derivative, and rounding over h: 1e-7 of what is differenced.
        np.testing.assert_allclose((lagrangian(ahead) - lagrangian(behind)) / (2 * h), slope(x) @ d, rtol=1e-5)
        change = (slope(ahead) - slope(behind)) / (2 * h)
        np.testing.assert_allclose(change, hessian @ d, rtol=1e-5, atol=1e-5 * np.abs(change).max())


def implicit(system):
    """The same system, its modes with their accelerations as algebraic unknowns z: z - ẍ(x, u) = 0."""
    import casadi as ca

    modes = {}
    for name, mode in system.modes.items():
        half = mode.nx // 2
        x, u, z, p, theta = (ca.SX.sym("a", size) for size in (mode.nx, mode.nu, half, mode.np, len(system.theta_names)))
        arguments, none = [x, u, z, p, theta], ca.SX(0, 1)
        explicit = mode.rate(x, u, none, p, theta)

        def lifted(function, arguments=arguments, none=none):
            x, u, _, p, theta = arguments
            return ca.Function(function.name(), arguments, [function(x, u, none, p, theta)])

        modes[name] = replace(
            mode,
            nz=half,
            rate=ca.Function("rate", arguments, [ca.vertcat(x[half:], z)]),
            residual=ca.Function("residual", arguments, [z - explicit[half:]]),
            rate_full=lifted(mode.rate_full),
            force=lifted(mode.force),
            tau=lifted(mode.tau),
            path=tuple(replace(rows, function=lifted(rows.function)) for rows in mode.path),
        )
    return replace(system, modes=modes)


@pytest.mark.slow
def test_implicit_dynamics_give_the_plan_of_explicit_ones(planner):
    explicit = planner.plan(GAP, tolerance=1e-10, room=False)
    made = transcribe(implicit(hopper_system(GAP)), GAP)
    numbers = numbers_of(made, GAP)
    bounds = Bounds(numbers.x_lower, numbers.x_upper, numbers.g_lower, numbers.g_upper)
    found = solve(made.program, numbers.parameters, bounds, first_guess(made, GAP), options={"ipopt.tol": 1e-10})
    assert found.status is PlanStatus.SOLVED
    assert found.cost == pytest.approx(explicit.cost, abs=1e-7)
    errors = errors_between(made, found.point.x, numbers.parameters[made.layout.theta])
    for error, phase in zip(errors, explicit.phases, strict=True):
        np.testing.assert_allclose(error, phase.error, rtol=1e-2, atol=1e-8)
    with pytest.raises(ArgumentError, match="implicit, which only Hermite-Simpson plans"):
        check_task(implicit(hopper_system(GAP)), replace(GAP, method="rk4"))


LIMITED = replace(GAP, limits={"force": (-150.0, 70.0), "torque": (-80.0, 20.0), "leg length": (0.6, 1.2)})
MOVED = {
    "force": (None, 0.05, lambda d: replace(LIMITED, limits={**LIMITED.limits, "force": (-150.0, 70.0 + d)})),
    "torque": (None, 0.01, lambda d: replace(LIMITED, limits={**LIMITED.limits, "torque": (-80.0, 20.0 + d)})),
    "goal body_x": (2, 1e-3, lambda d: replace(LIMITED, goal={**GAP.goal, "body_x": 0.9 - d})),
    "start body_vx": (0, 1e-3, lambda d: replace(LIMITED, start={**UPRIGHT, "body_vx": d})),
    "friction": (None, 1e-3, lambda d: replace(LIMITED, friction=0.5 + d)),
    "foothold foot_x": (2, 1e-3, lambda d: replace(LIMITED, obstacles=(GapObstacle(0.1, 0.7 - d, 1),))),
}


@pytest.mark.parametrize("name", MOVED)
@pytest.mark.slow
def test_a_price_is_what_moving_the_bound_saves(planner, name):
    phase, step, moved = MOVED[name]
    plan = planner.plan(LIMITED, warm=True, room=False)  # of one program: what nodes give way by is no part of the price
    cheaper = planner.plan(moved(step), warm=True, room=False)
    row = next(row for row in plan.constraints if (row.group, row.phase) == (name, phase))
    saved = (plan.cost - cheaper.cost) / step
    # The price holds to first order in the step; costs are known to 1e-8.
    assert saved == pytest.approx(row.multiplier, rel=0.03, abs=3e-8 / step)
    if row.multiplier > 1e-6:
        assert row.active
        assert " saves " in row.sentence


def test_a_change_of_numbers_builds_nothing_and_takes_few_iterations(planner):
    first = planner.plan(LIMITED)
    for change in (
        {"goal": {**GAP.goal, "body_x": 0.92}},
        {"costs": {"effort": 2e-4}},
        {"limits": {**LIMITED.limits, "force": (-150.0, 90.0)}},
    ):
        planner.plan(LIMITED, warm=True)
        before = planner.transcription(LIMITED)
        again = planner.plan(replace(LIMITED, **change), warm=True)
        assert planner.transcription(replace(LIMITED, **change)) is before
        assert again.status is PlanStatus.SOLVED
        assert len(again.iterates) < len(first.iterates) / 2


def test_cost_parts_add_up_to_the_cost(planner):
    task = replace(EVERYTHING, phases=GAP.phases, obstacles=(), periodic=(), limits={})
    plan = planner.plan(task)
    parts = dict(plan.cost_parts)
    assert set(parts) == {"effort", "torque", "duration", "smoothness", "impact", "tracking"}
    assert sum(parts.values()) == pytest.approx(plan.cost, rel=1e-9)
    assert parts["duration"] == pytest.approx(0.1 * plan.duration, rel=1e-9)
    assert parts["impact"] == pytest.approx(0.01 * sum((jump.impulse**2).sum() for jump in plan.jumps), rel=1e-9)


def test_what_cannot_be_planned_says_what_is_wrong(planner):
    refused = [
        ({"method": "euler"}, UnknownNameError, "no method named 'euler'"),
        ({"system": "snake"}, UnknownNameError, "no system named 'snake'"),
        ({"phases": (TaskPhase("swim"),)}, UnknownNameError, "no mode named 'swim' in the hopper"),
        ({"phases": ()}, ArgumentError, "has no phase"),
        ({"start": {"body_y": 0.0}}, UnknownNameError, "no state named 'body_y'"),
        ({"limits": {"leg lenth": (0.0, 1.0)}}, UnknownNameError, "did you mean 'leg length'"),
        ({"costs": {"effrt": 1.0}}, UnknownNameError, "did you mean 'effort'"),
        ({"parameters": {"mass": 1.0}}, UnknownNameError, "no parameter named 'mass'"),
    ]
    for change, error, sentence in refused:
        with pytest.raises(error, match=sentence):
            planner.plan(replace(GAP, **change))


def test_without_casadi_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(planner_module.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingCasadiError, match=r"pip install 'torseur\[trajectory\]'"):
        Planner().plan(GAP)


def test_a_planner_keeps_the_programs_that_were_asked_for_last(planner):
    several = [replace(GAP, phases=(TaskPhase("stance", count),)) for count in range(1, 15)]
    kept = [planner.transcription(task) for task in several]
    assert planner.transcription(several[-1]) is kept[-1]
    assert planner.transcription(several[0]) is not kept[0]


HERMITE_SIMPSON, RK4 = "hermite-simpson", "rk4"


@pytest.mark.parametrize(("name", "method", "cost"), [
    ("hop_gap", HERMITE_SIMPSON, 0.34015866),
    ("hop_gap", RK4, 0.34050903),
    ("hop_in_place", HERMITE_SIMPSON, 0.55219659),
    ("hop_in_place", RK4, 0.55268244),
])  # fmt: skip
@pytest.mark.slow
def test_hops_cost_what_the_reference_says(planner, name, method, cost):
    plan = planner.plan(replace(load_task(name), method=method), room=False)
    assert plan.status is PlanStatus.SOLVED
    assert plan.cost == pytest.approx(cost, abs=1e-6)  # what is asked for; IPOPT's own end is 3e-8 away


def with_intervals(task, count):
    return replace(task, phases=tuple(replace(phase, intervals=count) for phase in task.phases))


def refined(planner, method, near):
    """Costs and errors between knots of the three hops with 5, 10, 20 intervals a phase, all of one optimum: that of a plan."""
    costs, errors = [], []
    for count in (5, 10, 20):
        task = with_intervals(replace(load_task("hop_three"), method=method), count)
        plan = planner.plan(task, guess=near, tolerance=1e-11, room=False)
        assert plan.status is PlanStatus.SOLVED
        costs.append(plan.cost)
        errors.append(max(phase.error.max() for phase in plan.phases))
    return np.array(costs), np.array(errors)


@pytest.mark.slow
def test_refining_shows_hermite_simpson_of_order_four_and_held_inputs_of_order_two(planner):
    orders, costs = {}, {}
    near = planner.plan(with_intervals(load_task("hop_three"), 10), room=False)
    for method in (HERMITE_SIMPSON, RK4):
        costs[method], errors = refined(planner, method, near)
        steps = np.abs(np.diff(costs[method]))
        orders[method] = np.log2(steps[0] / steps[1])
        # One step's error is of one order more than the method's four.
        np.testing.assert_allclose(np.log2(errors[:-1] / errors[1:]), 5.0, atol=0.5)
    assert orders[HERMITE_SIMPSON] == pytest.approx(4.0, abs=0.15)
    assert orders[RK4] == pytest.approx(2.0, abs=0.05)
    assert costs[HERMITE_SIMPSON][2] == pytest.approx(0.58266642, abs=1e-6)
    assert costs[RK4][2] == pytest.approx(0.58300128, abs=1e-6)
    # Both methods go to one number: that of the held inputs, its error of second order taken away.
    limit = costs[RK4][2] + (costs[RK4][2] - costs[RK4][1]) / 3.0
    assert costs[HERMITE_SIMPSON][2] == pytest.approx(limit, abs=5e-6)
