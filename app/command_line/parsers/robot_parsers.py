"""What the commands take that look at a robot: check, convert, scene, doctor."""

from __future__ import annotations

from torseur.sim.texts import tr

from .parser import Parser
from .robot_arguments import ROBOT_FILES, add_robot, add_robot_options


def check_parser() -> Parser:
    """Of `torseur check`."""
    parser = Parser(
        "torseur check",
        description=tr(
            "List all that is wrong or doubtful with a robot's file: a line each, with file, line and rule. Of a scene "
            "or planning task (.toml, or a name): what it opens with, or what it is refused for. Of a recording "
            "(.mcap): whether each of its states passes its checks, and why the worst do not. Of an exercise or a series "
            "of them (.toml): whether each of its expressions can be computed, in several variants."
        ),
        epilog=tr(
            "exit code: 0 nothing but notes, or all states pass; 1 warnings or errors, or a state in doubt; 2 a "
            "robot's file cannot be read"
        ),
    )
    parser.add_argument(
        "robot",
        metavar="FILE|NAME",
        help=tr(
            "{robot_files} or .toml (a scene, a planning task, an exercise, or a table of Denavit-Hartenberg rows), .mcap "
            "(a recording), or the name of a scene, planning task or robot",
            robot_files=ROBOT_FILES,
        ),
    )
    add_robot_options(parser)
    parser.add_argument("--json", action="store_true", help=tr("a list of objects instead of lines"))
    parser.add_argument("--expanded", metavar="FILE", help=tr(".urdf: write there what a xacro file means, to look at it"))
    return parser


def doctor_parser() -> Parser:
    """Of `torseur doctor`."""
    return Parser(
        "torseur doctor",
        description=tr(
            "Say what this installation is made of (versions, compiled kernels and where they are kept, OpenGL, "
            "display) and what is wrong with it, a sentence each with its remedy."
        ),
        epilog=tr(
            "exit code: 0 all is well, 1 something slows the program down or no picture can be drawn, 2 no window can "
            "be opened, or nothing be kept in a folder of yours"
        ),
    )


def convert_parser() -> Parser:
    """Of `torseur convert`."""
    parser = Parser(
        "torseur convert",
        description=tr(
            "Save a robot as URDF or as a table of Denavit-Hartenberg rows, and list what its file leaves doubtful and "
            "what these cannot say."
        ),
        epilog=tr("exit code: 0 nothing but notes, 1 warnings, 2 nothing is saved"),
    )
    add_robot(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        required=True,
        help=tr(".urdf (its meshes stay where they are), or .toml (Denavit-Hartenberg rows)"),
    )
    parser.add_argument(
        "--convention", choices=("standard", "modified"), help=tr("of the rows of a .toml file; standard if not given")
    )
    parser.add_argument(
        "--tool", metavar="FRAME", help=tr("of a .toml file: the frame at its end; the one named tool, or the last one")
    )
    parser.add_argument("--overwrite", action="store_true", help=tr("replace a file that exists"))
    return parser


def scene_parser() -> Parser:
    """Of `torseur scene`."""
    parser = Parser(
        "torseur scene",
        description=tr(
            "Save a scene in which a robot stands on the ground: its lowest point is on the floor, its joints are held."
        ),
        epilog=tr("exit code: 0 it is saved, 2 it is not"),
    )
    add_robot(parser)
    parser.add_argument("--out", metavar="FILE", required=True, help=tr(".toml, to be opened, edited and simulated"))
    parser.add_argument("--pose", metavar="NAME", default="", help=tr("one of the robot's poses; home if not given"))
    parser.add_argument("--overwrite", action="store_true", help=tr("replace a file that exists"))
    return parser
