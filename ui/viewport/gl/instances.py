"""Arrows, frames, points and ellipsoids as lists of unit shapes, each stretched and placed: what the card draws.

Sizes follow the scene, but never become too thin or too thick on the screen; so the list is made anew when the camera
moves. All of it is arithmetic on whole arrays: there may be hundreds of arrows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from ...look.contact_states import STATES
from ...look.theme import AXES
from ..camera import Camera
from ..many_marks import POINT_KINDS, ArrowField, ArrowRows, Field, PointRows, SolidField
from ..marks import Arrow, EllipsoidMark, FrameTriad, Point, ends_of
from ..mesh.color import srgb
from ..mesh.vectors import cross, unit

Array = np.ndarray

CHECKERED = 2.0  # pattern: eighths of a ball by turns in colour and white, the sign of a centre of mass
PALE = 1.0  # pattern: pale inside, coloured outline
THICKNESS = 0.014  # radius of an arrow's shaft, as a share of the size of the scene
SLENDER = 0.04  # and at most this share of its length
THINNEST, THICKEST = 1.6, 4.5  # and its bounds on the screen [pixel]
DOTTED = 2.0  # pattern of an ellipsoid
LIFT = 3.0  # arrows and points are this many radii nearer to the eye than they are: edges must not cut them in half
SMALLEST = 1.2  # least semi-axis of an ellipsoid on the screen [pixel]
FLATTEST = 0.004  # least semi-axis of an ellipsoid, as a share of its longest


@dataclass(slots=True)
class InstanceList:
    """Rows for each unit shape, collected part by part."""

    parts: dict[str, list[Array]] = field(default_factory=dict)

    def add(self, shape: str, rows: Array) -> None:
        """Append instances (n, 5, 4)."""
        if len(rows):
            self.parts.setdefault(shape, []).append(rows)

    def packed(self) -> tuple[Array, dict[str, tuple[int, int]]]:
        """All rows (n, 5, 4) float32, and for each shape its first row and how many."""
        ranges, rows, first = {}, [], 0
        for shape, parts in self.parts.items():
            count = sum(len(part) for part in parts)
            ranges[shape] = (first, count)
            rows += parts
            first += count
        return (np.concatenate(rows) if rows else np.zeros((0, 5, 4))).astype(np.float32), ranges


def add_arrows(out: InstanceList, arrows: Sequence[Arrow | ArrowRows], camera: Camera, height: float, scale: float) -> None:
    """Add arrows; `height` is that of the window in pixels, `scale` the size of the scene [m]."""
    if not arrows:
        return
    tails, vectors = ends_of(arrows)
    colors = _opaque(np.hstack([one.color for one in arrows]).tolist())
    pixels = camera.pixel_sizes(tails, height)
    thick = np.minimum(THICKNESS * scale, SLENDER * np.linalg.norm(vectors, axis=1))
    radii = np.clip(thick, THINNEST * pixels, THICKEST * pixels)
    kinds = np.hstack([one.kind for one in arrows])
    _add(out, tails, vectors, colors, radii, kinds, tail_balls=True)


def _opaque(colors: Sequence[str]) -> Array:
    """(n, 4) sRGB and opacity of colours "#RRGGBB", of which there are few."""
    place = {color: k for k, color in enumerate(dict.fromkeys(colors))}
    return np.array([(*srgb(color), 1.0) for color in place]).reshape(-1, 4)[[place[color] for color in colors]]


def add_triads(out: InstanceList, triads: Sequence[FrameTriad], camera: Camera, height: float) -> None:
    """Add the axes of frames."""
    if not triads:
        return
    poses = np.array([triad.pose for triad in triads], dtype=float)
    lengths = np.array([triad.length for triad in triads])
    origins = poses[:, :3, 3]
    pixels = camera.pixel_sizes(origins, height)
    radii = np.clip(0.035 * lengths, 1.2 * pixels, 4.0 * pixels)
    count = len(triads)
    vectors = (poses[:, :3, :3].transpose(0, 2, 1) * lengths[:, None, None]).reshape(-1, 3)
    colors = np.tile([(*srgb(color), 1.0) for color in AXES], (count, 1))
    repeated = np.repeat(radii, 3)
    _add(out, np.repeat(origins, 3, axis=0), vectors, colors, repeated, np.full(3 * count, "solid"), tail_balls=False)
    out.add("ball", balls(origins, 1.7 * radii, np.tile([0.93, 0.94, 0.96, 1.0], (count, 1))))


def add_points(
    out: InstanceList, points: Sequence[Point | PointRows], camera: Camera, height: float, scale: float, size: float = np.inf
) -> None:
    """Add contact points: a diamond slides, a pale ball is open, other balls stick or are without friction.

    size : radius of most bodies [m], which points are not to hide where these are many and far away
    """
    if not points:
        return
    positions = np.vstack([one.position for one in points]).astype(float)
    kinds = np.hstack([one.kind for one in points])
    own = np.hstack([np.full(len(one.kind), "") if isinstance(one, PointRows) else one.color for one in points])
    for kind in POINT_KINDS:
        shape = "diamond" if STATES[kind].corners else "ball"
        chosen = kinds == kind
        if not chosen.any():
            continue
        centers = positions[chosen]
        pixels = camera.pixel_sizes(centers, height)
        most = np.minimum(6.5 * pixels, np.maximum(0.3 * size, 1.5 * pixels))
        radii = np.clip(0.024 * scale, np.minimum(3.5 * pixels, most), most)
        radii *= 1.25 if shape == "diamond" else 1.0
        colors = _opaque([color or STATES[kind].color for color in own[chosen].tolist()])
        out.add(shape, balls(centers, radii, colors, 0.0 if STATES[kind].full else PALE))


def add_fields(out: InstanceList, fields: Sequence[Field], camera: Camera, height: float) -> None:
    """Add solids and arrows: what is glass as "clear_…", the farthest first; what nothing hides as "top_…"."""
    for marks in fields:
        if isinstance(marks, SolidField) and len(marks.maps):
            rows = np.zeros((len(marks.maps), 5, 4))
            rows[:, :3] = marks.maps
            if marks.least:
                pixels = camera.pixel_sizes(marks.maps[:, :, 3], height)
                short = marks.least * pixels / np.linalg.norm(marks.maps[:, :, 0], axis=1)
                rows[:, :3, :3] *= np.maximum(short, 1.0)[:, None, None]
            rows[:, 3] = marks.colors
            rows[:, 4, 0] = CHECKERED if marks.shape == "mass" else 0.0
            if marks.is_clear:
                rows = rows[np.argsort(-camera.depths(rows[:, :3, 3]))]
            out.add(f"{'clear' if marks.is_clear else 'top'}_{marks.shape}", rows)
        elif isinstance(marks, ArrowField) and len(marks.tails):
            radii = np.maximum(marks.radii, THINNEST * camera.pixel_sizes(marks.tails, height))
            arrows = InstanceList()
            kinds = np.full(len(radii), "solid")
            _add(arrows, marks.tails, marks.vectors, marks.colors, radii, kinds, tail_balls=False)
            for shape, parts in arrows.parts.items():
                for part in parts:
                    part[:, 4, 2] = 0.0
                    out.add(f"top_{shape}", part)


def ellipsoid_axes(ellipsoid: EllipsoidMark, least: float = 0.0) -> Array:
    """(3, 3) semi-axes as columns, none shorter than `least` [m] or than thin paper; zero ones get a direction."""
    frame, lengths = _frame_and_lengths(ellipsoid)
    result: Array = frame * np.maximum(lengths, max(least, FLATTEST * float(lengths.max()), FLATTEST * 1e-9))
    return result


@lru_cache(maxsize=64)  # the ball, its outline and its label ask for the same
def _frame_and_lengths(ellipsoid: EllipsoidMark) -> tuple[Array, Array]:
    """Unit directions (3, 3) of the semi-axes as columns, and their lengths (3,) [m]."""
    axes = np.array(ellipsoid.axes, dtype=float)
    lengths = np.sqrt((axes**2).sum(axis=0))
    longest = max(float(lengths.max()), 1e-9)
    order = np.argsort(-lengths)
    frame = np.zeros((3, 3))
    frame[:, order[0]] = axes[:, order[0]] / longest if lengths[order[0]] > 0 else np.eye(3)[:, order[0]]
    first = frame[:, order[0]]
    second = axes[:, order[1]] if lengths[order[1]] > 1e-6 * longest else np.eye(3)[int(np.argmin(np.abs(first)))]
    second = second - first * (first @ second)
    frame[:, order[1]] = second / np.linalg.norm(second)
    frame[:, order[2]] = cross(first, frame[:, order[1]])
    return frame, lengths


def ellipsoid_rows(ellipsoids: Sequence[EllipsoidMark], camera: Camera, height: float) -> tuple[Array, Array]:
    """Rows (n, 5, 4) twice: in the order in which far sides must be drawn, and in that of near sides."""
    rows = np.zeros((len(ellipsoids), 5, 4))
    extents = np.empty(len(ellipsoids))
    back = camera.axes[2]
    pixels = camera.pixel_sizes(np.array([ellipsoid.center for ellipsoid in ellipsoids], dtype=float), height)
    for i, ellipsoid in enumerate(ellipsoids):
        axes = ellipsoid_axes(ellipsoid, SMALLEST * pixels[i])
        rows[i, :3, :3] = axes
        rows[i, :3, 3] = ellipsoid.center
        rows[i, 3] = (*srgb(ellipsoid.color), 1.0)
        rows[i, 4, 0] = DOTTED if ellipsoid.dotted else ellipsoid.dashed
        extents[i] = np.linalg.norm(axes.T @ back)
    depths = camera.depths(rows[:, :3, 3])
    return rows[np.argsort(-(depths + extents))], rows[np.argsort(-(depths - extents))]


def stretched(origins: Array, directions: Array, radii: Array, lengths: Array, colors: Array) -> Array:
    """Rows (n, 5, 4) of shapes whose z axis runs along unit `directions` (n, 3)."""
    upright = np.abs(directions[:, 2:]) > 0.9
    side = unit(cross(directions, np.where(upright, [1.0, 0.0, 0.0], [0.0, 0.0, 1.0])))
    rows = np.zeros((len(origins), 5, 4))
    rows[:, :3, 0] = side * radii[:, None]
    rows[:, :3, 1] = cross(directions, side) * radii[:, None]
    rows[:, :3, 2] = directions * lengths[:, None]
    rows[:, :3, 3] = origins
    rows[:, 3] = colors
    rows[:, 4, 2] = LIFT * radii
    return rows


def balls(centers: Array, radii: Array, colors: Array, pattern: float = 0.0) -> Array:
    """Rows (n, 5, 4) of balls, or of diamonds."""
    rows = np.zeros((len(centers), 5, 4))
    rows[:, [0, 1, 2], [0, 1, 2]] = radii[:, None]
    rows[:, :3, 3] = centers
    rows[:, 3] = colors
    rows[:, 4, 0] = pattern
    rows[:, 4, 2] = LIFT * radii
    return rows


def _add(out: InstanceList, tails: Array, vectors: Array, colors: Array, radii: Array, kinds: Array, tail_balls: bool) -> None:
    """Shafts, heads and tails of arrows."""
    lengths = np.linalg.norm(vectors, axis=1)
    tiny = lengths < 2.5 * radii
    out.add("ball", balls(tails[tiny], 1.6 * radii[tiny], colors[tiny]))
    keep = ~tiny
    tails, lengths, colors, radii, kinds = tails[keep], lengths[keep], colors[keep], radii[keep], kinds[keep]
    directions = vectors[keep] / lengths[:, None]
    heads = np.minimum(8.0 * radii, 0.5 * lengths)
    widths = np.minimum(2.5 * radii, 0.42 * heads)
    pointed = kinds != "spring"
    tips = tails + directions * lengths[:, None]
    bases = tips - directions * heads[:, None]
    out.add("cone", stretched(bases, directions, widths, heads, colors)[pointed])
    double = kinds == "double"
    second = bases - directions * (0.55 * heads)[:, None]
    out.add("cone", stretched(second, directions, widths, heads, colors)[double & (lengths > 2 * heads)])
    if tail_balls:
        out.add("ball", balls(tails, 1.45 * radii, colors))
    shafts = lengths - 0.98 * heads
    for kind in sorted(set(kinds.tolist())):
        of_kind = kinds == kind
        pieces = SHAFTS[kind](tails[of_kind], directions[of_kind], shafts[of_kind], lengths[of_kind], radii[of_kind])
        starts, ends, which, share = pieces
        out.add("rod", rods(starts, ends, radii[of_kind][which] * share, colors[of_kind][which]))


def rods(starts: Array, ends: Array, radii: Array, colors: Array) -> Array:
    """Rows (n, 5, 4) of cylinders between points."""
    along = ends - starts
    lengths = np.linalg.norm(along, axis=1)
    return stretched((starts + ends) / 2, unit(along), radii, lengths, colors)


# What a shaft is made of: starts and ends (m, 3) of rods, the arrow (m,) each belongs to, and its share of the radius.
Rods = tuple[Array, Array, Array, float]


def _solid(tails: Array, directions: Array, shafts: Array, lengths: Array, radii: Array) -> Rods:
    return tails, tails + directions * shafts[:, None], np.arange(len(tails)), 1.0


def _broken(tails: Array, directions: Array, shafts: Array, lengths: Array, radii: Array) -> Rods:
    """Two pieces with a gap between them."""
    cuts = np.stack([np.zeros(len(tails)), 0.5 - 2 * radii / shafts, 0.5 + 2 * radii / shafts, np.ones(len(tails))])
    cuts = np.clip(cuts, 0, 1) * shafts
    points = tails + directions * cuts[..., None]  # (4, n, 3)
    which = np.tile(np.arange(len(tails)), 2)
    return points[[0, 2]].reshape(-1, 3), points[[1, 3]].reshape(-1, 3), which, 1.0


def _dashed(tails: Array, directions: Array, shafts: Array, lengths: Array, radii: Array) -> Rods:
    counts = np.clip(np.ceil(shafts / (9 * radii)), 1, 60).astype(int)
    which = np.repeat(np.arange(len(tails)), counts)
    number = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    step = (shafts / counts)[which]
    starts = tails[which] + directions[which] * (number * step)[:, None]
    return starts, starts + directions[which] * (0.6 * step)[:, None], which, 1.0


def _spring(tails: Array, directions: Array, shafts: Array, lengths: Array, radii: Array) -> Rods:
    """A coil between straight ends."""
    share = np.linspace(0, 1, 145)
    coil = np.clip((share - 0.08) / 0.84, 0, 1)
    amplitude = np.minimum(np.minimum(coil, 1 - coil) * 12, 1.0)
    frames = stretched(tails, directions, 3.2 * radii, lengths, np.zeros((len(tails), 4)))
    local = np.stack([amplitude * np.cos(24 * np.pi * coil), amplitude * np.sin(24 * np.pi * coil), share], axis=1)
    points = np.einsum("nij,kj->nki", frames[:, :3, :3], local) + tails[:, None]
    which = np.repeat(np.arange(len(tails)), len(share) - 1)
    return points[:, :-1].reshape(-1, 3), points[:, 1:].reshape(-1, 3), which, 0.5


SHAFTS = {"solid": _solid, "double": _solid, "broken": _broken, "dashed": _dashed, "spring": _spring}
