"""The equation of motion in numbers: closed forms, and what is told where H has no inverse."""

import numpy as np
import pytest

from tests.cases import loop_over, quick_first
from tests.laws.random_trees import random_state, random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.build import build_model

# Sums of fewer than ten products of numbers up to ten.
ROUNDING = 1e-13


def two_links(masses=(2.0, 1.5), lengths=(0.8, 0.6)):
    """A planar arm of two point masses at the ends of its links, turning about y: q = 0 lies along x."""
    bodies = [
        sim.Body(f"link{k}", mass, np.array([length, 0.0, 0.0]), np.zeros((3, 3)))
        for k, (mass, length) in enumerate(zip(masses, lengths, strict=True))
    ]
    elbow = np.eye(4)
    elbow[0, 3] = lengths[0]
    axis = np.array([0.0, -1.0, 0.0])  # so that q lifts it
    joints = [
        sim.Joint("shoulder", sim.JointKind.REVOLUTE, None, "link0", axis=axis),
        sim.Joint("elbow", sim.JointKind.REVOLUTE, "link0", "link1", elbow, axis),
    ]
    return build_model("two_links", bodies, joints)


def test_a_planar_arm_of_two_point_masses_has_its_closed_form():
    """Siciliano et al. §7.3.2, with the masses at the ends of the links."""
    (m1, m2), (l1, l2) = (2.0, 1.5), (0.8, 0.6)
    q, v, a = np.array([0.4, -1.1]), np.array([0.7, 1.3]), np.array([-0.5, 2.0])
    found = sim.equation_of_motion(two_links(), q, v, a)
    c2, s2, c1, c12 = np.cos(q[1]), np.sin(q[1]), np.cos(q[0]), np.cos(q[0] + q[1])
    corner = m2 * (l2**2 + l1 * l2 * c2)
    H = np.array([[m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * c2), corner], [corner, m2 * l2**2]])
    h = -m2 * l1 * l2 * s2
    C = np.array([[h * v[1], h * (v[0] + v[1])], [-h * v[0], 0.0]])
    g = 9.81 * np.array([m1 * l1 * c1 + m2 * (l1 * c1 + l2 * c12), m2 * l2 * c12])
    np.testing.assert_allclose(found.H, H, atol=ROUNDING)
    np.testing.assert_allclose(found.C, C, atol=ROUNDING)
    np.testing.assert_allclose(found.H_rate, h * v[1] * np.array([[2.0, 1.0], [1.0, 0.0]]), atol=ROUNDING)
    np.testing.assert_allclose(found.gravity, g, atol=ROUNDING)
    np.testing.assert_allclose(found.tau, H @ a + C @ v + g, atol=ROUNDING)
    assert found.kinetic == pytest.approx(0.5 * v @ H @ v, rel=1e-13)


def test_where_a_joint_moves_no_inertia_the_terms_are_there_and_the_accelerations_told_of():
    bare = sim.Body("bare", 0.0, np.zeros(3), np.zeros((3, 3)))
    joints = [sim.Joint("hinge", sim.JointKind.REVOLUTE, None, "bare")]
    found = sim.equation_of_motion(build_model("bare", [bare], joints), np.zeros(1), np.ones(1), np.ones(1))
    assert "not positive definite" in found.status
    assert np.isnan(found.by_bodies).all()
    assert np.isnan(found.by_inverse).all()
    np.testing.assert_array_equal(found.tau, np.zeros(1))


@pytest.mark.parametrize("name", ["arm_6r", "planar_2r", "quadruped"])
def test_two_ways_to_an_acceleration_differ_by_no_more_than_rounding_may_make_of_it(name):
    model = robots.load(name)
    rng = np.random.default_rng(5)
    for _ in range(20):
        q, (v, a) = sim.random_configuration(model, rng), rng.uniform(-1.0, 1.0, (2, model.nv))
        found = sim.equation_of_motion(model, q, v, a)
        assert np.all(np.abs(found.by_bodies - found.by_inverse) <= found.rounding)
        assert found.rounding.max() < 1e-9


