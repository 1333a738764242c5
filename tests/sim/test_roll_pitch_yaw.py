"""A rotation comes back from its roll, pitch and yaw."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.sim.definition.placement_rows import from_xyz_rpy, roll_pitch_yaw

ROUNDING = 1e-15  # each of the three angles is rounded to half an ulp of up to π, 2.2e-16


def rotations(rng, pitch):
    roll_yaw = [*rng.uniform(-np.pi, np.pi, (300, 2)), (0.0, 0.0), (np.pi, -np.pi / 2), (np.pi, np.pi)]
    return [from_xyz_rpy((0.0, 0.0, 0.0), (roll, pitch, yaw)) for roll, yaw in roll_yaw]


@pytest.mark.slow
@loop_over("side", [-1.0, 1.0])
@loop_over("short", [0.0, 1e-16, 1e-15, 1e-12, 1e-9, 1e-8, 1e-5, 1e-2, 0.3, 1.0, np.pi / 2])
def test_a_rotation_comes_back_from_its_angles_at_gimbal_lock_too(short, side):
    for placement in rotations(np.random.default_rng(5), side * (np.pi / 2 - short)):
        angles = roll_pitch_yaw(placement[:3, :3])
        assert np.abs(from_xyz_rpy((0.0, 0.0, 0.0), angles) - placement).max() <= ROUNDING
