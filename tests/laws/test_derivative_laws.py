"""Laws of what is derived from the equations of motion: derivatives, the Coriolis matrix, centroidal momentum, accelerations.

On random trees of every joint kind, with and without joints that follow others.
"""

from __future__ import annotations

import numpy as np
import pytest

import sim
from sim.errors import ArgumentError, UnknownNameError
from tests.laws.random_trees import random_state, random_tree

CASES = [(seed, bool(seed % 2)) for seed in range(30)]
REFERENCES = ("world_aligned", "local", "world")
# Central differences: h² times third derivatives, and rounding 1e-13 / h of numbers up to 1e3.
H, DIFFERENCE = 1e-6, 2e-7
ROUNDING = 1e-11


def tree(case):
    model = random_tree(case[0], bodies=4 + case[0] % 12, mimic=case[1])
    return model, *random_state(model, case[0])


def along(function, model, q):
    """Derivative of function(q) along each velocity, by central differences."""
    units = np.eye(model.nv)
    columns = [
        (function(sim.integrate(model, q, e, H)) - function(sim.integrate(model, q, -e, H))) / (2 * H) for e in units
    ]
    return np.moveaxis(np.array(columns), 0, -1)


def assert_close(actual, expected, tolerance):
    assert np.abs(actual - expected).max(initial=0.0) < tolerance * max(1.0, np.abs(expected).max(initial=0.0))


@pytest.mark.parametrize("case", CASES)
def test_derivatives_of_inverse_dynamics_are_those_of_differences(case):
    model, q, v, a = tree(case)
    found = sim.inverse_dynamics_derivatives(model, q, v, a)
    assert_close(found.q, along(lambda x: sim.inverse_dynamics(model, x, v, a), model, q), DIFFERENCE)
    units = np.eye(model.nv)
    by_v = [
        (sim.inverse_dynamics(model, q, v + H * e, a) - sim.inverse_dynamics(model, q, v - H * e, a)) / (2 * H)
        for e in units
    ]
    assert_close(found.v, np.array(by_v).T, DIFFERENCE)
    assert_close(found.a, sim.mass_matrix(model, q), ROUNDING)


@pytest.mark.parametrize("case", CASES)
def test_derivatives_of_forward_dynamics_are_those_of_differences(case):
    model, q, v, a = tree(case)
    tau = sim.inverse_dynamics(model, q, v, a)
    found = sim.forward_dynamics_derivatives(model, q, v, tau)
    scale = np.linalg.cond(sim.mass_matrix(model, q))
    assert_close(found.q, along(lambda x: sim.forward_dynamics(model, x, v, tau), model, q), DIFFERENCE * scale)
    units = np.eye(model.nv)
    by_tau = [sim.forward_dynamics(model, q, v, tau + e) - sim.forward_dynamics(model, q, v, tau) for e in units]
    assert_close(found.tau, np.array(by_tau).T, 1e-10 * scale)
    assert_close(found.v, -found.tau @ sim.inverse_dynamics_derivatives(model, q, v, a).v, 1e-10 * scale)


@pytest.mark.parametrize("case", CASES)
def test_gravity_without_motion_has_the_hessian_of_the_potential_energy(case):
    model, q, _, _ = tree(case)
    zero = np.zeros(model.nv)
    slope = sim.inverse_dynamics_derivatives(model, q, zero, zero).q
    assert_close(slope, along(lambda x: sim.gravity_torque(model, x), model, q), DIFFERENCE)


@pytest.mark.parametrize("case", CASES)
def test_the_coriolis_matrix_gives_the_velocity_part_of_the_bias(case):
    model, q, v, _ = tree(case)
    expected = sim.bias_torque(model, q, v, gravity=(0, 0, 0))
    assert_close(sim.coriolis_matrix(model, q, v) @ v, expected, ROUNDING)


