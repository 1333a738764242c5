"""The text of a scene says what was changed beside it, and reads as the same scene."""

from dataclasses import replace

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError


def again(scene, text):
    return sim.scene_from_text(text, scene.path)


@pytest.mark.parametrize("name", ["welcome", "balls_666", "spinning_top", "gripper_holds_block"])
def test_the_text_of_a_scene_that_was_not_changed_is_that_of_its_file(name):
    scene = sim.load_scene(name)
    assert sim.scene_text(scene, settings=scene.settings, q=scene.initial.q) == scene.source


def test_what_was_changed_beside_the_text_is_written_into_it():
    scene = sim.load_scene("welcome")
    changed = sim.with_gravity(sim.with_materials(scene, {"floor": sim.Material(0.3, 0.1)}), (0.0, 0.0, -1.62))
    settings = replace(scene.settings, dt=0.002, friction_law="pyramid", facets=8)
    q = scene.initial.q.copy()
    brick, arm = scene.model.joint_slices()["brick"][0], scene.model.joint_slices()["arm/elbow"][0]
    q[brick] = [0.1, -0.5, 0.7, *np.array([0.1, -0.2, 0.3, 0.9]) / np.sqrt(0.95)]
    q[arm] = 0.123456789012345
    text = sim.scene_text(changed, settings=settings, q=q)
    read = again(scene, text)
    assert read.settings == settings
    assert read.gravity == (0.0, 0.0, -1.62)
    assert read.materials["floor"] == sim.Material(0.3, 0.1)
    np.testing.assert_allclose(read.initial.q, q, atol=1e-15)
    assert read.initial.q[arm] == q[arm]
    assert text.count("#") == scene.source.count("#")


def test_a_body_that_was_turned_keeps_its_velocity_along_the_axes_that_turned():
    scene = sim.scene_from_text(
        '[[bodies]]\nname = "a"\nshape = { shape = "sphere", radius = 0.1 }\nmass = 1.0\n'
        "velocity = [1.0, 2.0, 3.0]\nspin = [0.1, 0.2, 0.3]\n",
        "a.toml",
    )
    q = np.array([0.0, 0.0, 0.0, 0.0, np.sin(0.4), 0.0, np.cos(0.4)])
    read = again(scene, sim.scene_text(scene, q=q))
    np.testing.assert_allclose(read.initial.q, q, atol=1e-15)
    np.testing.assert_allclose(read.initial.v, scene.initial.v, atol=1e-15)


def test_a_scene_is_saved_whole_and_its_robots_are_found_from_there(tmp_path):
    (tmp_path / "parts").mkdir()
    robots.write_urdf(robots.load("planar_2r"), tmp_path / "parts" / "arm.urdf")
    model = robots.load(tmp_path / "parts" / "arm.urdf")
    scene = sim.standing_scene(model)
    path = tmp_path / "scene.toml"
    sim.save_scene(scene, path)
    assert 'model = "./parts/arm.urdf"' in path.read_text()
    read = sim.load_scene(path)
    np.testing.assert_array_equal(read.parts[-1].model.table, model.table)
    with pytest.raises(ArgumentError, match="exists"):
        sim.save_scene(scene, path)
    sim.save_scene(read, tmp_path / "parts" / "scene.toml")
    assert 'model = "./arm.urdf"' in (tmp_path / "parts" / "scene.toml").read_text()


def test_a_scene_whose_parts_are_other_than_its_text_has_none():
    scene = sim.with_body(sim.load_scene("falling_brick"), "brick", mass=3.0)
    with pytest.raises(ArgumentError, match="has no text"):
        sim.scene_text(scene)
