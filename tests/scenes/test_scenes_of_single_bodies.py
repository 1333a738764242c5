"""Scenes with a closed form: one body, or a few that do not pile up. Accuracies are those of the scheme each scene asks for."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipk

from tests.scenes.runs import energy_of, load_on, q_of, recording_of, v_of
from torseur import sim

G = 9.81


def test_the_ball_of_zeno_is_at_rest_when_infinitely_many_bounces_are_over():
    recording = recording_of("zeno_ball")
    impacts = [event.t for event in recording.events if event.kind is sim.EventKind.IMPACT]
    fall = np.sqrt(2 / G)
    assert impacts[0] == pytest.approx(fall, abs=1e-11)
    # Bounces slower than rest_speed = 1e-5 m/s are not followed: 2 · 1e-5 / g of time is left out at most, twice over.
    assert impacts[-1] == pytest.approx(3 * fall, abs=5e-6)
    assert len(recording.events) < 200
    assert np.abs(recording.v[recording.t > 3 * fall + 1e-5]).max() < 1e-9


def test_each_bouncing_ball_has_the_apexes_of_its_restitution():
    recording = recording_of("bouncing_ball")
    fall = np.sqrt(2 / G)
    for name, e in (("half", 0.5), ("lively", 0.8), ("perfect", 1.0)):
        after = (recording.t > fall) & (recording.t < fall * (1 + 2 * e))
        height = q_of(recording, name)[after, 2].max() - 0.1
        assert height == pytest.approx(e * e, abs=2e-6)  # states are 1 ms apart: g (0.5 ms)² / 2 at most below the apex


def test_a_gram_carries_a_ton_where_it_stands():
    recording = recording_of("heterogeneous_stack")
    # A contact is solved to 1e-10 m/s, which is 1e-4 N for a ton and a step of 1 ms.
    assert load_on(recording, "ground")[2] == pytest.approx(1000.001 * G, rel=1e-8)
    # 1 nm of penetration is left to every contact, of which there are two.
    assert np.abs(recording.q - recording.q[0]).max() < 3e-9


def test_a_thrown_ball_rolls_from_the_instant_and_place_of_the_textbook():
    recording = recording_of("sphere_slip_to_roll")
    (rolls,) = [event.t for event in recording.events if event.kind is sim.EventKind.STICK]
    assert rolls == pytest.approx(2 * 7 / (7 * 0.2 * G), abs=1e-10)
    i = recording.index_at(rolls)
    assert q_of(recording, "ball")[i, 0] == pytest.approx(12 * 49 / (49 * 0.2 * G), abs=1e-8)
    assert np.linalg.norm(recording.v[-1, :3]) == pytest.approx(5.0, abs=1e-9)


def test_both_sides_of_a_groove_carry_what_geometry_says():
    recording = recording_of("v_groove")
    contacts = recording.contacts(-1)
    expected = G / (2 * np.cos(np.radians(30)))
    # Each solve is accurate to 1e-10 m/s, which over a step of 1 ms and for 1 kg is 1e-7 N.
    np.testing.assert_allclose(np.linalg.norm(contacts.force, axis=1), expected, atol=2e-7)
    # Depth of the groove's faces as written in the file, to 1e-8 m.
    assert recording.q[-1, 2] == pytest.approx(0.1 / np.cos(np.radians(30)), abs=3e-8)


def test_the_rod_of_painleve_is_stopped_by_an_impulse_in_one_step():
    recording = recording_of("painleve_rod")
    theta, mu = np.radians(60), 1.8
    assert 1 + 3 * np.cos(theta) ** 2 - 3 * mu * np.sin(theta) * np.cos(theta) < 0
    struck = recording.contacts(1)
    assert np.linalg.norm(struck.velocity[0, :2]) < 1e-8  # 2 m/s before
    assert np.linalg.norm(struck.impulse[0]) < 2.0  # m v0: no more than what it takes to stop the whole rod
    # Its round tip rolls: positions follow the contact to second order in h, (2 m/s · h)² / r of height, times m g.
    assert np.diff(energy_of(recording)).max() < (2.0 * 1e-3) ** 2 / 0.01 * G
    assert recording.q[-1, 2] == pytest.approx(0.01, abs=1e-6)  # it lies


def test_a_top_precesses_at_the_slow_rate():
    recording = recording_of("spinning_top")
    m, arm, across, along, spin, tilt = 0.2, 0.06, 1.292666667e-4, 2.5e-4, 100.0, np.radians(20)
    rate = np.roots([across * np.cos(tilt), -along * spin, m * G * arm]).min()
    x, y, z, w = q_of(recording, "top/free")[:, 3:].T
    axle = np.column_stack([2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)])
    turned = np.unwrap(np.arctan2(axle[:, 1], axle[:, 0]))
    assert turned[-1] / recording.t[-1] == pytest.approx(rate, rel=1e-6)
    assert np.ptp(np.arccos(axle[:, 2])) < 1e-6  # no nod
    assert np.ptp(energy_of(recording)) < 1e-8


@pytest.mark.slow
def test_a_handle_turns_over_with_the_period_of_jacobis_functions():
    recording = recording_of("dzhanibekov")
    inertia = np.array([0.00040864, 0.0001608, 0.00055648])
    spin = v_of(recording, "handle/free")[:, 3:]
    momentum, energy = np.sum((inertia * spin[0]) ** 2), np.sum(inertia * spin[0] ** 2)  # L² and 2 E
    low, middle, high = np.sort(inertia)
    rate = np.sqrt((high - middle) * (momentum - energy * low) / (low * middle * high))
    m = (middle - low) * (energy * high - momentum) / ((high - middle) * (momentum - energy * low))
    period = 4 * ellipk(m) / rate
    crossed = recording.t[1:][np.diff(np.sign(spin[:, 0])) != 0]
    assert len(crossed) == 4
    assert crossed[2] - crossed[0] == pytest.approx(period, abs=2e-3)  # states are 1 ms apart
    assert np.ptp(recording.kinetic) < 1e-9 * recording.kinetic[0]


def test_two_blocks_on_30_degrees_hold_and_slide():
    recording = recording_of("incline_30")
    assert np.abs(v_of(recording, "rough")).max() < 1e-9
    expected = G * (np.sin(np.radians(30)) - 0.5 * np.cos(np.radians(30))) * recording.t[-1]
    assert np.linalg.norm(v_of(recording, "worn")[-1, :3]) == pytest.approx(expected, rel=1e-9)
