"""The command that makes a scene of a robot: it stands on the ground, its joints held."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from torseur import robots
from torseur.robots.loading import is_path, load_with
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.simulation.running.scene.scene_text import save_scene
from torseur.sim.simulation.running.scene.standing_scene import standing_scene
from torseur.sim.texts import tr

from ..documents.names import other_than_robot
from ..documents.robot_folders import folders_to_allow
from .robot_options import load_options
from .simulate import checked_out


def make_scene_of_robot(arguments: argparse.Namespace) -> int:
    """Save a scene in which a robot stands on the ground, and print where; 0."""
    out = checked_out(arguments.out, (".toml",))
    if out.exists() and not arguments.overwrite:
        raise ArgumentError("--out {out}: there is such a file; --overwrite replaces it", out=arguments.out)
    if kind := other_than_robot(arguments.robot):
        name, already = arguments.robot, tr(" already") if kind == "scene" else ""
        raise ArgumentError(
            "{name!r} is a {kind}{already} (torseur {name} opens it); a scene is made of a robot: torseur robots lists them",
            name=name,
            kind=tr(kind),
            already=already,
        )
    options = load_options(arguments)
    model = load_with(arguments.robot, options)
    if arguments.pose and arguments.pose not in model.poses:
        raise UnknownNameError("pose", arguments.pose, model.poses, tr("model {model!r}", model=model.name))
    scene = standing_scene(
        model,
        model.poses[arguments.pose] if arguments.pose else None,
        reference=reference_for(arguments.robot),
        title=_title(arguments.robot),
        arguments=options.xacro_args,
    )
    save_scene(scene, out, overwrite=arguments.overwrite)
    height = float(scene.parts[-1].placement[2, 3])
    sys.stdout.write(
        tr("saved: {out} ({model} stands with its base at z = {height:.6g} m)", out=out, model=model.name, height=height + 0.0)
        + "\n"
    )
    for folder in folders_to_allow(out.read_text(encoding="utf-8"), out.resolve()):
        sys.stdout.write(tr("its robot lies elsewhere: torseur {out} --allow-folder={folder}", out=out, folder=folder) + "\n")
    return 0


def reference_for(robot: str) -> str:
    """What a scene calls a robot by: its name, or its whole path."""
    return str(Path(os.path.expanduser(robot)).resolve()) if is_path(robot) else robot


def _title(robot: str) -> str:
    known = robots.describe(robot).title if robot in robots.names() else Path(robot).stem
    return tr("{robot} on the ground", robot=tr(known))
