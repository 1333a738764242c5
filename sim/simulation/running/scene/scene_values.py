"""A scene with values of its file changed, without reading anything anew: what a sweep varies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import numpy as np

from ....definition.toml_lines import KeyPath
from ....errors import ArgumentError, SceneError, UnknownNameError
from ....texts import marked, tr
from .scene import Scene
from .scene_file import scene_like, toml_of_scene
from .scene_rows import SceneFile
from .scene_text import beside_text

_STEP = re.compile(r'\.?(?:"([^"]*)"|\[(\d+)\]|([^.\["\]]+))')
_ALSO = {"material": "materials", "obstacle": "obstacles", "body": "bodies", "robot": "robots"}  # what the first key may be too
_NAMED = {"obstacles": marked("obstacle"), "bodies": marked("body"), "robots": marked("robot")}


def with_values(scene: Scene, values: Mapping[str, Any]) -> Scene:
    """The same scene with values of its file changed: what it would be read as with these written into it.

    values : by their place in the file, as "materials.floor.friction", "bodies.brick.rpy", "settings.dt", "gravity[2]": keys,
             names of obstacles, bodies and robots, and places in lists from 0; in q and v of a robot also joints, as
             "robots.arm.q.elbow". A name that has a point or a bracket is in quotes. They are in the units of the file
    Robots and meshes stay those of the scene: files are read only where `model`, `arguments` or a mesh is another one. `source`
    is written anew, without comments.
    Raises UnknownNameError for a name that there is not, ArgumentError for a place that cannot be and for a scene that was read
    from no text, SceneError for a key that there is not and for a value that cannot be.
    """
    changed, _ = beside_text(scene, None, None)
    file = toml_of_scene(scene.source, scene.path)
    document: Any = file.written
    for place, value in changed.items():
        document = _with(document, file.values, place, value)
    for name, value in values.items():
        with _told_of(name):
            place = _place(scene, file.values, name)
            document = _with(document, file.values, *_of_joint(scene, document, place, _plain(value)))
    try:
        return scene_like(scene, document)
    except SceneError as error:  # on a line of a text that nobody sees
        raise SceneError(error.message, error.path) from None


def places_of(scene: Scene, name: str) -> list[KeyPath]:
    """The paths of keys in a scene's file of a place as `with_values` takes it: of a joint those of its numbers.

    Raises UnknownNameError, ArgumentError.
    """
    rows = toml_of_scene(scene.source, scene.path).values
    with _told_of(name):
        place = _place(scene, rows, name)
    if len(place) not in (4, 5) or place[0] != "robots" or place[2] not in ("q", "v") or not isinstance(place[3], str):
        return [place]
    row = rows.robots[int(place[1])]
    model = next(part.model for part in scene.parts if part.name == row.name)
    if place[3] not in model.joint_names:
        return [place]  # which is told where it is written
    at = model.joint_slices()[place[3]][place[2] == "v"]
    numbers = range(at.start, at.stop)
    return [(*place[:3], k) for k in numbers if len(place) == 4 or k == at.start + int(place[4])]


@contextmanager
def _told_of(name: str) -> Iterator[None]:
    try:
        yield
    except _Impossible as error:
        raise ArgumentError("{name!r} cannot be changed: {reason}", name=name, reason=error.args[0]) from None


def numbers_of(scene: Scene) -> dict[str, Any]:
    """Numbers of a scene's file by their place, as `with_values` takes it, in the units of the file; orientations as vectors."""
    file = toml_of_scene(scene.source, scene.path)
    found: dict[str, Any] = {"duration": file.values.duration}
    found |= {f"settings.{key}": value for key, value in asdict(scene.settings).items() if type(value) in (int, float)}
    found |= {f"gravity[{i}]": value for i, value in enumerate(file.values.gravity)}
    for name, row in file.values.materials.items():
        place = f"materials.{quoted(name)}"
        found |= {f"{place}.friction": row.friction, f"{place}.restitution": row.restitution}
    for key in ("bodies", "obstacles", "robots"):
        for row in getattr(file.values, key):
            place = f"{key}.{quoted(row.name)}"
            found |= {f"{place}.xyz[{i}]": value for i, value in enumerate(row.xyz)} | {f"{place}.rpy": list(row.rpy)}
            found |= {f"{place}.rpy[{i}]": value for i, value in enumerate(row.rpy)}
    _add_numbers(found, "", {key: value for key, value in file.written.items() if key != "colors"})
    return found


