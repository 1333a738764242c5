"""A scene with values of its file changed is what the file reads as with them written into it, and nothing is read for it."""

import pickle
import tomllib
from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import numbers
from torseur import robots, sim
from torseur.sim.definition.toml_editing import with_values as written
from torseur.sim.errors import ArgumentError, SceneError, UnknownNameError
from torseur.sim.simulation.running.scene.scene_values import numbers_of

CASES = [  # scene, place, value; the path of keys in the file and what is written there where it is not the same
    ("incline", "materials.board.friction", 0.7),
    ("incline", "material.rough.restitution", np.float64(0.5)),
    ("incline", 'materials."".friction', 0.9),
    ("incline", "bodies.rough.mass", 5),
    ("incline", "body.worn.rpy", np.array([0.1, 0.2, 0.3]), ("bodies", 1, "rpy"), [0.1, 0.2, 0.3]),
    ("incline", "bodies.worn.rpy[1]", 0.2, ("bodies", 1, "rpy"), [0.0, 0.2, 0.0]),
    ("incline", "bodies[0].shape.size[2]", 0.2, ("bodies", 0, "shape", "size"), [0.16, 0.16, 0.2]),
    ("incline", "bodies.slippery.velocity", (0.0, 0.3, 0.0), ("bodies", 0, "velocity"), [0.0, 0.3, 0.0]),
    ("incline", "bodies.worn.material", "rough"),
    ("incline", "obstacles.ground.xyz[2]", -0.1, ("obstacles", 0, "xyz"), [0.0, 0.0, -0.1]),
    ("incline", "gravity[2]", -1.62, ("gravity",), [0.0, 0.0, -1.62]),
    ("incline", "settings.dt", 2e-4),
    ("incline", "duration", 2),
    ("incline", "angle_unit", "deg"),
    ("incline", "robots.board.q.angle", 0.2, ("robots", 0, "q"), [0.2]),
    ("incline", "robots.board.v[0]", -0.2, ("robots", 0, "v"), [-0.2]),
    ("incline", "robots.board.controller.damping", 1e5),
    ("incline", "robots.board.material", "rough"),
    ("incline", "robots.board.model", "planar_2r"),
    ("quadruped_drop", "robots.solo.payload", {"body": "base_link", "mass": 2.0}),
    ("quadruped_drop", "robots.solo.xyz[2]", 0.3, ("robots", 0, "xyz"), [0.0, 0.0, 0.3]),
    ("quadruped_drop", "robots.solo.self_collision", True),
    ("rolling", "bodies.ball12.xyz[2]", 1.2, ("bodies", 7, "xyz"), [-2.0, 0.0, 1.2]),
    ("rolling", "colors.red", "#000000"),
]  # fmt: skip
NAMES = {"bodies": ["slippery", "worn", "rough"], "obstacles": ["ground"], "robots": ["board", "solo"]}


def path_of(place):
    """The path of keys of a place without lists."""
    first, *rest = place.replace("material.", "materials.").split(".")
    if first in NAMES:
        rest[0] = 0 if first == "robots" else NAMES[first].index(rest[0])
    return first, *(step if step != '""' else "" for step in rest)


def told(scene):
    """All that a scene says of itself beside arrays and the lines of a text."""
    fields = scene.title, scene.description, scene.gravity, dict(scene.materials), scene.settings, scene.duration
    colors = [visual.color for body in scene.model.bodies for visual in body.visuals]
    return *fields, colors, tomllib.loads(scene.source), [replace(finding, line=0) for finding in scene.findings]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[1])
def test_a_changed_value_is_what_the_file_reads_as_with_it_written(case):
    name, place, value, *rest = case
    path, said = rest or (path_of(place), value)
    scene = sim.load_scene(name)
    was = numbers(scene)
    changed = sim.with_values(scene, {place: value})
    read = sim.scene_from_text(written(scene.source, {path: said}), scene.path, robots.load)
    assert (numbers(changed), told(changed)) == (numbers(read), told(read))
    assert numbers(scene) == was
    again = sim.with_values(sim.with_values(changed, {"duration": 0.5}), {"duration": changed.duration})
    assert (numbers(again), told(again)) == (numbers(read), told(read))


@pytest.mark.parametrize("name", sim.scene_names())
def test_no_change_is_the_same_scene_and_so_are_its_own_numbers(name):
    scene = sim.load_scene(name)
    same = sim.with_values(scene, {})
    assert (numbers(same), told(same)) == (numbers(scene), told(scene))
    found = numbers_of(scene)
    assert {"duration", "settings.dt", "gravity[2]"} < found.keys()
    assert numbers(sim.with_values(scene, found)) == numbers(scene)


