"""The triangles of a height field: its surface, and walls around it down to its lowest point."""

from __future__ import annotations

import numpy as np

from torseur.sim.multibody.model.shapes import HeightField

from .geometry import Geometry

Array = np.ndarray

_CREASE = np.cos(np.radians(30.0))  # faces that meet at more than this keep their edge


def ground(field: HeightField) -> Geometry:
    """Triangles of a height field, smooth where it is smooth."""
    points, triangles = field.vertices(), field.triangles()
    rows, columns = len(field.heights), len(field.heights[0])
    number = np.arange(rows * columns).reshape(rows, columns)
    # Counter-clockwise seen from above, and back to the start.
    border = np.concatenate([number[0, :-1], number[:-1, -1], number[-1, :0:-1], number[::-1, 0]])
    parts = [(points[triangles], _corner_normals(points, triangles))]
    walls = _walls(points[border])
    if len(walls):
        parts.append((walls, np.repeat(_face_normals(walls)[:, None], 3, axis=1)))
    corners = np.concatenate([part[0] for part in parts]).reshape(-1, 3)
    normals = np.concatenate([part[1] for part in parts]).reshape(-1, 3)
    indices = np.arange(len(corners), dtype=np.uint32).reshape(-1, 3)
    return Geometry(corners.astype(np.float32), normals.astype(np.float32), indices)


def _face_normals(corners: Array) -> Array:
    """Unit normals (m, 3) of triangles (m, 3, 3)."""
    normals: Array = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return normals


def _corner_normals(points: Array, triangles: Array) -> Array:
    """For each corner (m, 3, 3), the mean normal of the faces around its point that meet its own face smoothly."""
    faces = _face_normals(points[triangles])
    order = np.argsort(triangles.ravel(), kind="stable")
    owner, face = triangles.ravel()[order], order // 3
    place = np.arange(len(owner)) - np.searchsorted(owner, owner)
    around = np.zeros((len(points), 6, 3))  # at most six triangles meet at a point of the grid
    around[owner, place] = faces[face]
    near = around[triangles]  # (m, 3, 6, 3)
    smooth = np.einsum("mcki,mi->mck", near, faces) > _CREASE
    normals: Array = np.einsum("mcki,mck->mci", near, smooth.astype(float))
    normals /= np.linalg.norm(normals, axis=2)[..., None]
    return normals


def _walls(border: Array) -> Array:
    """Triangles (m, 3, 3) from a border (k, 3) straight down to its field's lowest height; none where it is there."""
    low = border.copy()
    low[:, 2] = border[:, 2].min()
    a, b, c, d = border[:-1], border[1:], low[:-1], low[1:]
    walls = np.concatenate([np.stack([a, c, d], axis=1), np.stack([a, d, b], axis=1)])
    area = np.linalg.norm(np.cross(walls[:, 1] - walls[:, 0], walls[:, 2] - walls[:, 0]), axis=1)
    return walls[area > 0.0]
