"""From a <link> to a `Body`."""

from __future__ import annotations

import numpy as np

from sim.multibody.arrays import Array, frozen
from sim.multibody.model import Body, Collision, Visual

from .document import Document, Element, owner
from .geometry import placement_of, shape_of
from .materials import Materials
from .mesh_files import MeshFiles


def body_of(document: Document, link: Element, materials: Materials, meshes: MeshFiles) -> Body:
    """Return the body a link describes. Without <inertial> it has no mass, as the file says."""
    mass, com, inertia = _inertial(document, link)
    return Body(
        name=document.text(link, "name"),
        mass=mass,
        com=frozen(com),
        inertia=frozen(inertia),
        visuals=_visuals(document, link, materials, meshes),
        collisions=_collisions(document, link, meshes),
    )


def _inertial(document: Document, link: Element) -> tuple[float, Array, Array]:
    """Mass, centre of mass (3,) and inertia about it (3, 3), the last two along the link's axes."""
    inertial = document.only(link, "inertial")
    if inertial is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    elements = {tag: document.only(inertial, tag) for tag in ("mass", "inertia")}
    for tag, element in elements.items():
        if element is None:
            raise document.error(inertial, f"{owner(link)}<inertial> has no <{tag}>")
    mass = document.number(elements["mass"], "value")
    if mass < 0:
        raise document.error(elements["mass"], f"{owner(link)}a mass of {mass:g} kg; it must not be negative")
    xx, xy, xz, yy, yz, zz = (
        document.number(elements["inertia"], name) for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    placement = placement_of(document, inertial)
    rotation = placement[:3, :3]
    inertia = rotation @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ rotation.T
    return mass, placement[:3, 3].copy(), inertia


def _visuals(document: Document, link: Element, materials: Materials, meshes: MeshFiles) -> tuple[Visual, ...]:
    visuals = []
    for element in link.findall("visual"):
        placement, color = placement_of(document, element), materials.color(element)
        shape = shape_of(document, element, meshes)
        if shape is not None:
            name = element.get("name", "")
            given = Visual(shape, placement, name=name)
            visuals.append(given if color is None else Visual(shape, placement, color, name))
    return tuple(visuals)


def _collisions(document: Document, link: Element, meshes: MeshFiles) -> tuple[Collision, ...]:
    collisions = []
    for element in link.findall("collision"):
        placement = placement_of(document, element)
        shape = shape_of(document, element, meshes)
        if shape is not None:
            collisions.append(Collision(shape, placement, element.get("name", "")))
    return tuple(collisions)
