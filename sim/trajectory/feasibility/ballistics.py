"""Upper bounds that hold for every motion of a hopper: what is beyond them is impossible, whatever any optimiser does.

Two point masses, body m_b and foot m_f, M = m_b + m_f; between them the leg's force F and its torque τ, which is a force τ/L
across a leg of length L (THEORY §7). The ground pushes, inside Coulomb's cone, at the foot alone. Why each is a bound is derived
where it is computed. None is sharp: below it a motion may still not exist.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class HopperStrength:
    """What the bounds are made of."""

    body: float  # mass [kg]
    foot: float  # mass [kg]
    gravity: float  # [m/s²]
    shortest: float  # leg [m]
    longest: float  # leg [m]
    pull: float  # greatest force that draws body and foot together, ≥ 0 [N]
    push: float  # greatest force that drives them apart, ≥ 0 [N]
    torque: float  # greatest |τ| [N m]
    friction: float

    @property
    def total(self) -> float:
        """M [kg]."""
        return self.body + self.foot

    @property
    def body_share(self) -> float:
        """The centre of mass is this share of the leg away from the foot."""
        return self.body / self.total


def greatest_lift(s: HopperStrength, *, above_foot: bool = False) -> float:
    """√(F² + (τ/L)²) at the shortest leg [N]: F and τ/L are at right angles, so no lean of the leg lifts with more.

    A leaning leg lifts with its torque too, which is why τ counts. A leg that points up lifts with F cos a + (τ/L) sin a,
    cos a ≥ 0: there a pull, F < 0, only lowers. It lifts where the foot is above the body, which it may be in flight.

    above_foot : the body is as high as the foot or higher, as where the foot stands on level ground
    """
    along = s.push if above_foot else max(s.pull, s.push)
    return math.hypot(along, s.torque / s.shortest)


def greatest_speed(s: HopperStrength, duration: float, ends: float, rise: float) -> float:
    """Greatest horizontal speed of the centre of mass on the way [m/s], by friction alone.

    The ground's normal impulse over the whole motion of T = `duration` [s] is J = M g T + M (ż₁ - ż₀), impacts included, for
    gravity is the only other outer force. The horizontal impulses together are at most μ J. A part of them takes the speed from
    ẋ₀ up to its greatest V, and the rest from V to ẋ₁: (V - ẋ₀) + (V - ẋ₁) ≤ μ J / M.

    ends : ẋ₀ + ẋ₁ at most [m/s]; rise : ż₁ - ż₀ at most [m/s]; of the centre of mass
    """
    return max(0.5 * (ends + s.friction * max(s.gravity * duration + rise, 0.0)), 0.0)


def widest_gap(s: HopperStrength, speed: float, flight: float) -> float:
    """Distance at most [m] between the footholds before and after a flight [s], with the centre of mass at `speed` at most.

    On both footholds it is m_b/M of the leg away from the foot, at most; in between its speed is constant.
    """
    return speed * flight + 2.0 * s.body_share * s.longest


def highest_by_time(s: HopperStrength, flight: float) -> float:
    """Height of the body at most [m] above the higher foothold, in a flight [s] that begins and ends with the foot on the ground.

    At both ends the centre of mass is m_b/M L high at most. A parabola over a time T rises above the higher of its ends by at
    most g T²/8. The body is at most m_f/M L above the centre of mass. Together: L + g T²/8.
    """
    return s.longest + s.gravity * flight**2 / 8.0


def greatest_upward_speed(s: HopperStrength, speed: float, lowest: float) -> float:
    """Of the body in a stance that it begins with `speed` [m/s] upwards, at heights above the foot from `lowest` [m] on.

    At a height z the leg leans by a with cos a = z/L. It lifts with F z/L + (τ/L) √(1 - z²/L²), which is at most
    F min(1, |z|/L_min) + τ min(1/L_min, 1/2|z|), F being the push above the foot and the pull below it, since s √(1 - s²) ≤ 1/2.
    What that is above the weight, integrated over z, bounds the energy ½ m_b (v² - v₀²) won on a way up.
    """
    z = np.linspace(max(lowest, -s.longest), s.longest, 4001)
    force = np.where(z > 0.0, s.push, s.pull) * np.minimum(1.0, np.abs(z) / s.shortest)
    surplus = force + s.torque / np.maximum(s.shortest, 2.0 * np.abs(z)) - s.body * s.gravity
    work = float(np.trapezoid(np.maximum(surplus, 0.0), z)) * (1.0 + 1e-6)  # more than the rule's own error
    return math.sqrt(max(speed, 0.0) ** 2 + 2.0 * work / s.body)


def highest_by_energy(s: HopperStrength, upwards: float) -> float:
    """Height of the body at most [m] above the foothold in a flight that it begins with `upwards` [m/s] at most.

    The foot rests at lift-off, so that the centre of mass goes up with m_b/M of it, from a height of m_b/M L at most.
    """
    return s.longest + (s.body_share * max(upwards, 0.0)) ** 2 / (2.0 * s.gravity)