@pytest.mark.parametrize("case", CASES)
def test_the_rate_of_the_mass_matrix_less_twice_the_coriolis_matrix_is_skew(case):
    model, q, v, _ = tree(case)
    C = sim.coriolis_matrix(model, q, v)
    rate = (
        sim.mass_matrix(model, sim.integrate(model, q, v, H)) - sim.mass_matrix(model, sim.integrate(model, q, v, -H))
    ) / (2 * H)
    assert_close(C + C.T, rate, DIFFERENCE)


@pytest.mark.parametrize("case", CASES)
def test_the_inverse_of_the_mass_matrix_is_its_inverse(case):
    model, q, v, _ = tree(case)
    M = sim.mass_matrix(model, q)
    assert_close(sim.inverse_mass_matrix(model, q) @ M, np.eye(model.nv), 1e-15 * np.linalg.cond(M))
    many = np.random.default_rng(case[0]).normal(size=(model.nv, 3))
    found = sim.solve_mass_matrix(model, q, many)
    assert_close(M @ found, many, 1e-14 * np.linalg.cond(M))
    np.testing.assert_array_equal(sim.solve_mass_matrix(model, q, many[:, 1]), found[:, 1])
    np.testing.assert_array_equal(sim.solve_mass_matrix(model, q, many[:, 1].copy()), found[:, 1])
    np.testing.assert_array_equal(sim.solve_mass_matrix(model, q, list(many[:, 1])), found[:, 1])


@pytest.mark.parametrize("case", CASES)
def test_forward_dynamics_is_the_inverse_of_the_mass_matrix_applied(case):
    model, q, v, tau = tree(case)
    M = sim.mass_matrix(model, q)
    expected = sim.solve_mass_matrix(model, q, tau - sim.bias_torque(model, q, v))
    assert_close(sim.forward_dynamics(model, q, v, tau), expected, 1e-14 * np.linalg.cond(M))


@pytest.mark.parametrize("case", CASES)
def test_centroidal_momentum_is_momentum_about_the_centre_of_mass(case):
    model, q, v, _ = tree(case)
    about_origin, com = sim.momentum(model, q, v), sim.center_of_mass(model, q)
    expected = np.concatenate([about_origin[:3], about_origin[3:] - np.cross(com, about_origin[:3])])
    assert_close(sim.centroidal_momentum(model, q, v), expected, ROUNDING)
    assert_close(sim.centroidal_momentum_matrix(model, q) @ v, expected, ROUNDING)


@pytest.mark.parametrize("case", CASES)
def test_the_centre_of_mass_moves_as_its_jacobian_says(case):
    model, q, v, _ = tree(case)
    J = sim.center_of_mass_jacobian(model, q)
    assert_close(J, along(lambda x: sim.center_of_mass(model, x), model, q), DIFFERENCE)
    assert_close(J @ v, sim.center_of_mass_velocity(model, q, v), ROUNDING)


def test_a_system_without_external_forces_keeps_its_centroidal_momentum():
    from sim.multibody.build import build_model
    from sim.multibody.model import Joint, JointKind
    from tests.laws.random_trees import random_body

    rng = np.random.default_rng(5)
    bodies = [random_body(rng, name) for name in "abc"]
    joints = [
        Joint("float", JointKind.FREE_FLYER, None, "a"),
        Joint("ball", JointKind.SPHERICAL, "a", "b", armature=0.0),
        Joint("hinge", JointKind.REVOLUTE, "b", "c"),
    ]
    model = build_model("three", bodies, joints)
    q, v, tau = random_state(model, 5)
    tau[:6] = 0.0
    a = sim.forward_dynamics(model, q, v, tau, gravity=(0, 0, 0))
    after = sim.integrate(model, q, v, H), v + H * a
    before = sim.integrate(model, q, v, -H), v - H * a
    rate = (sim.centroidal_momentum(model, *after) - sim.centroidal_momentum(model, *before)) / (2 * H)
    assert_close(rate, np.zeros(6), DIFFERENCE)


