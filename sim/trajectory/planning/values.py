"""What is heard of a planning that another process does, beside `PlanIterate`: passive values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Tell = Callable[[Any], bool]
"""Told a stage (a text), a PlanIterate, or the best result so far; True: nobody wants more of the job than what it has now."""


@dataclass(frozen=True, eq=False)
class PlanningStage:
    """What is being done, as "building the equations"."""

    text: str
    seconds: float  # since it was asked for


@dataclass(frozen=True, eq=False)
class PlanningSoFar:
    """What a job would give if it were stopped now: an explanation with its first sentences, a gallery that grows."""

    result: Any


@dataclass(frozen=True, eq=False)
class PlanningEnd:
    """How it ended: with a result, with a sentence that says why there is none, or with both.

    A planning that was stopped, or whose process died, has the best that it had found as its result, where there is something.
    """

    result: Any  # of the job: a Plan, or what `jobs` says of other jobs; None: there is none
    sentence: str  # why it did not come to its own end; empty: it did
    stopped: bool = False  # because it was asked to
    seconds: float = 0.0  # since it was asked for
