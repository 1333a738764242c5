"""Shapes that bodies are seen and touched by. All frozen; lengths in metres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np

Color = tuple[float, float, float, float]  # sRGB red, green, blue and opacity, each 0 to 1
Wrap = Literal["repeat", "mirror", "clamp"]
"""What is beyond the edge of a picture: it again, it again as in a mirror, or its edge."""


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
class SolidEllipsoid:
    """Solid ellipsoid about the shape's origin, its axes those of the shape."""

    radii: tuple[float, float, float]  # half axes along x, y and z


@dataclass(frozen=True, slots=True)
class Plane:
    """The half-space z ≤ 0 of the shape's frame; its surface is seen, its inside is solid."""


@dataclass(frozen=True, slots=True)
class HeightField:
    """Ground given by heights z above a rectangle of the shape's xy plane, centred at its origin; all below is solid.

    Row i of `heights` lies at y = -ly/2 + i ly/(rows - 1), and runs from x = -lx/2 to lx/2. Each cell of the grid is two
    triangles, parted by the diagonal from its corner of least x and y.
    """

    size: tuple[float, float]  # lx, ly
    heights: tuple[tuple[float, ...], ...]  # at least two rows of at least two, all of one length

    def vertices(self) -> np.ndarray:
        """Points (rows · columns, 3) of the surface, row after row [m]."""
        z = np.array(self.heights)
        x = np.linspace(-0.5 * self.size[0], 0.5 * self.size[0], z.shape[1])
        y = np.linspace(-0.5 * self.size[1], 0.5 * self.size[1], z.shape[0])
        return np.stack([*np.meshgrid(x, y), z], axis=-1).reshape(-1, 3)

    def triangles(self) -> np.ndarray:
        """Indices (m, 3) of those points, counter-clockwise seen from above."""
        rows, columns = len(self.heights), len(self.heights[0])
        a = np.arange(rows * columns).reshape(rows, columns)[:-1, :-1].ravel()
        lower = np.stack([a, a + 1, a + columns + 1], axis=-1)
        upper = np.stack([a, a + columns + 1, a + columns], axis=-1)
        return np.concatenate([lower, upper], axis=1).reshape(-1, 3).astype(np.uint32)


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Texture:
    """A picture that triangles bear. Its pixels are asked for when it is drawn: those kept on disk are in memory only then."""

    read: Callable[[], np.ndarray]  # `pixels`
    width: int
    height: int
    least_opacity: int  # of its pixels, 0 to 255
    wrap: tuple[Wrap, Wrap] = ("repeat", "repeat")  # to its right and left, and above and below

    @classmethod
    def of(cls, pixels: np.ndarray, wrap: tuple[Wrap, Wrap] = ("repeat", "repeat")) -> Texture:
        """The picture with these pixels (height, width, 4), which stay in memory."""
        height, width, _ = pixels.shape
        return cls(partial(np.asarray, pixels), width, height, least_opacity(pixels), wrap)  # which pickles

    @property
    def pixels(self) -> np.ndarray:
        """(height, width, 4) uint8 sRGB and opacity, the top row first; read-only. Raises OSError if they are kept no longer."""
        return self.read()


def least_opacity(pixels: np.ndarray) -> int:
    """The least opacity of pixels (height, width, 4) uint8; that all are 255, as of most, is seen in a tenth of the time."""
    common = np.bitwise_and.reduce(np.ascontiguousarray(pixels).view("u4"), axis=None)
    return 255 if common.tobytes()[3] == 255 else int(pixels[..., 3].min())


class Mapping(Enum):
    """Where the points of a shape are in a picture."""

    OWN = "own"
    """Where the texture coordinates of a mesh say."""
    AROUND = "around"
    """The whole picture on each side of a box, upright seen from outside; on all else once around, from the top down."""
    PARTS = "parts"
    """The whole picture on each part of a shape, as MuJoCo 4.0 lays it: as AROUND, but the ends of a capsule are parts too, and
    on a box x or y is to the right on all sides, so that it is mirrored on three of them."""
    FLAT = "flat"
    """One picture seen along z, with x to the right and y up; the shape's origin is half a picture beyond its left edge, and
    half of one above its upper edge."""
    CUBE = "cube"
    """Six pictures on a cube about the shape's origin, seen through it from there: those of +x, -x, +y, -y, +z and -z, laid as
    OpenGL lays its cube maps (OpenGL 4.6, 8.13)."""


@dataclass(frozen=True, slots=True)
class Skin:
    """Pictures that a shape bears which has none of its own."""

    mapping: Mapping
    textures: tuple[Texture, ...] = field(compare=False)  # six for CUBE, else one
    stretch: tuple[float, float, float] = (1.0, 1.0, 1.0)  # places are multiplied by, points of FLAT and CUBE
    path: Path | None = None  # of the picture, if the robot's file names it


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class TriangleMesh:
    """Triangles ready to be drawn. Arrays are read-only."""

    vertices: np.ndarray  # (n, 3) float32 [m]
    normals: np.ndarray  # (n, 3) float32, unit
    colors: np.ndarray | None  # (n, 4) uint8 sRGB, or None: the visual's colour is used
    triangles: np.ndarray  # (m, 3) uint32, counter-clockwise seen from outside
    coordinates: np.ndarray | None = None  # (n, 2) float32: where in its texture, to the right and down, 1 the whole of it
    texture: np.ndarray | None = None  # (n,) int16: which of `textures`, times whose colour its own is; -1: none
    textures: tuple[Texture, ...] = ()
    files: tuple[Path, ...] = ()  # what was read beside the mesh file
    digest: str = ""  # of what vertices and triangles were read from: equal ones have the same; "": unknown


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh file. `data` is None when the reader was asked not to read meshes."""

    path: Path
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    data: TriangleMesh | None = field(default=None, compare=False)
    texture: Path | None = None  # drawn on it because the robot's file says so


Shape = Sphere | Box | Cylinder | Capsule | SolidEllipsoid | Plane | HeightField | Mesh
