"""Changes of the elements and attributes of an XML file: what is written is XML, and hardly a robot."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

from lxml import etree

from .values import FRAMES, MESHES, NUMBERS, WORDS, XACRO

Element = etree._Element
Change = Callable[[Element, Element, random.Random], None]  # of an element, with another one at hand

TAGS = ("loop", "cone", "link", "joint", "mesh", "inertial", "visual", "xacro", "gazebo", "limit", "mimic", "a-b.c", "é")
ENCODINGS = ("utf-8", "utf-8", "utf-8", "ascii", "iso-8859-1", "utf-16")
PREFIX = "{http://www.ros.org/wiki/xacro}"


def remove(element: Element, other: Element, rng: random.Random) -> None:
    above = element.getparent()
    if above is not None:
        above.remove(element)


def duplicate(element: Element, other: Element, rng: random.Random) -> None:
    above = element.getparent()
    if above is not None:
        above.insert(rng.randint(0, len(above)), copy.deepcopy(element))


def move(element: Element, other: Element, rng: random.Random) -> None:
    if element.getparent() is not None and element is not other and element not in other.iterancestors():
        other.append(element)


def copy_into(element: Element, other: Element, rng: random.Random) -> None:
    other.append(copy.deepcopy(element))


def swap(element: Element, other: Element, rng: random.Random) -> None:
    element.tag, other.tag = other.tag, element.tag


def rename(element: Element, other: Element, rng: random.Random) -> None:
    element.tag = rng.choice([other.tag, *TAGS])


def empty(element: Element, other: Element, rng: random.Random) -> None:
    del element[:]


def drop_attribute(element: Element, other: Element, rng: random.Random) -> None:
    if element.attrib:
        del element.attrib[rng.choice(sorted(element.attrib))]


def rename_attribute(element: Element, other: Element, rng: random.Random) -> None:
    if element.attrib:
        key = rng.choice(sorted(element.attrib))
        value = element.attrib.pop(key)
        element.set(rng.choice([*sorted(other.attrib), "iyx", "value", key + "s", key.upper()]), value)


def hostile_value(element: Element, other: Element, rng: random.Random) -> None:
    """Give an attribute a value that is none, or one of another attribute."""
    if element.attrib:
        key = rng.choice(sorted(element.attrib))
        fitting = NUMBERS if any(c.isdigit() for c in element.get(key, "")) else WORDS
        values = rng.choice((fitting, fitting, NUMBERS, WORDS, sorted(other.attrib.values()) or WORDS))
        values = XACRO if rng.random() < 0.02 else values  # which takes a process of its own
        element.set(key, rng.choice(values))


def hostile_number(element: Element, other: Element, rng: random.Random) -> None:
    """Change one number of a vector."""
    if element.attrib:
        key = rng.choice(sorted(element.attrib))
        parts = element.get(key, "").split() or [""]
        parts[rng.randrange(len(parts))] = rng.choice(NUMBERS)
        element.set(key, " ".join(parts))


def scaled_number(element: Element, other: Element, rng: random.Random) -> None:
    """Make numbers as large or as small as a slip of units does, and far more, or turn their sign."""
    if element.attrib:
        key = rng.choice(sorted(element.attrib))
        try:
            factor = rng.choice((-1.0, 0.0, 1e-3, 1e3, 1e-12, 1e6, 1e15, 1e60))
            element.set(key, " ".join(repr(factor * float(part)) for part in element.get(key, "").split()))
        except ValueError:
            element.set(key, element.get(key, "") * 2)


def refer_wrongly(element: Element, other: Element, rng: random.Random) -> None:
    """Let a reference name something else: what does not exist, or closes a ring."""
    root = element.getroottree().getroot()
    references = [e for e in root.iter("parent", "child", "mimic", "disable_collisions", "joint") if e.attrib]
    names = [e.get("name", "") for e in root.iter("link", "joint") if e.get("name")]
    if references and names:
        reference = rng.choice(references)
        reference.set(rng.choice(sorted(reference.attrib)), rng.choice([*names, "nobody"]))


def follow(element: Element, other: Element, rng: random.Random) -> None:
    """Let a joint follow another, or itself."""
    joints = element.getroottree().getroot().findall("joint")
    if joints:
        mimic = etree.SubElement(rng.choice(joints), "mimic", joint=rng.choice(joints).get("name", ""))
        mimic.set(rng.choice(("multiplier", "offset")), rng.choice(NUMBERS))


def hostile_mesh(element: Element, other: Element, rng: random.Random) -> None:
    """Let a shape be a mesh that lies where nothing may be read, or nowhere."""
    shapes = list(element.getroottree().getroot().iter("geometry"))
    if shapes:
        shape = rng.choice(shapes)
        del shape[:]
        mesh = etree.SubElement(shape, "mesh", filename=rng.choice(MESHES))
        if rng.random() < 0.4:
            mesh.set(
                "scale", rng.choice(("0 0 0", "1 0 1", "-1 1 1", "nan 1 1", "1e300 1 1", "1e-300 1e-300 1", "1", "1e9 1 1"))
            )


def hostile_file(element: Element, other: Element, rng: random.Random) -> None:
    """Let a file that is named be another one."""
    keys = ("filename", "file", "meshdir", "assetdir")
    named = [(e, key) for e in element.getroottree().getroot().iter() for key in keys if key in e.attrib]
    if named:
        at, key = rng.choice(named)
        at.set(key, rng.choice(MESHES))


def nest(element: Element, other: Element, rng: random.Random) -> None:
    """Put an element deep inside others."""
    above = element.getparent()
    if above is not None:
        at, tag = above.index(element), rng.choice((element.tag, "gazebo", "group"))
        for _ in range(rng.choice((1, 3, 30, 250, 300))):
            element, inner = etree.Element(tag), element
            element.append(inner)
        above.insert(at, element)


def multiply(element: Element, other: Element, rng: random.Random) -> None:
    """Repeat an element a great many times."""
    above = element.getparent()
    if above is not None:
        size = sum(1 for _ in element.iter())
        most = 20_500 if rng.random() < 0.05 else 200
        above.extend(copy.deepcopy(element) for _ in range(min(rng.choice((20, most)), most // size)))


def leave_xacro(element: Element, other: Element, rng: random.Random) -> None:
    """Leave an element of xacro that nobody expanded."""
    tag = rng.choice(("if", "macro", "include", "property", "arm"))
    etree.SubElement(element, PREFIX + tag, filename=rng.choice(XACRO))


def write_text(element: Element, other: Element, rng: random.Random) -> None:
    """Write between the elements."""
    element.text = rng.choice((*WORDS, *NUMBERS, "]]>", "${x}"))
    if rng.random() < 0.5:
        element.append(etree.Comment(" a comment "))


CHANGES: tuple[Change, ...] = (
    remove,
    duplicate,
    move,
    copy_into,
    swap,
    rename,
    empty,
    drop_attribute,
    rename_attribute,
    hostile_value,
    hostile_value,
    hostile_value,
    hostile_number,
    hostile_number,
    scaled_number,
    scaled_number,
    refer_wrongly,
    refer_wrongly,
    follow,
    hostile_mesh,
    hostile_mesh,
    hostile_file,
    nest,
    write_text,
)
RARE: tuple[Change, ...] = (multiply, leave_xacro)  # large files and processes, which take time
HEADS = (
    "<!DOCTYPE robot>",
    '<!DOCTYPE robot [<!ENTITY a "aaaa">]>',
    '<!DOCTYPE r SYSTEM "file:///etc/passwd">',
    "<!doctype html>",
    '<?xml-stylesheet href="a.xsl"?>',
    "<!-- <!DOCTYPE --",
    "<!-- -->",
    "text",
    "<robot/>",
)


def with_texts(root: Element, rng: random.Random) -> Element:
    """Return a copy of an SDF file of some version, in which texts of one to three elements are others."""
    copied = copy.deepcopy(root)
    copied.set("version", f"1.{rng.randint(4, 12)}")
    leaves = [element for element in copied.iter() if not len(element) and (element.text or "").strip()]
    for element in rng.sample(leaves, rng.randint(1, 3)):
        text = rng.choice((*NUMBERS, *WORDS, *MESHES, *FRAMES))
        element.text = "".join(c for c in text if c >= " " or c in "\t\n")
    return copied


def made_of_others(root: Element, rng: random.Random) -> Element:
    """Return a copy of an SDF file in which an element, mostly the model, is made of another, or includes one."""
    copied = copy.deepcopy(root)
    models = list(copied.iter("model"))
    inner = copy.deepcopy(rng.choice([*models, *copied.iter("include")]))
    at = models if rng.random() < 0.9 else list(copied.iter())
    rng.choice(at).append(inner)
    if rng.random() < 0.5:
        inner.set("name", rng.choice(FRAMES))
    if inner.tag == "include" and rng.random() < 0.7:
        inner.find("uri").text = rng.choice(("part.sdf", "part.sdf", "robot.sdf"))
        inner.set("merge", rng.choice(("true", "false")))
    return copied


def mutated(root: Element, rng: random.Random) -> bytes:
    """Return the file with one to four random changes of its elements and attributes, mostly few."""
    root = copy.deepcopy(root)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        elements = [element for element in root.iter() if isinstance(element.tag, str)]
        change = rng.choice(RARE if rng.random() < 0.01 else CHANGES)
        change(rng.choice(elements), rng.choice(elements), rng)
    content = etree.tostring(root, encoding=rng.choice(ENCODINGS))
    if rng.random() < 0.02:
        content = rng.choice(HEADS).encode() + b"\n" + etree.tostring(root)
    return content
