"""What is selected in a scene, as the lines of its form."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.simulation.control.controller import Controller
from torseur.sim.simulation.scene.scene import Part, Scene
from torseur.sim.simulation.scene.scene_text import part_paths
from torseur.ui.panels.scene.values import PartLine

from .part_text import NEW_MATERIAL, SIZES

ANGLES = ("rpy", "spin")  # lines whose numbers are in the file's unit of angle
_TITLES = {"size": "Lengths x, y, z", "radii": "Half axes x, y, z", "radius": "Radius", "length": "Length"}
_SHAPES = {shape: shape.capitalize() for shape in SIZES}


@dataclass(frozen=True, slots=True)
class PartInText:
    """A part of a scene, and what the text says of it."""

    part: Part
    kind: str  # "obstacles", "bodies" or "robots"
    row: Mapping[str, Any]
    said: Mapping[str, Any]  # the whole text

    @property
    def file_unit(self) -> str:
        """The file's unit of angle."""
        return str(self.said.get("angle_unit", "rad"))


def part_of(scene: Scene, body: str) -> Part | None:
    """The part that a body of a scene belongs to; None: it is none of the scene's."""
    owner = body.split("/")[0]
    return next((part for part in scene.parts if part.name == owner), None)


@lru_cache(maxsize=2)
def said_in(text: str) -> Mapping[str, Any]:
    """What a text says, which is not to be changed; read once."""
    return tomllib.loads(text)


def part_in_text(scene: Scene, text: str, part: Part) -> PartInText | None:
    """A part, and what the scene's text says of it; None: nothing."""
    said = said_in(text)
    path = part_paths(said).get(part.name)
    return None if path is None else PartInText(part, path[0], said[path[0]][path[1]], said)


def moving_joints(model: Model) -> tuple[str, ...]:
    """The joints of one degree of freedom, by the robot's own names."""
    return tuple(name for name in model.joint_names if model.joint(name).kind.nv == 1)


def part_lines(one: PartInText, unit: str, joint: str) -> list[PartLine]:
    """The lines of a part's form; angles in "deg" or "rad", and of its joints the one that is chosen."""
    lines = [PartLine("name", "Name", one.part.name)]
    if one.kind == "bodies":
        lines += _shape_lines(one.row["shape"], one.row["shape"]["shape"] != "convex")
        lines.append(PartLine("mass", "Mass", float(one.row["mass"]), "kg", least=0.0, above=True, step=0.1))
    elif one.kind == "obstacles" and len(one.row["shapes"]) == 1:
        lines += _shape_lines(one.row["shapes"][0], one.row["shapes"][0]["shape"] in SIZES)
    lines.append(_material_line(one))
    lines += _place_lines(one, unit)
    floating = any(one_joint.kind is JointKind.FREE_FLYER for one_joint in one.part.model.joints)
    if one.kind != "obstacles" and floating:
        lines += _velocity_lines(one, unit)
    if one.kind == "robots":
        lines += _joint_lines(one.part, unit, joint)
    return lines


def shown_angle(value: float, before: str, after: str) -> float:
    """An angle in another unit, "deg" or "rad"."""
    if before == after:
        return value
    return float(np.degrees(value)) if after == "deg" else float(np.radians(value))


def _shape_lines(shape: Mapping[str, Any], changes: bool) -> list[PartLine]:
    kind = str(shape["shape"])
    options = _SHAPES if changes else {kind: kind.replace("_", " ").capitalize()}
    lines = [PartLine("shape", "Shape", kind, options=options)]
    for key, title in _TITLES.items():
        if key in shape and kind in SIZES:
            value = shape[key]
            numbers = tuple(map(float, value)) if isinstance(value, list) else float(value)
            lines.append(PartLine(f"shape.{key}", title, numbers, "m", least=0.0, above=True))
    return lines


def _material_line(one: PartInText) -> PartLine:
    names = [name for name in one.said.get("materials", {}) if name]
    options = {"": "default", **{name: name for name in names}, NEW_MATERIAL: "a new one"}
    tip = "Its friction and restitution are changed above, under Simulation"
    return PartLine("material", "Material", str(one.row.get("material", "")), options=options, tip=tip)


def _place_lines(one: PartInText, unit: str) -> list[PartLine]:
    xyz = tuple(map(float, one.row.get("xyz", (0.0, 0.0, 0.0))))
    what = f"Position of {one.row['placed_by']}" if one.row.get("placed_by") else "Position x, y, z"
    return [
        PartLine("xyz", what, xyz, "m"),
        PartLine(
            "rpy", "Roll, pitch, yaw", _angles(one, "rpy", unit), _sign(unit), step=1.0 if unit == "deg" else 0.01
        ),
    ]


def _velocity_lines(one: PartInText, unit: str) -> list[PartLine]:
    velocity = tuple(map(float, one.row.get("velocity", (0.0, 0.0, 0.0))))
    tip, step = "Of the origin of its frame, along the world's axes", 10.0 if unit == "deg" else 0.1
    spin = _angles(one, "spin", unit)
    return [
        PartLine("velocity", "Velocity at first", velocity, "m/s", tip=tip, step=0.1),
        PartLine("spin", "Spin at first", spin, f"{_sign(unit)}/s", tip="About the world's axes", step=step),
    ]


def _joint_lines(part: Part, unit: str, joint: str) -> list[PartLine]:
    joints = moving_joints(part.model)
    if joint not in joints:
        return []
    in_q, in_v = part.model.joint_slices()[joint]
    turns = part.model.joint(joint).kind is not JointKind.PRISMATIC
    shown = unit if turns else "rad"  # metres stay what they are
    control = part.controller if isinstance(part.controller, Controller) else Controller()
    q = np.zeros(part.model.nq) if part.q is None else part.q
    target = q if control.target is None else control.target
    pd = control.law == "pd"
    units = ("N·m/rad" if turns else "N/m", "N·m·s/rad" if turns else "N·s/m") if pd else ("1/s²", "1/s")
    where, step = _sign(unit) if turns else "m", 1.0 if turns and unit == "deg" else 0.01
    kp, kd = (
        np.broadcast_to(np.asarray(g, float), (part.model.nv,))[in_v] for g in (control.stiffness, control.damping)
    )
    return [
        PartLine("joint", "Joint", joint, options={name: name for name in joints}),
        PartLine("joint.start", "Start", shown_angle(float(q[in_q][0]), "rad", shown), where, step=step),
        PartLine("joint.target", "Target", shown_angle(float(target[in_q][0]), "rad", shown), where, step=step),
        PartLine("joint.stiffness", "Stiffness", float(kp[0]), units[0], least=0.0, step=10.0),
        PartLine("joint.damping", "Damping", float(kd[0]), units[1], least=0.0, step=1.0),
    ]


def _angles(one: PartInText, key: str, unit: str) -> tuple[float, ...]:
    return tuple(shown_angle(float(x), one.file_unit, unit) for x in one.row.get(key, (0.0, 0.0, 0.0)))


def _sign(unit: str) -> str:
    return "°" if unit == "deg" else "rad"
