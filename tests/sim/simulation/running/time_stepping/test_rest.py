"""What rests stays where it is to the last bit, is not solved again, and wakes at once."""

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.parts import box, floor_scene, standing
from tests.validate.scenes import box as box_of
from tests.validate.scenes import on_floor
from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind

G = 9.81


@pytest.mark.parametrize("name", ["falling_brick", "box_stack", "quadruped_stand"])
def test_what_rests_does_not_creep_at_all(name):
    recording = sim.simulate(sim.load_scene(name), 3.0, scheme="time_stepping", dt=1e-3)
    assert not np.any(recording.v[-1])
    assert recording.q[-1000:].tobytes() == np.tile(recording.q[-1], (1000, 1)).tobytes()
    assert recording.residual.max() < 1e-10  # the tolerance


@pytest.mark.parametrize("name", ["falling_brick", "box_stack", "quadruped_stand"])
def test_repeated_steps_have_the_bits_of_solved_ones(name):
    scene = sim.load_scene(name)
    settings = sim.Settings(dt=1e-3)
    at_once, one_by_one = sim.Simulation(scene, settings), sim.Simulation(scene, settings)
    at_once.run(1500)
    for _ in range(1500):
        one_by_one.run(1)
    a, b = at_once.recording, one_by_one.recording
    for mine, its in (
        (a.t, b.t),
        (a.q, b.q),
        (a.v, b.v),
        (a.tau, b.tau),
        (a.passive, b.passive),
        (a.kinetic, b.kinetic),
        (a.potential, b.potential),
        (a.residual, b.residual),
        (a.iterations, b.iterations),
    ):
        assert mine.tobytes() == its.tobytes()
    for i in range(0, len(a), 50):
        p, q = a.contacts(i), b.contacts(i)
        assert (p.impulse.tobytes(), p.gap.tobytes(), p.mode.tolist()) == (
            q.impulse.tobytes(),
            q.gap.tobytes(),
            q.mode.tolist(),
        )
    assert [(e.t, e.kind) for e in a.events] == [(e.t, e.kind) for e in b.events]


def test_a_pull_wakes_what_rests():
    scene = floor_scene([standing(box("brick", (0.16, 0.16, 0.24), 6.0), 0.12)], 0.5)
    simulation = sim.Simulation(scene)
    simulation.run(500)
    still = simulation.state.q.copy()
    assert not np.any(simulation.state.v)
    simulation.command(sim.Command(pull=sim.Pull("brick", np.zeros(3), np.array([1.0, 0.0, 0.5]))))
    simulation.run(100)
    assert np.linalg.norm(simulation.state.q[:3] - still[:3]) > 1e-3


def test_a_torque_played_back_wakes_what_friction_holds():
    wheel = Body("wheel", 1.0, np.zeros(3), np.eye(3))
    model = build_model("wheel", [wheel], [Joint("axle", JointKind.CONTINUOUS, None, "wheel", friction=0.5)])
    table = sim.TorquePlayback(model, np.array([0.0, 1.0]), np.array([[0.2], [2.0]]))
    recording = sim.simulate(sim.make_scene("played", [sim.Part("wheel", model, controller=table)]), 1.5, dt=1e-3)
    before = recording.t < 1.0 + 1e-9
    assert not np.any(recording.v[before])
    np.testing.assert_allclose(recording.v[~before, 0], (2.0 - 0.5) * (recording.t[~before] - 1.0), rtol=1e-9)


def test_a_slow_push_in_weightlessness_is_not_taken_for_rest():
    """Accelerations of 1e-9 m/s² act: nothing but them moves the bodies."""
    scene = floor_scene([standing(box("brick", (0.2, 0.2, 0.2), 1.0), 0.1)], 0.5)
    scene = replace(scene, gravity=np.array([1e-9, 0.0, 0.0]))
    recording = sim.simulate(scene, 1.0, dt=1e-3)
    np.testing.assert_allclose(recording.v[-1][0], 1e-9, rtol=1e-9)


