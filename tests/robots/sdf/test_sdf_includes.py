"""SDF that includes other models: by model://, a folder or a path, placed, named, held or merged; missing or going in circles."""

import numpy as np
import pytest

from torseur import robots
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import JointKind

from .test_sdf_nested import L, M, N, at, found, joint, link, pose_text, text_of

VERSIONS = {"old": "1.5", "new": "1.10", "mid": "1.9"}
CONFIG = "<model>" + "".join(f"<sdf version='{version}'>{file}.sdf</sdf>" for file, version in VERSIONS.items()) + "</model>"
HAND = link("palm", pose_text(*L)) + link("tip") + joint("j", "palm", "tip", "<axis/>")
HAND = f'{pose_text(*M)}{HAND}<frame name="f">{pose_text(*N)}</frame>'
WELD = joint("weld", "base", "hand::palm", kind="fixed")


@pytest.fixture
def hand(write):
    """Write a folder `hand` of a model with a model.config beside that of the robot's."""
    write(CONFIG, "models/hand/model.config")
    write("<sdf version='1.5'/>", "models/hand/old.sdf")
    return write(text_of(HAND, "1.10", 'name="hand"'), "models/hand/new.sdf")


def arm(write, inside, version="1.9"):
    """Write the robot, in the folder `models/arm`, what is in it from line 4 on."""
    write("<package><name>models</name></package>", "models/package.xml")
    return write(text_of(f"{link('base')}\n{inside}", version), "models/arm/arm.sdf")


@pytest.mark.parametrize(
    "uri", ["model://hand", "model://hand/new.sdf", "package://hand", "hand", "hand/new.sdf", "./hand/", "file://{}"]
)
def test_what_is_included_is_found(uri, hand, write):
    text = text_of(f"{link('base')}<include><uri>{uri.format(hand)}</uri></include>{WELD}")
    read = []
    model = robots.load(write(text, "models/arm.sdf"), on_file=read.append)
    assert [body.name for body in model.bodies] == ["base", "hand::palm", "hand::tip"]
    np.testing.assert_allclose(found(model, "hand::palm"), at(*M) @ at(*L), rtol=0, atol=1e-14)
    assert (read[-1], model.findings) == (str(hand), ())


@pytest.mark.parametrize("uri", ["hand", "model://hand", "../hand", "../hand/new.sdf"])
def test_a_name_alone_is_that_of_a_model_too(uri, hand, write):
    model = robots.load(arm(write, f"<include><uri>{uri}</uri></include>{WELD}"))
    assert [body.name for body in model.bodies] == ["base", "hand::palm", "hand::tip"]


def test_an_include_names_places_and_holds_its_model(hand, write):
    include = "<include><uri>model://hand</uri><name>left</name>{}</include>"
    frame = f'<frame name="mount">{pose_text(*L)}</frame>'
    placed = include.format(pose_text(*N, relative="mount") + "<placement_frame>f</placement_frame>")
    model = robots.load(arm(write, frame + placed))
    np.testing.assert_allclose(found(model, "left::f"), at(*L) @ at(*N), rtol=0, atol=1e-14)
    np.testing.assert_allclose(found(model, "left"), at(*L) @ at(*N) @ np.linalg.inv(at(*N)), rtol=0, atol=1e-14)
    model = robots.load(arm(write, include.format("<static>true</static>")))
    assert {one.child: one.kind for one in model.joints} == {
        "base": JointKind.FREE_FLYER,
        "left::palm": JointKind.FIXED,
        "left::tip": JointKind.FIXED,
    }
    assert [(one.rule, one.line) for one in model.findings] == [("sdf-static", 4)]


def test_one_model_is_included_more_than_once(hand, write):
    include = "<include><uri>model://hand</uri><name>{}</name>{}</include>"
    both = include.format("left", pose_text(*N)) + include.format("right", pose_text(*L, relative="left"))
    model = robots.load(arm(write, both + f"<model name='own'>{link('l')}</model>"))
    names = ["base", "left::palm", "left::tip", "right::palm", "right::tip", "own::l"]
    assert [body.name for body in model.bodies] == names
    np.testing.assert_allclose(found(model, "right::palm"), at(*N) @ at(*L) @ at(*L), rtol=0, atol=1e-14)
    assert {frame.name: frame.body for frame in model.frames}["right"] == "right::palm"
    assert model.findings == ()


def test_the_links_of_a_merged_model_are_those_of_the_one_around_it(hand, write):
    hand.write_text(hand.read_text().replace("<link", "<self_collide>1</self_collide><link", 1))
    include = f'<include merge="true"><uri>model://hand</uri>{pose_text(*L)}</include>'
    own = joint("weld", "base", "palm", kind="fixed") + f'<frame name="g">{pose_text(*N, relative="f")}</frame>'
    model = robots.load(arm(write, include + own))
    assert [body.name for body in model.bodies] == ["base", "palm", "tip"]
    assert [one.name for one in model.joints[1:]] == ["j", "weld"]
    assert {frame.name: frame.body for frame in model.frames} == {"_merged__hand__model__": "palm", "f": "palm", "g": "base"}
    np.testing.assert_allclose(found(model, "palm"), at(*L) @ at(*L), rtol=0, atol=1e-14)
    np.testing.assert_allclose(found(model, "g"), at(*L) @ at(*N) @ at(*N), rtol=0, atol=1e-14)
    assert model.findings == ()
    static = include.replace("</uri>", "</uri><static>true</static>")
    assert [(one.rule, one.line) for one in robots.load(arm(write, static + own)).findings] == [("sdf-left-out", 4)]


