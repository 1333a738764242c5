"""URDF files that xacro expanded in part: what was left of it and is not defined is left out, and said."""

import pytest

from torseur import robots
from torseur.sim.errors import ModelError

TOP = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
LEFT = '<xacro:sensors side="left"/>\n'


@pytest.mark.slow
def test_a_call_of_a_macro_that_is_not_there_is_left_out_of_a_urdf(write):
    path = write(f'{TOP}<link name="a"/>\n{LEFT}{LEFT}</robot>', "robot.urdf")
    model = robots.load(path)
    assert model.body_names == ("a",)
    found = [(finding.line, finding.message) for finding in model.findings if finding.rule == "xacro-macro"]
    told = "no macro 'xacro:sensors' is defined; the call is left out, with all that it may have stood for"
    assert found == [(3, told), (4, told)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("robot.xacro", LEFT),
        ("robot.urdf", f'<link name="b">{LEFT}</link>'),
        ("robot.urdf", f'<xacro:macro name="m">{LEFT}</xacro:macro><xacro:m/>'),
    ],
)
def test_it_is_refused_in_a_xacro_file_and_where_it_may_be_part_of_a_link(name, inside, write):
    path = write(f'{TOP}<link name="a"/>{inside}</robot>', name)
    with pytest.raises(ModelError, match="unknown macro name: xacro:sensors"):
        robots.load(path)


PARTS = (
    TOP
    + '<link name="a"/><link name="b"/>\n<joint name="j" type="fixed"><parent link="a"/><child link="b"/>\n'
    + (
        '<origin xyz="0 0 1"/></joint>\n<link name="c"><visual><geometry>\n<mesh filename="$(arg folder)/a.stl"/></geometry>'
        '</visual></link>\n<joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint></robot>'
    )
)


def test_an_argument_that_nothing_declares_is_read_as_written_in_a_urdf_if_it_is_not_given(write):
    path = write(PARTS, "robot.urdf")
    model = robots.load(path)
    assert model.body_names == ("a", "b", "c")
    said = {finding.rule: (finding.line, finding.message) for finding in model.findings}
    told = "argument 'folder' is not given, and nothing declares it; $(arg folder) is read as written"
    assert said["xacro-name"] == (6, told)
    assert said["geometry-unreadable"][0] == 6
    (finding,) = (one for one in robots.diagnose(path, xacro_args={"folder": "meshes"}) if one.rule.startswith("mesh"))
    assert "'meshes/a.stl'" in finding.message


@pytest.mark.parametrize("name", ["robot.xacro", "robot.urdf.xacro"])
def test_an_argument_of_a_xacro_file_has_to_be_given(name, write):
    with pytest.raises(ModelError, match="argument 'folder' is not given and has no default"):
        robots.load(write(PARTS, name))
