"""The states of a recording that are checked so far: each block is added to those before, which are not gone through again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torseur.sim.simulation.inspection.checking.values import CHECKS, VERDICTS, RecordingCheck
from torseur.sim.simulation.recording.states.growing_array import GrowingArray

LISTED = 40  # states that did not pass, at most
_NAMES = ("t", "value", "tolerance", "limit", "levels")


@dataclass(frozen=True, slots=True)
class WorstRow:
    """A state that did not pass."""

    index: int
    t: float  # [s]
    key: str  # of the check that is worst there
    excess: float  # value over tolerance [-]
    verdict: str


class CheckedStates:
    """Columns that grow, how many states have each verdict, and the worst of them."""

    def __init__(self) -> None:
        n = len(CHECKS)
        self._columns = (GrowingArray(), *(GrowingArray(n) for _ in range(3)), GrowingArray(n, dtype=np.int8))
        self._counts = np.zeros(len(VERDICTS), dtype=np.int64)
        self._worst: list[WorstRow] = []

    def __len__(self) -> int:
        return len(self._columns[0])

    @property
    def whole(self) -> RecordingCheck | None:
        """All of them, in views of what is kept; None: there is none."""
        return RecordingCheck(0, *(column.values for column in self._columns)) if len(self) else None

    @property
    def counts(self) -> list[int]:
        """How many states pass, are in doubt, and fail."""
        return [int(count) for count in self._counts[1:]]

    @property
    def worst(self) -> list[WorstRow]:
        """Those that did not pass, the worst first, LISTED at most."""
        return self._worst

    def append(self, block: RecordingCheck) -> None:
        """Add the states that follow."""
        for name, column in zip(_NAMES, self._columns, strict=True):
            column.append(getattr(block, name))
        self._counts += np.bincount(block.levels.max(axis=1), minlength=len(VERDICTS))
        rows = sorted(self._worst + _worst(block), key=lambda row: (-VERDICTS.index(row.verdict), -row.excess, row.index))
        self._worst = rows[:LISTED]


def _worst(block: RecordingCheck) -> list[WorstRow]:
    found = block.worst(LISTED)
    some = block.part(np.array([index - block.first for index, _ in found], dtype=np.int64))
    excess, rows = some.excess, []
    for k, (index, key) in enumerate(found):
        column = CHECKS.index(key)
        verdict = VERDICTS[int(some.levels[k, column])]
        rows.append(WorstRow(index, float(some.t[k]), key, float(excess[k, column]), verdict))
    return rows
