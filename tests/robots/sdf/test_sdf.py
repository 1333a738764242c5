"""SDF: the robot is where its frames say, has the masses that it says, and what is wrong or left out has a line."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.documents.document import open_document
from torseur.robots.sdf.sdf_elements import read_model
from torseur.robots.urdf.urdf_reader import report_massless
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Body, Joint, JointKind, Visual
from torseur.sim.multibody.model.shapes import Box, Plane, SolidEllipsoid

INERTIAL = """<inertial><pose>0.01 0.02 0.03 0.1 0.2 0.3</pose><mass>3</mass>
  <inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.25</izz><ixy>0.01</ixy><ixz>0.02</ixz><iyz>0.03</iyz></inertia></inertial>"""
ARM = f"""<?xml version="1.0"?>
<sdf version="1.9">
  <model name="arm">
    <pose>0.1 0.2 0.3 0.4 0.5 0.6</pose>
    <frame name="mount" attached_to="base"><pose degrees="true">0 0 0.5 0 0 30</pose></frame>
    <link name="base">{INERTIAL}
      <visual name="shell"><pose relative_to="mount">0 0 0.1 0 0 0</pose>
        <geometry><box><size>0.1 0.2 0.9</size></box></geometry>
        <material><ambient>0 0 1 1</ambient><diffuse>1 0.5 0 1</diffuse></material><transparency>0.25</transparency></visual>
    </link>
    <link name="upper"><pose relative_to="mount">0.1 0 0 0.2 0.3 0</pose>{INERTIAL}
      <collision name="round"><geometry><ellipsoid><radii>0.1 0.2 0.3</radii></ellipsoid></geometry></collision>
      <collision name="floor"><geometry><plane><normal>0 1 0</normal></plane></geometry></collision>
    </link>
    <link name="hand"><pose relative_to="wrist">0 0.3 0 0 0 0</pose>{INERTIAL}</link>
    <joint name="shoulder" type="revolute"><parent>mount</parent><child>upper</child>
      <pose>0.01 0.02 0.03 0.3 0 0</pose>
      <axis><xyz expressed_in="__model__">0 0.6 0.8</xyz>
        <limit><lower>-1</lower><upper>2</upper><effort>5</effort><velocity>-1</velocity></limit>
        <dynamics><damping>0.2</damping><friction>0.1</friction>
          <spring_stiffness>3</spring_stiffness><spring_reference>0.4</spring_reference></dynamics></axis></joint>
    <joint name="wrist" type="universal"><parent>upper</parent><child>hand</child>
      <pose relative_to="upper">0.3 0 0 0 0.3 0</pose>
      <axis><xyz>1 0 0</xyz><limit><lower>-1e16</lower><upper>inf</upper></limit></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
    <joint name="weld" type="fixed"><parent>world</parent><child>base</child></joint>
  </model>
</sdf>
"""


def model_of(inside, version="1.9", attributes=""):
    """A file of one model."""
    return f'<sdf version="{version}">\n<model name="m" {attributes}>\n{inside}\n</model></sdf>'


def turned(axis, angle):
    """A turn (4, 4) about an axis, by Rodrigues' formula."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turn = np.eye(4)
    turn[:3, :3] += np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
    return turn


def test_links_are_where_the_frames_of_the_file_put_them(write):
    arm = robots.load(write(ARM, "arm.sdf"))
    assert (arm.joint_names, arm.nv) == (("shoulder", "wrist", "wrist_2"), 3)
    a, b, c = 0.7, -0.4, 0.9
    base = from_xyz_rpy((0.1, 0.2, 0.3), (0.4, 0.5, 0.6))
    mount = from_xyz_rpy((0, 0, 0.5), (0, 0, np.radians(30)))
    upper = mount @ from_xyz_rpy((0.1, 0, 0), (0.2, 0.3, 0))  # in the model's frame, at q = 0
    shoulder = upper @ from_xyz_rpy((0.01, 0.02, 0.03), (0.3, 0, 0))
    at_axis = np.eye(4)
    at_axis[:3, 3] = shoulder[:3, 3]
    moved = base @ at_axis @ turned((0, 0.6, 0.8), a) @ np.linalg.inv(at_axis) @ upper
    hand = moved @ from_xyz_rpy((0.3, 0, 0), (0, 0.3, 0)) @ turned((1, 0, 0), b) @ turned((0, 1, 0), c)
    q = np.array([a, b, c])
    for name, expected in {
        "base": base,
        "mount": base @ mount,
        "upper": moved,
        "hand": hand @ from_xyz_rpy((0, 0.3, 0), (0, 0, 0)),
    }.items():
        np.testing.assert_allclose(sim.frame_pose(arm, q, name), expected, rtol=0, atol=1e-14, err_msg=name)


