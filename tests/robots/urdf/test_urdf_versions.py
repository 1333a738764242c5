"""What URDF has from versions 1.1 and 1.2 on."""

import numpy as np
import pytest

from torseur import robots
from torseur.sim.multibody.kinematics.kinematics import frame_pose


@pytest.mark.parametrize("version", ["1.1", "1.2"])
def test_from_version_1_1_on_a_quaternion_turns_too(version, arm, write):
    newer = arm.replace("<robot ", f'<robot version="{version}" ')
    by_angle, by_quaternion = (
        robots.load(write(newer.replace("<axis", f"<origin {turned}/><axis")))
        for turned in (f'rpy="{np.pi / 2} 0 {np.pi}"', 'xyz="0 0 0" quat_xyzw="0 3 3 0"')
    )
    placements = [model.joint("turn").placement for model in (by_angle, by_quaternion)]
    np.testing.assert_allclose(*placements, atol=1e-15)
    assert not by_quaternion.findings


@pytest.mark.parametrize(
    ("more", "why"),
    [('rpy="1 0 0" quat_xyzw="0 0 1 1"', "rpy says how it is turned"), ('quat_xyzw="0 0 0 0"', "it has no direction")],
)
def test_a_quaternion_that_says_nothing_more_is_left_out(more, why, arm, write):
    newer = arm.replace("<robot ", '<robot version="1.1" ').replace("<axis", f"<origin {more}/><axis")
    model = robots.load(write(newer))
    (finding,) = model.findings
    assert finding.rule == "orientation"
    assert finding.message.endswith(why)
    as_written = frame_pose(robots.load(write(newer.replace("quat_xyzw", "other"))), [0.3], "tip")
    np.testing.assert_array_equal(frame_pose(model, [0.3], "tip"), as_written)


def test_limits_of_later_versions_are_known_and_not_used(arm, write):
    (note,) = robots.load(write(arm.replace("<limit ", '<limit jerk="5" '))).findings
    assert note.message == "joint 'turn': the attribute 'jerk' of <limit> is not used; it is left out"
