"""The way of a self-motion, as a slider asks for it: any part of it, in any order."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.laboratory.svd.self_motion_path import SelfMotionPath


@pytest.fixture
def way():
    arm = robots.load("arm_7r")
    q = arm.poses["ready"]
    task = sim.task_jacobian(arm, q, "tool", rows="both")
    direction = task.joint_velocity(sim.task_svd(task).self_motion[:, 0])
    return arm, q, SelfMotionPath(arm, q, "tool", direction, "both", task.joints)


def test_its_beginning_is_where_the_robot_was(way):
    _, q, path = way
    path.at(0.7)
    np.testing.assert_array_equal(path.at(0.0).q, q)


def test_a_place_on_it_does_not_hang_on_how_one_came_there(way):
    _, _, path = way
    first = [path.at(s).q for s in (0.05, 0.33, 0.9, -0.41)]
    again = [path.at(s).q for s in (-0.41, 0.9, 0.33, 0.05)]
    for one, other in zip(first, reversed(again), strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_tool_is_where_it_was_all_the_way(way):
    arm, q, path = way
    start = sim.frame_pose(arm, q, "tool")
    for s in np.linspace(-0.9, 0.9, 19):
        done = path.at(float(s))
        np.testing.assert_allclose(sim.frame_pose(arm, done.q, "tool"), start, rtol=0, atol=1e-10)
        assert max(done.position, done.rotation) < 1e-10
        assert done.travelled == pytest.approx(s)


@pytest.mark.slow
def test_it_ends_where_a_joint_does(way):
    arm, _, path = way
    end = path.at(30.0)
    assert end.end is sim.SelfMotionEnd.JOINT_LIMIT
    k = arm.joint_slices()[end.stopped_by][0].start
    assert min(abs(end.q[k] - arm.lower[k]), abs(end.q[k] - arm.upper[k])) < 1e-8
    np.testing.assert_array_equal(path.at(end.travelled + 0.5).q, end.q)
    assert path.at(0.5 * end.travelled).end is sim.SelfMotionEnd.REACHED
