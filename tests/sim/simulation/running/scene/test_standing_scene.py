"""A robot as a scene of its own: it stands on the floor in any pose, and is held there."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.app.command_line.command_line import run
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, SolidEllipsoid, Sphere
from torseur.sim.simulation.recording.gaps import body_gaps
from torseur.sim.simulation.running.scene.start.shape_reach import depth
from torseur.sim.simulation.running.scene.start.starting_overlaps import SEEN, starting_overlaps


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


SHAPES = (
    '{ shape = "sphere", radius = 0.4 }',
    '{ shape = "box", size = [0.6, 0.8, 1.0] }',
    '{ shape = "capsule", radius = 0.2, length = 0.8 }',
    '{ shape = "cylinder", radius = 0.3, length = 0.7 }',
    '{ shape = "ellipsoid", radii = [0.3, 0.4, 0.5] }',
)
GROUND = '[[obstacles]]\nname = "ground"\nshapes = [{ shape = "plane" }]\n'


def body(name, shape, xyz, rpy=(0.0, 0.0, 0.0)):
    xyz, rpy = ([float(x) for x in numbers] for numbers in (xyz, rpy))
    return f'[[bodies]]\nname = "{name}"\nshape = {shape}\nmass = 1.0\nxyz = {xyz}\nrpy = {rpy}\n'


def scene_of(*bodies, ground=True):
    return sim.scene_from_text((GROUND if ground else "") + "".join(bodies), "overlaps.toml")


def told(scene):
    return {(scene.model.body_names[one.one], scene.model.body_names[one.other]): one.depth for one in starting_overlaps(scene)}


@loop_over("name", sim.scene_names())
def test_no_scene_that_we_ship_begins_so(name):
    assert starting_overlaps(sim.load_scene(name)) == ()


@loop_over("seed", range(8))
def test_balls_and_bodies_in_the_ground_are_as_deep_as_the_kernels_find_them(seed):
    rng = np.random.default_rng(seed)
    bodies = [body(f"b{k}", SHAPES[0], rng.uniform(-1.0, 1.0, 3).round(3)) for k in range(6)] + [
        body(f"c{k}", shape, [10.0 * k + 10.0, 0.0, 0.1], rng.uniform(-3.0, 3.0, 3).round(3)) for k, shape in enumerate(SHAPES)
    ]
    scene = scene_of(*bodies)
    pairs, gaps = body_gaps(scene, scene.initial.q[None])
    wanted = {pair: -gap for pair, gap in zip(pairs, gaps[0], strict=True) if gap < -SEEN}
    found = told(scene)
    assert {frozenset(pair) for pair in found} == {frozenset(pair) for pair in wanted}
    for pair, deep in wanted.items():
        assert found.get(pair, found.get(pair[::-1])) == pytest.approx(deep, abs=1e-6)


@loop_over("seed", range(40))
def test_which_solids_begin_inside_each_other_is_what_the_kernels_find(seed):
    rng = np.random.default_rng(seed)
    kinds = rng.integers(0, len(SHAPES) - 1, 8)  # of ellipsoids kernels know but balls
    bodies = [
        body(f"b{k}", SHAPES[kind], rng.uniform(-0.9, 0.9, 3).round(3), rng.uniform(-3.0, 3.0, 3).round(3))
        for k, kind in enumerate(kinds)
    ]
    scene = scene_of(*bodies, ground=False)
    pairs, gaps = body_gaps(scene, scene.initial.q[None])
    found = {frozenset(pair) for pair in told(scene)}
    for pair, gap in zip(pairs, gaps[0], strict=True):
        if not abs(gap) < 1e-3:  # what touches but just is not looked at here
            assert (frozenset(pair) in found) == (gap < 0.0), (pair, gap)


def test_boxes_are_as_deep_as_they_have_to_be_moved_to_come_apart():
    box = '{ shape = "box", size = [1.0, 1.0, 1.0] }'
    face = told(scene_of(body("a", box, [0, 0, 0]), body("b", box, [0.2, 0.7, 0.1], [0, 0, 0]), ground=False))
    assert face == {("a", "b"): pytest.approx(0.3, abs=1e-12)}
    edge = told(scene_of(body("a", box, [0, 0, 0]), body("b", box, [1.1, 0.0, 0.0], [0, 0, np.pi / 4]), ground=False))
    assert edge == {("a", "b"): pytest.approx(0.5 + np.sqrt(0.5) - 1.1, abs=1e-12)}


def test_what_touches_and_what_cannot_touch_is_not_told():
    box = '{ shape = "box", size = [1.0, 1.0, 1.0] }'
    assert told(scene_of(body("a", box, [0, 0, 0.5]), body("b", box, [0, 0, 1.5 - 5e-5]))) == {}
    fixed = GROUND + '[[obstacles]]\nname = "table"\nshapes = [{ shape = "box", size = [1.0, 1.0, 1.0] }]\n'
    assert starting_overlaps(sim.scene_from_text(fixed + body("a", box, [5, 0, 0.5]), "t.toml")) == ()


def test_a_finding_stands_at_the_line_of_the_later_of_both():
    text = GROUND + body("a", SHAPES[0], [0, 0, 0.4]) + body("b", SHAPES[0], [0, 0.7, 0.4])
    (finding,) = sim.scene_from_text(text, "pair.toml").findings
    assert str(finding) == (
        "pair.toml:10: warning: 'a' and 'b' begin 0.1 m inside each other, more than the 0.0001 m that are seen"
    )
    heap = "".join(body(f"b{k}", SHAPES[0], [0, 0, 0.4 + 0.01 * k]) for k in range(5))
    findings = sim.scene_from_text(heap, "heap.toml").findings
    assert len(findings) == 5
    assert findings[-1].message.endswith("; 5 pairs more do")


@pytest.mark.slow
def test_thousands_of_bodies_are_swept_through():
    grid = [body(f"b{i}_{j}", SHAPES[0], [i, j, 0.4]) for i in range(40) for j in range(40)]
    scene = scene_of(*grid, body("last", SHAPES[0], [20.0, 20.5, 0.4]))
    assert told(scene) == {("b20_20", "last"): pytest.approx(0.3, abs=1e-9), ("b20_21", "last"): pytest.approx(0.3, abs=1e-9)}
