"""What each command of the command line takes."""

from __future__ import annotations

import argparse
from math import isfinite
from typing import NoReturn

TOUR = """\
commands:
  torseur [FILE|NAME]              open the window on a scene, a robot or a recording
  torseur --safe [FILE|NAME]       the same without settings, layout and graphics card
  torseur simulate SCENE           simulate without a window, and save the recording
  torseur render SCENE|RECORDING   simulate or replay without a window, into a picture or a video
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

`torseur COMMAND --help` explains a command."""


ROBOT_FILES = ".urdf, .xacro, .xml (MJCF), .sdf, .world (SDF)"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """One line, and where to read more."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def window_parser() -> Parser:
    """Of `torseur` itself."""
    from importlib.metadata import version

    parser = Parser(
        "torseur",
        description="See, drive and simulate articulated rigid-body systems, and the contact problem itself.",
        epilog=TOUR,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="torseur [FILE|NAME] | torseur COMMAND ...",
    )
    parser.add_argument(
        "what", nargs="?", metavar="FILE|NAME", help="a scene, planning task or robot by name, or a file"
    )
    parser.add_argument(
        "--demonstration",
        metavar="FOLDER",
        help="open the window, play the falling brick, leave pictures there, and quit",
    )
    parser.add_argument(
        "--safe",
        action="store_true",
        help="open the window without settings, layout and graphics card: for when it does not open otherwise",
    )
    parser.add_argument(
        "--measure",
        action="store_true",
        help="print at the end how long keys and mouse waited in gaps of the event loop, and for which handlers",
    )
    _add_robot_options(parser)
    parser.add_argument("--version", action="version", version=f"torseur {version('torseur')}")
    return parser


def check_parser() -> Parser:
    """Of `torseur check`."""
    parser = Parser(
        "torseur check",
        description="List all that is wrong or doubtful with a robot's file: a line each, with file, line and rule. Of a "
        "scene or planning task (.toml, or a name): what it opens with, or what it is refused for. Of a recording (.mcap): "
        "whether each of its states passes its checks, and why the worst do not.",
        epilog="exit code: 0 nothing but notes, or all states pass; 1 warnings or errors, or a state in doubt; 2 a robot's "
        "file cannot be read",
    )
    parser.add_argument(
        "robot",
        metavar="FILE|NAME",
        help=f"{ROBOT_FILES} or .toml (a scene, a planning task, or a table of Denavit-Hartenberg rows), .mcap (a recording), "
        "or the name of a scene, planning task or robot",
    )
    _add_robot_options(parser)
    parser.add_argument("--json", action="store_true", help="a list of objects instead of lines")
    parser.add_argument("--expanded", metavar="FILE", help=".urdf: write there what a xacro file means, to look at it")
    return parser


def doctor_parser() -> Parser:
    """Of `torseur doctor`."""
    return Parser(
        "torseur doctor",
        description="Say what this installation is made of (versions, compiled kernels and where they are kept, OpenGL, "
        "display) and what is wrong with it, a sentence each with its remedy.",
        epilog="exit code: 0 all is well, 1 something slows the program down or no picture can be drawn, 2 no window can be "
        "opened, or nothing be kept in a folder of yours",
    )


def convert_parser() -> Parser:
    """Of `torseur convert`."""
    parser = Parser(
        "torseur convert",
        description="Save a robot as URDF or as a table of Denavit-Hartenberg rows, and list what its file leaves doubtful "
        "and what these cannot say.",
        epilog="exit code: 0 nothing but notes, 1 warnings, 2 nothing is saved",
    )
    _add_robot(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        required=True,
        help=".urdf (its meshes stay where they are), or .toml (Denavit-Hartenberg rows)",
    )
    parser.add_argument(
        "--convention", choices=("standard", "modified"), help="of the rows of a .toml file; standard if not given"
    )
    parser.add_argument(
        "--tool", metavar="FRAME", help="of a .toml file: the frame at its end; the one named tool, or the last one"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace a file that exists")
    return parser


def scene_parser() -> Parser:
    """Of `torseur scene`."""
    parser = Parser(
        "torseur scene",
        description="Save a scene in which a robot stands on the ground: its lowest point is on the floor, its joints are held.",
        epilog="exit code: 0 it is saved, 2 it is not",
    )
    _add_robot(parser)
    parser.add_argument("--out", metavar="FILE", required=True, help=".toml, to be opened, edited and simulated")
    parser.add_argument("--pose", metavar="NAME", default="", help="one of the robot's poses; home if not given")
    parser.add_argument("--overwrite", action="store_true", help="replace a file that exists")
    return parser


def _add_robot(parser: Parser) -> None:
    parser.add_argument(
        "robot",
        metavar="FILE|NAME",
        help=f"{ROBOT_FILES} or .toml (a table of Denavit-Hartenberg rows), or the name of a robot",
    )
    _add_robot_options(parser)


def _add_robot_options(parser: Parser) -> None:
    """Add what robots' files are read with, wherever one is opened; `robot_options.load_options` reads it."""
    parser.add_argument(
        "--arg",
        action="append",
        type=_xacro_argument,
        default=[],
        metavar="NAME:=VALUE",
        help="an argument of a xacro file, as xacro takes it (NAME=VALUE too); repeatable",
    )
    parser.add_argument(
        "--package-root",
        action="append",
        default=[],
        metavar="FOLDER",
        help="where packages are looked for; repeatable",
    )
    parser.add_argument(
        "--allow-folder",
        action="append",
        default=[],
        metavar="FOLDER",
        help="where files may lie that a scene, a task, a recording or a robot's file names, beside its own folder and packages; "
        "repeatable",
    )


