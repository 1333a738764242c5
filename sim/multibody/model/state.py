"""The state of a model: time, configuration, velocity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen


@dataclass(frozen=True, eq=False, slots=True)
class State:
    """Where a model is and how it moves. The arrays are copied and read-only."""

    t: float  # [s]
    q: Array  # (nq,) configuration [rad | m | unit quaternion x y z w]
    v: Array  # (nv,) velocity [rad/s | m/s]

    def __post_init__(self) -> None:
        object.__setattr__(self, "q", frozen(np.array(self.q, dtype=np.float64)))
        object.__setattr__(self, "v", frozen(np.array(self.v, dtype=np.float64)))
