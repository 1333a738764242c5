"""What a frame can do at one configuration, as values to be shown: its report, ellipsoids, polytopes, and all its shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...arrays import Array

NEAR = 1e-9  # a vertex this close to a plane, as a share of the plane's distance, lies on it
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
class Polytope:
    """The vectors x with `normals` x ≤ `offsets`. Arrays are read-only, in world axes; the unit is that of the vectors.

    It may be flat: `dimension` 2 is a polygon, 1 a segment, 0 the origin alone. Where it has no end, vertices, triangles and
    edges are those of its section across `unbounded`.
    """

    vertices: Array  # (v, 3)
    triangles: np.ndarray  # (t, 3) rows of vertices, counter-clockwise from outside; of a polygon: one side
    edges: np.ndarray  # (e, 2) rows of vertices
    normals: Array  # (f, 3) unit
    offsets: Array  # (f,) distance of each face from the origin
    unbounded: Array  # (3, k) orthonormal columns: the directions, both ways, in which it has no end
    dimension: int  # of the span of the vertices

    @property
    def bounded(self) -> bool:
        """Whether it ends in every direction."""
        return self.unbounded.shape[1] == 0

    @property
    def inner(self) -> float:
        """Radius of the largest ball inside: what can be had in every direction; 0 of a flat one."""
        if self.dimension + self.unbounded.shape[1] < 3:
            return 0.0
        return float(np.min(self.offsets, initial=np.inf))

    @property
    def outer(self) -> float:
        """Radius of the smallest ball about the origin around it: what can be had in the best direction; inf: unbounded."""
        return float(np.max(np.linalg.norm(self.vertices, axis=1))) if self.bounded else np.inf

    def support(self, directions: Array) -> Array:
        """How far it reaches, max d · x, along each column d of (3, m); inf where it has no end. Source: its vertices."""
        reach: Array = (self.vertices @ directions).max(axis=0)
        endless = np.linalg.norm(self.unbounded.T @ directions, axis=0) > NEAR * np.linalg.norm(directions, axis=0)
        return np.where(endless, np.inf, reach)


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
    full_rank: int  # the most they have at any configuration: the directions in which the joints can move the frame
    all_rank: int  # of all six rows
    all_full_rank: int  # the most those have at any configuration
    velocity: Ellipsoid  # [m/s per unit of q̇]
    force: Ellipsoid  # [N per unit of τ]

    @property
    def manipulability(self) -> float:
        """Yoshikawa's w: the product of the `full_rank` largest singular values of the position rows; 0 without joints.

        In general it is above 0, and 0 at a singularity: a planar arm's is that of its plane.
        """
        return float(np.prod(self.sigma[: self.full_rank])) if self.full_rank else 0.0

    @property
    def condition(self) -> float:
        """σ₁ over σ_r, r the `full_rank`, of the singular values of the position rows; inf at a singularity."""
        if self.full_rank == 0 or self.rank < self.full_rank:
            return float("inf")
        return float(self.sigma[0] / self.sigma[self.full_rank - 1])
