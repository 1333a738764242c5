"""Every scene we ship is there, runs in both schemes where it can, and does what it says."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from tests.scenes.runs import SHORTER, recording_of
from torseur import sim

PROMISED = (
    "falling_brick",
    "brick_on_corner",
    "bouncing_ball",
    "zeno_ball",
    "box_stack",
    "heterogeneous_stack",
    "incline",
    "incline_30",
    "pendulum",
    "arm_pushes_table",
    "quadruped_drop",
    "quadruped_stand",
    "sphere_slip_to_roll",
    "rolling",
    "balls_666",
    "elastic_666",
    "newtons_cradle",
    "v_groove",
    "painleve_rod",
    "domino",
    "kapla_tower",
    "gripper_holds_block",
    "humanoid_falls",
    "spinning_top",
    "dzhanibekov",
)

# What the hybrid scheme does not follow (a pile of more than 64 contacts), follows slowly, or cannot solve.
NOT_HYBRID = (
    "arm_pushes_table",
    "box_stack",
    "balls_666",
    "elastic_666",
    "domino",
    "kapla_tower",
    "rolling",
    "humanoid_falls",
    "heterogeneous_stack",
)


# Those whose own scheme is the hybrid one.
HYBRID = ("bouncing_ball", "zeno_ball", "sphere_slip_to_roll", "newtons_cradle", "spinning_top", "dzhanibekov")


@pytest.mark.slow
@loop_over("name", PROMISED)
def test_a_promised_scene_is_shipped_and_described(name):
    assert name in sim.scene_names()
    scene = sim.load_scene(name)
    assert scene.title
    assert 30 < len(scene.description) < 130
    assert scene.duration > 0


@pytest.mark.parametrize("name", sim.scene_names())
@pytest.mark.slow
def test_a_scene_runs_to_its_end(name):
    recording = recording_of(name)
    assert not recording.notes
    assert recording.t[-1] == pytest.approx(SHORTER.get(name, recording.scene.duration), abs=recording.settings.dt)
    for values in (recording.q, recording.v, recording.residual, recording.kinetic):
        assert np.all(np.isfinite(values))


@loop_over("name", sim.scene_names())
def test_every_contact_solve_of_a_scene_is_accurate(name):
    assert recording_of(name).residual.max() < 1e-8  # the bar for all scenes, at default settings


@pytest.mark.parametrize("name", HYBRID)
def test_a_scene_of_the_hybrid_scheme_runs_by_time_stepping_too(name):
    scene = sim.load_scene(name)
    assert scene.settings.scheme == "hybrid"
    recording = sim.simulate(scene, 1.0, scheme="time_stepping")
    assert not recording.notes
    assert recording.residual.max() < 1e-8


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in sim.scene_names() if name not in NOT_HYBRID])
def test_a_scene_runs_to_its_end_by_the_hybrid_scheme(name):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, min(scene.duration, 1.0), scheme="hybrid")
    assert not recording.notes
    assert recording.residual.max() < 1e-8


@pytest.mark.slow
def test_a_stack_of_cubes_is_followed_event_by_event():
    recording = sim.simulate(sim.load_scene("box_stack"), 0.3, scheme="hybrid")
    assert not recording.notes
    heights = recording.q[-1].reshape(-1, 7)[:, 2]
    np.testing.assert_allclose(heights, 0.1 + 0.2 * np.arange(10), atol=1e-6)
    assert recording.contacts(-1).force[:4, 2].sum() == pytest.approx(98.1, rel=1e-6)


def test_the_pendulum_keeps_its_energy():
    recording = recording_of("pendulum")
    energy = recording.kinetic + recording.potential
    assert np.ptp(energy) < 1e-5 * 2 * 9.81  # second order in h, and bounded


def test_the_arm_comes_down_and_presses():
    recording = recording_of("arm_pushes_table")
    weightless = recording.contacts(100)
    assert len(weightless) == 0
    pressed = recording.contacts(-1)
    assert pressed.force[:, 2].sum() > 100
    assert np.abs(recording.v[-1]).max() < 1e-3


def test_the_quadruped_stands_on_its_feet():
    recording = recording_of("quadruped_drop")
    names = recording.scene.model.body_names
    contacts = recording.contacts(-1)
    carried = {names[b] for b, force in zip(contacts.body_b, contacts.force, strict=True) if force[2] > 0.1}
    assert carried == {"solo/FL_FOOT", "solo/FR_FOOT", "solo/HL_FOOT", "solo/HR_FOOT"}
    assert contacts.force[:, 2].sum() == pytest.approx(2.5 * 9.81, rel=1e-2)
