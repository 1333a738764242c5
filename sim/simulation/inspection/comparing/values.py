"""What comes of a comparison of schemes, as plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ....arrays import Array

Pair = tuple[str, str]
CLOSED = 1e-6  # a gap that is none, as the check of penetration has it [m]
SCATTER = 0.5  # by which slopes of one order of convergence may differ
SLIGHT = 1e-9  # share of the largest force that is none


@dataclass(frozen=True, slots=True)
class ComparedImpact:
    """One impact of one run."""

    t: float  # [s]; of time-stepping the end of the step that it fell into
    within: float  # it happened at most so long before t [s]: the step, or what events are located to; 0: it is exact
    bodies: Pair
    impulse: float  # normal, of all contacts of the pair [N s]
    before: float  # normal velocity of the contact that approached fastest [m/s]; < 0: approaching
    after: float  # the same contact's afterwards [m/s]
    lost: float  # kinetic energy that the contacts of the pair took out [J]; NaN: too many of them to be known


@dataclass(frozen=True, slots=True)
class PairedImpact:
    """One impact of a pair of bodies in two runs; None where a run has none that is like it."""

    order: int  # which of this pair of bodies, from 1
    bodies: Pair
    a: ComparedImpact | None
    b: ComparedImpact | None

    @property
    def apart(self) -> float:
        """t_A - t_B [s]; NaN where one is missing."""
        return self.a.t - self.b.t if self.a is not None and self.b is not None else float("nan")


@dataclass(frozen=True, eq=False, slots=True)
class RunDifference:
    """One signal of two runs at the instants of the one with the longer steps."""

    t: Array  # (n,) [s]
    a: Array  # (n,) in the unit of the signal
    b: Array  # (n,)

    @property
    def values(self) -> Array:
        """A - B (n,)."""
        return self.a - self.b

    @property
    def mean(self) -> float:
        """Mean |A - B| over the instants."""
        return float(abs(self.values).mean()) if len(self.t) else float("nan")


@dataclass(frozen=True, eq=False, slots=True)
class CornerStates:
    """Gap and normal force of one pair of bodies in n states of a run."""

    bodies: Pair
    gap: Array  # (n,) the smallest [m]; < 0: penetration; NaN: too far to be told
    force: Array  # (n,) of the pair alone [N]; at an impact none

    @property
    def off(self) -> np.ndarray:
        """(n,) whether a state is not on 0 ≤ φ ⟂ λ ≥ 0, to CLOSED and SLIGHT: in, or pressed with the gap open."""
        gap = np.where(np.isnan(self.gap), np.inf, self.gap)
        pressed = self.force > SLIGHT * float(np.max(self.force, initial=0.0))
        return np.asarray((gap < -CLOSED) | ((gap > CLOSED) & pressed))


@dataclass(frozen=True, eq=False, slots=True)
class ConvergenceOrder:
    """Errors over steps, and the slope of the straight line through them on logarithmic axes."""

    steps: Array  # (n,) decreasing [s]
    errors: Array  # (n,) in the unit of what is measured
    order: float  # fitted slope; NaN where fewer than two errors stand out of rounding
    factor: float  # error = factor · step ** order along the line
    floor: float  # errors at or below are rounding, or what the reference is known to: they take no part in the fit

    @property
    def pairwise(self) -> tuple[float, ...]:
        """(n,) slope since the step before; NaN for the first, and next to the floor."""
        return tuple(_slope(self, k) for k in range(len(self.steps)))

    @property
    def slopes(self) -> tuple[float, float]:
        """The least and the largest of `pairwise`; NaN where there is none."""
        known = [slope for slope in self.pairwise if math.isfinite(slope)]
        return (min(known), max(known)) if known else (math.nan, math.nan)

    @property
    def scatters(self) -> bool:
        """Whether slopes from one step to the next differ by more than SCATTER: the order is then a mean course alone."""
        return self.slopes[1] - self.slopes[0] > SCATTER

    @property
    def standard_error(self) -> float:
        """Of `order`, by how far errors are off the line; NaN for fewer than three."""
        used = np.isfinite(self.errors) & (self.errors > self.floor)
        if np.count_nonzero(used) < 3 or not math.isfinite(self.order):
            return math.nan
        x, y = np.log(self.steps[used]), np.log(self.errors[used])
        off = y - math.log(self.factor) - self.order * x
        return float(np.sqrt(np.sum(off**2) / (len(x) - 2) / np.sum((x - x.mean()) ** 2)))


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What a run took and how well its problems are solved."""

    states: int  # recorded
    contact_solves: int  # recorded states for which a contact problem was solved
    contacts: int  # of them all
    penetration: float  # deepest [m]
    residual: float  # largest natural map of solves for velocities [m/s]; NaN: there was none
    force_residual: float  # of solves for forces, over the largest acceleration [-]; NaN: there was none
    energy: float  # at the end [J]
    largest_force: float  # largest Σλ of a recorded state without impact [N]
    compute_time: float  # [s]; NaN for the exact motion, of which nothing is simulated


def _slope(found: ConvergenceOrder, k: int) -> float:
    if k == 0 or min(found.errors[k - 1], found.errors[k]) <= found.floor:
        return math.nan
    rise = math.log(found.errors[k - 1] / found.errors[k])
    return rise / math.log(found.steps[k - 1] / found.steps[k])
