"""MJCF of older versions of MuJoCo opens, as MuJoCo reads it without what it no longer has; what is switched off is said."""

from pathlib import Path

import numpy as np
import pytest

from torseur import robots
from torseur.robots.mjcf.compiler_errors import compiler_error
from torseur.sim.errors import ModelError

mujoco = pytest.importorskip("mujoco")

BODY = '<body name="a"><joint name="j" {joint}/><geom name="g" size=".1" {geom}/></body>'
PLAIN = BODY.format(joint="", geom="")
# A ring of 8 thin blocks: what its triangles enclose is far less than their convex hull.
RING = np.array([(r * np.cos(t), r * np.sin(t), z) for t in np.arange(8) * np.pi / 4 for r in (0.8, 1) for z in (0, 0.1)])


@pytest.fixture
def write(tmp_path):
    def write(head, body=PLAIN, name="robot.xml"):
        path = tmp_path / name
        path.write_text(f"<mujoco>\n{head}\n<worldbody>{body}</worldbody></mujoco>")
        return path

    return write


def said(path):
    findings = robots.load(path).findings
    return [(Path(one.path).name, one.rule, one.line, one.message) for one in findings if "older" in one.message or one.line]


@pytest.mark.slow
@pytest.mark.parametrize(("head", "rule", "message"), [
    ('<compiler convexhull="false"/>', "mjcf-unused", "<compiler> convexhull='false' is of older versions"),
    ("<option apirate='100'/>", "mjcf-unused", "<option> apirate='100' is of older versions"),
    ('<option collision="predefined"/>', "mjcf-left-out", "masks say"),
    ('<option mpr_tolerance="1"><flag passive="enable"/></option>', "mjcf-unused", "mpr_tolerance"),
    ('<option><flag passive="disable"/></option>', "mjcf-left-out", "damping and springs act all the same"),
    ('<default class="robot"><geom density="10"/></default>', "mjcf-unused", "the outermost class is called 'main'"),
])  # fmt: skip
def test_what_only_older_versions_of_mujoco_read_is_left_out_at_its_line(head, rule, message, write):
    path = write(head)
    try:
        mujoco.MjModel.from_xml_path(str(path))
    except ValueError:
        _, found, line, text = said(path)[0]
        assert (found, line) == (rule, 2)
        assert message in text
    else:  # an older version of MuJoCo
        assert said(path) == []


def test_parts_of_the_outermost_class_keep_it_where_it_had_another_name(write):
    model = robots.load(
        write('<default class="robot"><geom density="10"/></default>', BODY.format(joint="", geom='class="robot"'))
    )
    assert model.bodies[0].mass == pytest.approx(10 * 4 / 3 * np.pi * 0.1**3)


def test_older_parts_of_an_included_file_are_left_out_there(write):
    write('<option apirate="3"/><compiler exactmeshinertia="false"/>', "", "more.xml")
    path = write('<compiler convexhull="true"/>\n<include file="more.xml"/>')
    if not said(path):
        pytest.skip("an older version of MuJoCo")
    assert [(file, line) for file, _, line, _ in said(path)] == [("robot.xml", 2), ("more.xml", 2), ("more.xml", 2)]


def test_meshes_of_files_that_want_it_have_the_inertia_of_their_triangles(write):
    around = [(4 * i, 4 * ((i + 1) % 8)) for i in range(8)]
    quads = [
        q
        for a, b in around
        for q in ((a + 2, b + 2, b + 3, a + 3), (b, a, a + 1, b + 1), (a + 1, a + 3, b + 3, b + 1), (a + 2, a, b, b + 2))
    ]
    faces = " ".join(f"{a} {b} {c} {a} {c} {d}" for a, b, c, d in quads)
    vertices = " ".join(f"{x:g}" for x in RING.ravel())
    head = f'<compiler exactmeshinertia="true"/><asset><mesh name="ring" vertex="{vertices}" face="{faces}"/></asset>'
    model = robots.load(write(head, '<body name="a"><freejoint/><geom type="mesh" mesh="ring"/></body>'))
    octagon = 2 * np.sqrt(2)  # area of one of radius 1
    assert model.bodies[0].mass == pytest.approx(1000 * 0.1 * octagon * (1 - 0.8**2), rel=1e-5)


def test_what_a_file_switches_off_is_said(write):
    (finding,) = robots.load(write('<option><flag gravity="disable" spring="disable"/></option>')).findings
    assert (finding.rule, finding.line) == ("mjcf-left-out", 2)
    assert "switches off springs, gravity" in finding.message or "switches off gravity, springs" in finding.message


def test_a_range_that_limits_nothing_is_said(write):
    model = robots.load(write("", BODY.format(joint='range="90 -90"', geom="")))
    assert [one.rule for one in model.findings] == ["limit-left-out"]
    assert model.joints[0].lower == -np.inf


def test_a_missing_mesh_whose_mass_is_given_is_refused_whatever_its_density(write):
    mesh = '<asset><mesh name="no" file="no.stl"/></asset>'
    shapes = '<geom size=".1"/><geom type="mesh" mesh="no" mass="5" density="0"/>'
    with pytest.raises(ModelError, match=r"no\.stl"):
        robots.load(write(mesh, f'<body name="a"><joint name="j"/>{shapes}</body>'))


