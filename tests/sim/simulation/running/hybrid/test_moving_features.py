"""Contacts whose place on a body changes while they are held: the hybrid scheme finds the new place, or says that it cannot."""

import numpy as np
import pytest

from tests.sim.simulation.parts import box, floor_scene, free, standing
from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder
from torseur.sim.simulation.recording.gaps import body_gaps

G = 9.81
TABLE = sim.Part(
    "table",
    build_model(
        "table", [Body("table", collisions=(Collision(Box((2.0, 2.0, 0.1))),))], [Joint("t", JointKind.FIXED, None, "table")]
    ),
)


def rising_torque(model, column, rate):
    """A torque about an axis of a free body, 0 until 0.5 s, then rising for a second [N m/s]."""
    torques = np.zeros((2, 6))
    torques[1, column] = rate
    return sim.TorquePlayback(model, np.array([0.5, 1.5]), torques, "linear")


def test_a_plank_that_slides_inwards_tips_over_the_edge_and_not_over_where_it_was_held():
    plank, speed, rate = box("plank", (1.0, 0.2, 0.05), 1.0), 0.05, 3.0
    part = sim.Part(
        "plank",
        plank,
        q=np.array([0.8, 0, 0.075, 0, 0, 0, 1.0]),
        v=np.array([-speed, 0, 0, 0, 0, 0]),
        controller=rising_torque(plank, 4, rate),
    )
    scene = sim.make_scene("edge", [TABLE, part], materials={"": sim.Material(0.0, 0.0)})
    recording = sim.simulate(scene, 1.45, scheme="hybrid")
    assert not recording.notes
    assert np.nanmin(body_gaps(scene, recording.q)[1]) > -1e-9
    # Its crossings with the edge were held 0.2 m from its centre; the edge is that and what it slid away: τ = m g (0.2 + v t).
    tips = (0.5 * rate + 0.2 * G) / (rate - speed * G)
    turning = recording.t[np.abs(recording.v[:, 4]) > 1e-5]
    assert turning[0] == pytest.approx(tips, abs=2e-3)  # states are 1 ms apart


def test_a_can_that_tilts_over_its_rim_ends_the_run_in_words_and_not_in_the_floor():
    can = free("can", Cylinder(0.1, 0.2), 1.0)
    turned = np.array([0, 0, 0.1, 0, 0, np.sin(np.pi / 8), np.cos(np.pi / 8)])  # tips between two of its four points
    part = sim.Part("can", can, q=turned, controller=rising_torque(can, 4, 3.0))
    recording = sim.simulate(floor_scene([part], 0.8), 1.5, scheme="hybrid")
    assert "the contact of 'ground' and 'can' is of edges, rolling curved surfaces" in recording.notes[0]
    assert recording.t[-1] > 0.5 + G * 0.1 * np.cos(np.pi / 4) / 3.0 - 1e-3
    # Between the points the rim is r (1 - cos 45°) further out; a tilt of 1e-6 rad is noticed.
    assert np.nanmin(body_gaps(recording.scene, recording.q)[1]) > -1e-6


def test_a_can_that_stands_stays_followed():
    recording = sim.simulate(floor_scene([standing(free("can", Cylinder(0.1, 0.2), 1.0), 0.1)], 0.8), 0.3, scheme="hybrid")
    assert not recording.notes
    np.testing.assert_allclose(recording.q[-1], recording.q[0], atol=1e-9)


def roof(tilt=np.pi / 4):
    """A fixed box on its edge, along x, at height 0."""
    half = 0.5 * np.sqrt(2.0)
    placement = np.eye(4)
    placement[1:3, 1:3] = [[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]]
    placement[2, 3] = -half
    body = Body("roof", collisions=(Collision(Box((1.0, 1.0, 1.0)), placement=placement),))
    return sim.Part("roof", build_model("roof", [body], [Joint("r", JointKind.FIXED, None, "roof")]))


def test_a_box_edge_on_a_box_edge_is_followed_where_they_cross():
    cube = box("cube", (0.2, 0.2, 0.2), 1.0)
    # Its lower edge lies along y, a little beside its weight: it tips over the roof's edge without friction.
    q = np.array([0.0, 0.01, 0.1 * np.sqrt(2.0), 0, np.sin(np.pi / 8), 0, np.cos(np.pi / 8)])
    v = np.array([0, 0, 0, 0, 0, 0.3])  # and turns about the vertical, or nearly: the crossing moves along both edges
    scene = sim.make_scene("roof", [roof(), sim.Part("cube", cube, q=q, v=v)], materials={"": sim.Material(0.0, 0.0)})
    recording = sim.simulate(scene, 0.3, scheme="hybrid", dt=5e-3)
    assert not recording.notes
    energy = recording.kinetic + recording.potential
    touching = np.array([len(recording.contacts(i)) == 1 for i in range(1, len(recording))])
    assert touching[:30].all()
    np.testing.assert_allclose(energy[1:31], energy[1], atol=1e-9)
    gaps = body_gaps(scene, recording.q)[1][1:31, 0]
    np.testing.assert_allclose(gaps, 0.0, atol=1e-9)
    normals = np.array([recording.contacts(i).normal[0] for i in range(1, 31)])
    assert np.ptp(normals, axis=0).max() > 1e-3  # the normal of two edges turns with them


def test_a_capsule_that_falls_over_on_a_box_goes_from_its_end_to_its_side():
    capsule = free("capsule", Capsule(0.05, 0.2), 1.0)
    lean = 0.2
    q = np.array([0, 0, 0.05 + 0.05 + 0.1 * np.cos(lean), 0, np.sin(lean / 2), 0, np.cos(lean / 2)])
    part = sim.Part("capsule", capsule, q=q)
    scene = sim.make_scene("fall", [TABLE, part], materials={"": sim.Material(0.8, 0.0)})
    recording = sim.simulate(scene, 1.0, scheme="hybrid", dt=5e-3)
    assert not recording.notes
    assert np.nanmin(body_gaps(scene, recording.q)[1]) > -1e-9
    assert np.diff(recording.kinetic + recording.potential).max() < 1e-9
    assert len(recording.contacts(1)) == 1
    assert len(recording.contacts(-1)) == 2  # it lies on its side
    assert recording.q[-1, 2] == pytest.approx(0.1, abs=1e-8)
