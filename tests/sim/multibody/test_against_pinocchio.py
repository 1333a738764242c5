"""The same robots read and computed by Pinocchio."""

from __future__ import annotations

import numpy as np
import pytest

import robots
import sim

pin = pytest.importorskip("pinocchio")

ROBOTS = [("panda", False), ("ur5", False), ("talos", False), ("talos", True), ("solo12", True)]
AGREEMENT = 1e-10  # relative to the largest number: the bound of the project's specification


@pytest.fixture(scope="module", params=ROBOTS, ids=[f"{name}{'-floating' * floating}" for name, floating in ROBOTS])
def pair(request):
    name, floating = request.param
    ours = robots.load(name, free_flyer=floating, meshes=False)
    path = str(robots.describe(name).path)
    theirs = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer()) if floating else pin.buildModelFromUrdf(path)
    return ours, theirs, theirs.createData()


def expand(ours, theirs):
    """(E, offset) with q_theirs = map of ours; a mimic joint is an independent one there."""
    E = np.zeros((theirs.nv, ours.nv))
    offsets = np.zeros(theirs.nv)
    slices = ours.joint_slices()
    for joint in ours.joints:
        if joint.kind.nv == 0:
            continue
        j = theirs.joints[theirs.getJointId(joint.name)]
        leader, ratio, offset = joint.name, 1.0, 0.0
        if joint.mimic:
            leader, ratio, offset = joint.mimic.joint, joint.mimic.ratio, joint.mimic.offset
        place = slices[leader][1]
        for k in range(place.stop - place.start):
            E[j.idx_v + k, place.start + k] = ratio
            offsets[j.idx_v + k] = offset
    return E, offsets


def configuration(ours, theirs, E, offsets, q):
    result = pin.neutral(theirs)
    for joint in ours.joints:
        if joint.kind.nv == 0:
            continue
        j = theirs.joints[theirs.getJointId(joint.name)]
        if joint.kind.nq == 7:
            result[j.idx_q : j.idx_q + 7] = q[ours.joint_slices()[joint.name][0]]
            continue
        leader = joint.mimic.joint if joint.mimic else joint.name
        value = (
            q[ours.joint_slices()[leader][0]][0] * E[j.idx_v, ours.joint_slices()[leader][1].start] + offsets[j.idx_v]
        )
        if j.nq == 2:  # Pinocchio gives a continuous joint as cosine and sine
            result[j.idx_q : j.idx_q + 2] = np.cos(value), np.sin(value)
        else:
            result[j.idx_q] = value
    return result


def close(ours, theirs):
    np.testing.assert_allclose(ours, theirs, atol=AGREEMENT * max(1.0, np.abs(theirs).max()))


@pytest.mark.parametrize("seed", range(10))
def test_dynamics_and_kinematics_agree(pair, seed):
    ours, theirs, data = pair
    E, offsets = expand(ours, theirs)
    rng = np.random.default_rng(seed)
    q, v, a = sim.random_configuration(ours, rng), rng.normal(size=ours.nv), rng.normal(size=ours.nv)
    pq, pv, pa = configuration(ours, theirs, E, offsets, q), E @ v, E @ a
    if ours.nq > ours.nv:
        # Both take the twist of the base in its own axes, linear part first.
        assert theirs.nq - theirs.nv == 1 + sum(joint.nq == 2 for joint in theirs.joints)

    tau = pin.rnea(theirs, data, pq, pv, pa)
    close(sim.inverse_dynamics(ours, q, v, a), E.T @ tau)
    H = pin.crba(theirs, data, pq)
    H = np.triu(H) + np.triu(H, 1).T
    close(sim.mass_matrix(ours, q), E.T @ H @ E)
    close(sim.gravity_torque(ours, q), E.T @ pin.computeGeneralizedGravity(theirs, data, pq))
    bias = E.T @ pin.nonLinearEffects(theirs, data, pq, pv)
    close(sim.bias_torque(ours, q, v), bias)
    if not ours.shares:
        torque = rng.normal(size=ours.nv)
        close(sim.forward_dynamics(ours, q, v, torque), E.T @ pin.aba(theirs, data, pq, pv, E @ torque))
    assert abs(sim.kinetic_energy(ours, q, v) - pin.computeKineticEnergy(theirs, data, pq, pv)) < 1e-10
    assert abs(sim.potential_energy(ours, q) - pin.computePotentialEnergy(theirs, data, pq)) < 1e-9

    pin.framesForwardKinematics(theirs, data, pq)
    frame = ours.body_names[-1]
    index = theirs.getFrameId(frame)
    close(sim.frame_pose(ours, q, frame), data.oMf[index].homogeneous)
    for reference, other in (
        ("world_aligned", pin.LOCAL_WORLD_ALIGNED),
        ("local", pin.LOCAL),
        ("world", pin.WORLD),
    ):
        close(sim.jacobian(ours, q, frame, reference), pin.computeFrameJacobian(theirs, data, pq, index, other) @ E)


@pytest.mark.parametrize("seed", range(5))
def test_integrate_and_difference_agree_on_a_floating_base(seed):
    ours = robots.load("solo12", meshes=False)
    theirs = pin.buildModelFromUrdf(str(robots.describe("solo12").path), pin.JointModelFreeFlyer())
    E, offsets = expand(ours, theirs)
    rng = np.random.default_rng(seed)
    q, v = sim.random_configuration(ours, rng), rng.normal(size=ours.nv)
    pq = configuration(ours, theirs, E, offsets, q)
    end = sim.integrate(ours, q, v, 0.7)
    expected = pin.integrate(theirs, pq, E @ v * 0.7)
    np.testing.assert_allclose(configuration(ours, theirs, E, offsets, end)[:3], expected[:3], atol=1e-13)
    assert abs(abs(end[3:7] @ expected[3:7]) - 1) < 1e-13
    np.testing.assert_allclose(sim.difference(ours, q, end), v * 0.7, atol=1e-13)