def test_masses_limits_springs_shapes_and_colours_are_those_of_the_file(write):
    arm = robots.load(write(ARM, "arm.sdf"))
    turn = from_xyz_rpy((0, 0, 0), (0.1, 0.2, 0.3))[:3, :3]
    own = np.array([[0.1, 0.01, 0.02], [0.01, 0.2, 0.03], [0.02, 0.03, 0.25]])
    assert arm.bodies[0].mass == 3.0
    np.testing.assert_array_equal(arm.bodies[0].com, (0.01, 0.02, 0.03))
    np.testing.assert_allclose(arm.bodies[0].inertia, turn @ own @ turn.T, rtol=0, atol=1e-16)
    shoulder, wrist = arm.joint("shoulder"), arm.joint("wrist")
    assert (shoulder.lower, shoulder.upper, shoulder.effort_limit, shoulder.velocity_limit) == (-1.0, 2.0, 5.0, np.inf)
    assert (shoulder.damping, shoulder.friction, shoulder.stiffness, shoulder.rest) == (0.2, 0.1, 3.0, 0.4)
    assert wrist.kind is JointKind.CONTINUOUS
    (shell,) = arm.bodies[0].visuals
    assert (shell.shape, shell.color, shell.name) == (Box((0.1, 0.2, 0.9)), (1.0, 0.5, 0.0, 0.75), "shell")
    np.testing.assert_allclose(shell.placement[:3, 3], (0, 0, 0.6), atol=1e-15)
    ellipsoid, floor = arm.bodies[1].collisions
    assert (ellipsoid.shape, floor.shape) == (SolidEllipsoid((0.1, 0.2, 0.3)), Plane())
    np.testing.assert_allclose(floor.placement[:3, 2], (0, 1, 0), atol=1e-15)
    np.testing.assert_allclose(np.linalg.det(floor.placement), 1.0, rtol=1e-15)
    assert robots.diagnose(arm.source) == ()


TWO = f"""<link name="a">{INERTIAL}</link><link name="b"><pose>1 0 0 0 0 1.5707963267948966</pose>{INERTIAL}</link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz>{{}}</axis></joint>"""
OLD = "<use_parent_model_frame>1</use_parent_model_frame>"


@pytest.mark.parametrize(
    ("version", "said", "axis"),
    [("1.4", "", (0, -1, 0)), ("1.5", "", (1, 0, 0)), ("1.6", OLD, (0, -1, 0)), ("1.7", "", (1, 0, 0))],
)
def test_an_axis_is_in_the_frame_that_its_version_means(version, said, axis, write):
    model = robots.load(write(model_of(TWO.format(said), version), "two.sdf"))
    np.testing.assert_allclose(model.joint("j").axis, axis, atol=1e-15)


def test_a_model_floats_unless_it_is_static_or_asked_not_to(write):
    placed = "<pose rotation_format='quat_xyzw'>1 2 3 0 0 0.6 0.8</pose>" + TWO.format("")
    path = write(model_of(placed), "floating.sdf")
    model = robots.load(path)
    assert model.nv == 7
    np.testing.assert_allclose(model.poses["home"], (1, 2, 3, 0, 0, 0.6, 0.8, 0), atol=1e-15)
    fixed = robots.load(path, free_flyer=False)
    assert fixed.nv == 1
    np.testing.assert_allclose(sim.frame_pose(fixed, fixed.poses["home"], "a")[:3, 3], (1, 2, 3))
    path.write_text(model_of("<static>true</static>" + placed))
    static = robots.load(path)
    assert (static.nv, [finding.rule for finding in static.findings]) == (0, ["sdf-static"])


