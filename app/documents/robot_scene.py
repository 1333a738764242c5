"""The scene that a robot stands in when it is opened by itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.toml_writer import toml_text
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, SolidEllipsoid, Sphere
from torseur.sim.simulation.scene.scene import Scene
from torseur.sim.simulation.scene.scene_file import scene_from_text

_DIP = 1e-3  # a fixed robot may reach this far below the floor [m]
_FLOOR = {
    "materials": {"floor": {"friction": 0.8}},
    "obstacles": [{"name": "ground", "material": "floor", "shapes": [{"shape": "plane"}]}],
}


def scene_around(model: Model, title: str, reference: str, arguments: Mapping[str, object] | None = None) -> Scene:
    """The scene in which a model by itself is shown, its joints held where they are put.

    arguments : of a xacro file, with which it was expanded
    It stands on a floor, unless it is fixed to the world and reaches below z = 0 there; the description says so.
    """
    from torseur.sim.simulation.scene.holding_gains import holding_gains

    name = _short(model.name)
    stiffness, damping = holding_gains(model, model.poses["home"])
    floating = any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)
    below = not floating and lowest_point(model, model.poses["home"]) < -_DIP
    controller = {"stiffness": stiffness, "damping": damping, "gravity_compensation": not floating}
    robot = {
        "name": name,
        "model": reference,
        **({"arguments": {k: v if isinstance(v, bool) else str(v) for k, v in arguments.items()}} if arguments else {}),
        **({"controller": controller} if model.nv else {}),
    }
    text = toml_text(
        {
            "title": title,
            "description": _described(model, floating, below),
            "duration": 5.0,
            **({} if below else _FLOOR),
            "robots": [robot],
        }
    )
    own = [Path(reference).parent]  # the robot is there already: its file may be read
    return scene_from_text(text, Path(f"{name}.toml"), lambda _, **__: model, allowed_folders=own)


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
    from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses

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
        case SolidEllipsoid():
            return float(np.linalg.norm(down * np.array(shape.radii)))
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
