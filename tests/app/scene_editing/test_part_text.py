"""Edits of a part of a scene as its text: each line says what was entered, and the scene reads as that."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.app.scene_editing.form.part_in_text import NEW, Chosen, part_in_text, part_of
from torseur.app.scene_editing.form.part_lines import part_lines
from torseur.app.scene_editing.form.part_text import with_body, with_floor, with_line, with_pose, without_part
from torseur.app.scene_editing.placing import BARS, clear_spot, spot_above, spot_beside
from torseur.app.scene_editing.selected_part import row_pose
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.errors import ArgumentError, SceneError
from torseur.sim.simulation.running.scene.start.shape_reach import reach, shape_boxes
from torseur.ui.viewport.camera import Camera

TEXT = """\
angle_unit = "deg"
[materials.ice]
friction = 0.1
[[obstacles]]
name = "ground"
shapes = [{ shape = "plane" }]
# thrown
[[bodies]]
name = "brick"
shape = { shape = "box", size = [0.1, 0.2, 0.3], color = "#112233" }
mass = 2.0
xyz = [0.0, 0.0, 0.4]
rpy = [0.0, 0.0, 30.0]
velocity = [1.0, 0.0, 0.0]
[[robots]]
name = "arm"
model = "planar_2r"
xyz = [1.0, 0.0, 1.0]
[robots.controller]
stiffness = 50.0
damping = 5.0
"""


def read(text):
    return sim.scene_from_text(text, "edited.toml")


def part(scene, name):
    return next(part for part in scene.parts if part.name == name)


def edited(name, key, value, joint="", text=TEXT):
    return read(with_line(text, part(read(text), name), key, value, chosen=Chosen(joint=joint)))


@loop_over(
    ("key", "value", "seen"),
    [
        ("mass", 3.5, lambda body, _: body.mass == 3.5),
        ("shape.size", (2, 0.5), lambda body, _: body.collisions[0].shape.size == (0.1, 0.2, 0.5)),
        ("shape", "sphere", lambda body, _: body.collisions[0].shape.radius == 0.05 and body.visuals[0].color[2] == 0x33 / 255),
        ("material", "ice", lambda body, _: body.collisions[0].material == "ice"),
        ("material", NEW, lambda body, _: body.collisions[0].material == "material_1"),
        ("xyz", (1, 0.25), lambda _, one: one.q[1] == 0.25),
        ("spin", (2, 180.0), lambda _, one: one.v[5] == pytest.approx(np.pi)),
        ("rpy", (2, 0.0), lambda _, one: one.v[0] == pytest.approx(1.0)),  # velocity is along the world's axes
    ],
)
def test_a_line_of_a_body_says_what_was_entered(key, value, seen):
    one = part(edited("brick", key, value), "brick")
    assert seen(one.model.bodies[0], one)


def test_another_inertia_follows_from_another_size():
    inertia = part(edited("brick", "shape.size", (0, 0.4)), "brick").model.bodies[0].inertia
    np.testing.assert_allclose(np.diag(inertia), 2.0 / 12.0 * np.array([0.13, 0.25, 0.20]), rtol=1e-14)


@pytest.mark.parametrize(("key", "value"), [("mass", -1.0), ("shape.size", (0, 0.0))])
def test_what_no_body_can_be_is_refused_by_the_reader(key, value):
    with pytest.raises(SceneError, match="expected a number > 0"):
        edited("brick", key, value)


def test_names_are_one_each():
    assert part(edited("brick", "name", "stone"), "stone").model.bodies[0].mass == 2.0
    for name in ("ground", "", "a/b"):
        with pytest.raises(ArgumentError):
            edited("brick", "name", name)


def test_joints_of_a_robot_start_aim_and_are_held_each_by_itself():
    joints = part(read(TEXT), "arm").model.joint_names
    scene = edited("arm", "joint.start", 0.3, joints[1])
    np.testing.assert_array_equal(part(scene, "arm").q, [part(read(TEXT), "arm").q[0], 0.3])
    one = part(edited("arm", "joint.target", 0.7, joints[0]), "arm")
    assert one.controller.target[0] == 0.7
    assert one.controller.target[1] == one.q[1]
    one = part(edited("arm", "joint.stiffness", 80.0, joints[1]), "arm")
    np.testing.assert_array_equal(one.controller.stiffness, [50.0, 80.0])
    assert np.all(np.asarray(one.controller.damping) == 5.0)


def test_a_robot_without_a_controller_has_one_with_its_first_gain():
    text = TEXT[: TEXT.index("[robots.controller]")]
    joints = part(read(text), "arm").model.joint_names
    one = part(edited("arm", "joint.damping", 2.0, joints[0], text), "arm")
    np.testing.assert_array_equal(one.controller.damping, [2.0, 0.0])


def test_a_part_is_where_it_is_put_to_a_micrometre():
    scene = read(TEXT)
    pose = from_xyz_rpy([0.1234567, -0.2, 0.9], [0.3, -0.2, 1.1])
    for name in ("brick", "arm", "ground"):
        text = with_pose(TEXT, part(scene, name), pose)
        found = row_pose(part_in_text(read(text), text, part(read(text), name)))
        np.testing.assert_allclose(found, pose, atol=1e-6)
        assert text.count("#") == TEXT.count("#")


def test_what_is_added_has_a_name_of_its_own_and_hangs_above_what_is_there():
    scene = read(TEXT)
    half = np.full(3, 0.05)
    spot = spot_above(scene, scene.initial.q, np.zeros(2), half)
    np.testing.assert_allclose(spot, [0.0, 0.0, 0.4 + 0.15 + 0.1 + 0.05])
    np.testing.assert_allclose(spot_above(scene, scene.initial.q, np.array([5.0, 5.0]), half), [5.0, 5.0, 0.15])
    text = with_body(with_body(TEXT, "sphere", spot), "sphere", spot, fixed=False)
    assert [one.name for one in read(text).parts] == ["ground", "brick", "sphere", "sphere_2", "arm"]
    assert [one.name for one in read(with_floor(TEXT)).parts][1] == "ground_2"
    fixed = part(read(with_body(TEXT, "box", spot, fixed=True)), "block")
    assert fixed.model.nv == 0


@loop_over("orthographic", [False, True])
@loop_over("seed", range(8))
def test_what_is_added_with_nothing_selected_is_in_sight_where_nothing_is(seed, orthographic):
    rng = np.random.default_rng(seed)
    walls = "".join(
        f'[[obstacles]]\nname = "wall_{k}"\nxyz = {np.round([*rng.uniform(-1.0, 1.0, 2), 0.3], 3).tolist()}\n'
        f'shapes = [{{ shape = "box", size = {np.round(rng.uniform(0.05, 0.6, 3), 3).tolist()} }}]\n'
        for k in range(12)
    )
    scene, half, size = read(TEXT + walls), rng.uniform(0.03, 0.1, 3), (800.0, 600.0)
    camera = Camera((0.0, 0.0, 0.2), 4.0, rng.uniform(-3.0, 3.0), rng.uniform(0.1, 1.4), orthographic=orthographic)
    low, high = shape_boxes(scene.model, scene.initial.q)
    spot = clear_spot(scene, scene.initial.q, half, camera, size)
    assert spot[2] == pytest.approx(0.1 + half[2], abs=1e-6)
    assert not ((low[:, :2] < spot[:2] + half[:2]) & (high[:, :2] > spot[:2] - half[:2])).all(axis=1).any()
    for point in spot + half * np.array([[0, 0, 0], [1, 1, 1], [-1, 1, -1], [1, -1, -1]]):
        x, y, depth = camera.project(point[None], size)[0]
        assert depth > 0.0
        assert 0.0 <= x <= size[0]
        assert BARS <= y <= size[1]
        eye, _ = camera.ray(x, y, size)
        along = eye + np.linspace(0.0, 1.0, 4000)[:, None] * (point - eye)
        assert not ((along[:, None] > low + 1e-3) & (along[:, None] < high - 1e-3)).all(axis=2).any(), "it is hidden"


@loop_over("name", ["brick_on_corner", "falling_brick", "box_stack"])
@loop_over("distance", [0.6, 0.9, 2.0])
@loop_over("elevation", [0.05, 0.35, 1.3])
@pytest.mark.slow
def test_what_is_added_while_something_fills_the_view_is_in_sight_before_it(name, distance, elevation):
    scene, half, size = sim.load_scene(name), np.full(3, 0.05), (586.0, 425.0)
    low, high = shape_boxes(scene.model, scene.initial.q)
    middle = tuple(0.5 * (low.min(axis=0) + high.max(axis=0)))
    for azimuth in np.linspace(-3.0, 3.0, 7):
        camera = Camera(middle, distance, float(azimuth), elevation)
        spot = clear_spot(scene, scene.initial.q, half, camera, size)
        assert spot[2] >= half[2]
        assert not ((low < spot + half) & (high > spot - half)).all(axis=1).any()
        for corner in np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]):
            point = spot + half * corner
            x, y, depth = camera.project(point[None], size)[0]
            assert depth > 0.0
            assert 0.0 <= x <= size[0]
            assert BARS <= y <= size[1]
            along = camera.eye + np.linspace(0.0, 1.0, 400)[:, None] * (point - camera.eye)
            assert not ((along[:, None] > low + 1e-3) & (along[:, None] < high - 1e-3)).all(axis=2).any(), "it is hidden"


def test_what_is_added_where_there_is_no_room_hangs_above_what_is_there():
    scene = read(TEXT.replace("size = [0.1, 0.2, 0.3]", "size = [9.0, 9.0, 0.3]"))
    spot = clear_spot(scene, scene.initial.q, np.full(3, 0.05), Camera((0.0, 0.0, 0.0), 3.0, 0.0, 1.0), (800.0, 600.0))
    assert spot[2] > 0.4


def test_a_robot_stands_beside_what_is_there():
    scene = read(TEXT)
    model = part(scene, "arm").model
    spot = spot_beside(scene, scene.initial.q, model, model.poses["home"])
    least, _ = reach(model, model.poses["home"])
    assert spot[0] + least[0] > shape_boxes(scene.model, scene.initial.q)[1][:, 0].max()
    assert spot[2] + least[2] == pytest.approx(0.0, abs=2e-9)


def test_the_last_part_stays():
    text = without_part(without_part(TEXT, "arm"), "ground")
    assert [one.name for one in read(text).parts] == ["brick"]
    with pytest.raises(ArgumentError, match="never empty"):
        without_part(text, "brick")


@pytest.mark.parametrize("unit", ["deg", "rad"])
def test_the_form_shows_angles_in_the_unit_of_the_window(unit):
    scene = read(TEXT)
    lines = {line.key: line for line in part_lines(part_in_text(scene, TEXT, part_of(scene, "brick")), unit, Chosen())}
    assert lines["rpy"].value[2] == pytest.approx(30.0 if unit == "deg" else np.radians(30.0))
    assert list(lines) == [
        "name",
        "shape",
        "shape.size",
        "mass",
        "inertia",
        "material",
        "shape.color",
        "xyz",
        "rpy",
        "velocity",
        "spin",
    ]
    arm = part_in_text(scene, TEXT, part_of(scene, "arm/link1"))
    joint = arm.part.model.joint_names[0]
    shown = {
        line.key: line for line in part_lines(replace(arm, part=replace(arm.part, q=np.array([0.5, 0.0]))), unit, Chosen(joint))
    }
    assert shown["joint.start"].value == pytest.approx(np.degrees(0.5) if unit == "deg" else 0.5)
    assert shown["joint.stiffness"].value == 50.0
