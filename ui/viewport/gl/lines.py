"""Lines of constant width on the screen: trails, the outlines of ellipsoids, and the edges of polytopes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ..camera import Camera
from ..many_marks import Field, LineField
from ..marks import EllipsoidMark, PolytopeMark, Trail
from ..mesh.color import srgb
from ..mesh.polytope_faces import facing
from ..mesh.vectors import cross
from .instances import ellipsoid_axes

Array = np.ndarray

OUTLINE_PIECES = 96
_ANGLES = np.linspace(0, 2 * np.pi, OUTLINE_PIECES + 1)
_CIRCLE = np.column_stack([np.ones_like(_ANGLES), np.cos(_ANGLES), np.sin(_ANGLES)])
DASH = 8  # pieces of an outline in one dash and its gap
DOT = 3  # and in one dot and its gap
EDGE_DASHES = 9  # dashes and gaps as long as a polytope's radius
FRONT, BACK = 0.95, 0.4  # opacity of a polytope's edges towards the eye, and behind its glass


def line_pieces(
    trails: Sequence[Trail],
    ellipsoids: Sequence[EllipsoidMark],
    camera: Camera,
    width: float,
    polytopes: Sequence[PolytopeMark] = (),
) -> Array:
    """Pieces (n, 12) float32: start and width, end, colour; `width` in pixels of the target."""
    parts = [_trail(trail, width * 1.3) for trail in trails if len(trail.points) > 1]
    parts += [_outline(ellipsoid, camera, width) for ellipsoid in ellipsoids]
    parts += [_edges(polytope, camera, width) for polytope in polytopes]
    return np.concatenate(parts).astype(np.float32) if parts else np.zeros((0, 12), dtype=np.float32)


def field_pieces(fields: Sequence[Field], ratio: float) -> Array:
    """Pieces (n, 12) float32 of the lines that nothing hides; `ratio` pixels are one unit of the screen."""
    parts = []
    for field in fields:
        if isinstance(field, LineField) and len(field.starts):
            pieces = np.ones((len(field.starts), 12), dtype=np.float32)
            pieces[:, 0:3], pieces[:, 4:7], pieces[:, 8:12] = field.starts, field.ends, field.colors
            pieces[:, 3] = field.width * ratio
            parts.append(pieces)
    return np.concatenate(parts) if parts else np.zeros((0, 12), dtype=np.float32)


@lru_cache(maxsize=64)  # the scene and its labels ask for the same in every frame
def outline(ellipsoid: EllipsoidMark, camera: Camera) -> Array:
    """(OUTLINE_PIECES + 1, 3) closed curve on the ellipsoid that bounds what the eye sees of it; empty from inside.

    In the coordinates that make the ellipsoid a unit ball, an eye at c sees the circle n · c = 1, |n| = 1.
    """
    axes = ellipsoid_axes(ellipsoid)
    squares = (axes * axes).sum(axis=0)  # its columns are orthogonal
    if camera.orthographic:
        pole = (camera.axes[2] @ axes) / squares
        pole /= np.linalg.norm(pole)
        height, radius = 0.0, 1.0
    else:
        eye = ((camera.eye - np.asarray(ellipsoid.center)) @ axes) / squares
        distance = float(np.linalg.norm(eye))
        if distance <= 1.0:
            return np.zeros((0, 3))
        pole, height = eye / distance, 1 / distance
        radius = np.sqrt(1 - height**2)
    first = cross(pole, np.eye(3)[int(np.argmin(np.abs(pole)))])
    first /= np.linalg.norm(first)
    plane = np.array([height * pole, radius * first, radius * cross(pole, first)]) @ axes.T
    plane[0] += ellipsoid.center
    curve: Array = _CIRCLE @ plane
    curve.setflags(write=False)
    return curve


def _outline(ellipsoid: EllipsoidMark, camera: Camera, width: float) -> Array:
    curve = outline(ellipsoid, camera)
    pieces = _pieces(curve, ellipsoid.color, width, np.full(max(len(curve) - 1, 0), 0.95))
    if ellipsoid.dashed:
        pieces = pieces[np.arange(len(pieces)) % DASH < 0.6 * DASH]
    elif ellipsoid.dotted:
        pieces = pieces[np.arange(len(pieces)) % DOT == 0]
    return pieces


def _edges(polytope: PolytopeMark, camera: Camera, width: float) -> Array:
    """The edges, those behind the glass paler; dashed ones in pieces."""
    vertices, edges = np.asarray(polytope.vertices, dtype=float), np.asarray(polytope.edges)
    front = np.asarray(polytope.triangles)[facing(polytope, camera)]
    corners = np.concatenate([front[:, [0, 1]], front[:, [1, 2]], front[:, [2, 0]]])
    towards = np.isin(_codes(edges, len(vertices)), _codes(corners, len(vertices))) if len(polytope.triangles) else True
    opacity = np.where(towards, FRONT, BACK) * np.ones(len(edges))
    starts, ends = vertices[edges[:, 0]], vertices[edges[:, 1]]
    if polytope.dashed and len(edges):
        longest = np.linalg.norm(vertices - vertices.mean(axis=0), axis=1).max()
        counts = np.maximum(np.ceil(np.linalg.norm(ends - starts, axis=1) * EDGE_DASHES / max(longest, 1e-12)), 1).astype(int)
        which = np.repeat(np.arange(len(edges)), counts)
        number = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        step = ((ends - starts) / counts[:, None])[which]
        starts = starts[which] + (number + 0.2)[:, None] * step  # a gap at either end, a dash in the middle
        ends, opacity = starts + 0.6 * step, opacity[which]
    pieces = np.ones((len(starts), 12))
    pieces[:, 0:3], pieces[:, 4:7] = starts, ends
    pieces[:, 3] = width
    pieces[:, 8:11] = srgb(polytope.color)
    pieces[:, 11] = opacity
    return pieces


def _codes(pairs: Array, count: int) -> Array:
    """A number for each pair (n, 2) of vertices, whichever comes first."""
    return np.asarray(np.minimum(pairs[:, 0], pairs[:, 1]) * count + np.maximum(pairs[:, 0], pairs[:, 1]))


def _trail(trail: Trail, width: float) -> Array:
    points = np.asarray(trail.points, dtype=float)
    pieces = _pieces(points, trail.color, width, np.linspace(0.0, 0.95, len(points) - 1))
    if trail.dashed:
        travelled = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        dash = max(travelled[-1] / 40, 1e-9)
        pieces = pieces[(travelled[:-1] / dash) % 1.0 < 0.6]
    return pieces


def _pieces(points: Array, color: str, width: float, opacity: Array) -> Array:
    pieces = np.ones((max(len(points) - 1, 0), 12))
    if len(pieces):
        pieces[:, 0:3], pieces[:, 4:7] = points[:-1], points[1:]
        pieces[:, 3] = width
        pieces[:, 8:11] = srgb(color)
        pieces[:, 11] = opacity
    return pieces
