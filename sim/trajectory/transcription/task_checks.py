"""Whether a task can be planned at all: its names exist, and its modes can follow each other."""

from __future__ import annotations

from ...errors import ArgumentError, UnknownNameError
from ...texts import tr
from ..system.system import HybridSystem
from ..task.plan_task import METHODS, PlanTask


def check_task(system: HybridSystem, task: PlanTask) -> None:
    """Whether all names exist and the sequence can be."""
    if task.method not in METHODS:
        raise UnknownNameError("method", task.method, METHODS, tr("task {task!r}", task=task.name))
    if not task.phases:
        raise ArgumentError("task {task!r} has no phase; it needs one at least", task=task.name)
    for phase in task.phases:
        if phase.mode not in system.modes:
            raise UnknownNameError("mode", phase.mode, system.modes, tr("the {system}", system=system.name))
        if phase.intervals < 1:
            raise ArgumentError(
                "a phase of task {task!r} has {intervals} intervals; 1 at least are needed",
                task=task.name,
                intervals=phase.intervals,
            )
        if system.modes[phase.mode].nz and task.method == "rk4":
            raise ArgumentError(
                "the dynamics of {system} are implicit, which only Hermite-Simpson plans; given rk4", system=system.name
            )
    for before, after in zip(task.phases, task.phases[1:], strict=False):
        if (before.mode, after.mode) not in system.jumps:
            follow = ", ".join(sorted(b for a, b in system.jumps if a == before.mode))
            raise ArgumentError(
                "after {mode!r} cannot come {after_mode!r}; there can come: {follow}",
                mode=before.mode,
                after_mode=after.mode,
                follow=follow or tr("nothing"),
            )
    if not 0.0 <= task.friction < float("inf"):
        raise ArgumentError(
            "the friction of task {task!r} is {friction!r}; wanted: a number of at least 0",
            task=task.name,
            friction=task.friction,
        )
    if task.reference is not None:
        for name in task.reference.weights:
            if name not in task.reference.values:
                raise UnknownNameError("motion", name, task.reference.values, tr("the reference that is weighed"))
    for asked in (task.start, task.goal, *(phase.ends_at for phase in task.phases), task.periodic):
        for name in asked:
            if name not in system.state_names:
                raise UnknownNameError("state", name, system.state_names, tr("the {system}", system=system.name))
    groups = {rows.group for phase in task.phases for rows in system.modes[phase.mode].path if len(rows.lower) == 1}
    known = (*system.state_names, *system.input_names, *sorted(groups))
    for name in task.limits:
        if name not in known:
            raise UnknownNameError("limit", name, known, tr("the {system}", system=system.name))
