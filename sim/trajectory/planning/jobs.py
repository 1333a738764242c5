"""What the planning process can be asked for, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from ..feasibility.ladder import explain
from ..feasibility.values import Explanation
from ..solving.planner import Planner, require_casadi
from ..task.plan_task import PlanTask
from ..values import Plan
from .values import Tell


class Jobs:
    """The jobs, and the planner that they share: what it has built serves the next one.

    Raises MissingCasadiError where CasADi is not there.
    """

    def __init__(self) -> None:
        require_casadi()
        import_module("casadi")
        self._planner = Planner()

    @property
    def by_name(self) -> Mapping[str, Callable[..., Any]]:
        """Each takes the task, what to tell, and its options."""
        return {"plan": self.plan, "explain": self.explain}

    def plan(self, task: PlanTask, tell: Tell, **options: Any) -> Plan:
        """One plan; `options` are those of `Planner.plan`."""
        return self._planner.plan(task, tell=tell, **options)

    def explain(self, task: PlanTask, tell: Tell, **options: Any) -> Explanation:
        """Why a task is not solved; `options` are those of `feasibility.ladder.explain`."""
        return explain(task, self._planner, tell=tell, **options)
