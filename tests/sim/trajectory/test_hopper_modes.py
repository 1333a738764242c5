"""The hopper's modes and jumps against mechanics by hand."""

from dataclasses import replace

import numpy as np
import pytest

from torseur.sim.trajectory.solving.planner import Planner
from torseur.sim.trajectory.task.obstacles import BarObstacle, StepObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase
from torseur.sim.trajectory.values import PlanStatus

BODY, FOOT, GRAVITY = 5.0, 1.0, 9.81
UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}


@pytest.fixture(scope="module")
def planner():
    pytest.importorskip("casadi")
    return Planner()


def standing(goal, duration=0.5):
    phases = (TaskPhase("stance", 4, duration=duration),)
    return PlanTask(name="standing", phases=phases, start=UPRIGHT, goal=goal, costs={"force": 1e-4, "torque": 1e-4})


def test_to_stand_costs_the_weight_squared(planner):
    plan = planner.plan(standing(UPRIGHT))
    assert plan.cost == pytest.approx(1e-4 * (BODY * GRAVITY) ** 2 * 0.5, rel=1e-9)
    # The cost is flat in the input: it is known to the root of the cost's own accuracy.
    np.testing.assert_allclose(plan.phases[0].force[:, 0, 2], (BODY + FOOT) * GRAVITY, rtol=1e-5)


def test_to_rise_costs_what_the_least_acceleration_does_by_hand(planner):
    """The least ∫ a² from rest to rest is of a = 6 d / T² (1 - 2 t / T): 12 d² / T³, on top of carrying the weight."""
    rise, duration = 0.2, 0.5
    plan = planner.plan(standing({**UPRIGHT, "body_z": 1.0 + rise}, duration))
    by_hand = 1e-4 * BODY**2 * (GRAVITY**2 * duration + 12.0 * rise**2 / duration**3)
    # A cubic: Hermite-Simpson has it exactly, its input too.
    assert plan.cost == pytest.approx(by_hand, rel=1e-9)
    phase = plan.phases[0]
    push = BODY * (GRAVITY + 6.0 * rise / duration**2 * (1.0 - 2.0 * phase.t / duration))
    np.testing.assert_allclose(phase.inputs[:, 0], push, rtol=1e-6)
    np.testing.assert_allclose(dict(plan.cost_parts)["force"], plan.cost, rtol=1e-9)


@pytest.fixture(scope="module")
def in_place(planner):
    phases = (
        TaskPhase("stance", 10),
        TaskPhase("flight", 10, (0.2, 0.8), ends_at={"body_z": 1.8, "body_vz": 0.0}),
        TaskPhase("flight", 10, (0.2, 0.8)),
        TaskPhase("stance", 10),
    )
    return planner.plan(PlanTask(name="in place", phases=phases, start=UPRIGHT, goal=UPRIGHT))


def test_a_hop_in_place_by_hand(in_place):
    rising, up, down, landing = in_place.phases
    assert up.state[-1, 1] == pytest.approx(1.8, abs=1e-9)
    masses = np.array([BODY, FOOT]) / (BODY + FOOT)
    height = [np.array(s[[1, 3]]) @ masses for s in (up.state[0], up.state[-1], down.state[-1])]
    speed = [np.array(s[[5, 7]]) @ masses for s in (up.state[0], up.state[-1], down.state[-1])]
    # Nothing but weight acts on the centre of mass while both fly: v² / 2 + g z is kept, and v falls by g t.
    np.testing.assert_allclose(np.square(speed) / 2.0 + GRAVITY * np.array(height), speed[0] ** 2 / 2.0 + GRAVITY * height[0])
    assert speed[0] - speed[2] == pytest.approx(GRAVITY * (up.duration + down.duration), abs=1e-8)
    # What the ground gives in stance is the momentum that the body leaves with, beside the weight of both.
    for phase in (rising, landing):
        h = phase.duration / 10.0
        weights = np.r_[1.0, np.tile([4.0, 2.0], 10)]
        weights[-1] = 1.0
        given = h / 6.0 * weights @ phase.force[:, 0, 2]
        gained = BODY * (phase.state[-1, 5] - phase.state[0, 5])
        assert given == pytest.approx(gained + (BODY + FOOT) * GRAVITY * phase.duration, abs=1e-7)


def test_the_foot_that_lands_is_stopped_by_an_impulse_that_is_its_momentum(in_place):
    lift_off, apex, touch_down = in_place.jumps
    assert [jump.kind for jump in in_place.jumps] == ["lift-off", "switch", "touch-down"]
    np.testing.assert_allclose(touch_down.impulse[0, [0, 2]], -FOOT * touch_down.before[[6, 7]], atol=1e-9)
    assert touch_down.impulse[0, 2] >= 0.0
    assert abs(touch_down.impulse[0, 0]) <= 0.5 * touch_down.impulse[0, 2] + 1e-7
    for jump in (lift_off, apex):
        np.testing.assert_allclose(jump.before, jump.after, atol=1e-8)
        assert not jump.impulse.any()


