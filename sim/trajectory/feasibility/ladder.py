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
from ...texts import tr
from ..optimiser.program_solution import PrimalDualPoint
from ..solving.planner import Planner
from ..task.plan_task import PlanTask
from ..transcription.task_numbers import limits_of, numbers_of
from .hopper_checks import hopper_checks
from .limit_trials import LimitTrials
from .raised_limits import raisable_limits
from .request_way import ChangedWay, EasierWay, RequestWay
from .soft_request import plan_softly
from .tries import Tries
from .values import Explanation, FeasibilityCheck, FeasibilityVerdict, ReachedRequest, RequestQuantity, Tell

CHECKS: dict[str, Callable[[PlanTask], tuple[FeasibilityCheck, ...]]] = {"hopper": hopper_checks}
"""What is known in closed form, by `PlanTask.system`."""

RUNGS = ("usual start", "guesses", "continuation", "limits", "soft request")
GUESSES = 4
STEPS = 9  # of continuation, at most
SETTLED = 0.02  # of the request: continuation narrows what it reaches down to this
ITERATIONS = 200
SECONDS = 17.0
NAMED = 3  # numbers of a request in a sentence, at most


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
    seconds: float = SECONDS,
    tell: Tell | None = None,
) -> Explanation:
    """Climb the ladder for a task, until it is solved or nothing is left to try.

    rungs      : which to climb, of RUNGS; the closed forms come first always. What they prove impossible is not solved again
    raising    : names of the limits to raise; None: all that can be
    iterations : of each solve at most
    seconds    : that it takes at most: each rung has its share, and what was given up for time is told;
                 infinite: nothing is
    tell       : told the stage, each iterate, and what is proved and after each rung the Explanation so far; returns True to stop

    Raises ArgumentError or UnknownNameError for what cannot be planned, MissingCasadiError without CasADi.
    """
    for name in rungs:
        if name not in RUNGS:
            raise UnknownNameError("rung", name, RUNGS)
    planner = planner or Planner()
    before = planner.warm_start(task)
    last = planner.last_task(task)
    tries = Tries(task, planner, iterations, seconds, tell or (lambda _: False))
    found = _Climb(task, tries, raising, before, last).climb(rungs)
    if found.plan is None:  # what was tried beside the task is nothing to go on from
        planner.start_warm_from(task, before)
    return found


