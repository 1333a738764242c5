"""What files hold for other programs: poses of many states at once are those of each; messages are JSON whatever names hold."""

import json

import numpy as np
import pytest

from tests.sim.simulation.parts import box, floor_scene, standing
from torseur import sim
from torseur.sim.definition.placement_rows import pose_numbers
from torseur.sim.simulation.recording.shown_messages import body_poses, shown_forces, shown_transforms


@pytest.mark.parametrize("scene", ["box_stack", "gripper_holds_block", "humanoid_falls"])
def test_poses_of_many_states_are_those_of_each(scene):
    model, rng = sim.load_scene(scene).model, np.random.default_rng(2)
    q = np.array([sim.random_configuration(model, rng) for _ in range(20)])
    expected = [[pose_numbers(pose) for pose in sim.frame_poses(model, one)[: len(model.body_names)]] for one in q]
    np.testing.assert_allclose(body_poses(model, q), expected, rtol=0.0, atol=1e-12)  # the same formulas, a few roundings


def test_names_of_bodies_may_hold_anything():
    name = 'a "50 %" box of %b, NAME \\ é'
    scene = floor_scene([standing(box(name, (0.1, 0.1, 0.1), 1.0), 0.2)])
    (message,) = shown_transforms(scene.model, np.array([1.25]), scene.initial.q[None])
    ground, found = json.loads(message)["transforms"]
    assert (ground["child_frame_id"], found["child_frame_id"]) == ("ground", name)
    assert found["timestamp"] == {"sec": 1, "nsec": 250_000_000}
    assert found["rotation"] == {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}


def test_arrows_are_of_the_forces_of_each_instant_and_what_is_no_number_is_null():
    points, forces = (
        np.arange(12.0).reshape(4, 3),
        np.array([[0.0, 0.0, 100.0], [0.0] * 3, [-20.0, 0.0, 0.0], [0.0, 7.0, 0.0]]),
    )
    points[3, 0] = np.nan
    messages = shown_forces(np.array([0.0, 0.5, 1.0]), np.array([2, 2, 4]), points, forces)
    (first,), (none,), (last,) = (json.loads(message)["entities"] for message in messages)
    (arrow,) = first["arrows"]
    assert arrow["pose"]["position"] == {"x": 0.0, "y": 1.0, "z": 2.0}
    assert arrow["shaft_length"] + arrow["head_length"] == pytest.approx(0.5, rel=1e-12)
    turn = arrow["pose"]["orientation"]
    np.testing.assert_allclose([turn[axis] for axis in "wxyz"], [np.sqrt(0.5), 0.0, -np.sqrt(0.5), 0.0], atol=1e-15)
    assert none["arrows"] == []
    assert [one["pose"]["position"]["x"] for one in last["arrows"]] == [6.0, None]
    assert last["timestamp"] == {"sec": 1, "nsec": 0}
