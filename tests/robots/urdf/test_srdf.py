"""Reference poses of SRDF files become named configurations."""

import numpy as np
import pytest

from torseur import robots


def loaded(states, arm, write, place="robot.srdf", free_flyer=False):
    """Return the arm with these states in an SRDF file beside it."""
    write(f'<robot name="arm">\n{states}\n</robot>', f"urdf/{place}")
    return robots.load(write(arm, "urdf/robot.urdf"), free_flyer=free_flyer)


@pytest.mark.parametrize("place", ["robot.srdf", "../srdf/robot.srdf"])
def test_a_state_becomes_a_pose(place, arm, write):
    state = '<group_state name="up" group="g"><joint name="turn" value="0.5"/></group_state>'
    model = loaded(state, arm, write, place)
    assert list(model.poses) == ["home", "up"]
    np.testing.assert_array_equal(model.poses["up"], [0.5])
    np.testing.assert_array_equal(model.poses["home"], [0.0])
    assert [finding.message for finding in model.findings] == ["poses read from here: 'up'"]


def test_a_state_named_home_is_home(arm, write):
    state = '<group_state name="home" group="g"><joint name="turn" value="0.5"/></group_state>'
    np.testing.assert_array_equal(loaded(state, arm, write).poses["home"], [0.5])


def test_the_base_is_given_by_seven_numbers(arm, write):
    state = '<group_state name="home"><joint name="root_joint" value="1 2 3 0 0 1.0001 0"/></group_state>'
    np.testing.assert_allclose(loaded(state, arm, write, free_flyer=True).poses["home"], [1, 2, 3, 0, 0, 1, 0, 0])
    np.testing.assert_array_equal(loaded(state, arm, write).poses["home"], [0.0])


def test_an_angle_may_be_given_by_its_cosine_and_sine(arm, write):
    state = '<group_state name="up"><joint name="turn" value="0 1"/></group_state>'
    np.testing.assert_allclose(loaded(state, arm.replace("revolute", "continuous"), write).poses["up"], [np.pi / 2])


@pytest.mark.parametrize(("joint", "messages", "poses"), [
    ('<joint name="turn" value="0.5"/><joint name="lost" value="1"/>',
     ["2 warning: group state 'up': the robot has no moving joint 'lost'; left out", "poses"], ["home", "up"]),
    ('<joint name="lost" value="1"/>',
     ["2 warning: group state 'up': the robot has no moving joint 'lost'; the pose is left out"], ["home"]),
    ('<joint name="turn" value="3"/>',
     ["2 warning: group state 'up' is beyond the limits of joint 'turn'; as \"home\" it is brought within", "poses"],
     ["home", "up"]),
    ('<joint name="turn" value="-6"/>',
     ["2 note: group state 'up': joint 'turn' at -6 rad is beyond its limits; it is taken a full turn further", "poses"],
     ["home", "up"]),
    ('<joint name="turn" value="x"/>',
     ["2 warning: no pose is read: joint 'turn': <joint> value='x': 'x' is not a finite number"], ["home"]),
])  # fmt: skip
def test_what_does_not_fit_is_said(joint, messages, poses, arm, write):
    model = loaded(f'<group_state name="up">{joint}</group_state>', arm, write)
    told = [f"{finding.line} {finding.severity.value}: {finding.message}" for finding in model.findings]
    assert [text if "poses read" not in text else "poses" for text in told] == messages
    assert list(model.poses) == poses


def test_home_is_brought_within_the_limits(arm, write):
    model = loaded('<group_state name="home"><joint name="turn" value="2"/></group_state>', arm, write)
    np.testing.assert_array_equal(model.poses["home"], [1.0])
