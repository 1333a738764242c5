"""The same robots read and computed by Pinocchio: those of the gallery, on a fixed and on a floating base, at 100 states."""

import numpy as np
import pytest

from tests.laws.agreement import assert_close
from tests.laws.random_trees import cases, on_all_trees, random_body, random_pose, random_state
from tests.robots_to_test import FEW, GALLERY
from tests.sim.multibody.pinocchio_peer import (  # noqa: E402 - needs Pinocchio
    REFERENCES,
    built,
    read_robot,  # noqa: E402 - needs Pinocchio
    symmetric,
)
from torseur import robots, sim
from torseur.sim.errors import SingularMassMatrixError
from torseur.sim.multibody.model.model import Joint, JointKind

pin = pytest.importorskip("pinocchio")

# "hector" is one body: on a fixed base it has no joint at all, at which Pinocchio ends the process.
CASES = [
    pytest.param(name, floating, id=f"{name}{'-floating' * floating}", marks=() if name in FEW else pytest.mark.slow)
    for name in GALLERY
    for floating in (False, True)
    if (name, floating) != ("hector", False)
]
# On both bases at 100 states each; all the others at a tenth of them.
CHOSEN = (
    "panda", "ur5", "ur10", "kinova", "xarm7", "finger_edu", "allegro_left", "baxter", "pr2", "tiago_no_hand",
    "tiago_pro", "anymal_c", "solo12", "hyq", "go2", "b1_z1", "centauro", "g1_hands", "icub", "romeo",
    "simple_humanoid", "talos", "borinot",
)  # fmt: skip
MASSLESS_HANDS = "romeo"  # their joints move no inertia, and its mass matrix has no inverse
AGREEMENT = 1e-10  # relative to the largest number: the bound of the project's specification


@pytest.mark.parametrize(("name", "floating"), CASES)
@pytest.mark.slow
def test_a_robot_has_the_numbers_of_pinocchio(name, floating, request):
    """All of a robot at once, as reading it takes longer than comparing it."""
    peer = read_robot(name, floating)
    states = states_of(name, peer)
    for compare in (*QUICK, *(SLOW if "not slow" not in request.config.option.markexpr else ())):
        compare(peer, states)


def states_of(name, peer):
    """Random states in our numbers and in Pinocchio's: q, v, a, their q, v, a."""
    rng = np.random.default_rng(7)
    made = []
    for _ in range(100 if name in CHOSEN else 10):
        q = sim.random_configuration(peer.ours, rng)
        v, a = rng.normal(size=(2, peer.ours.nv))
        made.append((q, v, a, peer.configuration(q), peer.E @ v, peer.E @ a))
    return made


def compare_equations_of_motion(peer, states):
    m, p, d, E = peer.ours, peer.theirs, peer.data, peer.E
    for q, v, a, pq, pv, pa in states:
        assert_close(sim.inverse_dynamics(m, q, v, a), E.T @ pin.rnea(p, d, pq, pv, pa), AGREEMENT, m)
        assert_close(sim.gravity_torque(m, q), E.T @ pin.computeGeneralizedGravity(p, d, pq), AGREEMENT, m)
        bias = E.T @ pin.nonLinearEffects(p, d, pq, pv)
        assert_close(sim.bias_torque(m, q, v), bias, AGREEMENT, m)
        H = E.T @ symmetric(pin.crba(p, d, pq)) @ E
        assert_close(sim.mass_matrix(m, q), H, AGREEMENT, m)
        coriolis = E.T @ pin.computeCoriolisMatrix(p, d, pq, pv) @ pv
        assert_close(sim.coriolis_matrix(m, q, v) @ v, coriolis, AGREEMENT, m)


def compare_accelerations(peer, states):
    m, p, d, E = peer.ours, peer.theirs, peer.data, peer.E
    if m.name == MASSLESS_HANDS:
        return
    for q, v, tau, pq, pv, _ in states:
        H = sim.mass_matrix(m, q)
        if not follows(m):
            inverse, a = E.T @ symmetric(pin.computeMinverse(p, d, pq)) @ E, E.T @ pin.aba(p, d, pq, pv, E @ tau)
        else:  # not offered with mimic joints
            inverse, a = np.linalg.inv(H), np.linalg.solve(H, tau - E.T @ pin.nonLinearEffects(p, d, pq, pv))
        bound = through_inverse(H, inverse)
        assert_close(sim.inverse_mass_matrix(m, q), inverse, bound, m)
        assert_close(sim.forward_dynamics(m, q, v, tau), a, bound, m)


def compare_derivatives_of_torques(peer, states):
    m, p, d, E = peer.ours, peer.theirs, peer.data, peer.E
    for q, v, a, pq, pv, pa in states:
        by_q, by_v, by_a = pin.computeRNEADerivatives(p, d, pq, pv, pa)
        expected = (by_q, by_v, symmetric(by_a))
        for ours, theirs in zip(sim.inverse_dynamics_derivatives(m, q, v, a), expected, strict=True):
            assert_close(ours, E.T @ theirs @ E, AGREEMENT, m)


