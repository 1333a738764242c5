"""Why a request was not solved, rung by rung: from what proves to what only tries, and each said as what it is.

1. Conditions in closed form, which alone may say "impossible". 2. More guesses. 3. Continuation of the request from an easy one.
4. One limit at a time: enough, if the original problem is solved with it raised. 5. Physics hard and the request soft: "reached",
never "maximum", for it is where an optimiser ended.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...errors import ArgumentError, UnknownNameError
from ..solving.planner import SYSTEMS, Planner
from ..task.plan_task import PlanTask
from ..transcription.task_numbers import numbers_of
from ..values import Plan, PlanIterate, PlanStatus
from .easier_request import easier, easy_words, request_quantities
from .hopper_checks import hopper_checks
from .raised_limits import RaisableLimit, raisable_limits
from .soft_request import plan_softly
from .values import (
    Explanation,
    FeasibilityCheck,
    FeasibilityVerdict,
    LimitEnough,
    ReachedRequest,
    RequestQuantity,
    Tell,
)

CHECKS: dict[str, Callable[[PlanTask], tuple[FeasibilityCheck, ...]]] = {"hopper": hopper_checks}
"""What is known in closed form, by `PlanTask.system`."""

RUNGS = ("usual start", "guesses", "continuation", "limits", "soft request")
GUESSES = 4
STEPS = 9  # of continuation, at most
SETTLED = 0.02  # of the request: continuation narrows what it reaches down to this
FACTORS = (3.0, 10.0)  # that a limit is raised by
HALVINGS = 2  # of the factor that is enough
ITERATIONS = 200


def closed_form_checks(task: PlanTask) -> tuple[FeasibilityCheck, ...]:
    """The conditions that every motion meets, held against a task; nothing is solved. Empty where none is known."""
    return CHECKS[task.system](task) if task.system in CHECKS and task.phases else ()


def explain_request(
    task: PlanTask,
    planner: Planner | None = None,
    *,
    rungs: tuple[str, ...] = RUNGS,
    raising: tuple[str, ...] | None = None,
    iterations: int = ITERATIONS,
    tell: Tell | None = None,
) -> Explanation:
    """Climb the ladder for a task, until it is solved or nothing is left to try.

    rungs      : which to climb, of RUNGS; the closed forms come first always. What they prove impossible is not solved again
    raising    : names of the limits to raise; None: all that can be
    iterations : of each solve at most
    tell       : told the stage, each iterate, and what is proved and after each rung the Explanation so far; returns True to stop

    Raises ArgumentError or UnknownNameError for what cannot be planned, MissingCasadiError without CasADi.
    """
    for name in rungs:
        if name not in RUNGS:
            raise UnknownNameError("rung", name, RUNGS)
    planner = planner or Planner()
    before = planner.warm_start(task) if task.system in SYSTEMS else None
    found = _Climb(task, planner, raising, iterations, tell or (lambda _: False)).climb(rungs)
    if found.plan is None:  # what was tried beside the task is nothing to go on from
        planner.start_warm_from(task, before)
    return found


class _Climb:
    """What is known so far, and what is still allowed."""

    def __init__(
        self, task: PlanTask, planner: Planner, raising: tuple[str, ...] | None, iterations: int, tell: Tell
    ) -> None:
        self._task, self._planner, self._raising = task, planner, raising
        self._iterations, self._tell = iterations, tell
        self._stopped = False
        self._tried = False  # from the usual start
        self._known = Explanation(FeasibilityVerdict.NOT_FOUND, (), ())

    def climb(self, rungs: tuple[str, ...]) -> Explanation:
        self._stage("checking what is known in closed form")
        checks = closed_form_checks(self._task)
        proofs = tuple(check.sentence for check in checks if not check.holds)
        self._known = replace(self._known, checks=checks, sentences=proofs)
        if proofs:
            self._known = replace(self._known, verdict=FeasibilityVerdict.IMPOSSIBLE)
            self._stopped = bool(self._tell(self._known)) or self._stopped
        by_name = {
            "usual start": self._first, "guesses": self._guesses, "continuation": self._continue, "limits": self._limits,
            "soft request": self._soft,
        }  # fmt: skip
        for name in rungs:
            if self._done:
                break
            if self._climbable(name, bool(proofs)):
                by_name[name]()
                self._stopped = bool(self._tell(self._known)) or self._stopped
        if self._stopped and self._known.verdict is FeasibilityVerdict.NOT_FOUND:
            self._say("Stopped before all was tried.", verdict=FeasibilityVerdict.STOPPED)
        elif self._known.verdict is FeasibilityVerdict.NOT_FOUND and self._known.sentences:
            self._say("That no motion was found does not prove that there is none.")
        return self._known

    def _climbable(self, name: str, proved: bool) -> bool:
        """What is proved is not tried; what is not planned by phases, or contradicts itself, has no request to be made easier."""
        if name in RUNGS[:2]:
            return not proved
        return self._task.system in SYSTEMS and not (proved and self._contradicts_itself())

    def _contradicts_itself(self) -> bool:
        try:
            numbers_of(self._planner.transcription(self._task), self._task)
        except ArgumentError:
            return True
        return False

    @property
    def _done(self) -> bool:
        return self._stopped or self._known.plan is not None

    def _say(self, sentence: str, **changes: Any) -> None:
        self._known = replace(self._known, sentences=(*self._known.sentences, sentence), **changes)

    def _stage(self, text: str) -> None:
        self._stopped = bool(self._tell(text)) or self._stopped

    def _solved(self, task: PlanTask, **start: Any) -> Plan | None:
        """Its plan, or nothing."""
        if self._stopped:
            return None

        def told(update: PlanIterate | str | Plan) -> bool:
            return isinstance(update, PlanIterate) and bool(self._tell(update))

        plan = self._planner.plan(task, iterations=self._iterations, tell=told, **start)
        self._stopped = self._stopped or plan.status is PlanStatus.STOPPED
        return plan if plan.status.is_solution else None

    def _first(self) -> None:
        self._stage("solving from the usual start")
        self._tried = True
        plan = self._solved(self._task)
        if plan is not None:
            self._say("It is solved: nothing stands in its way.", verdict=FeasibilityVerdict.SOLVED, plan=plan)
        elif not self._stopped:
            self._say("From the usual start no motion was found.")

    # -- rungs ----------------------------------------------------------------------------------------------------------

    def _guesses(self) -> None:
        for seed in range(GUESSES):
            self._stage(f"another guess, {seed + 1} of {GUESSES}")
            plan = self._solved(self._task, seed=seed)
            if self._stopped and plan is None:
                return
            self._known = replace(self._known, seeds=(*self._known.seeds, seed))
            if plan is not None:
                text = f"From another guess, {seed + 1} of {GUESSES}, a motion was found: the request can be met."
                self._say(text, verdict=FeasibilityVerdict.SOLVED_FROM_ANOTHER_START, plan=plan)
                return
        self._say(f"From {GUESSES} further guesses no motion was found.")

    def _continue(self) -> None:
        quantities = self._quantities(1.0)
        if not quantities:
            return
        reached, nearest, unsolved, solves = 0.0, None, math.inf, 0
        while solves < STEPS and reached < 1.0 and unsolved - reached > SETTLED:
            target = 0.0 if nearest is None else min(reached + 0.5, 1.0, 0.5 * (reached + unsolved))
            self._stage(f"going there in steps: {self._quantities(target)[0].words}")
            plan = self._solved(easier(self._task, target), guess=nearest)
            if plan is None and self._stopped:
                return
            solves += 1
            if plan is not None:
                reached, nearest = target, plan
            elif nearest is None:
                self._say(f"Not even the easiest request of its kind, {easy_words(self._task)}, was solved.")
                return
            else:
                unsolved = target
        if nearest is None:
            return
        if reached == 1.0:
            text = f"From an easy request, made harder in {solves} solves, a motion was found: the request can be met."
            self._say(text, verdict=FeasibilityVerdict.SOLVED_FROM_ANOTHER_START, plan=nearest, nearest=nearest)
            return
        first, beyond = self._quantities(reached)[0], self._quantities(unsolved) if math.isfinite(unsolved) else ()
        text = f"In steps from an easy request {first.words} was reached"
        text += f", {beyond[0].value:.4g} was not" if beyond else ""
        text += f"; {quantities[0].value:.4g} {quantities[0].unit} are asked for."
        found = ReachedRequest(reached, self._quantities(reached), beyond, solves)
        self._say(text, reached=found, nearest=nearest)

    def _quantities(self, fraction: float) -> tuple[RequestQuantity, ...]:
        system = self._planner.transcription(self._task).system
        return request_quantities(self._task, dict(zip(system.state_names, system.state_units, strict=True)), fraction)

    def _limits(self) -> None:
        if not self._tried and not any(not check.holds for check in self._known.checks):
            self._first()  # or else it is not known that it is a limit that stands in its way
            if self._done:
                return
        for limit in raisable_limits(self._task, self._planner.transcription(self._task)):
            if self._raising is not None and limit.name not in self._raising:
                continue
            found = self._enough(limit)
            if self._stopped:
                return
            self._known = replace(self._known, limits=(*self._known.limits, found))
        enough = [limit.sentence for limit in self._known.limits if limit.enough is not None]
        short = [limit.name for limit in self._known.limits if limit.enough is None]
        if enough:
            self._say(" ".join(enough))
        if short:
            names = ", ".join(short[:-1]) + (" or " if len(short) > 1 else "") + short[-1]
            self._say(f"With {names} alone raised to {FACTORS[-1]:g} times it was not solved.")

    def _enough(self, limit: RaisableLimit) -> LimitEnough:
        plan, short, enough = None, 1.0, 1.0
        for factor in FACTORS:
            short, enough = enough, factor
            if plan := self._with(limit, factor, self._known.nearest):
                break
        if plan is None:
            return LimitEnough(limit.name, limit.unit, limit.given, None, enough * limit.given, "")
        for _ in range(HALVINGS):
            middle = math.sqrt(short * enough)
            nearer = self._with(limit, middle, plan)
            if nearer is None:
                short = middle
            else:
                enough, plan = middle, nearer
        values = enough * limit.given, short * limit.given
        solved = f"{values[0]:.3g} {limit.unit}".strip()
        other = "was not" if self._allowed(limit.raised(short)) else "cannot be"
        text = f"{limit.name} alone would be enough: with {solved} it was solved, with {values[1]:.3g} it {other}."
        return LimitEnough(limit.name, limit.unit, limit.given, *values, text[0].upper() + text[1:])

    @staticmethod
    def _allowed(task: PlanTask) -> bool:
        """Whether no closed form proves it impossible."""
        return all(check.holds for check in closed_form_checks(task))

    def _with(self, limit: RaisableLimit, factor: float, near: Plan | None) -> Plan | None:
        """The original problem with that limit raised, solved: near a plan, from the usual start, or in two steps."""
        task = limit.raised(factor)
        if not self._allowed(task):
            return None
        self._stage(f"{limit.name} alone, {factor:.3g} times")
        if near is not None and (plan := self._solved(task, guess=near)):
            return plan
        if (plan := self._solved(task)) or self._known.reached is None:
            return plan
        half = self._solved(easier(task, 0.5 * (1.0 + self._known.reached.fraction)), guess=self._known.nearest)
        return None if half is None else self._solved(task, guess=half)

    def _soft(self) -> None:
        self._stage("physics hard, the request soft")
        if self._stopped:
            return

        def told(update: Any) -> bool:
            self._stopped = bool(self._tell(update)) or self._stopped
            return self._stopped

        found = plan_softly(self._planner, self._task, self._known.nearest, self._iterations, told)
        if found is None:
            if not self._stopped:
                self._say("Not even with the request soft, and all else hard, was a motion found.")
            return
        plan, missed = found
        if missed:
            said = "; ".join(one.words for one in missed)
            self._say(
                f"With the request soft and all else hard, this was reached: {said}.", missed=missed, relaxed=plan
            )
