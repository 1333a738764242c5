"""Where the points of shapes without texture coordinates are in the pictures that they bear."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mapping, Skin, SolidEllipsoid, Sphere

from .geometry import Array, Geometry

# Of each side of a box, +x -x +y -y +z -z: which way a picture's right and its lower edge point, seen from outside.
_RIGHT = np.array([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]])
_DOWN = np.array([[0, 0, -1], [0, 0, -1], [0, 0, -1], [0, 0, -1], [0, -1, 0], [0, 1, 0]])
# The same of a cube map, seen from within: OpenGL 4.6, table 8.19.
_CUBE_RIGHT = np.array([[0, 0, -1], [0, 0, 1], [1, 0, 0], [1, 0, 0], [1, 0, 0], [-1, 0, 0]])
_CUBE_DOWN = np.array([[0, -1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [0, -1, 0], [0, -1, 0]])
# The planes in which two sides of a cube meet, seen from its centre.
_SEAMS = np.array([[1, 1, 0], [1, -1, 0], [1, 0, 1], [1, 0, -1], [0, 1, 1], [0, 1, -1]])


class Skinned(NamedTuple):
    """Triangles that share no corners, and where each corner is in its picture."""

    geometry: Geometry
    coordinates: Array  # (n, 2) float32, to the right and down, 1 the whole
    picture: Array  # (m,) which of the skin's each triangle bears


def skinned(geometry: Geometry, shape: object, skin: Skin) -> Skinned:
    """Return the triangles of a shape with a skin; those of a cube are parted where its sides meet."""
    points, normals = (each[geometry.triangles].astype(float) for each in (geometry.vertices, geometry.normals))
    match skin.mapping:
        case Mapping.FLAT:
            places = points[..., :2] * skin.stretch[:2] * (1.0, -1.0) - 0.5
            return _joined(points, normals, places, np.zeros(len(points), int))
        case Mapping.CUBE:
            directions = points * skin.stretch
            rows = _parted(np.concatenate([points, normals, directions], axis=2))
            points, normals, directions = rows[..., :3], rows[..., 3:6], rows[..., 6:]
            side = _side(directions.mean(axis=1))
            ahead = np.abs(directions[np.arange(len(side)), :, side // 2])[..., None]
            places = 0.5 + 0.5 * _along(directions, side, _CUBE_RIGHT, _CUBE_DOWN) / np.maximum(ahead, 1e-12)
            return _joined(points, normals, places, side)
    parted = skin.mapping is Mapping.PARTS
    if isinstance(shape, Box):
        side = _side(normals.mean(axis=1))
        right, down = (np.abs(_RIGHT), -np.abs(_DOWN)) if parted else (_RIGHT, _DOWN)
        places = 0.5 + _along(points / np.array(shape.size), side, right, down)
    else:
        places = _around(points, normals, shape, parted)
    places = places * skin.stretch[:2]
    return _joined(points, normals, places, np.zeros(len(points), int))


def _joined(points: Array, normals: Array, places: Array, picture: Array) -> Skinned:
    vertices, normals = (each.reshape(-1, 3).astype(np.float32) for each in (points, normals))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    triangles = np.arange(len(vertices), dtype=np.uint32).reshape(-1, 3)
    return Skinned(Geometry(vertices, normals, triangles), places.reshape(-1, 2).astype(np.float32), picture)


def _side(directions: Array) -> Array:
    """Return which sides of a cube about the origin directions (m, 3) lead to, of +x -x +y -y +z -z."""
    axis = np.abs(directions).argmax(axis=1)
    return np.asarray(2 * axis + (directions[np.arange(len(axis)), axis] < 0.0))


def _along(points: Array, side: Array, right: Array, down: Array) -> Array:
    """Return how far corners (m, 3, 3) are to the right and down (m, 3, 2) on the sides of their triangles."""
    return np.stack([np.einsum("mck,mk->mc", points, each[side]) for each in (right, down)], axis=-1)


def _parted(corners: Array) -> Array:
    """Return triangles (m, 3, 9), of corners whose last three numbers are their directions, parted at the seams of a cube."""
    for seam in _SEAMS:
        beyond = corners[..., 6:] @ seam
        ahead = beyond > 1e-9 * np.abs(corners[..., 6:]).max()
        count = ahead.sum(axis=1)
        mixed = (count == 1) | (count == 2)
        if not mixed.any():
            continue
        alone = np.where(count == 1, ahead.argmax(axis=1), ahead.argmin(axis=1))[mixed]
        order = (alone[:, None] + np.arange(3)) % 3
        rows = np.arange(len(order))[:, None]
        (a, b, c), (at_a, at_b, at_c) = (np.moveaxis(each[mixed][rows, order], 1, 0) for each in (corners, beyond))
        ab = a + (at_a / (at_a - at_b))[:, None] * (b - a)
        ac = a + (at_a / (at_a - at_c))[:, None] * (c - a)
        parts = [np.stack(part, axis=1) for part in ((a, ab, ac), (ab, b, c), (ab, c, ac))]
        corners = np.concatenate([corners[~mixed], *parts])
    return corners


def _around(points: Array, normals: Array, shape: object, parted: bool) -> Array:
    """Return places (m, 3, 2) of corners: once around z from x on, from the top down; flat ends seen along z.

    parted : the half balls of a capsule bear the picture by themselves, and flat ends are mirrored on the upper side
    """
    size = np.maximum(np.ptp(points.reshape(-1, 3), axis=0), 1e-12)
    across = np.arctan2(points[..., 1], points[..., 0]) / (2.0 * np.pi) % 1.0
    on_axis = np.hypot(points[..., 0], points[..., 1]) < 1e-6 * size[:2].max()
    known = np.where(on_axis, -np.inf, across)
    over = known.max(axis=1, keepdims=True) - across > 0.5  # beyond the seam
    across = np.where(over & ~on_axis, across + 1.0, across)
    mean = np.where(on_axis, 0.0, across).sum(axis=1, keepdims=True) / np.maximum((~on_axis).sum(axis=1, keepdims=True), 1)
    across = np.where(on_axis, mean, across)
    height = points[..., 2]
    down = 0.5 - height / size[2]
    if isinstance(shape, Sphere | SolidEllipsoid):
        down = np.arccos(np.clip(2.0 * height / size[2], -1.0, 1.0)) / np.pi
    if isinstance(shape, Capsule) and parted:
        half, middle = 0.5 * shape.length, height.mean(axis=1, keepdims=True)
        steep = np.arcsin(np.clip((np.abs(height) - half) / shape.radius, 0.0, 1.0)) * 2.0 / np.pi
        wall = 0.5 - 0.5 * height / max(half, 1e-12)
        down = np.where(middle > half, 1.0 - steep, np.where(middle < -half, steep, wall))
    places = np.stack([across, down], axis=-1)
    if isinstance(shape, Cylinder):
        up = normals.mean(axis=1)[:, 2]
        ends = np.abs(up) > 0.9
        lower = np.full_like(up, 1.0) if parted else -np.sign(up)
        seen = 0.5 + points[..., :2] / size[:2] * np.stack([np.ones_like(up), lower], axis=1)[:, None]
        places[ends] = seen[ends]
    return places
