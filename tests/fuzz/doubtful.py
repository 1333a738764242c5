"""Files that are doubtful and not wrong, one class each: what many published robots have, and what has to open with a finding."""

from __future__ import annotations

import copy
import html
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from lxml import etree

Element = etree._Element
MATERIAL = '<material name="other"><color rgba="1 1 1 1"/></material>'


@dataclass(frozen=True, slots=True)
class Doubt:
    """One class: the rule of its finding, and what is done to a robot's file."""

    rule: str
    change: Callable[[Element, random.Random], bytes | None]  # None: the robot has nothing of the kind
    kind: str = "urdf"  # of the file that is changed, or "xacro", "mjcf", "sdf"
    beside: Mapping[str, bytes] | None = None  # what lies beside it


def _written(root: Element) -> bytes:
    return etree.tostring(root)


def before(rule: str, text: str) -> Doubt:
    """Write a text before the file."""
    return Doubt(rule, lambda root, rng: text.encode() + _written(root))


def at_the_end(rule: str, text: str) -> Doubt:
    """Write a text before the end of the robot."""
    return Doubt(rule, lambda root, rng: text.encode().join(_written(root).rsplit(b"</robot>", 1)) + b"</robot>")


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


def without(rule: str, tags: str) -> Doubt:
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


def with_parts(rule: str, *texts: str) -> Doubt:
    """Add these to the robot; {link}, {root} and {joint} in them are a link, the one without parent and a fixed joint."""

    def change(root: Element, rng: random.Random) -> bytes | None:
        links = [link.get("name") for link in root.iterfind("link[@name]")]
        fixed = [joint.get("name") for joint in root.iterfind("joint[@type='fixed']")]
        children = {child.get("link") for child in root.iterfind("joint/child")}
        above = [name for name in links if name not in children]
        if not above or (not fixed and any("{joint}" in text for text in texts)):
            return None
        known = {"{link}": rng.choice(links), "{root}": above[0], "{joint}": rng.choice(fixed or [""])}
        for text in texts:
            for word, name in known.items():
                text = text.replace(word, html.escape(name))
            root.append(etree.fromstring(text))
        return _written(root)

    return Doubt(rule, change)


def with_body(
    rule: str, inside: str, joint: str = '<axis xyz="1 0 0"/>', type: str = "continuous", at: str = "{link}"
) -> Doubt:
    """Hang one more link on one of the robot's, by a joint."""
    ends = f'<parent link="{at}"/><child link="one_more"/>'
    link, joint = f'<link name="one_more">{inside}</link>', f'<joint name="to_it" type="{type}">{ends}{joint}</joint>'
    return with_parts(rule, link, joint)


def with_mesh(rule: str, name: str, content: bytes | None = None) -> Doubt:
    """Let a shape be this mesh, which lies beside the robot if there is any content."""
    doubt = with_shape(rule, f'<mesh filename="{name}"/>')
    return doubt if content is None else replace(doubt, beside={name: content})


def with_poses(rule: str, *states: str) -> Doubt:
    """Put an SRDF file beside the robot."""
    text = f'<robot name="r">{"".join(states)}</robot>'
    return Doubt(rule, lambda root, rng: _written(root), beside={"robot.srdf": text.encode()})


def of(kind: str, doubt: Doubt) -> Doubt:
    """Change a file of another kind than URDF."""
    return replace(doubt, kind=kind)


def with_text(rule: str, path: str, text: str) -> Doubt:
    """Write another text into an element, as SDF has its values."""

    def change(root: Element, rng: random.Random) -> bytes | None:
        found = root.find(path)
        if found is None:
            return None
        found.text = text
        return _written(root)

    return Doubt(rule, change)


def none_of(rule: str, tags: str) -> Doubt:
    """Take all of these elements away."""

    def change(root: Element, rng: random.Random) -> bytes | None:
        for element in root.xpath(tags):
            element.getparent().remove(element)
        return _written(root)

    return Doubt(rule, change)


def with_servo(root: Element, rng: random.Random) -> bytes | None:
    """Have a servo hold a joint of an MJCF file."""
    joints = root.xpath(".//body/joint[@name]")
    if not joints:
        return None
    servo = etree.fromstring('<actuator><position kp="50"/></actuator>')
    servo[0].set("joint", rng.choice(joints).get("name"))
    root.append(servo)
    return _written(root)


def in_namespace(root: Element, rng: random.Random) -> bytes:
    """Put all elements into a namespace."""
    return _written(root).replace(b"<robot", b'<robot xmlns="http://example.org/robots"', 1)


def in_latin_1(root: Element, rng: random.Random) -> bytes:
    """Write a letter that is not UTF-8."""
    return b"<!-- Universit\xe9 -->" + _written(root)


def attribute_twice(root: Element, rng: random.Random) -> bytes:
    """Give the robot an attribute twice."""
    return _written(root).replace(b"<robot ", b'<robot version="1" version="1" ', 1)


def with_ampersand(root: Element, rng: random.Random) -> bytes:
    """Write & as it is."""
    return _written(root).replace(b"<robot ", b'<robot version="a & b" ', 1)


def from_the_world(root: Element, rng: random.Random) -> bytes | None:
    """Let the robot hang on Drake's link, which is in no file."""
    children = {child.get("link") for child in root.iterfind("joint/child")}
    first = next((link.get("name") for link in root.iterfind("link") if link.get("name") not in children), None)
    if first is None or root.find("link[@name='world']") is not None:
        return None
    text = f'<joint name="to_the_world" type="fixed"><parent link="world"/><child link="{first}"/></joint>'
    root.append(etree.fromstring(text))
    return _written(root)


def two_colours(root: Element, rng: random.Random) -> bytes:
    """Let two materials have one name."""
    root.insert(0, etree.fromstring(MATERIAL))
    root.insert(1, etree.fromstring(MATERIAL.replace("1 1 1", "0 0 0")))
    return _written(root)
