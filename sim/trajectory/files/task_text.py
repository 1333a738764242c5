"""A planning task as the text of the TOML file that says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from math import isinf
from pathlib import Path
from typing import Any

from ...definition.toml_writer import toml_text
from ..task.obstacles import BarObstacle, GapObstacle, Obstacle, StepObstacle
from ..task.plan_task import Bound, PlanTask, TaskPhase
from .contact_robot_part import robot_row

_OBSTACLES = {"gaps": GapObstacle, "steps": StepObstacle, "bars": BarObstacle}


def task_text(task: PlanTask, folder: Path | None = None) -> str:
    """The text; read again, it gives an equal task, numbers to the last bit. The name of the task is that of the file.

    folder : of that file, from which a robot's file below it is named; others are named by their whole path
    """
    document: dict[str, Any] = {
        "title": task.title,
        "description": task.description,
        "system": task.system,
        "method": task.method,
        "friction": task.friction,
        "periodic": task.periodic,
        "phases": [_phase(phase) for phase in task.phases],
        "start": _bounds(task.start),
        "goal": _bounds(task.goal),
        "limits": _bounds(task.limits),
        "parameters": dict(task.parameters),
        "costs": dict(task.costs),
    }
    for key, kind in _OBSTACLES.items():
        document[key] = [_obstacle_row(obstacle) for obstacle in task.obstacles if isinstance(obstacle, kind)]
    if task.reference is not None and task.lecture is None:  # the lecture's is known
        values = {name: row.tolist() for name, row in task.reference.values.items()}
        document["reference"] = {"t": task.reference.t.tolist(), "values": values, "weights": dict(task.reference.weights)}
    if task.lecture is not None:
        switches = asdict(task.lecture)
        document["lecture"] = {key: value for key, value in switches.items() if value is not None}
    if task.robot is not None:
        document["robot"] = robot_row(task.robot, folder)
    kept = {key: value for key, value in document.items() if not _is_empty(value) or key == "costs"}
    return toml_text(kept)


def _is_empty(value: Any) -> bool:
    return isinstance(value, str | Mapping | Iterable) and not value


def _obstacle_row(obstacle: Obstacle) -> dict[str, Any]:
    """Phases are counted from 1 in files, as everywhere that people read."""
    row = asdict(obstacle)
    return {**row, "crossed_in": row["crossed_in"] + 1} if "crossed_in" in row else row


def _phase(phase: TaskPhase) -> dict[str, Any]:
    row: dict[str, Any] = {"mode": phase.mode, "intervals": phase.intervals, "duration": _bound(phase.duration)}
    if phase.guess is not None:
        row["guess"] = phase.guess
    for key in ("ends_at", "foothold"):
        if getattr(phase, key):
            row[key] = _bounds(getattr(phase, key))
    return row


def _bounds(bounds: Mapping[str, Bound]) -> dict[str, Any]:
    return {name: _bound(bound) for name, bound in bounds.items()}


def _bound(bound: Bound) -> Any:
    if not isinstance(bound, tuple):
        return bound
    least, greatest = bound
    if isinf(least) or isinf(greatest):
        return {key: value for key, value in (("least", least), ("greatest", greatest)) if not isinf(value)}
    return [least, greatest]
