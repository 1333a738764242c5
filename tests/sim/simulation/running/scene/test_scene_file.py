"""Scenes as TOML: what they may say, and what is said of mistakes."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import SceneError, UnknownNameError

GOOD = """\
title = "Two things"
angle_unit = "deg"

[materials.ice]
friction = 0.02

[[obstacles]]
name = "floor"
material = "ice"
shapes = [{ shape = "plane" }]

[[bodies]]
name = "block"
shape = { shape = "box", size = [0.1, 0.2, 0.3] }
mass = 2.0
xyz = [0.0, 0.0, 1.0]
rpy = [0.0, 0.0, 90.0]
velocity = [1.0, 0.0, 0.0]
spin = [0.0, 90.0, 0.0]
"""


@pytest.fixture
def write(tmp_path):
    def writer(text, name="scene.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return writer


def test_a_scene_is_what_its_file_says(write):
    scene = sim.load_scene(write(GOOD))
    assert scene.title == "Two things"
    assert scene.name == "scene"
    assert scene.model.body_names == ("floor", "block")
    np.testing.assert_allclose(scene.initial.q, [0, 0, 1, 0, 0, np.sqrt(0.5), np.sqrt(0.5)], atol=1e-15)
    # Velocities are given in the world and kept in the body's axes, which are turned by 90° about z.
    np.testing.assert_allclose(scene.initial.v, [0, -1, 0, np.pi / 2, 0, 0], atol=1e-15)
    block = scene.model.bodies[1]
    np.testing.assert_allclose(np.diag(block.inertia), 2 / 12 * np.array([0.13, 0.10, 0.05]), atol=1e-15)


@pytest.mark.slow
def test_free_bodies_have_the_inertia_of_their_solid():
    from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, SolidEllipsoid, Sphere
    from torseur.sim.simulation.running.scene.free_body import solid_inertia

    rng = np.random.default_rng(0)
    points = rng.uniform(-1, 1, (2_000_000, 3))
    for shape, inside in (
        (Sphere(0.6), np.linalg.norm(points, axis=1) < 0.6),
        (Box((0.8, 1.2, 0.4)), np.all(np.abs(points) < [0.4, 0.6, 0.2], axis=1)),
        (Cylinder(0.5, 1.0), (np.hypot(points[:, 0], points[:, 1]) < 0.5) & (np.abs(points[:, 2]) < 0.5)),
        (SolidEllipsoid((0.3, 0.8, 0.5)), np.linalg.norm(points / [0.3, 0.8, 0.5], axis=1) < 1.0),
        (Capsule(0.3, 0.8), np.linalg.norm(points - [0, 0, 1] * np.clip(points[:, 2:], -0.4, 0.4), axis=1) < 0.3),
    ):
        p = points[inside]
        sampled = np.mean(np.sum(p**2, axis=1)) * np.eye(3) - p.T @ p / len(p)
        np.testing.assert_allclose(solid_inertia(shape, 1.0), sampled, atol=3e-3)  # Monte Carlo: 1/√N of about 0.3


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("mass = 2.0", "mas = 2.0", 15, "no key named 'mas' in bodies[0]; did you mean 'mass'?"),
        ("mass = 2.0", "mass = -2.0", 15, "bodies[0].mass: expected a number > 0.0, got -2.0"),
        ("mass = 2.0\n", "", 12, "bodies[0]: the key 'mass' is missing"),
        ('shape = "box", size = [0.1, 0.2, 0.3]', 'shape = "cube", size = [1]', 14, "'cube' is not one of"),
        ("size = [0.1, 0.2, 0.3]", "size = [0.1, 0.2]", 14, "size: expected a list of length 3, got 2: [0.1, 0.2]"),
        ('material = "ice"', 'material = "snow"', 9, "no material named 'snow' in [materials]"),
        ("velocity = [1.0", "velocity = [nan", 18, "bodies[0].velocity[0]: nan is not a finite number"),
        ('name = "block"', 'name = "floor"', 13, "a second thing is named 'floor'"),
        ("xyz = [0.0, 0.0, 1.0]", "xyz = [0,0 0.0, 1.0]", 16, "not TOML"),
        ('angle_unit = "deg"', 'angle_unit = "degrees"', 2, "'degrees' is not one of 'deg', 'rad'"),
        ('title = "Two things"', 'title = "Two things"\nsettings = { solver = "magic" }', 2, "no solver named 'magic'"),
        ('title = "Two things"', 'title = "Two things"\nsettings = { dt = 0.0 }', 2, "settings.dt"),
        ('title = "Two things"', 'title = "Two things"\nsettings = { solver = "active_set" }', None, "frictionless"),
    ],
)
def test_a_mistake_is_named_with_its_line(write, old, new, line, message):
    assert old in GOOD
    path = write(GOOD.replace(old, new, 1))
    with pytest.raises(SceneError) as caught:
        sim.load_scene(path)
    assert message in str(caught.value)
    assert caught.value.line == line
    assert str(path) in str(caught.value)


ROBOT = """\
[[robots]]
name = "arm"
model = "planar_2r"
q = "ready"

