"""Files that are doubtful and not wrong, one class each: what many published robots have, and what has to open with a finding."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree

Element = etree._Element
MATERIAL = '<material name="other"><color rgba="1 1 1 1"/></material>'


@dataclass(frozen=True, slots=True)
class Doubt:
    """One class: the rule of its finding, and what is done to a robot's file."""

    rule: str
    change: Callable[[Element, random.Random], bytes | None]  # None: the robot has nothing of the kind


def _written(root: Element) -> bytes:
    return etree.tostring(root)


def before(rule: str, text: str) -> Doubt:
    """Write a text before the file."""
    return Doubt(rule, lambda root, rng: text.encode() + _written(root))


def after(rule: str, text: str) -> Doubt:
    """Write a text behind the file."""
    return Doubt(rule, lambda root, rng: _written(root) + text.encode())


def with_value(rule: str, tags: str, attribute: str, value: str | None) -> Doubt:
    """Give an attribute of one element of these kinds a value; None: take it away."""

    def change(root: Element, rng: random.Random) -> bytes | None:
        found = [e for e in root.iterfind(tags) if attribute in e.attrib or value is not None]
        if not found:
            return None
        element = rng.choice(found)
        if value is None:
            del element.attrib[attribute]
        else:
            element.set(attribute, value)
        return _written(root)

    return Doubt(rule, change)


def with_more(rule: str, tags: str, text: str, number: int | None = None) -> Doubt:
    """Put one more element into one of these; of a number, at that place."""

    def change(root: Element, rng: random.Random) -> bytes | None:
        found = list(root.iterfind(tags)) if tags != "." else [root]
        if not found:
            return None
        element, more = rng.choice(found), etree.fromstring(text)
        element.insert(len(element) if number is None else number, more)
        return _written(root)

    return Doubt(rule, change)


def with_twice(rule: str, tags: str) -> Doubt:
    """Repeat one of these elements behind itself."""

    def change(root: Element, rng: random.Random) -> bytes | None:
        found = list(root.iterfind(tags))
        if not found:
            return None
        element = rng.choice(found)
        element.addnext(copy.deepcopy(element))
        return _written(root)

    return Doubt(rule, change)


def with_shape(rule: str, shape: str) -> Doubt:
    """Let a shape be another one."""

    def change(root: Element, rng: random.Random) -> bytes | None:
        found = list(root.iterfind("link/*/geometry"))
        if not found:
            return None
        geometry = rng.choice(found)
        geometry[:] = etree.fromstring(f"<geometry>{shape}</geometry>")[:]
        return _written(root)

    return Doubt(rule, change)


def _without(rule: str, tags: str) -> Doubt:
    """Take one of these elements away."""

    def change(root: Element, rng: random.Random) -> bytes | None:
        found = list(root.iterfind(tags))
        if not found:
            return None
        element = rng.choice(found)
        above = element.getparent()
        if above is not None:
            above.remove(element)
        return _written(root)

    return Doubt(rule, change)


def _in_namespace(root: Element, rng: random.Random) -> bytes:
    return _written(root).replace(b"<robot", b'<robot xmlns="http://example.org/robots"', 1)


def _in_latin_1(root: Element, rng: random.Random) -> bytes:
    return b"<!-- Universit\xe9 -->" + _written(root)


def _attribute_twice(root: Element, rng: random.Random) -> bytes:
    return _written(root).replace(b"<robot ", b'<robot version="1" version="1" ', 1)


def _with_ampersand(root: Element, rng: random.Random) -> bytes:
    return _written(root).replace(b"<robot ", b'<robot version="a & b" ', 1)


def _from_the_world(root: Element, rng: random.Random) -> bytes | None:
    children = {child.get("link") for child in root.iterfind("joint/child")}
    first = next((link.get("name") for link in root.iterfind("link") if link.get("name") not in children), None)
    if first is None or root.find("link[@name='world']") is not None:
        return None
    text = f'<joint name="to_the_world" type="fixed"><parent link="world"/><child link="{first}"/></joint>'
    root.append(etree.fromstring(text))
    return _written(root)


def _two_colours(root: Element, rng: random.Random) -> bytes:
    root.insert(0, etree.fromstring(MATERIAL))
    root.insert(1, etree.fromstring(MATERIAL.replace("1 1 1", "0 0 0")))
    return _written(root)


