"""Every rule has a minimal file and its exact sentence: here those that take more than one change of one file."""

import pytest

from tests.robots.conftest import ARM
from tests.robots.doctor import test_doctor_files, test_doctor_tables, test_doctor_urdf
from torseur import robots
from torseur.sim.texts import use_language

XACRO = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n{}<link name="l"/></robot>'
MJCF = "<mujoco>\n<worldbody>{}</worldbody></mujoco>"
SERVO = MJCF.format('<body><joint name="j"/><geom size="1"/></body>').replace(
    "</mujoco>", '<actuator><position name="s" joint="j" kp="50"/></actuator></mujoco>'
)
DEGREES = MJCF.format('<body><joint name="j" limited="true" range="-170 170"/><geom size="1"/></body>').replace(
    "<mujoco>", '<mujoco><compiler angle="radian"/>'
)
TABLE = 'name = "a"\nconvention = "standard"\n[[joints]]\nname = "j"\nkind = "revolute"\n{}'
GROUP = '<group_state name="up"><joint name="turn" value="{}"/></group_state>'
PAIR = '<disable_collisions link1="tip" link2="{}"/>'
MORE = '<link name="end"/><joint name="m" type="continuous"><parent link="end"/><child link="base"/></joint></robot>'
OBJ = "mtllib no.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
BOX = '<box size="1 2 3"/>'