[robots.controller]
stiffness = [10.0, 5.0]
damping = 1.0
target = [0.1, 0.2]
"""


def test_a_robot_is_found_by_name_and_posed_by_name(write):
    from torseur import robots

    scene = sim.load_scene(write(ROBOT))
    np.testing.assert_array_equal(scene.initial.q, robots.load("planar_2r").poses["ready"])
    np.testing.assert_array_equal(scene.control.stiffness, [10, 5])
    np.testing.assert_array_equal(scene.control.damping, [1, 1])
    np.testing.assert_array_equal(scene.control.q_target, [0.1, 0.2])
    assert scene.model.frame_names[-1] == "arm/tool"


@pytest.mark.parametrize(("old", "new", "line", "message"), [
    ('model = "planar_2r"', 'model = "planar_9r"', 3, "no robot named 'planar_9r'"),
    ('q = "ready"', 'q = "rady"', 4, "no pose named 'rady' in model 'planar_2r'; did you mean 'ready'"),
    ('q = "ready"', "q = [0.0]", 4, "q has 1 numbers; 'planar_2r' has nq = 2"),
    ("stiffness = [10.0, 5.0]", "stiffness = [10.0, 5.0, 1.0]", 6, "stiffness has 3 numbers; wanted 1 or nv = 2"),
    ('model = "planar_2r"', 'model = "missing.urdf"', 3, "there is no such file"),
])  # fmt: skip
def test_a_mistake_about_a_robot_is_named_with_its_line(write, old, new, line, message):
    path = write(ROBOT.replace(old, new, 1))
    with pytest.raises(SceneError) as caught:
        sim.load_scene(path)
    assert message in str(caught.value)
    assert caught.value.line == line


def test_a_loader_can_be_given(write):
    from torseur import robots

    asked = []

    def loader(name):
        asked.append(name)
        return robots.load("planar_3r")

    path = write(ROBOT.replace("[10.0, 5.0]", "10.0").replace("[0.1, 0.2]", "[0.1, 0.2, 0.3]"))
    assert sim.load_scene(path, loader).model.nv == 3
    assert asked == ["planar_2r"]


def test_unknown_scenes_and_files():
    with pytest.raises(UnknownNameError, match=r"no scene named 'falling_brik'; did you mean 'falling_brick'"):
        sim.load_scene("falling_brik")
    with pytest.raises(SceneError, match="there is no such file"):
        sim.load_scene("nowhere/scene.toml")
    with pytest.raises(SceneError, match=r"a scene is a file of type \.toml"):
        sim.load_scene(__file__)


def test_an_empty_scene_and_an_empty_file(write):
    with pytest.raises(SceneError, match="the scene is empty"):
        sim.load_scene(write('title = "nothing"'))
    with pytest.raises(SceneError, match="the file is empty"):
        sim.load_scene(write("  \n"))
    path = write("", "binary.toml")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SceneError, match="not a text file in UTF-8"):
        sim.load_scene(path)


def test_a_byte_order_mark_is_allowed(tmp_path):
    """As editors on Windows write it; lines are counted as without."""
    text = "gravity = [0.0, 0.0, -9.0]\n[[bodies]]\nname = 'b'\nshape = { shape = 'sphere', radius = 0.1 }\nmass = 1.0\n"
    path = tmp_path / "marked.toml"
    path.write_text(text, encoding="utf-8-sig")
    assert sim.load_scene(path).gravity == (0.0, 0.0, -9.0)
    path.write_text(text.replace("1.0", "heavy"), encoding="utf-8-sig")
    with pytest.raises(SceneError, match=r"marked\.toml:5"):
        sim.load_scene(path)
