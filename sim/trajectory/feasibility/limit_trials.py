"""One limit raised, all others as they were: whether the original problem is solved with it, and with how much."""

from __future__ import annotations

import math
from collections.abc import Callable

from ...texts import as_shown, tr
from ..optimiser.program_solution import PrimalDualPoint
from ..task.plan_task import PlanTask
from ..values import Plan
from .raised_limits import RaisableLimit
from .tries import Tries
from .values import FeasibilityCheck, LimitEnough

FACTORS = (3.0, 10.0)  # that a limit is raised by
HALVINGS = 2  # of the factor that is enough


class LimitTrials:
    """Solves of a task with one limit raised."""

    def __init__(
        self,
        tries: Tries,
        before: PrimalDualPoint | None,
        nearest: Plan | None,
        checks: Callable[[PlanTask], tuple[FeasibilityCheck, ...]],
    ) -> None:
        """Begin.

        before  : where a warm plan would begin, once the limit is typed
        nearest : a plan of what the request was taken to; None: of nothing
        checks  : what is proved in closed form
        """
        self._tries, self._before, self._nearest, self._checks = tries, before, nearest, checks

    def enough(self, limit: RaisableLimit) -> LimitEnough | None:
        """What is enough of it, or how many tries found nothing; None: there was no time for one."""
        plan, short, enough = None, 1.0, 1.0
        count, cut = self._tries.count, self._tries.cut
        for factor in FACTORS:
            if self._tries.late:
                break
            short, enough = enough, factor
            if plan := self._with(limit, factor, self._nearest):
                break
        if self._tries.count == count and enough == 1.0:
            return None
        if plan is None:
            most = f"{_plain(enough * limit.given)} {limit.unit}".strip()
            proved = self._tries.count == count  # with each it is impossible in closed form
            how = tr("(proved to be impossible)") if proved else self._tries.words(count, cut)
            text = f"{limit.name} up to {most} {how}"
            return LimitEnough(limit.name, limit.unit, limit.given, None, enough * limit.given, text)
        for _ in range(HALVINGS):
            middle = math.sqrt(short * enough)
            nearer = None if self._tries.late else self._with(limit, middle, plan)
            if nearer is not None:
                enough, plan = middle, nearer
            elif not self._tries.late:
                short = middle
        values = enough * limit.given, short * limit.given
        solved = f"{_plain(values[0])} {limit.unit}".strip()
        other = tr("was not") if self._allowed(limit.raised(short)) else tr("cannot be")
        text = tr(
            "{limit} alone would be enough: with {solved} it was solved, with {plain} it {other}.",
            limit=limit.name,
            solved=solved,
            plain=_plain(values[1]),
            other=other,
        )
        return LimitEnough(limit.name, limit.unit, limit.given, *values, text[0].upper() + text[1:])

    def _allowed(self, task: PlanTask) -> bool:
        """Whether no closed form proves it impossible."""
        return all(check.holds for check in self._checks(task))

    def _with(self, limit: RaisableLimit, factor: float, near: Plan | None) -> Plan | None:
        """The original problem with that limit raised, solved near a plan, or as it would be once it is typed."""
        task = limit.raised(factor)
        if not self._allowed(task):
            return None
        self._tries.stage(tr("{limit} alone, {factor:.3g} times", limit=limit.name, factor=factor))
        if near is not None and (plan := self._tries.solved(task, guess=near)):
            return plan
        self._tries.planner.start_warm_from(task, self._before)
        return self._tries.solved(task, warm=True)


def _plain(number: float) -> str:
    """Three digits, of large numbers all before the point: 3000, not 3e+03."""
    return f"{number:.0f}" if 1e3 <= abs(number) < 1e7 else as_shown(f"{number:.3g}")
