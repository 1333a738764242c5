"""A rollout's runs are those of `Simulation`, to the bit, in any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation import rollout as module


def starts(scene, count, seed=3):
    """Velocities beside the scene's, a row each."""
    return scene.initial.v + 0.3 * np.random.default_rng(seed).standard_normal((count, scene.model.nv))


def simulated(scene, v, controls=None, steps=0):
    """One of the runs, step by step."""
    simulation = sim.Simulation(scene, state=sim.State(scene.initial.t, scene.initial.q, v))
    for k in range(steps):
        if not simulation.step(None if controls is None else controls[k]):
            break
    return simulation.recording, simulation.stopped


def is_of(found, i, recording):
    """Whether a run has the bits of a recording, and nothing after its end."""
    n = len(recording)
    shown = found.t[i], found.q[i], found.v[i], found.residual[i], found.step_error[i]
    same = recording.t, recording.q, recording.v, recording.residual, recording.step_error
    assert all(np.all(np.isnan(array[n:])) for array in shown)
    return all(np.array_equal(a[1:n], b[1:], equal_nan=True) for a, b in zip(shown, same, strict=True))


@pytest.mark.slow
@loop_over("name", ["falling_brick", "humanoid_falls", "quadruped_stand", "gripper_holds_block", "box_stack", "v_groove"])
def test_each_run_is_that_of_its_state_and_torques_alone(name):
    scene = sim.load_scene(name)
    v, steps = starts(scene, 5), 120
    controls = np.random.default_rng(4).standard_normal((5, steps, scene.model.nv))
    for torques in (None, controls):
        for threads in (1, 2):
            found = sim.rollout(scene, 5, v=v, controls=torques, duration=steps * scene.settings.dt, threads=threads)
            assert found.stopped == ("",) * 5
            for i in (0, 3, 4):  # by themselves, and after others
                assert is_of(found, i, simulated(scene, v[i], None if torques is None else torques[i], steps)[0])


def test_runs_that_need_more_room_than_there_is_at_first_are_the_same(monkeypatch):
    scene = sim.load_scene("box_stack")
    monkeypatch.setattr(module, "first_capacity", lambda scene: 8)
    found = sim.rollout(scene, 2, duration=0.1, threads=1)
    recording, _ = simulated(scene, scene.initial.v, steps=100)
    assert is_of(found, 0, recording)
    assert is_of(found, 1, recording)


def test_a_run_that_stops_says_why_and_the_others_go_on():
    scene = sim.load_scene("falling_brick")
    controls = np.zeros((3, 50, scene.model.nv))
    controls[1, 20:] = 1e300
    found = sim.rollout(scene, 3, controls=controls, duration=50 * scene.settings.dt)
    recording, why = simulated(scene, scene.initial.v, controls[1], 50)
    assert "no longer finite" in why
    assert found.stopped == ("", why, "")
    assert is_of(found, 1, recording)
    assert np.all(np.isfinite(found.q[[0, 2]]))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"count": 0}, "count must be a whole number of at least 1; given 0"),
        ({"threads": -1}, "threads must be a whole number of at least 0"),
        ({"v": np.zeros((2, 6))}, r"v has shape \(2, 6\); wanted a row for each of 3 runs"),
        ({"q": np.zeros((3, 7))}, r"run 0: q\[3:7\] has norm 0"),
        ({"controls": np.zeros((3, 4, 6))}, r"\(3, 10, 6\) \(count, steps, nv\); given shape \(3, 4, 6\)"),
        ({"settings": sim.Settings(scheme="hybrid")}, "time_stepping"),
        ({"count": 10**6, "duration": 1e3}, "of memory"),
    ],
)
def test_what_cannot_be_run_is_refused(given, said):
    scene = sim.load_scene("falling_brick")
    arguments = {"count": 3, "duration": 10 * scene.settings.dt, **given}
    with pytest.raises(ArgumentError, match=said):
        sim.rollout(scene, arguments.pop("count"), **arguments)


def test_a_scene_that_plays_torques_is_refused():
    scene = sim.load_scene("pendulum")
    control = sim.TorquePlayback(scene.model, [0.0], np.zeros((1, scene.model.nv)))
    scene = sim.with_part(scene, scene.parts[-1].name, controller=control)
    with pytest.raises(ArgumentError, match="plays torques of its own"):
        sim.rollout(scene, 2)
