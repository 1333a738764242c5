"""Faults of tables of Denavit-Hartenberg rows: each has a line, a key, what is found and what is wanted; all in one pass."""

import pytest

from torseur import robots
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Finding

TABLE = """name = "two"
convention = "standard"
angle_unit = "deg"

[colors]
paint = "#FF8000"

[base]
mass = 1

inertia = { xx = 1, yy = 1, zz = 1 }

[[joints]]
name = "one"
kind = "revolute"
alpha = 90
mass = 1
inertia = { xx = 1, yy = 1, zz = 1 }
visuals = [
    { shape = "box", size = [1, 2, 3], color = "paint" },
    { shape = "sphere", radius = 0.1 },
]
collisions = [
    { shape = "sphere", radius = 0.1 },
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
JOINT = (
    "name, kind, theta, d, a, alpha, lower, upper, velocity, effort, damping, friction, armature, link, mass, com, "
    "inertia, visuals, collisions"
)
TOP = "name, convention, joints, title, angle_unit, base, tool, colors, poses"
SPHERE = "shape, xyz, rpy, color, material, name, radius"

# fmt: off
# rule, what is replaced in the table, by what; line, key, found, wanted, message
CASES = (
    ("key-unknown", "alpha", "alfa", 16, "joints[0].alfa", "alfa", JOINT,
     f"no key named 'alfa' in joints[0]; did you mean 'alpha'? It has: {JOINT}"),
    ("key-unknown", "angle_unit", "angles", 3, "angles", "angles", TOP,
     f"no key named 'angles' in the file; did you mean 'angle_unit'? It has: {TOP}"),
    ("key-unknown", "radius = 0.1 },\n]\ncoll", "radius = 0.1, at = 1 },\n]\ncoll", 21, "joints[0].visuals[1].at", "at",
     SPHERE, f"no key named 'at' in joints[0].visuals[1]; it has: {SPHERE}"),
    ("key-unknown", '"sphere", radius = 0.1 },\n]\ncoll', '"sphere", radius = 0.1, material = "ice" },\n]\ncoll', 21,
     "joints[0].visuals[1].material", "ice", "no material",
     "body 'link1': a visual has no material; a collision has"),
    ("key-unknown", 'radius = 0.1 },\n]\n\n', 'radius = 0.1, color = "paint" },\n]\n\n', 24,
     "joints[0].collisions[0].color", "paint", "no color", "body 'link1': a collision has no color; a visual has"),
    ("key-missing", 'name = "two"\nkind', "kind", 27, "joints[1].name", "", "name", "joints[1]: the key 'name' is missing"),
    ("key-missing", 'shape = "box", ', "", 20, "joints[0].visuals[0].shape", "", "shape",
     "joints[0].visuals[0]: the key 'shape' is missing"),
    ("value-type", "alpha = 90", 'alpha = "90"', 16, "joints[0].alpha", "'90'", "a number",
     "joints[0].alpha: expected a number, got a text: '90'"),
    ("value-type", "lower = 0", 'lower = "0"', 30, "joints[1].lower", "'0'", "a number",
     "joints[1].lower: expected a number, got a text: '0'"),
    ("value-type", "[90, 0.5]", '["x", 0]', 36, "poses.ready[0]", "'x'", "a number",
     "poses.ready[0]: expected a number, got a text: 'x'"),
    ("value-type", "[90, 0.5]", "2024-01-01", 36, "poses.ready", "2024-01-01", "a list",
     "poses.ready: expected a list, got a date or time: 2024-01-01"),
    ("value-word", '"prismatic"', '"sliding"', 29, "joints[1].kind", "sliding", "'fixed', 'prismatic', 'revolute'",
     "joints[1].kind: 'sliding' is not one of 'fixed', 'prismatic', 'revolute'"),
    ("value-word", '"box", size', '"cone", size', 20, "joints[0].visuals[0].shape", "cone",
     "'box', 'sphere', 'cylinder', 'capsule', 'ellipsoid'",
     "joints[0].visuals[0].shape: 'cone' is not one of 'box', 'sphere', 'cylinder', 'capsule', 'ellipsoid'"),
    ("value-range", "radius = 0.1 },\n]\n\n", "radius = -0.1 },\n]\n\n", 24, "joints[0].collisions[0].radius", "-0.1",
     "a number > 0.0", "joints[0].collisions[0].radius: expected a number > 0.0, got -0.1"),
    ("value-range", "mass = 1\n\n", "mass = -1\n\n", 9, "base.mass", "-1", "a number >= 0.0",
     "base.mass: expected a number >= 0.0, got -1"),
    ("value-count", "size = [1, 2, 3]", "size = [1, 2]", 20, "joints[0].visuals[0].size", "2", "a list of length 3",
     "joints[0].visuals[0].size: expected a list of length 3, got 2: [1, 2]"),
    ("value-count", "[90, 0.5]", "[90]", 36, "poses.ready", "1", "2 numbers",
     "pose 'ready' has 1 numbers; the table has 2 moving joints"),
    ("not-finite", "alpha = 90", "alpha = inf", 16, "joints[0].alpha", "inf", "a finite number",
     "joints[0].alpha: inf is not a finite number"),
    ("name-missing", 'name = "one"', 'name = ""', 14, "joints[0].name", "", "a name",
     "joints[0].name: a joint has an empty name"),
    ("name-missing", 'name = "two"\nconv', 'name = ""\nconv', 1, "name", "", "a name", "the robot has an empty name"),
    ("name-missing", "[base]", '[base]\nname = ""', 9, "base.name", "", "a name", "the base has an empty name"),
    ("name-duplicate", 'name = "two"\nkind', 'name = "one"\nkind', 28, "joints[1].name", "one", "another name",
     "a second joint is named 'one'"),
    ("name-duplicate", "lower = 0", 'link = "base"\nlower = 0', 30, "joints[1].link", "base", "another name",
     "a second link is named 'base'"),
    ("limit-single", "upper = 1\n", "", 30, "joints[1].lower", "lower", "lower and upper, or neither",
     "joint 'two' has lower but no upper; give both or neither"),
    ("limits-crossed", "upper = 1\n", "upper = -1\n", 30, "joints[1].lower", "0", "at most -1",
     "joint 'two': lower 0 is above upper -1"),
    ("inertia-missing", "mass = 1\n\ninertia = { xx = 1, yy = 1, zz = 1 }\n", "mass = 1\n", 9, "base.mass", "1", "inertia",
     "body 'base' has a mass of 1 kg but no inertia"),
    ("mass-missing", "mass = 1\n\n", "\n\n", 11, "base.inertia", "", "a mass above 0",
     "body 'base' has an inertia but no mass"),
    ("inertia-negative", "zz = 1 }\n\n[[joints]]\nname = \"one\"", "zz = -1 }\n\n[[joints]]\nname = \"one\"", 11,
     "base.inertia", "−1, 1, 1", "moments of 0 or more",
     "body 'base': no body has this inertia: its principal moments are −1, 1, 1 kg m², one of them negative"),
    ("inertia-impossible", "zz = 1 }\nvisuals", "zz = 3 }\nvisuals", 18, "joints[0].inertia", "3", "at most 2",
     "body 'link1': no body has this inertia: its principal moments are 1, 1, 3 kg m²; none may exceed the sum of the "
     "two others"),
    ("colour-unknown", '"paint" }', '"pain" }', 20, "joints[0].visuals[0]", "pain", "paint",
     "no color named 'pain' in [colors]; did you mean 'paint'? It has: paint"),
    ("colour-unknown", "#FF8000", "#FF80", 6, "colors.paint", "#FF80", '"#rrggbb" or "#rrggbbaa"',
     "'#FF80' is not a colour; write \"#rrggbb\" or \"#rrggbbaa\""),
    ("pose-beyond", "[90, 0.5]", "[90, 2]", 36, "poses.ready", "2", "0 to 1",
     "pose 'ready' takes joint 'two' beyond its limits"),
)
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=[f"{case[0]} {case[4]}" for case in CASES])
def test_a_fault_has_its_line_key_and_sentence(case, write):
    rule, old, new, line, key, found, wanted, message = case
    assert TABLE.count(old) == 1
    path = write(TABLE.replace(old, new), "two.toml")
    expected = Finding(robots.RULES[rule].severity, message, str(path), int(line), rule, key, found, wanted)
    assert robots.diagnose(path) == (expected,)
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    assert str(caught.value) == f"{path}:{line}: {message}"


def test_a_table_without_faults_has_no_finding(write):
    assert robots.diagnose(write(TABLE, "two.toml")) == ()


MANY = """name = 3
convention = "mixed"
colour = "red"

