"""How long arrows are drawn: scales that fit what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10


@dataclass(slots=True)
class Scale:
    """Metres drawn per unit. It changes only when the largest value would leave [shortest, longest] of the wanted length."""

    target: float  # length of the largest value, as a share of the scene's size
    shortest: float
    longest: float
    value: float = 0.0  # [m per unit]; 0: not set yet

    def fit(self, largest: float, size: float) -> float:
        """The scale for a largest value in a scene of this size [m]."""
        if largest > 0.0 and not (self.shortest * size <= largest * self.value <= self.longest * size):
            self.value = round_step(self.target * size / largest)
        return self.value


def round_step(x: float) -> float:
    """The 1, 2 or 5 times a power of ten nearest to x > 0, as a ratio."""
    decade = 10.0 ** floor(log10(x))
    return min((step * decade for step in (1.0, 2.0, 5.0, 10.0)), key=lambda step: abs(log10(step / x)))
