"""The contacts of one instant, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from ..arrays import Array


class Mode(IntEnum):
    """What a contact does."""

    OPEN = 0  # no force
    STICK = 1  # pressed, and not sliding
    SLIP = 2  # pressed, sliding against friction


@dataclass(frozen=True, eq=False, slots=True)
class Contacts:
    """The contacts of one instant; one entry a contact in every column. Arrays are read-only.

    The normal points from body a into body b; forces, impulses and velocities are those of b relative to a (a gets
    the opposite), in world axes.
    """

    body_a: np.ndarray  # (nc,) int64, index in the model's `body_names`
    body_b: np.ndarray  # (nc,) int64
    point: Array  # (nc, 3) [m]
    normal: Array  # (nc, 3) unit
    gap: Array  # (nc,) ≥ 0 when apart [m]
    velocity: Array  # (nc, 3) of b's point relative to a's, after the step [m/s]
    impulse: Array  # (nc, 3) on b over the step, or at the impact [N s]
    force: Array  # (nc, 3) on b; mean over the step, zero at the instant of an impact in the hybrid scheme [N]
    friction: Array  # (nc,) coefficient μ
    mode: np.ndarray  # (nc,) int64, `Mode`
    impact: np.ndarray  # (nc,) bool: the velocity jumped here; read `impulse`, not `force`

    def __len__(self) -> int:
        return len(self.gap)


def contact_name(i: int) -> str:
    """The name of contact i, as `paint_math` writes it."""
    return f"c_{i + 1}" if i < 9 else f"c_{{{i + 1}}}"