JOINT, LIMIT = "joint[@type='revolute']", "joint[@type='revolute']/limit"
DOUBTS: tuple[Doubt, ...] = (
    before("xml-declaration", '<?xml version="0.0" ?>\n'),
    before("xml-declaration", '\n<!-- made by hand -->\n<?xml version="1.0"?>\n'),
    before("xml-declaration", '<?xml version="1.0"?>\n<?xml version="1.0"?>\n'),
    before("xml-encoding", '<?xml version="1.0" encoding="klingon"?>\n<!-- é -->'),
    before("xml-outside", "a robot\n"),
    before("xml-comment", "<!-- --- base --- -->"),
    before("doctype-unused", "<!DOCTYPE robot>"),
    after("xml-outside", "\nend of file"),
    after("xml-outside", "\n<robot>"),
    Doubt("xml-namespace", _in_namespace),
    Doubt("xml-encoding", _in_latin_1),
    Doubt("xml-repeated", _attribute_twice),
    Doubt("xml-ampersand", _with_ampersand),
    with_value("name-given", ".", "name", None),
    with_value("name-given", "joint[@type='fixed']", "name", ""),
    with_twice("element-repeated", "joint/axis"),
    with_twice("element-repeated", "joint/origin"),
    with_twice("element-repeated", "joint/limit"),
    with_twice("element-repeated", "joint/parent"),
    with_twice("element-repeated", "link/inertial"),
    with_twice("element-repeated", "link/visual/geometry"),
    with_more("element-repeated", "link/visual[material]", MATERIAL),
    with_more("geometry-empty", "link/visual/geometry", '<box size="1 1 1"/>'),
    with_more("geometry-empty", "link/collision/geometry", '<sphere radius="1"/>', 0),
    with_shape("geometry-empty", ""),
    with_shape("geometry-unknown", "<plane/>"),
    with_shape("geometry-size", '<box size="0 0 0"/>'),
    with_shape("geometry-size", '<cylinder radius="0" length="0.1"/>'),
    with_shape("geometry-size", '<cylinder radius="0.1" length="-0.1"/>'),
    with_shape("geometry-size", '<sphere radius="0.0"/>'),
    with_shape("geometry-unreadable", "<sphere/>"),
    with_shape("geometry-unreadable", '<box size="1"/>'),
    with_shape("geometry-unreadable", '<sphere radius="nan"/>'),
    with_shape("geometry-unreadable", '<mesh filename=""/>'),
    with_shape("scale-zero", '<mesh filename="../meshes/part.stl" scale="0 0 0"/>'),
    with_shape("value-count-read", '<mesh filename="../meshes/part.stl" scale="0.001"/>'),
    with_shape("value-count-read", '<mesh filename="../meshes/part.stl" scale="1 1 1 1"/>'),
    with_more(
        "geometry-unreadable", "link", '<visual><origin xyz="0 a 0"/><geometry><sphere radius="1"/></geometry></visual>'
    ),
    with_more("geometry-empty", "link", "<collision/>"),
    with_value("value-count-read", "joint/origin", "rpy", "0 0 0 0"),
    with_value("comma-separated", "joint/origin", "xyz", "0, 0.1, 0.2"),
    with_value("attribute-unknown", "joint/axis", "rpy", "0 0 0"),
    with_value("attribute-case", "joint/origin", "XYZ", "0 0 1"),
    with_value("joint-type-read", JOINT, "type", "Revolute"),
    with_value("joint-type-read", "joint[@type='fixed']", "type", "FIXED"),
    with_value("axis-not-unit", "joint[@type='revolute']/axis", "xyz", "0 2 2"),
    _without("limit-missing", LIMIT),
    with_value("limit-missing", LIMIT, "effort", None),
    with_value("limit-missing", LIMIT, "velocity", ""),
    with_value("limit-left-out", LIMIT, "velocity", "-1"),
    with_value("limit-left-out", LIMIT, "effort", "inf"),
    with_value("limit-left-out", LIMIT, "lower", "1e9"),
    with_more("mimic-unknown", JOINT, '<mimic joint="nobody"/>'),
    with_more("mimic-unknown", JOINT, "<mimic/>"),
    with_value("inertia-asymmetric", "link/inertial/inertia", "izx", "9"),
    with_value("inertia-products", "link/inertial/inertia", "ixy", None),
    with_more("inertial-empty", "link[visual]", "<inertial/>", 0),
    with_more("colour-unreadable", ".", '<material name="a"><color rgba="red"/></material>'),
    with_more("value-count-read", ".", '<material name="a"><color rgba="1 0 0"/></material>'),
    with_more("name-given", ".", MATERIAL.replace('"other"', '""')),
    Doubt("material-duplicate", _two_colours),
    Doubt("world-added", _from_the_world),
    with_value("xacro-name", "joint", "name", "${side}_joint"),
    with_more("file-kind", ".", '<xacro:property xmlns:xacro="http://ros.org/wiki/xacro" name="a" value="1"/>', 0),
    with_more("xacro-macro", ".", '<xacro:sensors xmlns:xacro="http://ros.org/wiki/xacro" side="left"/>'),
    with_value("file-kind", "link/inertial/mass", "value", "${1 + 1}"),
    with_value("file-kind", "joint/origin", "xyz", "$(optenv PLACE 0 0 1)"),
)


def doubtful(root: Element, number: int, rng: random.Random) -> bytes | None:
    """Return the robot with the doubt of this number; None if it has nothing of the kind."""
    return DOUBTS[number].change(copy.deepcopy(root), rng)