def test_changes_beside_the_text_stay():
    slow = sim.with_gravity(sim.with_materials(sim.load_scene("incline"), {"worn": sim.Material(0.5, 0.1)}), (0.0, 0.0, -1.0))
    changed = sim.with_values(replace(slow, settings=sim.Settings(dt=2e-4)), {"bodies.worn.mass": 2.0})
    assert (changed.gravity, changed.materials["worn"], changed.settings.dt) == ((0.0, 0.0, -1.0), sim.Material(0.5, 0.1), 2e-4)
    assert changed.model.bodies[changed.model.body_names.index("worn")].mass == 2.0


def test_the_files_of_robots_and_meshes_are_not_read(tmp_path):
    """As on another computer, which has a pickle of the scene alone."""
    (tmp_path / "arm.toml").write_text((robots.describe("planar_2r").path).read_text())
    (tmp_path / "stone.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    path = tmp_path / "scene.toml"
    path.write_text(
        "[[bodies]]\nname = 'stone'\nshape = { shape = 'convex', mesh = 'stone.obj' }\nmass = 1.0\nxyz = [0.0, 0.0, 5.0]\n"
        "[[robots]]\nname = 'arm'\nmodel = './arm.toml'\npayload = { body = 'link2', mass = 1.0 }\n"
        "[materials.ice]\nfriction = 0.0\n".replace("link2", robots.load("planar_2r").body_names[-1])
    )
    changes = {"bodies.stone.mass": 3.0, "robots.arm.payload.mass": 2.0, "robots.arm.q[0]": 0.5, "robots.arm.material": "ice"}
    scene = sim.load_scene(path)
    with_files = sim.with_values(scene, changes)
    sent = pickle.dumps(scene)
    for file in tmp_path.iterdir():
        file.unlink()
    assert numbers(sim.with_values(pickle.loads(sent), changes)) == numbers(with_files)


def test_arguments_that_are_equal_and_written_otherwise_are_others(tmp_path):
    (tmp_path / "arm.xacro").write_text(
        '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="n" default="0"/>'
        '<link name="link_$(arg n)"/></robot>'
    )
    text = '[[robots]]\nname = "{name}"\nmodel = "./arm.xacro"\narguments = {{ n = {n} }}\n'
    written = {"a": "1", "b": "true", "c": "1.0"}
    scene = sim.scene_from_text("".join(text.format(name=name, n=n) for name, n in written.items()), tmp_path / "scene.toml")
    assert scene.model.body_names == ("a/link_1", "b/link_true", "c/link_1.0")
    assert sim.with_values(scene, {"robots.a.arguments.n": True}).model.body_names[0] == "a/link_true"


@pytest.mark.parametrize(("place", "value", "error", "message"), [
    ("materials.bord.friction", 0.1, UnknownNameError, "no material named 'bord'.*did you mean 'board'"),
    ("bodies.wron.mass", 1.0, UnknownNameError, "no body named 'wron'.*did you mean 'worn'"),
    ("robots.board.q.angel", 1.0, UnknownNameError, "no joint named 'angel'.*did you mean 'angle'"),
    ("setting.dt", 1.0, UnknownNameError, "no key named 'setting'.*did you mean 'settings'"),
    ("settings.td", 1.0, SceneError, "incline.toml: no key named 'td'"),
    ("bodies.worn.mass", "heavy", SceneError, r"incline.toml: bodies\[1\].mass: expected a number, got a text"),
    ("bodies.worn.mass", -1.0, SceneError, "expected a number > 0.0, got -1.0"),
    ("bodies.worn.mass", float("nan"), SceneError, "not a finite number"),
    ("bodies.worn.mass", None, ArgumentError, "'bodies.worn.mass' cannot be changed: None is no number"),
    ("bodies.worn.xyz[3]", 0.0, ArgumentError, "the places of a list of 3 are"),
    ("bodies.worn.mass.x", 0.0, ArgumentError, "there is no 'x' in 1.0"),
    ("bodies.worn.", 0.0, ArgumentError, "is written as bodies.brick"),
    ("robots.board.q[1]", 0.0, ArgumentError, "'robots.board.q\\[1\\]' cannot be changed"),
    ("settings.scheme", "newmark", SceneError, "newmark"),
    ("bodies.worn.material", "wood", SceneError, "no material named 'wood'"),
])  # fmt: skip
def test_a_place_or_a_value_that_cannot_be_is_one_error(place, value, error, message):
    with pytest.raises(error, match=message) as raised:
        sim.with_values(sim.load_scene("incline"), {place: value})
    assert type(raised.value) is error


def test_a_scene_without_a_text_has_no_values_to_change():
    with pytest.raises(ArgumentError, match="made in Python"):
        sim.with_values(sim.with_part(sim.load_scene("incline"), "worn", self_collision=True), {"duration": 1.0})
