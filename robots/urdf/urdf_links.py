"""From a <link> to a `Body`."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.multibody.model.model import Body, Collision, Visual
from torseur.sim.multibody.model.shapes import Shape
from torseur.sim.texts import tr

from .document import Element, UrdfDocument, owner
from .geometry import placement_of, shape_of
from .mass_rules import MassRules
from .materials import Materials
from .mesh_files import MeshFiles
from .quantities import INERTIA, MASS

_MOMENTS = ("ixx", "iyy", "izz")
_PRODUCTS = (("ixy", "iyx"), ("ixz", "izx"), ("iyz", "izy"))  # URDF's own, and what some files have beside it
_IDENTITY = frozen(from_xyz_rpy((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


def body_of(
    document: UrdfDocument, link: Element, materials: Materials, meshes: MeshFiles, moves: bool, rules: MassRules
) -> Body:
    """Return the body a link describes. Without <inertial> it has no mass, as the file says.

    moves : whether a joint moves the link; a wrong inertia matters then
    rules : by which it is judged if it has a mass, and no error
    """
    errors_before = document.errors
    mass, com, inertia = document.attempt((0.0, np.zeros(3), np.zeros((3, 3))), _inertial, document, link, moves, rules)
    body = Body(
        name=(link.get("name") or "").strip(),
        mass=mass,
        com=frozen(com),
        inertia=frozen(inertia),
        visuals=_visuals(document, link, materials, meshes),
        collisions=_collisions(document, link, meshes),
    )
    if document.errors == errors_before and mass > 0.0:
        rules.add_body(next(link.iterchildren("inertial")), body)
    return body


def _inertial(document: UrdfDocument, link: Element, moves: bool, rules: MassRules) -> tuple[float, Array, Array]:
    """Mass, centre of mass (3,) and inertia about it (3, 3), the last two along the link's axes."""
    errors_before = document.errors
    inertial = document.only(link, "inertial")
    if inertial is None or _is_empty(document, inertial):
        return 0.0, np.zeros(3), np.zeros((3, 3))
    placement = document.attempt(_IDENTITY, placement_of, document, inertial)
    mass = document.attempt(0.0, _mass, document, inertial)
    matrix = document.attempt(np.zeros((3, 3)), _matrix, document, inertial)
    if document.errors == errors_before:
        rules.add_inertia(next(inertial.iterchildren("inertia")), mass, matrix, moves)
    rotation = placement[:3, :3]
    return mass, placement[:3, 3].copy(), rotation @ matrix @ rotation.T


def _is_empty(document: UrdfDocument, inertial: Element) -> bool:
    """Whether an <inertial> says nothing: that there is no mass, or nothing of it."""
    mass, inertia = document.only(inertial, "mass"), document.only(inertial, "inertia")
    lacks = "no <inertia>" if mass is not None else "neither <mass> nor <inertia>"
    if inertia is not None:
        lacks = "no <mass>"
        if mass is not None or any(number.strip("+-0. ") for number in inertia.attrib.values()):
            return False
    elif mass is not None and mass.get("value", "").strip("+-0. "):
        return False
    message = tr("{owner}<inertial> has {lacks}; the link is read without mass", owner=owner(inertial), lacks=lacks)
    document.report("inertial-empty", inertial, message, lacks, "<mass> and <inertia>")
    return True


def _needed(document: UrdfDocument, inertial: Element, tag: str) -> Element:
    element = document.only(inertial, tag)
    if element is None:
        message = tr("{owner}<inertial> has no <{tag}>", owner=owner(inertial), tag=tag)
        raise document.error("element-missing", inertial, message, "", f"<{tag}>")
    return element


def _mass(document: UrdfDocument, inertial: Element) -> float:
    element = _needed(document, inertial, "mass")
    mass = document.number(element, "value", None, MASS)
    if mass < 0:
        message = tr("{owner}a mass of {mass:g} kg; it must not be negative", owner=owner(inertial), mass=mass)
        raise document.error("negative", element, message, element.get("value"), "above 0")
    return mass


def _matrix(document: UrdfDocument, inertial: Element) -> Array:
    """Inertia (3, 3) along the axes that <inertial> gives [kg m²]."""
    return document.once(_matrix_of, _needed(document, inertial, "inertia"))


def _matrix_of(document: UrdfDocument, element: Element) -> Array:
    xx, yy, zz = (document.attempt(0.0, document.number, element, name, None, INERTIA) for name in _MOMENTS)
    xy, xz, yz = (document.attempt(0.0, _product, document, element, *names) for names in _PRODUCTS)
    return frozen(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))


def _product(document: UrdfDocument, element: Element, name: str, twin: str) -> float:
    """Return a product of inertia [kg m²]; where it is missing, what its twin says, or 0."""
    if (element.get(name) or "").strip():
        value = document.number(element, name, None, INERTIA)
        _report_twin(document, element, name, twin, value)
        return value
    value = document.number(element, twin, 0.0, INERTIA)
    taken = (
        tr("{twin}={element!r} is taken", twin=twin, element=element.get(twin)) if element.get(twin) else tr("it is read as 0")
    )
    document.report(
        "inertia-products",
        element,
        tr("{owner}<inertia> has no {name}; {taken}", owner=owner(element), name=name, taken=taken),
        "",
        name,
    )
    return value


def _report_twin(document: UrdfDocument, element: Element, name: str, twin: str, value: float) -> None:
    """Record that a product of inertia stands there twice, and not alike."""
    text = element.get(twin)
    try:
        alike = text is None or float(text) == value
    except ValueError:
        alike = False
    if not alike:
        message = tr(
            "{owner}<inertia> {twin}={text!r} is not its {name}={element!r}, which is taken",
            owner=owner(element),
            twin=twin,
            text=text,
            name=name,
            element=element.get(name),
        )
        document.report("inertia-asymmetric", element, message, text, element.get(name))


def _visuals(document: UrdfDocument, link: Element, materials: Materials, meshes: MeshFiles) -> tuple[Visual, ...]:
    visuals = []
    for element in link.iterchildren("visual"):
        color = materials.color(element)
        placed = _placed(document, element, meshes)
        if placed is not None:
            placement, shape = placed
            texture = materials.texture(element)
            name = element.get("name", "")
            visual = Visual(shape, placement, name=name) if color is None else Visual(shape, placement, color, name)
            visuals.append(visual if texture is None else meshes.textured(document, texture, visual))
    return tuple(visuals)


def _collisions(document: UrdfDocument, link: Element, meshes: MeshFiles) -> tuple[Collision, ...]:
    collisions = []
    for element in link.iterchildren("collision"):
        placed = _placed(document, element, meshes)
        if placed is not None:
            placement, shape = placed
            collisions.append(Collision(shape, placement, element.get("name", "")))
    return tuple(collisions)


def _placed(document: UrdfDocument, element: Element, meshes: MeshFiles) -> tuple[Array, Shape] | None:
    """Return pose (4, 4) and shape of a <visual> or <collision>; None, with a finding, for what cannot be had."""
    return document.optional(
        "geometry-unreadable", tr("its {tag} is left out", tag=element.tag), _read_shape, document, element, meshes
    )


def _read_shape(document: UrdfDocument, element: Element, meshes: MeshFiles) -> tuple[Array, Shape] | None:
    placement, shape = placement_of(document, element), shape_of(document, element, meshes)
    return None if shape is None else (placement, shape)
