"""The text of a scene as it is now: what was changed beside its text is written into it, all else stays as it was written."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from ....arrays import Array, frozen
from ....definition.placement_rows import roll_pitch_yaw
from ....definition.shape_rows import radians_per
from ....definition.toml_editing import with_values
from ....definition.toml_lines import KeyPath
from ....errors import ArgumentError
from ....multibody.model.model import GRAVITY
from ....multibody.model.state import State
from ....safe_write import safe_write
from ..control.controller import Controller
from .scene import Material, Part, Scene
from .scene_file import toml_of_scene
from .settings import Settings

_PLACES = 12  # decimals of what is computed: far below what is seen, and no tails of rounding in a file
KINDS = ("obstacles", "bodies", "robots")  # of parts, in the order that a scene has them in


def scene_text(scene: Scene, *, settings: Settings | None = None, q: Array | None = None) -> str:
    """The text that reads as this scene, with these settings and from this q (nq,) if they are given.

    Comments and order stay where the layout is known. Raises ArgumentError for a scene that was read from no text, or whose
    parts are other than it says: `with_part`, `with_body` and `with_joint` leave it behind.
    """
    return with_values(scene.source, *beside_text(scene, settings, q))


def _fields(value: Settings | Material) -> dict[str, Any]:
    """Its fields by their names, as `asdict` gives them in five times the time."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


def is_as_written(scene: Scene, *, settings: Settings, q: Array) -> bool:
    """Whether `scene_text` with these settings and q (nq,) would be the text that the scene has. Raises what it raises."""
    return beside_text(scene, settings, q) == ({}, [])


def beside_text(scene: Scene, settings: Settings | None, q: Array | None) -> tuple[dict[KeyPath, Any], list[KeyPath]]:
    """What the text of a scene is to say and does not, and what it says and is not to."""
    if not scene.source:
        raise ArgumentError("scene {scene!r} was made in Python, and has no text that could be saved", scene=scene.name)
    said: Mapping[str, Any] = toml_of_scene(scene.source, scene.path).written
    values: dict[KeyPath, Any] = {}
    for key, value, default in (
        ("title", scene.title, scene.name),
        ("description", scene.description, ""),
        ("duration", scene.duration, 3.0),
        ("gravity", list(scene.gravity), list(GRAVITY)),
    ):
        if value != said.get(key, default):
            values[key,] = value
    read = {**_fields(Settings()), **said.get("settings", {})}
    values |= {("settings", key): value for key, value in _fields(settings or scene.settings).items() if read[key] != value}
    for name, material in scene.materials.items():
        row = {**_fields(Material()), **said.get("materials", {}).get(name, {})}
        for key, number in _fields(material).items():
            if row[key] != number:
                values["materials", name, key] = float(number)
    gone: list[KeyPath] = []
    if q is not None:
        _note_start(values, gone, said, scene, q)
    return values, gone


def as_written(scene: Scene, text: str, path: str, *, settings: Settings, q: Array) -> Scene:
    """What a scene reads as once it is written as this text of it, by `scene_text` with these settings and q (nq,)."""
    target, parts, first = np.array(scene.control.q_target), list[Part](), 0
    for part in scene.parts:
        place = slice(first, first + part.model.nq)
        first = place.stop
        if not isinstance(part.controller, Controller) or part.controller.target is None:
            target[place] = q[place]  # what is told to go nowhere is held where it starts
        moved = not np.array_equal(q[place], scene.initial.q[place])
        parts.append(replace(part, q=frozen(np.array(q[place]))) if moved else part)
    return replace(
        scene,
        source=text,
        path=path,
        settings=settings,
        parts=tuple(parts),
        initial=State(0.0, frozen(np.array(q)), scene.initial.v),
        control=scene.control._replace(q_target=frozen(target)),
        _built=(),
    )


def held_at(scene: Scene, text: str, q: Array, target: Array) -> str:
    """The text of a scene that starts at q (nq,), with controllers that hold robots at `target` (nq,), where they would not."""
    values: dict[KeyPath, Any] = {}
    paths, first = part_paths(tomllib.loads(text)), 0
    for part in scene.parts:
        place = slice(first, first + part.model.nq)
        first = place.stop
        if isinstance(part.controller, Controller):
            read = q[place] if part.controller.target is None else part.controller.target
            if not np.array_equal(read, target[place]):
                values[(*paths[part.name], "controller", "target")] = [float(x) for x in target[place]]
    return with_values(text, values) if values else text


