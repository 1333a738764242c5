"""Triangle meshes of primitive shapes, with bevelled edges: light must have something to catch on."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

Array = np.ndarray

SEGMENTS = 48
"""Of a circle: the outline of a ball of 200 pixels' radius is right within half a pixel."""


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
    around = _circle(segments)
    vertices, directions = np.empty((2, len(profile), segments + 1, 3), dtype=np.float32)
    for points, rows in ((vertices, profile), (directions, normals)):
        points[..., :2] = rows[:, None, :1] * around
        points[..., 2] = rows[:, 1:]
    # A strip has triangles at its upper and at its lower edge; where that edge is a point, or the strip is none, it has not.
    drawn = (np.abs(np.diff(profile, axis=0)) > 1e-9 * np.abs(profile).max()).any(axis=1)
    wide = profile[:, 0] > 1e-9 * profile[:, 0].max()
    return _grid(vertices, directions, tuple(drawn & wide[1:]), tuple(drawn & wide[:-1]))


def sphere(radius: float, segments: int = SEGMENTS, rings: int = 0) -> Geometry:
    """A ball about the origin; of half as many rings as segments, where no number is given."""
    angle = np.linspace(0, np.pi, (rings or segments // 2) + 1)
    normals = np.stack([np.sin(angle), np.cos(angle)], axis=1)
    return revolved(radius * normals, normals, segments)


def stretched(geometry: Geometry, factors: tuple[float, float, float]) -> Geometry:
    """The same with its axes stretched; normals follow by the inverse factors."""
    scale = np.array(factors, dtype=np.float32)
    normals = geometry.normals / scale
    return Geometry(geometry.vertices * scale, normals / np.linalg.norm(normals, axis=1, keepdims=True), geometry.triangles)


def cylinder(radius: float, length: float, bevel: float, segments: int = 56, steps: int = 4) -> Geometry:
    """A cylinder about z, centred, its rims rounded with radius `bevel`."""
    arc = np.linspace(0, np.pi / 2, steps + 1)
    turn = np.stack([np.sin(arc), np.cos(arc)], axis=1)  # from up to outwards
    rim = np.array([radius - bevel, length / 2 - bevel]) + bevel * turn
    profile = np.vstack([[0.0, length / 2], rim, (rim * [1, -1])[::-1], [0.0, -length / 2]])
    normals = np.vstack([[0.0, 1.0], turn, (turn * [1, -1])[::-1], [0.0, -1.0]])
    return revolved(profile, normals, segments)


def capsule(radius: float, length: float, segments: int = SEGMENTS) -> Geometry:
    """A cylinder about z with half-ball ends, centred; `length` is that of the cylindrical part."""
    arc = np.linspace(0, np.pi / 2, segments // 4 + 1)
    turn = np.stack([np.sin(arc), np.cos(arc)], axis=1)
    end = np.array([0.0, length / 2]) + radius * turn
    profile = np.vstack([end, (end * [1, -1])[::-1]])
    return revolved(profile, np.vstack([turn, (turn * [1, -1])[::-1]]), segments)


def cone(radius: float, length: float, segments: int = 32) -> Geometry:
    """A cone about z, base at z = 0 and tip at z = `length`."""
    slope = np.array([length, radius]) / np.hypot(length, radius)
    profile = np.array([[0.0, length], [radius, 0.0], [radius, 0.0], [0.0, 0.0]])
    return revolved(profile, np.array([slope, slope, [0.0, -1.0], [0.0, -1.0]]), segments)


def box(size: tuple[float, float, float], bevel: float) -> Geometry:
    """A box about the origin with rounded edges and corners."""
    corners, normals, triangles = _rounded_cube(2)
    inner = np.array(size, dtype=np.float32) / 2 - np.float32(bevel)
    return Geometry(corners * inner + np.float32(bevel) * normals, normals, triangles)


def octahedron() -> Geometry:
    """A unit diamond, flat faces."""
    parts = []
    for sx in (1.0, -1.0):
        for sy in (1.0, -1.0):
            for sz in (1.0, -1.0):
                corners = np.diag([sx, sy, sz])[:: 1 if sx * sy * sz > 0 else -1]
                normals = np.tile(np.array([sx, sy, sz]) / np.sqrt(3), (3, 1))
                parts.append(Geometry(corners.astype(np.float32), normals.astype(np.float32), np.array([[0, 1, 2]], np.uint32)))
    return joined(parts)


def joined(parts: list[Geometry]) -> Geometry:
    """Several meshes as one."""
    starts = np.cumsum([0] + [len(part.vertices) for part in parts])
    return Geometry(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.triangles + np.uint32(start) for part, start in zip(parts, starts, strict=False)]),
    )


@cache
def _circle(segments: int) -> Array:
    """(segments + 1, 2) points of a unit circle, the first one twice."""
    angle = np.linspace(0, 2 * np.pi, segments + 1)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


@cache
def _rounded_cube(steps: int) -> Geometry:
    """Which corner each vertex of a bevelled box belongs to (±1), and its normal: the same for boxes of all sizes."""
    arc = np.linspace(-np.pi / 4, 0, steps + 1)
    tangents = np.tan(np.concatenate([arc, -arc[::-1]]))  # across a face: the rounding, the flat, the rounding
    sides = np.repeat([-1.0, 1.0], steps + 1)
    whole = (True,) * (len(sides) - 1)
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
            parts.append(_grid(corners, normals, whole, whole))
    return joined(parts)


def _grid(vertices: Array, normals: Array, lower: tuple[bool, ...], upper: tuple[bool, ...]) -> Geometry:
    """Triangles over a grid (k, s, 3) of points.

    lower, upper : (k - 1,) whether each strip between two rows has triangles on its later row, and on its earlier one
    """
    triangles = _grid_triangles(vertices.shape[1], lower, upper)
    flat = vertices.reshape(-1, 3).astype(np.float32, copy=False)
    return Geometry(flat, normals.reshape(-1, 3).astype(np.float32, copy=False), triangles)


@cache
def _grid_triangles(columns: int, lower: tuple[bool, ...], upper: tuple[bool, ...]) -> Array:
    first = np.arange(len(lower))[:, None] * columns + np.arange(columns - 1)
    below, above = first[list(lower)].ravel(), first[list(upper)].ravel()
    return np.concatenate(
        [
            np.stack([below, below + columns, below + columns + 1], axis=1),
            np.stack([above, above + columns + 1, above + 1], axis=1),
        ]
    ).astype(np.uint32)
