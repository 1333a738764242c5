"""Triangle meshes of primitive shapes, with bevelled edges: light must have something to catch on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

Array = np.ndarray


class Geometry(NamedTuple):
    """Triangles, counter-clockwise seen from outside."""

    vertices: Array  # (n, 3) float32 [m]
    normals: Array  # (n, 3) float32, unit
    triangles: Array  # (m, 3) uint32


def revolved(profile: Array, normals: Array, segments: int) -> Geometry:
    """A surface of revolution about z.

    profile : (k, 2) radius and height, from the top pole to the bottom one [m]
    normals : (k, 2) of the profile, radial and axial; a sharp edge is a point given twice with two normals
    """
    angle = np.linspace(0, 2 * np.pi, segments + 1)
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)  # (s, 2)
    vertices, directions = (
        np.concatenate([rows[:, None, :1] * around, np.repeat(rows[:, None, 1:], segments + 1, axis=1)], axis=2)
        for rows in (profile, normals)
    )
    return _grid_geometry(vertices, directions)


def sphere(radius: float, segments: int = 48, rings: int = 24) -> Geometry:
    """A ball about the origin."""
    angle = np.linspace(0, np.pi, rings + 1)
    normals = np.stack([np.sin(angle), np.cos(angle)], axis=1)
    return revolved(radius * normals, normals, segments)


def stretched(geometry: Geometry, factors: tuple[float, float, float]) -> Geometry:
    """The same with its axes stretched; normals follow by the inverse factors."""
    scale = np.array(factors, dtype=np.float32)
    normals = geometry.normals / scale
    return Geometry(
        geometry.vertices * scale, normals / np.linalg.norm(normals, axis=1, keepdims=True), geometry.triangles
    )


def cylinder(radius: float, length: float, bevel: float, segments: int = 56, steps: int = 4) -> Geometry:
    """A cylinder about z, centred, its rims rounded with radius `bevel`."""
    arc = np.linspace(0, np.pi / 2, steps + 1)
    turn = np.stack([np.sin(arc), np.cos(arc)], axis=1)  # from up to outwards
    rim = np.array([radius - bevel, length / 2 - bevel]) + bevel * turn
    profile = np.vstack([[0.0, length / 2], rim, (rim * [1, -1])[::-1], [0.0, -length / 2]])
    normals = np.vstack([[0.0, 1.0], turn, (turn * [1, -1])[::-1], [0.0, -1.0]])
    return revolved(profile, normals, segments)


def capsule(radius: float, length: float) -> Geometry:
    """A cylinder about z with half-ball ends, centred; `length` is that of the cylindrical part."""
    arc = np.linspace(0, np.pi / 2, 13)
    turn = np.stack([np.sin(arc), np.cos(arc)], axis=1)
    end = np.array([0.0, length / 2]) + radius * turn
    profile = np.vstack([end, (end * [1, -1])[::-1]])
    return revolved(profile, np.vstack([turn, (turn * [1, -1])[::-1]]), 48)


def cone(radius: float, length: float, segments: int = 32) -> Geometry:
    """A cone about z, base at z = 0 and tip at z = `length`."""
    slope = np.array([length, radius]) / np.hypot(length, radius)
    profile = np.array([[0.0, length], [radius, 0.0], [radius, 0.0], [0.0, 0.0]])
    return revolved(profile, np.array([slope, slope, [0.0, -1.0], [0.0, -1.0]]), segments)


def box(size: tuple[float, float, float], bevel: float, steps: int = 2) -> Geometry:
    """A box about the origin with rounded edges and corners."""
    inner = np.array(size) / 2 - bevel
    arc = np.linspace(-np.pi / 4, 0, steps + 1)
    tangents = np.tan(np.concatenate([arc, -arc[::-1]]))  # across a face: the rounding, the flat, the rounding
    sides = np.repeat([-1.0, 1.0], steps + 1)
    parts = []
    for axis in range(3):
        for sign in (1.0, -1.0):
            u, v = ((axis + 1) % 3, (axis + 2) % 3) if sign > 0 else ((axis + 2) % 3, (axis + 1) % 3)
            normals = np.empty((len(sides), len(sides), 3))
            corners = np.empty_like(normals)
            normals[..., axis], corners[..., axis] = sign, sign
            normals[..., u], corners[..., u] = tangents[:, None], sides[:, None]
            normals[..., v], corners[..., v] = tangents[None, :], sides[None, :]
            normals /= np.linalg.norm(normals, axis=2, keepdims=True)
            parts.append(_grid_geometry(corners * inner + bevel * normals, normals))
    return joined(parts)


def octahedron() -> Geometry:
    """A unit diamond, flat faces."""
    parts = []
    for sx in (1.0, -1.0):
        for sy in (1.0, -1.0):
            for sz in (1.0, -1.0):
                corners = np.diag([sx, sy, sz])[:: 1 if sx * sy * sz > 0 else -1]
                normals = np.tile(np.array([sx, sy, sz]) / np.sqrt(3), (3, 1))
                parts.append(
                    Geometry(corners.astype(np.float32), normals.astype(np.float32), np.array([[0, 1, 2]], np.uint32))
                )
    return joined(parts)


def joined(parts: list[Geometry]) -> Geometry:
    """Several meshes as one."""
    starts = np.cumsum([0] + [len(part.vertices) for part in parts])
    return Geometry(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.triangles + np.uint32(start) for part, start in zip(parts, starts, strict=False)]),
    )


def _grid_geometry(vertices: Array, normals: Array) -> Geometry:
    """Triangles over a grid (k, s, 3) of points, without those that have no area."""
    rows, columns = vertices.shape[:2]
    first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    a, b, c, d = first, first + columns, first + columns + 1, first + 1
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    flat = vertices.reshape(-1, 3)
    e1, e2 = flat[triangles[:, 1]] - flat[triangles[:, 0]], flat[triangles[:, 2]] - flat[triangles[:, 0]]
    area = np.linalg.norm(np.cross(e1, e2), axis=1)
    triangles = triangles[area > 1e-9 * area.max()]
    return Geometry(flat.astype(np.float32), normals.reshape(-1, 3).astype(np.float32), triangles.astype(np.uint32))
