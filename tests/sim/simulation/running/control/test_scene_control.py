"""Computed torque and playback of torques in scenes, in both schemes, beside closed forms and `integrate_motion`."""

from dataclasses import replace

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import SceneError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.simulation.running.hybrid.hybrid_work import NEXT_STEP

SCHEMES = ("time_stepping", "hybrid")
START = np.array([0.2, -0.4, 0.6, 0.1, 0.5, 0.0])
TARGET = START + np.array([0.3, 0.2, -0.2, 0.1, -0.2, 0.3])


@pytest.fixture(scope="module")
def arm():
    """A six-axis arm without limits and dry friction of its joints, and with motors that have no limit."""
    model = robots.load("arm_6r")
    free = {"friction": 0.0, "effort_limit": np.inf, "lower": -np.inf, "upper": np.inf}
    joints = [replace(joint, **free) for joint in model.joints]
    return build_model("arm", model.bodies, joints, model.frames)


def scene(part, scheme="time_stepping", dt=1e-3):
    return sim.make_scene("controlled", [part], settings=sim.Settings(dt=dt, scheme=scheme))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_computed_torque_makes_each_error_an_oscillator_of_its_own(arm, scheme):
    law = sim.Controller(25.0, 10.0, TARGET, law="computed_torque")
    recording = sim.simulate(scene(sim.Part("arm", arm, q=START, controller=law), scheme), 1.5)
    t = recording.t[:, None]
    expected = TARGET + (START - TARGET) * (1.0 + 5.0 * t) * np.exp(-5.0 * t)  # critically damped
    # Time-stepping takes velocities at the step's start: dt kd / 2 of the error's scale.
    assert np.abs(recording.q - expected).max() < (1e-9 if scheme == "hybrid" else 3e-3)