@pytest.mark.parametrize("case", CASES)
def test_classical_accelerations_are_the_rates_of_twists(case):
    model, q, v, a = tree(case)

    def twists(t):
        # Second order in t: q moves with the mean velocity.
        return sim.frame_twists(model, sim.integrate(model, q, v + 0.5 * t * a, t), v + t * a)

    rate = (twists(H) - twists(-H)) / (2 * H)
    found = sim.frame_accelerations(model, q, v, a)
    assert_close(found, rate, DIFFERENCE)
    spatial = sim.frame_accelerations(model, q, v, a, spatial=True)
    now = sim.frame_twists(model, q, v)
    assert_close(found[:, :3] - spatial[:, :3], np.cross(now[:, 3:], now[:, :3]), ROUNDING)
    assert_close(found[:, 3:], spatial[:, 3:], ROUNDING)


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("case", CASES)
def test_the_rate_of_the_jacobian_is_that_of_differences(case, reference):
    model, q, v, _ = tree(case)
    frame = model.frame_names[-1]
    rate = (
        sim.jacobian(model, sim.integrate(model, q, v, H), frame, reference)
        - sim.jacobian(model, sim.integrate(model, q, v, -H), frame, reference)
    ) / (2 * H)
    assert_close(sim.jacobian_rate(model, q, v, frame, reference), rate, DIFFERENCE)


@pytest.mark.parametrize("case", CASES)
def test_acceleration_is_jacobian_times_acceleration_plus_drift(case):
    model, q, v, a = tree(case)
    expected = sim.frame_accelerations(model, q, v, a)
    for f in (0, len(model.frame_names) - 1):
        frame = model.frame_names[f]
        found = sim.jacobian(model, q, frame) @ a + sim.jacobian_rate(model, q, v, frame) @ v
        assert_close(found, expected[f], ROUNDING)


def test_a_robot_far_from_the_origin_loses_nothing():
    """All that couples joints is computed near the robot: at 1e6 m the rounding of a position itself is 1e-10 m."""
    from sim.multibody.build import combine_models

    near = random_tree(3, bodies=8)
    far = np.eye(4)
    far[:3, 3] = 1e6, -2e6, 3e5
    moved = combine_models("far", [("robot", near, far)])
    q, v, a = random_state(near, 3)
    if near.joint(near.joint_names[0]).kind.nq == 7:
        pytest.skip("its base would have to be moved")
    for call in (sim.coriolis_matrix, lambda m, q, v: sim.inverse_dynamics_derivatives(m, q, v, a).q):
        assert_close(call(moved, q, v), call(near, q, v), 1e-8)
    assert_close(sim.mass_matrix(moved, q), sim.mass_matrix(near, q), 1e-9)


def test_wrong_arguments_are_told_in_words():
    model = random_tree(1, bodies=3)
    q, v, a = random_state(model, 1)
    with pytest.raises(ArgumentError, match="v has shape"):
        sim.coriolis_matrix(model, q, np.zeros(model.nv + 1))
    with pytest.raises(ArgumentError, match="b has shape"):
        sim.solve_mass_matrix(model, q, np.zeros(model.nv + 1))
    with pytest.raises(ArgumentError, match="b must be numbers"):
        sim.solve_mass_matrix(model, q, "b")
    with pytest.raises(ArgumentError, match="finite"):
        sim.solve_mass_matrix(model, q, np.full((model.nv, 2), np.nan))
    with pytest.raises(UnknownNameError, match="reference"):
        sim.jacobian_rate(model, q, v, model.frame_names[0], "elsewhere")
    with pytest.raises(UnknownNameError, match="frame"):
        sim.jacobian_rate(model, q, v, "nowhere")
    with pytest.raises(ArgumentError, match="gravity"):
        sim.inverse_dynamics_derivatives(model, q, v, a, gravity=None)
    lists = sim.inverse_dynamics_derivatives(model, list(q), list(v), list(a))
    np.testing.assert_array_equal(lists.q, sim.inverse_dynamics_derivatives(model, q, v, a).q)
