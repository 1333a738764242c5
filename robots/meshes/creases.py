"""Normals that are smooth over curved surfaces and sharp at edges."""

from __future__ import annotations

import numpy as np

from sim.multibody.arrays import frozen
from sim.multibody.shapes import TriangleMesh

from .triangles import Triangles

CREASE = np.radians(35.0)  # two triangles that meet at a smaller angle share their normals


def smooth(given: Triangles, default_color: tuple[int, int, int, int]) -> TriangleMesh:
    """Return the triangles with a normal at every corner, corners being shared where the surface is smooth.

    A corner's normal is the mean of the normals of the triangles around it, up to the next crease, weighted by their
    angles there (Thürmer & Wüthrich 1998). Triangles without area cannot be seen and are left out.
    default_color : sRGB and opacity of triangles without a colour, in a mesh in which others have one.
    """
    points, corners = _welded(given)
    position = points[corners].astype(np.float64)  # (m, 3, 3)
    normal = np.cross(position[:, 1] - position[:, 0], position[:, 2] - position[:, 0])
    length = np.linalg.norm(normal, axis=1)
    visible = length > 1e-30
    corners, position, normal = corners[visible], position[visible], normal[visible] / length[visible, None]
    colors = None if given.colors is None else _filled(given.colors[visible], default_color)

    group = _groups(corners, normal, colors)
    weighted = normal[:, None, :] * _angles(position)[:, :, None]
    _, first, group = np.unique(group, return_index=True, return_inverse=True)
    total = np.stack([np.bincount(group, weighted[:, :, axis].ravel(), len(first)) for axis in range(3)], axis=1)
    size = np.linalg.norm(total, axis=1, keepdims=True)
    total = np.where(size > 1e-12, total / np.maximum(size, 1e-12), normal[first // 3])
    return TriangleMesh(
        vertices=frozen(points[corners.ravel()[first]]),
        normals=frozen(total.astype(np.float32)),
        colors=None if colors is None else frozen(colors[first // 3]),
        triangles=frozen(group.reshape(-1, 3).astype(np.uint32)),
    )


def _welded(given: Triangles) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct points (n, 3) float32, and for each triangle's corners which they are (m, 3)."""
    vertices = given.vertices.astype(np.float32) + np.float32(0.0)  # -0 becomes 0
    order = np.lexsort(vertices.T)
    ordered = vertices[order]
    new = np.ones(len(vertices), dtype=bool)
    new[1:] = np.any(ordered[1:] != ordered[:-1], axis=1)
    label = np.empty(len(vertices), dtype=np.int64)
    label[order] = np.cumsum(new) - 1
    return ordered[new], label[given.triangles]


def _filled(colors: np.ndarray, default: tuple[int, int, int, int]) -> np.ndarray:
    return np.where(colors[:, 3:] > 0, colors, np.array(default, dtype=np.uint8))


def _angles(position: np.ndarray) -> np.ndarray:
    """Return the angle of each triangle at each corner (m, 3) [rad]."""
    ahead = np.roll(position, -1, axis=1) - position
    back = np.roll(position, 1, axis=1) - position
    sine = np.linalg.norm(np.cross(ahead, back), axis=2)
    angles: np.ndarray = np.arctan2(sine, np.sum(ahead * back, axis=2))
    return angles


def _groups(corners: np.ndarray, normal: np.ndarray, colors: np.ndarray | None) -> np.ndarray:
    """For each corner of each triangle (3 m,), which group of corners it shares its normal with."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    count = corners.size
    if not count:
        return np.zeros(0, dtype=np.int64)
    start = np.arange(count)
    end = start - start % 3 + (start + 1) % 3  # the corner that follows in the same triangle
    a, b = corners.ravel()[start], corners.ravel()[end]
    swap = a > b
    start, end = np.where(swap, end, start), np.where(swap, start, end)
    key = np.minimum(a, b) * (int(corners.max(initial=0)) + 1) + np.maximum(a, b)
    order = np.argsort(key, kind="stable")
    key, start, end = key[order], start[order], end[order]
    pairs = []
    for step in (1, 2, 3):  # an edge may be shared by more than two triangles
        same = key[step:] == key[:-step]
        one, two = np.flatnonzero(same), np.flatnonzero(same) + step
        face_one, face_two = start[one] // 3, start[two] // 3
        flat = np.sum(normal[face_one] * normal[face_two], axis=1) > np.cos(CREASE)
        if colors is not None:
            flat &= np.all(colors[face_one] == colors[face_two], axis=1)
        one, two = one[flat], two[flat]
        pairs += [np.stack([start[one], start[two]]), np.stack([end[one], end[two]])]
    rows, columns = np.concatenate(pairs, axis=1)
    graph = coo_matrix((np.ones(len(rows), dtype=np.int8), (rows, columns)), shape=(count, count))
    groups: np.ndarray = connected_components(graph, directed=False)[1]
    return groups
