"""What the planning process can be asked for, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

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
        return {"plan": self.plan}

    def plan(self, task: PlanTask, tell: Tell, **options: Any) -> Plan:
        """One plan; `options` are those of `Planner.plan`."""
        return self._planner.plan(task, tell=tell, **options)
