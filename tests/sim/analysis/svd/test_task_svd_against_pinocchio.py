"""Singular values and self-motions against Pinocchio's Jacobian and its forward kinematics."""

import numpy as np
import pytest

from torseur import robots, sim

pytest.importorskip("pinocchio", reason="the oracle is not installed")

import pinocchio as pin

from tests.sim.multibody.pinocchio_peer import REFERENCES, read_robot

FRAMES = {"panda": "panda_hand_tcp", "ur5": "tool0"}
pytestmark = pytest.mark.skipif("panda" not in robots.names(), reason="the gallery is not installed")


@pytest.mark.parametrize("reference", ["world_aligned", "local", "world"])
@pytest.mark.parametrize("name", FRAMES)
def test_singular_values_are_those_of_pinocchios_jacobian(name, reference):
    peer, frame = read_robot(name, False), FRAMES[name]
    for seed in range(5):
        q = sim.random_configuration(peer.ours, seed)
        theirs = pin.computeFrameJacobian(
            peer.theirs, peer.data, peer.configuration(q), peer.theirs.getFrameId(frame), REFERENCES[reference]
        )
        task = sim.task_jacobian(peer.ours, q, frame, rows="both", axes=reference, length=0.5)
        J = np.diag([1, 1, 1, 0.5, 0.5, 0.5]) @ theirs @ peer.E
        np.testing.assert_allclose(sim.task_svd(task).sigma, np.linalg.svd(J, compute_uv=False)[:6], atol=1e-12)


def test_pinocchio_too_finds_the_tool_where_it_was_after_a_self_motion():
    peer, frame = read_robot("panda", False), "panda_hand_tcp"
    q = peer.ours.poses["default"] if "default" in peer.ours.poses else sim.random_configuration(peer.ours, 2)
    task = sim.task_jacobian(peer.ours, q, frame, rows="both")
    free = task.joint_velocity(sim.task_svd(task).self_motion[:, 0])
    placed = []
    for step in (0.0, 0.5, -0.5):
        done = sim.self_motion(peer.ours, q, frame, free, step, joints=task.joints)
        pin.framesForwardKinematics(peer.theirs, peer.data, peer.configuration(done.q))
        placed.append(peer.data.oMf[peer.theirs.getFrameId(frame)].homogeneous.copy())
    np.testing.assert_allclose(placed[1], placed[0], atol=1e-10)
    np.testing.assert_allclose(placed[2], placed[0], atol=1e-10)
