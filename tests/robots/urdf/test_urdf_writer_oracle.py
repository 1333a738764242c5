"""Pinocchio reads what is saved as the same robot."""

import numpy as np
import pytest

from tests.robots_to_test import SHIPPED
from torseur import robots, sim

pinocchio = pytest.importorskip("pinocchio")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_robot_has_the_same_mass_matrix_in_pinocchio(name, tmp_path):
    model, path = robots.load(name), tmp_path / "robot.urdf"
    robots.write_urdf(model, path)
    other = pinocchio.buildModelFromUrdf(str(path))
    assert tuple(other.names)[1:] == model.joint_names
    q = sim.random_configuration(model, np.random.default_rng(4))
    upper = np.triu(pinocchio.crba(other, other.createData(), q))
    H = sim.mass_matrix(model, q)
    assert np.abs(upper + np.triu(upper, 1).T - H).max() <= 1e-13 * np.abs(H).max()
