"""Triangles as a mesh file gives them, before they are made ready to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False, slots=True)
class Triangles:
    """Corners, triangles, and a colour for each triangle if the file has any."""

    vertices: np.ndarray  # (n, 3) float64 [m]
    triangles: np.ndarray  # (m, 3) int64
    colors: np.ndarray | None  # (m, 4) uint8 sRGB; opacity 0 where the file gives none
    notes: tuple[str, ...] = ()  # what the reader has to say: what it left out, what it assumed


def joined(parts: Sequence[Triangles]) -> Triangles:
    """All the parts in one; notes once each."""
    starts = np.cumsum([0] + [len(part.vertices) for part in parts])
    colors = None
    if any(part.colors is not None for part in parts):
        colors = np.concatenate(
            [np.zeros((len(part.triangles), 4), np.uint8) if part.colors is None else part.colors for part in parts]
        )
    return Triangles(
        vertices=np.concatenate([np.zeros((0, 3)), *(part.vertices for part in parts)]),
        triangles=np.concatenate(
            [np.zeros((0, 3), np.int64), *(part.triangles + start for part, start in zip(parts, starts, strict=False))]
        ),
        colors=colors,
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
    )