def _add_simulation(parser: Parser) -> None:
    from torseur.sim.contact.status import SOLVERS
    from torseur.sim.simulation.scene.settings import SCHEMES, SOLVING

    parser.add_argument(
        "--duration", type=_positive, metavar="SECONDS", help="how long; the scene's own duration if not given"
    )
    parser.add_argument("--scheme", choices=SCHEMES, help="instead of the scene's own")
    parser.add_argument("--solver", choices=tuple(SOLVERS), help="of the contact problems of time-stepping")
    parser.add_argument(
        "--solving", choices=SOLVING,
        help="exact: contacts to the tolerance; interactive: to 1e-4 m/s, and heaps by ten sweeps, in a bounded time",
    )  # fmt: skip
    parser.add_argument(
        "--dt", type=_positive, metavar="SECONDS", help="time step, or between recorded states (hybrid)"
    )
    parser.add_argument(
        "--anyway", action="store_true", help="also a run that needs more memory than is free: as far as there is room"
    )


def simulate_parser() -> Parser:
    """Of `torseur simulate`."""
    parser = Parser(
        "torseur simulate",
        description="Simulate a scene without a window, say how it went, and save the recording. Ctrl-C and SIGTERM end it after "
        "the step at hand, and what there is is saved, as where memory is full. From the first second on a journal, which opens "
        "as a recording (of run.mcap run.journal.mcap), stands beside FILE until that is saved, and stays where that fails.",
        epilog="exit code: 0 simulated and saved, 1 stopped early, 2 bad arguments, 3 the recording could not be saved and the "
        "journal has what there was room for, 130 Ctrl-C, 143 SIGTERM",
    )
    parser.add_argument("scene", metavar="SCENE", help="name or file of a scene, or of a robot")
    parser.add_argument("--out", metavar="FILE", help=".mcap (everything, to the last bit) or .csv (a table over time)")
    parser.add_argument("--events", metavar="FILE", help=".csv: a table of impacts, lift-offs, slips and sticks")
    _add_simulation(parser)
    _add_robot_options(parser)
    return parser


def plan_parser() -> Parser:
    """Of `torseur plan`."""
    parser = Parser(
        "torseur plan",
        description="Plan a trajectory through contact, say what it costs and what limits it, and save it. Ctrl-C stops, and "
        "keeps the best that there is.",
        epilog="exit code: 0 planned, 1 no plan, or one that does not meet all constraints, 2 bad arguments",
    )
    parser.add_argument(
        "task",
        nargs="?",
        metavar="TASK",
        help="name or file (.toml) of a planning task, or a plan that was saved: what it was asked for by",
    )
    parser.add_argument("--list", action="store_true", help="list the planning tasks that are shipped")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help=".mcap or .npz (everything, to the last bit), .csv (a row a node), .py (a NumPy script)",
    )
    parser.add_argument(
        "--set", action="append", type=_argument, default=[], metavar="PLACE=VALUE",
        help="change a value of the task: goal.body_x=1.2, phases.1.duration=[0.1,0.5] (the first phase); repeatable",
    )  # fmt: skip
    _add_robot_options(parser)
    parser.add_argument("--method", choices=("hermite-simpson", "rk4"), help="instead of the task's own")
    parser.add_argument("--guess", metavar="FILE", help="start near the plan in this file, .mcap or .npz")
    parser.add_argument(
        "--guesses",
        type=_count,
        metavar="N",
        help="try N starts, all but the first with noise, and take the cheapest plan",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="where it is not solved, try what else there is, and say why: takes a while",
    )
    return parser


