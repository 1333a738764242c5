"""The window as a person meets it: how long until its first frame, and what a frame costs while a slider is dragged.

The program measures itself, since only it knows when a frame is on the screen. Told to by an environment variable it prints
one line and quits:

    TORSEUR_REPORT_FIRST_FRAME=1   first frame <seconds since the process started>
    TORSEUR_REPORT_DRAG=1          drag <median ms in Python> <median ms of a frame> <their 95th percentile>
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console

from .report import show, table
from .timing import Spread

RUNS = 5
DRAG_RUNS = 3
_TIME_LIMIT = 180.0  # of one run [s]; the very first may compile
_ROOT = Path(__file__).resolve().parents[2]
_SCREEN = ("xvfb-run", "-a", "-s", "-screen 0 1600x1000x24")
_NOTES = """\
Each run is a new process, in turns, after one of each that is not counted and fills the caches.
Own report: from the start of the process to its first frame, as it measures itself. Whole run: from outside, with the \
start of the screen and the end.
Empty: a QMainWindow of PySide6 with nothing in it, measured the same way. MuJoCo's viewer tells nobody when its first \
frame is drawn: not compared.
"""
_DRAG_NOTES = """\
Mouse events move the slider of the second joint, one as soon as the frame before is on the screen.
Processor time of the event in Python, and time from frame to frame: medians over about a hundred frames of each run.
The clocks are in the times; so is what Qt does inside the event, such as setting the texts of fields.
On a virtual screen the frame is drawn by the processor, without a graphics card.
"""


@dataclass(frozen=True, slots=True)
class Program:
    """Something started in a process of its own, which prints a line of numbers and quits."""

    name: str
    arguments: tuple[str, ...]
    variable: str  # of the environment, set to 1
    line: str  # the word its line starts with


class NoReport(Exception):
    """A program that did not print its line; says what it printed instead."""


TORSEUR = Program("Torseur, its first scene", ("main.py",), "TORSEUR_REPORT_FIRST_FRAME", "first frame")
EMPTY = Program(
    "empty PySide6 window", ("-m", "tests.bench.programs.empty_window"), "TORSEUR_REPORT_FIRST_FRAME", "first frame"
)
DRAG = Program("slider of ur5", ("main.py", "ur5"), "TORSEUR_REPORT_DRAG", "drag")
CLOCKED = Program("slider of ur5, clocked", ("-m", "tests.bench.programs.drag_frame", "ur5"), "TORSEUR_REPORT_DRAG", "frame")


def run(out: Console) -> int:
    """Print the tables; 1 if the window could not be timed."""
    if not screen() and not has_display():
        out.print("window: there is no display, and no xvfb-run to make one: not timed")
        return 1
    where = "the display at hand" if has_display() else "a virtual screen (xvfb-run), drawn by the processor"
    return max(first_frame(out, where), drag(out, where))


def first_frame(out: Console, where: str) -> int:
    """Time the first frame of the window and of an empty one, in turns."""
    own: dict[str, list[float]] = {program.name: [] for program in (TORSEUR, EMPTY)}
    whole: dict[str, list[float]] = {name: [] for name in own}
    try:
        for k in range(RUNS + 1):
            for program in (TORSEUR, EMPTY):
                start = time.perf_counter()
                (seconds,) = report_of(program)
                if k > 0:
                    own[program.name].append(seconds)
                    whole[program.name].append(time.perf_counter() - start)
    except NoReport as error:
        out.print(f"first frame: not timed: {error}\n", markup=False)
        return 1
    made = table(f"First frame, {RUNS} runs on {where}", ("", ">own report [s]", ">whole run [s]"))
    for name, values in own.items():
        made.add_row(name, _text(values), _text(whole[name]))
    show(out, made, _NOTES)
    return 0


def drag(out: Console, where: str) -> int:
    """Time what a frame costs while a joint's slider is dragged."""
    try:
        results = np.array([report_of(DRAG, 3) for _ in range(DRAG_RUNS)])
        event, paint, qt, submit = np.array([report_of(CLOCKED, 4) for _ in range(DRAG_RUNS)]).T
    except NoReport as error:
        out.print(f"drag: not timed: {error}\n", markup=False)
        return 1
    made = table(
        f"Dragging a slider, {DRAG_RUNS} runs on {where}", ("", ">in Python [ms]", ">whole frame [ms]", ">95th percentile [ms]")
    )
    made.add_row(DRAG.name, *(_text(column) for column in results.T))
    show(out, made, "")
    made = table("Processor time of such a frame [ms], by clocks around all that paints", ("", ">median"))
    for name, times in (
        ("from the mouse event to the new state of all widgets", event),
        ("painting widgets, without Qt's painter", paint - qt),
        ("submitting the scene, without the calls of OpenGL", submit),
        ("PYTHON IN ALL", event + paint - qt + submit),
        ("Qt's painter", qt),
    ):
        made.add_row(name, _text(times))
    show(out, made, _DRAG_NOTES)
    return 0


def report_of(program: Program, count: int = 1) -> tuple[float, ...]:
    """Start a program, and return the numbers of its line; NoReport if there is none."""
    environment = {**os.environ, program.variable: "1"}
    if not has_display():
        environment.setdefault("QT_QPA_PLATFORM", "xcb")
    command = [*screen(), sys.executable, *program.arguments]
    try:
        done = subprocess.run(command, cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=_TIME_LIMIT)
    except subprocess.TimeoutExpired:
        raise NoReport(f"{program.name} did not end within {_TIME_LIMIT:g} s with {program.variable}=1") from None
    found = re.search(rf"^{program.line}((?: +[\d.eE+-]+){{{count}}})\s*$", done.stdout, re.MULTILINE)
    if found is None:
        said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
        raise NoReport(f"{program.name} ended with code {done.returncode} and no line {program.line!r}; it said: {said}")
    return tuple(float(number) for number in found[1].split())


def has_display() -> bool:
    """Whether there is a display that windows are shown on."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or sys.platform in ("darwin", "win32")


def screen() -> tuple[str, ...]:
    """What goes before a command to give it a screen; nothing where there is one."""
    return _SCREEN if not has_display() and shutil.which(_SCREEN[0]) else ()


def _text(values: Sequence[float] | np.ndarray) -> str:
    return Spread.of(np.asarray(values)).text(".2f")
