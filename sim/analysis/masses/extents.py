"""How large shapes are: the box about a body's shapes, and the volume they enclose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...multibody.model.model import Body, Collision, Visual
from ...multibody.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, SolidEllipsoid, Sphere, TriangleMesh

_STEPS = 1 << 20  # of the longest extent of a mesh: vertices in one step are one


def body_boxes(bodies: Sequence[Body]) -> tuple[Array, Array]:
    """Lowest and highest corners (n, 3) of a box about all shapes of each body, along the body's axes [m].

    NaN for a body without shapes, or with one that has no box: a plane, a mesh that is not read.
    """
    lowest, highest = np.full((2, len(bodies), 3), np.nan)
    of_body: list[Sequence[Visual | Collision]] = [(*body.visuals, *body.collisions) for body in bodies]
    parts = [part for own in of_body for part in own]
    if not parts:
        return lowest, highest
    boxes: dict[object, Array] = {}  # of shapes, many of which are alike
    for part in parts:
        if _outline(part.shape) not in boxes:
            boxes[_outline(part.shape)] = _own_box(part.shape)
    low, high = np.array([boxes[_outline(part.shape)] for part in parts]).transpose(1, 0, 2)[..., None]
    placement = np.array([part.placement for part in parts])
    rotation = placement[:, :3, :3]
    center = rotation @ (0.5 * (low + high)) + placement[:, :3, 3:]
    half = np.abs(rotation) @ (0.5 * (high - low))
    counts = np.array([len(own) for own in of_body])
    some = np.flatnonzero(counts)
    starts = (np.cumsum(counts) - counts)[some]
    lowest[some] = np.minimum.reduceat((center - half)[..., 0], starts)
    highest[some] = np.maximum.reduceat((center + half)[..., 0], starts)
    return lowest, highest


def body_volume(body: Body) -> float | None:
    """The volume that a body's shapes enclose [m³]: of its collision shapes, or of its visuals where it has none.

    Shapes that overlap count twice. None where there are no shapes, or one that encloses nothing: a plane, a mesh that is
    open or not read.
    """
    parts: Sequence[Visual | Collision] = body.collisions or body.visuals
    volumes = [shape_volume(part.shape) for part in parts]
    known = [volume for volume in volumes if volume is not None]
    return sum(known) if known and len(known) == len(volumes) else None


def shape_volume(shape: Shape) -> float | None:
    """The volume a shape encloses [m³]; None if it encloses none."""
    match shape:
        case Sphere(radius):
            return float(4.0 / 3.0 * np.pi * radius**3)
        case Box(size):
            return float(np.prod(size))
        case SolidEllipsoid(radii):
            return float(4.0 / 3.0 * np.pi * np.prod(radii))
        case Cylinder(radius, length):
            return float(np.pi * radius**2 * length)
        case Capsule(radius, length):
            return float(np.pi * radius**2 * (length + 4.0 / 3.0 * radius))
        case Mesh(data=data) if data is not None:
            return mesh_volume(data)
    return None


def mesh_volume(mesh: TriangleMesh) -> float | None:
    """The volume inside closed triangles [m³]: Σ a · (b × c) / 6, by the divergence theorem; None if they are open."""
    low, extent = mesh.vertices.min(axis=0), max(float(np.ptp(mesh.vertices, axis=0).max()), 1e-12)
    steps = np.round((mesh.vertices - low) * (_STEPS / extent)).astype(np.int64)
    places = (steps[:, 0] << 42) | (steps[:, 1] << 21) | steps[:, 2]
    _, first, corner = np.unique(places, return_index=True, return_inverse=True)
    points, triangles = mesh.vertices[first], corner.ravel()[mesh.triangles.astype(np.int64)]
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    edges = edges[edges[:, 0] != edges[:, 1]]
    # Closed and turned alike: every edge is passed as often one way as the other.
    forth = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    _, edge_of = np.unique(edges.min(axis=1) * len(points) + edges.max(axis=1), return_inverse=True)
    if np.any(np.bincount(edge_of.ravel(), weights=forth)):
        return None
    a, b, c = (points[triangles[:, k]].astype(float) - points[0].astype(float) for k in range(3))
    volume = float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6.0
    return volume if volume > 0.0 else None


def _outline(shape: Shape) -> object:
    """What a shape's own box follows from."""
    return shape.data if isinstance(shape, Mesh) else shape


def _own_box(shape: Shape) -> Array:
    """Lowest and highest corner (2, 3) of the box about a shape, in its own axes [m]; NaN if there is none."""
    match shape:
        case Box(size):
            half = 0.5 * np.array(size)
        case Sphere(radius):
            half = np.full(3, radius)
        case SolidEllipsoid(radii):
            half = np.array(radii)
        case Cylinder(radius, length):
            half = np.array([radius, radius, 0.5 * length])
        case Capsule(radius, length):
            half = np.array([radius, radius, 0.5 * length + radius])
        case Mesh(data=data) if data is not None:
            x, y, z = data.vertices.T  # one after another: along axis 0 it takes twenty times as long
            return np.array([(x.min(), y.min(), z.min()), (x.max(), y.max(), z.max())], dtype=float)
        case _:
            return np.full((2, 3), np.nan)
    return np.array([-half, half])
