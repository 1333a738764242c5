"""Coordinates of the page on dynamics, and where its motion comes from."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.app.laboratory.motion.coordinates import coordinates, mass_unit
from torseur.app.laboratory.motion.joint_motion import FASTEST, HARDEST, JointMotion, recorded_motion


@loop_over("name", sim.scene_names())
@pytest.mark.slow
def test_each_number_of_a_scene_has_its_coordinate(name):
    model = sim.load_scene(name).model
    found = coordinates(model)
    assert len(found) == model.nv
    assert len({one.full for one in found}) == model.nv


def test_a_slide_is_in_newtons_and_a_free_flyer_has_both():
    shoulder, elbow, quill = coordinates(robots.load("scara"))
    assert (shoulder.symbol, shoulder.torque_unit, quill.torque_unit) == ("q_1", "N·m", "N")
    assert [mass_unit(shoulder, one) for one in (elbow, quill)] == ["kg·m²", "kg·m"]
    assert mass_unit(quill, quill, "/s") == "kg/s"
    model = sim.load_scene("falling_brick").model
    assert [one.symbol for one in coordinates(model)] == ["v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z"]
    assert [one.turns for one in coordinates(model)] == [False] * 3 + [True] * 3


def test_a_random_motion_keeps_the_limits_of_speed():
    model = robots.load("arm_6r")
    rng = np.random.default_rng(3)
    for _ in range(50):
        motion = JointMotion.random(model, rng)
        assert np.all(np.abs(motion.v) <= np.minimum(model.velocity_limit, FASTEST))
        assert np.all(np.abs(motion.a) <= HARDEST)


def test_a_number_typed_over_a_recording_makes_it_typed():
    motion = JointMotion.rest(3, "recording").with_number("a", 1, 2.5)
    assert motion.source == "typed"
    np.testing.assert_array_equal(motion.a, [0.0, 2.5, 0.0])


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_the_acceleration_of_a_recorded_state_is_that_of_its_signals(scheme):
    recording = sim.simulate(sim.load_scene("pendulum"), 0.05, scheme=scheme)
    v, a = recording.v, sim.recording_dynamics(recording).a
    for i in (1, 4, len(recording) - 1):
        found = recorded_motion(recording, i, v[i])
        np.testing.assert_array_equal(found.v, v[i])
        np.testing.assert_allclose(found.a, a[i], rtol=1e-12)  # the same sums
        assert ("of this instant" if scheme == "hybrid" else "step that ended here") in found.sentence
    start = recorded_motion(recording, 0, v[0])
    assert np.isnan(a[0]).all()
    np.testing.assert_array_equal(start.a, np.zeros(len(v[0])))
    assert "nothing was solved" in start.sentence
    for absent in (recorded_motion(None, -1, v[0]), recorded_motion(recording, -1, v[0])):
        np.testing.assert_array_equal(absent.a, np.zeros(len(v[0])))
        assert "Nothing is recorded" in absent.sentence
