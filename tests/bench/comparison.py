"""One quantity computed by us and by another engine: whether results agree, how times compare, and whether that is the aim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.table import Table

from .report import table
from .timing import Contender, Spread, interleaved

AGREEMENT = 1e-10  # largest difference over the largest number: the bound of the tests against Pinocchio


@dataclass(frozen=True, eq=False, slots=True)
class Theirs:
    """A quantity in another engine."""

    contender: Contender
    in_our_order: Callable[[Any, int], np.ndarray]  # (what it returns, state) → the numbers as we order them
    part: Any = ...  # of our result, which it has


@dataclass(slots=True)
class Tally:
    """What the rows printed so far come to."""

    worst: float = 0.0  # largest difference
    met: int = 0
    compared: int = 0

    def text(self, peer: str, aim: float) -> str:
        """One sentence."""
        return f"{peer}: {self.met} of {self.compared} ratios are at most {aim:g}."


def comparison_table(title: str) -> Table:
    """An empty table for `add`."""
    return table(title, ("", ">ours [ns]", "theirs", ">theirs [ns]", ">ratio", "aim", ">difference"))


def add(made: Table, name: str, ours: Contender, theirs: Theirs, aim: float, tally: Tally) -> None:
    """Compare results, time both in turns, and add the line to the table and to the tally."""
    differ = difference(ours, theirs)
    times = interleaved([ours, theirs.contender])
    ratio = Spread.of(times[0] / times[1])
    tally.worst, tally.met = max(tally.worst, differ), tally.met + (ratio.median <= aim)
    tally.compared += 1
    made.add_row(
        name,
        Spread.of(times[0]).text(),
        theirs.contender.call,
        Spread.of(times[1]).text(),
        ratio.text(".2f"),
        verdict(ratio.median, aim),
        f"{differ:.0e}",
    )


def verdict(ratio: float, aim: float) -> str:
    """Whether a ratio is what is aimed at."""
    return f"≤ {aim:g} {'met' if ratio <= aim else 'MISSED'}"


def difference(ours: Contender, theirs: Theirs) -> float:
    """The largest difference of results over the ring, relative to the largest number."""
    worst = 0.0
    for k, (mine, other) in enumerate(zip(ours.inputs, theirs.contender.inputs, strict=True)):
        expected = theirs.in_our_order(theirs.contender.function(*other), k)
        worst = max(worst, relative(np.asarray(ours.function(*mine))[theirs.part], expected))
    return worst


def relative(found: np.ndarray, expected: np.ndarray) -> float:
    """The largest difference over the largest number, or over 1."""
    if found.shape != expected.shape:
        raise ValueError(f"results have shapes {found.shape} and {expected.shape}")
    return float(np.abs(found - expected).max() / max(1.0, np.abs(expected).max()))
