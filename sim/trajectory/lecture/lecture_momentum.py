"""Angular momentum of the lecture's hopper about its centre of mass, which nothing but a couple can change in flight."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ..task.lecture_switches import LectureSwitches
from .lecture_dynamics import M_BODY, M_FOOT


def angular_momentum(x: Array, switches: LectureSwitches) -> Array:
    """(K,) of states (K, n) [kg m²/s], positive from x to z; with the body's own spin where it has an inertia."""
    reduced = M_BODY * M_FOOT / (M_BODY + M_FOOT)
    place, velocity = x[:, 0:2] - x[:, 2:4], x[:, 4:6] - x[:, 6:8]
    found = reduced * (place[:, 0] * velocity[:, 1] - place[:, 1] * velocity[:, 0])
    if switches.body_inertia is not None:
        found = found + switches.body_inertia * x[:, 9]
    return np.asarray(found)
