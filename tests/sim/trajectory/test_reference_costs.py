"""The hops that are shipped cost what a prototype of another hand found, and refining shows the order of each method."""

from dataclasses import replace

import numpy as np
import pytest

from torseur.sim.trajectory.files.task_file import load_task
from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.values import PlanStatus

HERMITE_SIMPSON, RK4 = "hermite-simpson", "rk4"


@pytest.fixture(scope="module")
def planner():
    pytest.importorskip("casadi")
    return Planner()


@pytest.mark.parametrize(
    ("name", "method", "cost"),
    [
        ("hop_gap", HERMITE_SIMPSON, 0.34015866),
        ("hop_gap", RK4, 0.34050903),
        ("hop_in_place", HERMITE_SIMPSON, 0.55219659),
        ("hop_in_place", RK4, 0.55268244),
    ],
)
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


def test_refining_shows_hermite_simpson_of_order_four_and_held_inputs_of_order_two(planner):
    orders, costs = {}, {}
    near = planner.plan(with_intervals(load_task("hop_three"), 10), room=False)
    for method in (HERMITE_SIMPSON, RK4):
        costs[method], errors = refined(planner, method, near)
        steps = np.abs(np.diff(costs[method]))
        orders[method] = np.log2(steps[0] / steps[1])
        print(f"{method}: costs {costs[method]}, order {orders[method]:.2f}")
        print(f"  errors between knots {errors}, orders {np.log2(errors[:-1] / errors[1:])}")
        # One step's error is of one order more than the method's four.
        np.testing.assert_allclose(np.log2(errors[:-1] / errors[1:]), 5.0, atol=0.5)
    assert orders[HERMITE_SIMPSON] == pytest.approx(4.0, abs=0.15)
    assert orders[RK4] == pytest.approx(2.0, abs=0.05)
    assert costs[HERMITE_SIMPSON][2] == pytest.approx(0.58266642, abs=1e-6)
    assert costs[RK4][2] == pytest.approx(0.58300128, abs=1e-6)
    # Both methods go to one number: that of the held inputs, its error of second order taken away.
    limit = costs[RK4][2] + (costs[RK4][2] - costs[RK4][1]) / 3.0
    assert costs[HERMITE_SIMPSON][2] == pytest.approx(limit, abs=5e-6)
