"""The time between recorded states decides nothing else in the hybrid scheme: the motion is the same whatever it is."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.parts import ball, box, floor_scene, standing
from torseur import sim

# How far states at common times may be apart. The integrator leaves 1e-10 a step (`integration_tolerance`), other steps leave
# other errors, and the motion makes of them: about their sum where it is regular; at each of some 20 impacts of a tumbling brick
# several times more.
SCENES = {
    "bouncing_ball": (1.0, 1e-9),
    "zeno_ball": (1.5, 1e-8),  # after bounces that end, at rest to within rest_speed
    "sphere_slip_to_roll": (1.2, 1e-8),
    "newtons_cradle": (1.0, 1e-8),
    "spinning_top": (0.5, 1e-7),
    "dzhanibekov": (1.0, 1e-7),  # unstable: errors grow by e for each turn or so
    "incline_30": (1.0, 1e-9),
    "falling_brick": (0.6, 1e-9),
    "brick_on_corner": (0.8, 1e-6),
    "v_groove": (0.5, 1e-8),
    "painleve_rod": (0.3, 1e-6),
    "pendulum": (1.0, 1e-8),
}


def apart(scene, duration, coarse=1e-2, fine=1e-3):
    """The largest difference of q at common times, and of the times of events [s]; both runs."""
    runs = [sim.simulate(scene, duration, scheme="hybrid", dt=dt) for dt in (coarse, fine)]
    times = np.arange(1, round(duration / coarse) + 1) * coarse
    a, b = (run.q[[run.index_at(t + 1e-9) for t in times]] for run in runs)
    return np.abs(a - b).max(), runs


@pytest.mark.slow
@loop_over("name", SCENES)
def test_states_at_common_times_are_the_same_whatever_lies_between_them(name):
    duration, tolerance = SCENES[name]
    difference, (coarse, fine) = apart(sim.load_scene(name), duration)
    assert not coarse.notes
    assert not fine.notes
    assert difference < tolerance
    kinds = [[event.kind for event in run.events] for run in (coarse, fine)]
    assert kinds[0] == kinds[1]
    times = [np.array([event.t for event in run.events]) for run in (coarse, fine)]
    np.testing.assert_allclose(times[0], times[1], atol=tolerance * 10)


def plate(thickness):
    return sim.Part("plate", box("plate", (1.0, 1.0, thickness), 50.0), q=np.array([0, 0, 0.5, 0, 0, 0, 1.0]))


@pytest.mark.parametrize("dt", [0.2, 1e-2, 1e-3])
def test_a_fast_ball_does_not_pass_a_thin_plate_between_two_states(dt):
    thrown = standing(ball("ball", 0.02, 0.1), 2.0, np.array([0, 0, -40.0, 0, 0, 0]))
    scene = sim.make_scene("plate", [plate(0.01), thrown], gravity=(0, 0, 0), materials={"": sim.Material(0.5, 1.0)})
    recording = sim.simulate(scene, 0.2, scheme="hybrid", dt=dt)
    (hit,) = [event for event in recording.events if event.kind is sim.EventKind.IMPACT]
    assert hit.t == pytest.approx((2.0 - 0.5 - 0.005 - 0.02) / 40.0, abs=1e-11)
    assert recording.v[-1, 8] > 0


@pytest.mark.parametrize("dt", [0.1, 1e-3])
@pytest.mark.parametrize(("overlap", "hits"), [(1e-7, 1), (-1e-7, 0)])
def test_a_ball_that_grazes_another_between_two_states_is_deflected(dt, overlap, hits):
    resting = sim.Part("resting", ball("resting", 0.1, 1.0), q=np.array([0, 0, 0, 0, 0, 0, 1.0]))
    flying = sim.Part(
        "flying", ball("flying", 0.1, 1.0), q=np.array([-0.5, 0, 0.2 - overlap, 0, 0, 0, 1.0]), v=np.array([8.0, 0, 0, 0, 0, 0])
    )
    scene = sim.make_scene("graze", [resting, flying], gravity=(0, 0, 0), materials={"": sim.Material(0.0, 1.0)})
    recording = sim.simulate(scene, 0.2, scheme="hybrid", dt=dt)
    assert len([event for event in recording.events if event.kind is sim.EventKind.IMPACT]) == hits
    if hits:
        sine = np.sqrt(1 - ((0.2 - overlap) / 0.2) ** 2)  # between the line of centres and the vertical, at the touch
        # Equal masses: what went along the line of centres is handed over. It is a root of a difference of 1e-7 in 0.2.
        assert np.linalg.norm(recording.v[-1, :3]) == pytest.approx(8.0 * sine, rel=1e-5)


@pytest.mark.parametrize("dt", [1e-2, 1e-3])
def test_a_row_of_a_table_of_torques_acts_from_its_very_time(dt):
    cube = box("cube", (0.2, 0.2, 0.2), 1.0)
    push = np.zeros((3, 6))
    push[1, 0] = 10.0
    pushed = sim.TorquePlayback(cube, np.array([0.0, 0.0123, 0.0456]), push)
    part = sim.Part("cube", cube, q=np.array([0, 0, 0.1, 0, 0, 0, 1.0]), controller=pushed)
    recording = sim.simulate(floor_scene([part], 0.0), 0.1, scheme="hybrid", dt=dt)
    assert recording.v[-1, 0] == pytest.approx(10.0 * (0.0456 - 0.0123), abs=1e-10)


def test_more_events_than_a_millisecond_bears_are_no_matter_of_what_is_recorded():
    bouncing = standing(ball("ball", 0.1, 1.0), 0.1 + 1e-3)
    scene = floor_scene([bouncing], 0.0, 1.0)  # bounces of 29 ms, for ever
    recording = sim.simulate(scene, 40.0, scheme="hybrid", dt=1.0)
    assert not recording.notes
    assert len([event for event in recording.events if event.kind is sim.EventKind.IMPACT]) > 1300
