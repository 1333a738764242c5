"""The faces of polytopes as triangles for the card: those that look away from the eye, and those towards it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..camera import Camera
from ..marks import PolytopeMark
from .color import srgb

Array = np.ndarray


def facing(polytope: PolytopeMark, camera: Camera) -> Array:
    """(t,) bool: the triangles that look towards the eye."""
    normals, corners = _normals(polytope)
    sight = camera.axes[2] if camera.orthographic else camera.eye - corners[:, 0]
    return np.asarray((normals * sight).sum(axis=1) > 0.0)


def face_rows(polytopes: Sequence[PolytopeMark], camera: Camera) -> tuple[Array, int]:
    """Corners (n, 10) float32: place, normal, colour; and how many of the first look away. The farthest solid comes first.

    A polygon is one that looks towards the eye.
    """
    away, towards = [], []
    back = camera.axes[2]
    for polytope in sorted(polytopes, key=lambda one: float(np.mean(one.vertices @ back))):
        if not len(polytope.triangles):
            continue
        normals, corners = _normals(polytope)
        seen = facing(polytope, camera)
        if _is_flat(polytope):
            normals = np.where(seen[:, None], normals, -normals)
            seen = np.ones(len(seen), dtype=bool)
        rows = np.ones((len(corners), 3, 10))
        rows[:, :, 0:3] = corners
        rows[:, :, 3:6] = normals[:, None]
        rows[:, :, 6:9] = srgb(polytope.color)
        away.append(rows[~seen].reshape(-1, 10))
        towards.append(rows[seen].reshape(-1, 10))
    if not away:
        return np.zeros((0, 10), dtype=np.float32), 0
    return np.concatenate([*away, *towards]).astype(np.float32), sum(len(part) for part in away)


def outline_of(polytope: PolytopeMark, camera: Camera, size: tuple[float, float]) -> Array:
    """(n, 2) the corners on the screen; empty if one is behind the eye."""
    seen = camera.project(np.asarray(polytope.vertices, dtype=float), size)
    return seen[:, :2] if seen[:, 2].min() > 0 else np.zeros((0, 2))


def is_over(polytope: PolytopeMark, camera: Camera, size: tuple[float, float], x: float, y: float) -> bool:
    """Whether a point of the screen lies on it."""
    seen = outline_of(polytope, camera, size)
    if not len(seen) or not len(polytope.triangles):
        return False
    a, b, c = (seen[polytope.triangles[:, k]] - (x, y) for k in range(3))
    sides = np.stack([p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0] for p, q in ((a, b), (b, c), (c, a))])
    return bool(np.any(np.all(sides >= 0, axis=0) | np.all(sides <= 0, axis=0)))


def _is_flat(polytope: PolytopeMark) -> bool:
    return len(polytope.edges) == len(polytope.vertices)  # a solid has half as many again


def _normals(polytope: PolytopeMark) -> tuple[Array, Array]:
    """Unit normals (t, 3) and corners (t, 3, 3)."""
    corners = np.asarray(polytope.vertices, dtype=float)[polytope.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return normals / np.maximum(lengths, 1e-30), corners
