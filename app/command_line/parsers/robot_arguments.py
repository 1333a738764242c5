"""Which robot a command is given, and what its file is read with."""

from __future__ import annotations

from torseur.sim.texts import tr

from .argument_types import xacro_argument
from .parser import Parser

ROBOT_FILES = ".urdf, .xacro, .xml (MJCF), .sdf, .world (SDF)"


def add_robot(parser: Parser) -> None:
    """Add the robot itself, by file or name, and what its file is read with."""
    parser.add_argument(
        "robot",
        metavar="FILE|NAME",
        help=tr("{robot_files} or .toml (a table of Denavit-Hartenberg rows), or the name of a robot", robot_files=ROBOT_FILES),
    )
    add_robot_options(parser)


def add_robot_options(parser: Parser) -> None:
    """Add what robots' files are read with, wherever one is opened; `robot_options.load_options` reads it."""
    parser.add_argument(
        "--arg",
        action="append",
        type=xacro_argument,
        default=[],
        metavar="NAME:=VALUE",
        help=tr("an argument of a xacro file, as xacro takes it (NAME=VALUE too); repeatable"),
    )
    parser.add_argument(
        "--package-root", action="append", default=[], metavar="FOLDER", help=tr("where packages are looked for; repeatable")
    )
    parser.add_argument(
        "--allow-folder",
        action="append",
        default=[],
        metavar="FOLDER",
        help=tr(
            "where files may lie that a scene, a task, a recording or a robot's file names, beside its own folder and "
            "packages; repeatable"
        ),
    )