[colors]
paint = "red"

[[joints]]
name = "one"
kind = "revolving"
alpha = nan
mass = 2
visuals = [
    { shape = "box", size = [1, 2], color = "#12" },
    { shape = "ball", radius = 0.1 },
]

[[joints]]
name = "one"
kind = "prismatic"
lower = 1
upper = 0
velocity = -1
inertia = { xx = 1, yy = 1, zz = "1" }

[poses]
ready = [0, "0"]
"""


def test_all_faults_of_a_table_are_found_in_one_pass(write):
    path = write(MANY, "many.toml")
    assert [(finding.line, finding.rule, finding.element) for finding in robots.diagnose(path)] == [
        (1, "value-type", "name"),
        (2, "value-word", "convention"),
        (3, "key-unknown", "colour"),
        (6, "colour-unknown", "colors.paint"),
        (10, "value-word", "joints[0].kind"),
        (11, "not-finite", "joints[0].alpha"),
        (12, "inertia-missing", "joints[0].mass"),
        (14, "value-count", "joints[0].visuals[0].size"),
        (14, "colour-unknown", "joints[0].visuals[0]"),
        (15, "value-word", "joints[0].visuals[1].shape"),
        (19, "name-duplicate", "joints[1].name"),
        (21, "limits-crossed", "joints[1].lower"),
        (23, "value-range", "joints[1].velocity"),
        (24, "value-type", "joints[1].inertia.zz"),
        (27, "value-type", "poses.ready[1]"),
    ]
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    told = "name: expected a text, got a whole number: 3 (and 14 more; `torseur check` lists all)"
    assert str(caught.value) == f"{path}:1: {told}"
    with pytest.raises(ModelError, match="14 more"):
        robots.read_dh_table(path)


def test_what_follows_from_another_fault_is_not_said(write):
    """Without its rows a table has no poses of a wrong size, no links without mass."""
    path = write('name = "a"\nconvention = "standard"\njoints = []\n[poses]\nready = [1]\n', "a.toml")
    assert [finding.rule for finding in robots.diagnose(path)] == ["value-count"]


@pytest.mark.parametrize(
    ("content", "rule"), [(b" \n", "file-empty"), (b"\xff\xfe\x00", "not-toml"), (b"a = " + b"[" * 5000, "not-toml")]
)
def test_what_is_no_table_is_unreadable(content, rule, write):
    (finding,) = robots.diagnose(write(content, "a.toml"))
    assert finding.rule == rule
    assert robots.RULES[rule].unreadable


@pytest.mark.parametrize(("content", "line", "message"), [
    (b'name = "a"\n\n# \xff\n', 3, "not a text file in UTF-8"),
    (b'name = "a"\njoints = [1\n\n', 2, "not TOML: Unclosed array (at end of document)"),
    (TABLE.replace('name = "two"\nconv', "conv").encode(), 1, "the key 'name' is missing"),
    (b"a = " + b"[" * 5000, 1, "lists and tables are nested more than 100 deep"),
    (TABLE.encode() + b"[a.b]\n", 1, f"no key named 'a' in the file; it has: {TOP}"),
])  # fmt: skip
def test_what_has_no_line_of_its_own_is_on_the_line_where_reading_ends_or_begins(content, line, message, write):
    (finding,) = robots.diagnose(write(content, "a.toml"))
    assert (finding.line, finding.message) == (line, message)


def test_a_table_of_numbers_that_overflow_is_no_model(write):
    path = write(TABLE.replace("mass = 1\n\n[poses]", "").replace("alpha = 90", "alpha = 90\ncom = [1e200, 0, 0]"), "a.toml")
    (finding,) = robots.diagnose(path)
    assert (finding.rule, finding.message) == (
        "definition",
        "model 'two': joint 'one' or the bodies it carries have a inertia that is not finite",
    )
