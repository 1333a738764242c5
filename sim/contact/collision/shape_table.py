"""The shapes that touch, as the table kernels read, and the buffer that contacts are written to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ...arrays import Array, frozen
from ...errors import SceneError
from ...mesh_cache import kept_array
from ...multibody.model.model import Collision, Model
from ...multibody.model.shapes import Box, Capsule, Cylinder, HeightField, Mesh, Plane, SolidEllipsoid, Sphere, TriangleMesh
from ...texts import tr

# Kinds of shape. A pair is ordered so that kind a ≤ kind b.
PLANE, HEIGHT_FIELD, SPHERE, CAPSULE, CYLINDER, BOX, CONVEX, ELLIPSOID = 0, 1, 2, 3, 4, 5, 6, 7

FAST_SPIN = 0.5  # in a step, of both shapes of a pair, from which on it is not known well enough where they meet [rad]
HULL_VERSION = 2  # of what is kept: raise it when `_found_hull` finds something else

SHAPE = np.dtype(
    [
        ("kind", "i8"),
        ("row", "i8"),  # row of the model's table that carries it; 0: fixed to the world
        ("body", "i8"),  # index in the model's body_names
        ("index", "i8"),  # which of the body's collision shapes
        ("assembly", "i8"),  # which assembly (robot, free body, obstacle) of the scene it belongs to
        ("placement", "f8", (12,)),  # pose in the row's frame: rotation row by row, translation
        # sphere: r; capsule, cylinder: r, half length; box: half lengths; ellipsoid: half axes; height field: half lengths, and
        # heights in a row [m]
        ("dims", "f8", (3,)),
        ("radius", "f8"),  # of a ball about the shape's origin that holds it; inf for a plane [m]
        ("box_center", "f8", (3,)),  # of a box along the shape's axes that holds it [m]
        ("box_half", "f8", (3,)),  # its half lengths; inf for a plane [m]
        ("first", "i8"),  # vertices of a convex shape or a height field in the vertex table: first ≤ k < last
        ("last", "i8"),
        (
            "flats",
            "i8",
        ),  # triangles of its hull, which follow them: a row for the outward normal, and one for the three vertices
        ("friction", "f8"),
        ("restitution", "f8"),
    ],
    align=True,
)

_SIZES = (
    "kind",
    "dims",
    "radius",
    "box_center",
    "box_half",
    "first",
    "last",
    "flats",
)  # columns that follow from the shape alone

# What the geometry of one contact is made of, so that its motion can be followed to second order.
POINT_ON_PLANE, PLANE_ON_POINT, POINTS, OTHER, POINT_ON_LINE, LINES, LINE_ON_POINT = 0, 1, 2, 3, 4, 5, 6
"""b's point (with a radius) on a's plane; a's point on b's plane; point against point; anything else; b's point on a's line; two
lines (with radii) that cross; a's point on b's line."""

TENTATIVE, RESTORED, CERTAIN, LATER, REACHED = 1, 2, 3, 4, 5
"""Of a contact that others may keep from touching: left out of a step; taken back, for good; not left out, as it surely meets. Of
one that strikes after another of its bodies: no impact, as that may keep it from closing; one, as it closes all the same."""

CONTACT = np.dtype(
    [
        ("a", "i8"),  # shapes
        ("b", "i8"),
        ("pair", "i8"),
        ("feature", "i8"),  # which of the pair's possible points; with the pair, the contact's identity
        ("geometry", "i8"),
        ("point", "f8", (3,)),  # midway between the two surfaces, in the world [m]
        ("normal", "f8", (3,)),  # unit, from a into b
        ("gap", "f8"),  # [m]
        ("radius_a", "f8"),  # from a's point to a's surface, along the normal [m]
        ("radius_b", "f8"),
        ("friction", "f8"),
        ("restitution", "f8"),
        ("tangent", "f8", (3,)),  # first friction direction; the second is normal × tangent
        ("impulse", "f8", (3,)),  # along tangent, normal × tangent, normal [N s]
        ("approach", "f8"),  # normal velocity before the step, or the impact [m/s]
        ("slip", "f8", (2,)),  # velocity along the tangents then [m/s]
        ("target", "f8"),  # normal velocity asked for at least, after the step [m/s]
        ("lean", "f8", (3,)),  # added to the velocity J v after the step in the contact law, see `moving_contacts` [m/s]
        ("bend", "f8", (3,)),  # how fast J v changed from the middle of the step before to that of this one, at equal v [m/s²]
        ("bends", "i8"),  # whether the contact obeys its law at the end of the step, by that
        ("counts", "i8"),  # whether it touches in the step, as far as can be foretold
        ("after", "f8", (3,)),  # J v after the step [m/s]
        ("gap_after", "f8"),  # what it leaves of the gap, as far as the step knows [m]
        ("before", "i8"),  # place among the contacts of the step before, -1: it is new
        ("struck", "i8"),  # whether it was an impact there, of which no impulse is taken over
        ("deep", "i8"),  # whether its pair began deeper in each other than motion can have made it, and still is
        ("softness", "f8"),  # u_n + softness r_n takes the place of u_n in the contact law [1/kg]
        ("cone", "i8"),  # COULOMB, CONVEX or a number of facets, see `friction_cone`
        ("across", "f8", (3,)),  # from a's point to b's, in the plane: not zero where they meet before or after [m]
        ("alternatives", "i8"),  # whether the pair was apart along other directions too as the step began, see `sweep`
        ("met", "f8"),  # then when they meet along the motion before the step, from its middle on [s]
        ("put_off", "f8"),  # of one that is LATER, when the other strikes, from the middle of the step on [s]
        ("passing", "i8"),  # 0 or one of TENTATIVE, RESTORED, CERTAIN, LATER and REACHED, see `passing`
    ],
    align=True,
)

SEGMENT = np.dtype(
    [
        ("tree", "i8"),
        ("v0", "i8"),
        ("n", "i8"),
        ("o", "i8"),
        ("first", "i8", (2,)),  # the numbers of those n that the contact moves: from here on,
        ("last", "i8", (2,)),  # and before here, as of a foot the root's and its own leg's; of large trees in whole fours
    ],
    align=True,
)
"""Where one contact's rows over one tree are: numbers v0 ≤ k < v0 + n of v, at offset o; n = 0: no such tree."""


