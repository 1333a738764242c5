"""What the joint panel shows: joints in groups, as plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass

TURN = math.tau  # what the slider of an angle without limits shows [rad]
SPAN = 2.0  # what that of a displacement without limits shows [m]


@dataclass(frozen=True, slots=True)
class JointSpec:
    """One joint. `name` is unique in the panel, `label` is what is read. [rad | m]"""

    name: str
    label: str
    is_angle: bool
    lower: float  # may be -inf
    upper: float  # may be inf
    home: float = 0.0

    @property
    def is_limited(self) -> bool:
        """Whether both limits are there."""
        return math.isfinite(self.lower) and math.isfinite(self.upper)

    def matches(self, words: str) -> bool:
        """Whether the name has all of these words in it."""
        name = f"{self.name} {self.label}".casefold()
        return all(word in name for word in words.casefold().split())

    def page(self, value: float) -> tuple[float, float]:
        """The ends of the slider for a value: the limits, or where one is missing, the stretch that holds the value."""
        if self.is_limited:
            return self.lower, self.upper
        span = TURN if self.is_angle else SPAN
        if math.isfinite(self.lower):
            start = self.lower
        elif math.isfinite(self.upper):
            start = self.upper - span
        else:
            start = -span / 2
        if start <= value <= start + span:
            return start, start + span
        pages = math.floor((value - start) / span)
        return start + pages * span, start + (pages + 1) * span


@dataclass(frozen=True, slots=True)
class JointGroup:
    """Joints under one title: a robot, an arm, a leg."""

    title: str
    joints: tuple[JointSpec, ...]
