"""The command that makes a scene of a robot: it stands on the ground, its joints held."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from torseur import robots
from torseur.robots.loading import load_with
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.safe_write import safe_write
from torseur.sim.simulation.scene.standing_scene import standing_scene

from .robot_options import load_options
from .simulate import checked_out


def make_scene_of_robot(arguments: argparse.Namespace) -> int:
    """Save a scene in which a robot stands on the ground, and print where; 0."""
    out = checked_out(arguments.out, (".toml",))
    if out.exists() and not arguments.overwrite:
        raise ArgumentError(f"--out {arguments.out}: there is such a file; --overwrite replaces it")
    options = load_options(arguments)
    model = load_with(arguments.robot, options)
    if arguments.pose and arguments.pose not in model.poses:
        raise UnknownNameError("pose", arguments.pose, model.poses, f"model {model.name!r}")
    scene = standing_scene(
        model,
        model.poses[arguments.pose] if arguments.pose else None,
        reference=reference_for(arguments.robot, out.parent),
        title=_title(arguments.robot),
        arguments=options.xacro_args,
    )
    with safe_write(out, "scene", text=True) as stream:
        stream.write(scene.source)
    height = float(scene.parts[-1].placement[2, 3])
    sys.stdout.write(f"saved: {out} ({model.name} stands with its base at z = {height + 0.0:.6g} m)\n")
    return 0


def reference_for(robot: str, folder: Path) -> str:
    """How a scene in a folder names a robot: its name, or its path, from the folder on where it lies below that."""
    if robot in robots.names() and not Path(robot).exists():
        return robot
    path, folder = Path(os.path.expanduser(robot)).resolve(), folder.resolve()
    return f"./{path.relative_to(folder)}" if path.is_relative_to(folder) else str(path)


def _title(robot: str) -> str:
    known = robots.describe(robot).title if robot in robots.names() else Path(robot).stem
    return f"{known} on the ground"
