"""From <origin> and <geometry> to a placement and a shape."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.multibody.algebra.rotations import rotation_from_quaternion
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Shape, Sphere
from torseur.sim.texts import tr

from ..faults import Fault
from .document import Element, UrdfDocument, children, is_xacro, owner
from .mesh_files import MeshFiles
from .quantities import ANGLE, LENGTH

SHAPES = ("box", "sphere", "cylinder", "capsule", "mesh")
_TAGS = ", ".join(f"<{tag}>" for tag in SHAPES)
QUATERNION = "quat_xyzw"  # of URDF 1.1
_ZERO: tuple[float, ...] = (0.0, 0.0, 0.0)
_NO_TURN: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0)
_IDENTITY = frozen(from_xyz_rpy(_ZERO, _ZERO))


def placement_of(document: UrdfDocument, element: Element) -> Array:
    """Return the pose (4, 4) that the element's <origin> gives; identity without one."""
    origin = document.only(element, "origin")
    return _IDENTITY if origin is None else document.once(_placement_at, origin)


def _placement_at(document: UrdfDocument, origin: Element) -> Array:
    xyz = document.attempt(_ZERO, document.numbers, origin, "xyz", 3, _ZERO, LENGTH)
    rpy = document.attempt(_ZERO, document.numbers, origin, "rpy", 3, _ZERO, ANGLE)
    placement = from_xyz_rpy(xyz, rpy)
    if (text := origin.get(QUATERNION)) is None:
        return frozen(placement)
    quaternion = np.array(document.attempt(_NO_TURN, document.numbers, origin, QUATERNION, 4))
    norm = float(np.linalg.norm(quaternion))
    if against := _against_quaternion(document, origin, norm):
        message = tr(
            "{owner}<origin> {quaternion}={text!r} is left out: {against}",
            owner=owner(origin),
            quaternion=QUATERNION,
            text=text,
            against=against,
        )
        document.report("orientation", origin, message, text, tr("rpy, or a quaternion of URDF 1.1"))
    else:
        placement[:3, :3] = rotation_from_quaternion(quaternion / norm)
    return frozen(placement)


def _against_quaternion(document: UrdfDocument, origin: Element, norm: float) -> str:
    """Return why a quaternion of URDF is not taken, as in the parser of ROS; empty: it is."""
    version = document.root.get("version", "1.0").strip()
    if version in ("", "1", "1.0"):
        return tr('<robot> has no version, or 1.0, and it is read from version="1.1" on')
    if origin.get("rpy") is not None:
        return tr("rpy says how it is turned")
    return "" if norm > 0.0 else tr("it has no direction")


def shape_of(document: UrdfDocument, element: Element, meshes: MeshFiles) -> Shape | None:
    """Return the shape of a <visual> or <collision>; None, with a finding, for what cannot be had."""
    geometry = document.only(element, "geometry")
    if geometry is None:
        raise _left_out(document, "geometry-empty", element, tr("it has no <geometry>"), "", "<geometry>")
    shapes = list(children(geometry))
    if any(map(is_xacro, shapes)):
        return None
    if not shapes:
        raise _left_out(
            document, "geometry-empty", geometry, tr("its <geometry> is empty"), "0 shapes", tr("one of {tags}", tags=_TAGS)
        )
    shape = shapes[0]
    if len(shapes) > 1:
        message = tr(
            "{owner}<geometry> holds {count} shapes; the first is taken, <{tag}>",
            owner=owner(element),
            count=len(shapes),
            tag=shape.tag,
        )
        document.report("geometry-empty", shapes[1], message, tr("{count} shapes", count=len(shapes)), "one")
    return meshes.shape(document, shape) if shape.tag == "mesh" else document.once(_solid, shape)


def _solid(document: UrdfDocument, shape: Element) -> Shape:
    """A shape that is written in numbers alone."""
    match shape.tag:
        case "box":
            x, y, z = (_length(document, shape, "size", value) for value in document.numbers(shape, "size", 3, None, LENGTH))
            return Box((x, y, z))
        case "sphere":
            return Sphere(_positive(document, shape, "radius"))
        case "cylinder":
            return Cylinder(*_radius_and_length(document, shape))
        case "capsule":
            return Capsule(*_radius_and_length(document, shape))
    why = tr("there is no shape <{tag}>; there are {tags}", tag=shape.tag, tags=_TAGS)
    raise _left_out(document, "geometry-unknown", shape, why, f"<{shape.tag}>", _TAGS)


def _left_out(document: UrdfDocument, rule: str, element: Element, why: str, found: str, wanted: str) -> Fault:
    """Return the fault of a visual or collision that there is none of."""
    part = element
    while part.tag not in ("visual", "collision"):
        part = part.getparent()
    message = tr("{owner}its {tag} is left out: {why}", owner=owner(element), tag=part.tag, why=why)
    return document.error(rule, element, message, found, wanted)


def _radius_and_length(document: UrdfDocument, element: Element) -> tuple[float, float]:
    return _positive(document, element, "radius"), _positive(document, element, "length")


def _positive(document: UrdfDocument, element: Element, attribute: str) -> float:
    return _length(document, element, attribute, document.number(element, attribute, None, LENGTH))


def _length(document: UrdfDocument, element: Element, attribute: str, value: float) -> float:
    if value <= 0:
        text = element.get(attribute)
        why = tr("<{tag}> {attribute}={text!r}: lengths are above 0", tag=element.tag, attribute=attribute, text=text)
        raise _left_out(document, "geometry-size", element, why, text, "above 0")
    return value
