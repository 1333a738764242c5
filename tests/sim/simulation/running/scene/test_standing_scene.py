"""A robot as a scene of its own: it stands on the floor in any pose, and is held there."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.command_line.command_line import run
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, SolidEllipsoid, Sphere
from torseur.sim.simulation.running.scene.shape_reach import depth


def points_on(shape, generator):
    """Points (n, 3) of the surface of a shape, all over it."""
    u = generator.normal(size=(40_000, 3))
    u /= np.linalg.norm(u, axis=1)[:, None]
    match shape:
        case Sphere():
            return shape.radius * u
        case SolidEllipsoid():
            return u * shape.radii
        case Box():
            return 0.5 * np.sign(u) * shape.size
        case Cylinder():
            rim = u[:, :2] / np.linalg.norm(u[:, :2], axis=1)[:, None]
            return np.column_stack([shape.radius * rim, 0.5 * shape.length * np.sign(u[:, 2])])
        case Capsule():
            return shape.radius * u + [0.0, 0.0, 0.5 * shape.length] * np.sign(u[:, 2:])


@pytest.mark.parametrize(
    "shape",
    [Sphere(0.3), Box((0.2, 0.5, 0.1)), Cylinder(0.1, 0.7), Capsule(0.1, 0.7), SolidEllipsoid((0.1, 0.4, 0.2))],
    ids=lambda shape: type(shape).__name__,
)
def test_a_shape_reaches_as_far_as_its_farthest_point(shape):
    generator = np.random.default_rng(3)
    points = points_on(shape, generator)
    for _ in range(5):
        down = generator.normal(size=3)
        down /= np.linalg.norm(down)
        farthest = float((-points @ down).max())
        assert farthest <= depth(shape, down) + 1e-12
        assert depth(shape, down) == pytest.approx(farthest, abs=2e-3)  # so far apart the points are


@pytest.mark.parametrize("name", ["quadruped", "arm_6r", "double_pendulum"])
def test_a_robot_stands_with_its_lowest_point_on_the_floor_in_any_pose(name):
    model = robots.load(name)
    for seed in range(3):
        q = sim.random_configuration(model, np.random.default_rng(seed))
        scene = sim.standing_scene(model, q, reference=name)
        np.testing.assert_array_equal(scene.initial.q, q)
        assert sim.lowest_point(scene.parts[-1].model, q, fixed=True) + scene.parts[-1].placement[2, 3] == pytest.approx(
            0, abs=1.1e-9
        )
        again = sim.scene_from_text(scene.source, "again.toml")
        np.testing.assert_array_equal(again.initial.q, q)
        np.testing.assert_array_equal(again.parts[-1].placement, scene.parts[-1].placement)
        for kept, read in zip(scene.control, again.control, strict=True):  # the text is not read to make the scene
            np.testing.assert_array_equal(kept, read)


def test_a_robot_that_stands_is_carried_by_the_floor_and_not_thrown_off_it():
    model = robots.load("quadruped")
    scene = sim.standing_scene(model, reference="quadruped")
    recording = sim.simulate(scene, 1.0)
    assert abs(recording.q[:, 2] - recording.q[0, 2]).max() < 0.02  # its springs give way under its weight
    weight = 9.81 * sum(body.mass for body in model.bodies)
    assert recording.normal_impulse[-200:].mean() / scene.settings.dt == pytest.approx(weight, rel=0.02)


def test_a_model_without_a_file_is_no_robot_of_a_scene():
    scene = sim.load_scene("falling_brick")
    with pytest.raises(ArgumentError, match="was made and not read"):
        sim.standing_scene(scene.parts[1].model)


def test_the_command_writes_a_scene_that_simulates(tmp_path, capsys):
    out = tmp_path / "stands.toml"
    assert run(["scene", "arm_6r", "--out", str(out), "--pose", "ready"]) == 0
    assert "its base at z = 0 m" in capsys.readouterr().out
    scene = sim.load_scene(out)
    np.testing.assert_array_equal(scene.initial.q, robots.load("arm_6r").poses["ready"])
    recording = sim.simulate(scene, 0.2)
    assert abs(recording.q - recording.q[0]).max() < 1e-3
    assert run(["scene", "arm_6r", "--out", str(out)]) == 2
    assert "--overwrite replaces it" in capsys.readouterr().err
    assert run(["scene", "arm_6r", "--out", str(out), "--overwrite", "--pose", "reddy"]) == 2
    assert "no pose named 'reddy'" in capsys.readouterr().err


def test_a_robot_below_the_folder_of_the_scene_is_named_from_there(tmp_path, capsys):
    (tmp_path / "parts").mkdir()
    robots.write_urdf(robots.load("planar_2r"), tmp_path / "parts" / "arm.urdf")
    out = tmp_path / "stands.toml"
    assert run(["scene", str(tmp_path / "parts" / "arm.urdf"), "--out", str(out)]) == 0
    assert 'model = "./parts/arm.urdf"' in out.read_text()
    assert sim.load_scene(out).parts[-1].model.nv == 2


def test_a_fixed_robot_stands_on_its_origin_where_points_of_meshes_say_no_other():
    if "panda" not in robots.names():
        pytest.skip("the gallery is not installed")
    model = robots.load("panda")
    scene = sim.standing_scene(model, reference="panda")
    assert 0.0 < -sim.lowest_point(model, scene.initial.q, fixed=True) < 1e-4
    assert scene.parts[-1].placement[2, 3] == 0.0
