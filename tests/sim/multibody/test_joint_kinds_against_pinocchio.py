"""Every joint kind beside Pinocchio's own: the random trees built there joint by joint, helical, planar and spherical too."""

import numpy as np
import pytest

from tests.laws.agreement import assert_close
from tests.laws.random_trees import cases, on_all_trees, random_body, random_pose, random_state
from torseur import sim
from torseur.sim.multibody.model.model import Joint, JointKind

pin = pytest.importorskip("pinocchio")
from tests.sim.multibody.pinocchio_peer import REFERENCES, built, symmetric  # noqa: E402 - needs Pinocchio

AGREEMENT = 1e-12  # relative to the largest number; the worst of the trees is 1e-14


def assert_same_equations_of_motion(model, q, v, a):
    """Inverse dynamics, mass matrix, energy, and where no joint follows another forward dynamics."""
    peer = built(model)
    p, d, pq = peer.theirs, peer.data, peer.configuration(q)
    B, B_rate = peer.velocities(q, v)
    pv, pa = B @ v, B @ a + B_rate @ v
    # The rotors of a planar joint resist its acceleration along the plane's axes, there along those of what it carries.
    turning = p.armature * (B_rate @ v)
    flying, _ = peer.left_out(v)
    expected = B.T @ (pin.rnea(p, d, pq, pv, pa) - turning) + flying
    assert_close(sim.inverse_dynamics(model, q, v, a), expected, AGREEMENT, model)
    H = sim.mass_matrix(model, q)
    assert_close(H, B.T @ symmetric(pin.crba(p, d, pq)) @ B, AGREEMENT, model)
    assert_close(sim.potential_energy(model, q), pin.computePotentialEnergy(p, d, pq), AGREEMENT, model)
    assert_close(sim.centroidal_momentum_matrix(model, q), pin.ccrba(p, d, pq, pv).reshape(6, -1) @ B, AGREEMENT, model)
    if not any(joint.mimic for joint in model.joints):  # B is a rotation then
        expected = B.T @ (pin.aba(p, d, pq, pv, B @ (a - flying) + turning) - B_rate @ v)
        bound = max(AGREEMENT, 1e-14 * np.linalg.cond(H))  # rounding times the condition of H, up to 5e4
        assert_close(sim.forward_dynamics(model, q, v, a), expected, bound, model)
    rotors = 0.5 * pv @ (p.armature * pv)
    p.armature = np.zeros(p.nv)  # Pinocchio 4.1 counts the rotors of some joints in the energy, of others not
    assert_close(sim.kinetic_energy(model, q, v), pin.computeKineticEnergy(p, d, pq, pv) + rotors, AGREEMENT, model)


@pytest.mark.slow
@on_all_trees
def test_equations_of_motion_agree(block):
    for model, q, v, a in cases(block):
        assert_same_equations_of_motion(model, q, v, a)


@on_all_trees
def test_frames_and_jacobians_agree(block):
    for model, q, v, a in cases(block):
        peer = built(model)
        p, d, pq = peer.theirs, peer.data, peer.configuration(q)
        B, B_rate = peer.velocities(q, v)
        pin.computeJointJacobiansTimeVariation(p, d, pq, B @ v)
        pin.forwardKinematics(p, d, pq, B @ v, B @ a + B_rate @ v)
        pin.updateFramePlacements(p, d)
        frames, aligned = [p.getFrameId(name) for name in model.frame_names], pin.LOCAL_WORLD_ALIGNED
        assert_close(sim.frame_poses(model, q), [d.oMf[f].homogeneous for f in frames], AGREEMENT, model)
        accelerations = [pin.getFrameClassicalAcceleration(p, d, f, aligned).vector for f in frames]
        assert_close(sim.frame_accelerations(model, q, v, a), accelerations, AGREEMENT, model)
        for frame in ("mark", "tool"):
            index = p.getFrameId(frame)
            for reference, axes in REFERENCES.items():
                J = pin.getFrameJacobian(p, d, index, axes).reshape(6, -1)  # of one joint it comes without columns
                rate = pin.getFrameJacobianTimeVariation(p, d, index, axes).reshape(6, -1)
                assert_close(sim.jacobian(model, q, frame, reference), J @ B, AGREEMENT, model)
                expected = rate @ B + J @ B_rate
                assert_close(sim.jacobian_rate(model, q, v, frame, reference), expected, AGREEMENT, model)


@on_all_trees
def test_derivatives_agree(block):
    """Where no joint is planar: the derivative would be along other directions there."""
    for model, q, v, a in cases(block):
        if any(joint.kind is JointKind.PLANAR for joint in model.joints):
            continue
        peer = built(model)
        E = peer.E
        found = pin.computeRNEADerivatives(peer.theirs, peer.data, peer.configuration(q), E @ v, E @ a)
        ours, (_, flying) = sim.inverse_dynamics_derivatives(model, q, v, a), peer.left_out(v)
        assert_close(ours.q, E.T @ found[0] @ E, AGREEMENT, model)
        assert_close(ours.v, E.T @ found[1] @ E + flying, AGREEMENT, model)
        assert_close(ours.a, E.T @ symmetric(found[2]) @ E, AGREEMENT, model)


@pytest.mark.parametrize("kind", [kind for kind in JointKind if kind.nv])
def test_a_chain_of_one_joint_kind_agrees(kind):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        bodies = [random_body(rng, name) for name in "abcd"]
        axes = rng.normal(size=(4, 3))
        joints = [
            Joint(
                f"to {name}",
                kind,
                parent,
                name,
                random_pose(rng),
                axis / np.linalg.norm(axis),
                random_pose(rng),
                pitch=rng.uniform(-0.5, 0.5),
            )
            for parent, name, axis in zip((None, *"abc"), "abcd", axes, strict=True)
        ]
        model = sim.build_model(f"chain {seed} of {kind.value} joints", bodies, joints)
        assert_same_equations_of_motion(model, *random_state(model, seed))
