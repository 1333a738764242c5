"""Worked exercises of kinematics and statics: data, and functions that compute every answer from the robot itself."""

from __future__ import annotations

from ..question import Exercise
from .cylindrical import CYLINDRICAL
from .ellipsoids import ELLIPSOIDS
from .planar_rp import PLANAR_RP
from .scara_forces import SCARA_FORCES
from .scara_jacobian import SCARA_JACOBIAN
from .scara_speeds import SCARA_SPEEDS
from .spherical import SPHERICAL
from .straight_arm import STRAIGHT_ARM

EXERCISES: tuple[Exercise, ...] = (
    SCARA_JACOBIAN,
    SCARA_SPEEDS,
    SCARA_FORCES,
    CYLINDRICAL,
    PLANAR_RP,
    SPHERICAL,
    ELLIPSOIDS,
    STRAIGHT_ARM,
)