def test_a_point_that_is_turned_about_a_line_through_it_leaves_no_digit_of_the_accelerations():
    # Two hinges, x and z, and a point mass on a line that is between both axes, as the head of icub.
    bare = sim.Body("neck", 0.0, np.zeros(3), np.zeros((3, 3)))
    head = sim.Body("head", 1.3, np.array([0.011, 0.0, 0.11]), np.zeros((3, 3)))
    hinges = [
        sim.Joint("roll", sim.JointKind.REVOLUTE, None, "neck", axis=np.array([1.0, 0.0, 0.0])),
        sim.Joint("yaw", sim.JointKind.REVOLUTE, "neck", "head", axis=np.array([0.0, 0.0, 1.0])),
    ]
    model = build_model("neck", [bare, head], hinges)
    found = sim.equation_of_motion(model, np.zeros(2), np.zeros(2), np.array([1.0, -2.0]))
    np.testing.assert_allclose(found.lightest, [0.1, 1.0], rtol=1e-9)
    assert found.rounding.max() > 0.1
    if not found.status:
        assert np.all(np.abs(found.by_bodies - found.by_inverse) <= found.rounding)


def test_wrong_sizes_are_refused_in_words():
    model = robots.load("planar_2r")
    with pytest.raises(ArgumentError, match="planar_2r"):
        sim.equation_of_motion(model, np.zeros(2), np.zeros(3), np.zeros(2))
    with pytest.raises(ArgumentError, match="planar_2r"):
        sim.mass_matrix_rate(model, np.zeros(2), np.zeros(3))


