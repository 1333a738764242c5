"""Identities of kinematics, on random trees of every joint kind."""

from __future__ import annotations

import numpy as np
import pytest

import sim
from tests.laws.random_trees import random_state, random_tree

SEEDS = range(20)


def vee(S):
    return np.array([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]]) / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_jacobian_maps_velocities_to_the_twist_of_its_frame(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, v, _ = random_state(model, seed)
    twists = sim.frame_twists(model, q, v)
    for i, frame in enumerate(model.frame_names):
        np.testing.assert_allclose(sim.jacobian(model, q, frame) @ v, twists[i], atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_twist_is_the_rate_of_the_pose(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, v, _ = random_state(model, seed)
    h = 1e-6
    after, before = (sim.frame_poses(model, sim.integrate(model, q, v, s * h)) for s in (1, -1))
    rates = (after - before) / (2 * h)
    poses = sim.frame_poses(model, q)
    for pose, rate, twist in zip(poses, rates, sim.frame_twists(model, q, v), strict=True):
        # Central difference: rounding 1e-16 / h, and h² times third derivatives (up to 1e3).
        np.testing.assert_allclose(rate[:3, 3], twist[:3], atol=2e-8)
        np.testing.assert_allclose(vee(rate[:3, :3] @ pose[:3, :3].T), twist[3:], atol=2e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_three_references_are_the_same_twist_seen_from_elsewhere(seed):
    model = random_tree(seed)
    q, _, _ = random_state(model, seed)
    frame = model.frame_names[-1]
    pose = sim.frame_pose(model, q, frame)
    R, p = pose[:3, :3], pose[:3, 3]
    aligned = sim.jacobian(model, q, frame, "world_aligned")
    turn = np.kron(np.eye(2), R.T)
    np.testing.assert_allclose(sim.jacobian(model, q, frame, "local"), turn @ aligned, atol=1e-13)
    at_origin = aligned.copy()
    at_origin[:3] += np.cross(aligned[3:].T, -p).T  # v_O = v_P + ω × PO
    np.testing.assert_allclose(sim.jacobian(model, q, frame, "world"), at_origin, atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_frame_alone_is_where_all_frames_together_have_it(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, _, _ = random_state(model, seed)
    poses = sim.frame_poses(model, q)
    for i, frame in enumerate(model.frame_names):
        np.testing.assert_allclose(sim.frame_pose(model, q, frame), poses[i], atol=1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_difference_undoes_integrate(seed):
    model = random_tree(seed)
    q, v, _ = random_state(model, seed)
    for dt in (1e-9, 1e-3, 0.3):
        end = sim.integrate(model, q, v, dt)
        np.testing.assert_allclose(sim.difference(model, q, end), dt * v, atol=1e-14)
        np.testing.assert_allclose(sim.integrate(model, q, sim.difference(model, q, end)), end, atol=1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_quaternions_stay_unit(seed):
    from sim.multibody.model import JointKind

    model = random_tree(seed, bodies=2, kinds=(JointKind.FREE_FLYER,))
    q, v, _ = random_state(model, seed)
    for _ in range(100):
        q = sim.integrate(model, q, v, 0.1)
    assert abs(np.linalg.norm(q[3:7]) - 1) < 1e-15


@pytest.mark.parametrize("axis", np.vstack([np.eye(3), -np.eye(3)]))
def test_rows_along_coordinate_axes_are_exact(axis):
    from sim.multibody.build import plane_axes

    R = plane_axes(axis)
    assert np.array_equal(R[:, 2], axis)
    assert set(np.abs(R).ravel()) == {0.0, 1.0}
    assert np.linalg.det(R) == 1.0


def test_random_configurations_lie_within_the_limits():
    import robots

    model = robots.load("arm_6r")
    rng = np.random.default_rng(0)
    samples = np.array([sim.random_configuration(model, rng) for _ in range(200)])
    assert np.all(samples >= model.lower)
    assert np.all(samples <= model.upper)
    assert np.all(np.ptp(samples, axis=0) > 0.8 * (model.upper - model.lower))
    assert np.array_equal(sim.random_configuration(model, 5), sim.random_configuration(model, 5))


@pytest.mark.parametrize("seed", SEEDS)
def test_plain_and_compiled_kinematics_agree(seed):
    from sim.multibody.plain_kinematics import plain_frame_poses

    model = random_tree(seed, mimic=bool(seed % 2))
    q, _, _ = random_state(model, seed)
    np.testing.assert_allclose(plain_frame_poses(model, q), sim.frame_poses(model, q), atol=1e-13)
