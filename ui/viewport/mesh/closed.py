"""Whether a surface is closed and looks outwards: then nobody sees the back of a triangle, and none need be drawn."""

from __future__ import annotations

import numpy as np

from .geometry import Geometry

STEPS = 2**19  # of a grid over a surface: vertices in one of its places are one
_MIXING = np.uint64(0x9E3779B97F4A7C15)


def is_closed(geometry: Geometry) -> bool:
    """Whether each edge is run along as often in one direction as in the other, around a volume that is positive."""
    vertices = geometry.vertices.astype(float)
    places = np.round(vertices * (STEPS / max(np.abs(vertices).max(initial=0.0), 1e-30))).astype(np.int64)
    corners = (places @ np.array([1, 2**21, 2**42])).astype(np.uint64)[geometry.triangles]
    others = np.roll(corners, -1, axis=1)
    if (_mixed(corners, others) - _mixed(others, corners)).sum() != 0:
        return False
    (ax, bx, cx), (ay, by, cy), z = vertices.T.copy()[:, geometry.triangles.T]
    return float((((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) * z.sum(axis=0)).sum()) > 0.0  # its volume


def _mixed(starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """A number of each edge: sums of these are as good as never equal where the edges are not."""
    mixed = (starts * _MIXING + ends) * _MIXING
    return (mixed ^ mixed >> np.uint64(29)) * _MIXING
