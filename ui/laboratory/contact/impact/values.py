"""What the page Impact shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VelocityJump:
    """One number of v before and after."""

    symbol: str  # in the notation of `paint_math`
    name: str
    full: str  # in the file, for the tip
    position: float | None  # its q, which stays; None: it has none of its own [rad | m]
    before: float  # [rad/s | m/s]
    after: float
    turns: bool


@dataclass(frozen=True, slots=True)
class ContactJump:
    """One contact: how it approaches, its impulse, and how it leaves."""

    name: str  # c_1, in the notation of `paint_math`
    pair: str
    approach: float  # ζ⁻ [m/s]
    closing: float  # (1 + e) ζ⁻, or what stands for it in the problem [m/s]
    given_back: float  # M Λ [m/s]
    impulse: float  # Λ [N s]
    leaving: float  # ζ⁺ [m/s]
    restitution: float  # e

    @property
    def sum(self) -> float:
        """M Λ + (1 + e) ζ⁻, which is 0 where Λ > 0, and positive else [m/s]."""
        return self.given_back + self.closing


@dataclass(frozen=True, slots=True)
class LawJump:
    """What a law makes of the impact."""

    impact: str  # simultaneous, or sequential
    restitution: str  # Newton, or Poisson; empty: the row is of what was recorded
    recorded: bool  # whether the recording was made by it
    after: tuple[float, ...]  # of the numbers of v that the columns are of
    energy_lost: float  # [J]
    order: str  # of the strikes one after another; empty: at once


@dataclass(frozen=True, slots=True)
class GuardStep:
    """One bisection; times as texts with all digits that are known."""

    number: int
    left: float  # [s]
    right: float
    middle: float
    gap: float  # φ there [m]
    decimals: int  # of times
