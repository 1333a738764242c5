"""Time-stepping: THEORY §6 and §8."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, free, standing
from tests.sim.simulation.running.time_stepping.test_order_of_contact import thrown, tippe_top, weighted_ball
from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.shapes import Box, SolidEllipsoid, Sphere
from torseur.sim.simulation.inspection.accuracy import accuracy_note

G = 9.81


def test_brick_at_rest_is_carried_by_impulses_of_its_weight():
    recording = sim.simulate(sim.load_scene("falling_brick"), 1.0)
    dt = recording.settings.dt
    after = recording.t > 0.5
    np.testing.assert_allclose(recording.normal_impulse[after], 6 * G * dt, rtol=1e-7)  # residual 1e-10 over g h
    np.testing.assert_allclose(recording.v[after], 0, atol=1e-8)


@pytest.mark.parametrize("dt", [1e-2, 1e-3, 1e-4])
def test_brick_lands_within_one_step_of_the_exact_instant(dt):
    scene = floor_scene([standing(box("brick", (0.16, 0.16, 0.24), 6.0), 0.62)])
    recording = sim.simulate(scene, 0.4, dt=dt)
    (impact,) = [event for event in recording.events if event.kind is sim.EventKind.IMPACT]
    assert abs(impact.t - np.sqrt(2 * 0.5 / G)) <= dt
    assert impact.impulse == pytest.approx(6 * np.sqrt(2 * G * 0.5), rel=2 * dt * G / np.sqrt(G))


def test_nothing_rests_above_or_below_the_floor():
    recording = sim.simulate(sim.load_scene("box_stack"), 2.0)
    heights = recording.q[-1].reshape(-1, 7)[:, 2]
    np.testing.assert_allclose(heights, 0.1 + 0.2 * np.arange(10), atol=2e-8)  # ten dead bands of 1e-9, one on the other


def test_a_perfectly_elastic_ball_keeps_its_energy_to_rounding():
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 1.1)], 0.0, 1.0)
    recording = sim.simulate(scene, 20.0)
    energy = recording.kinetic + recording.potential
    assert np.mean((energy - energy[0]) ** 2) < 1e-24
    assert len([e for e in recording.events if e.kind is sim.EventKind.IMPACT]) >= 21


def test_restitution_gives_apex_after_apex():
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 1.1)], 0.0, 0.5)
    recording = sim.simulate(scene, 1.3, dt=1e-4)
    z, t = recording.q[:, 2] - 0.1, recording.t
    first = z[(t > 0.46) & (t < 0.90)].max()
    second = z[(t > 0.91) & (t < 1.12)].max()
    assert first == pytest.approx(0.25, abs=5e-4)  # first order: h v
    assert second == pytest.approx(0.0625, abs=5e-4)


def test_block_on_an_incline_slides_only_above_the_friction_angle():
    recording = sim.simulate(sim.load_scene("incline_30"), 2.0)
    rough, worn = recording.q[-1].reshape(2, 7)[:, :3] - recording.q[0].reshape(2, 7)[:, :3]
    assert np.linalg.norm(rough) < 1e-8
    # Half of g (sin α - μ cos α) t², from the first recorded state on, to first order in h.
    a = G * (np.sin(np.pi / 6) - 0.5 * np.cos(np.pi / 6))
    assert np.linalg.norm(worn) == pytest.approx(0.5 * a * 2.0**2, rel=2e-3)


def test_a_sphere_thrown_sliding_ends_up_rolling():
    velocity = np.array([7.0, 0, 0, 0, 0, 0])
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 0.1, velocity)], 0.2)
    recording = sim.simulate(scene, 1.5)
    # The body's axes turn, so the speed is read off the positions.
    speed = np.diff(recording.q[:, 0]) / recording.settings.dt
    assert speed[-1] == pytest.approx(5.0, abs=1e-9)
    rolls = recording.t[np.flatnonzero(speed < 5.0 + 1e-6)[0]]
    assert rolls == pytest.approx(2 * 7.0 / (7 * 0.2 * G), abs=2e-3)
    # Friction leaves 5 of 7 m/s whatever it is. A rounding of half a unit in the last place in each of 1500 steps, always in
    # one direction, would be 7e-13 m/s.
    assert np.linalg.norm(recording.v[-1, :3]) == pytest.approx(5.0, abs=3e-13)


def test_two_runs_give_the_same_bits():
    scene = sim.load_scene("brick_on_corner")
    first, second = sim.simulate(scene, 1.0), sim.simulate(scene, 1.0)
    assert np.array_equal(first.q, second.q)
    assert np.array_equal(first.normal_impulse, second.normal_impulse)


def test_running_in_pieces_gives_the_same_bits_as_in_one():
    scene = sim.load_scene("brick_on_corner")
    simulation = sim.Simulation(scene)
    for steps in (1, 7, 300, 692):
        simulation.run(steps)
    assert np.array_equal(simulation.recording.q, sim.simulate(scene, 1.0).q)


def test_a_thrown_tumbling_body_flies_a_parabola_and_keeps_its_spin():
    velocity = np.array([1.0, 0.5, 4.0, 3.0, -8.0, 2.0])
    scene = sim.make_scene("thrown", [standing(box("brick", (0.1, 0.2, 0.3), 2.0), 1.0, velocity)])
    recording = sim.simulate(scene, 0.8)
    t = recording.t[-1]
    np.testing.assert_allclose(recording.q[-1, :3], [1.0 * t, 0.5 * t, 1 + 4 * t - 0.5 * G * t * t], atol=1e-11)
    energy = recording.kinetic + recording.potential
    assert np.ptp(energy) < 1e-11


def test_a_joint_stops_at_its_limit():
    from torseur import robots

    model = robots.load("planar_2r")
    part = sim.Part("arm", model, q=np.array([0.0, 0.0]), v=np.array([8.0, 3.0]))
    recording = sim.simulate(sim.make_scene("swing", [part]), 3.0)
    assert np.all(recording.q <= model.upper + 2e-9)
    assert np.all(recording.q >= model.lower - 2e-9)


def test_a_stiff_controller_holds_a_robot_where_it_is_told():
    from torseur import robots

    model = robots.load("arm_6r")
    target = model.poses["ready"]
    controller = sim.Controller(5e4, 2e3, target, gravity_compensation=True)
    part = sim.Part("arm", model, q=model.poses["home"], controller=controller)
    recording = sim.simulate(sim.make_scene("held", [part]), 3.0)
    # It stops where dry friction holds it against the gains.
    friction = np.array([joint.friction for joint in model.joints if joint.kind.nv])
    assert np.all(np.abs(recording.q[-1] - target) <= friction / 5e4 + 1e-9)
    assert np.abs(recording.v[-1]).max() < 1e-9
    assert np.all(np.abs(recording.tau) <= model.effort_limit + 1e-9)


def test_a_robot_that_presses_the_table_feels_its_force_at_the_joints():
    recording = sim.simulate(sim.load_scene("arm_pushes_table"))
    scene, q = recording.scene, recording.q[-1]
    model = scene.model
    contacts = recording.contacts(-1)
    force, moment = contacts.force.sum(axis=0), np.cross(contacts.point, contacts.force).sum(axis=0)
    # At rest the controller and the joints' friction together are g(q) - Jᵀ F, with F the wrench of the table, here about the
    # world's origin.
    J = sim.jacobian(model, q, "arm/link6", "world")
    expected = sim.gravity_torque(model, q) - J.T @ np.concatenate([force, moment])
    np.testing.assert_allclose(recording.tau[-1] + recording.passive[-1], expected, atol=1e-6)
    assert force[2] > 100


def test_a_pulled_body_follows_the_pull():
    scene = floor_scene([standing(box("brick", (0.1, 0.1, 0.1), 1.0), 0.05)])
    simulation = sim.Simulation(scene)
    simulation.command(sim.Command(pull=sim.Pull("brick", np.zeros(3), np.array([0.3, 0.2, 0.6]))))
    simulation.run(3000)
    end = simulation.state.q[:3]
    # A spring of 4 Hz sags by g / ω² under the weight.
    np.testing.assert_allclose(end, [0.3, 0.2, 0.6 - G / (8 * np.pi) ** 2], atol=1e-6)
    simulation.command(sim.Command())
    simulation.run(1000)
    assert simulation.state.q[2] == pytest.approx(0.05, abs=1e-8)


def test_more_contacts_than_expected_only_make_room():
    import itertools

    parts = [standing(box(f"b{i}{j}", (0.1, 0.1, 0.1), 1.0), 0.05) for i, j in itertools.product(range(4), range(4))]
    placed = [
        sim.Part(p.name, p.model, q=np.array([0.11 * (k % 4), 0.11 * (k // 4), 0.05, 0, 0, 0, 1.0]))
        for k, p in enumerate(parts)
    ]
    simulation = sim.Simulation(floor_scene(placed))
    simulation._capacity = 8
    from torseur.sim.simulation.step_arrays import make_work

    simulation._work = make_work(simulation.scene.system, simulation.scene.model.nq, simulation.scene.model.nv, 8)
    assert simulation.run(10) == 10
    assert simulation.recording.normal_impulse[-1] == pytest.approx(16 * G * 1e-3, rel=1e-6)


def sliding_and_spinning():
    return floor_scene([thrown(Sphere(0.1), 1.0, 0.1, [3.0, 0, 0], [20.0, -10.0, 30.0])], 0.2)


def errors(scene, duration, dt=1e-3, every=1):
    recording = sim.simulate(scene, duration, settings=replace(scene.settings, dt=dt, error_every=every))
    return recording, recording.step_error


@pytest.mark.parametrize("make", [tippe_top, weighted_ball, sliding_and_spinning])
def test_it_is_a_quarter_at_half_the_step(make):
    medians = [np.nanmedian(errors(make(), 0.2, dt)[1][5:]) for dt in (2e-3, 1e-3, 5e-4)]
    assert medians[0] / medians[1] == pytest.approx(4.0, rel=0.25)
    assert medians[1] / medians[2] == pytest.approx(4.0, rel=0.25)


def test_it_says_what_the_residual_does_not():
    recording, error = errors(tippe_top(), 2.0)
    assert recording.residual.max() < 1e-12
    assert np.nanmedian(error) > 1e-4


def test_it_is_the_distance_from_two_halves():
    scene = tippe_top()
    state = sim.simulate(scene, 0.1).state_at(0.1)
    one = sim.simulate(scene, 1e-3, state=state, settings=sim.Settings(dt=1e-3, error_every=1))
    two = sim.simulate(scene, 1e-3, state=state, settings=sim.Settings(dt=5e-4, error_every=0))
    far = np.linalg.norm(one.q[-1, :3] - two.q[-1, :3]) / 1e-3  # of the middle of the ball, which is not its centre of mass
    assert 0.0 < far < 3.0 * one.step_error[-1]


def test_estimating_changes_no_bit_of_the_motion():
    for name in ("brick_on_corner", "quadruped_drop"):
        scene = sim.load_scene(name)
        runs = [errors(scene, 0.6, every=every)[0] for every in (0, 1, 32)]
        for run in runs[1:]:
            assert np.array_equal(run.q, runs[0].q)
            assert np.array_equal(run.iterations, runs[0].iterations)
            assert np.array_equal(run.normal_impulse, runs[0].normal_impulse)


def test_it_is_taken_every_so_many_steps_and_at_impacts():
    assert np.isnan(errors(tippe_top(), 0.1, every=0)[1]).all()
    assert np.isfinite(errors(sliding_and_spinning(), 0.32, every=32)[1]).sum() == 10
    falls = floor_scene([standing(ball("ball", 0.1, 1.0), 0.3)], 0.5, 0.5)
    recording, error = errors(falls, 0.3, every=100)
    (impact,) = [event.t for event in recording.events if event.kind is sim.EventKind.IMPACT]
    struck = recording.index_at(impact)
    assert error[struck] > 1e-3  # first order: a bounce is in the middle of its step
    assert np.nanmax(error[:struck]) < 1e-12  # a fall is exact
    assert recording.last_step_error(struck + 3) == (recording.t[struck], error[struck])


@pytest.mark.parametrize("dt", [2e-3, 1e-3, 5e-4])
def test_a_flat_impact_shows_that_its_instant_is_not_known(dt):
    scene = sim.load_scene("falling_brick")
    recording, error = errors(scene, 0.33, dt)
    (impact,) = [event for event in recording.events if event.kind is sim.EventKind.IMPACT]
    wrong = abs(impact.impulse / 6.0 - np.sqrt(2 * 9.81 * 0.5))  # the brick has 6 kg and falls half a metre
    # 0 where ends of the step alone are compared; the instant is foretold by a velocity that is off by g dt / 2 of 3.13 m/s.
    assert error[recording.index_at(impact.t)] == pytest.approx(wrong, rel=0.01)


def test_where_there_is_none_it_is_said_what_is_known_instead():
    scene = sim.load_scene("falling_brick")
    assert accuracy_note(scene, scene.settings) == ""
    assert "1e-12 s" in accuracy_note(scene, replace(scene.settings, scheme="hybrid"))
    assert "1e-10" in accuracy_note(scene, replace(scene.settings, scheme="hybrid"))
    assert "error_every is 0" in accuracy_note(scene, replace(scene.settings, error_every=0))


def test_contacts_of_ellipsoids_have_it_too():
    box, egg = (
        standing(free("box", Box((0.2, 0.2, 0.2)), 1.0), 0.2),
        standing(free("egg", SolidEllipsoid((0.1, 0.1, 0.2)), 1.0), 0.6),
    )
    recording = sim.simulate(floor_scene([box, egg]), 0.3)
    met = [len(recording.contacts(i)) > 4 for i in range(len(recording))]  # the floor's four, and the egg's
    assert np.isfinite(recording.step_error[met]).any()


def test_what_rests_makes_no_error():
    recording = sim.simulate(sim.load_scene("falling_brick"), 1.0)
    assert recording.step_error[-1] == 0.0


def test_a_file_keeps_it(tmp_path):
    recording, error = errors(tippe_top(), 0.05, every=8)
    sim.save_recording(recording, tmp_path / "top.mcap")
    kept = sim.load_recording(tmp_path / "top.mcap", scene=recording.scene)
    assert np.array_equal(kept.step_error, error, equal_nan=True)


@pytest.mark.parametrize("every", [-1, 1.5])
def test_how_often_must_be_a_whole_number(every):
    with pytest.raises(ArgumentError, match="error_every"):
        sim.Settings(error_every=every)
