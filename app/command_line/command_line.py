"""The command line: the window, and what works without one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from torseur.sim.errors import TorseurError

from .parsers import (
    Parser,
    check_parser,
    convert_parser,
    doctor_parser,
    plan_parser,
    render_parser,
    simulate_parser,
    window_parser,
)


def run(argv: Sequence[str]) -> int:
    """Do what the arguments ask and return the exit code: 0 well, 1 stopped early or findings, 2 bad arguments."""
    from .check import check
    from .convert import convert
    from .simulate import show_robots, show_scenes, simulate

    commands: dict[str, tuple[Callable[[], Parser], Callable[[argparse.Namespace], int]]] = {
        "simulate": (simulate_parser, simulate),
        "render": (render_parser, _render),
        "plan": (plan_parser, _plan),
        "check": (check_parser, check),
        "convert": (convert_parser, convert),
        "scenes": (lambda: Parser("torseur scenes", description="List the scenes that are shipped."), show_scenes),
        "robots": (
            lambda: Parser("torseur robots", description="List the robots that can be opened by name."),
            show_robots,
        ),
        "doctor": (doctor_parser, _doctor),
    }
    try:
        if argv and argv[0] in commands:
            make_parser, command = commands[argv[0]]
            return command(make_parser().parse_args(argv[1:]))
        return _window(window_parser().parse_args(argv))
    except TorseurError as error:
        sys.stderr.write(f"torseur: {' '.join(str(error).split())}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"torseur: {error.filename or ''}: {error.strerror or error}\n")
        return 2
    except KeyboardInterrupt:
        return 130


def _render(arguments: argparse.Namespace) -> int:
    from .render import render  # with Qt, which the other commands go without

    return render(arguments)


def _plan(arguments: argparse.Namespace) -> int:
    from .plan import plan

    return plan(arguments)


def _doctor(arguments: argparse.Namespace) -> int:
    from .doctor import doctor  # with all kernels

    return doctor(arguments)


def _window(arguments: argparse.Namespace) -> int:
    from .quick_imports import prepare_imports

    prepare_imports()
    from .robot_options import load_options
    from .start import start

    return start(arguments.what, arguments.demonstration, load_options(arguments))
