"""Robots held at points: accelerations, impacts, and derivatives beside finite differences and the hopper's closed forms."""

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.trajectory.replay.held_dynamics import HeldDynamics
from torseur.sim.trajectory.replay.kicks import Kick, kicked
from torseur.sim.trajectory.replay.planned_robot import TouchingFrame

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
