"""A doubtful SDF opens, and says at its line what of it is taken or left out."""

import math

import numpy as np
import pytest

from torseur import robots
from torseur.sim.errors import ModelError
from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses

INERTIAL = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
TWO = f"""<sdf version="1.9"><model name="m"><link name="a">{INERTIAL}</link><link name="b">{INERTIAL}
{{}}</link><joint name="j" type="revolute"><parent>a</parent><child>b</child>
<axis><xyz>0 0 1</xyz>{{}}</axis></joint>{{}}</model></sdf>"""
BOX = "<geometry><box><size>1 1 1</size></box></geometry>"


def limits(lower, upper):
    return TWO.format("", f"<limit><lower>{lower}</lower><upper>{upper}</upper></limit>", "")


def shape(inside, tag="visual"):
    return TWO.format(f'<{tag} name="s">{inside}</{tag}>', "", "")


@pytest.mark.parametrize(("text", "rule", "line", "message"), [
    (limits("2", "1"), "limit-left-out", 3, "is above its upper limit 1; neither is taken"),
    (limits("-pi", "1"), "limit-left-out", 3, "its lower limit is left out: <lower> value='-pi'"),
    (limits("-1", "nan"), "limit-left-out", 3, "its upper limit is left out"),
    (limits("-1", "1</upper><effort>0</effort><upper>1"), "limits-zero", 3, "<limit><effort> 0: nothing can drive it"),
    (limits("-170", "2"), "angle-degrees", 3, "-170 rad is 27.1 turns; of degrees it would be -2.96706"),
    (shape(f"<pose>20 0 0 0 90 0</pose>{BOX}"), "angle-degrees", 2, "90 rad is 14.3 turns; of degrees it would be 0 1.5708"),
    (shape("<geometry><box><size>1 1</size></box></geometry>"), "geometry-unreadable", 2, "its visual is left out"),
    (shape("<geometry><mesh/></geometry>", "collision"), "geometry-unreadable", 2, "its collision is left out"),
    (shape(f"<pose>0 0</pose>{BOX}", "collision"), "geometry-unreadable", 2, "6 numbers are wanted"),
    (shape(f'<pose relative_to="x"/>{BOX}'), "geometry-unreadable", 2, "no frame named 'x'"),
    (shape("<geometry><plane><normal>0 0 1e200</normal></plane></geometry>"), "geometry-unreadable", 2,
     "nothing can be computed with numbers beyond"),
    (shape(f"{BOX}<material><diffuse>1 0</diffuse></material>"), "colour-unreadable", 2, "its colour is left out"),
    (shape(f"{BOX}<material><diffuse/></material>"), "colour-unreadable", 2, "its colour is left out"),
    (TWO.format("", "", '\n<joint name="g" type="gearbox"><parent>a</parent><child>b</child></joint>'),
     "element-changes-physics", 4, "joint 'g' makes one joint follow another"),
    (TWO.format("", "", "").replace(' name="m"', ""), "name-given", 1, "it is called 'robot', as its file"),
    (TWO.format("", "", "").replace("<mass>1", "<mass>", 1), "sdf-default", 1, "it has no <mass>; SDF then has 1 kg"),
])  # fmt: skip
def test_what_is_doubtful_is_a_finding_at_its_line(text, rule, line, message, write):
    model = robots.load(write(text, "robot.sdf"))
    (finding,) = (one for one in model.findings if one.rule == rule)
    assert finding.line == line
    assert message in finding.message
    assert [joint.name for joint in model.joints] == ["root_joint", "j"]


def test_a_limit_that_cannot_be_read_is_none_and_the_other_stays(write):
    joint = robots.load(write(limits("-pi", "1"), "robot.sdf")).joint("j")
    assert (joint.lower, joint.upper) == (-math.inf, 1.0)


def test_an_empty_limit_and_an_empty_friction_are_as_sdf_has_them(write):
    empty = "<limit><lower></lower><upper/></limit><dynamics><damping/><friction> </friction></dynamics>"
    model = robots.load(write(TWO.format("", empty, ""), "robot.sdf"))
    joint = model.joint("j")
    assert (joint.lower, joint.upper, joint.damping, joint.friction) == (-math.inf, math.inf, 0.0, 0.0)
    assert model.findings == ()


def test_what_is_wrong_with_a_link_is_no_fault_of_a_shape_that_is_placed_by_it(write):
    text = TWO.format(f'<visual name="s"><pose relative_to="c"/>{BOX}</visual>', "", "\n<link name='c'><pose>1 2</pose></link>")
    errors = [one for one in robots.diagnose(write(text, "robot.sdf")) if one.severity.value == "error"]
    assert [(one.rule, one.line) for one in errors] == [("value-count", 4)]


def test_static_models_beside_the_one_that_moves_are_left_out(write):
    moving = TWO.format("", "", "").removeprefix('<sdf version="1.9">').removesuffix("</sdf>")
    floor = '<model name="floor"><static>1</static><link name="l"/></model>'
    world = f'<sdf version="1.9"><world name="w">\n{floor}\n{moving}{{}}</world></sdf>'
    model = robots.load(write(world.format(""), "robot.world"))
    assert (model.name, [(one.rule, one.line) for one in model.findings]) == ("m", [("sdf-left-out", 2)])
    (finding,) = robots.diagnose(write(world.format('<model name="n"><link name="l"/></model>'), "more.world"))
    assert (finding.rule, finding.severity.value) == ("sdf", "error")


