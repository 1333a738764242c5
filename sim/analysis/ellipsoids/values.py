"""What a frame can do at one configuration, as values to be shown: its report, ellipsoids, and all its shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from .polytopes import Polytope

KINDS = ("velocity", "force", "dynamic", "velocity_polytope", "force_polytope")


@dataclass(frozen=True, eq=False, slots=True)
class Ellipsoid:
    """An ellipsoid by its semi-axes, longest first. Arrays are read-only."""

    axes: Array  # (3, 3) unit directions as columns, world
    lengths: Array  # (3,) [m/s per unit of q̇, N per unit of τ, …; with limits m/s, N, …]; inf: unbounded; 0: flat

    def semi_axes(self, longest: float) -> tuple[Array, bool]:
        """Semi-axes (3, 3) as columns, none longer than `longest`; and whether one had to be cut."""
        lengths = np.minimum(self.lengths, longest)
        return self.axes * lengths, bool(np.any(self.lengths > longest))


@dataclass(frozen=True, eq=False, slots=True)
class Capability:
    """The shapes of one frame. Arrays are read-only; units are those of `rows`: m/s, N, m/s² or rad/s, N·m, rad/s²."""

    frame: str
    pose: Array  # (4, 4) in the world
    joints: tuple[str, ...]  # that move the frame
    prismatic: tuple[bool, ...]  # for each of them
    rows: str  # "position" or "orientation"
    weighted: bool  # ellipsoids of the joints' limits, not of the unit ball
    ellipsoids: Mapping[str, Ellipsoid]  # by "velocity", "force", "dynamic"
    polytopes: Mapping[str, Polytope]  # by "velocity_polytope", "force_polytope"
    absent: Mapping[str, str]  # why there is none of what was asked for: a clause


@dataclass(frozen=True, eq=False, slots=True)
class FrameReport:
    """A frame: where it is, how joints move it. Arrays are read-only."""

    frame: str
    pose: Array  # (4, 4) in the world
    joints: tuple[str, ...]  # names of the columns of J
    prismatic: tuple[bool, ...]  # whether a column is per m/s rather than per rad/s
    J: Array  # (6, n) world-aligned at the frame's origin, linear part first
    sigma: Array  # singular values of the position rows, min(3, n) of them, largest first
    rank: int  # of the position rows
    velocity: Ellipsoid  # [m/s per unit of q̇]
    force: Ellipsoid  # [N per unit of τ]

    @property
    def manipulability(self) -> float:
        """Yoshikawa's w: the product of the min(3, n) singular values of the position rows; 0 without joints."""
        return float(np.prod(self.sigma)) if len(self.sigma) else 0.0

    @property
    def condition(self) -> float:
        """σ₁ over the smallest of the min(3, n) singular values of the position rows; inf at a singularity."""
        if len(self.sigma) == 0 or self.rank < len(self.sigma):
            return float("inf")
        return float(self.sigma[0] / self.sigma[-1])
