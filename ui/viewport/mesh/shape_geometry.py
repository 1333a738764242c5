"""Triangles of shapes: of the round ones as many as can be seen."""

from __future__ import annotations

from collections.abc import Iterable

from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, HeightField, Mesh, SolidEllipsoid, Sphere, TriangleMesh

from .geometry import SEGMENTS, Geometry, box, capsule, cylinder, sphere, stretched
from .ground_mesh import ground

FEWER = ((500, 24), (100, 32))  # more round visuals of a model than these, and segments of their circles then
_ROUND = (Sphere, SolidEllipsoid, Cylinder, Capsule)


def shape_geometry(shape: object, segments: int = SEGMENTS) -> Geometry | None:
    """Triangles of a shape in its own frame; None for those that have none (planes, meshes not read).

    segments : of the circles of round shapes
    """
    match shape:
        case Sphere(radius):
            return sphere(radius, segments)
        case Box(size):
            return box(size, bevel=min(0.03 * min(size), 0.01 * max(size)))
        case SolidEllipsoid(radii):
            return stretched(sphere(1.0, segments), radii)
        case Cylinder(radius, length):
            bevel, steps = min(0.16 * radius, 0.3 * length), max(1, (segments - 16) // 8)
            return cylinder(radius, length, bevel, segments + segments // 6, steps)
        case Capsule(radius, length):
            return capsule(radius, length, segments)
        case HeightField():
            return ground(shape)
        case Mesh(data=TriangleMesh() as mesh):
            return Geometry(mesh.vertices, mesh.normals, mesh.triangles)
        case TriangleMesh():
            return Geometry(shape.vertices, shape.normals, shape.triangles)
    return None


class Geometries(dict[object, Geometry | None]):
    """The triangles of each shape of a model, made when they are first asked for."""

    def __init__(self, shapes: Iterable[object]) -> None:
        """shapes: of all visuals."""
        super().__init__()
        count = sum(isinstance(shape, _ROUND) for shape in shapes)
        self._segments = next((segments for many, segments in FEWER if count > many), SEGMENTS)

    def __missing__(self, shape: object) -> Geometry | None:
        self[shape] = shape_geometry(shape, self._segments)
        return self[shape]
