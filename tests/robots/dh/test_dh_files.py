"""A DH file that is wrong is refused with the line and the reason; what it leaves out is said."""

import numpy as np
import pytest

from torseur import robots
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import JointKind, Severity
from torseur.sim.multibody.model.shapes import Box, Sphere

TABLE = """name = "two"
convention = "standard"
angle_unit = "deg"

[colors]
paint = "#FF8000"

[[joints]]
name = "one"
kind = "revolute"
alpha = 90
visuals = [
    { shape = "box", size = [1, 2, 3], xyz = [0, 0, 1], rpy = [0, 90, 0], color = "paint" },
    { shape = "sphere", radius = 0.1, color = "#11223344" },
]

[[joints]]
name = "two"
kind = "prismatic"
lower = 0
upper = 1
mass = 1
inertia = { xx = 1, yy = 1, zz = 1 }

[poses]
ready = [90, 0.5]
"""


def test_a_table_is_read_in_its_own_angle_unit(write):
    model = robots.load(write(TABLE, "two.toml"))
    assert model.joint_names == ("one", "two")
    assert [joint.kind for joint in model.joints] == [JointKind.FIXED, JointKind.REVOLUTE, JointKind.PRISMATIC]
    np.testing.assert_array_equal(model.poses["ready"], [np.pi / 2, 0.5])
    np.testing.assert_array_equal(model.poses["home"], [0.0, 0.0])
    np.testing.assert_array_equal(model.lower, [-np.inf, 0.0])
    box, sphere = model.bodies[1].visuals
    assert (box.shape, box.color) == (Box((1.0, 2.0, 3.0)), (1.0, 128 / 255, 0.0, 1.0))
    assert (sphere.shape, sphere.color) == (Sphere(0.1), (0x11 / 255, 0x22 / 255, 0x33 / 255, 0x44 / 255))
    np.testing.assert_array_equal(box.placement, [[0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 1], [0, 0, 0, 1]])


def test_links_without_mass_are_named(write):
    path = write(TABLE, "two.toml")
    (finding,) = robots.load(path).findings
    assert finding.severity is Severity.WARNING
    assert str(finding) == (
        f"{path}:8: warning: no mass is given for 'link1'; kinematics are exact, dynamics are not those of a real robot"
    )


JOINT_KEYS = (
    "name, kind, theta, d, a, alpha, lower, upper, velocity, effort, damping, friction, armature, link, mass, com, "
    "inertia, visuals, collisions"
)
TOP_KEYS = "name, convention, joints, title, angle_unit, base, tool, colors, poses"
MISTAKES = {
    "unknown key": (
        "alpha = 90",
        "alfa = 90",
        11,
        f"no key named 'alfa' in joints[0]; did you mean 'alpha'? It has: {JOINT_KEYS}",
    ),
    "unknown key at the top": (
        "angle_unit",
        "angles",
        3,
        f"no key named 'angles' in the file; did you mean 'angle_unit'? It has: {TOP_KEYS}",
    ),
    "unknown key of a shape": (
        "radius = 0.1",
        "radius = 0.1, at = 1",
        14,
        "no key named 'at' in joints[0].visuals[1]; it has: shape, xyz, rpy, color, material, name, radius",
    ),
    "text for a number": ("alpha = 90", 'alpha = "90"', 11, "joints[0].alpha: expected a number, got a text: '90'"),
    "not finite": ("alpha = 90", "alpha = inf", 11, "joints[0].alpha: inf is not a finite number"),
    "unknown kind": (
        '"prismatic"',
        '"sliding"',
        19,
        "joints[1].kind: 'sliding' is not one of 'fixed', 'prismatic', 'revolute'",
    ),
    "unknown convention": ('"standard"', '"dh"', 2, "convention: 'dh' is not one of 'modified', 'standard'"),
    "unknown shape": (
        '"sphere"',
        '"cone"',
        14,
        "joints[0].visuals[1].shape: 'cone' is not one of 'box', 'sphere', 'cylinder', 'capsule', 'ellipsoid'",
    ),
    "negative radius": ("radius = 0.1", "radius = -0.1", 14, "joints[0].visuals[1].radius: expected a number > 0.0, got -0.1"),
    "missing name": ('name = "two"\nkind', "kind", 17, "joints[1]: the key 'name' is missing"),
    "two of one name": ('name = "two"\nkind', 'name = "one"\nkind', 18, "a second joint is named 'one'"),
    "one limit": ("upper = 1\n", "", 20, "joint 'two' has lower but no upper; give both or neither"),
    "limits crossed": ("upper = 1\n", "upper = -1\n", 20, "joint 'two': lower 0 is above upper -1"),
    "mass without inertia": (
        "inertia = { xx = 1, yy = 1, zz = 1 }\n",
        "",
        22,
        "body 'link2' has a mass of 1 kg but no inertia",
    ),
    "impossible inertia": (
        "zz = 1",
        "zz = 3",
        23,
        "body 'link2': no body has this inertia: its principal moments are 1, 1, 3 kg m²; "
        "none may exceed the sum of the two others",
    ),
    "pose of wrong size": ("[90, 0.5]", "[90]", 26, "pose 'ready' has 1 numbers; the table has 2 moving joints"),
    "pose beyond a limit": ("[90, 0.5]", "[90, 2]", 26, "pose 'ready' takes joint 'two' beyond its limits"),
    "pose of texts": ("[90, 0.5]", '["x", 0]', 26, "poses.ready[0]: expected a number, got a text: 'x'"),
    "unknown colour": ('"paint" }', '"pain" }', 13, "no color named 'pain' in [colors]; did you mean 'paint'? It has: paint"),
    "not a colour": ("#FF8000", "#FF80", 6, '\'#FF80\' is not a colour; write "#rrggbb" or "#rrggbbaa"'),
    "not TOML": ("alpha = 90", "alpha = ", 11, "not TOML: Invalid value"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_its_line(mistake, write):
    old, new, line, message = MISTAKES[mistake]
    assert TABLE.count(old) == 1
    path = write(TABLE.replace(old, new), "two.toml")
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    assert str(caught.value) == f"{path}:{line}: {message}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe\x00", "not a text file in UTF-8"),
        (b"a = " + b"[" * 90, "not TOML"),
        (b"a = " + b"[" * 5000, ":1: lists and tables are nested more than 100 deep"),
    ],
)
def test_what_is_no_text_is_refused(content, message, write):
    with pytest.raises(ModelError, match=message):
        robots.load(write(content, "two.toml"))
