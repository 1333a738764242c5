"""What `range_statistics` gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RangeStatistics:
    """One quantity between two times, in its unit; NaN where it has no numbers there."""

    low: float  # the smallest
    low_at: float  # when [s]
    high: float  # the largest
    high_at: float  # when [s]
    mean: float  # over the time that is covered
    rms: float  # root of the mean square over it
    integral: float  # [unit · s]
    covered: float  # how much of the time has numbers at both of its ends [s]
