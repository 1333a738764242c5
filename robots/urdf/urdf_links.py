"""From a <link> to a `Body`."""

from __future__ import annotations

import numpy as np

from torseur.sim.analysis.masses.extents import body_box
from torseur.sim.analysis.masses.plausibility import broken_inertia_rules, com_distance
from torseur.sim.arrays import Array, frozen
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.multibody.model.model import Body, Collision, Visual
from torseur.sim.multibody.model.shapes import Shape

from .document import Element, UrdfDocument, owner
from .geometry import placement_of, shape_of
from .materials import Materials
from .mesh_files import MeshFiles
from .quantities import INERTIA, MASS

_MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
_TWICE = {"iyx": "ixy", "izx": "ixz", "izy": "iyz"}
_IDENTITY = frozen(from_xyz_rpy((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


def body_of(document: UrdfDocument, link: Element, materials: Materials, meshes: MeshFiles, moves: bool) -> Body:
    """Return the body a link describes. Without <inertial> it has no mass, as the file says.

    moves : whether a joint moves the link; a wrong inertia matters then
    """
    errors_before = document.errors
    mass, com, inertia = document.attempt((0.0, np.zeros(3), np.zeros((3, 3))), _inertial, document, link, moves)
    body = Body(
        name=(link.get("name") or "").strip(),
        mass=mass,
        com=frozen(com),
        inertia=frozen(inertia),
        visuals=_visuals(document, link, materials, meshes),
        collisions=_collisions(document, link, meshes),
    )
    if document.errors == errors_before and mass > 0.0:
        _report_center_of_mass(document, link.find("inertial"), body)
    return body


def _inertial(document: UrdfDocument, link: Element, moves: bool) -> tuple[float, Array, Array]:
    """Mass, centre of mass (3,) and inertia about it (3, 3), the last two along the link's axes."""
    errors_before = document.errors
    inertial = document.only(link, "inertial")
    if inertial is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    placement = document.attempt(_IDENTITY, placement_of, document, inertial)
    mass = document.attempt(0.0, _mass, document, inertial)
    matrix = document.attempt(np.zeros((3, 3)), _matrix, document, inertial)
    if document.errors == errors_before:
        _report_inertia(document, inertial.find("inertia"), mass, matrix, moves)
    rotation = placement[:3, :3]
    return mass, placement[:3, 3].copy(), rotation @ matrix @ rotation.T


def _needed(document: UrdfDocument, inertial: Element, tag: str) -> Element:
    element = document.only(inertial, tag)
    if element is None:
        message = f"{owner(inertial)}<inertial> has no <{tag}>"
        raise document.error("element-missing", inertial, message, "", f"<{tag}>")
    return element


def _mass(document: UrdfDocument, inertial: Element) -> float:
    element = _needed(document, inertial, "mass")
    mass = document.number(element, "value", None, MASS)
    if mass < 0:
        message = f"{owner(inertial)}a mass of {mass:g} kg; it must not be negative"
        raise document.error("negative", element, message, element.get("value"), "above 0")
    return mass


def _matrix(document: UrdfDocument, inertial: Element) -> Array:
    """Inertia (3, 3) along the axes that <inertial> gives [kg m²]."""
    element = _needed(document, inertial, "inertia")
    xx, xy, xz, yy, yz, zz = (document.attempt(0.0, document.number, element, name, None, INERTIA) for name in _MOMENTS)
    for name, twin in _TWICE.items():
        if element.get(name) is not None and element.get(name) != element.get(twin):
            message = f"{owner(element)}<inertia> {name}={element.get(name)!r} is not its {twin}={element.get(twin)!r}"
            document.report("inertia-asymmetric", element, message, element.get(name), element.get(twin) or "")
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _report_inertia(document: UrdfDocument, element: Element, mass: float, matrix: Array, moves: bool) -> None:
    """Record what no body can have, by the rules of `torseur.sim.analysis.masses.plausibility`.

    Many published robots break the triangle inequality of the principal moments, and their mass matrices are positive
    definite all the same: so it is never an error.

    matrix : (3, 3) about the centre of mass [kg m²]
    moves  : whether a joint moves the link
    """
    moments: Array = np.linalg.eigvalsh(matrix).astype(np.float64)
    a, b, c = moments.tolist()
    found = f"{a:.4g}, {b:.4g}, {c:.4g} kg m²"
    moments_are = f"{owner(element)}principal moments of inertia of {found}"
    for rule in broken_inertia_rules(mass, moments):
        match rule:
            case "mass-zero":
                message = f"{owner(element)}it has no mass, and principal moments of inertia of {found}"
                document.report(rule, element, message, "0 kg", "above 0")
            case "inertia-negative":
                rule = rule if moves else "inertia-negative-fixed"
                document.report(rule, element, f"{moments_are}; none can be negative", found, "above 0")
            case "inertia-zero":
                message = f"{owner(element)}it has a mass of {mass:g} kg and no inertia: it is a point"
                document.report(rule, element, message, found, "above 0")
            case "inertia-singular":
                document.report(rule, element, f"{moments_are}; each should be above 0", found, "above 0")
            case _:
                message = f"{moments_are}; the largest exceeds the sum of the others, which no body's does"
                document.report(rule, element, message, f"{c:.4g}", f"at most {a + b:.4g}")


def _report_center_of_mass(document: UrdfDocument, element: Element, body: Body) -> None:
    """Record a centre of mass that is farther from the box about the link's shapes than the diagonal of that box."""
    bounds = body_box(body)
    if bounds is None:
        return
    distance, most = com_distance(body, bounds)
    if distance > most:
        message = (
            f"{owner(element)}its centre of mass is {distance:.3g} m away from its shapes, which are {most:.3g} m long"
        )
        document.report("com-outside", element, message, f"{distance:.3g} m", f"at most {most:.3g} m")


def _visuals(document: UrdfDocument, link: Element, materials: Materials, meshes: MeshFiles) -> tuple[Visual, ...]:
    visuals = []
    for element in link.findall("visual"):
        color = materials.color(element)
        placement, shape = _placed(document, element, meshes)
        if shape is not None:
            name = element.get("name", "")
            visual = Visual(shape, placement, name=name)
            visuals.append(visual if color is None else Visual(shape, placement, color, name))
    return tuple(visuals)


def _collisions(document: UrdfDocument, link: Element, meshes: MeshFiles) -> tuple[Collision, ...]:
    collisions = []
    for element in link.findall("collision"):
        placement, shape = _placed(document, element, meshes)
        if shape is not None:
            collisions.append(Collision(shape, placement, element.get("name", "")))
    return tuple(collisions)


def _placed(document: UrdfDocument, element: Element, meshes: MeshFiles) -> tuple[Array, Shape | None]:
    placement = document.attempt(_IDENTITY, placement_of, document, element)
    return placement, document.attempt(None, shape_of, document, element, meshes)
