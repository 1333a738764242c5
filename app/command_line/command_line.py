"""The command line: the window, and what works without one."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from torseur.sim.errors import TorseurError
from torseur.sim.texts import tr

from ..preferences.chosen_language import choose_remembered_language, texts_of_the_library
from .installation.library_fault import missing_library, missing_text
from .parsers.parser import Parser
from .parsers.robot_parsers import check_parser, convert_parser, doctor_parser, scene_parser
from .parsers.run_parsers import plan_parser, render_parser, resolve_parser, simulate_parser, sweep_parser
from .parsers.window_parser import window_parser
from .quick_imports import raise_by_signals


def run(argv: Sequence[str]) -> int:
    """Do what the arguments ask and return the exit code: 0 well, 1 stopped early or findings, 2 bad arguments."""
    from .check import check
    from .convert import convert
    from .scene_command import make_scene_of_robot
    from .simulate import show_robots, show_scenes, simulate

    choose_remembered_language()
    commands: dict[str, tuple[Callable[[], Parser], Callable[[argparse.Namespace], int]]] = {
        "simulate": (simulate_parser, simulate),
        "render": (render_parser, _render),
        "plan": (plan_parser, _plan),
        "resolve": (resolve_parser, _resolve),
        "sweep": (sweep_parser, _sweep),
        "check": (check_parser, check),
        "convert": (convert_parser, convert),
        "scene": (scene_parser, make_scene_of_robot),
        "scenes": (lambda: Parser("torseur scenes", description=tr("List the scenes that are shipped.")), show_scenes),
        "robots": (
            lambda: Parser("torseur robots", description=tr("List the robots that can be opened by name.")),
            show_robots,
        ),
        "doctor": (doctor_parser, _doctor),
    }
    try:
        if argv and argv[0] in commands:
            raise_by_signals()  # what was begun is told, or saved
            make_parser, command = commands[argv[0]]
            code = command(_parsed(make_parser, argv[1:]))
            sys.stdout.flush()
            return code
        return _window(_parsed(window_parser, argv))
    except TorseurError as error:
        _say(" ".join(str(error).split()))
        return 2
    except BrokenPipeError:  # what reads it has enough, as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what Python writes at the end
        return 1
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _say(f"{place}{error.strerror or error}")
        return 2
    except ImportError as error:
        library = missing_library(error)
        if not library:
            raise
        _say(missing_text(tr("the window"), [library]))
        return 2
    except MemoryError:
        _say(tr("there is not enough memory for this"))
        return 2
    except KeyboardInterrupt:
        return 130


def _parsed(make_parser: Callable[[], Parser], argv: Sequence[str]) -> argparse.Namespace:
    with texts_of_the_library():
        return make_parser().parse_args(argv)


def _say(sentence: str) -> None:
    sys.stderr.write(f"torseur: {sentence}\n")


def _render(arguments: argparse.Namespace) -> int:
    from .rendering.render import render  # with Qt, which the other commands go without

    return render(arguments)


def _plan(arguments: argparse.Namespace) -> int:
    from .plan import plan

    return plan(arguments)


def _resolve(arguments: argparse.Namespace) -> int:
    from .resolve import resolve

    return resolve(arguments)


def _sweep(arguments: argparse.Namespace) -> int:
    from .sweep import sweep

    return sweep(arguments)


def _doctor(arguments: argparse.Namespace) -> int:
    from .installation.doctor import doctor  # with all kernels

    return doctor(arguments)


def _window(arguments: argparse.Namespace) -> int:
    from .quick_imports import prepare_imports

    prepare_imports()
    from .robot_options import load_options
    from .start import end_process, start

    options = load_options(arguments)
    end_process(start(arguments.what, arguments.demonstration, options, safe=arguments.safe, metered=arguments.measure))
