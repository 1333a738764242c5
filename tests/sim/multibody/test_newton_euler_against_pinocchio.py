"""Each step of the recursive Newton-Euler algorithm beside Pinocchio's: velocities, accelerations, forces through joints."""

import numpy as np
import pytest

from torseur import robots, sim

pin = pytest.importorskip("pinocchio")
from tests.sim.multibody.pinocchio_peer import read_robot  # noqa: E402 - needs Pinocchio

AGREEMENT = 1e-11  # relative to the largest number of its kind


@pytest.mark.skipif("panda" not in robots.names(), reason="the gallery is not installed")
@pytest.mark.parametrize("reference", ["world", "body"])
@pytest.mark.parametrize(("name", "floating"), [("panda", False), ("ur5", False), ("solo12", True), ("talos", True)])
def test_motions_and_forces_of_each_link_are_pinocchios(name, floating, reference):
    peer = read_robot(name, floating)
    model, rng = peer.ours, np.random.default_rng(11)
    q, v, a = sim.random_configuration(model, rng), rng.normal(size=model.nv), rng.normal(size=model.nv)
    B, rate = peer.velocities(q, v)
    pin.rnea(peer.theirs, peer.data, peer.configuration(q), B @ v, B @ a + rate @ v)
    places = peer.theirs.createData()
    pin.forwardKinematics(peer.theirs, places, peer.configuration(q))  # rnea leaves out where joints are in the world
    trace = sim.newton_euler_trace(model, q, v, a, reference=reference)
    largest = max(np.abs(step.force).max() for step in trace.inward)
    compared = 0
    for joint in model.joints:
        if joint.kind.nv == 0 or not peer.theirs.existJointName(joint.name):
            continue
        index = peer.theirs.getJointId(joint.name)
        out, back = (step.at(np.zeros(3)) for step in trace.of_body(joint.child))
        placed = places.oMi[index]
        for ours, theirs, size in (
            (out.twist, placed.act(peer.data.v[index]).vector, 10.0),
            (out.acceleration, placed.act(peer.data.a_gf[index]).vector, 100.0),
            (back.force, placed.act(peer.data.f[index]).vector, largest),
        ):
            np.testing.assert_allclose(ours, theirs, atol=AGREEMENT * size * 10)
        one = sim.body_dynamics(model, q, v, a, joint.child)
        at_origin = one.through_joint + np.concatenate([np.zeros(3), np.cross(one.center, one.through_joint[:3])])
        np.testing.assert_allclose(at_origin, placed.act(peer.data.f[index]).vector, atol=AGREEMENT * largest * 10)
        compared += 1
    assert compared >= 6
