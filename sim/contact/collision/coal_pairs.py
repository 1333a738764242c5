"""Contacts of the pairs that have no kernel of our own, through the coal library: convex meshes with anything but the ground,
ellipsoids with what has corners or edges.

Runs in Python, between the two compiled halves of a step, for the pairs that the broad phase has left to it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import compile_entry, entry, f8, i8, rows_in, rows_out
from .contact_buffer import FULL, add_contact, finish_contact
from .shape_table import BOX, CAPSULE, CONTACT, CYLINDER, ELLIPSOID, OTHER, SHAPE, SPHERE
from .solids.coal_direction import ellipsoid_direction
from .solids.convex_patch import MOST_POINTS, Solid, contact_patch, solid_of


def _hull_of(made: Any) -> tuple[Array, np.ndarray]:
    """Corners (k, 3) and outward triangles (f, 3) of a convex shape as coal has it; of others none."""
    if not hasattr(made, "num_polygons"):
        return np.empty((0, 3)), np.empty((0, 3), dtype=np.int64)
    triangles = (made.polygons(k) for k in range(made.num_polygons))
    corners = [made.point(k) for k in range(made.num_points)]
    return np.array(corners), np.array([[one[e] for e in range(3)] for one in triangles], dtype=np.int64)


class CoalPairs:
    """The shapes of a system as coal has them, each made when it first comes near another."""

    def __init__(self, shapes: np.ndarray, vertices: Array) -> None:
        """Of a shape table and its vertices."""
        self._shapes, self._vertices = shapes, vertices
        self._made: dict[int, tuple[Any, Solid]] = {}  # by number of the shape
        self._hulls: dict[int, Any] = {}  # of meshes, by their first vertex: shapes may share one

    @cached_property
    def _coal(self) -> Any:
        import coal

        return coal

    @cached_property
    def _request(self) -> Any:
        request = self._coal.CollisionRequest()
        request.gjk_tolerance = request.epa_tolerance = 1e-9
        return request

    @cached_property
    def _result(self) -> Any:
        return self._coal.CollisionResult()

    def _shape(self, k: int) -> tuple[Any, Solid]:
        """Shape k as coal has it, and as a solid."""
        if k not in self._made:
            made = self._make(self._shapes[k])
            self._made[k] = made, solid_of(self._shapes[k], *_hull_of(made))
        return self._made[k]

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
        first = int(shape["first"])
        if first not in self._hulls:
            points = coal.StdVec_Vec3s()
            for vertex in self._vertices[first : shape["last"]]:
                points.append(vertex)
            self._hulls[first] = coal.Convex.convexHull(points, True, "Qt")  # triangles, also where facets are flat
        return self._hulls[first]

    def penetration(self, a: int, b: int, A: Array, B: Array) -> float:
        """How deep shapes a and b are inside each other at their world poses (4, 4) each [m]; 0: they are not."""
        coal, result = self._coal, self._coal.CollisionResult()
        placed = (coal.Transform3s(np.array(pose[:3, :3]), np.array(pose[:3, 3])) for pose in (A, B))
        request = coal.CollisionRequest()
        request.gjk_tolerance = request.epa_tolerance = 1e-9
        pose_a, pose_b = placed
        if not coal.collide(self._shape(a)[0], pose_a, self._shape(b)[0], pose_b, request, result):
            return 0.0
        return max(0.0, -float(result.getContact(0).penetration_depth))

    def add_contacts(
        self,
        pairs: np.ndarray,
        geometry: Array,
        speed: Array,
        reach: float,
        slack: float,
        contacts: np.ndarray,
        count: int,
    ) -> int:
        """Add the contacts of these pairs, nearer than speed · reach + slack; the new count, or FULL.

        pairs    : (k, 3) number, shapes in order of their kinds
        geometry : (shapes, 12) world poses
        """
        coal = self._coal
        for p, a, b in pairs.tolist():
            margin = reach * (speed[a] + speed[b]) + slack
            if len(contacts) < count + MOST_POINTS:
                return FULL
            pose_a, pose_b = _transform(coal, geometry[a]), _transform(coal, geometry[b])
            self._request.security_margin = margin
            self._result.clear()
            if not coal.collide(self._shape(a)[0], pose_a, self._shape(b)[0], pose_b, self._request, self._result):
                continue
            count = self._add_patch(p, a, b, geometry[a], geometry[b], contacts, count)
        return count

    def _add_patch(self, p: int, a: int, b: int, A: Array, B: Array, contacts: np.ndarray, count: int) -> int:
        """Add the contact patch of one pair whose normal coal has found."""
        single = self._result.getContact(0)
        at = 0.5 * (np.asarray(single.getNearestPoint1()) + np.asarray(single.getNearestPoint2()))
        normal = np.asarray(single.normal)
        (made_a, solid_a), (made_b, solid_b) = self._shape(a), self._shape(b)
        if solid_b.ellipsoid is not None and self._shapes[a]["kind"] != CAPSULE:
            shapes = made_a, made_b
            normal, at = ellipsoid_direction(self._coal, shapes, solid_a, A, solid_b, B, self._request, normal, at)
        normal, points, gaps = contact_patch(solid_a, A, solid_b, B, normal, at)
        compile_entry(_add)
        for feature, (point, gap) in enumerate(zip(points, gaps, strict=True)):
            x, y, z = map(float, point)
            nx, ny, nz = map(float, normal)
            _add(self._shapes, p, a, b, x, y, z, nx, ny, nz, float(gap), feature, contacts, count)
            count += 1
        return count


def _transform(coal: Any, pose: Array) -> Any:
    return coal.Transform3s(pose[:9].reshape(3, 3), pose[9:])


@entry(rows_in(SHAPE), i8, i8, i8, f8, f8, f8, f8, f8, f8, f8, i8, rows_out(CONTACT), i8)
def _add(
    shapes: Any, pair: int, a: int, b: int, x: float, y: float, z: float, nx: float, ny: float, nz: float,
    gap: float, feature: int, contacts: Any, count: int,
) -> None:  # fmt: skip
    add_contact(contacts, count, x, y, z, nx, ny, nz, gap, 0.0, 0.0, feature, OTHER)
    finish_contact(contacts[count], pair, a, b, shapes[a], shapes[b])
