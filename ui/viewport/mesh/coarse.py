"""Fewer triangles for shadows that must be quick: the same vertices, of which most are left out."""

from __future__ import annotations

import numpy as np

from .body_mesh import BodyMesh

Array = np.ndarray

ENOUGH = 24_000  # triangles that cast the shadows of a model
LEAST = 200  # triangles of one visual


def coarse_opaque(mesh: BodyMesh) -> Array:
    """(k, 3) triangles that stand for all opaque ones of a model in its shadow."""
    opaque = mesh.triangles[: mesh.opaque]
    if mesh.opaque <= ENOUGH:
        return opaque
    parts = []
    for runs in mesh.spans:
        for first, count in runs:
            if first < mesh.opaque:
                triangles = mesh.triangles[first : first + count]
                start, end = int(triangles.min()), int(triangles.max()) + 1
                target = max(LEAST, ENOUGH * count // mesh.opaque)
                positions = mesh.vertices["position"][start:end]
                parts.append(coarse_triangles(positions, triangles - np.uint32(start), target) + np.uint32(start))
    return np.concatenate(parts)


def coarse_triangles(positions: Array, triangles: Array, target: int) -> Array:
    """About `target` of the triangles (m, 3) of a mesh, joined so that there are no holes.

    Vertices that share a cube of a grid become the one of them that is nearest to their mean; triangles that then have
    no area are dropped. No new vertices are needed.

    Method: Rossignac & Borrel 1993.
    """
    if len(triangles) <= target:
        return triangles
    a, b, c = (positions[triangles[:, i]].astype(float) for i in range(3))
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
    edge = np.sqrt(2.0 * area / target)  # a cube of a smooth surface holds two triangles
    cells = np.floor((positions - positions.min(axis=0)) / edge).astype(np.int64)
    sides = cells.max(axis=0) + 1
    _, cluster = np.unique((cells[:, 0] * sides[1] + cells[:, 1]) * sides[2] + cells[:, 2], return_inverse=True)
    reduced = _nearest_to_mean(positions.astype(float), cluster)[cluster[triangles]]
    distinct = (reduced[:, 0] != reduced[:, 1]) & (reduced[:, 1] != reduced[:, 2]) & (reduced[:, 2] != reduced[:, 0])
    result: Array = reduced[distinct].astype(triangles.dtype)
    return result


def _nearest_to_mean(positions: Array, cluster: Array) -> Array:
    """For each cluster, the index of its vertex that is nearest to the mean of all."""
    counts = np.bincount(cluster)
    mean = np.stack([np.bincount(cluster, weights=positions[:, i]) for i in range(3)], axis=1) / counts[:, None]
    away = ((positions - mean[cluster]) ** 2).sum(axis=1)
    order = np.lexsort((away, cluster))
    nearest: Array = order[np.concatenate([[0], np.cumsum(counts)[:-1]])]
    return nearest
