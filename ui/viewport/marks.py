"""What is drawn beside the bodies, as plain values: arrows, ellipsoids, polytopes, frames, points, labels, trails,
ghosts, legend.

Positions are in the world [m]. Colours are "#RRGGBB". Whoever makes these has already turned newtons into metres.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .many_marks import ARROW_KINDS, POINT_KINDS, ArrowRows, Field, PointRows, check_kind, field_balls, finite_field

if TYPE_CHECKING:
    from torseur.sim.multibody.model.model import Model

Array = np.ndarray


@dataclass(frozen=True, eq=False, slots=True)
class Arrow:
    """A force, velocity or moment from `tail`. A vector too short for a head is drawn as a dot."""

    tail: Array  # (3,) [m]
    vector: Array  # (3,) tail to tip [m], already scaled
    color: str
    label: str = ""
    kind: str = "solid"  # one of ARROW_KINDS: double has two heads (a moment), broken a gap (longer than drawn)
    group: str = ""  # whose arrow it is: see `Label.group`; the legend counts those that have one, and a label
    math: bool = False  # the label is in the notation of `paint_math`
    key: str = ""  # what a click on it selects; empty: nothing

    def __post_init__(self) -> None:
        check_kind("kind of arrow", self.kind, ARROW_KINDS)


@dataclass(frozen=True, eq=False, slots=True)
class EllipsoidMark:
    """Image of a unit ball: a velocity or force ellipsoid. Flat ones, with semi-axes of zero, are drawn as well."""

    center: Array  # (3,) [m]
    axes: Array  # (3, 3) columns: semi-axes [m], orthogonal to one another
    color: str
    label: str = ""
    clipped: bool = False  # a semi-axis is longer than drawn; the label then says so
    dashed: bool = False  # dashed outline and rings, to be told apart without colour (force)
    axis_labels: tuple[str, ...] = ()  # one a column, shown while the pointer is over the ellipsoid
    dotted: bool = False  # dotted ones (acceleration)
    axes_named: bool = False  # the labels of the axes show wherever the pointer is


@dataclass(frozen=True, eq=False, slots=True)
class PolytopeMark:
    """A convex solid of glass with its edges: exact limits of velocity or force. A polygon or a segment is drawn as well."""

    vertices: Array  # (n, 3) [m]
    triangles: Array  # (t, 3) rows of vertices, counter-clockwise from outside; of a polygon: either side
    edges: Array  # (e, 2) rows of vertices
    color: str
    label: str = ""
    clipped: bool = False  # it reaches farther than drawn; the label then says so
    dashed: bool = False  # dashed edges, to be told apart without colour (force)
    points: Array = field(default_factory=lambda: np.zeros((0, 3)))  # (k, 3) [m] what `point_labels` name
    point_labels: tuple[str, ...] = ()  # shown while the pointer is over the polytope
    points_named: bool = False  # they show wherever the pointer is


@dataclass(frozen=True, eq=False, slots=True)
class FrameTriad:
    """The axes x, y, z of a frame in red, green, blue."""

    pose: Array  # (4, 4)
    length: float  # [m]
    label: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Point:
    """A contact point. `color` "" takes the one of its kind."""

    position: Array  # (3,) [m]
    kind: str = "sticking"  # one of POINT_KINDS: ball, diamond, ball, pale ball
    color: str = ""

    def __post_init__(self) -> None:
        check_kind("kind of point", self.kind, POINT_KINDS)


@dataclass(frozen=True, eq=False, slots=True)
class Label:
    """Text beside a point; `color`, if any, is that of the bar at its left."""

    position: Array  # (3,) [m]
    text: str
    color: str = ""
    group: str = ""  # it stands in for the labels of the arrows of this group, where those would lie on arrows
    tells: int = 0  # of how many of the forces that the legend counts


@dataclass(frozen=True, eq=False, slots=True)
class Trail:
    """The way a point went; its beginning fades."""

    points: Array  # (n, 3) [m], oldest first
    color: str
    dashed: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Ghost:
    """The same bodies at other poses, translucent: another scheme, another time; or those of another model."""

    poses: Array  # (≥ bodies, 4, 4), bodies first
    color: str
    model: Model | None = None  # whose shapes are drawn; None: that of the view


@dataclass(frozen=True, eq=False, slots=True)
class Overlays:
    """Everything drawn beside the bodies."""

    arrows: tuple[Arrow | ArrowRows, ...] = ()
    ellipsoids: tuple[EllipsoidMark, ...] = ()
    frames: tuple[FrameTriad, ...] = ()
    points: tuple[Point | PointRows, ...] = ()
    labels: tuple[Label, ...] = ()
    trails: tuple[Trail, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    fields: tuple[Field, ...] = ()  # many marks of one kind
    polytopes: tuple[PolytopeMark, ...] = ()


NO_OVERLAYS = Overlays()


def joined(one: Overlays, other: Overlays) -> Overlays:
    """What is in either."""
    return Overlays(**{name: (*getattr(one, name), *getattr(other, name)) for name in Overlays.__dataclass_fields__})


def finite_overlays(overlays: Overlays) -> Overlays:
    """The same, less what has a number that is not finite: one such arrow would take the whole picture with it."""
    parts = {name: _finite_marks(getattr(overlays, name), of) for name, of in _NUMBERS.items()}
    return Overlays(**parts, fields=tuple(finite_field(field) for field in overlays.fields))


def _finite_marks(marks: tuple[Any, ...], of: Sequence[str]) -> tuple[Any, ...]:
    """Looks at all of them at once, as there may be thousands, and at each where one is not finite."""

    def are_finite(some: Sequence[Any]) -> bool:
        return all(np.isfinite(np.concatenate([getattr(one, name) for one in some], axis=None)).all() for name in of)

    def finite(one: Any) -> list[Any]:
        if isinstance(one, ArrowRows | PointRows):
            return [one.kept(np.isfinite(np.hstack([getattr(one, name) for name in of])).all(axis=1))]
        return [one] if are_finite([one]) else []

    return marks if not marks or are_finite(marks) else tuple(good for one in marks for good in finite(one))


_NUMBERS: Mapping[str, Sequence[str]] = {
    "arrows": ("tail", "vector"),
    "ellipsoids": ("center", "axes"),
    "frames": ("pose", "length"),
    "points": ("position",),
    "labels": ("position",),
    "trails": ("points",),
    "polytopes": ("vertices",),
    "ghosts": ("poses",),
}
"""The attributes of each kind of mark that are numbers."""


def ends_of(arrows: Sequence[Arrow | ArrowRows]) -> tuple[Array, Array]:
    """Tails (n, 3) of all arrows, and vectors (n, 3) from there to their tips [m]."""
    if not arrows:
        return np.zeros((0, 3)), np.zeros((0, 3))
    tails, vectors = np.vstack([one.tail for one in arrows]), np.vstack([one.vector for one in arrows])
    return np.asarray(tails, dtype=float), np.asarray(vectors, dtype=float)


def labelled_arrows(arrows: Sequence[Arrow | ArrowRows]) -> list[Arrow]:
    """Those that have a label, each alone."""
    found: list[Arrow] = []
    for one in arrows:
        if isinstance(one, ArrowRows):
            found += [_row(one, i, label) for i, label in one.labels.items()]
        elif one.label:
            found.append(one)
    return found


def _row(rows: ArrowRows, i: int, label: str) -> Arrow:
    color, kind, key = str(rows.color[i]), str(rows.kind[i]), rows.key_of(i)
    return Arrow(rows.tail[i], rows.vector[i], color, label, kind, rows.groups.get(i, ""), key=key)


def overlay_balls(overlays: Overlays) -> tuple[Array, Array]:
    """Centres (n, 3) and radii (n,) of balls around arrows, ellipsoids, polytopes, frames, points and fields [m]."""
    balls = [(np.asarray(one.center), float(np.linalg.norm(one.axes, axis=0).max())) for one in overlays.ellipsoids]
    balls += [(np.asarray(triad.pose)[:3, 3], triad.length) for triad in overlays.frames]
    tails, vectors = ends_of(overlays.arrows)
    places = [tails, tails + vectors, *(np.atleast_2d(point.position) for point in overlays.points)]
    places += [one.vertices for one in overlays.polytopes]
    centers = [np.array([center for center, _ in balls]).reshape(-1, 3), *places]
    radii = [np.array([radius for _, radius in balls]), *(np.zeros(len(one)) for one in places)]
    for marks in overlays.fields:
        around, reach = field_balls(marks)
        centers.append(around)
        radii.append(reach)
    return np.concatenate(centers), np.concatenate(radii)


LEGEND_KINDS = (
    "ellipsoid",
    "dashed_ellipsoid",
    "dotted_ellipsoid",
    "polytope",
    "dashed_polytope",
    "arrow",
    "double_arrow",
    "dashed_arrow",
    "line",
    "dashed_line",
    *POINT_KINDS,
    "ball",
    "floor",
    "mass",
    "block",
    "wire",
    "drum",
    "arc",
    "slider",
    "labels",
    "none",
)


@dataclass(frozen=True, slots=True)
class LegendRow:
    """One line of the legend. A row of kind "floor" without a value is given the size of a floor tile; one of kind
    "slider" leaves room for a control, and is there only where one can be used; in the value of one of kind "labels"
    {n} stands for how many are painted.
    """

    kind: str  # one of LEGEND_KINDS: the glyph
    color: str
    name: str
    value: str = ""  # the scale, with its unit
    detail: str = ""  # after the name, paler, in the notation of `paint_math`: what unit ball is mapped

    def __post_init__(self) -> None:
        check_kind("kind of legend row", self.kind, LEGEND_KINDS)
