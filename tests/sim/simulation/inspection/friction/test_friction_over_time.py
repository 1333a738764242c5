"""Modes of contacts over a recording, and the height at which what slides floats under the relaxed law."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.parts import ball, box, floor_scene, standing
from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.friction.mode_sequence import MOST_AT_ONCE
from torseur.sim.simulation.inspection.friction.values import ContactPhase

G, MU = 9.81, 0.4
OPEN, STICK, SLIP, CLOSED = ContactPhase


@loop_over("theta", [0.5, 1.0])
@loop_over(("mu", "speed", "step"), [(MU, 2.0, 1e-3), (MU, 0.5, 1e-3), (MU, 2.0, 1e-2), (0.2, 1.0, 5e-3)])
def test_what_slides_floats_at_a_height_in_proportion_to_the_step_and_not_under_coulomb(mu, speed, step, theta):
    line = step * mu * speed

    def gap(law, height):
        """Of a plate on a floor that slopes by the angle of friction, let go above it: its speed stays."""
        plate = standing(box("plate", (0.3, 0.3, 0.02), 1.0), 0.01 + height, v=np.array([speed, 0.0, 0.0, 0.0, 0.0, 0.0]))
        settings = sim.Settings(dt=step, theta=theta, friction_law=law)
        scene = floor_scene([plate], mu, gravity=(mu * G, 0.0, -G), settings=settings)
        recording = sim.simulate(scene, 600 * step)
        assert recording.v[-1, 0] == pytest.approx(speed, rel=1e-6) or law == "coulomb"
        return recording.q[-5:, 2] - 0.01

    np.testing.assert_allclose(gap("convex", theta * line), theta * line, atol=1.1e-9)  # the dead band of gaps is 1e-9 m
    assert np.abs(gap("coulomb", theta * line)).max() < max(2e-9, 1e-4 * line)


def test_a_sphere_that_is_thrown_slides_and_then_rolls_at_the_time_of_the_closed_form():
    recording = sim.simulate(sim.load_scene("sphere_slip_to_roll"), 1.2)
    modes = sim.mode_sequence(recording)
    (lane,) = modes.lanes
    assert [interval.phases for interval in modes.intervals] == [(SLIP,), (STICK,)]
    mu, v0 = 0.2, float(recording.v[0, 0])
    assert modes.intervals[0].end == pytest.approx(2.0 * v0 / (7.0 * mu * G), abs=1e-8)  # the guard's tolerance
    assert modes.intervals[0].start == 0.0
    assert modes.intervals[1].end == recording.t[-1]
    assert lane.bodies == ("ground", "ball")


def test_a_ball_that_falls_is_in_flight_until_it_is_struck():
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 0.6)], friction=0.0)
    recording = sim.simulate(scene, 0.5, scheme="hybrid")
    flight, rest = sim.mode_sequence(recording).intervals
    assert flight.phases == (OPEN,)
    assert flight.end == pytest.approx(np.sqrt(2.0 * 0.5 / G), abs=1e-9)
    assert rest.struck == (0,)
    assert rest.phases == (CLOSED,)


def test_a_ball_that_bounces_leaves_at_once_what_it_struck():
    recording = sim.simulate(sim.load_scene("zeno_ball"), 1.0)
    modes = sim.mode_sequence(recording)
    first, second, third = modes.intervals[:3]
    assert [one.phases for one in (first, second, third)] == [(OPEN,)] * 3
    assert (first.struck, second.struck, third.struck) == ((), (0,), (0,))
    fall = first.end
    assert second.end - second.start == pytest.approx(2.0 * 0.5 * fall, abs=1e-8)  # e = 0.5, guards to 1e-9 s


def test_a_rod_that_is_stopped_in_its_first_step_slid_at_the_start():
    recording = sim.simulate(sim.load_scene("painleve_rod"), 0.05)
    modes = sim.mode_sequence(recording)
    assert [interval.phases for interval in modes.intervals] == [(SLIP,), (STICK,)]
    assert modes.intervals[0].end == recording.t[1]


def test_corners_keep_their_lanes_while_others_come_and_go():
    part = standing(box("brick", (0.2, 0.2, 0.1), 1.0), 0.12)
    tilt = np.radians(10.0) / 2.0
    part.q[3:] = 0.0, np.sin(tilt), 0.0, np.cos(tilt)
    recording = sim.simulate(floor_scene([part], 1.0), 0.6)
    modes = sim.mode_sequence(recording)
    assert len(modes.lanes) == 4
    assert [lane.number for lane in modes.lanes] == [0, 1, 2, 3]
    assert all(phase is STICK for phase in modes.intervals[-1].phases)
    first = sorted(int(lane.states[np.flatnonzero(lane.phases != OPEN)[0]]) for lane in modes.lanes)
    assert first[0] == first[1] < first[2] == first[3]  # an edge strikes, and then the other
    where = {}
    for i in range(len(recording)):
        contacts = recording.contacts(i)
        for lane, point in zip(modes.lanes_at(i), contacts.point, strict=True):
            assert np.linalg.norm(where.get(lane, point) - point) < 0.05  # corners are 0.2 m apart
            where[lane] = point


def test_intervals_follow_each_other_and_hold_what_was_recorded():
    recording = sim.simulate(sim.load_scene("incline_30"), 0.05)
    modes = sim.mode_sequence(recording)
    assert len(modes.lanes) == 8
    for before, after in zip(modes.intervals[:-1], modes.intervals[1:], strict=True):
        assert before.end == after.start
        assert (before.phases, before.struck) != (after.phases, after.struck)
    for i in range(1, len(recording)):
        for lane, mode in zip(modes.lanes_at(i), recording.contacts(i).mode, strict=True):
            assert modes.lanes[lane].phase_at(i) == mode
    only = sim.mode_sequence(recording, bodies=("worn", "slope"))
    assert len(only.lanes) == 4
    assert {phase for lane in only.lanes for phase in lane.phases.tolist()} == {SLIP}
    assert only.lanes_at(20)[:4] == (-1, -1, -1, -1)


def test_too_many_contacts_are_refused_and_two_bodies_of_them_are_not():
    balls = [standing(ball(f"ball{k}", 0.1, 1.0), 0.1, x=0.3 * k) for k in range(MOST_AT_ONCE + 1)]
    recording = sim.simulate(floor_scene(balls), 0.002)
    with pytest.raises(ArgumentError, match="name two bodies"):
        sim.mode_sequence(recording)
    assert len(sim.mode_sequence(recording, bodies=("ground", "ball3")).lanes) == 1
