"""Armature of free joints: inertia that each rate of the joint's velocity has, without weight, as MuJoCo means it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, standing
from torseur import robots, sim
from torseur.sim import JointKind
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint

TWO = """
<mujoco>
  <option><flag contact="disable"/></option>
  <worldbody>
    <body name="craft" pos="1 2 3" quat="0.9 0.1 0.2 0.3">
      <joint name="base" type="free" armature="0.7"/>
      <inertial mass="3" pos="0.1 0.2 0.3" fullinertia="0.3 0.4 0.5 0.01 0.02 0.03"/>
      <body name="leg" pos="0.2 0 0">
        <joint name="hip" axis="0 1 0" armature="0.2"/><geom type="box" size="0.1 0.1 0.2"/>
        <body name="foot" pos="0 0.1 -0.4" euler="10 20 30">
          <joint name="ankle" type="ball" pos="0.01 0.02 0.03" armature="0.3"/>
          <joint name="toe" type="slide" axis="1 1 0" armature="0.4"/><geom size="0.1"/>
        </body>
      </body>
    </body>
    <body name="stone"><joint type="free" armature="0.05"/><geom type="ellipsoid" size="0.1 0.2 0.3" pos="0.1 0 0.05"/></body>
  </worldbody>
</mujoco>"""
INERTIA = np.diag([0.02, 0.03, 0.045])
ARMATURE, MASS = 0.5, 2.0


def one(center=(0.0, 0.0, 0.0), armature=ARMATURE):
    body = sim.Body("body", MASS, np.array(center), INERTIA)
    return sim.build_model("one", [body], [sim.Joint("free", JointKind.FREE_FLYER, None, "body", armature=armature)])


def scene_of(model, q, v, **settings):
    return sim.make_scene("one", [sim.Part("one", model, q=q, v=v)], settings=sim.Settings(**settings))


def to_mujoco(model, q, v):
    """MuJoCo's qpos; B and r (nv,): its velocity is B v, its acceleration B v̇ + r."""
    qpos, B, r = q.copy(), np.eye(model.nv), np.zeros(model.nv)
    for name, (in_q, in_v) in model.joint_slices().items():
        joint = model.joint(name)
        if joint.kind is JointKind.SPHERICAL:
            qpos[in_q] = np.roll(q[in_q], 1)
        if joint.kind is JointKind.FREE_FLYER:
            qpos[in_q] = np.concatenate([q[in_q][:3], np.roll(q[in_q][3:], 1)])
            R, linear = sim.frame_pose(model, q, joint.child)[:3, :3], slice(in_v.start, in_v.start + 3)
            B[linear, linear] = R
            r[linear] = R @ np.cross(v[in_v][3:], v[in_v][:3])
    return qpos, B, r


