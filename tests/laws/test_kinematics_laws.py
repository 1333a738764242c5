"""Identities of kinematics, on random trees of every joint kind."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.agreement import DIFFERENCE, ROUNDING, assert_close
from tests.laws.differences import rate
from tests.laws.random_trees import cases, on_all_trees, random_state, random_tree
from torseur import sim

REFERENCES = ("world_aligned", "local", "world")


def vee(S):
    return np.array([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]]) / 2


@on_all_trees
def test_a_jacobian_maps_velocities_to_the_twist_of_its_frame(block):
    for model, q, v, _ in cases(block):
        for frame, twist in zip(model.frame_names, sim.frame_twists(model, q, v), strict=True):
            assert_close(sim.jacobian(model, q, frame) @ v, twist, ROUNDING, (model, frame))


@on_all_trees
def test_a_twist_is_the_rate_of_the_pose(block):
    for model, q, v, _ in cases(block):
        rates = rate(lambda t, m=model, q=q, v=v: sim.frame_poses(m, sim.integrate(m, q, v, t)))
        poses = sim.frame_poses(model, q)
        found = [[*rate[:3, 3], *vee(rate[:3, :3] @ pose[:3, :3].T)] for pose, rate in zip(poses, rates, strict=True)]
        assert_close(sim.frame_twists(model, q, v), np.array(found), DIFFERENCE, model)


@on_all_trees
def test_classical_accelerations_are_the_rates_of_twists(block):
    for model, q, v, a in cases(block):
        rates = rate(lambda t, m=model, q=q, v=v, a=a: sim.frame_twists(m, sim.integrate(m, q, v, t), v + t * a))
        found = sim.frame_accelerations(model, q, v, a)
        assert_close(found, rates, DIFFERENCE, model)
        spatial = sim.frame_accelerations(model, q, v, a, spatial=True)
        twists = sim.frame_twists(model, q, v)
        turning = np.cross(twists[:, 3:], twists[:, :3])
        assert_close(found[:, :3] - spatial[:, :3], turning, ROUNDING, model, np.abs(found).max())
        assert_close(found[:, 3:], spatial[:, 3:], ROUNDING, model)


@pytest.mark.parametrize("reference", REFERENCES)
@on_all_trees
def test_the_rate_of_the_jacobian_is_that_of_differences(block, reference):
    for model, q, v, _ in cases(block):
        for frame in (model.frame_names[0], "mark", "tool"):
            J = rate(lambda t, m=model, q=q, v=v, f=frame: sim.jacobian(m, sim.integrate(m, q, v, t), f, reference))
            assert_close(sim.jacobian_rate(model, q, v, frame, reference), J, DIFFERENCE, (model, frame))


@on_all_trees
def test_acceleration_is_jacobian_times_acceleration_plus_drift(block):
    for model, q, v, a in cases(block):
        drifts = rate(lambda t, m=model, q=q, v=v: sim.frame_twists(m, sim.integrate(m, q, v, t), v))
        expected = sim.frame_accelerations(model, q, v, a)
        for i, frame in enumerate(model.frame_names):
            J, drift = sim.jacobian(model, q, frame), sim.jacobian_rate(model, q, v, frame) @ v
            assert_close(J @ a + drift, expected[i], ROUNDING, (model, frame), np.abs(drift).max())
            assert_close(drift, drifts[i], DIFFERENCE, (model, frame))


@on_all_trees
def test_interpolation_goes_from_one_configuration_to_the_other_at_constant_velocity(block):
    for model, q, v, _ in cases(block):
        end = sim.integrate(model, q, v, 0.3)
        assert_close(sim.interpolate(model, q, end, 0.0), q, ROUNDING, model)
        assert_close(sim.difference(model, sim.interpolate(model, q, end, 1.0), end), 0.0 * v, ROUNDING, model)
        halves = [sim.interpolate(model, q, end, 0.5), sim.interpolate(model, end, q, 0.5)]
        assert_close(sim.difference(model, *halves), 0.0 * v, ROUNDING, model)
        there = sim.interpolate(model, q, end, 0.25)
        assert_close(sim.difference(model, q, there), 0.075 * v, ROUNDING, model)


@on_all_trees
def test_the_three_references_are_the_same_twist_seen_from_elsewhere(block):
    for model, q, _, _ in cases(block):
        for frame in model.frame_names:
            pose = sim.frame_pose(model, q, frame)
            R, p = pose[:3, :3], pose[:3, 3]
            aligned = sim.jacobian(model, q, frame, "world_aligned")
            turn = np.kron(np.eye(2), R.T)
            assert_close(sim.jacobian(model, q, frame, "local"), turn @ aligned, ROUNDING, (model, frame))
            at_origin = aligned.copy()
            at_origin[:3] += np.cross(aligned[3:].T, -p).T  # v_O = v_P + ω × PO
            assert_close(sim.jacobian(model, q, frame, "world"), at_origin, ROUNDING, (model, frame))


@on_all_trees
def test_one_frame_alone_is_where_all_frames_together_have_it(block):
    for model, q, _, _ in cases(block):
        for frame, pose in zip(model.frame_names, sim.frame_poses(model, q), strict=True):
            assert_close(sim.frame_pose(model, q, frame), pose, ROUNDING, (model, frame))


@on_all_trees
def test_difference_undoes_integrate(block):
    for model, q, v, _ in cases(block):
        for dt in (1e-9, 1e-3, 0.3):
            end = sim.integrate(model, q, v, dt)
            assert_close(sim.difference(model, q, end), dt * v, ROUNDING, model)
            assert_close(sim.integrate(model, q, sim.difference(model, q, end)), end, ROUNDING, model)


@on_all_trees
def test_plain_and_compiled_kinematics_agree(block):
    from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses

    for model, q, _, _ in cases(block):
        assert_close(plain_frame_poses(model, q), sim.frame_poses(model, q), ROUNDING, model)


@loop_over("seed", range(20))
def test_quaternions_stay_unit(seed):
    from torseur.sim.multibody.model.model import JointKind

    model = random_tree(seed, bodies=2, kinds=(JointKind.FREE_FLYER,))
    q, v, _ = random_state(model, seed)
    for _ in range(100):
        q = sim.integrate(model, q, v, 0.1)
    assert abs(np.linalg.norm(q[3:7]) - 1) < 1e-15


@pytest.mark.parametrize("axis", np.vstack([np.eye(3), -np.eye(3)]))
def test_rows_along_coordinate_axes_are_exact(axis):
    from torseur.sim.multibody.model.joint_rows import plane_axes

    R = plane_axes(axis)
    assert np.array_equal(R[:, 2], axis)
    assert set(np.abs(R).ravel()) == {0.0, 1.0}
    assert np.linalg.det(R) == 1.0


def test_random_configurations_lie_within_the_limits():
    from torseur import robots

    model = robots.load("arm_6r")
    rng = np.random.default_rng(0)
    samples = np.array([sim.random_configuration(model, rng) for _ in range(200)])
    assert np.all(samples >= model.lower)
    assert np.all(samples <= model.upper)
    assert np.all(np.ptp(samples, axis=0) > 0.8 * (model.upper - model.lower))
    assert np.array_equal(sim.random_configuration(model, 5), sim.random_configuration(model, 5))