class _Climb:
    """What is known so far, and what is still allowed."""

    def __init__(
        self,
        task: PlanTask,
        tries: Tries,
        raising: tuple[str, ...] | None,
        before: PrimalDualPoint | None,
        last: PlanTask | None,
    ) -> None:
        self._task, self._tries, self._planner, self._raising = task, tries, tries.planner, raising
        self._before, self._last = before, last  # the plan that was shown, and what was asked for then
        self._tried = False  # from the usual start
        self._known = Explanation(FeasibilityVerdict.NOT_FOUND, (), ())

    def climb(self, rungs: tuple[str, ...]) -> Explanation:
        self._tries.stage(tr("checking what is known in closed form"))
        checks = closed_form_checks(self._task)
        proofs = tuple(check.sentence for check in checks if not check.holds)
        self._known = replace(self._known, checks=checks, sentences=proofs)
        if proofs:
            self._known = replace(self._known, verdict=FeasibilityVerdict.IMPOSSIBLE)
            self._tries.hear(self._known)
        by_name = {
            "usual start": self._first,
            "guesses": self._guesses,
            "continuation": self._continue,
            "limits": self._limits,
            "soft request": self._soft,
        }
        for name in rungs:
            if self._done:
                break
            self._tries.begin(name)
            if self._climbable(name, bool(proofs)):
                by_name[name]()
                self._tries.hear(self._known)
        if self._tries.stopped and self._known.verdict is FeasibilityVerdict.NOT_FOUND:
            self._say(tr("Stopped before all was tried."), verdict=FeasibilityVerdict.STOPPED)
        elif self._known.verdict is FeasibilityVerdict.NOT_FOUND and self._known.sentences:
            self._say(tr("That no motion was found does not prove that there is none."))
        return self._known

    def _climbable(self, name: str, proved: bool) -> bool:
        """What is proved is not tried; what contradicts itself has no request to be made easier."""
        if name in RUNGS[:2]:
            return not proved
        return not (proved and self._contradicts_itself())

    def _contradicts_itself(self) -> bool:
        try:
            numbers_of(self._planner.transcription(self._task), self._task)
        except ArgumentError:
            return True
        return False

    @property
    def _done(self) -> bool:
        return self._tries.stopped or self._known.plan is not None

    def _say(self, sentence: str, **changes: Any) -> None:
        self._known = replace(self._known, sentences=(*self._known.sentences, sentence), **changes)

    def _first(self) -> None:
        self._tries.stage(tr("solving from the usual start"))
        self._tried = True
        count, cut = self._tries.count, self._tries.cut
        plan = None
        if self._before is not None:  # what is solved already is not denied, wherever it was started from
            plan = self._tries.solved(self._task, warm=True)
        if plan is None:
            plan = self._tries.solved(self._task)
        if plan is not None:
            self._say(tr("It is solved: nothing stands in its way."), verdict=FeasibilityVerdict.SOLVED, plan=plan)
        elif not self._tries.stopped:
            gave_up = tr(" before its time was over") if self._tries.cut > cut else ""
            if self._tries.count > count:
                self._say(tr("From the usual start no motion was found{gave_up}.", gave_up=gave_up))

    # -- rungs ----------------------------------------------------------------------------------------------------------

    def _guesses(self) -> None:
        count, cut = self._tries.count, self._tries.cut
        for seed in range(GUESSES):
            if self._tries.late:
                break
            self._tries.stage(tr("another guess, {seed} of {guesses}", seed=seed + 1, guesses=GUESSES))
            plan = self._tries.solved(self._task, seed=seed)
            if self._tries.stopped and plan is None:
                return
            self._known = replace(self._known, seeds=(*self._known.seeds, seed))
            if plan is not None:
                text = tr(
                    "From another guess, {seed} of {guesses}, a motion was found: the request can be met.",
                    seed=seed + 1,
                    guesses=GUESSES,
                )
                self._say(text, verdict=FeasibilityVerdict.SOLVED_FROM_ANOTHER_START, plan=plan)
                return
        self._say(tr("From further guesses no motion was found {words}.", words=self._tries.words(count, cut)))

    def _continue(self) -> None:
        way = self._way()
        asked = way.quantities(1.0)
        if not asked:
            return
        count, cut = self._tries.count, self._tries.cut
        reached, nearest, unsolved, solves = 0.0, None, math.inf, 0
        begun = way.is_solved
        while solves < STEPS and reached < 1.0 and unsolved - reached > SETTLED and not self._tries.late:
            target = min(reached + 0.5, 1.0, 0.5 * (reached + unsolved)) if begun else 0.0
            self._tries.stage(tr("going there in steps: {words}", words=way.quantities(target)[0].words))
            start: dict[str, Any] = {"guess": nearest} if nearest is not None else {"warm": begun}
            plan = self._tries.solved(way.task(target), **start)
            if plan is None and self._tries.stopped:
                return
            solves += 1
            if plan is not None:
                reached, nearest, begun = target, plan, True
            elif not begun:
                self._say(tr("Not even {start}, was solved {words}.", start=way.start, words=self._tries.words(count, cut)))
                return
            else:
                unsolved = target
        if nearest is None:
            if solves:
                self._say(
                    tr("In steps from {start} nothing was found {words}.", start=way.start, words=self._tries.words(count, cut))
                )
            return
        if reached == 1.0:
            text = tr(
                "In {solves} steps from {start} a motion was found: the request can be met.", solves=solves, start=way.start
            )
            self._say(text, verdict=FeasibilityVerdict.SOLVED_FROM_ANOTHER_START, plan=nearest, nearest=nearest)
            return
        there, beyond = way.quantities(reached), way.quantities(unsolved) if math.isfinite(unsolved) else ()
        text = tr("In steps from {start} {words} was reached", start=way.start, words=_words(there))
        text += tr(", {words} was not", words=_words(beyond)) if beyond else ""
        text += tr(", {words}; {asked_words} is asked for.", words=self._tries.words(count, cut), asked_words=_words(asked))
        self._say(text, reached=ReachedRequest(reached, there, beyond, solves), nearest=nearest)

    def _way(self) -> RequestWay:
        """From the task that was planned last, where it is another; else from an easy one."""
        made = self._planner.transcription(self._task)
        system = made.system
        units = dict(zip(system.state_names, system.state_units, strict=True))
        if self._last is not None:
            more = dict(zip(system.input_names, system.input_units, strict=True))
            groups = {rows.group: rows.unit for mode in system.modes.values() for rows in mode.path}
            limits = limits_of(made, self._last), limits_of(made, self._task)
            changed = ChangedWay(self._last, self._task, limits, {**groups, **more, **units})
            if changed.quantities(1.0):
                return changed
        return EasierWay(self._task, units)

    def _limits(self) -> None:
        if not self._tried and not any(not check.holds for check in self._known.checks):
            self._first()  # or else it is not known that it is a limit that stands in its way
            if self._done:
                return
        limits = [
            one
            for one in raisable_limits(self._task, self._planner.transcription(self._task))
            if self._raising is None or one.name in self._raising
        ]
        trials = LimitTrials(self._tries, self._before, self._known.nearest, closed_form_checks)
        untried = []
        for number, limit in enumerate(limits):
            end = self._tries.give(1.0 / (len(limits) - number))
            found = trials.enough(limit)
            self._tries.give_until(end)
            if self._tries.stopped:
                return
            if found is None:
                untried.append(limit.name)
            else:
                self._known = replace(self._known, limits=(*self._known.limits, found))
        if enough := [limit.sentence for limit in self._known.limits if limit.enough is not None]:
            self._say(" ".join(enough))
        if short := [limit.sentence for limit in self._known.limits if limit.enough is None]:
            self._say(tr("Nothing was found with one limit alone raised: {joined}.", joined=_joined(short)))
        if untried:
            self._say(tr("Not tried, as the time was over: {joined}.", joined=_joined(untried)))

    def _soft(self) -> None:
        self._tries.stage(tr("physics hard, the request soft"))
        if self._tries.stopped:
            return
        found = plan_softly(self._planner, self._task, self._known.nearest, self._tries.iterations, self._tries.hear)
        if found is None:
            if not self._tries.stopped:
                late = tr(" in the time that was left") if self._tries.late else ""
                self._say(tr("With the request soft, and all else hard, no motion was found either{late}.", late=late))
            return
        plan, missed = found
        if missed:
            said = "; ".join(one.words for one in missed)
            self._say(
                tr("With the request soft and all else hard, this was reached: {said}.", said=said), missed=missed, relaxed=plan
            )


def _words(quantities: tuple[RequestQuantity, ...]) -> str:
    """The first few of them."""
    more = ", …" if len(quantities) > NAMED else ""
    return ", ".join(one.words for one in quantities[:NAMED]) + more


def _joined(names: list[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
