"""What a motion costs: terms by name, each with a weight that is a parameter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...errors import UnknownNameError
from ...texts import tr
from ..system.system import HybridSystem, SystemMode
from ..task.plan_task import PlanTask
from .interval import Running

PAIRS = "smoothness"
"""The terms of one interval and of a jump that are no integrals of what is at a node."""
IMPACT = "impact"
TRACKING = "tracking"


@dataclass(frozen=True)
class CostTerms:
    """Names of a task's terms, in the order of their weights."""

    integrated: tuple[str, ...]
    smoothness: bool
    impact: bool
    tracked: tuple[str, ...]  # names of states and inputs

    @property
    def names(self) -> tuple[str, ...]:
        """All, in the order of weights."""
        tracking = (TRACKING,) if self.tracked else ()
        return (*self.integrated, *tracking, *((PAIRS,) if self.smoothness else ()), *((IMPACT,) if self.impact else ()))


def cost_terms(system: HybridSystem, task: PlanTask) -> CostTerms:
    """Of a task. Raises UnknownNameError for a name that there is not."""
    own = {name for mode in system.modes.values() for name in mode.costs}
    known = ("effort", "duration", PAIRS, IMPACT, *system.input_names, *sorted(own))
    for name in task.costs:
        if name not in known:
            raise UnknownNameError("cost", name, known, tr("task {task!r}", task=task.name))
    tracked = tuple(sorted(task.reference.weights)) if task.reference else ()
    for name in tracked:
        if name not in (*system.state_names, *system.input_names):
            raise UnknownNameError(tr("state or input"), name, (*system.state_names, *system.input_names), tr("the reference"))
    integrated = tuple(name for name in known if name in task.costs and name not in (PAIRS, IMPACT))
    return CostTerms(integrated, PAIRS in task.costs, IMPACT in task.costs, tracked)


def running_terms(system: HybridSystem, mode: SystemMode, terms: CostTerms) -> Running:
    """The integrands of a mode, as a formula."""
    import casadi as ca

    def of(x: Any, u: Any, z: Any, p: Any, theta: Any, tracked: Any) -> Any:
        found = []
        for name in terms.integrated:
            if name == "effort":
                found.append(ca.dot(u, u))
            elif name == "duration":
                found.append(ca.SX(1))
            elif name in system.input_names:
                found.append(u[system.input_names.index(name)] ** 2)
            else:
                found.append(mode.costs[name](x, u, z, p, theta) if name in mode.costs else ca.SX(0))
        if terms.tracked:
            reference, weights = tracked
            whole = ca.vertcat(mode.full(x, p), u)
            rows = [(*system.state_names, *system.input_names).index(name) for name in terms.tracked]
            found.append(ca.dot(weights, (whole - reference)[rows] ** 2) / 2)
        unweighted = ca.vertcat(*found)
        return ca.vertcat(unweighted, ca.SX.zeros(len(terms.names) - unweighted.numel()))

    return of
