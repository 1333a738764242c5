"""Robots held at points: accelerations, impacts, and derivatives beside finite differences and the hopper's closed forms."""

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.trajectory.replay.held_dynamics import HeldDynamics
from torseur.sim.trajectory.replay.kicks import Kick, kicked
from torseur.sim.trajectory.replay.planned_robot import TouchingFrame
from torseur.sim.trajectory.replay.repeated_plan import repeated_plan

G = (0.0, 0.0, -9.81)


@pytest.fixture(scope="module")
def hopper():
    model = robots.load(files("torseur.sim.scenes") / "models" / "hopper.urdf")
    return HeldDynamics(model, (TouchingFrame("foot", "foot", np.zeros(3)),), G)


@pytest.fixture(scope="module")
def arm():
    """Held by a point beside the origin of its hand, which five of its joints can move in all directions."""
    model = robots.load("arm_6r")
    return HeldDynamics(model, (TouchingFrame("tip", model.body_names[-1], np.array([0.02, -0.03, 0.1])),), G)


@pytest.fixture(scope="module")
def sprung(hopper):
    """The hopper with a spring in its leg."""
    joints = tuple(
        replace(joint, stiffness=300.0, rest=0.8) if joint.name == "length" else joint for joint in hopper.model.joints
    )
    return HeldDynamics(build_model("sprung", hopper.model.bodies, joints), hopper.points, G)


def state_of(dynamics, seed):
    random = np.random.default_rng(seed)
    q = random.uniform(-0.8, 0.8, dynamics.model.nq)
    q[-1] = abs(q[-1]) + 0.6
    return q, random.normal(size=dynamics.model.nv), 20.0 * random.normal(size=dynamics.model.nv)


def test_a_held_point_does_not_accelerate_and_a_robot_that_is_not_held_moves_freely(arm):
    q, v, tau = state_of(arm, 1)
    a = arm.acceleration(q, v, tau, (0,))
    assert np.abs(arm.point_accelerations(q, v, a, (0,))).max() < 1e-10 * np.abs(a).max()
    at_rest = arm.acceleration(q, 0.0 * v, tau, ())  # where joints damp nothing
    assert at_rest == pytest.approx(sim.forward_dynamics(arm.model, q, 0.0 * v, tau), rel=1e-9)


def test_the_spring_of_a_joint_pulls_to_its_rest(hopper, sprung):
    q, v, tau = state_of(hopper, 4)
    place = hopper.model.joint_slices()["length"][1].start
    pulled = tau.copy()
    pulled[place] -= 300.0 * (q[place] - 0.8)
    assert sprung.acceleration(q, v, tau, (0,)) == pytest.approx(hopper.acceleration(q, v, pulled, (0,)), rel=1e-12)


@pytest.mark.parametrize("held", [(), (0,)])
@pytest.mark.parametrize("robot", ["hopper", "arm", "sprung"])
def test_derivatives_are_those_of_finite_differences(robot, held, request):
    dynamics = request.getfixturevalue(robot)
    q, v, tau = state_of(dynamics, 2)
    nv, step = dynamics.model.nv, 1e-6
    A, B = dynamics.derivatives(q, v, tau, held)
    wanted = dynamics.by_state(lambda own_q, own_v: dynamics.acceleration(own_q, own_v, tau, held), q, v)
    assert A[:nv] == pytest.approx(np.hstack([np.zeros((nv, nv)), np.eye(nv)]))
    assert A[nv:] == pytest.approx(wanted, rel=1e-6, abs=1e-6 * np.abs(wanted).max())
    for k in range(nv):
        unit = np.eye(nv)[k] * step
        up, down = (dynamics.acceleration(q, v, tau + sign * unit, held) for sign in (1.0, -1.0))
        assert B[nv:, k] == pytest.approx((up - down) / (2.0 * step), rel=1e-6, abs=1e-6 * np.abs(B).max())


def test_a_blow_at_the_foot_stops_it_and_leaves_the_body(hopper):
    q, v, _ = state_of(hopper, 3)
    after = hopper.after_impact(q, v, (0,))
    assert np.abs(hopper.jacobian(q, (0,)) @ after).max() < 1e-12
    assert after[:2] == pytest.approx(v[:2], abs=1e-12)


def test_a_kick_leaves_the_foot_where_it_stands(hopper):
    q, v = np.array([0.1, 0.9, 0.1, 0.95]), np.zeros(4)
    own_q, own_v = kicked(hopper, q, v, (0,), Kick(0.01, 0.05, 4))
    assert hopper.places(own_q, (0,)) == pytest.approx(hopper.places(q, (0,)), abs=1e-12)
    assert np.abs(hopper.jacobian(own_q, (0,)) @ own_v).max() < 1e-12
    apart = hopper.masses(own_q, own_v) - hopper.masses(q, v)
    assert np.linalg.norm(apart[:6]) == pytest.approx(0.01, rel=0.02)  # second order: 1e-4 of 1e-2
    assert np.linalg.norm(apart[6:]) == pytest.approx(0.05, rel=0.02)


