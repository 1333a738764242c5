"""What exploring finds: passive values, which know nothing of how they were computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...texts import tr
from ..task.plan_task import PlanTask
from ..values import Plan, PlanStatus

Tell = Callable[[Any], bool | None]
"""Told a stage (a text), a PlanIterate, or what is known so far; True: stop."""


@dataclass(frozen=True)
class FoundPhase:
    """A stretch over which the ground presses on the foot, or does not."""

    mode: str  # "stance", "flight"
    start: float  # [s]
    end: float  # [s]
    foothold: float  # mean x of the foot [m]; NaN in flight
    drag: float  # way of the foot along the ground meanwhile [m]
    drag_speed: float  # greatest along the ground [m/s]

    @property
    def duration(self) -> float:
        """[s]."""
        return self.end - self.start


@dataclass(frozen=True)
class FoundSequence:
    """*A* contact sequence, with which an optimiser ended: not the only one, nor the best."""

    phases: tuple[FoundPhase, ...]
    threshold: float  # normal force above which the foot counts as pressed [N]

    @property
    def modes(self) -> tuple[str, ...]:
        """In order."""
        return tuple(phase.mode for phase in self.phases)

    @property
    def drag(self) -> float:
        """Way that the foot is dragged along the ground, of all phases together [m]."""
        return sum(phase.drag for phase in self.phases)

    @property
    def sentence(self) -> str:
        """As it is told to the user."""
        text = tr(
            "A sequence was found, not the sequence: {modes} (contact where n > {threshold:g} N).",
            modes=" - ".join(self.modes),
            threshold=self.threshold,
        )
        if self.drag > 1e-3:
            fastest = max(phase.drag_speed for phase in self.phases)
            text += tr(
                " The foot drags along the ground: {drag:.3g} m in all, at up to {fastest:.3g} m/s.",
                drag=self.drag,
                fastest=fastest,
            )
        return text


@dataclass(frozen=True)
class Relaxation:
    """One solve of the row: products of what is complementary at most ε."""

    epsilon: float
    status: PlanStatus
    iterations: int
    cost: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Exploration:
    """A motion whose contacts the optimiser chose, and how it came to it."""

    task: PlanTask
    plan: Plan
    sequence: FoundSequence
    relaxations: tuple[Relaxation, ...]
    step: float  # [s]

    @property
    def solved(self) -> bool:
        """Whether the last relaxation was: what is complementary is so nearly."""
        return self.plan.status.is_solution

    @property
    def sentence(self) -> str:
        """As it is told to the user."""
        if self.solved:
            return self.sequence.sentence
        last = self.relaxations[-1]
        return tr(
            "No sequence was found: with contact relaxed by {epsilon:g} the optimiser ended {status}.",
            epsilon=last.epsilon,
            status=tr(last.status.value),
        )

    @property
    def iterations(self) -> int:
        """Of all solves."""
        return sum(level.iterations for level in self.relaxations)

    @property
    def seconds(self) -> float:
        """Of all solves."""
        return sum(level.seconds for level in self.relaxations)


@dataclass(frozen=True)
class PlanMeasures:
    """A plan in numbers, beside others."""

    name: str
    status: PlanStatus
    cost: float
    duration: float  # [s]
    defect: float  # greatest residual of its own equations
    error: float  # greatest difference of state over an interval, against the motion integrated
    iterations: int
    seconds: float


@dataclass(frozen=True, eq=False)
class SeededPlan:
    """The found sequence planned phase by phase, started near the motion that it was found with."""

    exploration: Exploration
    task: PlanTask
    plan: Plan
    rows: tuple[PlanMeasures, ...]  # of the exploration, and of the plan
    sentence: str


@dataclass(frozen=True, eq=False)
class Optimum:
    """One of the gallery, and from which guesses it was reached."""

    plan: Plan
    seeds: tuple[int, ...]  # 0: the usual start without noise

    @property
    def count(self) -> int:
        """How many guesses ended there."""
        return len(self.seeds)


@dataclass(frozen=True, eq=False)
class Gallery:
    """Distinct optima by cost, the cheapest first."""

    optima: tuple[Optimum, ...]
    unsolved: tuple[tuple[int, PlanStatus], ...]  # seeds that ended otherwise

    @property
    def guesses(self) -> int:
        """How many were tried."""
        return sum(optimum.count for optimum in self.optima) + len(self.unsolved)

    @property
    def sentence(self) -> str:
        """As it is told to the user."""
        if not self.optima:
            return tr("None of {guesses} guesses was solved.", guesses=self.guesses)
        best, others = self.optima[0], len(self.optima) - 1
        text = tr("{guesses} guesses, {guesses_2} solved: ", guesses=self.guesses, guesses_2=self.guesses - len(self.unsolved))
        text += tr("{count} distinct optima; ", count=len(self.optima)) if others else tr("one optimum; ")
        return text + tr("the cheapest found costs {cost:.6g}, reached from {count}.", cost=best.plan.cost, count=best.count)
