"""Joints of every kind, and springs, in simulations: against closed forms and conserved energy."""

import math

import numpy as np
import pytest

from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind

SCHEMES = ("time_stepping", "hybrid")
INERTIA = np.diag([0.02, 0.03, 0.05])


def scene(joint, body=None, q=None, v=None, **settings):
    body = body or Body("body", 2.0, np.array([0.0, 0.0, -0.3]), INERTIA)
    model = build_model("one", [body], [joint])
    part = sim.Part("one", model, q=sim.neutral(model) if q is None else np.asarray(q, float), v=v)
    return sim.make_scene("one", [part], settings=sim.Settings(**settings))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_nut_on_a_screw_falls_as_its_pitch_says(scheme):
    pitch, mass = 0.05, 2.0
    joint = Joint("screw", JointKind.HELICAL, None, "nut", pitch=pitch)
    nut = Body("nut", mass, np.zeros(3), INERTIA)
    recording = sim.simulate(scene(joint, nut, scheme=scheme), 0.5)
    rate = -mass * 9.81 * pitch / (INERTIA[2, 2] + mass * pitch**2)
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
    puck = Body("puck", 2.0, np.zeros(3), INERTIA)
    v = np.array([0.3, -0.2, 1.5])
    recording = sim.simulate(scene(joint, puck, v=v, scheme=scheme), 1.0)
    np.testing.assert_allclose(recording.q[-1], v, atol=1e-10)


def test_a_ball_joint_damps_about_all_its_axes():
    joint = Joint("ball", JointKind.SPHERICAL, None, "body", damping=0.2)
    body = Body("body", 2.0, np.zeros(3), 0.02 * np.eye(3))
    v = np.array([1.0, -2.0, 0.5])
    recording = sim.simulate(scene(joint, body, v=v, scheme="hybrid"), 0.1)
    np.testing.assert_allclose(recording.v[-1], v * math.exp(-0.2 / 0.02 * 0.1), rtol=1e-6)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"kind": JointKind.PLANAR, "lower": -1.0}, "joint 'j' is planar and has limits -1 to inf"),
        ({"kind": JointKind.SPHERICAL, "stiffness": 1.0}, "joint 'j' is spherical and has a spring"),
        ({"kind": JointKind.FREE_FLYER, "damping": 0.1}, "joint 'j' is a free-flyer and has damping or friction"),
    ],
)
def test_what_a_kind_cannot_have_is_refused(options, words):
    with pytest.raises(sim.errors.ModelError, match=words):
        build_model("m", [Body("b", 1.0)], [Joint("j", parent=None, child="b", **options)])
