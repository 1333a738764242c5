"""The error that a step makes by its own length, which no residual shows."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, floor_scene, free, standing
from tests.sim.simulation.running.time_stepping.test_order_of_contact import thrown, tippe_top, weighted_ball
from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.shapes import Box, SolidEllipsoid, Sphere
from torseur.sim.simulation.inspection.accuracy import accuracy_note


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
