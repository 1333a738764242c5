"""Many marks of one kind as arrays: solids, arrows, points and lines. For what there may be a thousand of.

Positions are in the world [m]; colours of fields are rows of sRGB and opacity, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from torseur.sim.errors import UnknownNameError

Array = np.ndarray

SOLIDS = ("egg", "block", "mass", "drum")
ARROW_KINDS = ("solid", "dashed", "double", "broken", "spring")
POINT_KINDS = ("sticking", "sliding", "closed", "open")  # of the states of `STATES`


@dataclass(frozen=True, eq=False, slots=True)
class SolidField:
    """Unit shapes, each placed by an affine map: a ball of radius 1 ("egg", or "mass" with the pattern of a centre of mass),
    a box of edges 1 ("block"), a cylinder of radius and length 1 about z ("drum").

    Those whose first colour is opaque are hidden by nothing; the others are glass, inside and around the bodies.
    """

    shape: str  # one of SOLIDS
    maps: Array  # (n, 3, 4), orthogonal columns, then where the middle is [m]
    colors: Array  # (n, 4)
    least: float = 0.0  # length of a column on the screen at least [screen unit]

    @property
    def is_clear(self) -> bool:
        """Whether it is drawn as glass."""
        return bool(len(self.colors)) and float(self.colors[0, 3]) < 1.0

    def __post_init__(self) -> None:
        check_kind("shape", self.shape, SOLIDS)


@dataclass(frozen=True, eq=False, slots=True)
class ArrowField:
    """Arrows that nothing hides."""

    tails: Array  # (n, 3)
    vectors: Array  # (n, 3) tail to tip [m]
    colors: Array  # (n, 4)
    radii: Array  # (n,) of the shafts [m]


@dataclass(frozen=True, eq=False, slots=True)
class LineField:
    """Straight lines of constant width on the screen, that nothing hides."""

    starts: Array  # (n, 3)
    ends: Array  # (n, 3)
    colors: Array  # (n, 4)
    width: float  # [screen unit]


Field = SolidField | ArrowField | LineField


@dataclass(frozen=True, eq=False, slots=True)
class ArrowRows:
    """Arrows as `Arrow` has them, but for `math`, a row each. Few of them have a label."""

    tail: Array  # (n, 3)
    vector: Array  # (n, 3) tail to tip [m], already scaled
    color: Array  # (n,) of "#RRGGBB"
    kind: Array  # (n,) of ARROW_KINDS
    key: Array  # (n,) numbers whose text a click selects; negative: nothing
    labels: Mapping[int, str]  # of some rows
    groups: Mapping[int, str]  # of some rows: see `Arrow.group`

    def __post_init__(self) -> None:
        for kind in set(self.kind.tolist()):
            check_kind("kind of arrow", kind, ARROW_KINDS)

    def keys(self) -> list[str]:
        """What a click on each selects; empty: nothing."""
        return [str(key) if key >= 0 else "" for key in self.key.tolist()]

    def key_of(self, i: int) -> str:
        """What a click on one selects; empty: nothing."""
        return str(self.key[i]) if self.key[i] >= 0 else ""

    def kept(self, good: Array) -> ArrowRows:
        """The rows that are marked in (n,)."""
        place = (np.cumsum(good) - 1).tolist()  # of a row, among those that are kept
        labels, groups = ({place[i]: one for i, one in of.items() if good[i]} for of in (self.labels, self.groups))
        arrays = (self.tail[good], self.vector[good], self.color[good], self.kind[good], self.key[good])
        return ArrowRows(*arrays, labels, groups)


@dataclass(frozen=True, eq=False, slots=True)
class PointRows:
    """Contact points, a row each, in the colours of their kinds."""

    position: Array  # (n, 3)
    kind: Array  # (n,) of POINT_KINDS

    def __post_init__(self) -> None:
        for kind in set(self.kind.tolist()):
            check_kind("kind of point", kind, POINT_KINDS)

    def kept(self, good: Array) -> PointRows:
        """The rows that are marked in (n,)."""
        return PointRows(self.position[good], self.kind[good])


def check_kind(what: str, value: str, known: Sequence[str]) -> None:
    """Raise UnknownNameError for a value that is none of those known."""
    if value not in known:
        raise UnknownNameError(what, value, known)


def finite_field(field: Field) -> Field:
    """The same, less the rows with a number that is not finite."""
    match field:
        case SolidField():
            good = np.isfinite(field.maps).all(axis=(1, 2))
            return replace(field, maps=field.maps[good], colors=field.colors[good])
        case ArrowField():
            good = np.isfinite(field.tails).all(axis=1) & np.isfinite(field.vectors).all(axis=1)
            return replace(
                field, tails=field.tails[good], vectors=field.vectors[good], colors=field.colors[good], radii=field.radii[good]
            )
    good = np.isfinite(field.starts).all(axis=1) & np.isfinite(field.ends).all(axis=1)
    return replace(field, starts=field.starts[good], ends=field.ends[good], colors=field.colors[good])


def field_balls(field: Field) -> tuple[Array, Array]:
    """Centres (m, 3) and radii (m,) of balls around all of it [m]."""
    match field:
        case SolidField():
            columns = np.linalg.norm(field.maps[:, :, :3], axis=1)
            round_ = field.shape in ("egg", "mass")
            return field.maps[:, :, 3], columns.max(axis=1) if round_ else 0.5 * np.linalg.norm(columns, axis=1)
        case ArrowField():
            ends = np.vstack([field.tails, field.tails + field.vectors])
        case LineField():
            ends = np.vstack([field.starts, field.ends])
    return ends, np.zeros(len(ends))