def test_screws_balls_and_mimics(write):
    inside = f"""<link name="a">{INERTIAL}</link><link name="b">{INERTIAL}</link><link name="c">{INERTIAL}</link>
<link name="d">{INERTIAL}</link><link name="e">{INERTIAL}</link>
<joint name="s" type="screw"><parent>a</parent><child>b</child><screw_thread_pitch>0.5</screw_thread_pitch><axis/></joint>
<joint name="old" type="screw"><parent>a</parent><child>c</child><thread_pitch>-4</thread_pitch><axis/></joint>
<joint name="ball" type="ball"><parent>c</parent><child>d</child></joint>
<joint name="m" type="prismatic"><parent>a</parent><child>e</child><axis><xyz>0 0 1</xyz>
<mimic joint="s"><multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference></mimic></axis></joint>"""
    model = robots.load(write(model_of(inside, "1.11"), "m.sdf"), free_flyer=False)
    assert [model.joint(name).pitch for name in ("s", "old")] == [0.5 / (2 * np.pi), 0.25]
    assert model.joint("ball").kind is JointKind.SPHERICAL
    q = model.poses["home"].copy()
    q[model.joint_slices()["s"][0]] = 0.4
    assert sim.frame_pose(model, q, "e")[2, 3] == pytest.approx(2 * (0.4 - 0.1) + 0.5, abs=1e-15)
    assert sim.frame_pose(model, q, "b")[2, 3] == pytest.approx(0.4 * 0.5 / (2 * np.pi), abs=1e-16)


def test_a_world_of_one_model_opens_and_says_what_it_includes(write):
    model = ARM[ARM.index("<model") : ARM.index("</sdf>")]
    include = "<include><uri>model://sun</uri></include>"
    world = f'<sdf version="1.6">\n<world name="w">\n{include}\n{model}</world></sdf>'
    document = open_document(write(world, "one.world"))
    assert document.scene.model.nv == 3
    (left_out,) = (finding for finding in document.findings if finding.rule == "sdf-left-out")
    assert (left_out.line, "model://sun" in left_out.message) == (3, True)


LINK = f'<link name="a">{INERTIAL}</link>'
# what the model holds after its first line 2, rule, line, part of the message
# fmt: off
WRONG = (
    (f'{LINK}<link name="b"><pose relative_to="x"/></link>', "frame-unknown", 4, "no frame named 'x'"),
    ('<link name="a"><pose relative_to="f"/></link>\n<frame name="f"><pose relative_to="a"/></frame>', "frame-cycle", 3,
     "a → f → a"),
    ('<link name="a"><pose>0 0 0</pose></link>', "value-count", 3, "6 numbers are wanted"),
    ('<link name="a"><pose>0 0 0 nan 0 0</pose></link>', "not-finite", 3, "'nan' is not a finite number"),
    ('<link name="a"/>\n<joint name="j" type="hinge"><parent>world</parent><child>a</child></joint>', "joint-type", 4,
     "'hinge'"),
    ('<link name="a"/>\n<joint name="j" type="fixed"><parent>b</parent><child>a</child></joint>', "frame-unknown", 4, "'b'"),
    ('<link name="a"/>\n<joint name="j" type="fixed"><child>a</child></joint>', "element-missing", 4, "<parent> is missing"),
    ('<link name="a"/>\n<joint name="j" type="revolute"><parent>world</parent><child>a</child></joint>', "element-missing", 4,
     "<axis>"),
    ('<link name="a"><inertial auto="true"/></link>', "sdf-value", 3, "computed"),
    ('<link name="a"><inertial>\n<mass>-1</mass></inertial></link>', "negative", 4, "mass of -1 kg"),
    ("", "no-link", 2, "there is no <link>"),
    ('<link name="a"/></model>\n<model name="second">', "sdf", 4, "the file has 2 ('m', 'second')"),
)
# fmt: on


@pytest.mark.parametrize(("inside", "rule", "line", "message"), WRONG)
def test_what_is_wrong_is_an_error_at_its_line(inside, rule, line, message, write):
    path = write(model_of(inside), "wrong.sdf")
    (finding,) = (one for one in robots.diagnose(path) if one.severity.value == "error")
    assert (finding.rule, finding.line) == (rule, line)
    assert message in finding.message
    with pytest.raises(ModelError):
        robots.load(path)


def test_versions_and_roots_that_are_not_read_are_said(write):
    for text, message in (
        ('<sdf version="1.2"/>', "version '1.2' of SDF is not read; 1.4 to 1.11 are"),
        ("<model/>", "the root element is <model>; <sdf> is wanted"),
    ):
        (finding,) = robots.diagnose(write(text, "a.sdf"))
        assert finding.message == message


