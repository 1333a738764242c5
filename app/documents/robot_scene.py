"""The scene that a robot stands in when it is opened by itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.scene_file import scene_of
from torseur.sim.simulation.running.scene.standing_scene import part_name, robot_scene
from torseur.sim.simulation.running.scene.start.shape_reach import lowest_point
from torseur.sim.texts import tr

_DIP = 1e-3  # a fixed robot may reach this far below the floor [m]


def scene_around(model: Model, title: str, reference: str, arguments: Mapping[str, object] | None = None) -> Scene:
    """The scene in which a model by itself is shown, its joints held where they are put.

    arguments : of a xacro file, with which it was expanded
    It stands on a floor, unless it is fixed to the world and reaches below z = 0 there; the description says so.
    """
    home = model.poses["home"]
    floating = any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)
    below = not floating and lowest_point(model, home) < -_DIP
    described = _described(model, floating, below)
    document = robot_scene(model, reference, home, title=title, description=described, floor=not below, arguments=arguments)
    own = [Path(reference).parent]  # the robot is there already: its file may be read
    return scene_of(document, Path(f"{part_name(model.name)}.toml"), lambda _, **__: model, allowed_folders=own)


def _described(model: Model, floating: bool, below: bool) -> str:
    """What a student should know before pressing Space."""
    joints = sum(kind.nv == 1 for kind in (model.joint(name).kind for name in model.joint_names))
    bodies = len(model.bodies)
    counted = [
        tr("1 body") if bodies == 1 else tr("{n} bodies", n=bodies),
        tr("1 joint") if joints == 1 else tr("{n} joints", n=joints),
    ]
    text = f"{', '.join(counted)}."
    if floating:
        text += " " + tr("Springs hold its joints; press Space to let it stand or fall.")
    elif joints:
        text += " " + tr("Motors hold each joint where you put it, as far as their effort limits let them.")
    if below:
        text += " " + tr("It reaches below z = 0 where it is fixed, so there is no floor.")
    if not any(body.collisions for body in model.bodies):
        text += " " + tr("It has no shapes to touch with.")
    return text