# fmt: off
# rule, name and text of the file, of what lies beside it (or None); where the finding is, and its message
CASES = (
    ("xacro", "a.urdf", XACRO.format('<xacro:property name="a" value="1"/><link name="${side}"/>'), None, "a.urdf", 2,
     "name 'side' is not defined, when evaluating expression 'side'"),
    ("xml-declaration", "a.urdf", '<?xml version="0.0"?>\n' + ARM, None, "a.urdf", 1,
     "the XML declaration names version '0.0'; the file is read as of version 1.0"),
    ("xml-declaration", "a.urdf", '\n\n<?xml version="1.0"?>\n' + ARM, None, "a.urdf", 3,
     "the XML declaration is not the first in the file; it is left out"),
    ("xml-encoding", "a.urdf", '<?xml version="1.0" encoding="klingon"?>\n\n<!-- é -->' + ARM, None, "a.urdf", 3,
     "the file cannot be read in its encoding, klingon; it is read in UTF-8"),
    ("xml-outside", "a.urdf", "\n the arm\n" + ARM, None, "a.urdf", 2,
     "before the root element stands 'the arm'; it is left out"),
    ("xml-outside", "a.urdf", ARM + "\n<robot/> end", None, "a.urdf", 20,
     "after the root element stands '<robot/> end'; it is left out"),
    ("xml-comment", "a.urdf", "<!-- a\n -- b -->\n<!------>" + ARM, None, "a.urdf", 1,
     "a comment holds --, which XML does not allow; it is left out as others are, 2 times"),
    ("xml-repeated", "a.urdf", ARM.replace('value="2"', 'value="2" value="2"'), None, "a.urdf", 5,
     "the attribute 'value' stands twice, alike; the second is left out"),
    ("xml-ampersand", "a.urdf", ARM.replace("<visual>", '<visual name="a & b">'), None, "a.urdf", 8,
     "an & stands alone; it is read as &amp;"),
    ("xml-namespace", "a.urdf", ARM.replace("<robot", '<robot xmlns="http://drake.mit.edu"'), None, "a.urdf", 1,
     "the elements are in the namespace 'http://drake.mit.edu'; they are read as if they were in none"),
    ("doctype-unused", "a.urdf", "<!-- -->\n<!DOCTYPE robot>" + ARM, None, "a.urdf", 2,
     "the DOCTYPE declares nothing; it is left out"),
    ("file-kind", "a.xml", "<!-- <mujoco> -->\n" + ARM, None, "a.xml", 2,
     "the file is named .xml and holds <robot>; it is read as if it were named .urdf"),
    ("file-kind", "a.urdf", "\n" + MJCF.format('<geom size="1"/>'), None, "a.urdf", 2,
     "the file is named .urdf and holds <mujoco>; it is read as if it were named .xml"),
    ("file-kind", "a.urdf", "\n<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>", None, "a.urdf", 2,
     "the file is named .urdf and holds <sdf>; it is read as if it were named .sdf"),
    ("xacro-argument", "a.xacro", XACRO.format('<link name="$(arg side)"/>'), None, "a.xacro", 2,
     "argument 'side' is not given and has no default"),
    ("xacro-macro", "a.urdf", XACRO.format("<xacro:eyes/>"), None, "a.urdf", 2,
     "no macro 'xacro:eyes' is defined; the call is left out, with all that it may have stood for"),
    ("xacro-said", "a.xacro", XACRO.format('<xacro:property name="pi" value="3"/>'), None, "a.xacro", 2,
     "redefining global symbol: pi"),
    ("mjcf", "in/a.xml", '<mujoco>\n<include file="../b.xml"/></mujoco>', ("b.xml", "<mujoco/>"), "in/a.xml", 2,
     "<include> names '../b.xml'; {folder}/b.xml lies outside the folders that are read ({folder}/in); to read it, allow its "
     "folder: --allow-folder {folder}, or allowed_folders= in Python"),
    ("texture-missing", "a.xml", '<mujoco>\n<asset><texture name="t" type="2d" file="no.png"/></asset><worldbody>'
     '<geom size="1"/></worldbody></mujoco>', None, "a.xml", 2,
     "<texture> file='no.png' cannot be read (Error opening file 'no.png'); what bears it has its plain colour"),
    ("mjcf-left-out", "a.xml", MJCF.format('<body name="b" gravcomp="1"><geom size="1"/></body>'), None, "a.xml", 2,
     "body 'b': its compensation of gravity is left out"),
    ("mjcf-empty", "a.xml", MJCF.format("<light/>"), None, "a.xml", 0,
     "there is no <body>, and no <geom> in the world: it is the world alone"),
    ("mjcf-negative", "a.xml", MJCF.format('\n<body><joint name="j" damping="-1"/><geom size="1"/></body>'), None, "a.xml", 3,
     "joint 'j': its damping of -1 would drive what moves; none is taken"),
    ("mjcf-servo", "a.xml", SERVO, None, "a.xml", 2, "1 servo is left out that acts on joints without control: 's'"),
    ("angle-degrees", "a.xml", DEGREES, None, "a.xml", 2,
     "joint 'j': its range of -170 to 170 rad is many turns; of degrees it would be -2.96706 2.96706"),
    ("mjcf-unused", "a.xml", MJCF.format('<light/><geom size="1"/>'), None, "a.xml", 2, "1 light is left out"),
    ("definition", "a.toml", TABLE.format("mass = 1\ncom = [1e200, 0, 0]\ninertia = {xx = 1, yy = 1, zz = 1}\n"), None,
     "a.toml", 1, "model 'a': joint 'j' or the bodies it carries have a inertia that is not finite"),
    ("package-renamed", "a/a.urdf", ARM.replace(BOX, '<mesh filename="package://arm/meshes/a.obj"/>'),
     ("a/meshes/a.obj", OBJ), "a/a.urdf", 9, "link 'tip': 'package://arm/meshes/a.obj': no folder of a package 'arm' is "
     "found; {folder}/a, which holds 'meshes/a.obj', is taken for it"),
    ("no-link", "a.urdf", '<robot name="r"/>', None, "a.urdf", 1, "there is no <link>"),
    ("massless-link", "a.urdf", ARM.replace("</robot>", MORE), None, "a.urdf", 2,
     "link 'base' has no <inertial>; joint 'm' moves only what comes after it"),
    ("mesh-note", "a.urdf", ARM.replace(BOX, '<mesh filename="a.obj"/>'), ("a.obj", OBJ), "", 0,
     "a.obj: its material file (.mtl) is missing; it is drawn in the colour of the visual"),
    ("poses-read", "a.urdf", ARM, ("a.srdf", f'<robot name="r">\n{GROUP.format("0.5")}</robot>'), "a.srdf", 1,
     "poses read from here: 'up'"),
    ("poses", "a.urdf", ARM, ("a.srdf", f'<robot name="r">\n{GROUP.format("x")}</robot>'), "a.srdf", 2,
     "no pose is read: joint 'turn': <joint> value='x': 'x' is not a finite number"),
    ("poses-unknown", "a.urdf", ARM, ("a.srdf", f'<robot name="r">\n{PAIR.format("nose")}</robot>'), "a.srdf", 2,
     "the robot has no link 'nose'; pairs of them that never touch are left out"),
)
# fmt: on


