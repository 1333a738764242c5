"""The form has every key that a scene's file may have, and what is entered in each line reads as that."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.scene_editing.form.part_in_text import GONE, NEW, Chosen, part_in_text, part_of
from torseur.app.scene_editing.form.part_lines import OWN, UNIFORM, part_lines
from torseur.app.scene_editing.form.part_text import with_line
from torseur.app.scene_editing.form.scene_lines import scene_lines, with_scene_line
from torseur.app.scene_editing.form.sweep_places import OF_SCENE, sweep_places
from torseur.app.scene_editing.form.value_limits import density_fault, density_note
from torseur.sim.definition.inertia_rows import Inertia
from torseur.sim.definition.shape_rows import BoxRow, ConvexRow, HeightFieldRow, SphereRow
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.shapes import Box
from torseur.sim.simulation.running.scene.scene_rows import (
    BodyRow,
    ControllerRow,
    ObstacleRow,
    PayloadRow,
    PlaybackRow,
    RobotRow,
    SceneFile,
    SettingsRow,
)
from torseur.sim.simulation.running.scene.scene_values import numbers_of
from torseur.ui.panels.scene.setting_specs import SPECS

TEXT = """\
angle_unit = "deg"
[materials.ice]
friction = 0.1
[colors]
wood = "#C58F4E"
[[obstacles]]
name = "ground"
material = "ice"
rpy = [0.0, 0.0, 90.0]
shapes = [
  { shape = "plane" },
  { shape = "height_field", size = [2.0, 1.0], heights = [[0.0, 0.1], [0.0, 0.2]], xyz = [5.0, 0.0, 0.0] },
]
[[bodies]]
name = "brick"
shape = { shape = "box", size = [0.1, 0.2, 0.3] }
mass = 6.0
[[bodies]]
name = "stone"
shape = { shape = "convex", vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
mass = 2.0
xyz = [0.0, 4.0, 2.0]
inertia = { xx = 0.3, yy = 0.3, zz = 0.3 }
[[robots]]
name = "arm"
model = "planar_2r"
xyz = [1.0, 0.0, 1.0]
arguments = {}
payload = { body = "link2", mass = 1.0 }
self_collision = true
[robots.controller]
stiffness = 50.0
damping = 5.0
[[robots]]
name = "dog"
model = "quadruped"
xyz = [0.0, -3.0, 0.3]
rpy = [0.0, 0.0, 90.0]
velocity = [0.0, 0.0, 1.0]
[[robots]]
name = "played"
model = "planar_2r"
xyz = [-2.0, 0.0, 1.0]
[robots.playback]
times = [0.0, 1.0]
torques = [[1.0, 0.0], [0.0, 0.0]]
"""


def read(text):
    return sim.scene_from_text(text, "edited.toml")


@pytest.fixture(scope="module")
def scene():
    return read(TEXT)


def part(scene, name):
    return next(part for part in scene.parts if part.name == name)


def lines_of(scene, name, **chosen):
    one = part_in_text(scene, scene.source, part_of(scene, name))
    return {line.key: line for line in part_lines(one, "deg", Chosen(**chosen))}


def edited(scene, name, key, value, **chosen):
    return read(with_line(scene.source, part(scene, name), key, value, chosen=Chosen(**chosen)))


LOOKS = {"color": "shape.color", "material": "shape.material", "name": "shape.name"}
PLACED = {"xyz": "shape.xyz", "rpy": "shape.rpy"}
STARTS = {key: key for key in ("name", "xyz", "rpy", "material")}
KEYS = [  # a struct of the file, of which part, which shape of it, and in which line each of its keys is
    (ObstacleRow, "ground", 0, STARTS | {"color": "color", "shapes": "choose.shape"}),
    (HeightFieldRow, "ground", 1, LOOKS | PLACED | {"size": "shape.size", "heights": "shape.heights"}),
    (
        BodyRow,
        "stone",
        0,
        STARTS
        | {
            "color": "color",
            "shape": "shape",
            "mass": "mass",
            "com": "com",
            "inertia": "inertia",
            "velocity": "velocity",
            "spin": "spin",
        },
    ),
    (
        Inertia,
        "stone",
        0,
        dict.fromkeys(("xx", "yy", "zz"), "inertia.moments") | dict.fromkeys(("xy", "xz", "yz"), "inertia.products"),
    ),
    (
        RobotRow,
        "arm",
        0,
        STARTS
        | {
            "model": "model",
            "arguments": "arguments",
            "placed_by": "placed_by",
            "q": "joint.start",
            "v": "joint.velocity",
            "materials": "materials",
            "payload": "choose.payload",
            "controller": "law",
            "self_collision": "self_collision",
            "ignore_collisions": "ignore_collisions",
        },
    ),
    (RobotRow, "dog", 0, {"velocity": "velocity", "spin": "spin", "q": "q"}),
    (RobotRow, "played", 0, {"playback": "law"}),
    (
        ControllerRow,
        "arm",
        0,
        {
            "law": "law",
            "stiffness": "joint.stiffness",
            "damping": "joint.damping",
            "target": "joint.target",
            "gravity_compensation": "controller.gravity_compensation",
        },
    ),
    (PlaybackRow, "played", 0, {"times": "playback.torques", "torques": "playback.torques", "hold": "playback.hold"}),
    (PayloadRow, "arm", 0, {"body": "payload.body", "mass": "payload.mass", "point": "payload.point"}),
]


def test_every_key_of_a_part_has_a_line(scene):
    covered: dict[type, set[str]] = {}
    for struct, name, k, keys in KEYS:
        lines = lines_of(scene, name, shape=k)
        wanted = {key: line for key, line in keys.items() if key != "arguments"}  # in sight for xacro files
        assert set(wanted.values()) <= set(lines), (struct, set(wanted.values()) - set(lines))
        covered.setdefault(struct, set()).update(keys)
    for struct, keys in covered.items():
        assert keys == set(struct.__struct_fields__), struct


def test_every_key_of_the_scene_and_of_its_settings_has_a_line(scene):
    lines = {line.key for line in scene_lines(scene)}
    own = {key for key in SceneFile.__struct_fields__ if key not in ("settings", "obstacles", "bodies", "robots")}
    assert own == {"materials", "colors"} | {key for key in lines if ":" not in key}
    assert {"material:ice", "color:wood", "color:"} <= lines
    assert set(SettingsRow.__struct_fields__) == {spec.key for spec in SPECS} | {"scheme"}


def test_every_shape_has_its_sizes(scene):
    for row, words in ((BoxRow, {"size"}), (SphereRow, {"radius"}), (ConvexRow, {"vertices", "mesh", "scale", "unit"})):
        own = set(row.__struct_fields__) - set(LOOKS) - set(PLACED)
        assert own == words
    stone = lines_of(scene, "stone")
    assert stone["shape.vertices"].value == "The convex hull of 4 points [m], changed in the file: 4 corners."


BASE = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # the dog's, turned by 90° about z


@pytest.mark.parametrize(
    ("name", "key", "value", "chosen", "seen"),
    [
        ("brick", "inertia", OWN, {}, lambda one: one.model.bodies[0].inertia[0, 0] == pytest.approx(6 / 12 * 0.13)),
        ("stone", "com", (2, 0.25), {}, lambda one: one.model.bodies[0].com.tolist() == [0.25, 0.25, 0.25]),
        ("stone", "inertia.moments", (1, 0.4), {}, lambda one: one.model.bodies[0].inertia[1, 1] == 0.4),
        ("stone", "inertia.products", (2, 0.01), {}, lambda one: one.model.bodies[0].inertia[1, 2] == 0.01),
        ("stone", "inertia", UNIFORM, {}, lambda one: one.model.bodies[0].inertia[0, 1] == pytest.approx(2 / 80)),
        ("brick", "color", "wood", {}, lambda one: one.model.bodies[0].visuals[0].color[0] == 0xC5 / 255),
        ("ground", "choose.shape", NEW, {}, lambda one: len(one.model.bodies[0].collisions) == 3),
        ("ground", "choose.shape", GONE, {"shape": 1}, lambda one: len(one.model.bodies[0].collisions) == 1),
        ("ground", "shape.xyz", (0, 7.0), {"shape": 1}, lambda one: one.model.bodies[0].collisions[1].placement[0, 3] == 7),
        ("ground", "shape.material", "ice", {"shape": 1}, lambda one: one.model.bodies[0].collisions[1].material == "ice"),
        ("ground", "shape", "sphere", {"shape": 1}, lambda one: one.model.bodies[0].collisions[1].shape.radius == 0.05),
        ("arm", "joint.velocity", 0.4, {"joint": "elbow"}, lambda one: one.v.tolist() == [0.0, 0.4]),
        ("arm", "law", "computed_torque", {}, lambda one: one.controller.law == "computed_torque"),
        ("arm", "law", "", {}, lambda one: one.controller is None),
        ("played", "law", "pd", {}, lambda one: np.all(one.controller.stiffness > 0.0)),
        ("played", "playback.hold", "linear", {}, lambda one: one.controller.hold == "linear"),
        ("arm", "controller.gravity_compensation", "yes", {}, lambda one: one.controller.gravity_compensation),
        ("arm", "controller.target", "own", {}, lambda one: one.controller.target.tolist() == one.q.tolist()),
        ("arm", "choose.payload", NEW, {}, lambda one: sum(body.mass for body in one.model.bodies) > 2.0),
        (
            "arm",
            "materials",
            "ice",
            {"body": "link2"},
            lambda one: {c.material for c in one.model.bodies[-1].collisions} <= {"ice"},
        ),
        ("arm", "ignore_collisions", "link1 + link2", {}, lambda one: ("link1", "link2") in one.model.never_touching),
        ("dog", "joint.velocity", 0.5, {"joint": "BL_KFE"}, lambda one: one.v[2] == 1.0 and 0.5 in one.v),
        ("dog", "velocity", (0, 2.0), {}, lambda one: np.allclose(BASE @ one.v[:3], [2.0, 0.0, 1.0], atol=1e-15)),
    ],
)
def test_what_is_entered_reads_as_that(scene, name, key, value, chosen, seen):
    assert seen(part(edited(scene, name, key, value, **chosen), name))


def test_a_payload_is_heavier_where_it_is_said(scene):
    masses = [part(edited(scene, "arm", "payload.mass", m), "arm").model.bodies[-1].mass for m in (1.0, 3.0)]
    assert masses[1] - masses[0] == pytest.approx(2.0)
    assert "payload" not in tomllib.loads(edited(scene, "arm", "choose.payload", GONE).source)["robots"][0]


def test_a_payload_is_offered_bodies_that_move(scene):
    assert set(lines_of(scene, "arm")["payload.body"].options) == {"link1", "link2"}
    ur5 = sim.scene_from_text('[[robots]]\nname = "arm"\nmodel = "ur5"\n', "ur5.toml", load_model=robots.load)
    model = ur5.parts[0].model
    assert model.body_names[-1] == "world"  # which is fixed
    text = with_line(ur5.source, ur5.parts[0], "choose.payload", NEW, chosen=Chosen())
    assert tomllib.loads(text)["robots"][0]["payload"]["body"] == "tool0"


def test_a_base_whose_velocities_are_numbers_is_changed_in_the_world(scene):
    moving = edited(scene, "dog", "joint.velocity", 0.5, joint="BL_KFE")
    again = edited(moving, "dog", "velocity", (0, 2.0))
    assert lines_of(again, "dog")["velocity"].value == pytest.approx((2.0, 0.0, 1.0))
    spun = edited(again, "dog", "spin", (2, 90.0))  # in the unit of the file
    assert lines_of(spun, "dog")["spin"].value == pytest.approx((0.0, 0.0, 90.0))
    assert part(spun, "dog").v[5] == pytest.approx(np.pi / 2)


def test_a_robot_that_is_placed_by_another_frame_stands_where_it_did(scene):
    for frame in ("BL_contact", ""):
        moved = edited(scene, "dog", "placed_by", frame)
        np.testing.assert_allclose(part(moved, "dog").placement, part(scene, "dog").placement, atol=1e-11)
        assert tomllib.loads(moved.source)["robots"][1].get("placed_by", "") == frame
    foot = edited(scene, "dog", "placed_by", "BL_contact")
    down = edited(foot, "dog", "xyz", (2, 0.0))
    assert sim.frame_pose(down.model, down.initial.q, "dog/BL_contact")[2, 3] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("key", "value", "seen"),
    [
        ("title", "Ice", lambda scene: scene.title == "Ice"),
        ("duration", 2.5, lambda scene: scene.duration == 2.5),
        ("gravity", (2, -1.62), lambda scene: scene.gravity == (0.0, 0.0, -1.62)),
        ("material:ice", "snow", lambda scene: part(scene, "ground").model.bodies[0].collisions[0].material == "snow"),
        ("color:wood", "#000000", lambda scene: True),
        ("color:", "red #FF0000", lambda scene: tomllib.loads(scene.source)["colors"]["red"] == "#FF0000"),
    ],
)
def test_the_scene_itself_is_changed(scene, key, value, seen):
    assert seen(read(with_scene_line(scene.source, key, value)))


def test_angles_are_the_same_in_another_unit(scene):
    again = read(with_scene_line(scene.source, "angle_unit", "rad"))
    np.testing.assert_allclose(again.initial.q, scene.initial.q, atol=1e-15)
    np.testing.assert_allclose(again.initial.v, scene.initial.v, atol=1e-15)
    for one, other in zip(again.parts, scene.parts, strict=True):
        np.testing.assert_allclose(one.placement, other.placement, atol=1e-15)


def test_a_material_that_something_is_made_of_stays(scene):
    with pytest.raises(ArgumentError, match="something is made of 'ice'"):
        with_scene_line(scene.source, "material:ice", "")
    with pytest.raises(ArgumentError, match="a name and a colour are wanted"):
        with_scene_line(scene.source, "color:", "red")


@pytest.mark.parametrize("key", ["mass", "shape.size", "xyz", "velocity"])
def test_what_nobody_can_have_meant_is_refused_with_the_limits(scene, key):
    line = lines_of(scene, "brick")[key]
    assert line.reason_against(1e12) == f"{line.title}: a number from {line.least:g} to {line.most:g} {line.unit} is wanted."
    assert line.reason_against(1.0) == ""


def test_densities_are_told_of_and_refused_beyond_all_matter():
    box = Box((0.1, 0.1, 0.1))
    assert (density_fault(7.8, box), density_note(7.8, box)) == ("", "")
    assert density_note(100.0, box) == "Its density is 100000 kg/m³: osmium, the densest element, has 22600."
    assert "from 1e-06 to 1e+09 kg/m³ is taken" in density_fault(1e9, box)


CHOICES = (Chosen(), Chosen(joint="elbow", shape=1, body="link2"))


def fields_of(scene, name, chosen):
    """By line and place in it of each number of a part's form: the number, and its place in the file."""
    one = part_in_text(scene, scene.source, part_of(scene, name))
    found = {}
    for line in part_lines(one, one.file_unit, chosen):
        if line.kind in ("number", "numbers"):
            places = sweep_places(one, line.key, chosen)
            assert len(places) in (0, np.size(line.value)), line.key
            found |= {(line.key, k): (np.ravel(line.value)[k], place) for k, place in enumerate(places) if place}
    return found


def test_a_number_that_a_sweep_varies_is_that_of_its_field_alone(scene):
    for key, joint in (("joint.start", "elbow"), ("joint.target", "elbow"), ("joint.stiffness", "shoulder")):
        scene = edited(scene, "arm", key, 0.3, joint=joint)
    varied = set()
    for name in ("ground", "brick", "stone", "arm", "dog"):
        for chosen in CHOICES:
            before, numbers = fields_of(scene, name, chosen), numbers_of(scene)
            for (key, k), (number, place) in before.items():
                value = numbers[place]
                more = [x + 0.01 for x in value] if isinstance(value, list) else 1.05 * value + 0.01
                after = fields_of(sim.with_values(scene, {place: more}), name, chosen)
                assert after[key, k][0] != number, place
                assert all(after[at][0] == before[at][0] for at in before if before[at][1] != place), place
                varied.add(place)
    assert {"robots.arm.q[1]", "robots.arm.controller.stiffness[0]", "robots.arm.payload.mass", "bodies.brick.rpy"} <= varied
    assert {"bodies.stone.inertia.xx", "obstacles.ground.shapes[1].size[0]", "robots.dog.velocity[2]"} <= varied
    assert not any("vertices" in place for place in varied)


def test_what_the_forms_of_shipped_scenes_offer_to_sweeps_is_in_their_files():
    for name in sim.scene_names():
        scene = sim.load_scene(name)
        known = numbers_of(scene)
        lines = {line.key for line in scene_lines(scene) if line.kind in ("number", "numbers")}
        assert lines == set(OF_SCENE)
        assert known.keys() >= {place for places in OF_SCENE.values() for place in places}
        for part in scene.parts:
            for _, place in fields_of(scene, part.name, Chosen()).values():
                assert place in known, place
