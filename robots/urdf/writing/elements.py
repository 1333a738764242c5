"""The XML elements of links, joints and colours. Numbers are written so that they read back bit for bit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path

import numpy as np
from lxml import etree

from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import roll_pitch_yaw
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind, Visual
from torseur.sim.multibody.model.shapes import Box, Capsule, Color, Cylinder, Mesh, Shape, Sphere

from ..document import Element
from ..urdf_joints import KINDS

_TYPES = {kind: name for name, kind in KINDS.items()}
_NO_COLOR = next(part.default for part in fields(Visual) if part.name == "color")  # of a visual that has no material


def robot_element(name: str, bodies: Iterable[Body], joints: Iterable[Joint], folder: Path) -> Element:
    """Return <robot>. All joints have a parent, carry their child at their own frame, and have a type that URDF has.

    folder : of the file, absolute, which mesh files are named relative to
    """
    bodies = tuple(bodies)
    robot = etree.Element("robot", name=name)
    colors: dict[Color, str] = {}
    for visual in (visual for body in bodies for visual in body.visuals):
        if visual.color != _NO_COLOR and visual.color not in colors:
            colors[visual.color] = f"color_{len(colors) + 1}"
    for color, material in colors.items():
        etree.SubElement(_part(robot, "material", name=material), "color", rgba=_text(*color))
    for body in bodies:
        _add_link(robot, body, colors, folder)
    for joint in joints:
        _add_joint(robot, joint)
    return robot


def _text(*values: float) -> str:
    return " ".join(repr(float(value)) for value in values)


def _part(parent: Element, tag: str, **attributes: str) -> Element:
    """Add an element with those attributes that say something."""
    return etree.SubElement(parent, tag, {key: value for key, value in attributes.items() if value})


def _add_origin(parent: Element, placement: Array) -> None:
    """Add <origin>, if there is anything to say."""
    is_rotated = not np.array_equal(placement[:3, :3], np.eye(3))
    is_shifted = bool(np.any(placement[:3, 3]))
    if is_rotated or is_shifted:
        rpy = _text(*roll_pitch_yaw(placement[:3, :3])) if is_rotated else ""
        _part(parent, "origin", xyz=_text(*placement[:3, 3]) if is_shifted else "", rpy=rpy)


def _add_link(robot: Element, body: Body, colors: Mapping[Color, str], folder: Path) -> None:
    link = _part(robot, "link", name=body.name)
    if body.mass or np.any(body.com) or np.any(body.inertia):
        _add_inertial(link, body)
    for visual in body.visuals:
        element = _add_shape(link, "visual", visual, folder)
        texture = visual.skin.path if visual.skin else visual.shape.texture if isinstance(visual.shape, Mesh) else None
        if texture is not None:
            material = _part(element, "material", name=texture.stem)
            if visual.color in colors:
                _part(material, "color", rgba=_text(*visual.color))
            _part(material, "texture", filename=_filename(texture, folder))
        elif visual.color in colors:
            _part(element, "material", name=colors[visual.color])
    for collision in body.collisions:
        _add_shape(link, "collision", collision, folder)


def _add_inertial(link: Element, body: Body) -> None:
    """Add <inertial>, with the inertia along the link's axes."""
    inertial = _part(link, "inertial")
    if np.any(body.com):
        _part(inertial, "origin", xyz=_text(*body.com))
    _part(inertial, "mass", value=_text(body.mass))
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (map(_text, row) for row in body.inertia)
    _part(inertial, "inertia", ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)


def _add_shape(link: Element, tag: str, part: Visual | Collision, folder: Path) -> Element:
    element = _part(link, tag, name=part.name)
    _add_origin(element, part.placement)
    name, attributes = _geometry(part.shape, folder)
    _part(_part(element, "geometry"), name, **attributes)
    return element


def _geometry(shape: Shape, folder: Path) -> tuple[str, dict[str, str]]:
    """Return the tag and the attributes of a shape."""
    match shape:
        case Box(size):
            return "box", {"size": _text(*size)}
        case Sphere(radius):
            return "sphere", {"radius": _text(radius)}
        case Cylinder(radius, length):
            return "cylinder", {"radius": _text(radius), "length": _text(length)}
        case Capsule(radius, length):
            return "capsule", {"radius": _text(radius), "length": _text(length)}
        case Mesh(path, scale):
            scaled = _text(*scale) if tuple(scale) != (1.0, 1.0, 1.0) else ""
            return "mesh", {"filename": _filename(path, folder), "scale": scaled}
    raise TypeError(f"URDF has no {type(shape).__name__}")


def _filename(path: Path, folder: Path) -> str:
    """Return the path from the folder if the file lies in it or in the one above, as meshes/ beside urdf/; else absolute."""
    absolute = Path(os.path.abspath(path))
    relative = Path(os.path.relpath(absolute, folder))
    base = folder if relative.parts[0] != ".." else folder.parent
    if not absolute.is_relative_to(base) or base == Path(base.anchor) or not _is_same(folder / relative, path):
        return str(absolute)
    return relative.as_posix()


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _add_joint(robot: Element, joint: Joint) -> None:
    element = _part(robot, "joint", name=joint.name, type=_TYPES[joint.kind])
    _add_origin(element, joint.placement)
    _part(element, "parent", link=joint.parent or "")
    _part(element, "child", link=joint.child)
    if joint.kind.nv == 1 or joint.kind is JointKind.PLANAR:
        _part(element, "axis", xyz=_text(*joint.axis))
    if joint.kind.nv != 1:
        return
    _add_limit(element, joint)
    if joint.damping or joint.friction:
        _part(element, "dynamics", damping=_text(joint.damping), friction=_text(joint.friction))
    if joint.mimic is not None:
        mimic = joint.mimic
        _part(element, "mimic", joint=mimic.joint, multiplier=_text(mimic.ratio), offset=_text(mimic.offset))


def _add_limit(element: Element, joint: Joint) -> None:
    """Add <limit>, unless a continuous joint has none."""
    if joint.kind is not JointKind.CONTINUOUS:
        lower, upper = _text(joint.lower), _text(joint.upper)
    elif np.isfinite(joint.velocity_limit):
        lower = upper = ""
    else:
        return
    _part(element, "limit", lower=lower, upper=upper, velocity=_text(joint.velocity_limit), effort=_text(joint.effort_limit))
