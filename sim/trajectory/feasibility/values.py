"""What is said of a request that was not solved: passive values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ...texts import as_shown, marked, tr
from ..values import Plan

Tell = Callable[[Any], bool | None]
"""Told a stage (a text), a PlanIterate, or what is known so far; True: stop."""


class FeasibilityVerdict(Enum):
    """What is known of a request in the end. The value is the word that is shown."""

    SOLVED = marked("solved")  # from the usual start
    SOLVED_FROM_ANOTHER_START = marked("solved from another start")
    IMPOSSIBLE = marked("impossible")  # proved in closed form: nothing else may say so
    NOT_FOUND = marked("not found")  # that there is none is not proved
    STOPPED = marked("stopped")  # by the user, before the end


@dataclass(frozen=True)
class FeasibilityCheck:
    """A condition that every motion meets, and whether the request does. Quantities in `unit`."""

    name: str  # "weight against inputs", "reach", "friction over the whole motion"
    holds: bool  # False: what is asked is impossible, and `sentence` is the proof
    asked: float
    bound: float
    unit: str
    sentence: str


@dataclass(frozen=True)
class RequestQuantity:
    """A number of the request that is made easier."""

    name: str  # "gap", "body_z at the end of phase 2", "goal foot_x"
    unit: str
    value: float

    @property
    def words(self) -> str:
        """As "gap 0.6 m"."""
        return f"{self.name} {as_shown(f'{self.value:.4g} {self.unit}')}".strip()


@dataclass(frozen=True)
class ReachedRequest:
    """How far the request was taken by continuation: each step from the plan of the one before."""

    fraction: float  # 0: the easy end, 1: what was asked
    reached: tuple[RequestQuantity, ...]  # solved
    unsolved: tuple[RequestQuantity, ...]  # the least beyond it that was tried and not solved; empty: none
    solves: int


@dataclass(frozen=True)
class LimitEnough:
    """One limit that was raised alone, and whether the original problem was solved then."""

    name: str  # "friction", "force", "leg length", "durations"
    unit: str
    given: float  # its greatest value in the task
    enough: float | None  # solved with this; None: with no value that was tried
    short: float  # greatest value that was tried and not solved
    sentence: str


@dataclass(frozen=True)
class MissedRequest:
    """One number of the request, where physics was hard and the request soft."""

    name: str
    unit: str
    asked: float  # its nearer bound
    reached: float

    @property
    def words(self) -> str:
        """As "goal body_x: 0.19 of 2 m"."""
        return tr(
            "{name}: {reached:.3g} of {asked:.4g} {unit}",
            name=self.name,
            reached=self.reached,
            asked=self.asked,
            unit=self.unit,
        ).strip()


@dataclass(frozen=True, eq=False)
class Explanation:
    """What the rungs of the ladder found, as far as it was climbed."""

    verdict: FeasibilityVerdict
    sentences: tuple[str, ...]  # of the rungs, in order
    checks: tuple[FeasibilityCheck, ...]
    plan: Plan | None = None  # that meets the request, where one was found
    seeds: tuple[int, ...] = ()  # of the further guesses that were tried
    reached: ReachedRequest | None = None
    nearest: Plan | None = None  # of the request as far as it was reached
    limits: tuple[LimitEnough, ...] = ()
    missed: tuple[MissedRequest, ...] = ()
    relaxed: Plan | None = None  # with physics hard and the request soft

    @property
    def sentence(self) -> str:
        """All in one paragraph."""
        return " ".join(self.sentences)
