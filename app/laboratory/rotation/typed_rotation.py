"""What a user types on the page of rotations, and what follows from it at once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from torseur.sim.analysis.jacobian.small_rotations import TurnedVector, turned_vector
from torseur.sim.arrays import Array
from torseur.sim.multibody.algebra.rotations import AngularVelocity, angular_velocity, rodrigues, rodrigues_rate

from ...sheet.page import PageSettings

Typed = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class RotationSettings(PageSettings):
    """Vectors without unit, angles [rad], angular velocities [rad/s], and what is drawn."""

    axis: Typed = (1.0, 2.0, 2.0)
    angle: float = math.radians(60.0)
    rate: float = math.radians(30.0)  # of the angle
    vector: Typed = (1.0, 0.0, 0.4)
    step: float = math.radians(10.0)  # a small angle
    relative: Typed = (0.0, math.radians(40.0), 0.0)  # ω(i/p) in the axes of p
    drawn: frozenset[str] = frozenset({"formula", "turned", "parts"})  # keys of sections
    equation: str = "parts"  # at hand
    held: str = ""  # "axis" or "vector", whose tip is dragged
    before: RotationSettings | None = None  # that drag

    @property
    def u(self) -> Array:
        """(3,) the axis with length 1."""
        return np.array(self.axis) / np.linalg.norm(self.axis)

    @property
    def v(self) -> Array:
        """(3,) the vector that turns."""
        return np.array(self.vector)

    @property
    def R(self) -> Array:
        """(3, 3) by Rodrigues' formula."""
        return rodrigues(self.u, self.angle)

    @property
    def angular_velocity(self) -> AngularVelocity:
        """Of R, by its derivative."""
        return angular_velocity(self.R, rodrigues_rate(self.u, self.angle, self.rate))

    @property
    def parts(self) -> TurnedVector:
        """What v is made of, and what becomes of each part."""
        return turned_vector(self.u, self.angle, self.v)
