"""All there is to say of one frame at one configuration, as a value to be shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .ellipsoids.ellipsoids import Ellipsoid


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
