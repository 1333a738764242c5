"""What can be opened: scenes, robots, recordings. Always a scene in the end; a robot stands in one of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import robots
from sim.errors import ArgumentError, UnknownNameError
from sim.multibody.model import Finding, JointKind, Model
from sim.simulation.scene_file import load_scene, scene_from_text, scene_names

if TYPE_CHECKING:
    from sim.simulation.recording import Recording
    from sim.simulation.scene import Scene

WELCOME = "welcome"


@dataclass(frozen=True, eq=False, slots=True)
class Document:
    """Something open: a scene, and a recording of it if that is what was opened."""

    kind: str  # "scene", "robot" or "recording"
    name: str  # what was asked for: a name, or a file's name
    reference: str  # how to open it again: a name or a path
    scene: Scene
    recording: Recording | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the readers of its robots had to say."""
        return tuple(finding for part in self.scene.parts for finding in part.model.findings)


def open_document(reference: str | Path) -> Document:
    """Open a scene or a robot by name, or a file by path: .toml (scene, or table of a robot), .urdf, .mcap.

    Raises the errors of `sim.errors`, naming file and line; nothing else is changed.
    """
    text = str(reference)
    path = Path(text).expanduser()
    named = len(path.parts) == 1 and not path.suffix
    if named and not path.exists():
        if text in scene_names():
            return Document("scene", text, text, load_scene(text, robots.load))
        if text in robots.names():
            return Document("robot", text, text, robot_scene(text))
        raise UnknownNameError("scene or robot", text, (*scene_names(), *robots.names()))
    suffix = path.suffix.lower()
    if suffix == ".mcap":
        from sim.simulation.recording_file import load_recording

        recording = load_recording(path, load_model=robots.load)
        return Document("recording", path.name, str(path), recording.scene, recording)
    if suffix == ".toml" and not _is_robot_table(path):
        return Document("scene", path.name, str(path), load_scene(path, robots.load))
    if suffix not in (".toml", ".urdf"):
        raise ArgumentError(
            f"{path}: files of type {path.suffix!r} are not opened; these are: .toml (a scene, or the table of a robot), "
            ".urdf (a robot), .mcap (a recording)"
        )
    return Document("robot", path.name, str(path), robot_scene(str(path.resolve())))


def _is_robot_table(path: Path) -> bool:
    """Whether a TOML file is a table of Denavit-Hartenberg rows rather than a scene: it names its convention."""
    import tomllib

    try:
        with path.open("rb") as stream:
            return "convention" in tomllib.load(stream)
    except (OSError, ValueError):
        return False  # the reader of scenes says what is wrong with it


def robot_scene(reference: str) -> Scene:
    """The scene in which a robot by itself is shown: on a floor, its joints held where they are put."""
    from sim.simulation.holding import holding_gains

    model = robots.load(reference)
    name = _short(model.name)
    stiffness, damping = holding_gains(model, model.poses["home"])
    floating = any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)
    title = robots.describe(reference).title if reference in robots.names() else model.name
    text = f"""\
title = {_quoted(title)}
description = {_quoted(_described(model))}
duration = 5.0

[materials.floor]
friction = 0.8

[[obstacles]]
name = "ground"
material = "floor"
shapes = [{{ shape = "plane" }}]

[[robots]]
name = {_quoted(name)}
model = {_quoted(reference)}

[robots.controller]
stiffness = {_numbers(stiffness)}
damping = {_numbers(damping)}
gravity_compensation = {"false" if floating else "true"}
"""
    if model.nv == 0:
        text = text[: text.index("[robots.controller]")]
    return scene_from_text(text, Path(f"{name}.toml"), lambda _: model)


def _described(model: Model) -> str:
    joints = sum(kind.nv == 1 for kind in (model.joint(name).kind for name in model.joint_names))
    held = "Each joint is held where you put it; press Space to let it fall or stand."
    return f"{len(model.bodies)} bodies, {joints} joints. {held}"


def _short(name: str) -> str:
    """A name that can stand before a slash."""
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in name) or "robot"


def _quoted(text: str) -> str:
    """A text as TOML writes it."""
    escaped = "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in text)
    return f'"{escaped}"'


def _numbers(values: object) -> str:
    return "[" + ", ".join(repr(float(value)) for value in values) + "]"  # type: ignore[attr-defined]