def test_sdf_in_a_file_of_another_name_is_read_with_a_finding(write):
    model = robots.load(write(ARM, "arm.xml"))
    assert (model.nv, model.findings[0].rule, model.findings[0].wanted) == (3, "file-kind", ".sdf")


def test_what_is_left_out_or_assumed_is_a_finding_at_its_line(write):
    inside = f"""
<link name="a"><gravity>0</gravity><velocity_decay/></link>
<link name="b">{INERTIAL.replace(chr(10), "")}<sensor name="s" type="imu"/><gravity>true</gravity>
<visual name="v"><geometry><cone><radius>1</radius></cone></geometry></visual></link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis/></joint>
<joint name="again" type="fixed"><parent>a</parent><child>b</child></joint>
<plug/>"""
    model = robots.load(write(model_of(inside), "a.sdf"))
    found = {(finding.rule, finding.line, finding.found) for finding in model.findings}
    assert found == {
        ("sdf-default", 4, ""),
        ("element-changes-physics", 4, "<gravity>"),
        ("element-changes-physics", 4, "<velocity_decay>"),
        ("sdf-unused", 5, "<sensor>"),
        ("sdf-left-out", 6, "<cone>"),
        ("element-changes-physics", 8, "joint 'again'"),
        ("element-unknown", 9, "<plug>"),
    }
    assert (model.bodies[0].mass, model.bodies[0].inertia.tolist()) == (1.0, np.eye(3).tolist())


def test_meshes_are_found_by_model_and_by_path_and_what_is_missing_is_said(write, tmp_path):
    triangle = "solid t\nfacet normal 0 0 1\nouter loop\n" + "vertex {}\nvertex {}\nvertex {}\nendloop\nendfacet\nendsolid"
    write(triangle.format("0 0 0", "1 0 0", "0 1 0"), "arm/meshes/part.stl")
    mesh = '<visual name="{0}"><geometry>\n<mesh><uri>{0}</uri><scale>2 2 2</scale></mesh></geometry></visual>'
    named = ("model://arm/meshes/part.stl", "meshes/part.stl", "model://arm/none.stl")
    inside = f'<link name="a">{INERTIAL}{"".join(map(mesh.format, named))}</link>'
    model = robots.load(write(model_of(inside), "arm/model.sdf"))
    first, second = model.bodies[0].visuals
    assert first.shape.path == second.shape.path
    assert first.shape.data.vertices.max() == 2.0
    (finding,) = model.findings
    assert (finding.rule, "none.stl" in finding.message) == ("mesh-missing", True)


TWO_AXES = f"""<link name="a">{INERTIAL}</link><link name="wheel_link">{INERTIAL}</link><link name="c">{INERTIAL}</link>
<joint name="wheel" type="universal"><parent>a</parent><child>wheel_link</child>
<axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
<joint name="wheel_2" type="revolute"><parent>a</parent><child>c</child><axis><xyz>1 0 0</xyz>
<mimic joint="wheel" axis="axis2"><multiplier>2</multiplier></mimic></axis></joint>"""


def test_what_two_axes_make_has_names_that_are_free(write):
    model = robots.load(write(model_of(TWO_AXES), "m.sdf"), free_flyer=False)
    made = [(joint.name, joint.parent, joint.child) for joint in model.joints]
    assert made[1:] == [("wheel", "a", "wheel_link_2"), ("wheel_2_2", "wheel_link_2", "wheel_link"), ("wheel_2", "a", "c")]
    mimic = model.joint("wheel_2").mimic
    assert (mimic.joint, mimic.ratio) == ("wheel_2_2", 2.0)


def test_masses_are_summed_once_where_links_lead_back(write):
    document = read_model(write(model_of(LINK), "m.sdf"))
    joints = [Joint(name, JointKind.REVOLUTE, parent, "b") for name, parent in (("j", "a"), ("k", "b"))]
    report_massless(document, [Body("a"), Body("b"), Body("b")], joints, {"b": document.root})
    assert {finding.rule for finding in document.findings} == {"massless"}


def test_a_mimic_of_no_joint_is_said_where_the_axis_says_it(write):
    inside = TWO_AXES.replace('joint="wheel" axis="axis2"', 'joint="none"')
    (finding,) = (one for one in robots.diagnose(write(model_of(inside), "m.sdf")) if one.rule == "mimic-unknown")
    assert (finding.line, "'none'" in finding.message) == (10, True)


