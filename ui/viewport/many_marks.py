"""Many marks of one kind as arrays: solids, arrows and lines. For what there may be a thousand of.

Positions are in the world [m]; colours are rows of sRGB and opacity, 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from torseur.sim.errors import UnknownNameError

Array = np.ndarray

SOLIDS = ("egg", "block", "mass", "drum")


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
        if self.shape not in SOLIDS:
            raise UnknownNameError("shape", self.shape, SOLIDS)


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


def finite_field(field: Field) -> Field:
    """The same, less the rows with a number that is not finite."""
    match field:
        case SolidField():
            good = np.isfinite(field.maps).all(axis=(1, 2))
            return replace(field, maps=field.maps[good], colors=field.colors[good])
        case ArrowField():
            good = np.isfinite(field.tails).all(axis=1) & np.isfinite(field.vectors).all(axis=1)
            return replace(
                field, tails=field.tails[good], vectors=field.vectors[good], colors=field.colors[good],
                radii=field.radii[good],
            )  # fmt: skip
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
