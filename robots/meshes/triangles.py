"""Triangles as a mesh file gives them, before they are made ready to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torseur.sim.errors import ModelError

MAX_TRIANGLES = 10_000_000  # of one file, each instance of a part counted
TEXTURES = "textures are left out; what bears them is drawn in its plain colour"
LINES = "its lines and points are left out"


@dataclass(frozen=True, eq=False, slots=True)
class Triangles:
    """Corners, triangles, and a colour for each corner of each triangle if the file has any."""

    vertices: np.ndarray  # (n, 3) float32 or float64 [m]
    triangles: np.ndarray  # (m, 3) integers
    colors: np.ndarray | None  # (m, 3, 4) uint8 sRGB; opacity 0 where the file gives none
    notes: tuple[str, ...] = ()  # what the reader has to say: what it left out, what it assumed


def plain(color: Sequence[int] | np.ndarray, count: int) -> np.ndarray:
    """Return one colour (4,) for this many triangles (count, 3, 4)."""
    return np.broadcast_to(np.array(color, dtype=np.uint8), (count, 3, 4))


def joined(parts: Sequence[Triangles]) -> Triangles:
    """All the parts in one; notes once each."""
    starts = np.cumsum([0] + [len(part.vertices) for part in parts])
    colors = None
    if any(part.colors is not None for part in parts):
        colors = np.concatenate(
            [plain((0, 0, 0, 0), len(part.triangles)) if part.colors is None else part.colors for part in parts]
        )
    return Triangles(
        vertices=np.concatenate([np.zeros((0, 3), np.float32), *(part.vertices for part in parts)]),
        triangles=np.concatenate(
            [np.zeros((0, 3), np.int32)]
            + [(part.triangles + start).astype(np.int32) for part, start in zip(parts, starts, strict=False)]
        ),
        colors=colors,
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
    )


def check_count(count: int) -> None:
    """Raise if these are more triangles than are read of one file."""
    if count > MAX_TRIANGLES:
        raise ModelError(f"it unfolds to more than {MAX_TRIANGLES:,} triangles".replace(",", " "))
