"""Nothing depends on where the world's frame is: a tree put elsewhere, turned together with gravity, is the same tree."""

import numpy as np
import pytest

from tests.laws.agreement import assert_close
from tests.laws.random_trees import cases, on_all_trees, random_pose, random_state, random_tree
from torseur import sim
from torseur.sim.multibody.model.combining import combine_models

# Up to a metre and a half away, poses of the same bodies are rounded differently: a few times the rounding of one sum.
ROUNDING = 1e-12
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
        assert_close(sim.mass_matrix(moved, q), H, ROUNDING, model)
        assert_close(sim.inverse_dynamics(moved, q, v, a, gravity=down), tau, ROUNDING, model)
        assert_close(sim.coriolis_matrix(moved, q, v), sim.coriolis_matrix(model, q, v), ROUNDING, model)
        bound = 1e-14 * np.linalg.cond(H)
        acceleration = sim.forward_dynamics(model, q, v, tau)
        assert_close(sim.forward_dynamics(moved, q, v, tau, gravity=down), acceleration, max(ROUNDING, bound), model)
        here = sim.inverse_dynamics_derivatives(model, q, v, a)
        there = sim.inverse_dynamics_derivatives(moved, q, v, a, gravity=down)
        for ours, theirs in zip(there, here, strict=True):
            assert_close(ours, theirs, ROUNDING, model)


@on_all_trees
def test_frames_and_jacobians_move_with_the_tree(block):
    for model, q, v, a, X, moved in moved_cases(block):
        R, p = X[:3, :3], X[:3, 3]
        turn = np.kron(np.eye(2), R)
        adjoint = turn.copy()
        adjoint[:3, 3:] = np.cross(p, R.T).T  # v + p × ω
        assert_close(sim.frame_poses(moved, q), X @ sim.frame_poses(model, q), ROUNDING, model)
        assert_close(sim.frame_twists(moved, q, v), turned(R, sim.frame_twists(model, q, v)), ROUNDING, model)
        for spatial in (False, True):
            here = sim.frame_accelerations(model, q, v, a, spatial=spatial)
            there = sim.frame_accelerations(moved, q, v, a, spatial=spatial)
            assert_close(there, turned(R, here), ROUNDING, model)
        for reference, change in (("world_aligned", turn), ("local", np.eye(6)), ("world", adjoint)):
            here = change @ sim.jacobian(model, q, "tool", reference)
            assert_close(sim.jacobian(moved, q, "robot/tool", reference), here, ROUNDING, model)
            here = change @ sim.jacobian_rate(model, q, v, "tool", reference)
            assert_close(sim.jacobian_rate(moved, q, v, "robot/tool", reference), here, ROUNDING, model)


@on_all_trees
def test_energies_and_momenta_are_seen_from_elsewhere(block):
    for model, q, v, _, X, moved in moved_cases(block):
        R, p = X[:3, :3], X[:3, 3]
        down = tuple(R @ DOWN)
        assert_close(sim.kinetic_energy(moved, q, v), sim.kinetic_energy(model, q, v), ROUNDING, model)
        com = sim.center_of_mass(model, q)
        assert_close(sim.center_of_mass(moved, q), R @ com + p, ROUNDING, model)
        mass = model.table["mass"][1:].sum()
        raise_by = -mass * (R @ DOWN) @ p
        energy = sim.potential_energy(model, q)
        assert_close(sim.potential_energy(moved, q, down), energy + raise_by, ROUNDING, model, abs(raise_by))
        force, moment = sim.momentum(model, q, v).reshape(2, 3)
        expected = np.concatenate([R @ force, R @ moment + np.cross(p, R @ force)])
        assert_close(sim.momentum(moved, q, v), expected, ROUNDING, model)
        about_com = np.kron(np.eye(2), R) @ sim.centroidal_momentum_matrix(model, q)
        assert_close(sim.centroidal_momentum_matrix(moved, q), about_com, ROUNDING, model)


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
