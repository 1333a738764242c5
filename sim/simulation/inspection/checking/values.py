"""What the checks of a recording give, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ....arrays import Array

COMPLEMENTARITY, CONE, PENETRATION, MOMENTUM, ENERGY, STEP_ERROR = CHECKS = (
    "complementarity",
    "cone",
    "penetration",
    "momentum",
    "energy",
    "step_error",
)
"""complementarity: each contact obeys its law; cone: no friction beyond μ times the normal force, and nothing pulls;
penetration: nothing is inside another; momentum: it changes by the impulses that are recorded; energy: nothing gives any but
motors and joints; step_error: one step against two halves."""

UNKNOWN, PASS, DOUBT, FAIL = VERDICTS = ("unknown", "pass", "doubt", "fail")
"""From good to bad: unknown, there is no such number; pass, up to the tolerance; doubt, up to the limit; fail, beyond it."""


@dataclass(frozen=True, slots=True)
class Check:
    """One number of one state against what it may be at most."""

    key: str  # of `CHECKS`
    value: float  # NaN: there is none
    tolerance: float  # it passes up to this
    limit: float  # and fails beyond this
    unit: str
    source: str  # where tolerance and limit come from, a sentence
    where: str  # contact, bodies, joint or body that is worst; empty: of no one
    note: str = ""  # why there is no number, or how it was found, a sentence

    @property
    def verdict(self) -> str:
        """Of `VERDICTS`."""
        return VERDICTS[int(verdict_levels(np.array(self.value), self.tolerance, self.limit))]


@dataclass(frozen=True, eq=False, slots=True)
class FrameCheck:
    """All checks of one state."""

    index: int
    t: float  # [s]
    checks: tuple[Check, ...]  # in the order of `CHECKS`

    def check(self, key: str) -> Check:
        """The check of a key."""
        return self.checks[CHECKS.index(key)]

    @property
    def verdict(self) -> str:
        """The worst of all."""
        return max((check.verdict for check in self.checks), key=VERDICTS.index)


@dataclass(frozen=True, eq=False, slots=True)
class RecordingCheck:
    """The checks of n states in a row, in columns in the order of `CHECKS`."""

    first: int  # index of the first state in its recording
    t: Array  # (n,) [s]
    value: Array  # (n, 6) NaN: none
    tolerance: Array  # (n, 6)
    limit: Array  # (n, 6)
    levels: np.ndarray = field(default_factory=lambda: np.zeros((0, len(CHECKS)), dtype=np.int8))
    """(n, 6) index into `VERDICTS` of each; found from the others where it is not given"""

    def __post_init__(self) -> None:
        if len(self.levels) != len(self.t):
            levels = verdict_levels(self.value, self.tolerance, self.limit).astype(np.int8)
            object.__setattr__(self, "levels", levels)

    def __len__(self) -> int:
        return len(self.t)

    def part(self, rows: np.ndarray) -> RecordingCheck:
        """Some of the states, by their places here; `first` stays, so that places are no longer indices."""
        columns = (getattr(self, name)[rows] for name in ("t", "value", "tolerance", "limit", "levels"))
        return RecordingCheck(self.first, *columns)

    @property
    def excess(self) -> Array:
        """(n, 6) value over tolerance [-]; 0 where there is none."""
        known = np.isfinite(self.value)
        return np.where(known, np.where(known, self.value, 0.0) / self.tolerance, np.where(np.isnan(self.value), 0.0, np.inf))

    def worst(self, count: int = 10) -> tuple[tuple[int, str], ...]:
        """The states that did not pass, the worst first: index in the recording, and key of the check that is worst there."""
        bad = np.flatnonzero(self.levels.max(axis=1) > VERDICTS.index(PASS))
        some = self.part(bad)
        levels, excess = some.levels, some.excess
        worst = levels == levels.max(axis=1, keepdims=True)
        column = np.argmax(np.where(worst, excess, -1.0), axis=1)
        rows = np.arange(len(bad))
        order = np.lexsort((bad, -excess[rows, column], -levels[rows, column].astype(np.int64)))[:count]
        return tuple((self.first + int(bad[k]), CHECKS[int(column[k])]) for k in order)


@dataclass(frozen=True, slots=True)
class RecordingFault:
    """What no single state of a recording shows."""

    kind: str  # of `recurring_faults` or `motion_faults`
    bodies: tuple[str, ...]  # two that touch, the one that jumps, or none
    t: float  # of the first of its states [s]
    steps: int
    sentence: str  # what it is, and what cures it


def verdict_levels(value: np.ndarray, tolerance: np.ndarray | float, limit: np.ndarray | float) -> np.ndarray:
    """Index into `VERDICTS` of values against their tolerances and limits."""
    unknown, infinite = np.isnan(value), np.isinf(value)
    known = np.where(unknown | infinite, 0.0, value)
    level = 1 + (known > tolerance).astype(np.int64) + (known > limit)
    return np.asarray(np.where(unknown, 0, np.where(infinite, 3, level)))