def save_scene(scene: Scene, path: str | Path, *, overwrite: bool = False) -> None:
    """Write a scene into a file, whole or not at all. Paths of its robots are written as seen from there.

    Raises ArgumentError for a scene without a text (see `scene_text`) or a file that exists, SaveError if it cannot be written.
    """
    path = Path(path)
    if path.exists() and not overwrite:
        raise ArgumentError("{path} exists; it is overwritten only with overwrite=True", path=path)
    text = text_for(scene_text(scene), scene.path, path)
    with safe_write(path, "scene", text=True) as stream:
        stream.write(text)


def text_for(text: str, before: str | Path, path: str | Path) -> str:
    """The text of a scene's file that moves from one path to another: its robots and meshes are the same files."""
    old, new = Path(os.path.abspath(before)).parent, Path(os.path.abspath(path)).parent
    values: dict[KeyPath, Any] = {}
    for at, given in named_files(tomllib.loads(text)).items():
        place = Path(os.path.normpath(old / given))
        wanted = f"./{place.relative_to(new)}" if place.is_relative_to(new) else str(place)
        if old != new or Path(given).is_absolute():
            values[at] = wanted
    return with_values(text, values)


def named_files(said: Mapping[str, Any]) -> dict[KeyPath, str]:
    """The files that a scene's text names, by where it does: of its robots, and meshes."""
    found: dict[KeyPath, str] = {}
    for i, robot in enumerate(said.get("robots", [])):
        given = Path(robot["model"])
        if len(given.parts) > 1 or given.suffix:
            found["robots", i, "model"] = robot["model"]
    for i, body in enumerate(said.get("bodies", [])):
        if body["shape"].get("mesh"):
            found["bodies", i, "shape", "mesh"] = body["shape"]["mesh"]
    for i, obstacle in enumerate(said.get("obstacles", [])):
        for k, shape in enumerate(obstacle["shapes"]):
            if shape.get("mesh"):
                found["obstacles", i, "shapes", k, "mesh"] = shape["mesh"]
    return found


def part_paths(said: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    """Where in a scene's text each part is, by its name."""
    return {row["name"]: (kind, i) for kind in KINDS for i, row in enumerate(said.get(kind, []))}


def _note_start(values: dict[KeyPath, Any], gone: list[KeyPath], said: Mapping[str, Any], scene: Scene, q: Array) -> None:
    """Where each part starts that was put elsewhere; velocities stay what they are, along the axes that turned."""
    paths, radians = part_paths(said), radians_per(said.get("angle_unit", "rad"))
    first = first_v = 0
    for part in scene.parts:
        own = np.asarray(q[first : first + part.model.nq])
        was = scene.initial.q[first : first + part.model.nq]
        v = scene.initial.v[first_v : first_v + part.model.nv]
        first, first_v = first + part.model.nq, first_v + part.model.nv
        if np.array_equal(own, was):
            continue
        path = paths[part.name]
        row = said[path[0]][path[1]]
        start = _body_start(part, own, v, radians) if path[0] == "bodies" else {"q": [float(x) for x in own]}
        if row.get("placed_by"):
            start |= frame_start(part, own, row["placed_by"], radians)
        if path[0] == "robots" and ("velocity" in row or "spin" in row):
            gone += [(*path, "velocity"), (*path, "spin")]
            start["v"] = [float(x) for x in v]
        values |= {(*path, key): value for key, value in start.items() if key in row or key not in ("velocity", "spin")}


def frame_start(part: Part, q: Array, frame: str, radians: float) -> dict[str, Any]:
    """Where a frame of a robot, "" its base, is at q (nq,) while it stands where it does, as a text says it: `xyz`, `rpy`."""
    from ....multibody.kinematics.plain_kinematics import plain_frame_poses

    X_BF = plain_frame_poses(part.model, q)[part.model.frame_index(frame)] if frame else np.eye(4)
    pose = part.placement @ X_BF
    return {
        "xyz": [round(float(x), _PLACES) + 0.0 for x in pose[:3, 3]],
        "rpy": [round(angle / radians, _PLACES) + 0.0 for angle in roll_pitch_yaw(pose[:3, :3])],
    }


def _body_start(part: Part, q: Array, v: Array, radians: float) -> dict[str, Any]:
    from ....multibody.kinematics.plain_kinematics import plain_frame_poses

    pose = plain_frame_poses(part.model, q)[0]
    rotation = pose[:3, :3]
    return {
        "xyz": [float(x) for x in pose[:3, 3]],
        "rpy": [angle / radians for angle in roll_pitch_yaw(rotation)],
        "velocity": [float(x) for x in rotation @ v[:3]],
        "spin": [float(x) / radians for x in rotation @ v[3:]],
    }
