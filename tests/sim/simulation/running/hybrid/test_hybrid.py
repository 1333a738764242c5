"""The hybrid scheme: instants, impulses and rest, exact."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, standing
from torseur import sim

G = 9.81


def impacts(recording):
    return [event for event in recording.events if event.kind is sim.EventKind.IMPACT]


def test_brick_lands_at_the_exact_instant_with_the_exact_impulse():
    scene = floor_scene([standing(box("brick", (0.16, 0.16, 0.24), 6.0), 0.62)])
    recording = sim.simulate(scene, 1.0, scheme="hybrid")
    (impact,) = impacts(recording)
    assert abs(impact.t - np.sqrt(2 * 0.5 / G)) < 1e-11
    assert abs(impact.impulse - 6 * np.sqrt(2 * G * 0.5)) < 1e-9
    assert impact.contacts == 4
    contacts = recording.contacts(-1)
    np.testing.assert_allclose(contacts.force[:, 2], 6 * G / 4, rtol=1e-9)
    np.testing.assert_allclose(contacts.force[:, :2], 0, atol=1e-8)
    np.testing.assert_allclose(contacts.impulse, 0)


def test_a_state_before_and_one_after_each_impact():
    recording = sim.simulate(sim.load_scene("zeno_ball"), 0.6, scheme="hybrid")
    t = impacts(recording)[0].t
    i = int(np.flatnonzero(recording.t == t)[0])
    assert recording.t[i + 1] == t
    before, after = recording.v[i, 2], recording.v[i + 1, 2]
    assert before == pytest.approx(-np.sqrt(2 * G * 1.0), abs=1e-10)
    assert after == pytest.approx(-0.5 * before, abs=1e-10)
    assert recording.state_at(t).v[2] == after


def test_infinitely_many_bounces_end_when_they_should():
    recording = sim.simulate(sim.load_scene("zeno_ball"), 2.0, scheme="hybrid")
    hits = impacts(recording)
    assert len(hits) < 200
    e, first = 0.5, np.sqrt(2 / G)
    for k, hit in enumerate(hits[:8]):  # each flight is e times the one before
        exact = first + 2 * first * sum(e**j for j in range(1, k + 1))
        assert abs(hit.t - exact) < 1e-10
    assert hits[-1].t == pytest.approx(first * (1 + e) / (1 - e), abs=1e-5)
    assert abs(recording.v[-1, 2]) < 1e-9
    assert abs(recording.q[-1, 2] - 0.1) < 1e-9


@pytest.mark.slow
def test_apexes_fall_by_the_square_of_the_restitution():
    recording = sim.simulate(sim.load_scene("zeno_ball"), 1.2, scheme="hybrid", dt=1e-4)
    t, z = recording.t, recording.q[:, 2] - 0.1
    for low, high, k in ((0.46, 0.90, 1), (0.91, 1.12, 2)):
        apex = z[(t > low) & (t < high)].max()
        assert apex == pytest.approx(0.5 ** (2 * k), abs=0.5 * G * 1e-8)  # sampled every 0.1 ms


def test_sliding_block_has_the_acceleration_of_the_textbook():
    recording = sim.simulate(sim.load_scene("incline_30"), 2.0, scheme="hybrid")
    start, end = (recording.q[i].reshape(2, 7)[:, :3] for i in (0, -1))
    moved = np.linalg.norm(end - start, axis=1)
    a = G * (np.sin(np.pi / 6) - 0.5 * np.cos(np.pi / 6))
    assert moved[0] < 1e-10
    t0, t1 = recording.t[0], recording.t[-1]
    assert moved[1] == pytest.approx(0.5 * a * (t1**2 - t0**2), abs=1e-8)


def test_a_block_with_initial_speed_stops_where_friction_stops_it():
    scene = floor_scene([standing(box("block", (0.2, 0.2, 0.1), 1.0), 0.05, np.array([2.0, 0, 0, 0, 0, 0]))], 0.3)
    recording = sim.simulate(scene, 1.0, scheme="hybrid")
    (stop,) = [event for event in recording.events if event.kind is sim.EventKind.STICK]
    assert stop.t == pytest.approx(2.0 / (0.3 * G), abs=1e-9)  # the speed of a stop is known to 1e-10 m/s
    assert recording.q[-1, 0] == pytest.approx(2.0**2 / (2 * 0.3 * G), abs=1e-9)
    assert np.abs(recording.v[-1]).max() < 1e-9


def test_a_sphere_thrown_sliding_rolls_from_the_exact_instant():
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 0.1, np.array([7.0, 0, 0, 0, 0, 0]))], 0.2)
    recording = sim.simulate(scene, 1.5, scheme="hybrid")
    (stick,) = [event for event in recording.events if event.kind is sim.EventKind.STICK]
    # A few steps, each accepted at 1e-10 of some 50 rad/s on a radius of 0.1 m, while the slip falls by 7 m/s².
    assert stick.t == pytest.approx(2 * 7.0 / (7 * 0.2 * G), abs=3e-9)
    i = int(np.flatnonzero(recording.t == stick.t)[-1])
    assert recording.q[i, 0] == pytest.approx(6.116208, abs=1e-6)
    assert np.linalg.norm(recording.v[-1, :3]) == pytest.approx(5.0, abs=1e-9)


@pytest.mark.parametrize("dt", [1e-3, 3.3e-3])  # the second divides neither instant
def test_a_pulled_cube_slips_from_the_instant_its_friction_is_beaten(dt):
    cube = box("cube", (0.2, 0.2, 0.2), 1.0)
    pull = np.zeros((2, 6))
    pull[1, 0] = 17.658
    pulled = sim.TorquePlayback(cube, np.array([0.0, 17.658 / 39.24]), pull, "linear")
    part = sim.Part("cube", cube, q=np.array([0, 0, 0.1, 0, 0, 0, 1.0]), controller=pulled)
    recording = sim.simulate(floor_scene([part], 0.4), 0.7, scheme="hybrid", dt=dt)
    (slip,) = [event for event in recording.events if event.kind is sim.EventKind.SLIP]
    assert slip.t == pytest.approx(0.1, abs=1e-9)  # 2e-8 m/s² are overlooked, and the pull grows by 39.24 N/s
    assert slip.before[1] < 1e-10
    i = recording.index_at(0.5)
    a = (recording.v[-1, 0] - recording.v[i, 0]) / (recording.t[-1] - recording.t[i])
    assert a == pytest.approx(13.734, abs=1e-9)
    # Before saturation a = 39.24 (t - 0.1).
    i = recording.index_at(0.4)
    assert recording.v[i, 0] == pytest.approx(0.5 * 39.24 * (recording.t[i] - 0.1) ** 2, abs=1e-8)


@pytest.mark.parametrize(("restitution", "most"), [(0.5, 25), (0.8, 70), (0.95, 300)])
def test_bounces_are_as_many_as_it_takes_to_fall_below_the_speed_of_rest(restitution, most):
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 1.1)], 0.5, restitution)
    over = np.sqrt(2 / G) * (1 + restitution) / (1 - restitution)
    recording = sim.simulate(scene, 1.02 * over, scheme="hybrid", dt=1e-2)
    hits = impacts(recording)
    # e^k √(2 g h) falls below 1e-5 m/s at this k.
    expected = np.ceil(np.log(1e-5 / np.sqrt(2 * G)) / np.log(restitution))
    assert abs(len(hits) - expected) <= 2
    assert len(hits) < most
    assert hits[-1].t == pytest.approx(over, abs=1e-4)
    assert not recording.notes
    assert np.abs(recording.v[-1]).max() < 1e-8


@pytest.mark.parametrize("restitution", [0.5, 0.8])
def test_bouncing_down_an_incline_ends_in_rolling(restitution):
    a = np.radians(20)
    gravity = (G * np.sin(a), 0.0, -G * np.cos(a))
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 0.6)], 0.3, restitution, gravity=gravity)
    recording = sim.simulate(scene, 4.0, scheme="hybrid", dt=1e-2)
    assert not recording.notes
    assert len(recording.events) < 80
    assert np.diff(recording.kinetic + recording.potential).max() < 1e-9
    i = recording.index_at(3.5)
    acceleration = np.diff(np.linalg.norm(recording.v[[i, -1], :3], axis=1)) / (recording.t[-1] - recording.t[i])
    assert acceleration[0] == pytest.approx(5 / 7 * G * np.sin(a), abs=1e-6)


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_a_box_that_lands_on_four_corners_bounces_as_one(speed):
    part = standing(box("box", (0.2, 0.2, 0.1), 1.0), 0.55, np.array([speed, 0, 0, 0, 0, 0]))
    recording = sim.simulate(floor_scene([part], 0.4, 0.5), 3.0, scheme="hybrid", dt=1e-2)
    assert all(hit.contacts == 4 for hit in impacts(recording))
    assert len(recording.events) < 25
    assert np.abs(recording.v[-1]).max() < 1e-7


@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_a_ball_rolls_along_a_box_to_its_edge_and_round_that_stops_the_run(speed):
    """At 2 m/s, above the root of g r, it does not go round the edge but flies on."""
    table = standing(box("table", (0.6, 0.6, 0.1), 50.0), 0.05)
    rolling = standing(ball("ball", 0.05, 0.5), 0.15, np.array([speed, 0, 0, 0, speed / 0.05, 0]))
    recording = sim.simulate(floor_scene([table, rolling]), 1.2, scheme="hybrid")
    inside = recording.t < 0.99 * 0.3 / speed
    np.testing.assert_allclose(recording.q[inside, 7], speed * recording.t[inside], atol=1e-8)
    np.testing.assert_allclose(recording.q[inside, 9], 0.15, atol=1e-8)
    if speed**2 > 0.05 * G:
        assert not recording.notes
        np.testing.assert_allclose(recording.q[-1, [7, 9]], [speed * 1.2, 0.05], atol=1e-8)
        return
    assert recording.t[-1] == pytest.approx(0.3 / speed, abs=3e-5)
    assert "the contact of 'ball' and 'table' is of edges" in recording.notes[0]


def mean_errors(scene, duration, column):
    """Of time-stepping at each of STEPS beside the hybrid scheme, over time, of a number of q."""
    exact = sim.simulate(scene, duration, scheme="hybrid", dt=STEPS[-1])  # of which every step is a multiple
    errors = []
    for dt in STEPS:
        stepped = sim.simulate(scene, duration, dt=dt)
        at = [exact.index_at(t) for t in stepped.t]
        np.testing.assert_allclose(exact.t[at], stepped.t, atol=1e-12)
        errors.append(np.mean(np.abs(stepped.q[:, column] - exact.q[at, column])))
    return errors


def falling_brick(k):
    return floor_scene([standing(box("brick", (0.16, 0.16, 0.24), 6.0), 0.62 + 0.013 * k)]), 0.6, 2


def sliding_stop(k):
    part = standing(box("block", (0.2, 0.2, 0.1), 1.0), 0.05, np.array([2.0 + 0.023 * k, 0, 0, 0, 0, 0]))
    return floor_scene([part], 0.3), 0.9, 0


def bouncing_ball(k):
    return floor_scene([standing(ball("ball", 0.1, 1.0), 1.1 + 0.017 * k)], 0.5, 0.5), 1.1, 2


STEPS = 1e-3 * 0.5 ** np.arange(4)


def order_of(errors):
    return np.polyfit(np.log(STEPS), np.log(errors), 1)[0]


@pytest.mark.slow
@pytest.mark.parametrize("make", [falling_brick, sliding_stop, bouncing_ball])
def test_time_stepping_finds_instants_with_order_one(make):
    # Where in its step an event falls is chance: errors are means over 16 starts, known to h/14 or so.
    errors = np.zeros((16, len(STEPS)))
    for k in range(16):
        scene, duration, _ = make(k)
        exact = sim.simulate(scene, duration, scheme="hybrid").events[0]
        for j, dt in enumerate(STEPS):
            event = next(e for e in sim.simulate(scene, duration, dt=dt).events if e.kind is exact.kind)
            errors[k, j] = abs(event.t - exact.t)
    assert abs(order_of(errors.mean(axis=0)) - 1) < 0.15


@pytest.mark.slow
@pytest.mark.parametrize(("make", "order"), [(sliding_stop, 2), (bouncing_ball, 1)])
def test_time_stepping_converges_to_the_hybrid_scheme(make, order):
    # Constant forces are integrated with order two; of an impact that bounces, the instant is known to order one.
    errors = np.mean([mean_errors(*make(k)) for k in range(8)], axis=0)
    assert abs(order_of(errors) - order) < 0.15


@pytest.mark.slow
def test_a_brick_that_does_not_bounce_lies_where_it_should_whatever_the_step():
    # Free fall is exact on the grid, and the floor is met within the dead band of 1e-9 m and the solve's residual.
    assert max(max(mean_errors(*falling_brick(k))) for k in range(4)) < 5e-9


def test_a_tumbling_brick_comes_to_rest_after_finitely_many_impacts():
    recording = sim.simulate(sim.load_scene("brick_on_corner"), 3.0, scheme="hybrid")
    assert not recording.notes
    assert 3 < len(impacts(recording)) < 200
    assert np.abs(recording.v[-1]).max() < 1e-8
    energy = recording.kinetic + recording.potential
    assert np.diff(energy).max() < 1e-8  # inelastic impacts and friction only take energy away
    assert recording.residual.max() < 1e-9


@pytest.mark.slow
def test_the_two_schemes_agree_as_the_step_shrinks():
    # Where in its step an impact falls is chance, so the error is averaged over several heights.
    steps = (4e-3, 2e-3, 1e-3, 5e-4)
    errors = np.zeros((6, len(steps)))
    for i, height in enumerate(np.linspace(0.55, 0.65, 6)):
        scene = floor_scene([standing(ball("ball", 0.1, 1.0), height, np.array([1.0, 0, 0, 0, 0, 0]))], 0.3, 0.4)
        exact = sim.simulate(scene, 0.5, scheme="hybrid", dt=5e-4)
        for j, dt in enumerate(steps):
            stepped = sim.simulate(scene, 0.5, dt=dt)
            at = [exact.index_at(t) for t in stepped.t]
            errors[i, j] = np.mean(np.abs(stepped.q[:, 2] - exact.q[at, 2]))
    order = np.polyfit(np.log(steps), np.log(errors.mean(axis=0)), 1)[0]
    assert 0.7 < order < 1.6
    assert errors[:, -1].max() < 5e-4


@pytest.mark.slow
def test_quadruped_lands_and_stands():
    pytest.importorskip("robots").describe("solo12")
    recording = sim.simulate(sim.load_scene("quadruped_drop"), 1.5, scheme="hybrid")
    assert not recording.notes
    weight = 9.81 * sum(body.mass for body in recording.scene.model.bodies)
    assert recording.contacts(-1).force[:, 2].sum() == pytest.approx(weight, rel=1e-3)  # what motion is left


def test_what_cannot_be_followed_is_refused_in_words():
    from tests.sim.simulation.parts import free
    from torseur.sim.multibody.model.shapes import Cylinder

    can = standing(free("can", Cylinder(0.05, 0.1), 1.0), 0.2)
    q = np.array([0.0, 0.0, 0.2, np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)])  # lying: it would roll
    parts = [standing(box("table", (0.4, 0.4, 0.1), 5.0), 0.05), replace(can, q=q)]
    recording = sim.simulate(floor_scene(parts), 0.5, scheme="hybrid")
    assert len(recording.notes) == 1
    assert "the contact of 'can' and 'table'" in recording.notes[0]
    assert 'use scheme = "time_stepping"' in recording.notes[0]


def test_a_joint_that_reaches_its_limit_stays_within():
    from torseur import robots

    part = sim.Part("arm", robots.load("planar_2r"), q=np.array([0.0, 0.0]), v=np.array([8.0, 3.0]))
    recording = sim.simulate(sim.make_scene("swing", [part]), 3.0, scheme="hybrid")
    assert not recording.notes
    assert np.all(recording.q <= part.model.upper + 1e-9)
    assert np.all(recording.q >= part.model.lower - 1e-9)
    assert np.isclose(recording.q, part.model.upper, atol=1e-9).any()


def test_the_instant_at_which_a_slip_ends_does_not_depend_on_how_often_states_are_recorded():
    scene = sim.load_scene("sphere_slip_to_roll")
    speed = float(np.linalg.norm(scene.initial.v[:2]))
    instants = []
    for dt in (1e-3, 5e-2):
        run = sim.simulate(scene, 1.05, scheme="hybrid", dt=dt)
        between = np.abs(run.t / dt - np.round(run.t / dt)) > 1e-6
        instants.append(float(run.t[between][0]))
    assert instants[0] == pytest.approx(1.0193679918, abs=1e-9), f"2 v/(7 μ g), v = {speed:g} m/s"
    assert instants[1] == pytest.approx(instants[0], abs=1e-9)  # 10 times the integrator's tolerance
