"""One degree of freedom as a line in space: what turns about it or slides along it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...multibody.algebra.plain_spatial import skew


@dataclass(frozen=True, eq=False, slots=True)
class JointAxis:
    """What one number of v does, through one joint. Arrays are read-only.

    A joint of several degrees has several axes; a joint that follows another has its own axis and the column of its leader.
    """

    joint: str
    column: int  # in v, and of J
    z: Array  # (3,) unit direction, world axes
    o: Array  # (3,) a point of the line: the origin of the joint's moved frame, in the world [m]
    turn: float  # turns by this for one unit of v [rad per unit]; 0: it does not turn
    slide: float  # slides by this for one unit of v [m per unit]; 0: it does not slide

    def lever(self, point: Array) -> Array:
        """P - o (3,) for a point P (3,) of the world [m]."""
        return np.asarray(point - self.o)

    def linear(self, point: Array) -> Array:
        """Velocity (3,) of a point P (3,) that is carried along, per unit of v: z × (P - o) turning, z sliding [m/s]."""
        turning: Array = self.turn * (skew(self.z) @ self.lever(point))
        return turning + self.slide * self.z

    def angular(self) -> Array:
        """Angular velocity (3,) of what is carried along, per unit of v: z turning, 0 sliding [rad/s]."""
        return self.turn * self.z
