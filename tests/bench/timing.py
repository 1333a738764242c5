"""Timing several calls in turns, so that what else the machine does falls on all of them alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ROUNDS = 40
ROUND_TIME = 0.02  # [s]


@dataclass(frozen=True, slots=True)
class Contender:
    """One call to be timed."""

    call: str  # as it is written in Python
    function: Callable[..., Any]
    inputs: Sequence[tuple[Any, ...]]  # a ring of arguments, taken in turns


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and quartiles of one quantity over the rounds."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: np.ndarray) -> Spread:
        """Of the values (n,)."""
        low, median, high = np.percentile(values, [25, 50, 75])
        return cls(float(median), float(low), float(high))

    def text(self, digits: str = ".0f", scale: float = 1.0) -> str:
        """Median, then the quartiles in brackets."""
        median, low, high = (format(scale * value, digits) for value in (self.median, self.low, self.high))
        return f"{median} [{low} … {high}]"


def interleaved(contenders: Sequence[Contender], rounds: int = ROUNDS, round_time: float = ROUND_TIME) -> np.ndarray:
    """Time a call (len(contenders), rounds) [ns], in rounds in which each has its turn; the order turns round as well."""
    batches = [_batch(contender, round_time) for contender in contenders]
    times = np.empty((len(contenders), rounds))
    enabled = gc.isenabled()
    gc.disable()
    gc.freeze()  # what is there already need not be looked through after every round
    try:
        for k in range(rounds):
            order = range(len(contenders)) if k % 2 == 0 else range(len(contenders) - 1, -1, -1)
            for i in order:
                times[i, k] = _time(contenders[i].function, batches[i])
            gc.collect()
    finally:
        gc.unfreeze()
        if enabled:
            gc.enable()
    return times


def _batch(contender: Contender, round_time: float) -> list[tuple[Any, ...]]:
    """The ring of inputs repeated so often that a round takes about `round_time` [s]; also the warming up."""
    ring = list(contender.inputs)
    for _ in range(3):
        one = _time(contender.function, ring)
    _time(contender.function, ring * max(1, int(0.005e9 / (one * len(ring)))))
    one = _time(contender.function, ring * 4)
    return ring * max(1, round(round_time * 1e9 / (one * len(ring))))


def _time(function: Callable[..., Any], batch: list[tuple[Any, ...]]) -> float:
    """Mean time of a call over the batch [ns], with the loop around it (about 50 ns)."""
    start = time.perf_counter_ns()
    for arguments in batch:
        function(*arguments)
    return (time.perf_counter_ns() - start) / len(batch)


def fastest(contenders: Sequence[Contender]) -> Contender:
    """The one with the smallest median in a few short rounds."""
    times = np.median(interleaved(contenders, rounds=9, round_time=0.005), axis=1)
    return contenders[int(np.argmin(times))]
