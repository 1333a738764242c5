"""How long arrows are drawn: scales that fit what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10

from torseur.ui.text.number_text import as_shown

LONGEST = 10.0  # [m] that a legend says a unit is drawn as
PREFIXES = (("", 1.0), ("m", 1e-3), ("µ", 1e-6), ("n", 1e-9))  # of units


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


def scale_text(value: float, unit: str) -> str:
    """A scale of `value` [m per unit] as a legend says it: 1 N = 20 mm; of small numbers 1 µN·m = 20 mm."""
    prefix, part = next((pair for pair in PREFIXES if value * pair[1] <= LONGEST), PREFIXES[-1])
    return as_shown(f"1 {prefix}{unit} = {1000.0 * value * part:g} mm")


def per_metre_text(value: float, unit: str) -> str:
    """A scale of `value` [m per unit] as the legend of contact forces says it: 1 m = 50 N."""
    x = 1.0 / value
    number = f"{x:.0f}" if 1.0 <= x < 1e6 else f"{x:g}".replace("e+0", "e").replace("e-0", "e-")
    return as_shown(f"1 m = {number} {unit}")


def round_step(x: float) -> float:
    """The 1, 2 or 5 times a power of ten nearest to x > 0, as a ratio."""
    decade = 10.0 ** floor(log10(x))
    return min((step * decade for step in (1.0, 2.0, 5.0, 10.0)), key=lambda step: abs(log10(step / x)))
