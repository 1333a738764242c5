"""What the planning process can be asked for, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from ..explore.explore_contacts import explore_contacts
from ..explore.multistart import multistart
from ..explore.seeding import plan_seeded
from ..explore.values import Exploration, Gallery, SeededPlan
from ..feasibility.ladder import explain_request
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
        return {
            "plan": self.plan,
            "explain": self.explain,
            "multistart": self.multistart,
            "explore": self.explore,
            "seed": self.seed,
        }

    def plan(self, task: PlanTask, tell: Tell, **options: Any) -> Plan:
        """One plan; `options` are those of `Planner.plan`."""
        return self._planner.plan(task, tell=tell, **options)

    def explain(self, task: PlanTask, tell: Tell, **options: Any) -> Explanation:
        """Why a task was not solved; `options` are those of `explain_request`."""
        return explain_request(task, self._planner, tell=tell, **options)

    def multistart(self, task: PlanTask, tell: Tell, **options: Any) -> Gallery:
        """Its distinct optima; `options` are those of `multistart`."""
        return multistart(task, self._planner, tell=tell, **options)

    def explore(self, task: PlanTask, tell: Tell, **options: Any) -> Exploration:
        """A contact sequence for it; `options` are those of `explore_contacts`."""
        return explore_contacts(task, tell=tell, **options)

    def seed(self, exploration: Exploration, tell: Tell, **options: Any) -> SeededPlan:
        """The found sequence planned by phases; `options` are those of `plan_seeded`."""
        return plan_seeded(exploration, self._planner, tell=tell, **options)
