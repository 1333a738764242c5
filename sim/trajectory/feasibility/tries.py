"""The solves of an explanation: counted, each rung within its share of the time, and ended where they are told to."""

from __future__ import annotations

import math
import time
from typing import Any

from ...texts import tr
from ..solving.planner import Planner
from ..task.plan_task import PlanTask
from ..values import Plan, PlanIterate, PlanStatus
from .values import Tell

SHARES = {"usual start": 3.0, "guesses": 3.0, "continuation": 4.0, "limits": 8.0, "soft request": 2.0}
"""Of the time: what one rung does not use, those after it may."""


class Tries:
    """Solves for a task and for what is like it, by one planner.

    stopped : by who asked, who wants no more
    count   : solves that were begun
    cut     : of them those that were given up as their time was over
    """

    def __init__(self, task: PlanTask, planner: Planner, iterations: int, seconds: float, tell: Tell) -> None:
        self._task, self.planner, self.iterations, self._tell = task, planner, iterations, tell
        self._end = time.monotonic() + seconds
        self._until = self._end
        self._shares = dict(SHARES)
        self.stopped = False
        self.count = self.cut = 0

    def begin(self, rung: str) -> None:
        """From now on solves are within the share of this rung, of what time is left."""
        whole = sum(self._shares.values())
        self.give(self._shares.pop(rung) / whole, self._end)

    def give(self, share: float, end: float | None = None) -> float:
        """Give the next solves a share of the time until `end`, or until that of the rung; returns the end that was."""
        before, now = self._until, time.monotonic()
        left = max((before if end is None else end) - now, 0.0)
        self._until = now + share * left if math.isfinite(left) else math.inf
        return before

    def give_until(self, end: float) -> None:
        """Solves may go on until then again."""
        self._until = end

    @property
    def late(self) -> bool:
        """Whether their time is over."""
        return time.monotonic() >= self._until

    def stage(self, text: str) -> None:
        """Tell what is tried."""
        self.hear(text)

    def hear(self, update: Any) -> bool:
        """Tell, and whether what is at hand is to end."""
        self.stopped = bool(self._tell(update)) or self.stopped
        return self.stopped or self.late

    def solved(self, task: PlanTask, **start: Any) -> Plan | None:
        """Its plan, or nothing. That of the task itself is looked at between nodes; of others it counts that they are solved."""
        if self.stopped or self.late:
            return None
        own = task is self._task
        self.count += 1

        def told(update: PlanIterate | str | Plan) -> bool:
            if isinstance(update, PlanIterate):
                return self.hear(update)
            return isinstance(update, Plan) and update.status.is_solution and not own

        plan = self.planner.plan(task, iterations=self.iterations, room=own, tell=told, **start)
        if plan.status is PlanStatus.STOPPED and not self.stopped:
            self.cut += 1
        return plan if plan.status.is_solution else None

    def words(self, since: int, cut_since: int) -> str:
        """As "in 3 tries (1 given up for time)": of those after the first so many."""
        count, cut = self.count - since, self.cut - cut_since
        text = tr("in one try") if count == 1 else tr("in {count} tries", count=count)
        if cut:
            text += tr(" (given up for time)") if count == 1 else tr(" ({cut} given up for time)", cut=cut)
        return text
