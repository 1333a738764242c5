"""What steps of encoders do to a frame, to first order."""

from itertools import product

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError

COURSE = np.array([np.pi / 4, np.pi / 4, 0.1])


def test_a_single_turning_joint_errs_by_half_a_step_times_its_arm():
    model = robots.load("scara")
    found = sim.repeatability(model, COURSE, "tool", [1e-3, 0.0, 0.0])
    arm = np.hypot(1.353553391, 0.353553391)  # of the first joint, as in the course
    assert found.worst == pytest.approx(0.5e-3 * arm)
    assert found.rms == pytest.approx(1e-3 * arm / np.sqrt(12.0))
    np.testing.assert_allclose(found.deviations[1:], 0.0, atol=1e-18)


def test_the_worst_case_is_the_farthest_corner_of_the_box_of_half_steps():
    model = robots.load("ur5")
    q = sim.random_configuration(model, np.random.default_rng(2))
    steps = np.array([1.0, 2.0, 0.5, 3.0, 1.0, 4.0]) * 1e-4
    found = sim.repeatability(model, q, "tool0", steps)
    J = sim.jacobian(model, q, "tool0")[:3]
    corners = [J @ (0.5 * steps * np.array(signs)) for signs in product((-1.0, 1.0), repeat=6)]
    assert found.worst == pytest.approx(max(np.linalg.norm(corners, axis=1)), rel=1e-12)


def test_readings_rounded_to_steps_scatter_as_the_ellipsoid_says():
    model = robots.load("scara")
    steps = np.array([2e-3, 1e-3, 5e-4])
    found = sim.repeatability(model, COURSE, "tool", steps)
    rng = np.random.default_rng(0)
    J = sim.jacobian(model, COURSE, "tool")[:3]
    errors = (rng.uniform(-0.5, 0.5, (40_000, 3)) * steps) @ J.T
    assert np.sqrt(np.mean(np.sum(errors**2, axis=1))) == pytest.approx(found.rms, rel=0.01)  # 1/√(2·40 000) = 0.4 %
    np.testing.assert_allclose(np.std(errors @ found.axes, axis=0), found.deviations, rtol=0.02)
    assert np.linalg.norm(errors, axis=1).max() <= found.worst
    assert np.sum(found.shares**2) == pytest.approx(found.rms**2)  # variances of joints that do not know each other add up


def test_no_steps_no_error_and_steps_below_zero_are_refused():
    model = robots.load("scara")
    found = sim.repeatability(model, COURSE, "tool", np.zeros(3))
    assert (found.rms, found.worst) == (0.0, 0.0)
    with pytest.raises(ArgumentError, match="elbow"):
        sim.repeatability(model, COURSE, "tool", [0.0, -1e-3, 0.0])
    with pytest.raises(ArgumentError, match="wanted \\(3,\\)"):
        sim.repeatability(model, COURSE, "tool", [1e-3])