def test_accelerations_and_torques_are_those_of_mujoco(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    path = tmp_path / "two.xml"
    path.write_text(TWO)
    model = robots.load(path)
    assert [joint.armature for joint in model.joints] == [0.7, 0.2, 0.3, 0.4, 0.05]
    assert not [finding for finding in model.findings if "armature" in finding.message]
    peer = mujoco.MjModel.from_xml_string(TWO)
    data = mujoco.MjData(peer)
    rng = np.random.default_rng(4)
    for _ in range(100):
        q, (v, tau) = sim.random_configuration(model, rng), rng.normal(size=(2, model.nv)) * 3.0
        data.qpos[:], B, turning = to_mujoco(model, q, v)
        data.qvel[:], data.qfrc_applied[:] = B @ v, np.linalg.solve(B.T, tau)
        mujoco.mj_forward(peer, data)
        a = sim.forward_dynamics(model, q, v, tau)
        # Rounding times the condition of H, a few hundred; the worst of these states is 3e-14.
        np.testing.assert_allclose(B @ a + turning, data.qacc, rtol=0.0, atol=1e-12 * np.abs(data.qacc).max())
        batch = sim.forward_dynamics_batch(model, q[None], v[None], tau[None])[0]
        np.testing.assert_array_equal(batch, a)
        mujoco.mj_inverse(peer, data)
        needed = sim.inverse_dynamics(model, q, v, B.T @ (data.qacc - turning))
        np.testing.assert_allclose(needed, B.T @ data.qfrc_inverse, rtol=0.0, atol=1e-12 * np.abs(needed).max())


def test_a_motion_of_a_second_is_that_of_mujoco(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    path = tmp_path / "two.xml"
    path.write_text(TWO)
    model, peer = robots.load(path), mujoco.MjModel.from_xml_string(TWO)
    peer.opt.integrator, peer.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, 1e-3
    data, rng = mujoco.MjData(peer), np.random.default_rng(8)
    q, v = sim.random_configuration(model, rng), rng.normal(size=model.nv)
    data.qpos[:], B, _ = to_mujoco(model, q, v)
    data.qvel[:] = B @ v
    mujoco.mj_step(peer, data, 1000)
    motion = sim.integrate_motion(model, q, v, 1.0, 1.0, "dop853", rtol=1e-12, atol=1e-12)
    end, B, _ = to_mujoco(model, motion.q[-1], motion.v[-1])
    for name, (in_q, _) in model.joint_slices().items():  # quaternions have two signs
        if model.joint(name).kind in (JointKind.SPHERICAL, JointKind.FREE_FLYER):
            at = slice(in_q.stop - 4, in_q.stop)
            end[at] *= np.sign(end[at] @ data.qpos[at])
    # RK4 errs by h⁴ times fifth derivatives of rates up to 10 1/s: 1e-9 or so here.
    np.testing.assert_allclose(end, data.qpos, atol=1e-8)
    np.testing.assert_allclose(B @ motion.v[-1], data.qvel, atol=1e-7)


def test_it_has_inertia_and_no_weight():
    heavy, light = one((0.1, -0.05, 0.02)), one((0.1, -0.05, 0.02), 0.0)
    rng = np.random.default_rng(2)
    q, v = sim.random_configuration(light, rng), rng.normal(size=6)
    np.testing.assert_array_equal(sim.gravity_torque(heavy, q), sim.gravity_torque(light, q))
    assert sim.potential_energy(heavy, q) == sim.potential_energy(light, q)
    np.testing.assert_array_equal(sim.center_of_mass(heavy, q), sim.center_of_mass(light, q))
    np.testing.assert_array_equal(sim.momentum(heavy, q, v), sim.momentum(light, q, v))
    np.testing.assert_allclose(sim.mass_matrix(heavy, q) - sim.mass_matrix(light, q), ARMATURE * np.eye(6), atol=1e-14)
    more = sim.kinetic_energy(heavy, q, v) - sim.kinetic_energy(light, q, v)
    assert more == pytest.approx(0.5 * ARMATURE * v @ v, rel=1e-13)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_body_with_it_falls_more_slowly_and_keeps_its_spin_along_an_axis(scheme):
    """p̈ = g m/(m + a); (I + a) ω̇ = 0 about a principal axis."""
    v = np.array([1.0, 0.5, 2.0, 0.0, 0.0, 4.0])
    recording = sim.simulate(scene_of(one(), np.array([0, 0, 5, 0, 0, 0, 1.0]), v, scheme=scheme, dt=1e-3), 0.5)
    q, t = recording.q[-1], recording.t[-1]
    fall = -9.81 * MASS / (MASS + ARMATURE)
    expected = np.array([0.0, 0.0, 5.0]) + t * v[:3] + [0.0, 0.0, 0.5 * fall * t * t]
    np.testing.assert_allclose(q[:3], expected, atol=1e-12)
    np.testing.assert_allclose(recording.v[-1][3:], [0.0, 0.0, 4.0], atol=1e-12)
    np.testing.assert_allclose(2.0 * np.arctan2(q[5], q[6]), 4.0 * t, atol=1e-11)


def test_time_stepping_of_a_tumbling_one_is_of_second_order_and_keeps_its_energy():
    model = one((0.05, -0.03, 0.02))
    q, v = np.array([0, 0, 5, 0, 0, 0, 1.0]), np.array([0.3, 0.0, 1.0, 1.0, 3.0, 2.0])
    exact = sim.integrate_motion(model, q, v, 1.0, 1.0, "dop853", rtol=1e-12, atol=1e-13)
    errors, drifts = [], []
    for dt in (4e-3, 2e-3, 1e-3):
        recording = sim.simulate(scene_of(model, q, v, dt=dt), 1.0)
        errors.append(np.abs(sim.difference(model, exact.q[-1], recording.q[-1])).max())
        energy = recording.kinetic + recording.potential
        drifts.append(np.abs(energy - energy[0]).max())
    assert errors[0] / errors[1] == pytest.approx(4.0, abs=0.3)
    assert errors[1] / errors[2] == pytest.approx(4.0, abs=0.3)
    assert errors[2] < 1e-5
    assert drifts[2] < 0.3 * drifts[1] < 0.1 * drifts[0]


def test_the_variational_integrator_keeps_the_momentum_that_includes_it():
    """The generalised momentum H v of a body whose centre is the joint's origin, along world axes."""
    model = one()
    q, v = np.array([0, 0, 0, 0, 0, 0, 1.0]), np.array([0.3, 0.0, 1.0, 1.0, 3.0, 2.0])
    motion = sim.integrate_motion(model, q, v, 2.0, 1e-2, "variational", gravity=(0.0, 0.0, 0.0))
    linear = [
        (MASS + ARMATURE) * sim.frame_pose(model, q, "body")[:3, :3] @ v[:3] for q, v in zip(motion.q, motion.v, strict=True)
    ]
    np.testing.assert_allclose(linear, np.tile(linear[0], (len(linear), 1)), atol=1e-12)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_what_lies_on_the_floor_presses_with_its_weight_alone(scheme):
    brick = sim.with_joint(box("brick", (0.2, 0.2, 0.2), MASS), "brick", armature=ARMATURE)
    recording = sim.simulate(floor_scene([standing(brick, 0.1)], settings=sim.Settings(scheme=scheme)), 0.1)
    np.testing.assert_allclose(recording.q[-1, 2], 0.1, atol=2e-9)  # the band in which nothing stirs
    force = recording.contacts(-1).force.sum(axis=0)
    np.testing.assert_allclose(force, [0.0, 0.0, 9.81 * MASS], rtol=1e-9, atol=1e-9)


def test_a_blow_meets_the_inertia_with_it():
    """Two balls, one with armature, e = 1, along a line: v₁' = (M₁ - M₂)/(M₁ + M₂) v₁ with M₁ = m + a."""
    first = sim.with_joint(ball("first", 0.1, MASS), "first", armature=ARMATURE)
    parts = [standing(first, 0.0, v=np.array([1.0, 0, 0, 0, 0, 0])), standing(ball("second", 0.1, MASS), 0.0, x=0.3)]
    materials, settings = {"": sim.Material(0.0, 1.0)}, sim.Settings(dt=1e-3)
    scene = sim.make_scene("blow", parts, gravity=(0.0, 0.0, 0.0), materials=materials, settings=settings)
    v = sim.simulate(scene, 0.3).v[-1]
    total = MASS + ARMATURE + MASS
    np.testing.assert_allclose(v[[0, 6]], [ARMATURE / total, 2.0 * (MASS + ARMATURE) / total], atol=1e-9)


def test_no_closed_form_is_claimed_for_it():
    found = sim.exact_motion(scene_of(one(), np.array([0, 0, 5, 0, 0, 0, 1.0]), None))
    assert "armature" in found.reason


def test_damping_of_a_free_joint_is_refused():
    model = one()
    joint = replace(model.joints[0], damping=0.1)
    with pytest.raises(sim.errors.ModelError, match="is a free-flyer and has damping or friction"):
        sim.build_model("one", model.bodies, [joint])


SCHEMES = ("time_stepping", "hybrid")
MOMENTS = np.diag([0.02, 0.03, 0.05])


def scene(joint, body=None, q=None, v=None, **settings):
    body = body or Body("body", 2.0, np.array([0.0, 0.0, -0.3]), MOMENTS)
    model = build_model("one", [body], [joint])
    part = sim.Part("one", model, q=sim.neutral(model) if q is None else np.asarray(q, float), v=v)
    return sim.make_scene("one", [part], settings=sim.Settings(**settings))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_nut_on_a_screw_falls_as_its_pitch_says(scheme):
    pitch, mass = 0.05, 2.0
    joint = Joint("screw", JointKind.HELICAL, None, "nut", pitch=pitch)
    nut = Body("nut", mass, np.zeros(3), MOMENTS)
    recording = sim.simulate(scene(joint, nut, scheme=scheme), 0.5)
    rate = -mass * 9.81 * pitch / (MOMENTS[2, 2] + mass * pitch**2)
    np.testing.assert_allclose(recording.v[-1], rate * 0.5, rtol=1e-9)
    np.testing.assert_allclose(recording.q[-1], 0.5 * rate * 0.25, rtol=1e-9)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_spring_swings_with_its_frequency(scheme):
    stiffness, mass, rest = 50.0, 2.0, 0.1
    joint = Joint("slider", JointKind.PRISMATIC, None, "body", axis=np.array([1.0, 0, 0]), stiffness=stiffness, rest=rest)
    recording = sim.simulate(scene(joint, q=[0.3], scheme=scheme), 2.0)
    expected = rest + 0.2 * np.cos(math.sqrt(stiffness / mass) * recording.t)
    # The trapezoidal rule lags by (ω h)² / 12 of the phase: 2e-6 · 10 rad; the hybrid scheme keeps 1e-9.
    np.testing.assert_allclose(recording.q[:, 0], expected, atol=1e-5 if scheme == "time_stepping" else 1e-8)
    energy = recording.kinetic + recording.potential
    np.testing.assert_allclose(energy, energy[0], rtol=1e-9)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_damped_spring_rests_where_weight_and_spring_balance(scheme):
    joint = Joint("slider", JointKind.PRISMATIC, None, "body", stiffness=400.0, damping=40.0)
    recording = sim.simulate(scene(joint, scheme=scheme), 3.0)
    np.testing.assert_allclose(recording.q[-1], -2.0 * 9.81 / 400.0, rtol=1e-6)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_spherical_pendulum_keeps_energy_and_the_momentum_about_the_vertical(scheme):
    joint = Joint("ball", JointKind.SPHERICAL, None, "body")
    q = np.array([math.sin(0.5), 0.0, 0.0, math.cos(0.5)])
    v = np.array([0.5, 1.0, 2.0])
    recording = sim.simulate(scene(joint, q=q, v=v, scheme=scheme), 2.0)
    model = recording.scene.model
    np.testing.assert_allclose(np.linalg.norm(recording.q, axis=1), 1.0, atol=1e-14)
    # The hybrid scheme integrates to 1e-9 a step; time-stepping is of first order: h times the accelerations.
    tolerance = 1e-7 if scheme == "hybrid" else 3e-2
    energy = recording.kinetic + recording.potential
    np.testing.assert_allclose(energy, energy[0], atol=tolerance * np.ptp(recording.kinetic))
    about = [sim.momentum(model, q, v)[5] for q, v in zip(recording.q[::50], recording.v[::50], strict=True)]
    np.testing.assert_allclose(about, about[0], atol=tolerance)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_puck_in_a_plane_slides_and_spins_at_constant_rates(scheme):
    joint = Joint("table", JointKind.PLANAR, None, "puck")
    puck = Body("puck", 2.0, np.zeros(3), MOMENTS)
    v = np.array([0.3, -0.2, 1.5])
    recording = sim.simulate(scene(joint, puck, v=v, scheme=scheme), 1.0)
    np.testing.assert_allclose(recording.q[-1], v, atol=1e-10)


def test_a_ball_joint_damps_about_all_its_axes():
    joint = Joint("ball", JointKind.SPHERICAL, None, "body", damping=0.2)
    body = Body("body", 2.0, np.zeros(3), 0.02 * np.eye(3))
    v = np.array([1.0, -2.0, 0.5])
    recording = sim.simulate(scene(joint, body, v=v, scheme="hybrid"), 0.1)
    np.testing.assert_allclose(recording.v[-1], v * math.exp(-0.2 / 0.02 * 0.1), rtol=1e-6)


@pytest.mark.parametrize(("options", "words"), [
    ({"kind": JointKind.PLANAR, "lower": -1.0}, "joint 'j' is planar and has limits -1 to inf"),
    ({"kind": JointKind.SPHERICAL, "stiffness": 1.0}, "joint 'j' is spherical and has a spring"),
    ({"kind": JointKind.FREE_FLYER, "damping": 0.1}, "joint 'j' is a free-flyer and has damping or friction"),
])  # fmt: skip
def test_what_a_kind_cannot_have_is_refused(options, words):
    with pytest.raises(sim.errors.ModelError, match=words):
        build_model("m", [Body("b", 1.0)], [Joint("j", parent=None, child="b", **options)])
