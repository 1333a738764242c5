"""A planning task with some of its values changed, as they are typed: goal.body_x=1.2."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...definition.toml_file import read_toml
from ...definition.toml_writer import toml_text
from ...errors import ArgumentError, DefinitionError, TaskError, UnknownNameError
from ...simulation.running.scene.robot_part import ModelLoader
from ...size_limits import LARGEST_NUMBER
from ..task.plan_task import PlanTask
from .plan_files import READ, task_text_of_plan
from .task_file import path_of_task, task_from_text
from .task_rows import TaskFile


def load_changed_task(
    name_or_path: str | Path,
    changes: Mapping[str, str],
    load_model: ModelLoader | None = None,
    *,
    allowed_folders: Sequence[str | Path] = (),
) -> PlanTask:
    """Read a planning task as `load_task` does, or from a plan that was saved with it, and change values of it.

    changes : by place, "goal.body_x", "limits.leg length", "phases.1.duration" of the first phase: rows are counted from 1, as in
              all that is told of a plan; each a number, a text, or a value as TOML has it, "[0.1, 0.5]"; "" takes it away
    Raises what `load_task` raises, and ArgumentError naming the change that cannot be.
    """
    path, text = _source(name_or_path)
    task = task_from_text(text, path, load_model, allowed_folders=allowed_folders)
    document = tomllib.loads(text)
    for place, text in changes.items():
        change = f"{place}={text}"
        _change(document, place.split("."), text, change)
        try:
            task = task_from_text(toml_text(document), path, load_model, allowed_folders=allowed_folders)
        except DefinitionError as error:
            raise ArgumentError("{change}: {why}", change=change, why=_from_one(error.message)) from None
    return task


def _source(name_or_path: str | Path) -> tuple[Path, str]:
    """A path, and the text of the task in it."""
    path = Path(name_or_path)
    if path.suffix.lower() not in READ:
        path = path_of_task(name_or_path)
        return path, read_toml(path, TaskFile, TaskError, largest=LARGEST_NUMBER).text
    text = task_text_of_plan(path)
    if not text:
        raise TaskError("this plan was saved without what it was asked for by", path)
    return path, text


def _change(document: dict[str, Any], keys: list[str], text: str, change: str) -> None:
    """Change one value in a document."""
    holder: Any = document
    for key in keys[:-1]:
        if isinstance(holder, list):
            holder = holder[_index(key, holder, change)]
        elif isinstance(holder, dict):
            holder = holder.setdefault(key, {})
        if not isinstance(holder, dict | list):
            raise ArgumentError("{change}: {key!r} has no values in it", change=change, key=key)
    key = keys[-1]
    if isinstance(holder, list):
        holder[_index(key, holder, change)] = _value(text)
    elif text:
        holder[key] = _value(text)
    elif holder.pop(key, None) is None:
        raise ArgumentError("{change}: {why}", change=change, why=UnknownNameError("value", key, holder))


def _from_one(message: str) -> str:
    """What is wrong with a file, its rows named as places of changes are: phases[0].guess is phases.1.guess."""
    place, colon, words = message.partition(": ")
    return re.sub(r"\[(\d+)\]", lambda row: f".{int(row[1]) + 1}", place) + colon + words


def _index(key: str, rows: list[Any], change: str) -> int:
    if not key.isdecimal() or not 1 <= int(key) <= len(rows):
        raise ArgumentError("{change}: there is no row {key}; they are 1 to {count}", change=change, key=key, count=len(rows))
    return int(key) - 1


def _value(text: str) -> Any:
    """As TOML reads it; what it cannot read is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
