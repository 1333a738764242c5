"""Velocities as the courses compose them: twists of joints at one point, any basis, any frame, the geometry of a rotation."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.agreement import ROUNDING, assert_close
from tests.laws.random_trees import cases, on_all_trees, random_pose, random_state, random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.combining import combine_models

SCARA = np.array([np.pi / 4, np.pi / 4, 0.1])
RATES = np.array([0.3, -0.7, 0.2])


@on_all_trees
def test_the_twists_of_joints_at_a_point_add_up_to_j_times_the_rates(block):
    rng = np.random.default_rng(block[0])
    for model, q, v, _ in cases(block):
        poses = dict(zip(model.frame_names, sim.frame_poses(model, q), strict=True))
        point, basis = rng.normal(size=3), model.frame_names[int(rng.integers(len(model.frame_names)))]
        for frame in (model.body_names[-1], "tool"):
            found = sim.joint_twists(model, q, v, frame, point, basis)
            R, r = poses[basis][:3, :3], poses[frame][:3, :3] @ point
            twist = sim.jacobian(model, q, frame) @ v
            expected = np.concatenate([R.T @ (twist[:3] + np.cross(twist[3:], r)), R.T @ twist[3:]])
            size = max(1.0, *(float(np.abs(one.twist).max()) for one in found.joints)) if found.joints else 1.0
            assert_close(found.total, expected, ROUNDING, (model, frame), size)
            assert_close(found.total, found.expected, ROUNDING, (model, frame), size)


@on_all_trees
def test_a_point_moves_against_any_frame_by_three_terms(block):
    rng = np.random.default_rng(block[0])
    for model, q, v, _ in cases(block):
        names = [None, *model.frame_names]
        i, k = (names[int(rng.integers(len(names)))] for _ in range(2))
        p, own = rng.normal(size=3), rng.normal(size=3)
        found = sim.point_velocity(model, q, v, i, p, k, own)
        size = float(max(np.abs(v).max(initial=0.0), 1.0)) * 10.0
        assert_close(found.total, found.derivative, ROUNDING, (model, i, k), size)
        assert_close(found.entrainment + found.relative, found.total, ROUNDING, (model, i, k), size)
        back = sim.point_velocity(model, q, v, k, found.R @ p + found.origin, i, found.total)
        assert_close(back.total, own, ROUNDING, (model, k, i), 10.0 * size)  # seen from i it moves as it was told to


def test_the_twists_of_the_scara_are_those_of_the_course():
    model = robots.load("scara")
    first, second, third = sim.joint_twists(model, SCARA, RATES, "tool").joints
    assert [first.sigma, second.sigma, third.sigma] == [0.0, 0.0, 1.0]
    # tool at 0.5 (cos 45°, sin 45°) + (0, 1): q̇ z × OC = q̇ (-y, x)
    x, y = 0.5 * np.sqrt(0.5), 0.5 * np.sqrt(0.5) + 1.0
    np.testing.assert_allclose(first.twist, [-0.3 * y, 0.3 * x, 0, 0, 0, 0.3], atol=1e-15)
    np.testing.assert_allclose(second.twist, [0.7, 0, 0, 0, 0, -0.7], atol=1e-15)
    np.testing.assert_allclose(third.twist, [0, 0, -0.2, 0, 0, 0], atol=1e-15)
    np.testing.assert_allclose(first.at_joint, [0, 0, 0, 0, 0, 0.3], atol=1e-15)


def test_a_vector_a_twist_and_a_jacobian_are_read_in_any_basis_by_one_rule():
    model = robots.load("scara")
    basis = model.body_names[1]
    R = sim.frame_pose(model, SCARA, basis)[:3, :3]
    J = sim.jacobian(model, SCARA, "tool")
    turned = sim.in_basis(model, SCARA, basis, J)
    np.testing.assert_allclose(turned, np.vstack([R.T @ J[:3], R.T @ J[3:]]), atol=1e-15)
    np.testing.assert_allclose(sim.in_basis(model, SCARA, basis, J @ RATES), turned @ RATES, atol=1e-15)
    np.testing.assert_allclose(sim.in_basis(model, SCARA, basis, J[:3, 0]), turned[:3, 0], atol=1e-15)
    np.testing.assert_array_equal(sim.in_basis(model, SCARA, None, J), J)
    np.testing.assert_allclose(sim.in_basis(model, SCARA, "tool", J), sim.jacobian(model, SCARA, "tool", "local"), atol=1e-15)
    for reference in ("world_aligned", "local", "world"):
        routes = sim.jacobian_routes(model, SCARA, "tool", reference, basis=basis)
        point = "world" if reference == "world" else "world_aligned"
        expected = sim.in_basis(model, SCARA, basis, sim.jacobian(model, SCARA, "tool", point))
        assert routes.basis == basis
        assert routes.largest < 1e-12
        np.testing.assert_allclose(routes.J, expected, atol=1e-14)
    with pytest.raises(UnknownNameError, match="'nowhere'"):
        sim.in_basis(model, SCARA, "nowhere", J)
    with pytest.raises(ArgumentError, match="vectors must be finite numbers"):
        sim.in_basis(model, SCARA, basis, np.zeros(4))


@loop_over("seed", range(10))
def test_what_a_vector_is_made_of_adds_up_to_it_turned(seed):
    rng = np.random.default_rng(seed)
    u, v, angle = rng.normal(size=3), rng.normal(size=3), rng.uniform(-7.0, 7.0)
    u /= np.linalg.norm(u)
    found = sim.turned_vector(u, angle, v)
    np.testing.assert_allclose(found.along + found.across, v, atol=1e-15)
    np.testing.assert_allclose([u @ found.across, u @ found.cross, found.across @ found.cross], 0.0, atol=1e-14)
    assert np.linalg.norm(found.across) == pytest.approx(np.linalg.norm(found.cross), abs=1e-14)
    np.testing.assert_allclose(found.turned, sim.rodrigues(u, angle) @ v, atol=1e-14)
    np.testing.assert_allclose(found.terms.sum(axis=0), found.turned, atol=1e-14)
    np.testing.assert_allclose(found.terms, [term @ v for term in _in_order(u, angle)], atol=1e-14)


def _in_order(u, angle):
    along, same, across = sim.rodrigues_terms(u, angle)
    return same, along, across


def test_what_cannot_be_is_refused_in_words():
    model = robots.load("scara")
    with pytest.raises(ArgumentError, match="point"):
        sim.joint_twists(model, SCARA, RATES, "tool", [1.0, 2.0])
    with pytest.raises(UnknownNameError, match="'elbow'"):
        sim.joint_twists(model, SCARA, RATES, "tool", basis="elbow")
    with pytest.raises(ArgumentError, match="point_rate must be finite numbers of shape"):
        sim.point_velocity(model, SCARA, RATES, "tool", np.zeros(3), None, [np.nan] * 3)
    with pytest.raises(UnknownNameError, match="'nowhere'"):
        sim.point_velocity(model, SCARA, RATES, "tool", np.zeros(3), "nowhere")
    with pytest.raises(ArgumentError, match="unit vector"):
        sim.turned_vector(np.array([1.0, 1.0, 0.0]), 0.1, np.zeros(3))


def test_the_derivative_of_the_pose_gives_a_column_and_is_that_of_the_course():
    model, point = robots.load("scara"), np.array([0.1, 0.0, 0.05])
    J = sim.point_jacobian(model, SCARA, "tool", point)
    for k in range(3):
        found = sim.pose_derivative(model, SCARA, "tool", k, point)
        np.testing.assert_allclose([*found.P_rate, *found.omega], J[:, k], atol=1e-14)
        assert found.residual < 1e-15
    first = sim.pose_derivative(model, SCARA, "tool", 0)
    R = sim.frame_pose(model, SCARA, "tool")[:3, :3]
    np.testing.assert_allclose(first.R_rate, sim.skew(np.array([0.0, 0.0, 1.0])) @ R, atol=1e-15)  # turns about z0
    with pytest.raises(ArgumentError, match="one of the 3 numbers of v"):
        sim.pose_derivative(model, SCARA, "tool", 3)


def test_a_displacement_that_leaves_the_limits_of_joints_says_which():
    """Question 4 of the course asks for h = 4 + 1 m; the machine in the library ends at 4.4 m."""
    model, q = robots.load("planar_rp"), np.array([np.radians(30.0), 4.0])
    beyond = sim.small_displacement(model, q, "tool", np.array([np.radians(5.0), 1.0])).beyond
    assert dict(beyond) == {1: (5.0, 4.4)}
    assert dict(sim.small_displacement(model, q, "tool", np.array([0.1, 0.4])).beyond) == {}


# Up to a metre and a half away, poses of the same bodies are rounded differently: a few times the rounding of one sum.
OF_POSES = 1e-12
DOWN = np.array([0.0, 0.0, -9.81])


def moved_cases(block):
    """Each tree with its state, the pose of the new place (4, 4), and the tree moved there."""
    for seed, case in zip(block, cases(block), strict=True):
        X = random_pose(np.random.default_rng(seed), reach=1.0)
        yield *case, X, combine_models("moved", [("robot", case.model, X)])


def turned(R, rows):
    """Rows (n, 6) of pairs of vectors, turned by R."""
    return np.concatenate([rows[:, :3] @ R.T, rows[:, 3:] @ R.T], axis=1)


@on_all_trees
def test_equations_of_motion_are_the_same_elsewhere(block):
    for model, q, v, a, X, moved in moved_cases(block):
        down = tuple(X[:3, :3] @ DOWN)
        tau = sim.inverse_dynamics(model, q, v, a)
        H = sim.mass_matrix(model, q)
        assert_close(sim.mass_matrix(moved, q), H, OF_POSES, model)
        assert_close(sim.inverse_dynamics(moved, q, v, a, gravity=down), tau, OF_POSES, model)
        assert_close(sim.coriolis_matrix(moved, q, v), sim.coriolis_matrix(model, q, v), OF_POSES, model)
        bound = 1e-14 * np.linalg.cond(H)
        acceleration = sim.forward_dynamics(model, q, v, tau)
        assert_close(sim.forward_dynamics(moved, q, v, tau, gravity=down), acceleration, max(OF_POSES, bound), model)
        here = sim.inverse_dynamics_derivatives(model, q, v, a)
        there = sim.inverse_dynamics_derivatives(moved, q, v, a, gravity=down)
        for ours, theirs in zip(there, here, strict=True):
            assert_close(ours, theirs, OF_POSES, model)


@on_all_trees
def test_frames_and_jacobians_move_with_the_tree(block):
    for model, q, v, a, X, moved in moved_cases(block):
        R, p = X[:3, :3], X[:3, 3]
        turn = np.kron(np.eye(2), R)
        adjoint = turn.copy()
        adjoint[:3, 3:] = np.cross(p, R.T).T  # v + p × ω
        assert_close(sim.frame_poses(moved, q), X @ sim.frame_poses(model, q), OF_POSES, model)
        assert_close(sim.frame_twists(moved, q, v), turned(R, sim.frame_twists(model, q, v)), OF_POSES, model)
        for spatial in (False, True):
            here = sim.frame_accelerations(model, q, v, a, spatial=spatial)
            there = sim.frame_accelerations(moved, q, v, a, spatial=spatial)
            assert_close(there, turned(R, here), OF_POSES, model)
        for reference, change in (("world_aligned", turn), ("local", np.eye(6)), ("world", adjoint)):
            here = change @ sim.jacobian(model, q, "tool", reference)
            assert_close(sim.jacobian(moved, q, "robot/tool", reference), here, OF_POSES, model)
            here = change @ sim.jacobian_rate(model, q, v, "tool", reference)
            assert_close(sim.jacobian_rate(moved, q, v, "robot/tool", reference), here, OF_POSES, model)


@on_all_trees
def test_energies_and_momenta_are_seen_from_elsewhere(block):
    for model, q, v, _, X, moved in moved_cases(block):
        R, p = X[:3, :3], X[:3, 3]
        down = tuple(R @ DOWN)
        assert_close(sim.kinetic_energy(moved, q, v), sim.kinetic_energy(model, q, v), OF_POSES, model)
        com = sim.center_of_mass(model, q)
        assert_close(sim.center_of_mass(moved, q), R @ com + p, OF_POSES, model)
        mass = model.table["mass"][1:].sum()
        raise_by = -mass * (R @ DOWN) @ p
        energy = sim.potential_energy(model, q)
        assert_close(sim.potential_energy(moved, q, down), energy + raise_by, OF_POSES, model, abs(raise_by))
        force, moment = sim.momentum(model, q, v).reshape(2, 3)
        expected = np.concatenate([R @ force, R @ moment + np.cross(p, R @ force)])
        assert_close(sim.momentum(moved, q, v), expected, OF_POSES, model)
        about_com = np.kron(np.eye(2), R) @ sim.centroidal_momentum_matrix(model, q)
        assert_close(sim.centroidal_momentum_matrix(moved, q), about_com, OF_POSES, model)


def test_a_robot_far_from_the_origin_loses_nothing():
    """All that couples joints is computed near the robot: at 1e6 m the rounding of a position itself is 1e-10 m."""
    near = random_tree(3, bodies=8)
    far = np.eye(4)
    far[:3, 3] = 1e6, -2e6, 3e5
    moved = combine_models("far", [("robot", near, far)])
    q, v, a = random_state(near, 3)
    if near.joint(near.joint_names[0]).kind.nq == 7:
        pytest.skip("its base would have to be moved")
    for call in (sim.coriolis_matrix, lambda m, q, v: sim.inverse_dynamics_derivatives(m, q, v, a).q):
        assert_close(call(moved, q, v), call(near, q, v), 1e-8, near)
    assert_close(sim.mass_matrix(moved, q), sim.mass_matrix(near, q), 1e-9, near)
