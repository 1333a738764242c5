"""What the commands take that simulate, plan, solve again or draw."""

from __future__ import annotations

from torseur.sim.texts import tr

from .argument_types import camera, count, facets, hidden, positive, size, varied, whole
from .parser import Parser
from .robot_arguments import add_robot_options


def _add_simulation(parser: Parser) -> None:
    from torseur.sim.contact.status import SOLVERS
    from torseur.sim.simulation.running.scene.settings import SCHEMES, SOLVING

    parser.add_argument(
        "--duration", type=positive, metavar="SECONDS", help=tr("how long; the scene's own duration if not given")
    )
    parser.add_argument("--scheme", choices=SCHEMES, help=tr("instead of the scene's own"))
    parser.add_argument("--solver", choices=tuple(SOLVERS), help=tr("of the contact problems of time-stepping"))
    parser.add_argument(
        "--solving",
        choices=SOLVING,
        help=tr("exact: contacts to the tolerance; interactive: to 1e-4 m/s, and heaps by ten sweeps, in a bounded time"),
    )
    parser.add_argument("--dt", type=positive, metavar="SECONDS", help=tr("time step, or between recorded states (hybrid)"))
    parser.add_argument(
        "--anyway", action="store_true", help=tr("also a run that needs more memory than is free: as far as there is room")
    )


def simulate_parser() -> Parser:
    """Of `torseur simulate`."""
    parser = Parser(
        "torseur simulate",
        description=tr(
            "Simulate a scene without a window, say how it went, and save the recording. Ctrl-C and SIGTERM end it "
            "after the step at hand, and what there is is saved, as where memory is full. From the first second on a "
            "journal, which opens as a recording (of run.mcap run.journal.mcap), stands beside FILE until that is "
            "saved, and stays where that fails."
        ),
        epilog=tr(
            "exit code: 0 simulated and saved, 1 stopped early, 2 bad arguments, 3 the recording could not be saved "
            "and the journal has what there was room for, 4 simulated and saved, but the motion is in doubt, 130 "
            "Ctrl-C, 143 SIGTERM"
        ),
    )
    parser.add_argument("scene", metavar="SCENE", help=tr("name or file of a scene, or of a robot"))
    parser.add_argument("--out", metavar="FILE", help=tr(".mcap (everything, to the last bit) or .csv (a table over time)"))
    parser.add_argument("--events", metavar="FILE", help=tr(".csv: a table of impacts, lift-offs, slips and sticks"))
    _add_simulation(parser)
    add_robot_options(parser)
    return parser


def plan_parser() -> Parser:
    """Of `torseur plan`."""
    parser = Parser(
        "torseur plan",
        description=tr(
            "Plan a trajectory through contact, say what it costs and what limits it, and save it. Ctrl-C stops, and "
            "keeps the best that there is."
        ),
        epilog=tr("exit code: 0 planned, 1 no plan, or one that does not meet all constraints, 2 bad arguments"),
    )
    parser.add_argument(
        "task",
        nargs="?",
        metavar="TASK",
        help=tr("name or file (.toml) of a planning task, or a plan that was saved: what it was asked for by"),
    )
    parser.add_argument("--list", action="store_true", help=tr("list the planning tasks that are shipped"))
    parser.add_argument("--out", metavar="FILE", help=tr(".mcap or .npz (everything, to the last bit), .csv (a row a node)"))
    parser.add_argument(
        "--set",
        action="append",
        type=varied,
        default=[],
        metavar="PLACE=VALUE",
        help=tr("change a value of the task: goal.body_x=1.2, phases.1.duration=[0.1,0.5] (the first phase); repeatable"),
    )
    add_robot_options(parser)
    parser.add_argument("--method", choices=("hermite-simpson", "rk4"), help=tr("instead of the task's own"))
    parser.add_argument("--guess", metavar="FILE", help=tr("start near the plan in this file, .mcap or .npz"))
    parser.add_argument(
        "--guesses", type=count, metavar="N", help=tr("try N starts, all but the first with noise, and take the cheapest plan")
    )
    parser.add_argument(
        "--explain", action="store_true", help=tr("where it is not solved, try what else there is, and say why: takes a while")
    )
    return parser


def resolve_parser() -> Parser:
    """Of `torseur resolve`."""
    parser = Parser(
        "torseur resolve",
        description=tr(
            "Solve the contact problem of each state of a recording again, by another solver or under another law, and "
            "say how far forces and velocities differ. Ctrl-C stops, and tells what was found so far."
        ),
        epilog=tr("exit code: 0 all solved, 1 some not, 2 bad arguments"),
    )
    parser.add_argument("recording", metavar="RECORDING", help=tr("an .mcap file"))
    parser.add_argument(
        "--solver", default="auto", help=tr("auto, active_set, newton, gauss_seidel or admm; auto, by size, if not given")
    )
    parser.add_argument("--law", help=tr("coulomb, convex, pyramid or frictionless; the recording's own if not given"))
    parser.add_argument("--facets", type=facets, metavar="N", help=tr("of the pyramid; the recording's own if not given"))
    parser.add_argument("--states", type=count, metavar="N", help=tr("only so many states, evenly spaced"))
    parser.add_argument("--out", metavar="FILE", help=tr(".csv: a row a state"))
    add_robot_options(parser)
    return parser