@pytest.mark.slow
@pytest.mark.usefixtures("mesh_cache")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_rule_has_its_sentence(case, write, tmp_path, monkeypatch):
    rule, name, text, beside, where, line, message = case
    monkeypatch.setattr("torseur.robots.folders.gallery_share", lambda: None)
    if beside is not None:
        write(beside[1], beside[0])
    path = write(text, name)
    (finding,) = (finding for finding in robots.diagnose(path) if finding.rule == rule)
    place = str(tmp_path / where) if where else ""
    message = message.format(folder=tmp_path)
    assert (finding.path, finding.line, finding.message) == (place, line, message)
    assert finding.severity is robots.RULES[rule].severity


@pytest.mark.slow
def test_a_finding_is_said_in_another_language_as_if_it_were_found_in_it(write):
    for _, old, new, *_ in test_doctor_urdf.CASES:
        path = write(ARM.replace(old, new, 1))
        found = robots.diagnose(path)
        try:
            use_language("fr")
            anew = [finding.translated() for finding in found]
            # A moment of inertia keeps the decimal sign that it was written with.
            assert repr(anew).replace(",", ".") == repr(list(robots.diagnose(path))).replace(",", ".")
        finally:
            use_language("en")


def test_files_that_are_too_large_are_said(write):
    """Files of blocks that nobody wrote take no room on the disk."""
    path = write(ARM.replace(BOX, '<mesh filename="a.stl"/>'))
    with write("", "a.stl").open("r+b") as mesh:
        mesh.truncate(201_000_000)
    (found,) = robots.diagnose(path)
    told = f"cannot be used ({path.parent}/a.stl): the file has 201 MB; meshes of at most 200 MB are read"
    assert (found.rule, found.message) == ("mesh-too-large", f"link 'tip': its visual is left out: mesh 'a.stl' {told}")
    with path.open("r+b") as file:
        file.truncate(33_000_000)
    (found,) = robots.diagnose(path)
    assert (found.rule, found.message) == ("file-too-large", "the file has 33 MB; at most 32 MB are read")


def said(findings):
    return [(finding.rule, finding.message) for finding in findings]


def test_what_a_saved_file_cannot_say_is_said(write, tmp_path):
    row = "velocity = 1\neffort = 1\narmature = 0.1\nmass = 1\ninertia = { xx = 1, yy = 1, zz = 1 }\n"
    table = robots.load(write(TABLE.format("lower = 0\nupper = 1\n" + row), "a.toml"))
    assert said(robots.write_urdf(table, tmp_path / "saved.urdf")) == [
        ("not-in-urdf", "joint 'j': its armature of 0.1 is left out"),
        ("not-in-urdf", "frame 'tool': it is written as a link 'tool' without mass, fixed to link 'link1'"),
    ]
    write(OBJ, "a.obj")
    arm = robots.load(write(ARM.replace(BOX, '<mesh filename="a.obj"/>')))
    assert said(robots.write_dh(arm, tmp_path / "saved.toml")) == [
        ("not-in-table", "frame 'tip': it is written as the frame 'tool'"),
        ("not-in-table", "link 'tip': a visual is left out: tables have no meshes (a.obj)"),
    ]


def test_what_is_read_of_a_repository_is_said(write, tmp_path):
    (tmp_path / "work" / ".git").mkdir(parents=True)
    write(OBJ.partition("\n")[2], "work/meshes/a.obj")
    path = write(ARM.replace(BOX, '<mesh filename="../meshes/a.obj"/>'), "work/arm/robot.urdf")
    message = f"files below {tmp_path / 'work'}, the root of a git repository, are read"
    assert ("folder-shared", message) in said(robots.diagnose(path))


# The rules whose sentences stand in the tables of tests, and above.
ELSEWHERE = {"no-such-file", "file-too-large", "mesh-too-large", "mesh-units"}
ELSEWHERE |= {"not-in-urdf", "not-in-table", "folder-shared"}
IN_SDF = {"frame-unknown", "frame-cycle", "joint-reversed"}
OF_SDF = {rule for rule in robots.RULES if rule.startswith("sdf")} | IN_SDF  # in ../sdf


def test_every_rule_has_a_test_of_its_sentence():
    tables = (
        CASES, test_doctor_files.MESHES, test_doctor_files.UNREADABLE, test_doctor_tables.CASES, test_doctor_urdf.CASES,
    )  # fmt: skip
    covered = ELSEWHERE | {case[0] for table in tables for case in table}
    assert sorted(covered ^ set(robots.RULES) - OF_SDF) == []
