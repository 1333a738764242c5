"""Contacts of the pairs that have no kernel of our own, through the coal library: convex meshes with anything but the ground,
ellipsoids with what has corners or edges.

Runs in Python, between the two compiled halves of a step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import compile_entry, entry, f8, i8, rows_in, rows_out
from .contact_buffer import FULL, add_contact, finish_contact
from .shape_table import BOX, CAPSULE, CONTACT, CYLINDER, ELLIPSOID, OTHER, SHAPE, SPHERE
from .solids.convex_patch import MOST_POINTS, contact_patch, solid_of


class CoalPairs:
    """The pairs of a system that coal looks after, with their shapes made ready."""

    def __init__(self, shapes: np.ndarray, vertices: Array, pairs: np.ndarray, first: int) -> None:
        """Make the shapes ready; pairs : (k, 2) of shapes, whose numbers begin with `first`."""
        self.pairs = [(first + p, int(a), int(b)) for p, (a, b) in enumerate(pairs)]
        if not self.pairs:
            return
        import coal

        self._coal = coal
        self._shapes = shapes
        colliding = {k for _, a, b in self.pairs for k in (a, b)}
        self._geometry = {k: self._make(shapes[k], vertices) for k in colliding}
        self._request = coal.CollisionRequest()
        self._result = coal.CollisionResult()
        self._request.gjk_tolerance = self._request.epa_tolerance = 1e-9
        self._solids = {k: solid_of(shapes[k], vertices) for k in colliding}

    def _make(self, shape: np.ndarray, vertices: Array) -> Any:
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
        for vertex in vertices[shape["first"] : shape["last"]]:
            points.append(vertex)
        return coal.Convex.convexHull(points, True, "Qt")  # triangles, also where facets are flat

    def add_contacts(
        self, geometry: Array, speed: Array, reach: float, slack: float, contacts: np.ndarray, count: int
    ) -> int:
        """Add the contacts of these pairs, nearer than speed · reach + slack; the new count, or FULL.

        geometry : (shapes, 12) world poses
        """
        coal = self._coal
        for p, a, b in self.pairs:
            margin = reach * (speed[a] + speed[b]) + slack
            limit = self._shapes[a]["radius"] + self._shapes[b]["radius"] + margin
            if np.linalg.norm(geometry[a, 9:] - geometry[b, 9:]) > limit:
                continue
            if len(contacts) < count + MOST_POINTS:
                return FULL
            pose_a, pose_b = _transform(coal, geometry[a]), _transform(coal, geometry[b])
            self._request.security_margin = margin
            self._result.clear()
            if not coal.collide(self._geometry[a], pose_a, self._geometry[b], pose_b, self._request, self._result):
                continue
            count = self._add_patch(p, a, b, geometry[a], geometry[b], contacts, count)
        return count

    def _add_patch(self, p: int, a: int, b: int, A: Array, B: Array, contacts: np.ndarray, count: int) -> int:
        """Add the contact patch of one pair whose normal coal has found."""
        single = self._result.getContact(0)
        at = 0.5 * (np.asarray(single.getNearestPoint1()) + np.asarray(single.getNearestPoint2()))
        normal, points, gaps = contact_patch(self._solids[a], A, self._solids[b], B, np.asarray(single.normal), at)
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
