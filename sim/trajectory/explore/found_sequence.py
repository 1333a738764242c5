"""The contact sequence of a motion that was planned without one: named by the normal force."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from ...arrays import Array
from .values import FoundPhase, FoundSequence

THRESHOLD = 1.0  # [N]


def found_sequence(t: Array, normal: Array, foot_x: Array, foot_speed: Array) -> FoundSequence:
    """Stretches with and without contact.

    t : (N + 1,) [s]; normal : (N,) force in the step to each instant but the first [N]; foot_x : (N + 1,) [m];
    foot_speed : (N,) along the ground at the end of each step [m/s]
    """
    phases, first = [], 0
    for pressed, steps in groupby((normal > THRESHOLD).tolist()):
        last = first + len(list(steps))
        speeds = np.abs(foot_speed[first:last])
        way = np.abs(foot_speed[first:last]) @ np.diff(t)[first:last]
        phases.append(
            FoundPhase(
                mode="stance" if pressed else "flight",
                start=float(t[first]),
                end=float(t[last]),
                foothold=float(foot_x[first + 1 : last + 1].mean()) if pressed else float("nan"),
                drag=float(way) if pressed else 0.0,
                drag_speed=float(speeds.max()) if pressed else 0.0,
            )
        )
        first = last
    return FoundSequence(tuple(phases), THRESHOLD)
