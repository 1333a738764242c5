"""What can be opened: scenes, robots, recordings. Always a scene in the end; a robot stands in one of its own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import robots
from sim.errors import ArgumentError, UnknownNameError
from sim.multibody.arrays import Array
from sim.multibody.model import Finding, JointKind, Model
from sim.multibody.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from sim.simulation.scene_file import load_scene, scene_from_text, scene_names

if TYPE_CHECKING:
    from robots.dh.definition import Definition
    from robots.progress import Progress
    from sim.simulation.recording import Recording
    from sim.simulation.scene import Scene

WELCOME = "welcome"
_DIP = 1e-3  # a fixed robot may reach this far below the floor [m]
_FLOOR = """\
[materials.floor]
friction = 0.8

[[obstacles]]
name = "ground"
material = "floor"
shapes = [{ shape = "plane" }]

"""


@dataclass(frozen=True, slots=True)
class Given:
    """What robots' files are read with, beside their paths: as `robots.load` takes it."""

    xacro_args: Mapping[str, object] = field(default_factory=dict)
    package_roots: tuple[str, ...] = ()
    allowed_folders: tuple[str, ...] = ()

    def loader(self, progress: Progress | None = None) -> partial[Model]:
        """Return `robots.load` with all this given to it."""
        return partial(
            robots.load,
            package_roots=self.package_roots,
            allowed_folders=self.allowed_folders,
            xacro_args=self.xacro_args,
            progress=progress,
        )


@dataclass(frozen=True, eq=False, slots=True)
class Document:
    """Something open: a scene, and a recording of it if that is what was opened."""

    kind: str  # "scene", "robot" or "recording"
    name: str  # what was asked for: a name, or a file's name
    reference: str  # how to open it again: a name or a path
    scene: Scene
    recording: Recording | None = None
    given: Given = field(default_factory=Given)  # what it was read with
    table: Definition | None = None  # of a robot that is a Denavit-Hartenberg table

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the readers of its robots had to say, and what is doubtful about the scene."""
        robots = tuple(finding for part in self.scene.parts for finding in part.model.findings)
        return robots + self.scene.findings

    @property
    def files(self) -> tuple[Path, ...]:
        """What was read: the file itself, those of its robots, then their meshes."""
        if self.recording is not None:
            return (Path(self.reference),)
        models = [part.model for part in self.scene.parts]
        own = [] if self.kind == "robot" else [self.scene.path]
        bodies = [body for model in models for body in model.bodies]
        shapes = [item.shape for body in bodies for item in (*body.visuals, *body.collisions)]
        meshes = [str(shape.path) for shape in shapes if isinstance(shape, Mesh)]
        found = dict.fromkeys([*own, *(model.source for model in models), *meshes])
        return tuple(Path(path) for path in found if path and os.path.isabs(path))


def open_document(reference: str | Path, given: Given | None = None, progress: Progress | None = None) -> Document:
    """Open a scene or a robot by name, or a file by path: .toml (scene, or table of a robot), .urdf, .xacro, .xml, .mcap.

    given    : what robots' files are read with; only a xacro file has arguments

    progress : as of `robots.load`, for each robot in turn
    Raises the errors of `sim.errors`, naming file and line, and `robots.LoadCancelled`; nothing else is changed.
    """
    text, given = str(reference), given or Given()
    if given.xacro_args and not text.lower().endswith(".xacro"):
        raise ArgumentError(f"only xacro files have arguments; {', '.join(given.xacro_args)} cannot be given to {text}")
    load = given.loader(progress)
    path = Path(os.path.expanduser(text))
    named = len(path.parts) == 1 and not path.suffix
    if named and not path.exists():
        if text in scene_names():
            return Document("scene", text, text, load_scene(text, load), given=given)
        if text in robots.names():
            return _robot(text, text, robots.describe(text).path, given, progress)
        raise UnknownNameError("scene or robot", text, (*scene_names(), *robots.names()))
    path = path.resolve()
    suffix = path.suffix.lower()
    if suffix == ".mcap":
        from sim.simulation.recording_file import load_recording

        recording = load_recording(path, load_model=load)
        return Document("recording", path.name, str(path), recording.scene, recording, given)
    if suffix == ".toml" and not _is_robot_table(path):
        return Document("scene", path.name, str(path), load_scene(path, load), given=given)
    if suffix not in (".toml", ".urdf", ".xacro", ".xml"):
        raise ArgumentError(
            f"{path}: files of type {path.suffix!r} are not opened; these are: .toml (a scene, or the table of a robot), "
            ".urdf, .xacro and .xml (MJCF; a robot), .mcap (a recording)"
        )
    return _robot(path.name, str(path), path, given, progress)


def _robot(name: str, reference: str, path: Path, given: Given, progress: Progress | None) -> Document:
    """A robot by itself, with its table if it is one."""
    if path.suffix.lower() != ".toml":
        model = given.loader(progress)(reference)
        title = robots.describe(reference).title if reference in robots.names() else model.name
        return Document("robot", name, reference, scene_around(model, title, reference), given=given)
    from robots.dh.editing import definition_in

    return table_document(definition_in(path), name, reference)


def table_document(definition: Definition, name: str, reference: str) -> Document:
    """The robot of a table; links without any shape are drawn as sticks. Raises ModelError for what cannot be."""
    from robots.dh.editing import model_of
    from robots.faults import refusal

    from .sticks import with_sticks

    path = robots.describe(reference).path if reference in robots.names() else Path(reference)
    model, findings = model_of(definition, path)
    if model is None:
        raise refusal(findings)
    drawn = model
    if (sticks := with_sticks(definition)) is not definition:
        drawn = model_of(sticks, path)[0] or model
    title = robots.describe(reference).title if reference in robots.names() else definition.title or model.name
    return Document("robot", name, reference, scene_around(drawn, title, reference), table=definition)


def _is_robot_table(path: Path) -> bool:
    """Whether a TOML file is a table of Denavit-Hartenberg rows rather than a scene: it names its convention."""
    import tomllib

    try:
        with path.open("rb") as stream:
            return "convention" in tomllib.load(stream)
    except (OSError, ValueError):
        return False  # the reader of scenes says what is wrong with it


def scene_around(model: Model, title: str, reference: str) -> Scene:
    """The scene in which a model by itself is shown, its joints held where they are put.

    It stands on a floor, unless it is fixed to the world and reaches below z = 0 there; the description says so.
    """
    from sim.simulation.holding import holding_gains

    name = _short(model.name)
    stiffness, damping = holding_gains(model, model.poses["home"])
    floating = any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)
    below = not floating and lowest_point(model, model.poses["home"]) < -_DIP
    text = f"""\
