"""A number of a joint that is dragged or typed, as a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amount:
    """One number of v: where it is in v, how it is written, and how far its slider goes. [rad | m], per second for speeds."""

    column: int
    letter: str  # q̇_3, in the notation of `paint_math`
    name: str  # elbow
    is_angle: bool
    reach: float  # the slider goes from -reach to reach
    most: float  # what may be typed
