"""The patch where two convex shapes meet across a known normal: the points that span it, and the gap at each.

Each shape offers the points of its surface that lie furthest along the normal, within a small angle: a face, an edge or a
corner. The two are projected along the normal and intersected; the gap at a point is the difference of their heights.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....arrays import Array
from ..shape_table import BOX, CAPSULE, CYLINDER, ELLIPSOID, SPHERE

MOST_POINTS = 8
_TILT = 0.02  # two faces this nearly parallel meet in a patch [rad]
_RIM = 16  # points that stand for the rim of a cylinder


@dataclass(frozen=True, eq=False, slots=True)
class Solid:
    """A convex shape as all that lies within `radius` of a core, in its own frame."""

    corners: Array  # (k, 3) of the core; empty for a cylinder and an ellipsoid
    faces: Array  # (m, 3) unit normals of the core's flat faces that patches snap to
    facets: tuple[
        Array, np.ndarray
    ]  # (f, 3) unit normals of the triangles of the core's hull, and (f, 3) their corners
    radius: float = 0.0
    cylinder: tuple[float, float] | None = None  # radius and half length
    ellipsoid: Array | None = None  # (3,) half axes


def solid_of(shape: np.ndarray, corners: Array, triangles: np.ndarray) -> Solid:
    """A row of the shape table as a solid; of a convex one also the corners (k, 3) of its hull, and of each triangle (f, 3)."""
    r, half = float(shape["dims"][0]), float(shape["dims"][1])
    ends, none = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]), np.empty((0, 3))
    no_facets = none, np.empty((0, 3), dtype=np.int64)
    match int(shape["kind"]):
        case k if k == SPHERE:
            return Solid(np.zeros((1, 3)), none, no_facets, r)
        case k if k == CAPSULE:
            return Solid(half * ends, none, no_facets, r)
        case k if k == CYLINDER:
            return Solid(none, ends, no_facets, cylinder=(r, half))
        case k if k == ELLIPSOID:
            return Solid(none, none, no_facets, ellipsoid=shape["dims"])
        case k if k == BOX:
            signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
            normals = np.concatenate([np.eye(3), -np.eye(3)])
            of = np.array([np.flatnonzero(signs @ normal > 0.0) for normal in normals])
            return Solid(signs * shape["dims"], normals, (normals, of))
    a, b, c = corners[triangles].transpose(1, 0, 2)
    across = np.cross(b - a, c - a)
    area = np.linalg.norm(across, axis=1)
    whole = area > 0.0
    return Solid(corners, none, (across[whole] / area[whole, None], triangles[whole]))


def contact_patch(a: Solid, A: Array, b: Solid, B: Array, normal: Array, at: Array) -> tuple[Array, Array, Array]:
    """Normal (3,), points (k, 3) midway between the surfaces, and gaps (k,) of the patch; k at most MOST_POINTS.

    A, B : (12,) world poses; normal : from a to b, near the true one; at : a point of the contact [m]
    """
    rotation_a, rotation_b = A[:9].reshape(3, 3), B[:9].reshape(3, 3)
    found = normal
    normals = np.concatenate([a.faces @ rotation_a.T, -(b.faces @ rotation_b.T)])
    if len(normals):
        nearest = normals[np.argmax(normals @ normal)]
        if nearest @ normal > np.cos(_TILT):
            normal = nearest
    corner = min(len(_extreme(a, rotation_a.T @ normal)), len(_extreme(b, -(rotation_b.T @ normal)))) == 1
    if corner:
        normal = found  # one point touches: there is no patch to snap to
    x = np.cross(normal, [1.0, 0.0, 0.0] if abs(normal[0]) < 0.7 else [0.0, 1.0, 0.0])
    x /= np.linalg.norm(x)
    axes = np.column_stack([x, np.cross(normal, x), normal])
    on_a = (_extreme(a, rotation_a.T @ normal) @ rotation_a.T + A[9:] - at) @ axes
    on_b = (_extreme(b, -(rotation_b.T @ normal)) @ rotation_b.T + B[9:] - at) @ axes
    flat = _overlap(on_a[:, :2], on_b[:, :2])
    if len(flat) == 0:
        flat = np.zeros((1, 2))
    if len(flat) > MOST_POINTS:
        flat = flat[np.unique(np.linspace(0, len(flat), MOST_POINTS, endpoint=False).astype(int))]
    low, high = _heights(on_a, flat) + a.radius, _heights(on_b, flat) - b.radius
    points = at + np.column_stack([flat, 0.5 * (low + high)]) @ axes.T
    return normal, points, high - low


def reach(solid: Solid, direction: Array) -> float:
    """How far a solid reaches along a unit direction (3,), both in its own frame [m]."""
    if solid.cylinder is not None:
        r, half = solid.cylinder
        return r * float(np.hypot(direction[0], direction[1])) + half * abs(float(direction[2]))
    if solid.ellipsoid is not None:
        return float(np.linalg.norm(solid.ellipsoid * direction))
    return float((solid.corners @ direction).max()) + solid.radius


def _extreme(solid: Solid, direction: Array) -> Array:
    """The points (k, 3) of a solid's core that lie furthest along a direction, within a small tilt; in its own frame.

    Of a hull those of its facets that are so nearly across it; without any, of an edge from the furthest corner that is; else
    that corner. (How deep a corner lies below the furthest says nothing: the other side of a thin plate is not.)
    """
    if solid.cylinder is not None:
        return _of_cylinder(*solid.cylinder, direction)
    if solid.ellipsoid is not None:
        squares = solid.ellipsoid**2 * direction
        point: Array = squares[None, :] / np.sqrt(squares @ direction)
        return point
    normals, facets = solid.facets
    across = facets[normals @ direction > np.cos(_TILT)]
    if len(across):
        return solid.corners[np.unique(across)]
    height = solid.corners @ direction
    first = int(height.argmax())
    if len(facets):
        beside = np.unique(facets[(facets == first).any(axis=1)])
    else:
        beside = np.arange(len(height))
    away = np.linalg.norm(solid.corners[beside] - solid.corners[first], axis=1)
    chosen: Array = solid.corners[beside[height[first] - height[beside] <= _TILT * away + 1e-12]]
    return chosen


def _of_cylinder(r: float, half: float, direction: Array) -> Array:
    """The rim of an end, a line of the side, or one point of a rim."""
    across = float(np.hypot(direction[0], direction[1]))
    end = half if direction[2] > 0 else -half
    if across < _TILT:
        start = np.arctan2(direction[1], direction[0])
        angle = start + 2.0 * np.pi * np.arange(_RIM) / _RIM
        return np.column_stack([r * np.cos(angle), r * np.sin(angle), np.full(_RIM, end)])
    x, y = r * direction[0] / across, r * direction[1] / across
    if abs(direction[2]) < _TILT:
        return np.array([[x, y, half], [x, y, -half]])
    return np.array([[x, y, end]])


def _heights(feature: Array, at: Array) -> Array:
    """Heights (k,) at the plane points `at` (k, 2) of the plane, line or point that a feature (n, 3) spans."""
    centre = feature.mean(axis=0)
    slope, *_ = np.linalg.lstsq(feature[:, :2] - centre[:2], feature[:, 2] - centre[2], rcond=1e-6)
    result: Array = centre[2] + (at - centre[:2]) @ slope
    return result


def _overlap(a: Array, b: Array) -> Array:
    """Corners (k, 2) of the intersection of the hulls of two plane point sets."""
    a, b = _hull(a), _hull(b)
    if len(a) < len(b):
        a, b = b, a
    if len(a) == 1 or len(b) == 1:
        return b[:1] if len(b) == 1 else a[:1]
    if len(a) == 2:
        return _crossing(a, b)
    polygon = b
    for k in range(len(a)):  # keep what is left of each edge of a (Sutherland and Hodgman 1974)
        start, edge = a[k], a[(k + 1) % len(a)] - a[k]
        side = edge[0] * (polygon[:, 1] - start[1]) - edge[1] * (polygon[:, 0] - start[0])
        tolerance = 1e-9 * float(np.abs(edge).max())
        clipped = []
        closing = range(len(polygon)) if len(polygon) > 2 else range(len(polygon) - 1)
        for i in range(len(polygon)):
            if side[i] >= -tolerance:
                clipped.append(polygon[i])
            j = (i + 1) % len(polygon)
            if i in closing and (side[i] > tolerance) != (side[j] > tolerance) and abs(side[i] - side[j]) > tolerance:
                t = side[i] / (side[i] - side[j])
                if 0.0 < t < 1.0:
                    clipped.append(polygon[i] + t * (polygon[j] - polygon[i]))
        if not clipped:
            return np.empty((0, 2))
        polygon = np.array(clipped)
    return polygon


def _hull(points: Array) -> Array:
    """Corners of the convex hull of plane points, counter-clockwise (Andrew's monotone chain)."""
    points = np.unique(np.round(points, 12), axis=0)
    if len(points) < 3:
        return points
    chains = []
    for ordered in (points, points[::-1]):
        chain: list[Array] = []
        for p in ordered:
            while len(chain) > 1:
                u, w = chain[-1] - chain[-2], p - chain[-1]
                if u[0] * w[1] - u[1] * w[0] > 1e-14:
                    break
                chain.pop()
            chain.append(p)
        chains += chain[:-1]
    return np.array(chains)


def _crossing(a: Array, b: Array) -> Array:
    """Where two segments cross; if they are parallel, the ends of what they share."""
    u, w = a[1] - a[0], b[1] - b[0]
    determinant = u[0] * w[1] - u[1] * w[0]
    d = b[0] - a[0]
    if abs(determinant) > _TILT * np.linalg.norm(u) * np.linalg.norm(w):
        return (a[0] + u * (d[0] * w[1] - d[1] * w[0]) / determinant)[None, :]
    length = float(u @ u)
    s = np.clip(np.sort([(b[0] - a[0]) @ u / length, (b[1] - a[0]) @ u / length]), 0.0, 1.0)
    return a[0] + np.outer(np.unique(s), u)
