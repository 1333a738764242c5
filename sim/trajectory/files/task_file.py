"""Planning tasks as TOML files: those we ship, and reading them. What a file may say is in `task_rows`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path

import msgspec
import numpy as np

from ...definition.toml_file import TomlFile, read_toml
from ...errors import TaskError, UnknownNameError
from ...simulation.running.scene.robot_part import ModelLoader
from ...size_limits import LARGEST_NUMBER
from ...texts import tr
from ..lecture.lecture_task import with_reference
from ..robot.contact_robot import ContactRobot
from ..task.lecture_switches import LectureSwitches
from ..task.obstacles import BarObstacle, GapObstacle, Obstacle, StepObstacle
from ..task.plan_task import Bound, PlanTask, StateReference, TaskPhase
from .contact_robot_part import contact_robot
from .known_names import known_names
from .task_faults import TaskReading
from .task_rows import BoundRow, OpenBoundRow, ReferenceRow, TaskFile

_SHIPPED = Path(__file__).parents[1] / "scenes"


def task_names() -> tuple[str, ...]:
    """Names of the planning tasks we ship."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def task_title(name: str) -> str:
    """Title of a shipped planning task. Raises UnknownNameError."""
    line = re.search(r"^title *=.*$", path_of_task(name).read_text(encoding="utf-8"), re.MULTILINE)
    return str(tomllib.loads(line[0])["title"]) if line else ""


def path_of_task(name_or_path: str | Path) -> Path:
    """Return the file of a planning task, by its name or path. Raises UnknownNameError, TaskError."""
    path = Path(name_or_path)
    if isinstance(name_or_path, str) and len(path.parts) == 1 and not path.suffix:
        shipped = _SHIPPED / f"{name_or_path}.toml"
        if not shipped.is_file():
            raise UnknownNameError(tr("planning task"), name_or_path, task_names())
        return shipped
    if not path.exists():
        raise TaskError("there is no such file", path)
    if path.is_dir() or path.suffix.lower() != ".toml":
        raise TaskError("a planning task is a file of type .toml", path)
    return path


def load_task(
    name_or_path: str | Path, load_model: ModelLoader | None = None, *, allowed_folders: Sequence[str | Path] = ()
) -> PlanTask:
    """Read a planning task: one we ship, by its name, or a TOML file.

    load_model : how a robot's name or path becomes a Model; None: as for `load_scene`
    allowed_folders : in which a robot's file may lie, beside the task's own folder
    Raises UnknownNameError for a name that does not exist, TaskError for a file that cannot be used (naming file and line).
    """
    return _task_of(
        read_toml(path_of_task(name_or_path), TaskFile, TaskError, largest=LARGEST_NUMBER), load_model, allowed_folders
    )


def task_from_text(
    text: str, path: str | Path, load_model: ModelLoader | None = None, *, allowed_folders: Sequence[str | Path] = ()
) -> PlanTask:
    """Read a planning task from the text of a TOML file; `path` names it, the rest as for `load_task`. Raises TaskError."""
    return _task_of(TomlFile(Path(path), text, TaskFile, TaskError, largest=LARGEST_NUMBER), load_model, allowed_folders)


def _task_of(file: TomlFile[TaskFile], load_model: ModelLoader | None, allowed_folders: Sequence[str | Path]) -> PlanTask:
    """The task of a file. Raises TaskError for the first that is wrong with it; its `others` are the rest."""
    rows, reading = file.values, TaskReading(file)
    phases = tuple(_phase(reading, i) for i in range(len(rows.phases)))
    if not phases:
        reading.note(tr("the task has no phases: [[phases]] with a mode each"))
    task = PlanTask(
        name=file.path.stem,
        phases=phases,
        system=rows.system,
        title=rows.title,
        description=rows.description,
        start=_bounds(reading, rows.start, "start"),
        goal=_bounds(reading, rows.goal, "goal"),
        limits={name: _pair(bound) for name, bound in _bounds(reading, rows.limits, "limits").items()},
        friction=rows.friction,
        parameters=dict(rows.parameters),
        reference=None if rows.reference is None else _reference(reading, rows.reference),
        obstacles=_obstacles(reading),
        periodic=rows.periodic,
        method=rows.method,
        lecture=_lecture(reading),
        robot=_robot(reading, load_model, allowed_folders),
    )
    if rows.costs is not None:
        task = replace(task, costs=dict(rows.costs))
    if task.lecture is not None:
        if task.reference is not None:
            reading.note(tr("a task of the lecture has no reference of its own"), "reference")
        task = with_reference(task, task.lecture)
    if task.robot is not None or task.system != "robot":  # else there are no names to go by
        _check_names(reading, task)
    reading.refuse()
    return task


def _robot(reading: TaskReading, load_model: ModelLoader | None, allowed_folders: Sequence[str | Path]) -> ContactRobot | None:
    try:
        return contact_robot(reading.file, load_model, allowed_folders)
    except TaskError as error:
        reading.faults.append(error)
        return None