@pytest.fixture(scope="module")
def task():
    pytest.importorskip("casadi")
    shipped = sim.load_task("biped_step")
    return replace(shipped, phases=tuple(replace(phase, intervals=10) for phase in shipped.phases))


@pytest.fixture(scope="module")
def step(task):
    return sim.Planner().plan(task)


@pytest.mark.slow
def test_the_next_step_begins_where_the_one_before_ended_with_its_legs_exchanged(task, step):
    two = repeated_plan(step, task.robot, 2)
    assert [phase.touching.tolist() for phase in two.phases] == [[True, False], [False, True]]
    assert two.phases[1].t[0] == two.phases[0].t[-1]
    assert two.phases[1].q[0] == pytest.approx(two.phases[0].q[-1], abs=1e-7)  # what the optimiser's rows are allowed
    assert two.phases[1].v[0] != pytest.approx(two.phases[0].v[-1], abs=1e-3)  # the blow
    assert two.phases[1].footholds[1, 0] == pytest.approx(0.4, abs=1e-3)
    with pytest.raises(ArgumentError, match="no second period"):
        repeated_plan(replace(step, closing=None), task.robot, 2)


def test_blows_of_each_step_are_at_the_foot_that_lands(task, step):
    three = repeated_plan(step, task.robot, 3)
    assert len(three.jumps) == 2
    for jump, phase in zip(three.jumps, three.phases[1:], strict=True):
        assert (np.abs(jump.impulse).max(axis=1) > 1e-3).tolist() == phase.touching.tolist()


def test_footholds_go_where_the_points_go_whatever_else_travels(task, step):
    robot = replace(task.robot, travel=(*task.robot.travel, "base_z"))  # it rises too, by what one end is above the other
    phases = tuple(replace(phase, q=phase.q.copy()) for phase in step.phases)
    rise = step.state_names.index("base_z")
    phases[-1].q[-1, rise] += 0.1
    moved = repeated_plan(replace(step, phases=phases), robot, 2).phases[1].footholds[1]
    assert moved[2] == pytest.approx(0.1, abs=1e-6)
    assert moved[0] == pytest.approx(0.4, abs=1e-3)


@pytest.mark.slow
def test_a_biped_walks_on_with_feedback_where_its_inputs_alone_let_it_stumble(task, step):
    alone, led = (sim.replay(step, task, periods=2, feedback=feedback) for feedback in (False, True))
    assert [(event.kind, event.point) for event in led.events if event.kind == "touch-down"] == [
        ("touch-down", "right_foot"),
        ("touch-down", "left_foot"),
    ]
    assert all(event.difference is not None for event in led.events)
    assert led.position_error.max() < 0.02  # ten intervals a step: what the plan itself is off between them
    assert alone.position_error.max() > 10.0 * led.position_error.max()
    assert led.recording.q[len(led.t) - 1, 1] == pytest.approx(0.6, abs=0.02)  # two steps of 0.4 m from -0.2 m
    assert np.isfinite(led.end_error)


def test_stops_that_the_plan_goes_to_lie_further_in_its_replay(task, step):
    found = sim.prepared_replay(step, task)
    assert "left_knee" in found.roomy
    knee = step.phases[0].q[:, task.robot.model.joint_slices()["left_knee"][0].start]
    # it goes to its stop at 0 between nodes, and stays off it by some thousandths at them
    assert 0.0 <= knee.min() < 0.01
    assert found.model.joint("left_knee").lower == pytest.approx(knee.min() - 0.05, abs=1e-9)
    said = " ".join(sim.replay(step, task).sentences)
    assert "stops of left_knee (0.05 rad)" in said


@pytest.mark.slow
def test_a_pushed_block_stops_where_it_was_planned_to():
    shipped = sim.load_task("push_block")
    push = replace(shipped, phases=tuple(replace(phase, intervals=8) for phase in shipped.phases))
    plan = sim.Planner().plan(push)
    found = sim.replay(plan, push)
    assert [(e.kind, e.point) for e in found.events if e.planned is not None] == [("touch-down", "tip"), ("lift-off", "tip")]
    assert max(abs(event.difference) for event in found.events if event.planned is not None) < 1e-3
    place = plan.state_names.index("block_x")
    assert found.recording.q[len(found.t) - 1, place] == pytest.approx(0.9, abs=2e-3)
    with pytest.raises(ArgumentError, match="feedback knows the ground alone"):
        sim.replay(plan, push, feedback=True)