def compare_derivatives_of_accelerations(peer, states):
    m, p, d, E = peer.ours, peer.theirs, peer.data, peer.E
    if m.name == MASSLESS_HANDS:
        return
    for q, v, tau, pq, pv, _ in states:
        if not follows(m):
            by_q, by_v, inverse = pin.computeABADerivatives(p, d, pq, pv, E @ tau)
            expected = (E.T @ by_q @ E, E.T @ by_v @ E, E.T @ symmetric(inverse) @ E)
        else:
            by_q, by_v, by_a = pin.computeRNEADerivatives(p, d, pq, pv, E @ sim.forward_dynamics(m, q, v, tau))
            inverse = np.linalg.inv(E.T @ symmetric(by_a) @ E)
            expected = (-inverse @ E.T @ by_q @ E, -inverse @ E.T @ by_v @ E, inverse)
        bound = through_inverse(sim.mass_matrix(m, q), expected[2])
        for ours, theirs in zip(sim.forward_dynamics_derivatives(m, q, v, tau), expected, strict=True):
            assert_close(ours, theirs, bound, m)


def compare_energies_and_momenta(peer, states):
    m, p, d, E = peer.ours, peer.theirs, peer.data, peer.E
    for q, v, _, pq, pv, _ in states:
        assert_close(sim.kinetic_energy(m, q, v), pin.computeKineticEnergy(p, d, pq, pv), AGREEMENT, m)
        assert_close(sim.potential_energy(m, q), pin.computePotentialEnergy(p, d, pq), AGREEMENT, m)
        assert_close(sim.centroidal_momentum_matrix(m, q), pin.ccrba(p, d, pq, pv) @ E, AGREEMENT, m)
        assert_close(sim.centroidal_momentum(m, q, v), d.hg.vector, AGREEMENT, m)
        assert_close(sim.center_of_mass(m, q), pin.centerOfMass(p, d, pq, pv), AGREEMENT, m)
        assert_close(sim.center_of_mass_velocity(m, q, v), d.vcom[0], AGREEMENT, m)
        assert_close(sim.center_of_mass_jacobian(m, q), pin.jacobianCenterOfMass(p, d, pq) @ E, AGREEMENT, m)


def compare_frames(peer, states):
    m, p, d = peer.ours, peer.theirs, peer.data
    frames = [p.getFrameId(name, pin.BODY) for name in m.frame_names]
    axes = pin.LOCAL_WORLD_ALIGNED
    for q, v, a, pq, pv, pa in states:
        pin.forwardKinematics(p, d, pq, pv, pa)
        pin.updateFramePlacements(p, d)
        assert_close(sim.frame_poses(m, q), np.array([d.oMf[f].homogeneous for f in frames]), AGREEMENT, m)
        twists = np.array([pin.getFrameVelocity(p, d, f, axes).vector for f in frames])
        assert_close(sim.frame_twists(m, q, v), twists, AGREEMENT, m)
        classical = np.array([pin.getFrameClassicalAcceleration(p, d, f, axes).vector for f in frames])
        assert_close(sim.frame_accelerations(m, q, v, a), classical, AGREEMENT, m)
        spatial = np.array([pin.getFrameAcceleration(p, d, f, axes).vector for f in frames])
        assert_close(sim.frame_accelerations(m, q, v, a, spatial=True), spatial, AGREEMENT, m)


def compare_jacobians_and_their_rates(peer, states):
    """At each state for three frames in turn, so that all have been taken."""
    m, p, d, E = peer.ours, peer.theirs, peer.data, peer.E
    names = m.frame_names
    for k, (q, v, _, pq, pv, _) in enumerate(states):
        pin.computeJointJacobiansTimeVariation(p, d, pq, pv)
        pin.updateFramePlacements(p, d)
        for frame in {names[(3 * k + i) % len(names)] for i in range(3)}:
            index = p.getFrameId(frame, pin.BODY)
            assert_close(sim.frame_pose(m, q, frame), d.oMf[index].homogeneous, AGREEMENT, (m, frame))
            for reference, axes in REFERENCES.items():
                J, rate = pin.getFrameJacobian(p, d, index, axes), pin.getFrameJacobianTimeVariation(p, d, index, axes)
                assert_close(sim.jacobian(m, q, frame, reference), J @ E, AGREEMENT, (m, frame))
                assert_close(sim.jacobian_rate(m, q, v, frame, reference), rate @ E, AGREEMENT, (m, frame))


QUICK = (compare_equations_of_motion, compare_accelerations, compare_energies_and_momenta)
SLOW = (compare_derivatives_of_torques, compare_derivatives_of_accelerations, compare_frames, compare_jacobians_and_their_rates)


