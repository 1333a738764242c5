"""Identities of kinematics, on random trees of every joint kind."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.agreement import DIFFERENCE, ROUNDING, assert_close, rate
from tests.laws.random_trees import cases, on_all_trees, random_state, random_tree
from tests.robots_to_test import each
from torseur import robots, sim

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


ROUTES = ("geometric", "composed", "differentiated", "compiled")
TOLERANCE = 1e-12
"""Of the largest terms added up, `JacobianRoutes.lengths` and `.turns`: a path of forty joints rounds each a few times."""


def frames_of(model, count):
    """A few frames, the last among them."""
    return [*model.frame_names[:: max(1, len(model.frame_names) // count)], model.frame_names[-1]]


@pytest.mark.slow
@on_all_trees
def test_routes_agree_on_trees_of_every_kind_of_joint(block):
    for model, q, _, _ in cases(block):
        for frame in (*frames_of(model, 2), "mark"):
            found = sim.jacobian_routes(model, q, frame)
            assert tuple(found.routes) == ROUTES
            assert found.largest <= TOLERANCE, (model, frame, found.largest)


@pytest.mark.parametrize("reference", ["world_aligned", "local", "world"])
def test_routes_agree_in_every_reference(reference):
    for model, q, _, _ in cases(range(0, 200, 10)):
        found = sim.jacobian_routes(model, q, "tool", reference)
        assert found.largest <= TOLERANCE
        assert np.array_equal(found.routes["compiled"], sim.jacobian(model, q, "tool", reference))


@loop_over("name", each(robots.names()))
@pytest.mark.slow
def test_routes_agree_on_every_robot(name):
    model = robots.load(name, meshes=False)
    for seed in range(3):
        q = sim.random_configuration(model, np.random.default_rng(seed))
        for frame in frames_of(model, 3):
            found = sim.jacobian_routes(model, q, frame)
            assert found.largest <= TOLERANCE, (frame, found.largest)


@on_all_trees
def test_links_move_in_their_own_axes_as_the_jacobian_says(block):
    for model, q, v, _ in cases(block):
        poses = dict(zip(model.frame_names, sim.frame_poses(model, q), strict=True))
        links = sim.link_velocities(model, q, v)
        assert sorted(link.body for link in links) == sorted(model.body_names)
        for link in links:
            J, R = sim.jacobian(model, q, link.body), poses[link.body][:3, :3]
            expected = np.concatenate([R.T @ (J @ v)[:3], R.T @ (J @ v)[3:]])
            assert_close(link.twist, expected, ROUNDING, (model, link.body), np.abs(J @ v).max(initial=0.0))
            halves = link.from_parent + link.from_joint
            turned = np.concatenate([link.R @ halves[:3], link.R @ halves[3:]])
            assert_close(link.twist, turned, ROUNDING, (model, link.body))


@on_all_trees
def test_links_on_the_way_to_a_frame_move_as_among_all(block):
    for model, q, v, _ in cases(block):
        every = {link.body: link for link in sim.link_velocities(model, q, v)}
        frame = model.body_names[-1]
        some = sim.link_velocities(model, q, v, frame)
        assert some[-1].body == frame
        assert all(np.array_equal(link.twist, every[link.body].twist) for link in some)


@on_all_trees
def test_rates_of_configurations_are_those_of_integrate(block):
    from torseur.sim.analysis.jacobian.differentiated import configuration_rates

    for model, q, v, _ in cases(block):
        found = rate(lambda t, m=model, q=q, v=v: sim.integrate(m, q, v, t))
        assert_close(v @ configuration_rates(model, q), found, DIFFERENCE, model)


@on_all_trees
def test_the_gap_of_the_differential_model_is_of_second_order(block):
    for model, q, v, _ in cases(block):
        for frame in frames_of(model, 1):
            small = 0.02 * v / np.linalg.norm(v)
            gaps = [sim.small_displacement(model, q, frame, small / 2**k).gap for k in range(3)]
            for half in (slice(0, 3), slice(3, 6)):
                size = np.array([np.linalg.norm(gap[half]) for gap in gaps])
                if size[0] > 1e-6:  # below, terms of second order may be as small as those of third
                    np.testing.assert_allclose(size[:2] / size[1:], 4.0, atol=0.2)