@pytest.mark.parametrize("named", ["__model__", "j", "f", "x"])
def test_a_canonical_link_is_a_link(named, write):
    inside = f'{LINK}<frame name="f"/>\n<joint name="j" type="fixed"><parent>world</parent><child>a</child></joint>'
    (finding,) = robots.diagnose(write(model_of(inside, attributes=f'canonical_link="{named}"'), "m.sdf"))
    assert (finding.rule, finding.line) == ("frame-unknown", 2)
    assert f"no link named {named!r}" in finding.message


@pytest.mark.slow
def test_frames_may_be_placed_by_any_number_of_others_in_any_order(write):
    count = 1500
    chain = [f'<frame name="f{i}" attached_to="f{i + 1}"><pose>0.001 0 0 0 0 0</pose></frame>' for i in range(count)]
    inside = f'{LINK}{"".join(chain)}<frame name="f{count}" attached_to="a"/>'
    model = robots.load(write(model_of(inside), "m.sdf"), free_flyer=False)
    assert sim.frame_pose(model, model.poses["home"], "f0")[0, 3] == pytest.approx(0.001 * count, abs=1e-12)


def test_moments_of_inertia_that_are_not_said_are_said_to_be_assumed(write):
    inside = """<link name="a"><inertial><mass>1</mass>
<inertia><ixx>1</ixx><iyy>1</iyy></inertia></inertial></link>"""
    model = robots.load(write(model_of(inside), "m.sdf"))
    (finding,) = (one for one in model.findings if one.rule == "sdf-default")
    assert (finding.line, finding.wanted, model.bodies[0].inertia[2, 2]) == (4, "<izz>", 1.0)


def test_transparency_needs_no_material(write):
    inside = f"""{LINK.replace("</link>", "")}<visual name="v"><transparency>0.75</transparency>
<geometry><box><size>1 1 1</size></box></geometry></visual></link>"""
    model = robots.load(write(model_of(inside), "m.sdf"))
    default = Visual(Plane()).color
    assert model.bodies[0].visuals[0].color == (*default[:3], 0.25 * default[3])
    assert model.findings == ()


def test_what_changes_how_it_moves_is_said_to(write):
    surface = "<surface><bounce/>\n<friction><ode><mu>2</mu></ode></friction>\n<contact/></surface>"
    plane = "<geometry><plane><normal>0 0 1</normal>\n<size>2 2</size></plane></geometry>"
    inside = f"""<self_collide>true</self_collide>{LINK.replace("</link>", "")}
<collision name="c"><geometry><box><size>1 1 1</size></box></geometry>{surface}</collision>
<visual name="v">{plane}</visual></link><link name="b">{INERTIAL}</link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child>
<axis><initial_position>0.5</initial_position><xyz>1 0 0</xyz></axis></joint>"""
    findings = robots.load(write(model_of(inside), "m.sdf")).findings
    assert {finding.found for finding in findings if finding.rule == "element-changes-physics"} == {
        "<self_collide>",
        "<bounce>",
        "<friction>",
        "<contact>",
        "<initial_position>",
    }
    assert [finding.found for finding in findings if finding.rule != "element-changes-physics"] == ["<size>"]


def test_a_later_version_and_a_joint_without_a_name_are_read_with_findings(write):
    inside = f"""{LINK}<link name="b">{INERTIAL}</link>
<joint type="revolute"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz></axis></joint>"""
    model = robots.load(write(model_of(inside, "1.12"), "m.sdf"))
    assert [(finding.rule, finding.line) for finding in model.findings] == [("sdf-version", 1), ("name-given", 6)]
    assert model.joint("a_to_b").child == "b"


def test_progress_knows_all_meshes_from_the_first(write):
    mesh = '<visual name="{0}"><geometry><mesh><uri>model://arm/{0}.stl</uri></mesh></geometry></visual>'
    inside = f'<link name="a">{INERTIAL}{"".join(map(mesh.format, "xyz"))}</link>'
    told = []
    robots.load(write(model_of(inside), "arm/model.sdf"), progress=lambda *said: told.append(said))
    assert told == [(done, 3, f"model://arm/{name}.stl") for done, name in enumerate("xyz")]
