"""Exact motions: the closed forms of VALIDATION, held against the hybrid scheme; and why there is none elsewhere."""

import math

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, floor_scene, standing
from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.comparing.smooth_pieces import smooth_pieces

TOLERANCE = {  # of positions [m | rad]: what the hybrid scheme leaves: integration 1e-10, and contact solves to 1e-10 m/s²
    "falling_brick": 1e-8,
    "zeno_ball": 1e-9,
    "incline_30": 1e-8,
    "sphere_slip_to_roll": 1e-8,
    "pendulum": 1e-12,
}


@pytest.mark.parametrize("name", TOLERANCE)
def test_closed_forms_are_where_the_hybrid_scheme_is(name):
    scene = sim.load_scene(name)
    motion = sim.exact_motion(scene)
    assert isinstance(motion, sim.ExactMotion)
    recording = sim.simulate(scene, scheme="hybrid", dt=0.02)
    apart = np.diff(recording.t) > 0.0
    between = np.concatenate([[True], apart]) & np.concatenate([apart, [True]])  # at an impact velocities are two
    q, v = motion.states_at(recording.t[between])
    model = scene.model
    errors = [np.abs(sim.difference(model, *two)).max() for two in zip(q, recording.q[between], strict=True)]
    assert max(errors) < TOLERANCE[name]
    assert np.abs(v - recording.v[between]).max() < 10 * TOLERANCE[name]


def test_impacts_have_the_times_impulses_and_losses_of_the_textbook():
    motion = sim.exact_motion(sim.load_scene("zeno_ball"))
    g, e, m = 9.81, 0.5, 1.0
    first = math.sqrt(2.0 / g)
    for k, impact in enumerate(motion.impacts[:5]):
        speed = e**k * g * first
        assert impact.t == pytest.approx(first * (1.0 + 2.0 * sum(e**j for j in range(1, k + 1))), rel=1e-13)
        assert impact.impulse == pytest.approx(m * (1.0 + e) * speed, rel=1e-12)
        assert impact.lost == pytest.approx(0.5 * m * (1.0 - e * e) * speed**2, rel=1e-12)
    ((rests, what),) = motion.changes
    assert rests == pytest.approx(1.354571, abs=5e-7)  # of VALIDATION, which has six decimals
    assert what == "ball rests on the surface"


def test_a_thrown_ball_rolls_from_two_v_over_seven_mu_g():
    motion = sim.exact_motion(sim.load_scene("sphere_slip_to_roll"))
    assert motion.changes == ((pytest.approx(2 * 7.0 / (7 * 0.2 * 9.81), rel=1e-12), "ball rolls"),)


@pytest.mark.parametrize(("name", "reason"), [
    ("brick_on_corner", "brick does not fall flat"),
    ("box_stack", "cube0 and cube1 meet"),
    ("arm_pushes_table", "controllers act"),
    ("painleve_rod", "no single ball or box"),
    ("balls_666", "216"),
])  # fmt: skip
def test_where_there_is_no_closed_form_a_sentence_says_why(name, reason):
    found = sim.exact_motion(sim.load_scene(name))
    assert reason in found.reason


def test_bounces_are_told_up_to_the_end_however_many_and_too_many_are_said_to_be():
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 0.6)], 0.0, 1.0)
    first = math.sqrt(2.0 * 0.5 / 9.81)
    motion = sim.exact_motion(scene, until=300.0)
    assert len(motion.impacts) == math.floor((300.0 - first) / (2.0 * first)) + 1
    assert motion.impacts[-1].t <= 300.0
    assert "ball bounces more than 5000 times in 4000 s" in sim.exact_motion(scene, until=4000.0).reason
    settles = sim.exact_motion(floor_scene([standing(ball("ball", 0.1, 1.0), 0.6)], 0.0, 0.97), until=30.0)
    assert settles.changes[0][0] == pytest.approx(first * (1.0 + 0.97) / (1.0 - 0.97), abs=1e-7)  # a geometric series


STEPS = (0.02, 0.01, 0.005)


@pytest.fixture(scope="module")
def pendulum():
    return sim.compare_schemes(sim.load_scene("pendulum"), (0.01,), duration=1.0)


@pytest.mark.parametrize(("integrator", "order"), [("semi_implicit_euler", 1.0), ("rk4", 4.0)])
def test_between_events_an_integrator_has_its_own_order(pendulum, integrator, order):
    found = sim.integrator_order(pendulum.scene, pendulum.run("hybrid").recording, integrator, STEPS)
    assert found.order == pytest.approx(order, abs=0.1)  # what is left of higher terms at these steps


def test_pieces_are_what_lies_between_impacts():
    recording = sim.simulate(sim.load_scene("zeno_ball"), 1.0, scheme="hybrid", dt=0.01)
    longest = smooth_pieces(recording)[0]
    first, second = (event.t for event in recording.events[:2])
    assert (longest.start, longest.end) == (first, second)


@pytest.mark.slow
def test_through_impacts_rk4_is_of_order_one():
    scene = sim.load_scene("zeno_ball")
    hybrid = sim.compare_schemes(scene, (0.005,), duration=1.2, exact=False).run("hybrid")
    found = sim.stepped_order(scene, hybrid, "rk4", (0.02, 0.01, 0.005, 0.0025), 1.2)
    assert 0.7 < found.order < 1.3  # where in its step an impact falls makes single errors jump by a factor of 2
    free = sim.integrator_order(scene, hybrid.recording, "rk4", STEPS)
    assert np.all(free.errors < 1e-12)  # a parabola is of degree two


def test_a_run_by_an_integrator_has_its_impacts_and_gains_or_keeps_its_energy():
    scene = sim.load_scene("bouncing_ball")
    hybrid = sim.compare_schemes(scene, (0.005,), duration=1.0, exact=False).run("hybrid")
    runs = {name: sim.stepped_run(scene, hybrid, name, 0.005, 1.0) for name in ("explicit_euler", "rk4")}
    first = runs["rk4"].impacts[0]
    assert first.t - 0.005 <= hybrid.impacts[0].t <= first.t
    assert first.after == pytest.approx(-0.5 * first.before, rel=1e-9)
    assert first.lost == pytest.approx(0.5 * (first.before**2 - first.after**2), rel=1e-9)  # of 1 kg
    energies = {name: run.kinetic + run.potential for name, run in runs.items()}
    assert np.ptp(energies["rk4"][:80]) < 1e-12  # in flight: a parabola is of degree two
    assert energies["explicit_euler"][80] > energies["explicit_euler"][0] + 0.1


def test_where_friction_acts_or_nothing_flies_a_sentence_says_so():
    scene = sim.load_scene("incline_30")
    hybrid = sim.compare_schemes(scene, (0.01,), duration=0.2, exact=False).run("hybrid")
    with pytest.raises(ArgumentError, match="Friction acts"):
        sim.stepped_order(scene, hybrid, "rk4", STEPS, 0.2)
    with pytest.raises(ArgumentError, match="in contact from beginning to end"):
        sim.integrator_order(scene, hybrid.recording, "rk4", STEPS)
