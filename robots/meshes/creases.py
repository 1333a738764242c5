"""Normals that are smooth over curved surfaces and sharp at edges."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.multibody.model.shapes import TriangleMesh

from .triangles import Triangles

CREASE = np.radians(35.0)  # two triangles that meet at a smaller angle share their normals
_BLOCK = 2048  # points that are looked at together: what is held of them is small beside the mesh


def smooth(source: Triangles, default_color: tuple[int, int, int, int]) -> TriangleMesh:
    """Return the triangles with a normal at every corner, corners being shared where the surface is smooth.

    A corner's normal is the mean of the normals of the triangles around it, up to the next crease, weighted by their
    angles there (Thürmer & Wüthrich 1998). Triangles without area cannot be seen and are left out.
    default_color : sRGB and opacity of triangles without a colour, in a mesh in which others have one.
    """
    points, corners = _welded(source)
    colors = None if source.colors is None else _filled(source.colors, default_color)
    visible = _visible(points, corners)
    if not visible.all():
        corners, colors = corners[visible], None if colors is None else colors[visible]
    parts = []
    triangles = np.empty(corners.shape, dtype=np.uint32)
    total, step = 0, max(_BLOCK, -(-len(points) // 64))
    block = (corners.ravel() // step).astype(np.uint8)  # of each corner: looked through for each block
    for k, first in enumerate(range(0, len(points), step)):
        part = _block(points, corners, colors, first, np.flatnonzero(block == k), triangles, total)
        total += len(part[0])
        parts.append(part)
    vertices, normals, shades = (np.concatenate(column) for column in zip(*parts, strict=True))
    return TriangleMesh(
        vertices=frozen(vertices),
        normals=frozen(normals),
        colors=None if colors is None else frozen(shades),
        triangles=frozen(triangles),
    )


def _welded(triangles: Triangles) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct points (n, 3) float32, and for each triangle's corners which they are (m, 3) int32."""
    vertices = triangles.vertices.astype(np.float32)
    vertices += np.float32(0.0)  # -0 becomes 0
    order = np.lexsort(vertices.T)
    vertices = vertices[order]
    new = np.ones(len(vertices), dtype=bool)
    new[1:] = np.any(vertices[1:] != vertices[:-1], axis=1)
    label = np.empty(len(vertices), dtype=np.int32)
    label[order] = np.cumsum(new, dtype=np.int32) - 1
    del order
    return vertices[new], label[triangles.triangles]


def _filled(colors: np.ndarray, default: tuple[int, int, int, int]) -> np.ndarray:
    return np.where(colors[..., 3:] > 0, colors, np.array(default, dtype=np.uint8))


def _visible(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return which triangles (m,) have an area."""
    visible = np.empty(len(corners), dtype=bool)
    for first in range(0, len(corners), _BLOCK):
        some = slice(first, first + _BLOCK)
        visible[some] = np.linalg.norm(_crossed(points[corners[some]].astype(np.float64)), axis=1) > 1e-30
    return visible


def _crossed(position: np.ndarray) -> np.ndarray:
    """Return the normals (k, 3) of triangles (k, 3, 3), as long as twice their areas."""
    return np.cross(position[:, 1] - position[:, 0], position[:, 2] - position[:, 0])


def _block(
    points: np.ndarray,
    corners: np.ndarray,
    colors: np.ndarray | None,
    first: int,
    inside: np.ndarray,
    triangles: np.ndarray,
    total: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return vertices, normals and colours at a run of points from `first` on, given the corners `inside` that are there.

    Their numbers, which begin with `total`, go into the corners of `triangles` (m, 3).
    """
    flat = corners.ravel()
    face, place, row = inside // 3, inside % 3, np.arange(len(inside))
    position = points[corners[face]].astype(np.float64)
    normal = _crossed(position)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    following, preceding = (place + 1) % 3, (place + 2) % 3
    here = position[row, place]
    angle = _angle(position[row, following] - here, position[row, preceding] - here)
    shade = None if colors is None else colors[face, place]

    point = (flat[inside] - first).astype(np.int64) * len(points)
    edge = np.concatenate([point + corners[face, following], point + corners[face, preceding]])
    group, count = _groups(edge, normal, shade)
    sums = np.stack([np.bincount(group, angle * normal[:, axis], count) for axis in range(3)], axis=1)
    size = np.linalg.norm(sums, axis=1, keepdims=True)
    start = np.empty(count, dtype=np.int64)
    start[group[::-1]] = row[::-1]  # the first corner of each group
    sums = np.where(size > 1e-12, sums / np.maximum(size, 1e-12), normal[start])
    triangles.reshape(-1)[inside] = total + group
    none = np.zeros((0, 4), dtype=np.uint8)
    return points[flat[inside[start]]], sums.astype(np.float32), none if shade is None else shade[start]


def _angle(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the angles (k,) between vectors (k, 3) [rad]."""
    angle: np.ndarray = np.arctan2(np.linalg.norm(np.cross(one, other), axis=1), np.sum(one * other, axis=1))
    return angle


def _groups(edge: np.ndarray, normal: np.ndarray, shade: np.ndarray | None) -> tuple[np.ndarray, int]:
    """For each of k corners, which group it shares its normal with, and how many groups there are.

    edge  : (2 k,) what edge leaves the corner ahead, then back; corners at one point that have one in common are neighbours
    shade : (k, 4) colours, which must be the same in a group
    """
    count = len(normal)
    order = np.argsort(edge, kind="stable")
    edge, corner = edge[order], order % max(count, 1)
    pairs = []
    for step in (1, 2, 3):  # an edge may be shared by more than two triangles
        same = np.flatnonzero(edge[step:] == edge[:-step])
        one, two = corner[same], corner[same + step]
        flat = np.sum(normal[one] * normal[two], axis=1) > np.cos(CREASE)
        if shade is not None:
            flat &= np.all(shade[one] == shade[two], axis=1)
        pairs.append(np.stack([one[flat], two[flat]]))
    rows, columns = np.concatenate(pairs, axis=1)
    return _connected(rows, columns, count)


def _connected(one: np.ndarray, two: np.ndarray, count: int) -> tuple[np.ndarray, int]:
    """For each of so many things, which group it is in by the pairs (one, two), and how many groups there are.

    As `scipy.sparse.csgraph.connected_components`, which takes longer to import than most meshes to read.
    """
    label, before = np.arange(count), np.full(count, -1)  # the smallest that each is known to be with
    while not np.array_equal(label, before):
        before = label.copy()
        least = np.minimum(label[one], label[two])
        for side in (one, two):
            np.minimum.at(label, label[side], least)
            np.minimum.at(label, side, least)
        label = label[label]
    smallest, groups = np.unique(label, return_inverse=True)
    return groups, len(smallest)