def _phase(reading: TaskReading, i: int) -> TaskPhase:
    row = reading.rows.phases[i]
    place, before = ("phases", i, "duration"), len(reading.faults)
    duration = _bound(reading, row.duration, *place)
    least, greatest = _pair(duration)
    if len(reading.faults) > before:
        pass  # more is not to be said of it
    elif not (0.0 < least and greatest < inf):
        reading.note(
            tr(
                "phases[{i}].duration: expected seconds from above 0 to a finite number, got {words}",
                i=i,
                words=_words(duration),
            ),
            *place,
        )
    elif row.guess is not None and not least <= row.guess <= greatest:
        reading.note(
            tr(
                "phases[{i}].guess: {guess:g} s is not within its duration, {words} s",
                i=i,
                guess=row.guess,
                words=_words(duration),
            ),
            "phases",
            i,
            "guess",
        )
    return TaskPhase(
        mode=row.mode,
        intervals=row.intervals,
        duration=duration,
        guess=row.guess,
        ends_at=_bounds(reading, row.ends_at, "phases", i, "ends_at"),
        foothold=_bounds(reading, row.foothold, "phases", i, "foothold"),
    )


def _bounds(reading: TaskReading, rows: Mapping[str, BoundRow], *place: str | int) -> dict[str, Bound]:
    return {name: _bound(reading, row, *place, name) for name, row in rows.items()}


def _bound(reading: TaskReading, row: BoundRow, *place: str | int) -> Bound:
    if isinstance(row, float | int):
        return float(row)
    if isinstance(row, OpenBoundRow):
        if row.least is None and row.greatest is None:
            reading.note(tr("{place}: a bound has a least or a greatest value", place=place[-1]), *place)
        least = -inf if row.least is None else row.least
        greatest = inf if row.greatest is None else row.greatest
    else:
        least, greatest = row
    if least > greatest:
        reading.note(
            tr("{place}: expected [least, greatest], got {words}", place=place[-1], words=_words((least, greatest))), *place
        )
    return least, greatest


def _pair(bound: Bound) -> tuple[float, float]:
    return bound if isinstance(bound, tuple) else (bound, bound)


def _words(bound: Bound) -> str:
    return f"[{bound[0]:g}, {bound[1]:g}]" if isinstance(bound, tuple) else f"{bound:g}"


def _reference(reading: TaskReading, row: ReferenceRow) -> StateReference:
    if any(after <= before for before, after in pairwise(row.t)):
        reading.note(tr("reference.t: expected increasing times"), "reference", "t")
    for name, values in row.values.items():
        if len(values) != len(row.t):
            reading.note(
                tr(
                    "reference.values.{name}: expected {count} numbers, one a time, got {values_count}",
                    name=name,
                    count=len(row.t),
                    values_count=len(values),
                ),
                "reference",
                "values",
                name,
            )
    for name in row.weights:
        if name not in row.values:
            reading.note(str(UnknownNameError("motion", name, row.values, "reference.values")), "reference", "weights", name)
    return StateReference(np.array(row.t), {name: np.array(values) for name, values in row.values.items()}, dict(row.weights))


def _obstacles(reading: TaskReading) -> tuple[Obstacle, ...]:
    rows = reading.rows
    for i, gap in enumerate(rows.gaps):
        if gap.end <= gap.start:
            reading.note(
                tr(
                    "gaps[{i}].end: expected more than its start, {start:g} m, got {end:g} m", i=i, start=gap.start, end=gap.end
                ),
                "gaps",
                i,
                "end",
            )
    crossed = [("gaps", [row.crossed_in for row in rows.gaps]), ("steps", [row.crossed_in for row in rows.steps])]
    for kind, phases in crossed:
        for i, phase in enumerate(phases):
            if phase > len(rows.phases):
                message = tr(
                    "{kind}[{i}].crossed_in: there is no phase {phase}; they are 1 to {count}",
                    kind=kind,
                    i=i,
                    phase=phase,
                    count=len(rows.phases),
                )
                reading.note(message, kind, i, "crossed_in")
    return (
        *(GapObstacle(row.start, row.end, row.crossed_in - 1) for row in rows.gaps),
        *(StepObstacle(row.x, row.height, row.crossed_in - 1, row.edge) for row in rows.steps),
        *(BarObstacle(row.x, row.z, row.radius) for row in rows.bars),
    )


def _lecture(reading: TaskReading) -> LectureSwitches | None:
    """What is mended in the lecture's problem."""
    row = reading.rows.lecture
    if reading.rows.system != "lecture":
        if row is not None:
            reading.note(
                tr("[lecture] is of the system 'lecture', and this task's is {system!r}", system=reading.rows.system), "lecture"
            )
        return None
    return LectureSwitches(**({} if row is None else msgspec.structs.asdict(row)))


def _check_names(reading: TaskReading, task: PlanTask) -> None:
    """Note each name in a task that its system does not have."""
    known = known_names(task)
    for i, phase in enumerate(task.phases):
        _check(reading, "mode", (phase.mode,), known.modes, "phases", i, "mode")
        _check(reading, "state", phase.ends_at, known.states, "phases", i, "ends_at")
        _check(reading, "foothold", phase.foothold, known.footholds, "phases", i, "foothold")
    _check(reading, "state", task.periodic, known.states, "periodic")
    for place in ("start", "goal"):
        _check(reading, "state", getattr(task, place), known.states, place)
    _check(reading, "limit", task.limits, known.limits, "limits")
    _check(reading, "parameter", task.parameters, known.parameters, "parameters")
    _check(reading, "cost", task.costs, known.costs, "costs")
    if task.reference is not None:
        followed = (*known.states, *known.inputs)
        _check(reading, tr("state or input"), task.reference.values, followed, "reference", "values")


def _check(reading: TaskReading, kind: str, names: Iterable[str], existing: Iterable[str], *place: str | int) -> None:
    for name in names:
        if name not in existing:
            reading.note(str(UnknownNameError(kind, name, existing)), *place, name)