@pytest.mark.parametrize(("assets", "shapes", "tag"), [
    ('<mesh name="no" file="no.stl"/>', '<geom type="mesh" mesh="no" mass="0"/>', "mesh"),
    ('<hfield name="no" file="no.png" size="1 1 1 1"/>', "", "hfield"),
    ('<skin name="no" file="no.skn"/>', "", "skin"),
])  # fmt: skip
def test_files_that_no_mass_follows_from_may_be_missing(assets, shapes, tag, write):
    floor = '<geom type="hfield" hfield="no"/>' if tag == "hfield" else ""
    body = f'{floor}<body name="a"><joint name="j"/><geom name="g" size=".1"/>{shapes}</body>'
    model = robots.load(write(f"<asset>{assets}</asset>", body))
    (finding,) = model.findings
    assert (finding.rule, finding.line, finding.element) == ("mesh-missing", 2, f"<{tag}>")
    assert len(model.bodies[-1].visuals) == 1


SHAPE = '<geom size="1"/>'
IN_BODY = "<mujoco>\n<worldbody>\n<body name='b'>\n{}</body></worldbody></mujoco>"
WORLD = f"<mujoco><worldbody>\n<body name='b'><joint name='j'/>{SHAPE}</body></worldbody>\n{{}}</mujoco>"

# fmt: off
# text, line, part, message, what is given, what is wanted
REFUSED = (
    (IN_BODY.format("<gem/>"), 4, "body 'b'", "body 'b': <gem> does not belong here", "<gem>", "an element that MJCF has here"),
    (IN_BODY.format('<geom siz="1"/>'), 4, "body 'b'", "body 'b': <geom> siz='1' is no attribute of it", "1",
     "an attribute that it has"),
    (IN_BODY.format('<geom type="ball"/>'), 4, "body 'b'", "body 'b': <geom> type='ball': MJCF has no such word there", "ball",
     "a word that type takes"),
    (IN_BODY.format('<geom size="big"/>'), 4, "body 'b'", "body 'b': <geom> size='big' is not the number that it is to be", "big",
     "numbers"),
    (IN_BODY.format(f'<joint name="j" pos="1 2"/>{SHAPE}'), 4, "joint 'j'",
     "joint 'j': <joint> pos='1 2' has 2 values; more are wanted", "1 2", "more numbers"),
    (IN_BODY.format('<geom size="-1"/>'), 4, "body 'b'", "body 'b': <geom> size='-1': lengths are above 0", "-1", "above 0"),
    (IN_BODY.format("<joint/>"), 3, "body 'b'", "body 'b': it moves, and has no mass or no inertia", "",
     "an <inertial>, or shapes, with a mass and an inertia above 0"),
    (IN_BODY.format('<joint/><inertial mass="1" pos="0 0 0" diaginertia="1 1 5"/>'), 3, "body 'b'",
     "body 'b': <inertial> diaginertia='1 1 5': the largest principal moment exceeds the sum of the others, which no body's does",
     "1 1 5", "at most the sum of the others; <compiler balanceinertia='true'> makes it so"),
    (IN_BODY.format(f"{SHAPE}</body>\n<body name='b'>{SHAPE}"), 5, "body 'b'",
     "body 'b': a second body is named 'b'; the first is on line 3", "b", "another name"),
    (IN_BODY.format('<geom size="1" quat="1 0 0 0" euler="0 0 1"/>'), 4, "body 'b'",
     "body 'b': <geom> is turned by quat and by euler", "quat, euler", "one of quat, axisangle, euler, xyaxes, zaxis"),
    (IN_BODY.format(f'<joint name="j" limited="true" range="2 1"/>{SHAPE}'), 4, "joint 'j'",
     "joint 'j': <joint> range='2 1': the first number is not below the second", "2 1",
     "two numbers, the first below the second"),
    (WORLD.format("<actuator>\n<motor name='m' joint='k'/></actuator>"), 4, "motor 'm'",
     "motor 'm': <motor> moves 'k', which is not in the file", "k", "the name of what it moves"),
    (WORLD.format("<keyframe>\n<key name='up' qpos='1 2'/></keyframe>"), 4, "key 'up'",
     "key 'up': <key> qpos has 2 values; the model has 1", "2 values", "1 values"),
    ("<mujoco>\n<option integrator='rk5'/></mujoco>", 2, "", "<option> integrator='rk5': MJCF has no such word there", "rk5",
     "a word that integrator takes"),
    ("<mujoco>\n<include file='no.xml'/></mujoco>", 2, "", "the file 'no.xml' cannot be opened", "no.xml", "a file"),
    (WORLD.format("<tendon>\n<spatial name='t'><site site='s'/></spatial></tendon>"), 4, "spatial 't'",
     "spatial 't': it cannot be compiled", "", ""),
)
# fmt: on


@pytest.mark.slow
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[3])
def test_a_refusal_names_the_part_what_is_given_and_what_is_wanted(case, tmp_path):
    text, line, part, message, given, wanted = case
    path = tmp_path / "robot.xml"
    path.write_text(text)
    (finding,) = robots.diagnose(path)
    said, cause = finding.message.split(" (MuJoCo: ")
    assert (said, finding.found, finding.wanted) == (message, given, wanted)
    assert (finding.path, finding.line, finding.element, finding.rule) == (str(path), line, part, "mjcf")
    assert cause.endswith(")")
    assert "Element" not in cause, "where it is stands elsewhere"


def test_words_that_are_not_known_and_places_that_are_not_are_told_all_the_same():
    assert compiler_error("Error: a new fault", None).message == "the file cannot be compiled (MuJoCo: a new fault)"