def test_a_robot_of_urdf_in_a_file_of_sdf_is_read_with_a_finding(write):
    model = robots.load(write('<robot name="r"><link name="l"/></robot>', "robot.sdf"))
    assert (model.name, model.findings[0].rule, model.findings[0].wanted) == ("r", "file-kind", ".urdf")


SDF_BY_XACRO = """<sdf version="1.9" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:arg name="mass" default="2"/>
<model name="m"><pose>0 0 1 0 0 0</pose>
<xacro:macro name="part" params="name"><link name="${name}"><inertial><mass>$(arg mass)</mass></inertial></link></xacro:macro>
<xacro:part name="a"/></model></sdf>"""


@pytest.mark.parametrize("name", ["robot.sdf.xacro", "robot.xacro", "robot.sdf"])
@pytest.mark.slow
def test_xacro_that_means_sdf_floats_has_its_arguments_and_its_own_lines(name, write):
    model = robots.load(write(SDF_BY_XACRO, name), xacro_args={"mass": 3})
    assert (model.nv, model.poses["home"][2], model.bodies[0].mass) == (6, 1.0, 3.0)
    found = [(one.rule, one.line) for one in model.findings]
    assert found == [("file-kind", 2)] * (name == "robot.sdf") + [("sdf-default", 4)]


INERTIA = "<inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>"


def model(tmp_path, *joints):
    """Links a, b, c and d in a row along x, a metre apart."""
    links = "".join(
        f'<link name="{name}"><pose>{k} 0 0 0 0 0</pose>{INERTIA}</link>'
        for k, name in enumerate("abcd")
        if any(name in joint[1:3] for joint in joints)
    )
    rows = "".join(
        f'<joint name="{name}" type="{kind}"><parent>{parent}</parent><child>{child}</child><axis><xyz>0 0 1</xyz></axis>'
        f"{'<axis2><xyz>0 1 0</xyz></axis2>' if kind == 'universal' else ''}</joint>"
        for name, parent, child, kind in joints
    )
    path = tmp_path / "row.sdf"
    path.write_text(f'<?xml version="1.0"?>\n<sdf version="1.7"><model name="row">\n{links}\n{rows}\n</model></sdf>\n')
    return robots.load(path)


def pose_of(made, link, **angles):
    """(4, 4) in the frame of the root, at these values of joints."""
    q = np.zeros(made.nq)
    q[6] = 1.0
    for name, value in angles.items():
        q[made.joint_slices()[name][0]] = value
    poses = plain_frame_poses(made, q)
    root, own = (made.body_names.index(name) for name in ("a", link))
    return np.linalg.inv(poses[root]) @ poses[own]


def test_it_moves_its_parent_by_minus_its_angle(tmp_path):
    made = model(tmp_path, ("j1", "a", "b", "revolute"), ("j2", "c", "b", "revolute"))
    assert made.nv == 8
    assert [finding.rule for finding in made.findings] == ["joint-reversed"]
    (joint,) = (joint for joint in made.joints if joint.name == "j2")
    assert (joint.parent, joint.child) == ("b", "c")
    angle = 0.3
    pose = pose_of(made, "c", j2=angle)  # the hinge is where b is, its child in the file: c, a metre beyond, turns about it
    np.testing.assert_allclose(pose[:3, 3], [1.0 + np.cos(angle), -np.sin(angle), 0.0], atol=1e-12)
    np.testing.assert_allclose(pose[:2, 0], [np.cos(angle), -np.sin(angle)], atol=1e-12)


def test_all_joints_up_to_the_root_of_the_part_it_carries_are_turned(tmp_path):
    made = model(tmp_path, ("j1", "a", "b", "revolute"), ("j3", "d", "c", "prismatic"), ("j2", "c", "b", "revolute"))
    assert made.nv == 9
    ends = {joint.name: (joint.parent, joint.child) for joint in made.joints}
    assert (ends["j2"], ends["j3"]) == (("b", "c"), ("c", "d"))
    np.testing.assert_allclose(pose_of(made, "d", j3=0.2)[:3, 3], [3.0, 0.0, -0.2], atol=1e-12)


@pytest.mark.parametrize("kind", ["ball", "universal"])
def test_one_of_several_axes_moves_its_parent_by_the_inverse(tmp_path, kind):
    rng = np.random.default_rng(0)
    straight = model(tmp_path, ("j2", "a", "b", kind))
    turned = model(tmp_path, ("j1", "d", "b", "revolute"), ("j2", "a", "b", kind))
    assert turned.nv == straight.nv + 1
    values = {}
    for joint in straight.joints[1:]:
        values[joint.name] = rng.uniform(
            -1.0, 1.0, straight.joint_slices()[joint.name][0].stop - straight.joint_slices()[joint.name][0].start
        )
    if kind == "ball":
        values["j2"] = values["j2"] / np.linalg.norm(values["j2"])
    forward = pose_of(straight, "b", **values)
    if kind == "ball":
        values["j2"] = values["j2"] * [-1.0, -1.0, -1.0, 1.0]
    np.testing.assert_allclose(pose_of(turned, "b", **values), forward, atol=1e-12)


def test_a_part_that_stands_in_the_world_is_not_carried(tmp_path):
    with pytest.raises(ModelError, match="link 'b' is the child of two joints"):
        model(tmp_path, ("j1", "a", "b", "revolute"), ("fix", "world", "c", "fixed"), ("j2", "c", "b", "revolute"))