def test_an_axis_is_in_the_frame_that_the_version_of_its_own_file_means(hand, write):
    turned = link("a") + link("b", "<pose>0 0 0 0 0 1.5707963267948966</pose>")
    axis = joint("j", "a", "b", "<axis><xyz>1 0 0</xyz></axis>")
    hand.write_text(text_of(turned + axis, "1.4", 'name="hand"'))
    model = robots.load(arm(write, "<include><uri>model://hand</uri></include>" + turned + axis))
    np.testing.assert_allclose(model.joint("hand::j").axis, (0, -1, 0), atol=1e-15)
    np.testing.assert_allclose(model.joint("j").axis, (1, 0, 0), atol=1e-15)


def test_meshes_of_what_is_included_lie_beside_it(hand, write):
    facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet"
    write(f"solid t\n{facet}\nendsolid", "models/hand/meshes/part.stl")
    mesh = '<visual name="v"><geometry><mesh><uri>{}</uri></mesh></geometry></visual>'
    shapes = "".join(mesh.format(uri) for uri in ("meshes/part.stl", "model://hand/meshes/part.stl"))
    hand.write_text(text_of(link("palm", "", shapes), attributes='name="hand"'))
    model = robots.load(arm(write, "<include><uri>../hand</uri></include>"))
    assert [visual.shape.path for visual in model.bodies[1].visuals] == [hand.parent / "meshes/part.stl"] * 2


def test_what_is_said_of_an_included_file_has_its_path_and_line(hand, write):
    path = arm(write, "<include><uri>model://hand</uri></include>")
    hand.write_text(text_of(f"{link('palm')}\n<plug/>", attributes='name="hand"'))
    (finding,) = robots.load(path).findings
    assert (finding.rule, finding.path, finding.line) == ("element-unknown", str(hand), 4)
    hand.write_text(text_of(f"{link('palm')}\n\n<link name='a'><pose>0 0</pose></link>", attributes='name="hand"'))
    with pytest.raises(ModelError, match="6 numbers are wanted") as raised:
        robots.load(path)
    assert (str(raised.value.path), raised.value.line) == (str(hand), 5)


@pytest.mark.parametrize("merge", ["", 'merge="true"'])
def test_what_is_missing_is_left_out_unless_something_needs_it(merge, write):
    include = f"\n<include {merge}><uri>model://none</uri></include>"
    (finding,) = robots.load(arm(write, include)).findings
    assert (finding.rule, finding.line) == ("sdf-left-out", 5)
    assert "no folder of a package 'none' among" in finding.message
    (finding,) = robots.diagnose(arm(write, include + joint("j", "base", "none::palm", kind="fixed")))
    assert (finding.rule, finding.severity.value, finding.line) == ("sdf-include", "error", 5)
    assert "no folder of a package 'none' among" in finding.message
    assert finding.message.endswith("without it there is no 'none::palm'")


def test_what_lies_outside_the_folders_that_are_read_is_not_read(write, tmp_path):
    secret = tmp_path / "elsewhere" / "secret.sdf"
    secret.parent.mkdir()
    secret.write_text(text_of(link("palm"), attributes='name="secret"'))
    path = arm(write, f"<include><uri>{secret}</uri></include>")
    model = robots.load(path)
    assert ([body.name for body in model.bodies], model.findings[0].rule) == (["base"], "sdf-left-out")
    assert "is not read" in model.findings[0].message
    allowed = robots.load(path, allowed_folders=[secret.parent])
    assert [body.name for body in allowed.bodies] == ["base", "secret::palm"]


@pytest.mark.slow
def test_includes_end(hand, write):
    path = arm(write, "<include><uri>model://hand</uri></include>")
    hand.write_text(text_of("\n<include><uri>model://arm/arm.sdf</uri></include>", attributes='name="hand"'))
    (finding,) = (one for one in robots.diagnose(path) if one.severity.value == "error")
    assert (finding.rule, finding.path, finding.line) == ("sdf-include", str(hand), 4)
    assert finding.message == "what is included includes itself: arm.sdf → new.sdf → arm.sdf"
    for number in range(20):  # each twice the one before
        twice = "".join(f"<include><name>{name}</name><uri>{number + 1}.sdf</uri></include>" for name in "ab")
        write(text_of(twice, attributes=f'name="n{number}"'), f"models/hand/{number}.sdf")
    write(text_of(link("l"), attributes='name="last"'), "models/hand/20.sdf")
    (finding,) = robots.diagnose(hand.parent / "0.sdf")
    assert finding.rule == "too-many-elements"


def test_a_folder_without_a_file_for_its_model_says_so(hand, write):
    write("<model>\n<name>Hand</name></model>", "models/hand/model.config")
    (finding,) = robots.diagnose(arm(write, "<include><uri>model://hand</uri></include>"))
    assert (finding.rule, finding.path) == ("sdf-include", str(hand.parent / "model.config"))
    (finding,) = robots.diagnose(arm(write, "<include><pose>0 0 0 0 0 0</pose></include>"))
    assert (finding.rule, finding.line) == ("attribute-missing", 4)


def test_parameters_of_an_include_are_left_out_and_its_plugins_not_used(hand, write):
    params = '<e:params xmlns:e="experimental"><link name="tip" action="remove"/></e:params>'
    model = robots.load(arm(write, f"<include>\n<uri>model://hand</uri>\n{params}\n<plugin/></include>"))
    assert [(one.rule, one.line) for one in model.findings if one.path.endswith("arm.sdf")] == [
        ("element-changes-physics", 6),
        ("sdf-unused", 7),
    ]