def sweep_parser() -> Parser:
    """Of `torseur sweep`."""
    from torseur.sim.sweeping.sweep_runs import KEEP

    parser = Parser(
        "torseur sweep",
        description=tr(
            "Run a scene with all combinations of values, and save a row a run as Parquet: what varied, what was measured, "
            "how it went. Ctrl-C stops; the same command goes on with the runs that are not done."
        ),
        epilog=tr("exit code: 0 all runs done, 1 some stopped early or failed, 2 bad arguments, 130 Ctrl-C"),
    )
    parser.add_argument("scene", metavar="SCENE|FOLDER", help=tr("name or file of a scene; with --table the folder of a sweep"))
    parser.add_argument(
        "--vary",
        action="append",
        type=varied,
        default=[],
        metavar="PATH=VALUES",
        help=tr(
            "values of the scene's file: materials.floor.friction=0.1:1:50 (so many), settings.solver=newton,admm (these), "
            "bodies.brick.mass=random:1000:0.5:2, sobol:1024:0.5:2, bodies.brick.rpy=random:1000 (any orientation), points.csv "
            "(a column); repeatable"
        ),
    )
    parser.add_argument(
        "--measure",
        action="append",
        default=[],
        metavar="MEASURE",
        help=tr(
            "one number of a run: energy[-1], max(force.brick), height=final(position.brick.z), or file.py:function of the "
            "recording; repeatable"
        ),
    )
    parser.add_argument("--out", metavar="FOLDER", help=tr("where results go; what it has of this very sweep is not run again"))
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help=tr("of what is random; 0 if not given"))
    parser.add_argument("--keep", choices=KEEP, default="none", help=tr("recordings that are kept beside the results"))
    parser.add_argument("--workers", type=whole, metavar="N", help=tr("processes beside; if not given one for each core"))
    parser.add_argument(
        "--memory", default="auto", metavar="SIZE", help=tr("of each process, as 2GiB; one that needs more ends")
    )
    parser.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help=tr("of dask.distributed, tcp://...: its workers take the runs")
    )
    parser.add_argument("--table", action="store_true", help=tr("print the results, also of a folder that is given as SCENE"))
    add_robot_options(parser)
    return parser


def render_parser() -> Parser:
    """Of `torseur render`."""
    from torseur.ui.look.theme import THEMES
    from torseur.ui.viewport.camera import VIEWS

    from ...drawing.view_switches import HIDEABLE

    parser = Parser(
        "torseur render",
        description=tr("Draw a scene, robot or recording into a picture or video, without a window."),
        epilog=tr("exit code: 0 drawn, 1 of a simulation that stopped early, 2 bad arguments, 4 of a motion that is in doubt"),
    )
    parser.add_argument(
        "scene",
        metavar="SCENE|RECORDING",
        help=tr(
            "name or file of a scene or robot, or an .mcap file; a picture of a robot is of its pose, unless --time or "
            "--duration lets it be simulated"
        ),
    )
    parser.add_argument("--out", metavar="FILE", required=True, help=tr(".png, .mp4, or .webp (an animated picture)"))
    parser.add_argument(
        "--pose",
        metavar="POSE",
        default="",
        help=tr("of a robot: a pose's name, JOINT=VALUE,... from home, or all of q [rad | m]"),
    )
    _add_simulation(parser)
    parser.add_argument(
        "--time", type=float, metavar="SECONDS", help=tr("of a picture: the instant; the last one if not given")
    )
    parser.add_argument("--size", type=size, default=(1280, 720), metavar="WxH", help=tr("in pixels; 1280x720 if not given"))
    parser.add_argument("--fps", type=positive, default=30.0, help=tr("pictures a second of a video; 30 if not given"))
    parser.add_argument("--speed", type=positive, default=1.0, help=tr("of a video: 0.1 is ten times slower than life"))
    parser.add_argument("--view", choices=tuple(VIEWS), default="iso", help=tr("where it is seen from"))
    parser.add_argument(
        "--camera",
        type=camera,
        metavar="X,Y,Z,DISTANCE,AZIMUTH,ELEVATION",
        help=tr("instead of a view: what is looked at [m], from how far [m], from where [rad]"),
    )
    parser.add_argument("--theme", choices=tuple(THEMES), default="light")
    parser.add_argument("--transparent", action="store_true", help=tr("of a .png: without floor, sky and cards"))
    parser.add_argument(
        "--frame",
        metavar="NAME",
        help=tr("whose ellipsoids are drawn, 'none' for none; if not given a tool's, but none in a picture of a robot"),
    )
    parser.add_argument(
        "--hide",
        type=hidden,
        default=(),
        metavar="WHAT,...",
        help=tr("what is not drawn, of {hideable}", hideable=", ".join(HIDEABLE)),
    )
    parser.add_argument(
        "--arrows",
        type=int,
        default=0,
        metavar="STEPS",
        help=tr("longer (> 0) or shorter arrows of contacts, in steps of 1, 2, 5, 10"),
    )
    add_robot_options(parser)
    parser.add_argument("--progress", choices=("bar", "lines", "none"), default="bar", help=tr("how to tell how far it is"))
    return parser
