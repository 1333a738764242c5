"""Joint speeds for a wanted twist: how near they come, and whether the joints are that fast."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class VelocitySolution:
    """Joint speeds, and what is left of the wanted twist. Arrays are read-only."""

    method: str
    rows: str  # "both", "position" or "orientation"
    frame: str
    joints: tuple[str, ...]  # names of the columns of J
    J: Array  # (m, n) the wanted rows of the Jacobian at the frame's origin, world axes
    wanted: Array  # (m,) [m/s, rad/s]
    speeds: Array  # (n,) q̇ [rad/s | m/s]
    given: Array  # (m,) J q̇: the twist they give [m/s, rad/s]
    sigma: Array  # singular values of J, its rows of ω times `length`, largest first
    rank: int  # of J
    used: int  # singular directions that the method uses
    limits: Array  # (n,) of the joint speeds [rad/s | m/s]; inf: none given
    length: float  # what 1 rad/s counts as beside 1 m/s [m]

    @property
    def residual(self) -> Array:
        """What of the wanted twist is not given, v - J q̇ (m,) [m/s, rad/s]."""
        return self.wanted - self.given

    @property
    def linear_residual(self) -> float:
        """|v - J q̇| of the velocity of the origin [m/s]; 0 if none was wanted."""
        return float(np.linalg.norm(self.residual[:3])) if self.rows != "orientation" else 0.0

    @property
    def angular_residual(self) -> float:
        """|ω - J q̇| of the angular velocity [rad/s]; 0 if none was wanted."""
        return float(np.linalg.norm(self.residual[-3:])) if self.rows != "position" else 0.0

    @property
    def condition(self) -> float:
        """σ₁ / σ_min of J; inf where it has lost a direction."""
        if self.rank < len(self.sigma):
            return math.inf
        return float(self.sigma[0] / self.sigma[-1])

    @property
    def excess(self) -> Array:
        """(n,) of each joint |q̇| over its limit: above 1 it is too fast; 0 where no limit is given."""
        found = np.zeros(len(self.speeds))
        np.divide(np.abs(self.speeds), self.limits, out=found, where=self.limits > 0.0)
        return np.where((self.limits <= 0.0) & (self.speeds != 0.0), np.inf, found)

    @property
    def feasible(self) -> float:
        """The largest share of the wanted twist, up to any multiple of it, whose speeds keep all limits; inf: no limit."""
        largest = float(np.max(self.excess, initial=0.0))
        return 1.0 / largest if largest > 0.0 else math.inf
