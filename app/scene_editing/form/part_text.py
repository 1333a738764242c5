"""Edits of one part of a scene, as its text: what a line of the form says is written where the file says it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import roll_pitch_yaw
from torseur.sim.definition.shape_rows import radians_per
from torseur.sim.definition.toml_editing import with_row, with_value, with_values, without
from torseur.sim.definition.toml_lines import KeyPath
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.running.scene.scene import Part
from torseur.sim.simulation.running.scene.scene_text import part_paths
from torseur.sim.simulation.running.scene.standing_scene import part_name
from torseur.sim.texts import marked, tr

from .part_in_text import GONE, Chosen
from .robot_text import with_robot_line
from .text_entries import at, with_entry, with_material

SIZES: Mapping[str, Mapping[str, Any]] = {  # of a shape that is new, about a decimetre
    "box": {"size": [0.1, 0.1, 0.1]},
    "sphere": {"radius": 0.05},
    "cylinder": {"radius": 0.05, "length": 0.1},
    "capsule": {"radius": 0.03, "length": 0.1},
    "ellipsoid": {"radii": [0.05, 0.04, 0.03]},
    "plane": {},
}
SHAPES: Mapping[str, str] = {  # what they are called
    "box": marked("box"),
    "sphere": marked("sphere"),
    "cylinder": marked("cylinder"),
    "capsule": marked("capsule"),
    "ellipsoid": marked("ellipsoid"),
    "plane": marked("plane"),
    "convex": marked("convex"),
    "height_field": marked("height field"),
}
MASS = 1.0  # of a body that is new [kg]
FIRST = Chosen()
_PLACES = 6  # decimals of what is dragged by hand [m, angle]


def with_line(text: str, part: Part, key: str, value: Any, *, chosen: Chosen = FIRST) -> str:
    """The text with one line of a part's form as the user entered it.

    key    : of a line of `part_lines`
    value  : a text, a number, or (place, number) of several; angles in the unit of the file, of joints in radians
    chosen : of its shapes, joints, bodies and loads those that the lines are about
    Raises ArgumentError for what is none of the part.
    """
    said = tomllib.loads(text)
    path = part_paths(said)[part.name]
    if key == "name":
        return _renamed(text, said, path, str(value))
    if key.split(".")[-1] == "material":
        own = shape_path(path, chosen, "material") if key.startswith("shape.") else (*path, "material")
        return with_material(text, said, own, str(value))
    if path[0] == "robots" and key not in ("xyz", "rpy"):
        return with_robot_line(text, said, path, part, key, value, chosen)
    if key == "choose.shape":
        return _with_shapes(text, said, path, chosen.shape, str(value))
    if key.startswith("shape"):
        return _with_shape(text, said, path, chosen, key, value)
    if key.startswith("inertia") or key == "com":
        return _with_inertia(text, said, path, part, key, value)
    return with_entry(text, said, (*path, key), value)


def shape_path(path: tuple[str, int], chosen: Chosen, *keys: str) -> KeyPath:
    """Where the shape is that is chosen, or a key of it."""
    own: KeyPath = (*path, "shape") if path[0] == "bodies" else (*path, "shapes", chosen.shape)
    return (*own, *keys)


def _with_shapes(text: str, said: Any, path: tuple[str, int], k: int, choice: str) -> str:
    """With one shape more, or without the one that is chosen."""
    rows = said[path[0]][path[1]]["shapes"]
    if choice == GONE:
        return with_value(text, (*path, "shapes"), [row for i, row in enumerate(rows) if i != k])
    return with_value(text, (*path, "shapes"), [*rows, {"shape": "box", **SIZES["box"]}])


def _with_shape(text: str, said: Any, path: tuple[str, int], chosen: Chosen, key: str, value: Any) -> str:
    place = shape_path(path, chosen)
    row = at(said, place)
    if key == "shape":
        return with_value(text, place, {"shape": value, **SIZES[str(value)], **_looks(row)})
    if key == "shape.mesh":
        kept = {name: row[name] for name in ("scale", "unit") if name in row}
        return with_value(text, place, {"shape": "convex", "mesh": value, **kept, **_looks(row)})
    default = (1.0, 1.0, 1.0) if key == "shape.scale" else (0.0, 0.0, 0.0)
    return with_entry(text, said, shape_path(path, chosen, key.removeprefix("shape.")), value, default)


def _with_inertia(text: str, said: Any, path: tuple[str, int], part: Part, key: str, value: Any) -> str:
    """Its own from then on, at first as it is; with `inertia` and "" that of a uniform solid again."""
    if key == "inertia":
        if not value:
            return without(without(text, (*path, "inertia")), (*path, "com"))
        body = part.model.bodies[0]
        keys = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
        moments = {name: float(body.inertia[i]) for name, i in keys.items() if name[0] == name[1] or body.inertia[i]}
        values: dict[KeyPath, Any] = {(*path, "inertia"): moments, (*path, "com"): [float(x) for x in body.com]}
        return with_values(text, values)
    if key == "com":
        return with_entry(text, said, (*path, "com"), value, part.model.bodies[0].com.tolist())
    k, number = value
    name = (("xx", "yy", "zz") if key == "inertia.moments" else ("xy", "xz", "yz"))[k]
    return with_value(text, (*path, "inertia", name), float(number))


def with_pose(text: str, part: Part, pose: Array) -> str:
    """The text with a part at a pose (4, 4) of its frame, or of what it is placed by, to a micrometre."""
    said = tomllib.loads(text)
    path = part_paths(said)[part.name]
    radians = radians_per(said.get("angle_unit", "rad"))
    angles = [round(angle / radians, _PLACES) + 0.0 for angle in roll_pitch_yaw(pose[:3, :3])]
    text = with_value(text, (*path, "xyz"), [round(float(x), _PLACES) + 0.0 for x in pose[:3, 3]])
    was = said[path[0]][path[1]].get("rpy", [0.0, 0.0, 0.0])
    return text if np.allclose(angles, was, rtol=0.0, atol=2.0 * 10.0**-_PLACES) else with_value(text, (*path, "rpy"), angles)


def without_part(text: str, name: str) -> str:
    """The text without a part. Raises ArgumentError for the last: a scene is never empty."""
    paths = part_paths(tomllib.loads(text))
    if len(paths) == 1:
        raise ArgumentError(tr("it is all there is, and a scene is never empty: add something else first"))
    return without(text, paths[name])


def with_body(text: str, shape: str, xyz: Array, *, fixed: bool = False, mesh: str = "", material: str = "") -> str:
    """The text with one body more of this shape, or of a mesh file, 1 kg, or with `fixed` an obstacle; the last of its kind."""
    said = tomllib.loads(text)
    name = free_name(said, part_name(Path(mesh).stem) if mesh else "block" if fixed else shape)
    row = {"shape": "convex", "mesh": mesh} if mesh else {"shape": shape, **SIZES[shape]}
    placed = {"xyz": [round(float(x), _PLACES) + 0.0 for x in xyz], **({"material": material} if material else {})}
    if fixed:
        return with_row(text, "obstacles", {"name": name, "shapes": [row], **placed})
    return with_row(text, "bodies", {"name": name, "shape": row, "mass": MASS, **placed})


def with_floor(text: str, material: str = "") -> str:
    """The text with the ground below z = 0."""
    said = tomllib.loads(text)
    row = {"name": free_name(said, "ground"), "shapes": [{"shape": "plane"}]}
    return with_row(text, "obstacles", {**row, "material": material} if material else row)


def free_name(said: Mapping[str, Any], wanted: str) -> str:
    """A name that nothing has: the one wanted, or with a number behind it."""
    taken = part_paths(said)
    found, k = wanted, 2
    while found in taken:
        found, k = f"{wanted}_{k}", k + 1
    return found


def _renamed(text: str, said: Mapping[str, Any], path: tuple[str, int], name: str) -> str:
    if name in part_paths(said):
        raise ArgumentError(tr("something else is named {name!r}", name=name))
    if not name or "/" in name:
        raise ArgumentError(tr("a name has at least one character, and no slash"))
    return with_value(text, (*path, "name"), name)


def _looks(shape: Mapping[str, Any]) -> dict[str, Any]:
    return {key: shape[key] for key in ("xyz", "rpy", "color", "material", "name") if key in shape}
