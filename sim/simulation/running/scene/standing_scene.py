"""The scene of a robot by itself: on a floor, its joints held where they are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ....arrays import Array
from ....errors import ArgumentError
from ....multibody.model.checks import checked
from ....multibody.model.model import JointKind, Model
from ....multibody.model.neutral import neutral
from ....texts import tr
from .holding_gains import holding_gains
from .scene import Scene
from .scene_file import scene_of
from .start.shape_reach import reach

_FLOOR = {
    "materials": {"floor": {"friction": 0.8}},
    "obstacles": [{"name": "ground", "material": "floor", "shapes": [{"shape": "plane"}]}],
}
MESH = 1e-4  # [m] how exact points of meshes are
_DIGITS = 6  # of gains, which are chosen and not measured


def standing_scene(
    model: Model, q: Array | None = None, *, reference: str = "", title: str = "", arguments: Mapping[str, object] | None = None
) -> Scene:
    """The scene of a robot that stands on the ground: its lowest point is on the floor, its joints are held where they are.

    q         : (nq,) its pose; None: "home"
    reference : what the scene's file names it by, a name or a path; empty: the file that it was read from
    arguments : of a xacro file, with which it was expanded
    `scene.source` is the text to be saved. Where no shape touches, what is seen stands; without shapes, the base.
    Raises ArgumentError for a q that is none of the robot, or a robot that no file can name.
    """
    reference = reference or model.source
    if not reference:
        raise ArgumentError(
            "model {model!r} was made and not read: save it first, a scene names its robots by files", model=model.name
        )
    home = model.poses.get("home", neutral(model))
    (pose,) = checked(model, q=home if q is None else q)
    name = part_name(model.name)
    moved = {} if np.array_equal(pose, home) else {"q": [float(x) for x in pose]}
    document = robot_scene(
        model,
        reference,
        pose,
        title=title or tr("{model} on the ground", model=model.name),
        arguments=arguments,
        placed={"xyz": [0.0, 0.0, standing_height(model, pose)], **moved},
    )
    allowed = [Path(reference).parent]  # the robot is there already: its file may be read
    return scene_of(document, Path(f"{name}_scene.toml"), lambda _, **__: model, allowed_folders=allowed)


def robot_scene(
    model: Model,
    reference: str,
    q: Array,
    *,
    title: str,
    description: str = "",
    floor: bool = True,
    arguments: Mapping[str, object] | None = None,
    placed: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """What the file of the scene of a robot by itself says: with a floor or none, its joints held at q (nq,).

    placed : keys of [[robots]] that say where it stands and how
    """
    document: dict[str, object] = {"title": title, **({"description": description} if description else {}), "duration": 5.0}
    row = robot_row(model, reference, q, arguments, placed)
    return {**document, **(_FLOOR if floor else {}), "robots": [row]}


def robot_row(
    model: Model,
    reference: str,
    q: Array,
    arguments: Mapping[str, object] | None = None,
    placed: Mapping[str, object] | None = None,
    name: str = "",
) -> dict[str, object]:
    """The keys of [[robots]] of a robot whose joints are held at q (nq,)."""
    stiffness, damping = holding_gains(model, q)
    floating = any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)
    gains = {key: [float(f"{x:.{_DIGITS}g}") for x in gain] for key, gain in (("stiffness", stiffness), ("damping", damping))}
    return {
        "name": name or part_name(model.name),
        "model": reference,
        **({"arguments": {k: v if isinstance(v, bool) else str(v) for k, v in arguments.items()}} if arguments else {}),
        **(placed or {}),
        **({"controller": {**gains, "gravity_compensation": not floating}} if model.nv else {}),
    }


def standing_height(model: Model, q: Array) -> float:
    """How high the base of a robot is for its lowest point to be at z = 0, at q (nq,), to a nanometre above [m].

    One that is fixed stands on its own origin where that is as near as the points of meshes are good for.
    """
    lowest = next((low for visual in (False, True) if math.isfinite(low := float(reach(model, q, visual=visual)[0][2]))), 0.0)
    is_fixed = all(joint.kind is not JointKind.FREE_FLYER for joint in model.joints)
    return 0.0 if is_fixed and abs(lowest) < MESH else math.ceil(round(-1e9 * lowest, 3)) / 1e9


def part_name(name: str) -> str:
    """A name that can stand before a slash."""
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in name) or "robot"
