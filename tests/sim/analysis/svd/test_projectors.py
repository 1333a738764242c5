"""Velocities split by the projectors of the four subspaces."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError


def decomposed(name, rows="both", q=None, **asked):
    model = robots.load(name)
    q = sim.random_configuration(model, np.random.default_rng(5)) if q is None else np.asarray(q)
    return sim.task_svd(sim.task_jacobian(model, q, "tool", rows=rows, **asked))


@pytest.mark.parametrize(("name", "rows"), [("scara", "both"), ("arm_7r", "both"), ("spherical_rrp", "position")])
def test_the_parts_add_up_are_orthogonal_and_the_lost_one_loads_no_joint(name, rows):
    svd = decomposed(name, rows)
    rng = np.random.default_rng(1)
    m, n = svd.task.J.shape
    for split, vector in ((sim.split_task_velocity, rng.normal(size=m)), (sim.split_joint_velocity, rng.normal(size=n))):
        found = split(svd, vector)
        np.testing.assert_allclose(found.kept + found.lost, vector, atol=1e-14)
        np.testing.assert_allclose(found.projector @ found.projector, found.projector, atol=1e-14)
        np.testing.assert_allclose(found.projector, found.projector.T, atol=1e-15)
        assert np.trace(found.projector) == pytest.approx(svd.rank)
        assert found.residual < 1e-14 * max(svd.sigma[0], 1.0) * 10
        again = split(svd, found.kept)
        np.testing.assert_allclose(again.kept, found.kept, atol=1e-13)
        assert again.share < 1e-24


def test_a_weighted_task_splits_joint_speeds_into_what_moves_it_and_what_does_not():
    svd = decomposed("arm_7r", weights="speed")
    found = sim.split_joint_velocity(svd, np.ones(7))
    model = robots.load("arm_7r")
    J = sim.jacobian(model, sim.random_configuration(model, np.random.default_rng(5)), "tool")
    np.testing.assert_allclose(J @ found.lost, 0.0, atol=1e-13)  # whatever the weights: they only say what orthogonal is
    np.testing.assert_allclose(J @ found.kept, J @ np.ones(7), atol=1e-13)


def test_the_spherical_arm_of_the_course_loses_the_velocity_across_its_plane_at_theta2_0():
    q = np.array([0.4, 0.0, 0.7])  # the arm stands upright: x across the plane of the arm is lost
    svd = decomposed("spherical_rrp", "position", q)
    across = np.array([-np.sin(0.4), np.cos(0.4), 0.0])
    found = sim.split_task_velocity(svd, across)
    assert svd.rank == 2
    assert found.share == pytest.approx(1.0)
    np.testing.assert_allclose(found.kept, 0.0, atol=1e-15)


def test_a_velocity_of_another_size_is_refused():
    svd = decomposed("scara")
    with pytest.raises(ArgumentError, match="6 finite numbers, one for each of the rows"):
        sim.split_task_velocity(svd, [1.0, 2.0])
    with pytest.raises(ArgumentError, match="3 finite numbers, one for each of the joints"):
        sim.split_joint_velocity(svd, [1.0, np.inf, 0.0])