def test_a_foot_that_slides_is_braked_by_friction_alone(planner):
    """Body and foot glide upright at 1 m/s, held stiff: μ g brakes them, to stand after v² / (2 μ g)."""
    friction = 0.3
    way = 1.0 / (2.0 * friction * GRAVITY)
    moving = {**UPRIGHT, "body_vx": 1.0, "foot_vx": 1.0}
    task = PlanTask(
        name="glide",
        phases=(TaskPhase("slip forwards", 8, (0.1, 0.8)), TaskPhase("stance", 8, 0.2)),
        start=moving,
        goal={"body_x": way, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": way},
        friction=friction,
    )
    plan = planner.plan(task)
    assert plan.status is PlanStatus.SOLVED
    slip = plan.phases[0]
    np.testing.assert_allclose(slip.force[:, 0, 0], -friction * slip.force[:, 0, 2], atol=1e-9)
    assert (slip.force[:, 0, 2] >= -1e-9).all()
    assert (slip.state[:, 6] >= -1e-9).all()
    assert plan.jumps[0].before[6] == pytest.approx(0.0, abs=1e-8)
    given = slip.duration / 8.0 / 6.0 * np.r_[1.0, np.tile([4.0, 2.0], 7), 4.0, 1.0] @ slip.force[:, 0, 0]
    momentum = BODY * slip.state[:, 4] + FOOT * slip.state[:, 6]
    assert given == pytest.approx(momentum[-1] - momentum[0], abs=1e-7)


def test_a_foot_lands_sliding_with_an_impulse_on_the_cone(planner):
    start = {**UPRIGHT, "body_z": 1.3, "foot_z": 0.3, "body_vx": 2.0, "foot_vx": 2.0, "body_vz": 0.0, "foot_vz": 0.0}
    phases = (TaskPhase("flight", 8, (0.1, 0.8)), TaskPhase("slip forwards", 8, (0.05, 0.8)), TaskPhase("stance", 8, 0.4))
    goal = {"body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0}
    plan = planner.plan(PlanTask(name="skid", phases=phases, start=start, goal=goal, friction=0.2))
    assert plan.status is PlanStatus.SOLVED
    impulse = plan.jumps[0].impulse[0]
    assert impulse[2] > 0.01
    assert impulse[0] == pytest.approx(-0.2 * impulse[2], abs=1e-8)
    np.testing.assert_allclose(impulse[[0, 2]], FOOT * (plan.jumps[0].after - plan.jumps[0].before)[[6, 7]], atol=1e-8)


def test_a_step_is_climbed_without_the_foot_going_through_its_edge(planner):
    goal = {**UPRIGHT, "body_x": 0.9, "body_z": 1.2}
    del goal["foot_x"]
    step = StepObstacle(x=0.4, height=0.2, crossed_in=1)
    phases = (TaskPhase("stance", 10), TaskPhase("flight", 10, (0.2, 0.8)), TaskPhase("stance", 10))
    plan = planner.plan(PlanTask(name="step", phases=phases, start=UPRIGHT, goal=goal, obstacles=(step,)))
    assert plan.status is PlanStatus.SOLVED
    assert plan.phases[2].footholds[0, 2] == pytest.approx(0.2)
    assert plan.phases[2].footholds[0, 0] >= 0.4 - 1e-8
    foot = plan.phases[1].state[:, 2:4]
    assert (foot[foot[:, 0] >= 0.4, 1] >= 0.2 - 1e-8).all()


@pytest.mark.slow
def test_a_bar_is_cleared_by_foot_leg_and_body(planner):
    bar = BarObstacle(x=0.5, z=0.8, radius=0.1)
    phases = (TaskPhase("stance", 10), TaskPhase("flight", 10, (0.2, 0.8)), TaskPhase("stance", 10))
    goal = {**UPRIGHT, "body_x": 1.0, "foot_x": 1.0}
    task = PlanTask(name="bar", phases=phases, start=UPRIGHT, goal=goal)
    barred = replace(task, obstacles=(bar,))
    free, plan = planner.plan(task), planner.plan(barred, room=False)  # as it is asked, at nodes alone
    assert plan.status is PlanStatus.SOLVED
    assert plan.cost > free.cost
    state = np.concatenate([phase.state for phase in plan.phases])
    along = np.linspace(0.0, 1.0, 101)[:, None, None]
    leg = state[:, 2:4] + along * (state[:, 0:2] - state[:, 2:4])
    # At 101 points of the leg: between them it comes nearer by less than the square of 0.0075 m over twice the radius.
    assert np.linalg.norm(leg - [0.5, 0.8], axis=2).min() == pytest.approx(0.1, abs=3e-4)
    # Ten intervals are few: between nodes it passes the bar by centimetres, which is told, and room at nodes makes it less.
    roomy = planner.plan(barred)
    assert 0.0 < roomy.phases[1].passed.max() < plan.phases[1].passed.max()
    assert any("clear of the bar is passed by" in note for note in roomy.notes)


def test_a_periodic_hop_ends_as_it_begins(planner):
    phases = (TaskPhase("stance", 10, (0.1, 0.5)), TaskPhase("flight", 10, (0.2, 0.8)), TaskPhase("stance", 10, (0.1, 0.5)))
    start = {"body_x": 0.0, "body_z": (0.8, 1.2), "body_vx": (0.0, 3.0), "foot_x": (-0.5, 0.5)}
    task = PlanTask(name="stride", phases=phases, start=start, goal={"body_x": 0.8}, periodic=("body_z", "body_vx", "body_vz"))
    plan = planner.plan(task)
    assert plan.status is PlanStatus.SOLVED
    rows = [plan.state_names.index(name) for name in task.periodic]
    np.testing.assert_allclose(plan.phases[-1].state[-1, rows], plan.phases[0].state[0, rows], atol=1e-8)
    assert plan.phases[0].state[0, 4] > 0.1
