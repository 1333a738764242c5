"""What `torseur` itself takes, and its tour of the commands."""

from __future__ import annotations

import argparse

from torseur.sim.texts import marked, tr

from .parser import Parser
from .robot_arguments import add_robot_options

TOUR = marked("""\
commands:
  torseur [FILE|NAME]              open the window on a scene, a robot or a recording
  torseur --safe [FILE|NAME]       the same without settings, layout and graphics card
  torseur simulate SCENE           simulate without a window, and save the recording
  torseur render SCENE|RECORDING   simulate or replay without a window, into a picture or a video
  torseur sweep SCENE              simulate many times with values varied, into a table
  torseur plan TASK                plan a trajectory through contact, and save it
  torseur resolve RECORDING        solve each contact problem of a recording again, by another solver
  torseur check FILE|NAME          list what is wrong or doubtful with a robot, scene, task or recording
  torseur convert FILE|NAME        save a robot as URDF or a table, and say what these cannot
  torseur scene FILE|NAME          make a scene of a robot that stands on the ground
  torseur scenes                   list the scenes that are shipped
  torseur robots                   list the robots that can be opened by name
  torseur doctor                   say what this installation is made of, and what is wrong with it

examples:
  torseur                          an arm to drag, and a brick to drop
  torseur ur5                      a robot of the gallery
  torseur falling_brick            a scene
  torseur my_robot.urdf            a file: .urdf, .xacro, .xml (MJCF), .sdf, .world (SDF), .toml (a
                                   scene or table of Denavit-Hartenberg rows), .mcap
  torseur simulate box_stack --duration 3 --out run.mcap
  torseur simulate brick_on_corner --scheme hybrid --out run.csv
  torseur render falling_brick --out brick.mp4 --speed 0.25
  torseur sweep incline_30 --vary bodies.worn.mass=1:2:5 --measure "max(force.worn)" --out results
  torseur plan hop_gap --set goal.body_x=1.2 --out plan.mcap
  torseur resolve run.mcap --solver gauss_seidel --out compared.csv
  torseur check my_robot.urdf --json
  torseur check arm.urdf.xacro --arg prefix:=left_
  torseur check run.mcap           are its states right? against stated tolerances
  torseur convert arm_6r --out arm_6r.urdf
  torseur convert ur5 --out ur5.toml --convention modified
  torseur scene ur5 --out ur5_scene.toml
  torseur render run.mcap --time 0.5 --out moment.png
  torseur render panda --pose panda_joint4=-1.5,panda_joint6=2 --view front --transparent --out panda.png

`torseur COMMAND --help` explains a command.""")


def window_parser() -> Parser:
    """Of `torseur` itself."""
    from importlib.metadata import version

    parser = Parser(
        "torseur",
        description=tr("See, drive and simulate articulated rigid-body systems, and the contact problem itself."),
        epilog=tr(TOUR),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="torseur [FILE|NAME] | torseur COMMAND ...",
    )
    parser.add_argument("what", nargs="?", metavar="FILE|NAME", help=tr("a scene, planning task or robot by name, or a file"))
    parser.add_argument(
        "--demonstration", metavar="FOLDER", help=tr("open the window, play the falling brick, leave pictures there, and quit")
    )
    parser.add_argument(
        "--safe",
        action="store_true",
        help=tr("open the window without settings, layout and graphics card: for when it does not open otherwise"),
    )
    parser.add_argument(
        "--measure",
        action="store_true",
        help=tr("print at the end how long keys and mouse waited in gaps of the event loop, and for which handlers"),
    )
    add_robot_options(parser)
    parser.add_argument(
        "--version",
        action="version",
        help=tr("show program's version number and exit"),
        version=f"torseur {version('torseur')}",
    )
    return parser
