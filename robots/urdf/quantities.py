"""How large the numbers of a robot may be before they are doubtful, and before they are refused."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

LARGEST_LENGTH = 1e4  # [m]
LARGEST_ANGLE = 1e3  # [rad]
TURN = 6.3  # [rad] and a little: angles beyond it, and limits beyond twice as much, are most likely degrees
LARGEST_MASS = 1e6  # [kg]
LARGEST_INERTIA = 1e10  # [kg m²]
LARGEST_SPEED = 1e4  # [rad/s | m/s]
LARGEST_EFFORT = 1e7  # [N m | N]
LARGEST_DAMPING = 1e7  # [N m s/rad | N s/m]
LARGEST_RATIO = 1e4  # of a mimic joint, of a mesh's scale
REFUSED = 1e6  # times as large as those: rounding alone is then coarser than what is computed


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a number is."""

    unit: str
    doubtful: float = inf  # absolute value above which a warning is given
    refused: float = inf  # … and above which it is an error
    degrees: float = inf  # absolute value above which an angle is taken for one in degrees

    @property
    def usual(self) -> float:
        """Absolute value up to which there is nothing to say."""
        return min(self.doubtful, self.degrees)


LENGTH = Quantity("m", LARGEST_LENGTH, LARGEST_LENGTH * REFUSED)
ANGLE = Quantity("rad", LARGEST_ANGLE, LARGEST_ANGLE * REFUSED, TURN)
MASS = Quantity("kg", LARGEST_MASS, LARGEST_MASS * REFUSED)
INERTIA = Quantity("kg m²", LARGEST_INERTIA, LARGEST_INERTIA * REFUSED)
DAMPING = Quantity("N m s/rad or N s/m", LARGEST_DAMPING, LARGEST_DAMPING * REFUSED)
FRICTION = Quantity("N m or N", LARGEST_EFFORT, LARGEST_EFFORT * REFUSED)
RATIO = Quantity("", LARGEST_RATIO, LARGEST_RATIO * REFUSED)
DIRECTION = Quantity("", 1e100, 1e100)  # its square is a number
# Limits may be as large as numbers go: many files say so that there is none.
ANGLE_LIMIT = Quantity("rad", LARGEST_ANGLE, degrees=2 * TURN)
POSE = Quantity("m or rad", LARGEST_ANGLE, LARGEST_ANGLE * REFUSED)  # where both stand in one attribute
LENGTH_LIMIT = Quantity("m", LARGEST_LENGTH)
SPEED_LIMIT = Quantity("rad/s or m/s", LARGEST_SPEED)
EFFORT_LIMIT = Quantity("N m or N", LARGEST_EFFORT)
PLAIN = Quantity("")
