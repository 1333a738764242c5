"""One body alone: equations (1) and (2) of the course, their transport, and their spatial form, by laws and closed forms."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_state, random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.model import Body, Joint, JointKind

ROUNDING = 1e-10  # forces up to 1e3 N, moments at points metres away


def found(seed, point=None):
    model = random_tree(seed)
    state = random_state(model, seed)
    wrenches = {name: np.random.default_rng(seed).normal(size=6) for name in model.body_names[::2]}
    return model, state, [sim.body_dynamics(model, *state, name, wrenches, point=point) for name in model.body_names]


@loop_over("seed", range(8))
@loop_over("point", [None, [0.4, -1.0, 0.7]])
def test_the_forces_on_each_body_are_what_its_motion_takes_at_c_and_at_any_point(seed, point):
    for one in found(seed, point)[2]:
        assert one.residual < ROUNDING
        np.testing.assert_allclose(one.total[:3], one.force, atol=ROUNDING)
        np.testing.assert_allclose(one.total[3:], one.torque_at_center, atol=ROUNDING)


@pytest.mark.parametrize("seed", range(8))
def test_the_force_is_the_rate_of_momentum_and_the_acceleration_that_of_the_velocity_of_the_point(seed):
    model, (q, v, a), bodies = found(seed)
    h = 1e-5

    def at(t):
        moved = sim.integrate(model, q, v + 0.5 * t * a, t), v + t * a, a
        return [sim.body_dynamics(model, *moved, name) for name in model.body_names]

    for one, later, before in zip(bodies, at(h), at(-h), strict=True):
        np.testing.assert_allclose((later.twist - before.twist) / (2 * h), one.acceleration, atol=1e-5, rtol=1e-6)
        spins = [each.inertia @ each.twist[3:] for each in (later, before)]
        np.testing.assert_allclose((spins[0] - spins[1]) / (2 * h), one.torque_at_center, atol=1e-4, rtol=1e-6)
        # At the fixed point O, the rate of v_O is the spatial acceleration, and not that of any point of the body.
        rate = (later.twist_at_point - before.twist_at_point) / (2 * h)
        np.testing.assert_allclose(rate, one.spatial_acceleration, atol=1e-5, rtol=1e-6)
        np.testing.assert_allclose(
            one.spatial_acceleration[:3] - one.point_acceleration,
            -np.cross(one.twist_at_point[3:], one.twist_at_point[:3]),
            atol=ROUNDING,
        )


@loop_over("seed", range(8))
def test_velocity_and_inertia_are_transported_as_the_course_says(seed):
    point = np.array([0.4, -1.0, 0.7])
    for one in found(seed, point)[2]:
        omega, r = one.twist[3:], one.center - point
        np.testing.assert_allclose(one.twist_at_point[:3], one.twist[:3] + np.cross(r, omega), atol=ROUNDING)
        hat = np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
        blocks = [[one.mass * np.eye(3), -one.mass * hat], [one.mass * hat, one.inertia - one.mass * hat @ hat]]
        np.testing.assert_allclose(one.spatial_inertia, np.block(blocks), atol=ROUNDING)


def test_a_thrown_body_that_spins_has_its_weight_alone():
    inertia = np.diag([0.1, 0.2, 0.25])
    body = Body("brick", mass=2.0, com=np.zeros(3), inertia=inertia)
    model = sim.build_model("brick", (body,), (Joint("free", JointKind.FREE_FLYER, None, "brick"),))
    omega = np.array([1.0, 2.0, -3.0])
    v = np.array([3.0, 0.0, 4.0, *omega])
    rate = np.linalg.solve(inertia, -np.cross(omega, inertia @ omega))  # Euler's equations without a torque
    # q̈ of a free-flyer is along its own axes: v̇ = R p̈ - ω × v.
    a = np.concatenate([[0.0, 0.0, -9.81] - np.cross(omega, v[:3]), rate])
    one = sim.body_dynamics(model, sim.neutral(model), v, a, "brick")
    np.testing.assert_allclose(one.force, [0.0, 0.0, -19.62], atol=1e-12)
    np.testing.assert_allclose(one.torque_at_center, 0.0, atol=1e-12)
    np.testing.assert_allclose(one.through_joint, 0.0, atol=1e-12)
    np.testing.assert_allclose(one.gyroscopic_torque, np.cross(omega, inertia @ omega), atol=1e-12)


def test_a_pendulum_is_held_by_its_pivot_as_the_closed_form_says():
    mass, length, rate, acceleration = 1.5, 0.7, 2.0, -3.0
    body = Body("bob", mass=mass, com=np.array([0.0, 0.0, -length]), inertia=np.zeros((3, 3)))
    pivot = Joint("pivot", JointKind.REVOLUTE, None, "bob", axis=np.array([0.0, 1.0, 0.0]))
    model = sim.build_model("pendulum", (body,), (pivot,))
    one = sim.body_dynamics(model, np.zeros(1), np.array([rate]), np.array([acceleration]), "bob")
    # At the bottom: m l ω² + m g along the rod, m l ω̇ across it (c moves along -x for a turn about +y).
    expected = [-mass * length * acceleration, 0.0, mass * (length * rate**2 + 9.81)]
    np.testing.assert_allclose(one.through_joint[:3], expected, atol=1e-12)
    torque = one.through_joint[3:] + np.cross(one.center, one.through_joint[:3])
    np.testing.assert_allclose(torque[1], mass * length**2 * acceleration, atol=1e-12)


def test_what_cannot_be_used_is_refused():
    model = robots.load("planar_2r")
    zero = np.zeros(2)
    with pytest.raises(UnknownNameError, match="elbow"):
        sim.body_dynamics(model, zero, zero, zero, "elbow")
    for point in ([0.0, np.nan, 1.0], np.zeros(6), 1.0, "here", [[0.0], [1.0, 2.0]], [1j, 0.0, 0.0]):
        with pytest.raises(ArgumentError, match="point must be three finite numbers x y z in m, in the world"):
            sim.body_dynamics(model, zero, zero, zero, model.body_names[0], point=point)