def _add_numbers(found: dict[str, Any], place: str, inside: Any) -> None:
    """Those that are written there, at any depth."""
    if isinstance(inside, Mapping):
        for key, value in inside.items():
            if f"{place}{key}" not in found and key not in ("xyz", "rpy"):
                _add_numbers(found, f"{place}{quoted(key)}.", value)
    elif isinstance(inside, list):
        for i, value in enumerate(inside):
            named = isinstance(value, Mapping) and place in ("bodies.", "obstacles.", "robots.")
            _add_numbers(found, f"{place}{quoted(value['name'])}." if named else f"{place[:-1]}[{i}].", value)
    elif isinstance(inside, int | float) and not isinstance(inside, bool):
        found.setdefault(place[:-1], inside)


def quoted(name: str) -> str:
    """A name as a place has it."""
    return f'"{name}"' if not name or re.search(r"[.\[\]]", name) else name


class _Impossible(Exception):
    """Why a place or a value is none, the end of a sentence."""


def _place(scene: Scene, rows: SceneFile, name: str) -> KeyPath:
    """The path of keys of a value. Raises UnknownNameError, ArgumentError."""
    found = list(_STEP.finditer(name))
    if "".join(step[0] for step in found) != name or not found:
        raise _Impossible(tr("a place in a scene's file is written as bodies.brick.xyz[2]"))
    first, *rest = (int(step[2]) if step[2] else step[3] or step[1] for step in found)
    first = _ALSO.get(str(first), first)
    owner = tr("scene {name!r}", name=scene.name)
    if first not in SceneFile.__struct_fields__:
        raise UnknownNameError("key", str(first), SceneFile.__struct_fields__, owner)
    if rest and first in _NAMED:
        names = [row.name for row in getattr(rows, first)]
        if rest[0] not in (*names, *range(len(names))):
            raise UnknownNameError(_NAMED[first], str(rest[0]), names, owner)
        rest[0] = rest[0] if isinstance(rest[0], int) else names.index(rest[0])
    known = {"materials": ("material", scene.materials), "colors": ("color", rows.colors)}.get(str(first))
    if rest and known is not None and rest[0] not in known[1]:
        raise UnknownNameError(known[0], str(rest[0]), filter(None, known[1]), owner)
    return first, *rest


def _of_joint(scene: Scene, document: Any, place: KeyPath, value: Any) -> tuple[KeyPath, Any]:
    """The place of all of a robot's q or v and their numbers, of a place in them; others as they are."""
    if len(place) not in (4, 5) or place[0] != "robots" or place[2] not in ("q", "v"):
        return place, value
    _, i, key, step, *entry = place
    row = document["robots"][i]
    part = next(part for part in scene.parts if part.name == row["name"])
    model, written = part.model, row.get(key)
    start = part.q if key == "q" else part.v
    numbers = list(written) if isinstance(written, list) else [] if start is None else start.tolist()
    numbers = numbers or model.nv * [0.0]
    if isinstance(step, str) and step not in model.joint_names:
        raise UnknownNameError("joint", step, model.joint_names, tr("model {model!r}", model=model.name))
    at = model.joint_slices()[step][key == "v"] if isinstance(step, str) else slice(step, step + 1)
    if entry:  # one of the numbers of a joint
        if not isinstance(step, str) or not isinstance(entry[0], int) or entry[0] >= at.stop - at.start:
            raise _Impossible(tr("there is no {step!r} in {inside!r}", step=entry[0], inside=numbers[at]))
        at = slice(at.start + entry[0], at.start + entry[0] + 1)
    given = value if isinstance(value, list) else [value]
    if at.stop > len(numbers) or len(given) != at.stop - at.start:
        there = {"count": len(numbers[at]), "size": len(numbers), "given": len(given)}
        raise _Impossible(tr("{count} of its {size} numbers are there; {given} are given", **there))
    numbers[at] = given
    return place[:3], numbers


def _with(inside: Any, default: Any, place: KeyPath, value: Any) -> Any:
    """What is inside a document, nothing or another value at a place; `default`: what is read where the document says nothing."""
    if not place:
        return value
    step, *rest = place
    if inside is None:
        inside = list(default) if isinstance(default, tuple) else {}
    if isinstance(inside, list):
        if not isinstance(step, int) or step >= len(inside):
            raise _Impossible(
                tr("the places of a list of {count} are [0] to [{last}]", count=len(inside), last=len(inside) - 1)
            )
        below = default[step] if isinstance(default, tuple) and step < len(default) else None
        return [*inside[:step], _with(inside[step], below, tuple(rest), value), *inside[step + 1 :]]
    if not isinstance(inside, Mapping) or isinstance(step, int):
        raise _Impossible(tr("there is no {step!r} in {inside!r}", step=step, inside=inside))
    below = default.get(step) if isinstance(default, Mapping) else getattr(default, step, None)
    return {**inside, step: _with(inside.get(step), below, tuple(rest), value)}


def _plain(value: Any) -> Any:
    """A value as TOML has it."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if not isinstance(value, bool | int | float | str):
        raise _Impossible(tr("{value!r} is no number, text, list or table", value=value))
    return value