def shape_table(
    model: Model, materials: Mapping[str, tuple[float, float]], assembly: Sequence[int]
) -> tuple[np.ndarray, Array]:
    """The table of a model's collision shapes, and the vertices (k, 3) of height fields and convex ones, those with the triangles
    of their hulls, each in its own frame [m].

    A mesh touches as its convex hull.
    materials : name → (friction, restitution); "" is the default material.
    assembly  : for each body, which assembly (robot, free body, obstacle) of the scene it belongs to
    Raises SceneError for an unknown material, or a mesh that was not read.
    """
    places: list[tuple[int, int, float, float]] = []  # body, index and constants of each
    parts: list[Collision] = []
    sizes: dict[object, tuple[Any, ...]] = {}  # of each shape, or each mesh, that many bodies may share
    own: list[tuple[Any, ...]] = []
    vertices, count = [np.empty((0, 3))], 0
    for b, body in enumerate(model.bodies):
        for k, collision in enumerate(body.collisions):
            shape = collision.shape
            alike = shape.data if isinstance(shape, Mesh) and shape.data is not None else shape
            if alike not in sizes:
                kind, dims, radius, hull, flats = _describe(
                    shape, tr("collision shape {k} of body {body!r}", k=k, body=body.name)
                )
                last = count + len(hull)
                sizes[alike] = kind, dims, radius, *_box_of(kind, dims, radius, hull), count, last, len(flats) // 2
                vertices += hull, flats
                count = last + len(flats)
            if collision.material not in materials:
                raise SceneError(
                    "body {body!r} is of material {material!r}, which the scene does not define; it defines {value}",
                    body=body.name,
                    material=collision.material,
                    value=", ".join(sorted(m for m in materials if m)) or "none",
                )
            places.append((b, k, *materials[collision.material]))
            parts.append(collision)
            own.append(sizes[alike])
    rows = np.zeros(len(parts), dtype=SHAPE)
    if parts:
        rows["body"], rows["index"], rows["friction"], rows["restitution"] = zip(*places, strict=True)
        rows["row"], rows["assembly"] = model.frame_row[rows["body"]], np.asarray(assembly)[rows["body"]]
        placement = model.frame_placement[rows["body"]] @ np.array([part.placement for part in parts])
        rows["placement"][:, :9], rows["placement"][:, 9:] = placement[:, :3, :3].reshape(-1, 9), placement[:, :3, 3]
        for name, column in zip(_SIZES, zip(*own, strict=True), strict=True):
            rows[name] = column
    return frozen(rows), frozen(np.concatenate(vertices))


