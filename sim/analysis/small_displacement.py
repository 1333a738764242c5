"""The differential model beside what really happens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class SmallDisplacement:
    """What δq does to a frame: by the differential model, and truly. Arrays are read-only, world axes, [δP; δu]."""

    frame: str
    dq: Array  # (nv,) [rad | m]
    before: Array  # (4, 4) pose of the frame at q
    after: Array  # (4, 4) its pose at q ⊕ δq
    linear: Array  # (6,) J δq: displacement of the origin [m], rotation vector [rad]
    exact: Array  # (6,) how far the origin went [m], rotation vector u θ of R(q ⊕ δq) R(q)ᵀ, θ at most π [rad]

    @property
    def gap(self) -> Array:
        """What the differential model leaves out (6,), exact - linear: of second order in δq."""
        return np.asarray(self.exact - self.linear)
