"""What the page One contact shows of a contact, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ....displays.plot.round_scale import nice_above
from ....look.math_notation import DOT, plain_math


@dataclass(frozen=True, slots=True)
class SingleContactView:
    """ζ̇ = M λ + d of one contact; of a step or an impact ζ⁺ = M Λ + d."""

    M: float  # [1/kg]
    d: float  # as it is, without a pull [m/s²], [m/s]
    pull: float  # along the normal at the point, by which d grows [N], [N s]
    impulses: bool = False  # whether it is of velocities and impulses

    @property
    def pulled(self) -> float:
        """The d with the pull."""
        return self.d + self.M * self.pull

    @property
    def force(self) -> float:
        """max(0, -d/M)."""
        return 0.0 if self.pulled >= 0.0 else -self.pulled / self.M

    @property
    def separation(self) -> float:
        """max(0, d)."""
        return max(0.0, self.pulled)

    @property
    def lasts(self) -> bool:
        """Whether ζ̇ = 0."""
        return self.pulled <= 0.0

    @property
    def end(self) -> float:
        """Where axes of ζ̇ and d end, both ways: they go by d without a pull, and wider where the pull leads out of them."""
        end = nice_above(1.6 * abs(self.d))
        return end if abs(self.pulled) <= end else nice_above(1.1 * abs(self.pulled))

    @property
    def load(self) -> str:
        """Letter of the force."""
        return "Λ" if self.impulses else "λ"

    @property
    def rate(self) -> str:
        """Letter of the separation, in the notation of `paint_math`."""
        return "ζ⁺" if self.impulses else f"ζ{DOT}"

    @property
    def load_unit(self) -> str:
        """Of the force."""
        return "N·s" if self.impulses else "N"

    @property
    def rate_unit(self) -> str:
        """Of the separation and of d."""
        return "m/s" if self.impulses else "m/s²"


class ContactCase(NamedTuple):
    """One of the two cases of a contact; texts are in the notation of `paint_math`."""

    name: str
    condition: str
    line: str  # its equations, with their numbers where it holds
    holds: bool

    @property
    def text(self) -> str:
        """All of it, as plain text."""
        return f"{plain_math(self.name)} {plain_math(self.condition)}: {plain_math(self.line)}"


@dataclass(frozen=True, slots=True)
class OwnBody:
    """A body on one point, as it is typed: c is its centre of mass, C the point, z the normal."""

    mass: float = 2.0  # [kg]
    inertia: tuple[float, float, float] = (0.02, 0.03, 0.04)  # about c, along x, y, z [kg m²]
    point: tuple[float, float, float] = (0.1, 0.0, -0.15)  # C - c [m]
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)  # of c [m/s]
    spin: tuple[float, float, float] = (0.0, 0.0, 0.0)  # [rad/s]
    push: tuple[float, float, float] = (0.0, 0.0, 0.0)  # at c, beside the weight [N]
    ground: str = "flat"  # or "ball", "cylinder" (along y), "hollow"
    ground_radius: float = 1.0  # R > 0 [m]
    body_radius: float = 0.0  # r of the body around C; 0: a corner [m]