@pytest.mark.parametrize("name", ["scara", "arm_6r", "quadruped"])
def test_with_forces_of_the_environment_the_equation_and_the_balance_of_power_hold(name):
    model, rng = robots.load(name), np.random.default_rng(8)
    q, (v, a) = sim.random_configuration(model, rng), rng.uniform(-1.0, 1.0, (2, model.nv))
    wrenches = {frame: rng.normal(size=6) for frame in model.body_names[::2]}
    found = sim.equation_of_motion(model, q, v, a, wrenches=wrenches)
    np.testing.assert_allclose(found.tau, sim.newton_euler_trace(model, q, v, a, wrenches).tau, atol=1e-10)
    by_columns = sum(sim.jacobian(model, q, frame).T @ wrench for frame, wrench in wrenches.items())
    np.testing.assert_allclose(found.external, by_columns, atol=ROUNDING)
    assert np.abs(found.external).max() > 0.1
    np.testing.assert_allclose(found.residual, 0.0, atol=1e-10)
    np.testing.assert_allclose(found.by_bodies, a, atol=1e-9)
    np.testing.assert_allclose(found.by_inverse, a, atol=1e-9)
    assert found.power + found.external_power == pytest.approx(found.kinetic_rate + found.potential_rate, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_each_column_of_the_mass_matrix_is_the_torque_of_one_acceleration_at_rest_without_gravity(seed):
    model = random_tree(seed, mimic=True)
    q, v, a = random_state(model, seed)
    found = sim.equation_of_motion(model, q, v, a)
    np.testing.assert_array_equal(found.columns, sim.mass_matrix_by_columns(model, q))
    for j, unit in enumerate(np.eye(model.nv)):
        np.testing.assert_array_equal(
            found.columns[:, j], sim.inverse_dynamics(model, q, np.zeros(model.nv), unit, None, (0.0, 0.0, 0.0))
        )
    assert np.abs(found.H - found.columns).max() < 1e-12 * np.abs(found.H).max()


def test_what_joints_give_by_themselves_is_left_out_of_the_motors_torque():
    model = build_model(
        "spring",
        [sim.Body("arm", 1.0, np.array([0.5, 0.0, 0.0]), np.zeros((3, 3)))],
        [sim.Joint("hinge", sim.JointKind.REVOLUTE, None, "arm", damping=0.3, friction=0.2, stiffness=4.0, rest=0.1)],
    )
    found = sim.equation_of_motion(model, np.array([0.6]), np.array([2.0]), np.array([1.0]))
    assert found.passive == pytest.approx([-0.3 * 2.0 - 0.2 - 4.0 * (0.6 - 0.1)])
    np.testing.assert_allclose(found.motors, found.tau - found.passive)
    assert found.passive_power == pytest.approx(2.0 * found.passive[0])


SEEDS = quick_first(4, range(12))
OF_MOMENTUM = 1e-11  # of moments up to 1e3 N m in sums of a few hundred products


def state_of(seed):
    model = random_tree(seed, mimic=seed % 2 == 1)
    rng = np.random.default_rng(3000 + seed)
    wrenches = {name: rng.normal(size=6) for name in model.frame_names[::2]}
    return model, random_state(model, seed), wrenches


@loop_over("seed", SEEDS)
def test_momentum_changes_by_weight_environment_and_what_stands_still(seed):
    model, (q, v, a), wrenches = state_of(seed)
    found = sim.momentum_balance(model, q, v, a, wrenches, (0.5, -1.0, -9.0))
    np.testing.assert_allclose(found.residual, 0.0, atol=OF_MOMENTUM)
    np.testing.assert_allclose(found.rate[:3], found.mass * found.acceleration, atol=OF_MOMENTUM)


@loop_over("seed", SEEDS)
def test_it_is_the_momentum_of_the_other_functions_and_its_rate_their_difference(seed):
    model, (q, v, a), wrenches = state_of(seed)
    found = sim.momentum_balance(model, q, v, a, wrenches)
    np.testing.assert_allclose(found.momentum, sim.momentum(model, q, v), atol=OF_MOMENTUM)
    np.testing.assert_allclose(found.centroidal, sim.centroidal_momentum(model, q, v), atol=OF_MOMENTUM)
    np.testing.assert_allclose(found.center, sim.center_of_mass(model, q), atol=1e-13)
    np.testing.assert_allclose(found.velocity, sim.center_of_mass_velocity(model, q, v), atol=1e-12)

    def along(function, t):
        return function(model, sim.integrate(model, q, v + 0.5 * t * a, t), v + t * a)

    h = 1e-5
    for function, rate in ((sim.momentum, found.rate), (sim.centroidal_momentum, found.centroidal_rate)):
        by_difference = (along(function, h) - along(function, -h)) / (2 * h)
        # h² times third derivatives, and rounding 1e-14 / h.
        np.testing.assert_allclose(by_difference, rate, atol=1e-5, rtol=1e-6)


def test_a_block_thrown_with_spin_falls_and_keeps_its_spin_about_its_centre():
    model = sim.load_scene("falling_brick").model
    brick = next(body for body in model.bodies if body.mass)
    q, v = np.array([0.1, 0.2, 1.0, 0.0, 0.0, 0.0, 1.0]), np.array([1.0, 0.0, 2.0, 3.0, -1.0, 5.0])
    found = sim.momentum_balance(model, q, v, sim.forward_dynamics(model, q, v, np.zeros(6)))
    np.testing.assert_allclose(found.momentum[:3], brick.mass * v[:3])
    np.testing.assert_allclose(found.centroidal[3:], brick.inertia @ v[3:])
    np.testing.assert_allclose(found.acceleration, [0.0, 0.0, -9.81], atol=1e-12)
    np.testing.assert_allclose(found.centroidal_rate[3:], 0.0, atol=1e-12)
    np.testing.assert_allclose(found.base, 0.0, atol=1e-12)  # no motor, no ground


def test_what_stands_still_is_not_in_it():
    model = robots.load("planar_2r")  # on a column that is fixed
    rest = np.zeros(2)
    found = sim.momentum_balance(model, rest, rest, rest)
    links = [body for body in model.bodies if body.name.split("/")[-1] != "base"]
    assert found.mass == pytest.approx(sum(body.mass for body in links))
    np.testing.assert_allclose(found.base[:3], [0.0, 0.0, 9.81 * found.mass])
    np.testing.assert_array_equal(found.momentum, 0.0)