def test_computed_torque_in_time_stepping_is_of_first_order(arm):
    law = sim.Controller(25.0, 10.0, TARGET, law="computed_torque")
    errors = []
    for dt in (2e-3, 1e-3):
        recording = sim.simulate(scene(sim.Part("arm", arm, q=START, controller=law), dt=dt), 0.4)
        expected = TARGET + (START - TARGET) * (1.0 + 5.0 * 0.4) * np.exp(-5.0 * 0.4)
        errors.append(np.abs(recording.q[-1] - expected).max())
    assert errors[0] / errors[1] == pytest.approx(2.0, rel=0.1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_torques_stay_within_the_limits_of_the_joints(scheme):
    model = robots.load("arm_6r")
    law = sim.Controller(4e4, 400.0, TARGET, law="computed_torque")
    recording = sim.simulate(scene(sim.Part("arm", model, q=START, controller=law), scheme), 0.2)
    assert np.all(np.abs(recording.tau) <= model.effort_limit * (1.0 + 1e-9))
    assert np.any(np.abs(recording.tau) >= model.effort_limit * (1.0 - 1e-9))


def test_a_target_that_is_moved_is_followed(arm):
    law = sim.Controller(100.0, 20.0, law="computed_torque")
    simulation = sim.Simulation(scene(sim.Part("arm", arm, q=START, controller=law)))
    simulation.command(sim.Command(q_target=TARGET))
    simulation.run(2000)
    assert np.abs(simulation.state.q - TARGET).max() < 1e-6


@pytest.mark.parametrize("scheme", SCHEMES)
def test_torques_played_back_are_those_of_the_table(arm, scheme):
    times = np.array([0.05, 0.1, 0.2, 0.35])
    torques = np.random.default_rng(0).normal(size=(4, 6))
    for hold in ("previous", "linear"):
        table = sim.TorquePlayback(arm, times, torques, hold)
        recording = sim.simulate(scene(sim.Part("arm", arm, q=START, controller=table), scheme), 0.5)
        begin = np.ceil(1e3 * recording.t[1:] - 1e-6) - 1.0  # of the interval that a state is in, or ends
        expected = np.array([table((k + (1e-6 if hold == "previous" else 0.5)) * 1e-3) for k in begin])
        if (scheme, hold) == ("hybrid", "linear"):
            expected = np.array([table(t) for t in recording.t[1:]])  # those of the instant
        np.testing.assert_allclose(recording.tau[1:], expected, atol=1e-12)


def test_playing_back_what_a_simulation_recorded_does_the_same_again(arm):
    law = sim.Controller(300.0, 30.0, TARGET, gravity_compensation=True)
    first = sim.simulate(scene(sim.Part("arm", arm, q=START, controller=law)), 0.5)
    table = sim.TorquePlayback(arm, first.t[:-1], first.tau[1:])
    again = sim.simulate(scene(sim.Part("arm", arm, q=START, controller=table)), 0.5)
    assert np.abs(again.q - first.q).max() < 1e-10  # rounding, in half a second of an arm without feedback
    np.testing.assert_allclose(again.tau[1:], first.tau[1:], atol=1e-12)


def test_a_hybrid_playback_is_that_of_integrate_motion(arm):
    times = np.linspace(0.0, 0.4, 5)
    torques = np.random.default_rng(1).normal(size=(5, 6))
    table = sim.TorquePlayback(arm, times, torques)
    recording = sim.simulate(scene(sim.Part("arm", arm, q=START, controller=table), "hybrid", 1e-2), 0.4)
    q, v = START, np.zeros(6)
    for k in range(4):
        motion = sim.integrate_motion(arm, q, v, 0.1, 0.1, "dop853", torques[k], rtol=1e-11)
        q, v = motion.q[-1], motion.v[-1]
    assert np.abs(recording.q[-1] - q).max() < 1e-8  # integration_tolerance 1e-10, amplified


def test_a_hybrid_run_takes_few_steps_where_torques_jump(arm):
    torques = np.random.default_rng(3).normal(size=(200, 6))
    table = sim.TorquePlayback(arm, 1e-3 * np.arange(200), torques)
    simulation = sim.Simulation(scene(sim.Part("arm", arm, q=START, controller=table), "hybrid"))
    simulation.run(200)
    assert simulation._hybrid.numbers[NEXT_STEP] >= 1e-4  # the step to try next is not driven down by a jump that it straddles
    first = sim.Simulation(scene(sim.Part("arm", arm, q=START, controller=table), "hybrid"))
    first.run(1)
    a = sim.forward_dynamics(arm, START, np.zeros(6), torques[0])
    assert np.abs(first.state.v - 1e-3 * a).max() < 1e-3 * np.abs(a).max()


def test_two_robots_may_play_different_tables(arm):
    a, b = np.random.default_rng(2).normal(size=(2, 3, 6))
    tables = sim.TorquePlayback(arm, [0.0, 0.1, 0.2], a), sim.TorquePlayback(arm, [0.05, 0.15, 0.25], b, "linear")
    places = [np.eye(4), np.eye(4)]
    places[1][0, 3] = 5.0
    parts = [sim.Part(f"arm{k}", arm, places[k], START, controller=table) for k, table in enumerate(tables)]
    both = sim.simulate(sim.make_scene("two", parts), 0.3)
    for k, part in enumerate(parts):
        alone = sim.simulate(sim.make_scene("one", [part]), 0.3)
        np.testing.assert_allclose(both.q[:, 6 * k : 6 * k + 6], alone.q, atol=1e-12)


def test_what_cannot_be_controlled_is_refused(arm):
    free = robots.load("arm_6r")
    floating = build_model(
        "floating", free.bodies, [replace(j, kind=sim.JointKind.FREE_FLYER) if j.parent is None else j for j in free.joints]
    )
    with pytest.raises(SceneError, match="computed torque drives joints of one degree of freedom"):
        scene(sim.Part("it", floating, controller=sim.Controller(1.0, law="computed_torque")))
    with pytest.raises(SceneError, match="no law named 'magic'"):
        scene(sim.Part("it", arm, controller=sim.Controller(1.0, law="magic")))
    with pytest.raises(SceneError, match=r"the controller of 'it': stiffness must be one number or \(nv = 6,\)"):
        scene(sim.Part("it", arm, controller=sim.Controller(np.ones(5))))
    with pytest.raises(SceneError, match="the controller of 'it': damping must be"):
        scene(sim.Part("it", arm, controller=sim.Controller(1.0, np.nan)))
    with pytest.raises(SceneError, match="the controller of 'it': q_target has shape"):
        scene(sim.Part("it", arm, controller=sim.Controller(1.0, 1.0, np.zeros(5))))
    other = robots.load("planar_2r")
    with pytest.raises(SceneError, match="are for nv = 2; its model has 6"):
        scene(sim.Part("it", arm, controller=sim.TorquePlayback(other, [0.0], np.zeros((1, 2)))))


FILE = """
duration = 0.5
[[robots]]
name = "arm"
model = "planar_2r"
{}
"""


def load(tmp_path, text):
    path = tmp_path / "scene.toml"
    path.write_text(FILE.format(text))
    return sim.load_scene(str(path))


def test_scene_files_choose_laws_and_play_torques(tmp_path):
    law = '[robots.controller]\nlaw = "computed_torque"\nstiffness = 100.0\ndamping = 20.0\ntarget = [0.4, -0.6]'
    ended = sim.simulate(load(tmp_path, law), 3.0).q[-1]
    friction = 0.2  # of its joints, against 100/s² times about 0.3 kg m²
    assert np.abs(ended - [0.4, -0.6]).max() < friction / (100.0 * 0.05)
    played = load(tmp_path, "[robots.playback]\ntimes = [0.0, 0.2]\ntorques = [[1.0, 0.5], [0.0, -0.5]]")
    recording = sim.simulate(played)
    assert recording.tau[100].tolist() == [1.0, 0.5]
    assert recording.tau[300].tolist() == [0.0, -0.5]


@pytest.mark.parametrize(("text", "line", "words"), [
    ('[robots.controller]\nlaw = "pid"', 7, "no law named 'pid'"),
    ("[robots.playback]\ntimes = [0.1, 0.0]\ntorques = [[0.0, 0.0], [0.0, 0.0]]", 6, "times must be increasing"),
    ("[robots.playback]\ntimes = [0.0, 0.1]\ntorques = [[0.0, 0.0], [0.0]]", 6, "rows of torques have 1 to 2"),
    ("[robots.playback]\ntimes = [0.0]\ntorques = [[0.0]]", 6, r"shape \(1, 2\)"),
    ("[robots.controller]\n[robots.playback]\ntimes = [0.0]\ntorques = [[0.0, 0.0]]", 7, "this one has both"),
])  # fmt: skip
def test_faults_in_files_are_told_with_their_line(tmp_path, text, line, words):
    with pytest.raises(SceneError, match=words) as caught:
        load(tmp_path, text)
    assert f"scene.toml:{line}" in str(caught.value)
