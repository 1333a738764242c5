"""Impacts of two runs in pairs: which of one is which of the other, where one run has some that the other does not.

Both sequences of a pair of bodies are aligned as texts are whose letters were changed, left out or added (Needleman & Wunsch
1970). Impacts are the more alike the nearer their impulses are, as a ratio, and their times, as a share of the time since the
impact before: times drift apart over many bounces, impulses of the same bounce do not. What is less alike than `_ALIKE` has no
counterpart.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby, zip_longest

import numpy as np

from ....interruption import checkpoint
from .values import ComparedImpact, Pair, PairedImpact

_ALIKE = 1.0  # up to which two impacts may be the same: a factor e in the impulse, or times apart and a factor of 1.6
_TIME = 0.5  # what two times count that are apart by all of the time since the impact before
_BAND = 60  # by how many more impacts one run may have had than the other, so far


def paired_impacts(a: Iterable[ComparedImpact], b: Iterable[ComparedImpact], *, alike: bool = True) -> tuple[PairedImpact, ...]:
    """Pairs in the order of their times in A, numbered for each pair of bodies from 1.

    alike : whether both are of one motion; else, as of runs of a sweep, the first is paired with the first, and so on
    What A has not stands where it comes in B, among the impacts of the same bodies that B has: their times rise in both.
    """
    ones, others = _by_bodies(a), _by_bodies(b)
    found: list[tuple[float, PairedImpact]] = []
    for bodies in {**ones, **others}:
        checkpoint()
        couples = (ones.get(bodies, []), others.get(bodies, []))
        rows = _in_order(_aligned(*couples) if alike else list(zip_longest(*couples)))
        found += [(t, PairedImpact(k, bodies, one, other)) for k, (t, (one, other)) in enumerate(rows, 1)]
    return tuple(pair for _, pair in sorted(found, key=lambda row: row[0]))


def _by_bodies(impacts: Iterable[ComparedImpact]) -> dict[Pair, list[ComparedImpact]]:
    found: dict[Pair, list[ComparedImpact]] = defaultdict(list)
    for impact in impacts:
        found[impact.bodies].append(impact)
    return dict(found)


_Couple = tuple[ComparedImpact | None, ComparedImpact | None]


def _aligned(a: Sequence[ComparedImpact], b: Sequence[ComparedImpact]) -> list[_Couple]:
    """Each impact of both once, those that are the same together, both in their order."""
    n, m = len(a), len(b)
    alone = 0.5 * _ALIKE
    cost = np.full((n + 1, m + 1), math.inf)
    came = np.zeros((n + 1, m + 1), dtype=np.int8)  # 0: both, 1: of A alone, 2: of B alone
    cost[0, :], came[0, :] = alone * np.arange(m + 1), 2
    cost[:, 0], came[:, 0] = alone * np.arange(n + 1), 1
    before_a, before_b = (_since_before(impacts) for impacts in (a, b))
    for i in range(1, n + 1):
        for j in range(max(1, i - _BAND), min(m, i + _BAND) + 1):
            apart = _apart(a[i - 1], b[j - 1], max(before_a[i - 1], before_b[j - 1]))
            ways = cost[i - 1, j - 1] + apart, cost[i - 1, j] + alone, cost[i, j - 1] + alone
            came[i, j] = ways.index(min(ways))
            cost[i, j] = min(ways)
    found: list[_Couple] = []
    i, j = n, m
    while i or j:
        way = 1 if j < i - _BAND else 2 if j > i + _BAND else came[i, j]  # beyond the band all are of one run
        found.append((a[i - 1] if way != 2 else None, b[j - 1] if way != 1 else None))
        i, j = i - (way != 2), j - (way != 1)
    return found[::-1]


def _since_before(impacts: Sequence[ComparedImpact]) -> list[float]:
    """Of each impact the time since the one before, of the first since the start [s]."""
    times = [0.0, *(impact.t for impact in impacts)]
    return [later - earlier for earlier, later in zip(times, times[1:], strict=False)]


def _apart(one: ComparedImpact, other: ComparedImpact, spacing: float) -> float:
    """How unlike two impacts are."""
    impulses = max(one.impulse, 1e-300), max(other.impulse, 1e-300)
    share = min(1.0, abs(one.t - other.t) / spacing) if spacing > 0.0 else 1.0
    return abs(math.log(impulses[0] / impulses[1])) + _TIME * share


def _in_order(aligned: Sequence[_Couple]) -> list[tuple[float, _Couple]]:
    """Couples with the times that they are placed by: of A; what A has not comes after what B had before it."""
    rows: list[_Couple] = []
    for _, stretch in groupby(aligned, key=lambda couple: None not in couple):
        rows += sorted(stretch, key=_time)  # between two that both have, those of A and of B alone in the order of time
    found: list[tuple[float, _Couple]] = []
    following = [math.inf, *accumulate((one.t if one else math.inf for one, _ in reversed(rows)), min)][::-1][1:]
    last = -math.inf
    for row, after in zip(rows, following, strict=True):
        last = max(last, _time(row) if row[0] else min(_time(row), after))
        found.append((last, row))
    return found


def _time(couple: _Couple) -> float:
    one = couple[0] or couple[1]
    assert one is not None
    return one.t
