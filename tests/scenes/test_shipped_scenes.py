"""Every scene we ship is there, runs in both schemes where it can, and does what it says."""

from __future__ import annotations

import numpy as np
import pytest

import sim

PROMISED = (
    "falling_brick", "brick_on_corner", "bouncing_ball", "box_stack", "incline", "pendulum", "arm_pushes_table",
    "quadruped_drop",
)  # fmt: skip


@pytest.mark.parametrize("name", PROMISED)
def test_a_promised_scene_is_shipped_and_described(name):
    assert name in sim.scene_names()
    scene = sim.load_scene(name)
    assert scene.title
    assert len(scene.description) > 30
    assert scene.duration > 0


@pytest.mark.parametrize("name", sim.scene_names())
def test_a_scene_runs_to_its_end_by_time_stepping(name):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, scheme="time_stepping")
    assert not recording.notes
    assert len(recording) == 1 + round(scene.duration / scene.settings.dt)
    assert recording.residual.max() < 1e-8
    assert np.all(np.isfinite(recording.q))


@pytest.mark.parametrize("name", [name for name in sim.scene_names() if name not in ("arm_pushes_table", "box_stack")])
def test_a_scene_runs_to_its_end_by_the_hybrid_scheme(name):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, min(scene.duration, 1.5), scheme="hybrid")
    assert not recording.notes
    assert recording.residual.max() < 1e-8


def test_a_stack_of_cubes_is_followed_event_by_event():
    recording = sim.simulate(sim.load_scene("box_stack"), 0.3, scheme="hybrid")
    assert not recording.notes
    heights = recording.q[-1].reshape(-1, 7)[:, 2]
    np.testing.assert_allclose(heights, 0.1 + 0.2 * np.arange(10), atol=1e-6)
    assert recording.contacts(-1).force[:4, 2].sum() == pytest.approx(98.1, rel=1e-6)


def test_the_pendulum_keeps_its_energy():
    recording = sim.simulate(sim.load_scene("pendulum"))
    energy = recording.kinetic + recording.potential
    assert np.ptp(energy) < 1e-5 * 2 * 9.81  # second order in h, and bounded


def test_the_arm_comes_down_and_presses():
    recording = sim.simulate(sim.load_scene("arm_pushes_table"))
    weightless = recording.contacts(100)
    assert len(weightless) == 0
    pressed = recording.contacts(-1)
    assert pressed.force[:, 2].sum() > 100
    assert np.abs(recording.v[-1]).max() < 1e-3


def test_the_quadruped_stands_on_its_feet():
    recording = sim.simulate(sim.load_scene("quadruped_drop"))
    names = recording.scene.model.body_names
    contacts = recording.contacts(-1)
    carried = {names[b] for b, force in zip(contacts.body_b, contacts.force, strict=True) if force[2] > 0.1}
    assert carried == {"solo/FL_FOOT", "solo/FR_FOOT", "solo/HL_FOOT", "solo/HR_FOOT"}
    assert contacts.force[:, 2].sum() == pytest.approx(2.5 * 9.81, rel=1e-2)
