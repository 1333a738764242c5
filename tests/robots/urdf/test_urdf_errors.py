"""A URDF that is wrong is refused, with the file, the line, and what was wanted."""

import pytest

from torseur import robots
from torseur.sim.errors import ModelError, TorseurError

SECOND = """<link name="end"/>
  <joint name="more" type="fixed"><parent link="tip"/><child link="end"/></joint>
</robot>"""
MISTAKES = {
    "not XML": ("</link>\n  <joint", "<joint", 17, "not XML: Opening and ending tag mismatch: link line 3 and robot"),
    "root": (
        '<robot name="arm">',
        '<model name="arm">',
        18,
        "not XML: Opening and ending tag mismatch: model line 1 and robot",
    ),
    "link without name": ('<link name="base"/>', "<link/>", 2, "<link> has no attribute 'name'"),
    "two links": (
        '<link name="base"/>',
        '<link name="tip"/>',
        3,
        "a second link is named 'tip'; the first is on line 2 (and 1 more error; `torseur check` lists all)",
    ),
    "two joints": ("</robot>", SECOND.replace("more", "turn"), 19, "a second joint is named 'turn'; the first is on line 12"),
    "unknown parent": (
        'parent link="base"',
        'parent link="bass"',
        13,
        "no link named 'bass' in <parent> of joint 'turn'; did you mean 'base'? It has: base, tip",
    ),
    "unknown child": (
        'child link="tip"',
        'child link="top"',
        14,
        "no link named 'top' in <child> of joint 'turn'; did you mean 'tip'? It has: base, tip",
    ),
    "no parent": ('    <parent link="base"/>\n', "", 12, "joint 'turn': <parent> is missing"),
    "no child": ('<child link="tip"/>', "<child/>", 14, "joint 'turn': <child> has no attribute 'link'"),
    "two roots": (
        "</robot>",
        '<link name="loose"/></robot>',
        18,
        "2 links have no parent: 'base', 'loose'; a tree has one root",
    ),
    "two parents": (
        "</robot>",
        SECOND.replace('"end"/></joint>', '"tip"/></joint>').replace('parent link="tip"', 'parent link="end"'),
        19,
        "link 'tip' is the child of two joints, 'turn' and 'more'; a tree needs one",
    ),
    "cycle": (
        "</robot>",
        SECOND.replace("</robot>", '<link name="top"/><joint name="loop" type="fixed"><parent link="end"/>')
        + '<child link="base"/></joint></robot>',
        12,
        "the joints 'turn', 'more', 'loop' form a cycle; a tree has none",
    ),
    "unknown type": (
        "revolute",
        "hinge",
        12,
        "joint 'turn': no joint type 'hinge'; there are 'revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'",
    ),
    "zero axis": ('xyz="0 0 1"', 'xyz="0 0 0"', 15, "joint 'turn': axis '0 0 0' has no direction"),
    "axis not finite": ('xyz="0 0 1"', 'xyz="0 nan 1"', 15, "joint 'turn': <axis> xyz='0 nan 1': 'nan' is not a finite number"),
    "axis of two numbers": (
        'xyz="0 0 1"',
        'xyz="0 1"',
        15,
        "joint 'turn': <axis> xyz='0 1' has 2 values; 3 numbers are wanted",
    ),
    "not a number": ('value="2"', 'value="1_0"', 5, "link 'tip': <mass> value='1_0': '1_0' is not a finite number"),
    "no mass": ('      <mass value="2"/>\n', "", 4, "link 'tip': <inertial> has no <mass>"),
    "negative mass": ('value="2"', 'value="-2"', 5, "link 'tip': a mass of -2 kg; it must not be negative"),
    "no moment": (' izz="1"', "", 6, "link 'tip': <inertia> has no attribute 'izz'"),
    "mimic of itself": ("<axis", '<mimic joint="turn"/><axis', 15, "joint 'turn': its <mimic> leads back to joint 'turn'"),
    "doctype": ('<robot name="arm">', '<!DOCTYPE robot [<!ENTITY a "b">]>\n<robot name="arm">', 1, "a DOCTYPE is not allowed"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_its_line(mistake, arm, write):
    old, new, line, message = MISTAKES[mistake]
    path = write(arm.replace(old, new, 1))
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    assert str(caught.value) == f"{path}:{line}: {message}"


def test_a_robot_without_links_is_refused(write):
    path = write('<robot name="nothing"/>')
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    assert str(caught.value) == f"{path}:1: there is no <link>"


def test_another_root_element_is_refused(write):
    path = write('<?xml version="1.0"?>\n<model name="a"/>')
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    assert str(caught.value) == f"{path}:2: the root element is <model>; <robot> is wanted"


def test_a_doctype_is_refused_in_any_encoding(write):
    text = '<?xml version="1.0" encoding="UTF-16"?>\n<!DOCTYPE robot []>\n<robot name="r"><link name="l"/></robot>'
    with pytest.raises(ModelError, match="a DOCTYPE is not allowed"):
        robots.load(write(text.encode("utf-16")))


def test_an_entity_that_grows_is_never_expanded(write):
    entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))
    text = f'<!DOCTYPE robot [<!ENTITY e0 "boom">{entities}]><robot name="&e11;"/>'
    with pytest.raises(ModelError, match="a DOCTYPE is not allowed"):
        robots.load(write(text))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"  \n", "the file is empty"),
        (b"\x00\x01\x02\xff", "not XML: "),
        (b"<a>" * 300 + b"</a>" * 300, "elements are nested 300 deep; at most 256 are read"),
    ],
)
def test_what_is_no_xml_is_refused(content, message, write):
    with pytest.raises(ModelError, match=message):
        robots.load(write(content))


@pytest.mark.parametrize("length", range(0, 440, 7))
def test_a_file_cut_short_anywhere_is_refused_with_a_sentence(length, arm, write):
    with pytest.raises(TorseurError):
        robots.load(write(arm[:length]))