def test_a_block_slides_whose_slope_is_a_millionth_beyond_its_friction_angle():
    mu, more = 0.5, 1e-6
    angle = np.arctan(mu) + more
    gravity = G * np.array([np.sin(angle), 0.0, -np.cos(angle)])
    scene = floor_scene([standing(box("block", (0.4, 0.4, 0.1), 1.0), 0.05)], mu)
    scene = replace(scene, gravity=gravity)
    recording = sim.simulate(scene, 1.0, dt=1e-3)
    expected = G * (np.sin(angle) - mu * np.cos(angle))
    assert recording.v[-1][0] == pytest.approx(expected, rel=1e-3)


def test_a_gram_under_a_ton_rests_though_rounding_alone_moves_it():
    """Its impulses cancel to 1e-11 m/s of 1e4: a solve cannot do better, and what it leaves is not to be solved again."""
    light = sim.Part("light", box("light", (0.1, 0.1, 0.1), 1e-3), q=np.array([0, 0, 0.05, 0, 0, 0, 1]))
    heavy = sim.Part("heavy", box("heavy", (0.1, 0.1, 0.1), 1e3), q=np.array([0, 0, 0.15, 0, 0, 0, 1]))
    recording = sim.simulate(floor_scene([light, heavy]), 0.1)
    assert np.all(recording.v[10:] == 0.0)
    assert np.all(recording.q[10:] == recording.q[10])
    assert np.all(recording.iterations[11:] == 0)
    assert recording.residual.max() < 1e-10


TOLERANCES = (1e-3, 1e-4, 1e-6, 1e-8, 1e-10)


def run(scene, tolerance, duration=1.0):
    settings = replace(scene.settings, tolerance=tolerance)
    recording = sim.simulate(scene, duration, settings=settings)
    assert not recording.notes
    return recording


@pytest.mark.parametrize("name", ["heterogeneous_stack", "incline_30", "falling_brick", "quadruped_stand", "v_groove"])
def test_a_looser_tolerance_takes_no_more_iterations(name):
    scene = sim.load_scene(name)
    iterations = [int(run(scene, tolerance).iterations.sum()) for tolerance in TOLERANCES]
    few = 20  # of a thousand steps, in which an impact finds its contacts
    assert all(loose <= tight + few for loose, tight in zip(iterations[:-1], iterations[1:], strict=True)), iterations


@loop_over("tolerance", TOLERANCES)
@loop_over("name", ["heterogeneous_stack", "falling_brick", "v_groove"])
def test_what_rests_falls_asleep_under_any_tolerance(name, tolerance):
    recording = run(sim.load_scene(name), tolerance)
    assert not recording.v[-1].any()
    assert recording.repeats(len(recording) - 1)


@pytest.mark.parametrize("tolerance", TOLERANCES)
def test_impulses_of_what_slides_are_in_their_cones_under_any_tolerance(tolerance):
    contacts = run(sim.load_scene("incline_30"), tolerance, 0.2).contacts(-1)
    normal = np.einsum("ck,ck->c", contacts.impulse, contacts.normal)
    friction = np.linalg.norm(contacts.impulse - normal[:, None] * contacts.normal, axis=1)
    # What a solve leaves of the velocities moves the mass of a brick by so much: h = 1 ms, 1 kg at most a contact.
    assert np.all(friction <= contacts.friction * normal + 0.1 * tolerance + 1e-12)


@pytest.mark.parametrize(("tolerance", "stays"), [(1e-3, True), (1e-10, False)])
def test_penetration_within_the_tolerance_over_a_step_is_left(tolerance, stays):
    # less than 1e-3 m/s over a step of 1 ms; more than falling for a step can have made, which only a loss pays for
    deep = 4e-7
    scene = on_floor([box_of("brick", (0.2, 0.2, 0.2), 1.0, (0.0, 0.0, 0.1 - deep))], 0.5)
    scene = replace(scene, gravity=(0.0, 0.0, -0.3))
    height = run(scene, tolerance, 0.01).q[-1][2]
    assert height == pytest.approx(0.1 - deep if stays else 0.1, abs=2e-9)
