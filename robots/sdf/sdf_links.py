"""From a <link> of SDF to a `Body`."""

from __future__ import annotations

import math

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.multibody.model.model import Body, Collision, Visual
from torseur.sim.multibody.model.shapes import Color, Mesh, Plane, Shape, SolidEllipsoid
from torseur.sim.texts import tr

from ..urdf.document import Element, UrdfDocument, children, owner
from ..urdf.geometry import shape_of
from ..urdf.mass_rules import MassRules
from ..urdf.mesh_files import MeshFiles
from ..urdf.quantities import DIRECTION, INERTIA, LENGTH, MASS
from .frames import Frames
from .gazebo_materials import MATERIALS
from .sdf_elements import is_true, pose_of

_MOMENTS = {"ixx": 1.0, "ixy": 0.0, "ixz": 0.0, "iyy": 1.0, "iyz": 0.0, "izz": 1.0}  # and what they are unless said
_AS_URDF = ("box", "sphere", "cylinder", "capsule")
_NOT_READ = ("cone", "heightmap", "image", "polyline")
_IDENTITY = frozen(from_xyz_rpy((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


def body_of(document: UrdfDocument, link: Element, frames: Frames, meshes: MeshFiles, moves: bool, rules: MassRules) -> Body:
    """Return the body that a link describes. What of its mass and inertia is not said is as SDF has it: 1 kg, 1 kg m².

    moves : whether a joint, or the base, moves the link
    rules : by which it is judged if it has a mass, and no error
    """
    errors_before = document.errors
    mass, com, inertia = document.attempt((0.0, np.zeros(3), np.zeros((3, 3))), _inertial, document, link, moves, rules)
    visuals, collisions = [], []
    for element in link.iter("visual", "collision"):
        placed = document.optional(
            "geometry-unreadable",
            tr("its {tag} is left out", tag=element.tag),
            _placed,
            document,
            element,
            link,
            frames,
            meshes,
        )
        if placed is None:
            continue
        shape, placement, name = placed[0], frozen(placed[1]), element.get("name", "")
        if element.tag == "collision":
            collisions.append(Collision(shape, placement, name))
        else:
            color = document.optional("colour-unreadable", tr("its colour is left out"), _color, document, element, shape)
            visual = Visual(shape, placement, name=name) if color is None else Visual(shape, placement, color, name)
            picture = _picture(element)
            visuals.append(visual if picture is None else meshes.textured(document, picture, visual, over=True))
    body = Body((link.get("name") or "").strip(), mass, frozen(com), frozen(inertia), tuple(visuals), tuple(collisions))
    if document.errors == errors_before and mass > 0.0 and link.find("inertial") is not None:
        rules.add_body(link.find("inertial"), body)
    return body


def _inertial(document: UrdfDocument, link: Element, moves: bool, rules: MassRules) -> tuple[float, Array, Array]:
    """Mass, centre of mass (3,) and inertia about it (3, 3), the last two along the link's axes."""
    inertial = document.only(link, "inertial")
    if inertial is not None and is_true(inertial.get("auto")):
        message = tr("{owner}its mass is to be computed of its shapes (<inertial auto>), which is not done", owner=owner(link))
        raise document.error("sdf-value", inertial, message, "auto", tr("<mass> and <inertia>"))
    needed = {"mass": inertial, "inertia": inertial}
    missing = [f"<{tag}>" for tag in needed if inertial is None or _is_missing(inertial, tag)]
    if missing and moves:
        what = "<inertial>" if inertial is None else " and ".join(missing)
        assumed = " and ".join(
            value for tag, value in (("<mass>", "1 kg"), ("<inertia>", tr("1 kg m² about each axis"))) if tag in missing
        )
        message = tr("{owner}it has no {what}; SDF then has {assumed}", owner=owner(link), what=what, assumed=assumed)
        document.report("sdf-default", link if inertial is None else inertial, message, "", what)
    if inertial is None:
        return 1.0, np.zeros(3), np.eye(3)
    pose, element = pose_of(document, inertial), inertial.find("mass")
    mass = 1.0 if element is None else document.number(element, "value", 1.0, MASS)
    if mass < 0.0:
        message = tr("{owner}a mass of {mass:g} kg; it must not be negative", owner=owner(inertial), mass=mass)
        raise document.error("negative", element, message, element.get("value"), "above 0")
    matrix, inertia = np.eye(3), document.only(inertial, "inertia")
    if inertia is not None:
        xx, xy, xz, yy, yz, zz = (document.number(inertia, name, none, INERTIA) for name, none in _MOMENTS.items())
        matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        lacking = [f"<{name}>" for name in ("ixx", "iyy", "izz") if inertia.get(name) is None]
        if lacking and moves:
            message = tr(
                "{owner}its <inertia> has no {lacking}; SDF then has 1 kg m²",
                owner=owner(link),
                lacking=tr(" and no ").join(lacking),
            )
            document.report("sdf-default", inertia, message, "", " and ".join(lacking))
        rules.add_inertia(inertia, mass, matrix, moves)
    rotation = pose[:3, :3]
    return mass, pose[:3, 3].copy(), rotation @ matrix @ rotation.T


def _is_missing(inertial: Element, tag: str) -> bool:
    """Whether there is no such element, or one that says nothing, which has its default in SDF."""
    element = inertial.find(tag)
    return element is None or (not len(element) and element.get("value") is None)


def _placed(
    document: UrdfDocument, element: Element, link: Element, frames: Frames, meshes: MeshFiles
) -> tuple[Shape, Array] | None:
    """Return the shape of a <visual> or <collision> and its pose in the link; None for what is left out."""
    name = link.get("name").strip()
    placement = (
        np.linalg.inv(frames.pose(name)) @ frames.placed(element, name) if _elsewhere(element) else pose_of(document, element)
    )
    geometry = document.only(element, "geometry")
    shapes = [] if geometry is None else list(children(geometry))
    if not shapes or shapes[0].tag == "empty":
        return None
    shape = shapes[0]
    if len(shapes) == 1 and shape.tag in _NOT_READ:
        message = tr(
            "{owner}its {tag} is left out: <{shape_tag}> is not read",
            owner=owner(element),
            tag=element.tag,
            shape_tag=shape.tag,
        )
        document.report("sdf-left-out", shape, message, f"<{shape.tag}>", tr("another shape"))
        return None
    if len(shapes) == 1 and shape.tag == "plane":
        if element.tag == "visual" and shape.get("size") is not None:  # a collision's is endless in SDF too
            message = tr(
                "{owner}<plane> size={size!r} is left out; the plane is drawn without an end",
                owner=owner(element),
                size=shape.get("size"),
            )
            document.report("sdf-left-out", shape, message, "<size>", tr("a thin <box>"))
        return Plane(), placement @ _upright(document, shape)
    if len(shapes) == 1 and shape.tag == "ellipsoid":
        a, b, c = document.numbers(shape, "radii", 3, None, LENGTH)
        if min(a, b, c) <= 0.0:
            message = tr(
                "{owner}<ellipsoid> radii={radii!r}: lengths must be above 0", owner=owner(shape), radii=shape.get("radii")
            )
            raise document.error("geometry-size", shape, message, shape.get("radii"), "above 0")
        return SolidEllipsoid((a, b, c)), placement
    if len(shapes) == 1 and shape.tag == "mesh":
        _check_mesh(document, shape)
    found = shape_of(document, element, meshes)
    return None if found is None else (found, placement)


def _elsewhere(element: Element) -> bool:
    """Whether a pose is relative to something else than the link."""
    pose = element.find("pose")
    return pose is not None and bool((pose.get("relative_to") or pose.get("frame") or "").strip())


def name_meshes(document: UrdfDocument) -> None:
    """Write the files of all meshes as URDF has them."""
    for mesh in document.root.iterfind("link/*/geometry/mesh"):
        mesh.set("filename", (mesh.get("uri") or "").strip())


def _check_mesh(document: UrdfDocument, mesh: Element) -> None:
    """Raise where a mesh has no file, and record that only part of it is wanted."""
    document.text(mesh, "uri")
    if mesh.find("submesh") is not None:
        message = tr("{owner}<submesh> is left out: all of the mesh is taken", owner=owner(mesh))
        document.report("sdf-left-out", mesh.find("submesh"), message, "<submesh>", tr("a mesh of its own"))


def _upright(document: UrdfDocument, plane: Element) -> Array:
    """Return the turn (4, 4) that brings z to the plane's normal."""
    normal = np.array(document.numbers(plane, "normal", 3, (0.0, 0.0, 1.0), DIRECTION))
    length = float(np.linalg.norm(normal))
    if length < 1e-12:
        message = tr("{owner}<normal> {normal!r} has no direction", owner=owner(plane), normal=plane.get("normal"))
        raise document.error("axis-zero", plane, message, plane.get("normal"), tr("a vector of length 1"))
    x, y, z = normal / length
    across = math.hypot(x, y)
    turn = np.eye(4)
    if across > 1e-12:
        along = np.array([x / across, y / across, 0.0])
        turn[:3, 0] = (along[0] * z, along[1] * z, -across)
        turn[:3, 1] = (-along[1], along[0], 0.0)
        turn[:3, 2] = (x, y, z)
    elif z < 0.0:
        turn[1, 1] = turn[2, 2] = -1.0
    return turn


def _color(document: UrdfDocument, visual: Element, shape: Shape) -> Color | None:
    """Return the diffuse colour of a visual, or the ambient one; None if it says nothing. Transparency thins the default too."""
    material = document.only(visual, "material")
    named = None if material is None else _named(document, visual, material)
    said = () if material is None else (material.find("diffuse"), material.find("ambient"))
    element = next((one for one in said if one is not None), None)
    transparency = document.number(visual, "transparency", 0.0)
    if not 0.0 <= transparency <= 1.0:
        cut = min(max(transparency, 0.0), 1.0)
        message = tr(
            "{owner}<transparency> {transparency:g} is not within 0 to 1; it is cut to it",
            owner=owner(visual),
            transparency=transparency,
        )
        document.report("colour-range", visual.find("transparency"), message, f"{transparency:g}", "0 to 1")
        transparency = cut
    if transparency > 0.0 and isinstance(shape, Mesh) and shape.data is not None and shape.data.colors is not None:
        message = tr("{owner}<transparency> is left out: the mesh has colours of its own", owner=owner(visual))
        document.report("sdf-left-out", visual.find("transparency"), message, "<transparency>", tr("colours that thin"))
    if element is None:
        white = (1.0, 1.0, 1.0, 1.0) if _picture(visual) is not None else None
        red, green, blue, alpha = named or white or Visual(shape).color
        plain = named is None and white is None and transparency == 0.0
        return None if plain else (red, green, blue, alpha * (1.0 - transparency))
    count = len((element.get("value") or "").split())
    red, green, blue, *opacity = document.numbers(element, "value", 3 if count == 3 else 4)
    given = (red, green, blue, (opacity[0] if opacity else 1.0) * (1.0 - transparency))
    r, g, b, alpha = (min(max(value, 0.0), 1.0) for value in given)
    if (r, g, b, alpha) != given:
        message = tr(
            "{owner}<{tag}> {value!r} is not within 0 to 1; it is cut to it",
            owner=owner(element),
            tag=element.tag,
            value=element.get("value"),
        )
        document.report("colour-range", element, message, element.get("value"), "0 to 1")
    return r, g, b, alpha


def _named(document: UrdfDocument, visual: Element, material: Element) -> Color | None:
    """Return the colour of a material that a <script> names and Gazebo has; record what of the material is not drawn."""
    color = None
    for script in material.iter("script"):
        name = (script.get("name") or "").strip()
        color = color or MATERIALS.get(name)
        if name not in MATERIALS:
            message = tr(
                "{owner}the material {name!r} of a <script> is not known; its plain colour is used",
                owner=owner(visual),
                name=name,
            )
            document.report("texture-unused", script, message, name, tr("a material of Gazebo that has one colour"))
    for pbr in material.iter("pbr"):
        maps = [part.tag for kind in children(pbr) for part in children(kind) if part.tag.endswith("_map")]
        others = [tag for tag in maps if tag != "albedo_map"]
        if others or next(pbr.iter("albedo_map"), None) is None:
            what = ", ".join(f"<{tag}>" for tag in dict.fromkeys(others)) or "<pbr>"
            document.report(
                "texture-unused", pbr, tr("{owner}{what} of its material is left out", owner=owner(visual), what=what), what
            )
    return color


def _picture(visual: Element) -> Element | None:
    """Return the <albedo_map> of a visual's material, with its file as URDF has it; None if there is none."""
    element = visual.find("material/pbr/*/albedo_map")
    if element is None or not (element.get("value") or "").strip():
        return None
    element.set("filename", element.get("value").strip())
    return element
