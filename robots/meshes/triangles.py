"""Triangles as a mesh file gives them, before they are made ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.texts import marked, tr

from .pictures import MeshPicture

MAX_TRIANGLES = 10_000_000  # of one file, each instance of a part counted
MAX_VERTICES = 20_000_000  # likewise: parts may share theirs, and each has them for itself here
TEXTURES = marked("textures are left out; what bears them is drawn in its plain colour")
LINES = marked("its lines and points are left out")


@dataclass(frozen=True, eq=False, slots=True)
class Triangles:
    """Corners, triangles, and a colour for each corner of each triangle if the file has any."""

    vertices: np.ndarray  # (n, 3) float32 or float64 [m]
    triangles: np.ndarray  # (m, 3) integers
    colors: np.ndarray | None  # (m, 3, 4) uint8 sRGB; opacity 0 where the file gives none
    notes: tuple[str, ...] = ()  # what the reader has to say: what it left out, what it assumed
    coordinates: np.ndarray | None = None  # (m, 3, 2) float32: where each corner is in its picture, right and down, 1 the whole
    picture: np.ndarray | None = None  # (m,) integers: which of `pictures`; -1 none
    pictures: tuple[MeshPicture, ...] = ()


def plain(color: Sequence[int] | np.ndarray, count: int) -> np.ndarray:
    """Return one colour (4,) for this many triangles (count, 3, 4)."""
    return np.broadcast_to(np.array(color, dtype=np.uint8), (count, 3, 4))


def joined(parts: Sequence[Triangles]) -> Triangles:
    """All the parts in one; notes and pictures once each."""
    starts = np.cumsum([0] + [len(part.vertices) for part in parts])
    colors = None
    if any(part.colors is not None for part in parts):
        colors = np.concatenate(
            [plain((0, 0, 0, 0), len(part.triangles)) if part.colors is None else part.colors for part in parts]
        )
    coordinates = picture = None
    pictures = {picture: i for i, picture in enumerate(dict.fromkeys(one for part in parts for one in part.pictures))}
    if any(part.coordinates is not None for part in parts):
        coordinates = np.concatenate([_coordinates(part) for part in parts])
        picture = np.concatenate([_picture(part, pictures) for part in parts])
    return Triangles(
        vertices=np.concatenate([np.zeros((0, 3), np.float32), *(part.vertices for part in parts)]),
        triangles=np.concatenate(
            [np.zeros((0, 3), np.int32)]
            + [(part.triangles + start).astype(np.int32) for part, start in zip(parts, starts, strict=False)]
        ),
        colors=colors,
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        coordinates=coordinates,
        picture=picture,
        pictures=tuple(pictures),
    )


def _coordinates(part: Triangles) -> np.ndarray:
    return np.zeros((len(part.triangles), 3, 2), np.float32) if part.coordinates is None else part.coordinates


def _picture(part: Triangles, pictures: Mapping[MeshPicture, int]) -> np.ndarray:
    """Return which of all pictures the triangles of a part bear."""
    if part.picture is None:
        return np.full(len(part.triangles), -1, np.int32)
    places = np.array([*(pictures[picture] for picture in part.pictures), -1], np.int32)
    return places[part.picture]


def check_count(count: int, vertices: int = 0) -> None:
    """Raise if these are more triangles, or vertices, than are read of one file."""
    if count > MAX_TRIANGLES:
        raise ModelError(
            tr("it unfolds to more than {max_triangles:,} triangles", max_triangles=MAX_TRIANGLES).replace(",", " ")
        )
    if vertices > MAX_VERTICES:
        raise ModelError(tr("it unfolds to more than {max_vertices:,} vertices", max_vertices=MAX_VERTICES).replace(",", " "))