@pytest.mark.parametrize("floating", [False, True])
def test_joints_that_move_no_inertia_are_told(floating):
    model = robots.load(MASSLESS_HANDS, free_flyer=floating, meshes=False)
    q, zero = sim.random_configuration(model, 1), np.zeros(model.nv)
    for call in (sim.forward_dynamics, sim.forward_dynamics_derivatives):
        with pytest.raises(SingularMassMatrixError):
            call(model, q, zero, zero)
    with pytest.raises(SingularMassMatrixError):
        sim.inverse_mass_matrix(model, q)


@pytest.mark.parametrize("seed", range(5))
def test_integrate_and_difference_agree_on_a_floating_base(seed):
    peer = read_robot("solo12", True)
    rng = np.random.default_rng(seed)
    q, v = sim.random_configuration(peer.ours, rng), rng.normal(size=peer.ours.nv)
    end = sim.integrate(peer.ours, q, v, 0.7)
    expected = pin.integrate(peer.theirs, peer.configuration(q), peer.E @ v * 0.7)
    found = peer.configuration(end)
    found[3:7] *= np.sign(found[3:7] @ expected[3:7])  # of two quaternions of one rotation either will do
    np.testing.assert_allclose(found, expected, atol=1e-13)
    np.testing.assert_allclose(sim.difference(peer.ours, q, end), v * 0.7, atol=1e-13)


def through_inverse(H, inverse):
    """Bound of what is had through H⁻¹: rounding times the condition of H where that is worse, up to 2e12 for `icub`."""
    return max(AGREEMENT, 1e-16 * np.linalg.norm(H) * np.linalg.norm(inverse))


def follows(model):
    """Whether some joint follows another, with which Pinocchio has no forward dynamics."""
    return any(joint.mimic for joint in model.joints)


OF_KINDS = 1e-12  # relative to the largest number; the worst of the trees is 1e-14


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
    assert_close(sim.inverse_dynamics(model, q, v, a), expected, OF_KINDS, model)
    H = sim.mass_matrix(model, q)
    assert_close(H, B.T @ symmetric(pin.crba(p, d, pq)) @ B, OF_KINDS, model)
    assert_close(sim.potential_energy(model, q), pin.computePotentialEnergy(p, d, pq), OF_KINDS, model)
    assert_close(sim.centroidal_momentum_matrix(model, q), pin.ccrba(p, d, pq, pv).reshape(6, -1) @ B, OF_KINDS, model)
    if not any(joint.mimic for joint in model.joints):  # B is a rotation then
        expected = B.T @ (pin.aba(p, d, pq, pv, B @ (a - flying) + turning) - B_rate @ v)
        bound = max(OF_KINDS, 1e-14 * np.linalg.cond(H))  # rounding times the condition of H, up to 5e4
        assert_close(sim.forward_dynamics(model, q, v, a), expected, bound, model)
    rotors = 0.5 * pv @ (p.armature * pv)
    p.armature = np.zeros(p.nv)  # Pinocchio 4.1 counts the rotors of some joints in the energy, of others not
    assert_close(sim.kinetic_energy(model, q, v), pin.computeKineticEnergy(p, d, pq, pv) + rotors, OF_KINDS, model)


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
        assert_close(sim.frame_poses(model, q), [d.oMf[f].homogeneous for f in frames], OF_KINDS, model)
        accelerations = [pin.getFrameClassicalAcceleration(p, d, f, aligned).vector for f in frames]
        assert_close(sim.frame_accelerations(model, q, v, a), accelerations, OF_KINDS, model)
        for frame in ("mark", "tool"):
            index = p.getFrameId(frame)
            for reference, axes in REFERENCES.items():
                J = pin.getFrameJacobian(p, d, index, axes).reshape(6, -1)  # of one joint it comes without columns
                rate = pin.getFrameJacobianTimeVariation(p, d, index, axes).reshape(6, -1)
                assert_close(sim.jacobian(model, q, frame, reference), J @ B, OF_KINDS, model)
                expected = rate @ B + J @ B_rate
                assert_close(sim.jacobian_rate(model, q, v, frame, reference), expected, OF_KINDS, model)


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
        assert_close(ours.q, E.T @ found[0] @ E, OF_KINDS, model)
        assert_close(ours.v, E.T @ found[1] @ E + flying, OF_KINDS, model)
        assert_close(ours.a, E.T @ symmetric(found[2]) @ E, OF_KINDS, model)


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


OF_TRACES = 1e-11  # relative to the largest number of its kind


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
            np.testing.assert_allclose(ours, theirs, atol=OF_TRACES * size * 10)
        one = sim.body_dynamics(model, q, v, a, joint.child)
        at_origin = one.through_joint + np.concatenate([np.zeros(3), np.cross(one.center, one.through_joint[:3])])
        np.testing.assert_allclose(at_origin, placed.act(peer.data.f[index]).vector, atol=OF_TRACES * largest * 10)
        compared += 1
    assert compared >= 6