title = {_quoted(title)}
description = {_quoted(_described(model, floating, below))}
duration = 5.0

{_FLOOR}[[robots]]
name = {_quoted(name)}
model = {_quoted(reference)}

[robots.controller]
stiffness = {_numbers(stiffness)}
damping = {_numbers(damping)}
gravity_compensation = {"false" if floating else "true"}
"""
    if below:
        text = text.replace(_FLOOR, "")
    if model.nv == 0:
        text = text[: text.index("[robots.controller]")]
    return scene_from_text(text, Path(f"{name}.toml"), lambda _: model)


def _described(model: Model, floating: bool, below: bool) -> str:
    """What a student should know before pressing Space."""
    joints = sum(kind.nv == 1 for kind in (model.joint(name).kind for name in model.joint_names))
    bodies = len(model.bodies)
    text = f"{bodies} {'body' if bodies == 1 else 'bodies'}, {joints} joint{'' if joints == 1 else 's'}."
    if floating:
        text += " Springs hold its joints; press Space to let it stand or fall."
    elif joints:
        text += " Motors hold each joint where you put it, as far as their effort limits let them."
    if below:
        text += " It reaches below z = 0 where it is fixed, so there is no floor."
    if not any(body.collisions for body in model.bodies):
        text += " It has no shapes to touch with."
    return text


def lowest_point(model: Model, q: Array) -> float:
    """Least z of what its moving bodies touch with, at q (nq,) [m]; inf if there is nothing."""
    from sim.multibody.plain_kinematics import plain_frame_poses

    poses = plain_frame_poses(model, q)
    lowest = float("inf")
    for body, pose, row in zip(model.bodies, poses, model.frame_row, strict=False):
        if row == 0:
            continue  # fixed to the world, as the floor is
        for collision in body.collisions:
            placed = pose @ collision.placement
            lowest = min(lowest, float(placed[2, 3]) - _depth(collision.shape, placed[2, :3]))
    return lowest


def _depth(shape: Shape, down: Array) -> float:
    """How far a shape reaches below its origin; `down` (3,) is the world's z in the shape's axes [m]."""
    match shape:
        case Sphere():
            return shape.radius
        case Box():
            return 0.5 * float(np.abs(down) @ np.array(shape.size))
        case Cylinder():
            return shape.radius * float(np.hypot(down[0], down[1])) + 0.5 * shape.length * abs(float(down[2]))
        case Capsule():
            return shape.radius + 0.5 * shape.length * abs(float(down[2]))
        case Mesh() if shape.data is not None:
            return float(np.max(-shape.data.vertices @ down, initial=0.0))
    return 0.0


def _short(name: str) -> str:
    """A name that can stand before a slash."""
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in name) or "robot"


def _quoted(text: str) -> str:
    """A text as TOML writes it."""
    escaped = "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in text)
    return f'"{escaped}"'


def _numbers(values: object) -> str:
    return "[" + ", ".join(repr(float(value)) for value in values) + "]"  # type: ignore[attr-defined]
