"""How deep shapes of a scene are inside each other where it begins: by coal, before anything is compiled."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ...arrays import Array
from .shape_table import BOX, CAPSULE, CYLINDER, ELLIPSOID, SPHERE


class Penetration:
    """The shapes of a system as coal has them, each made when it is first wanted."""

    def __init__(self, shapes: np.ndarray, vertices: Array) -> None:
        """Of a shape table and its vertices."""
        self._shapes, self._vertices = shapes, vertices
        self._made: dict[int, Any] = {}  # by number; of meshes, that may share a hull, by -1 - first vertex

    @cached_property
    def _coal(self) -> Any:
        import coal

        return coal

    def of(self, a: int, b: int, A: Array, B: Array) -> float:
        """How deep shapes a and b are inside each other at their world poses (4, 4) each [m]; 0: they are not."""
        return max(0.0, -self.gap(a, b, A, B, 0.0))

    def gap(self, a: int, b: int, A: Array, B: Array, margin: float) -> float:
        """How far they are apart, below 0 inside each other [m]; inf beyond the margin."""
        coal, result = self._coal, self._coal.CollisionResult()
        pose_a, pose_b = (coal.Transform3s(np.array(pose[:3, :3]), np.array(pose[:3, 3])) for pose in (A, B))
        request = coal.CollisionRequest()
        request.gjk_tolerance = request.epa_tolerance = 1e-9
        request.security_margin = margin
        if not coal.collide(self._shape(a), pose_a, self._shape(b), pose_b, request, result):
            return np.inf
        return float(result.getContact(0).penetration_depth)

    def _shape(self, k: int) -> Any:
        shape = self._shapes[k]
        solid = int(shape["kind"]) in (SPHERE, CAPSULE, CYLINDER, ELLIPSOID, BOX)
        key = k if solid else -1 - int(shape["first"])
        if key not in self._made:
            self._made[key] = self._make(shape)
        return self._made[key]

    def _make(self, shape: np.ndarray) -> Any:
        coal, kind, dims = self._coal, int(shape["kind"]), shape["dims"]
        if kind == SPHERE:
            return coal.Sphere(dims[0])
        if kind == CAPSULE:
            return coal.Capsule(dims[0], 2 * dims[1])
        if kind == CYLINDER:
            return coal.Cylinder(dims[0], 2 * dims[1])
        if kind == ELLIPSOID:
            return coal.Ellipsoid(*dims)
        if kind == BOX:
            return coal.Box(*(2 * dims))
        points = coal.StdVec_Vec3s()
        for vertex in self._vertices[int(shape["first"]) : shape["last"]]:
            points.append(vertex)
        return coal.Convex.convexHull(points, True, "Qt")  # triangles, also where facets are flat
