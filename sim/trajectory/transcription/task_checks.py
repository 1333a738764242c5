"""Whether a task can be planned at all: its names exist, and its modes can follow each other."""

from __future__ import annotations

from ...errors import ArgumentError, UnknownNameError
from ..system.system import HybridSystem
from ..task.plan_task import METHODS, PlanTask


def check_task(system: HybridSystem, task: PlanTask) -> None:
    """Whether all names exist and the sequence can be."""
    if task.method not in METHODS:
        raise UnknownNameError("method", task.method, METHODS, f"task {task.name!r}")
    if not task.phases:
        raise ArgumentError(f"task {task.name!r} has no phase; it needs one at least")
    for phase in task.phases:
        if phase.mode not in system.modes:
            raise UnknownNameError("mode", phase.mode, system.modes, f"the {system.name}")
        if phase.intervals < 1:
            raise ArgumentError(f"a phase of task {task.name!r} has {phase.intervals} intervals; 1 at least are needed")
        if system.modes[phase.mode].nz and task.method == "rk4":
            raise ArgumentError(
                f"the dynamics of {system.name} are implicit, which only Hermite-Simpson plans; given rk4"
            )
    for before, after in zip(task.phases, task.phases[1:], strict=False):
        if (before.mode, after.mode) not in system.jumps:
            follow = ", ".join(sorted(b for a, b in system.jumps if a == before.mode))
            raise ArgumentError(
                f"after {before.mode!r} cannot come {after.mode!r}; there can come: {follow or 'nothing'}"
            )
    if not 0.0 <= task.friction < float("inf"):
        raise ArgumentError(f"the friction of task {task.name!r} is {task.friction!r}; wanted: a number of at least 0")
    if task.reference is not None:
        for name in task.reference.weights:
            if name not in task.reference.values:
                raise UnknownNameError("motion", name, task.reference.values, "the reference that is weighed")
    for asked in (task.start, task.goal, *(phase.ends_at for phase in task.phases), task.periodic):
        for name in asked:
            if name not in system.state_names:
                raise UnknownNameError("state", name, system.state_names, f"the {system.name}")
    groups = {rows.group for phase in task.phases for rows in system.modes[phase.mode].path if len(rows.lower) == 1}
    known = (*system.state_names, *system.input_names, *sorted(groups))
    for name in task.limits:
        if name not in known:
            raise UnknownNameError("limit", name, known, f"the {system.name}")
