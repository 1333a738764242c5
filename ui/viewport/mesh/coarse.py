"""Fewer triangles for shadows that must be quick: the same vertices, of which most are left out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from weakref import WeakKeyDictionary

import numpy as np

from .body_mesh import BodyMesh

Array = np.ndarray

VERSION = 1  # of what stands for all triangles: raise it when others do
ENOUGH = 24_000  # triangles that cast the shadows of a model
LEAST = 200  # triangles of one visual
Keep = Callable[[str, Callable[[], Array]], Array]
"""What keeps arrays: takes a name, and what makes the array of that name if none is kept."""

_MADE: WeakKeyDictionary[BodyMesh, Array] = WeakKeyDictionary()


def coarse_opaque(mesh: BodyMesh, keep: Keep = lambda _, make: make()) -> Array:
    """(k, 3) triangles that stand for all opaque ones of a model in its shadow; made once, as long as the mesh is in use."""
    if mesh.opaque <= ENOUGH:
        return mesh.triangles[: mesh.opaque]
    if mesh not in _MADE:
        _MADE[mesh] = keep(f"{mesh.digest}-coarse{VERSION}", partial(_coarse, mesh))
    return _MADE[mesh]


def _coarse(mesh: BodyMesh) -> Array:
    opaque = mesh.triangles[: mesh.opaque]
    first, count, vertex, same = mesh.runs[mesh.runs[:, 0] < mesh.opaque].T
    own = np.flatnonzero(same == np.arange(len(same)))  # what else there is differs from one of these in its place alone
    parts = np.repeat(np.arange(len(own)), count[own])
    target = np.maximum(LEAST, ENOUGH * count[own] // mesh.opaque)
    triangles = np.concatenate([opaque[first[k] : first[k] + count[k]] for k in own])
    coarse, parts = coarse_triangles(mesh.vertices["position"], triangles, target, parts)
    pieces = np.split(coarse[np.argsort(parts, kind="stable")], np.cumsum(np.bincount(parts, minlength=len(own)))[:-1])
    of_run = dict(zip(own.tolist(), pieces, strict=True))
    return np.concatenate([of_run[j] + np.uint32(vertex[k] - vertex[j]) for k, j in enumerate(same.tolist())])


def coarse_triangles(positions: Array, triangles: Array, target: Array, parts: Array) -> tuple[Array, Array]:
    """About `target` of the triangles (m, 3) of each part of a mesh, joined so that there are no holes, and the part of each.

    Vertices that share a cube of a grid become the one of them that is nearest to their mean; triangles that then have
    no area are dropped. No new vertices are needed.

    target : (p,) triangles of each part; of a part that has no more than these, all are kept
    parts  : (m,) part of each triangle; no two parts share a vertex

    Method: Rossignac & Borrel 1993.
    """
    counts = np.bincount(parts, minlength=len(target))
    many = (counts > target)[parts]
    few, many = np.flatnonzero(~many), np.flatnonzero(many)
    kept, kept_parts, triangles, parts = triangles[few], parts[few], triangles[many], parts[many]
    if not len(triangles):
        return kept, kept_parts
    along = np.ascontiguousarray(positions.T)  # all x first: what lies side by side is worked on in half of the time
    area = np.bincount(parts, _areas(along, triangles), len(target))
    edge = np.sqrt(2.0 * area / target)  # a cube of a smooth surface holds two triangles
    part_of = np.full(len(positions), -1)
    part_of[triangles] = parts[:, None]
    used = np.flatnonzero(part_of >= 0)
    points, part_of = along[:, used].astype(float), part_of[used]
    key, side = part_of, edge[part_of]
    for places in points:
        cells = np.floor((places - places.min()) / side).astype(np.int64)
        key = key * (cells.max() + 1) + cells
    order = np.argsort(key)
    cluster = np.empty_like(key)
    cluster[order] = np.concatenate([[0], np.cumsum(np.diff(key[order]) > 0)])
    joined = np.zeros(len(positions), dtype=triangles.dtype)
    joined[used] = used[_nearest_to_mean(points, cluster)[cluster]]
    reduced = joined[triangles]
    distinct = (reduced[:, 0] != reduced[:, 1]) & (reduced[:, 1] != reduced[:, 2]) & (reduced[:, 2] != reduced[:, 0])
    return np.concatenate([kept, reduced[distinct]]), np.concatenate([kept_parts, parts[distinct]])


def _areas(along: Array, triangles: Array) -> Array:
    """Areas (m,) of triangles (m, 3) of vertices (3, n), all x first."""
    a, b, c = triangles.T.astype(np.intp)
    (ux, vx), (uy, vy), (uz, vz) = ((places[b] - places[a], places[c] - places[a]) for places in along)
    areas: Array = 0.5 * np.sqrt((uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2)
    return areas


def _nearest_to_mean(positions: Array, cluster: Array) -> Array:
    """For each cluster, the index of its vertex that is nearest to the mean of all; positions (3, n), all x first."""
    counts = np.bincount(cluster)
    away = np.zeros(len(cluster))
    for places in positions:
        away += (places - (np.bincount(cluster, weights=places) / counts)[cluster]) ** 2
    from_far = np.argsort(-away)
    nearest = np.empty(len(counts), dtype=np.int64)
    nearest[cluster[from_far]] = from_far  # the last one written stays
    return nearest
