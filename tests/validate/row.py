"""What one measurement is compared with, and whether it passes."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

PASS, TIE, MISS = "pass", "tie", "MISS"
TIE_FACTOR = 1.5  # timings of one machine differ by up to 40 % from run to run


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str  # what is measured, with its unit
    ours: str
    wanted: str
    verdict: str  # PASS, TIE or MISS
    others: str = ""  # what others publish


@dataclass(frozen=True, slots=True)
class Result:
    """What a case gives: lines of the table, and curves for the pictures by name: [[x, ...], [y, ...]]."""

    rows: list[Row]
    curves: dict[str, list[list[float]]] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """As JSON takes it."""
        return {"rows": [asdict(row) for row in self.rows], "curves": self.curves}

    @staticmethod
    def of(plain: dict[str, Any]) -> Result:
        """From what `plain` gave."""
        return Result([Row(**row) for row in plain["rows"]], plain["curves"])


def at_most(what: str, ours: float, bound: float, others: str = "") -> Row:
    """An error that must not be above a bound."""
    return Row(what, number(ours), f"≤ {number(bound)}", PASS if ours <= bound else MISS, others)


def equal(what: str, ours: float, exact: float, tolerance: float, others: str = "") -> Row:
    """A quantity that must have a value, to within a tolerance."""
    verdict = PASS if abs(ours - exact) <= tolerance else MISS
    return Row(what, f"{ours:.9g} ({ours - exact:+.1e})", f"{exact:.9g} ± {number(tolerance)}", verdict, others)


def holds(what: str, true: bool, ours: str, wanted: str, others: str = "") -> Row:
    """Something that must be so, in words."""
    return Row(what, ours, wanted, PASS if true else MISS, others)


def timed(ours: float, theirs: float | None, published: float, whose: str) -> Row:
    """Time of a step [µs], beside that of the peer in the same run; where it was not measured, beside the published one."""
    bound = published if theirs is None else theirs
    verdict = PASS if ours <= bound else TIE if ours <= TIE_FACTOR * bound else MISS
    measured = "not measured here" if theirs is None else f"{theirs:.3g} here"
    return Row("time of a step [µs]", f"{ours:.3g}", f"≤ {bound:.3g}", verdict, f"{whose}: {measured}, {published:g} published")


def number(value: float) -> str:
    """Two digits where it is small, more where it is plain."""
    if not math.isfinite(value):
        return str(value)
    return f"{value:.4g}" if 1e-3 <= abs(value) < 1e5 or value == 0 else f"{value:.1e}"
