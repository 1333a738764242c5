"""The Jacobian of one frame by several routes, as a value to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array, frozen, frozen_mapping
from .jacobian.values import JointAxis


@dataclass(frozen=True, eq=False, slots=True)
class JacobianRoutes:
    """The Jacobian (6, nv) of a frame by routes that share no formula, and how far they are apart. Arrays are read-only.

    Differences are relative to the largest terms that are added up on the way to an entry: in the rows of v the levers |P| + |o|
    and slides [m], in the rows of ω the turns [rad]. Their rounding, times the handful of sums, is all that routes may differ by.
    """

    frame: str
    reference: str  # "world_aligned", "local" or "world"
    pose: Array  # (4, 4) of the frame in the world
    axes: tuple[JointAxis, ...]  # of the joints from the base to the frame; columns of others are zero
    routes: Mapping[str, Array]  # (6, nv) each, by name: "geometric", "composed", "differentiated", "compiled", …
    lengths: float  # what differences of the rows of v are relative to [m per unit of v]
    turns: float  # what differences of the rows of ω are relative to [rad per unit of v]
    differences: Array  # (routes, routes) largest relative difference of each pair

    @property
    def J(self) -> Array:  # noqa: N802  (the letter of the theory)
        """The first of the routes (6, nv)."""
        return next(iter(self.routes.values()))

    @property
    def largest(self) -> float:
        """The largest relative difference of all pairs."""
        return float(self.differences.max(initial=0.0))

    def difference(self, one: str, other: str) -> float:
        """The largest relative difference of two routes."""
        names = list(self.routes)
        return float(self.differences[names.index(one), names.index(other)])

    def with_route(self, name: str, J: Array) -> JacobianRoutes:
        """The same with one more route, J (6, nv) in the same reference, compared with the others."""
        routes = {**self.routes, name: frozen(np.array(J, dtype=np.float64))}
        differences = frozen(differences_of(routes, self.lengths, self.turns))
        return replace(self, routes=frozen_mapping(routes), differences=differences)

    def axes_of(self, column: int) -> tuple[JointAxis, ...]:
        """The axes that add up to a column: one, more if joints follow another, none if it does not move the frame."""
        return tuple(axis for axis in self.axes if axis.column == column)


def differences_of(routes: Mapping[str, Array], lengths: float, turns: float) -> Array:
    """Largest difference (routes, routes) of each pair, rows of v relative to `lengths`, rows of ω to `turns`."""
    scaled = np.array(list(routes.values()))
    scaled[:, :3] /= lengths or 1.0
    scaled[:, 3:] /= turns or 1.0
    return np.abs(scaled[:, None] - scaled[None]).max(axis=(2, 3), initial=0.0)
