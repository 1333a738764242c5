"""The triangles that stand for a ball: an icosahedron, whose triangles are divided into four."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array


def ball(divisions: int) -> tuple[Array, np.ndarray]:
    """Return the vertices (n, 3) of a ball of radius 1, and its triangles (20 · 4^divisions, 3) seen from outside."""
    points, triangles = _icosahedron()
    for _ in range(divisions):
        edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
        ends, which = np.unique(edges, axis=0, return_inverse=True)
        middle = len(points) + which.reshape(3, -1).T  # of each triangle's edges ab, bc, ca
        points = np.concatenate([points, points[ends].mean(axis=1)])
        points /= np.linalg.norm(points, axis=1, keepdims=True)
        (a, b, c), (ab, bc, ca) = triangles.T, middle.T
        triangles = np.concatenate(
            [np.stack(three, axis=1) for three in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
        )
    return points, triangles


def _icosahedron() -> tuple[Array, np.ndarray]:
    """Corners of three golden rectangles, and triangles between those that are nearest to each other."""
    golden = (1.0 + np.sqrt(5.0)) / 2.0
    flat = np.array([(0.0, y, z) for y in (-1.0, 1.0) for z in (-golden, golden)])
    points = np.concatenate([np.roll(flat, k, axis=1) for k in range(3)])
    near = np.isclose(np.linalg.norm(points[:, None] - points[None], axis=2), 2.0)
    triangles = [
        (i, j, k)
        for i in range(12) for j in range(i + 1, 12) for k in range(j + 1, 12)
        if near[i, j] and near[j, k] and near[k, i]
    ]  # fmt: skip
    turned = [(i, j, k) if np.linalg.det(points[[i, j, k]]) > 0.0 else (i, k, j) for i, j, k in triangles]
    return points / np.linalg.norm(points[0]), np.array(turned)