def _box_of(kind: int, dims: tuple[float, float, float], radius: float, hull: Array) -> tuple[Array, Array]:
    """Centre and half lengths of a box along the shape's axes that holds it."""
    if len(hull):
        low, high = hull.min(axis=0), hull.max(axis=0)
        return 0.5 * (low + high), 0.5 * (high - low)
    across, along = dims[0], dims[1]
    half = {CAPSULE: (across, across, along + across), CYLINDER: (across, across, along), BOX: dims, ELLIPSOID: dims}.get(
        kind, (radius, radius, radius)
    )
    return np.zeros(3), np.array(half)


def _describe(shape: Any, where: str) -> tuple[int, tuple[float, float, float], float, Array, Array]:
    """Kind, dimensions, bounding radius, vertices, and triangles of the hull of a shape."""
    none = np.empty((0, 3))
    match shape:
        case Plane():
            return PLANE, (0.0, 0.0, 0.0), np.inf, none, none
        case Sphere(radius=r):
            return SPHERE, (r, 0.0, 0.0), r, none, none
        case Capsule(radius=r, length=length):
            return CAPSULE, (r, 0.5 * length, 0.0), r + 0.5 * length, none, none
        case Cylinder(radius=r, length=length):
            return CYLINDER, (r, 0.5 * length, 0.0), float(np.hypot(r, 0.5 * length)), none, none
        case SolidEllipsoid(radii=radii):
            return ELLIPSOID, radii, max(radii), none, none
        case Box(size=(x, y, z)):
            return BOX, (0.5 * x, 0.5 * y, 0.5 * z), 0.5 * float(np.hypot(np.hypot(x, y), z)), none, none
        case HeightField(size=(x, y)):
            grid = shape.vertices()
            return (
                HEIGHT_FIELD,
                (0.5 * x, 0.5 * y, len(shape.heights[0])),
                float(np.linalg.norm(grid, axis=1).max()),
                grid,
                none,
            )
        case Mesh(data=None, path=path):
            raise SceneError(
                "{where} is the mesh {path}, which was not read; load the robot with its meshes", where=where, path=path.name
            )
        case Mesh(data=TriangleMesh() as data):
            hull = _hull_of(data)
            count = int(hull[0, 0])
            corners, flats = hull[1 : 1 + count], hull[1 + count :]
            return CONVEX, (0.0, 0.0, 0.0), float(np.linalg.norm(corners, axis=1).max()), corners, flats
    raise SceneError("{where} is a {name}, which cannot touch", where=where, name=type(shape).__name__)


_HULLS: WeakKeyDictionary[TriangleMesh, Array] = WeakKeyDictionary()


def _hull_of(mesh: TriangleMesh) -> Array:
    """`_found_hull` of a mesh; once for all shapes and scenes that have it."""
    hull = _HULLS.get(mesh)
    if hull is None:
        hull = _HULLS[mesh] = _kept_hull(mesh) if mesh.digest else frozen(_found_hull(mesh))
    return hull


def _kept_hull(mesh: TriangleMesh) -> Array:
    import scipy  # whose Qhull it is; what finds hulls takes half a second to import

    return kept_array(f"{mesh.digest}-hull{HULL_VERSION}-{scipy.__version__}", partial(_found_hull, mesh))


def _found_hull(mesh: TriangleMesh) -> Array:
    """How many corners the hull of a mesh has (k, 0, 0), the corners, and of each of its triangles the outward normal and the
    numbers of its three; none where the mesh is flat.
    """
    from scipy.spatial import ConvexHull, QhullError

    corners: Array = np.unique(mesh.vertices.astype(np.float64), axis=0)
    rows = np.empty((0, 3))
    try:
        hull = ConvexHull(corners)
        number = np.full(len(corners), -1)
        number[hull.vertices] = np.arange(len(hull.vertices))
        triangles, corners = number[hull.simplices], corners[hull.vertices]
        rows = np.stack([hull.equations[:, :3], triangles.astype(np.float64)], axis=1).reshape(-1, 3)
    except QhullError:
        pass  # flat: every point may be a corner
    return np.concatenate([[[float(len(corners)), 0.0, 0.0]], corners, rows])
