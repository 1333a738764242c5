"""Ellipsoids of velocity and force: THEORY §2."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.analysis.singularities.singular_task import singular_task


@pytest.fixture(scope="module")
def arm():
    return robots.load("arm_6r")


@pytest.mark.parametrize("seed", range(10))
def test_unit_joint_speeds_stay_in_the_velocity_ellipsoid_and_reach_its_axes(arm, seed):
    rng = np.random.default_rng(seed)
    report = sim.frame_report(arm, sim.random_configuration(arm, rng), "tool")
    J, ellipsoid = report.J[:3], report.velocity
    A = ellipsoid.axes * ellipsoid.lengths
    rates = rng.normal(size=(6, 500))
    rates /= np.linalg.norm(rates, axis=0)
    assert np.linalg.norm(np.linalg.solve(A, J @ rates), axis=0).max() <= 1 + 1e-9
    for axis in A.T:  # each semi-axis is reached by a unit of joint speed, and no less
        assert np.linalg.norm(np.linalg.pinv(J) @ axis) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_forces_on_the_force_ellipsoid_take_a_unit_of_torque(arm, seed):
    report = sim.frame_report(arm, sim.random_configuration(arm, seed), "tool")
    A = report.force.axes * report.force.lengths
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(3, 50))
    directions /= np.linalg.norm(directions, axis=0)
    torques = report.J[:3].T @ (A @ directions)
    np.testing.assert_allclose(np.linalg.norm(torques, axis=0), 1.0, atol=1e-9)


def test_the_two_ellipsoids_are_inverse_of_each_other(arm):
    report = sim.frame_report(arm, arm.poses["ready"], "tool")
    np.testing.assert_allclose(report.velocity.lengths * report.force.lengths[::-1], 1.0)
    np.testing.assert_allclose(np.abs(report.velocity.axes.T @ report.force.axes[:, ::-1]), np.eye(3), atol=1e-12)


def test_at_a_singularity_the_force_is_unbounded_and_is_cut_where_asked():
    model = robots.load("planar_2r")
    report = sim.frame_report(model, np.zeros(2), "tool")
    assert report.rank == 1
    assert report.condition == np.inf
    assert np.sum(np.isinf(report.force.lengths)) == 2
    axes, cut = report.force.semi_axes(0.5)
    assert cut
    assert np.linalg.norm(axes, axis=0).max() == pytest.approx(0.5)
    axes, cut = report.velocity.semi_axes(10.0)
    assert not cut
    assert np.linalg.matrix_rank(axes) == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_planar_arm_has_the_manipulability_of_its_plane(seed):
    model = robots.load("planar_3r")
    q = sim.random_configuration(model, seed)
    report = sim.frame_report(model, q, "tool")
    assert (report.rank, report.full_rank) == (2, 2)
    in_plane = report.J[:2]
    assert report.manipulability == pytest.approx(np.sqrt(np.linalg.det(in_plane @ in_plane.T)), rel=1e-9)
    assert report.condition == pytest.approx(np.linalg.cond(in_plane), rel=1e-9)
    assert report.full_rank == singular_task(model, "tool").rank()


def test_a_stretched_planar_arm_is_singular_in_its_plane():
    report = sim.frame_report(robots.load("planar_3r"), np.zeros(3), "tool")
    assert (report.rank, report.full_rank) == (1, 2)
    assert (report.manipulability, report.condition) == (pytest.approx(0.0, abs=1e-15), np.inf)


def test_axes_are_right_handed_and_sorted(arm):
    report = sim.frame_report(arm, arm.poses["home"], "tool")
    for ellipsoid in (report.velocity, report.force):
        assert np.linalg.det(ellipsoid.axes) == pytest.approx(1.0) or ellipsoid is report.force
        assert np.all(np.diff(ellipsoid.lengths) <= 1e-12)


def test_only_joints_that_move_the_frame_count():
    scene = sim.load_scene("quadruped_drop")
    report = sim.frame_report(scene.model, scene.initial.q, "solo/FL_FOOT")
    assert report.joints == ("solo/FL_HAA", "solo/FL_HFE", "solo/FL_KFE")
    assert report.J.shape == (6, 3)
    fixed = sim.frame_report(robots.load("arm_6r"), np.zeros(6), "base")
    assert fixed.joints == ()
    assert fixed.rank == 0
    assert np.all(fixed.velocity.lengths == 0)


def test_an_unknown_joint_is_named(arm):
    with pytest.raises(sim.errors.UnknownNameError, match="elbw"):
        sim.frame_report(arm, np.zeros(6), "tool", ["elbw"])


def test_a_joint_of_several_degrees_is_refused_not_cut_to_its_first():
    model = sim.load_scene("quadruped_drop").model
    free = next(name for name in model.joint_names if model.joint(name).kind.nv == 6)
    with pytest.raises(sim.errors.ArgumentError, match="6 degrees of freedom"):
        sim.frame_report(model, sim.neutral(model), model.frame_names[-1], [free])
