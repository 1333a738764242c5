"""Shapes that bodies are seen and touched by. All frozen; lengths in metres."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

Color = tuple[float, float, float, float]  # sRGB red, green, blue and opacity, each 0 to 1


@dataclass(frozen=True, slots=True)
class Sphere:
    """Ball about the shape's origin."""

    radius: float


@dataclass(frozen=True, slots=True)
class Box:
    """Box centred at the shape's origin, edges along its axes."""

    size: tuple[float, float, float]  # full lengths


@dataclass(frozen=True, slots=True)
class Cylinder:
    """Cylinder about the shape's z axis, centred at its origin."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Capsule:
    """Cylinder about the shape's z axis with half-ball ends, centred at its origin."""

    radius: float
    length: float  # of the cylindrical part


@dataclass(frozen=True, slots=True)
class Plane:
    """The half-space z ≤ 0 of the shape's frame; its surface is seen, its inside is solid."""


@dataclass(frozen=True, eq=False, slots=True)
class TriangleMesh:
    """Triangles ready to be drawn. Arrays are read-only."""

    vertices: np.ndarray  # (n, 3) float32 [m]
    normals: np.ndarray  # (n, 3) float32, unit
    colors: np.ndarray | None  # (n, 4) uint8 sRGB, or None: the visual's colour is used
    triangles: np.ndarray  # (m, 3) uint32, counter-clockwise seen from outside


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh file. `data` is None when the reader was asked not to read meshes."""

    path: Path
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    data: TriangleMesh | None = field(default=None, compare=False)


Shape = Sphere | Box | Cylinder | Capsule | Plane | Mesh