def resolve_parser() -> Parser:
    """Of `torseur resolve`."""
    parser = Parser(
        "torseur resolve",
        description="Solve the contact problem of each state of a recording again, by another solver or under another law, and "
        "say how far forces and velocities differ. Ctrl-C stops, and tells what was found so far.",
        epilog="exit code: 0 all solved, 1 some not, 2 bad arguments",
    )
    parser.add_argument("recording", metavar="RECORDING", help="an .mcap file")
    parser.add_argument(
        "--solver", default="auto",
        help="auto, active_set, newton, gauss_seidel, admm, clarabel or proxqp; auto, by size, if not given",
    )  # fmt: skip
    parser.add_argument("--law", help="coulomb, convex, pyramid or frictionless; the recording's own if not given")
    parser.add_argument("--facets", type=_count, metavar="N", help="of the pyramid; the recording's own if not given")
    parser.add_argument("--states", type=_count, metavar="N", help="only so many states, evenly spaced")
    parser.add_argument("--out", metavar="FILE", help=".csv: a row a state")
    _add_robot_options(parser)
    return parser


def render_parser() -> Parser:
    """Of `torseur render`."""
    from torseur.ui.look.theme import THEMES
    from torseur.ui.viewport.camera import VIEWS

    from ..drawing.view_switches import HIDEABLE

    parser = Parser(
        "torseur render",
        description="Draw a scene, robot or recording into a picture or video, without a window.",
    )
    parser.add_argument("scene", metavar="SCENE|RECORDING", help="name or file of a scene or robot, or an .mcap file; a picture "
                        "of a robot is of its pose, unless --time or --duration lets it be simulated")  # fmt: skip
    parser.add_argument("--out", metavar="FILE", required=True, help=".png, .mp4, or .webp (an animated picture)")
    parser.add_argument("--pose", metavar="POSE", default="",
                        help="of a robot: a pose's name, JOINT=VALUE,... from home, or all of q [rad | m]")  # fmt: skip
    _add_simulation(parser)
    parser.add_argument(
        "--time", type=float, metavar="SECONDS", help="of a picture: the instant; the last one if not given"
    )
    parser.add_argument(
        "--size", type=_size, default=(1280, 720), metavar="WxH", help="in pixels; 1280x720 if not given"
    )
    parser.add_argument("--fps", type=_positive, default=30.0, help="pictures a second of a video; 30 if not given")
    parser.add_argument("--speed", type=_positive, default=1.0, help="of a video: 0.1 is ten times slower than life")
    parser.add_argument("--view", choices=tuple(VIEWS), default="iso", help="where it is seen from")
    parser.add_argument("--camera", type=_camera, metavar="X,Y,Z,DISTANCE,AZIMUTH,ELEVATION",
                        help="instead of a view: what is looked at [m], from how far [m], from where [rad]")  # fmt: skip
    parser.add_argument("--theme", choices=tuple(THEMES), default="light")
    parser.add_argument("--transparent", action="store_true", help="of a .png: without floor, sky and cards")
    parser.add_argument("--frame", metavar="NAME", help="whose ellipsoids are drawn, 'none' for none; if not given a tool's, "
                        "but none in a picture of a robot")  # fmt: skip
    parser.add_argument("--hide", type=_hidden, default=(), metavar="WHAT,...",
                        help=f"what is not drawn, of {', '.join(HIDEABLE)}")  # fmt: skip
    parser.add_argument("--arrows", type=int, default=0, metavar="STEPS",
                        help="longer (> 0) or shorter arrows of contacts, in steps of 1, 2, 5, 10")  # fmt: skip
    _add_robot_options(parser)
    parser.add_argument("--progress", choices=("bar", "lines", "none"), default="bar", help="how to tell how far it is")
    return parser


def _argument(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, such as prefix=left_")
    return name, value


def _xacro_argument(text: str) -> tuple[str, str]:
    """NAME:=VALUE, or NAME=VALUE."""
    name, given, value = text.partition(":=")
    return (name, value) if given and name and "=" not in name else _argument(text)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return value


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 1000")
    return int(text)


def _size(text: str) -> tuple[int, int]:
    parts = text.lower().split("x")
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1280x720")
    width, height = int(parts[0]), int(parts[1])
    if not (64 <= width <= 7680 and 64 <= height <= 4320):
        raise argparse.ArgumentTypeError(f"{text!r}: from 64x64 to 7680x4320")
    return width, height


def _hidden(text: str) -> tuple[str, ...]:
    from ..drawing.view_switches import HIDEABLE

    keys = tuple(filter(None, text.split(",")))
    unknown = next((key for key in keys if key not in HIDEABLE), None)
    if unknown is not None:
        raise argparse.ArgumentTypeError(f"{unknown!r} is none of {', '.join(HIDEABLE)}")
    return keys


def _camera(text: str) -> tuple[float, ...]:
    try:
        values = tuple(float(part) for part in text.split(","))
    except ValueError:
        values = ()
    if len(values) != 6 or not all(isfinite(value) for value in values) or values[3] <= 0.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not six numbers with commas between them, the distance positive")
    return values
