"""Scenes of piles and robots: what carries what, what moves and what does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes.runs import energy_of, load_on, q_of, recording_of, v_of
from tests.validate.scenes import floor
from torseur import sim

G = 9.81


def depths(q, radius=0.1):
    """How deep balls are in each other and in the floor at q (7 n,): the deepest of all [m]."""
    centres = q.reshape(-1, 7)[:, :3]
    distance = np.linalg.norm(centres[:, None] - centres[None], axis=2) + 1e9 * np.eye(len(centres))
    return max(2 * radius - distance.min(), radius - centres[:, 2].min())


def test_the_cube_of_balls_falls_apart_without_penetration():
    recording = recording_of("balls_666")
    # Positions overlap where a pair closes within a step, by less than h² g: what an impact leaves is taken out the step after.
    assert max(depths(q) for q in recording.q) < 0.01**2 * G
    assert energy_of(recording)[-1] < energy_of(recording)[0]


@pytest.mark.slow
def test_elastic_balls_keep_their_energy():
    recording = recording_of("elastic_666")
    energy = energy_of(recording)
    assert energy[0] == pytest.approx(G * 10 * recording.q[0].reshape(-1, 7)[:, 2].sum(), rel=1e-12)
    assert np.mean((energy - energy[0]) ** 2) < 8.4  # RaiSim's published figure [J²], the best of five engines


def test_balls_roll_on_a_pulled_plate_with_two_sevenths_of_its_acceleration():
    recording = recording_of("rolling")
    force = np.array([75.0, 129.9])
    along = force / np.linalg.norm(force)
    plate = (np.linalg.norm(force) - 0.4 * 35 * G) / (10 + 25 * 2 / 7)
    v_plate, t = v_of(recording, "plate/free")[-1, :2], recording.t[-1]
    np.testing.assert_allclose(v_plate, plate * t * along, atol=1e-5)
    for ball in ("ball00", "ball22", "ball43"):
        # q's orientation is small but not nothing after rolling: the world's velocity is that of the positions.
        moved = np.diff(q_of(recording, ball)[-2:, :2], axis=0)[0] / recording.settings.dt
        np.testing.assert_allclose(moved, 2 / 7 * plate * t * along, atol=2e-4)  # half a step earlier: a h / 2 = 1.1e-4


@pytest.mark.slow
def test_a_cradle_passes_the_speed_on_ball_by_ball_or_shares_it():
    recording = recording_of("newtons_cradle")
    first = next(event.t for event in recording.events)
    before, after = recording.index_at(first - 2e-3), recording.index_at(first + 2e-3)
    speed = 0.6 * np.sqrt(2 * G / 0.6 * (1 - np.cos(0.6)) / (1 + 0.001 / 0.36))  # of a pendulum of inertia m L² + 0.001 kg m²
    rates = {row: [0.6 * v_of(recording, f"{row}{k}/hinge")[:, 0] for k in range(3)] for row in ("apart", "touching")}
    assert rates["touching"][0][before] == pytest.approx(speed, rel=1e-4)
    simultaneous = np.array([rates["touching"][k][after] for k in range(3)])
    sequential = np.array([rates["apart"][k][after] for k in range(3)])
    # 2 ms after: g t² of the swing, and 0.2 mm of gap, are what is left of it.
    np.testing.assert_allclose(simultaneous, speed * np.array([-1, 2, 2]) / 3, atol=1e-3)
    np.testing.assert_allclose(sequential, speed * np.array([0, 0, 1]), atol=1e-3)
    assert np.ptp(energy_of(recording)) < 1e-7


def test_dominoes_fall_one_after_the_other():
    recording = recording_of("domino")
    tilt = []  # cosine of the angle of each to the vertical, over time
    for k in range(20):
        x, y = q_of(recording, f"domino{k:02d}")[:, 3:5].T
        tilt.append(1 - 2 * (x * x + y * y))
    started = [recording.t[np.argmax(cosine < np.cos(0.05))] if cosine.min() < np.cos(0.05) else np.inf for cosine in tilt]
    reached = np.isfinite(started).sum()
    assert reached >= 3
    assert np.all(np.diff(started[:reached]) > 0)
    assert np.diff(energy_of(recording)).max() < 1e-6


def test_a_tower_of_planks_stands_still_and_weighs_what_its_planks_weigh():
    recording = recording_of("kapla_tower")
    assert np.abs(recording.q - recording.q[0]).max() < 30e-9  # 1 nm is left to each contact, of a pile of twelve
    assert load_on(recording, "ground")[2] == pytest.approx(24 * G, rel=1e-7)


@pytest.mark.slow
def test_blocks_slide_on_a_tilted_board_where_the_slope_exceeds_their_friction():
    scene = sim.load_scene("incline")
    for degrees, sliding in ((9.0, ()), (15.0, ("slippery",)), (26.0, ("slippery", "worn"))):
        simulation = sim.Simulation(scene)
        target = scene.initial.q.copy()
        target[-1] = np.radians(degrees)  # what the slider does
        simulation.command(sim.Command(q_target=target))
        simulation.run(1500)  # five time constants of the board: 99.3 % of the way
        recording = simulation.recording
        moving = {name for name in ("slippery", "worn", "rough") if np.linalg.norm(v_of(recording, name)[-1, :3]) > 0.1}
        assert moving == set(sliding)
        assert recording.residual.max() < 1e-8
        assert np.degrees(recording.q[-1, -1]) == pytest.approx(degrees, rel=0.01)


def test_two_fingers_hold_a_block_by_friction_alone():
    recording = recording_of("gripper_holds_block")
    contacts = recording.contacts(-1)
    sideways = np.abs(contacts.force[:, 1])
    rise = 0.22 * np.exp(-4.0)  # the hand's acceleration that is left after four time constants of 1 s
    assert load_on(recording, "block")[2] == pytest.approx(-0.5 * G, abs=0.5 * rise)
    assert sideways.sum() == pytest.approx(40.0, rel=1e-6)  # 20 N a finger: 4 mm at 5000 N/m
    lifted = q_of(recording, "block")[-1, 2] - q_of(recording, "block")[200, 2]
    hand = q_of(recording, "gripper/lift")[-1, 0] - q_of(recording, "gripper/lift")[200, 0]
    assert lifted > 0.15
    assert lifted == pytest.approx(hand, abs=1e-9)  # no slip


def test_a_standing_quadruped_does_not_creep():
    recording = recording_of("quadruped_stand")
    mass = recording.scene.model.table["mass"].sum()
    assert load_on(recording, "ground")[2] == pytest.approx(mass * G, rel=1e-6)
    feet = [recording.scene.model.frame_index(f"solo/{leg}_FOOT") for leg in ("FL", "FR", "HL", "HR")]
    poses = [sim.frame_poses(recording.scene.model, q)[feet, :3, 3] for q in (recording.q[1000], recording.q[-1])]
    assert np.abs(poses[1] - poses[0]).max() < 1e-8
    assert np.abs(recording.v[-1]).max() < 1e-6


def test_a_falling_humanoid_loses_energy_and_stays_above_the_floor():
    recording = recording_of("humanoid_falls")
    assert np.diff(energy_of(recording)).max() < 0.05  # first order in h: the springs of its control give some back
    gaps = [recording.contacts(i).gap for i in range(len(recording))]
    assert min(gap.min(initial=0.0) for gap in gaps) > -1e-3
    assert q_of(recording, "humanoid/free")[-1, 2] < q_of(recording, "humanoid/free")[0, 2] - 0.05


def test_each_step_of_a_humanoid_that_falls_limp_is_solved():
    humanoid = next(part for part in sim.load_scene("humanoid_falls").parts if part.name == "humanoid")
    scene = sim.make_scene("limp", [floor(), replace(humanoid, controller=None)], materials={"": sim.Material(0.8)})
    recording = sim.simulate(scene, 0.7, dt=1e-3)
    assert recording.residual.max() < 1e-8
