"""Edits of one part of a scene, as its text: what a line of the form says is written where the file says it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import roll_pitch_yaw
from torseur.sim.definition.shape_rows import radians_per
from torseur.sim.definition.toml_editing import with_row, with_value, without
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.control.controller import Controller
from torseur.sim.simulation.scene.scene import Part
from torseur.sim.simulation.scene.scene_text import part_paths

SIZES: Mapping[str, Mapping[str, Any]] = {  # of a shape that is new, about a decimetre
    "box": {"size": [0.1, 0.1, 0.1]},
    "sphere": {"radius": 0.05},
    "cylinder": {"radius": 0.05, "length": 0.1},
    "capsule": {"radius": 0.03, "length": 0.1},
    "ellipsoid": {"radii": [0.05, 0.04, 0.03]},
}
MASS = 1.0  # of a body that is new [kg]
NEW_MATERIAL = "+"  # the choice of a material that there is not yet
_PLACES = 6  # decimals of what is dragged by hand [m, angle]


def with_line(text: str, part: Part, key: str, value: Any, *, joint: str = "") -> str:
    """The text with one line of a part's form as the user entered it.

    key   : as in [[bodies]], [[robots]] and [[obstacles]]; "shape" and "shape.size" of the one shape; "joint.start",
            "joint.target", "joint.stiffness" and "joint.damping" of one joint of a robot
    value : a text, a number, or (place, number) of three; angles in the unit of the file, of joints in radians
    Raises ArgumentError for what is none of the part.
    """
    said = tomllib.loads(text)
    path = part_paths(said)[part.name]
    row = said[path[0]][path[1]]
    if key.startswith("joint."):
        return _with_joint(text, path, row, part, joint, key.removeprefix("joint."), float(value))
    if key == "name":
        return _renamed(text, said, path, str(value))
    if key == "material":
        return _of_material(text, said, path, str(value))
    place = _shape_path(path, key) if key.startswith("shape") else (*path, key)
    if key == "shape":
        return with_value(text, place, {"shape": value, **SIZES[str(value)], **_looks(_at(said, place))})
    if isinstance(value, tuple):
        k, number = value
        numbers = list(_at(said, place) or (0.0, 0.0, 0.0))
        numbers[k] = float(number)
        return with_value(text, place, [float(x) for x in numbers])
    return with_value(text, place, float(value))


def with_pose(text: str, part: Part, pose: Array) -> str:
    """The text with a part at a pose (4, 4) of its frame, or of what it is placed by, to a micrometre."""
    said = tomllib.loads(text)
    path = part_paths(said)[part.name]
    radians = radians_per(said.get("angle_unit", "rad"))
    angles = [round(angle / radians, _PLACES) + 0.0 for angle in roll_pitch_yaw(pose[:3, :3])]
    text = with_value(text, (*path, "xyz"), [round(float(x), _PLACES) + 0.0 for x in pose[:3, 3]])
    was = said[path[0]][path[1]].get("rpy", [0.0, 0.0, 0.0])
    return (
        text
        if np.allclose(angles, was, rtol=0.0, atol=2.0 * 10.0**-_PLACES)
        else with_value(text, (*path, "rpy"), angles)
    )


def without_part(text: str, name: str) -> str:
    """The text without a part. Raises ArgumentError for the last: a scene is never empty."""
    paths = part_paths(tomllib.loads(text))
    if len(paths) == 1:
        raise ArgumentError("it is all there is, and a scene is never empty: add something else first")
    return without(text, paths[name])


def with_body(text: str, shape: str, xyz: Array, *, fixed: bool = False) -> str:
    """The text with one body more of this shape, 1 kg, or with `fixed` an obstacle; its name is the last of its kind."""
    said = tomllib.loads(text)
    name = free_name(said, "block" if fixed else shape)
    row = {"shape": shape, **SIZES[shape]}
    placed = {"xyz": [round(float(x), _PLACES) + 0.0 for x in xyz]}
    if fixed:
        return with_row(text, "obstacles", {"name": name, "shapes": [row], **placed})
    return with_row(text, "bodies", {"name": name, "shape": row, "mass": MASS, **placed})


def with_floor(text: str) -> str:
    """The text with the ground below z = 0."""
    said = tomllib.loads(text)
    return with_row(text, "obstacles", {"name": free_name(said, "ground"), "shapes": [{"shape": "plane"}]})


def free_name(said: Mapping[str, Any], wanted: str) -> str:
    """A name that nothing has: the one wanted, or with a number behind it."""
    taken = part_paths(said)
    found, k = wanted, 2
    while found in taken:
        found, k = f"{wanted}_{k}", k + 1
    return found


def _renamed(text: str, said: Mapping[str, Any], path: tuple[str, int], name: str) -> str:
    if name in part_paths(said):
        raise ArgumentError(f"something else is named {name!r}")
    if not name or "/" in name:
        raise ArgumentError("a name has at least one character, and no slash")
    return with_value(text, (*path, "name"), name)


def _of_material(text: str, said: Mapping[str, Any], path: tuple[str, int], name: str) -> str:
    """Of the material of that name, of a new one, or with "" of none of its own."""
    if name == NEW_MATERIAL:
        name = next(f"material_{k}" for k in range(1, 10_000) if f"material_{k}" not in said.get("materials", {}))
        text = with_value(text, ("materials", name), {"friction": 0.5, "restitution": 0.0})
    return with_value(text, (*path, "material"), name) if name else without(text, (*path, "material"))


def _with_joint(
    text: str, path: tuple[str, int], row: Mapping[str, Any], part: Part, joint: str, key: str, value: float
) -> str:
    in_q, in_v = part.model.joint_slices()[joint]
    q = np.zeros(part.model.nq) if part.q is None else np.array(part.q)
    if key == "start":
        q[in_q] = value
        return with_value(text, (*path, "q"), [float(x) for x in q])
    if "playback" in row:
        raise ArgumentError("it is driven by torques at instants, and has no controller beside them")
    control = part.controller if isinstance(part.controller, Controller) else Controller()
    if "controller" not in row:
        text = with_value(text, (*path, "controller"), {"stiffness": 0.0, "damping": 0.0})
    if key == "target":
        target = np.array(q if control.target is None else control.target)
        target[in_q] = value
        return with_value(text, (*path, "controller", "target"), [float(x) for x in target])
    gains = np.broadcast_to(np.asarray(getattr(control, key), dtype=float), (part.model.nv,)).copy()
    gains[in_v] = value
    return with_value(text, (*path, "controller", key), [float(x) for x in gains])


def _shape_path(path: tuple[str, int], key: str) -> tuple[str | int, ...]:
    own = (*path, "shape") if path[0] == "bodies" else (*path, "shapes", 0)
    return (*own, *key.split(".")[1:])


def _looks(shape: Mapping[str, Any]) -> dict[str, Any]:
    return {key: shape[key] for key in ("xyz", "rpy", "color", "material", "name") if key in shape}


def _at(said: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        said = said.get(step) if isinstance(step, str) else said[step]
        if said is None:
            return None
    return said
