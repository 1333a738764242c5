"""Pictures a second while a scene plays, beside MuJoCo's renderer in a window of the same size, and with one core busy."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

from rich.console import Console

from .report import show, table
from .window import NoReport, Program, has_display, report_of, screen

SCENES = ("falling_brick", "ur5", "humanoid_falls", "balls_666", "quadruped_stand")
PEERS = ("falling_brick", "balls_666")  # those that the same scene in MuJoCo's format can be made of
_BUSY = (sys.executable, "-c", "while True: pass")
_NOTES = """\
Each is a process of its own, one after the other: 5 s after 1.5 s, 1440 x 900. Live: simulated as it is shown. Busy: one core \
has something else to do all the time.
MuJoCo: its renderer with a sun that casts shadows and four samples a pixel, as its viewer has them, over the whole of its window;
of the program the view is half of that, beside its panels.
"""


def run(out: Console) -> int:
    """Print the table; 1 if the window could not be measured."""
    if not screen() and not has_display():
        out.print("pictures: there is no display, and no xvfb-run to make one: not measured")
        return 1
    made = table(
        "Pictures a second", ("scene", ">live", ">replayed", ">live, busy", ">replayed, busy", ">MuJoCo", ">MuJoCo, busy")
    )
    try:
        for scene in SCENES:
            quiet = [*_rates("window", scene), *_peer(scene)]
            with subprocess.Popen(_BUSY) as busy:
                loaded = [*_rates("window", scene), *_peer(scene)]
                busy.kill()
            cells = (*quiet[:2], *loaded[:2], *(quiet[2:] or [None]), *(loaded[2:] or [None]))
            made.add_row(scene, *("" if rate is None else f"{rate:.1f}" for rate in cells))
    except NoReport as error:
        out.print(f"pictures: not measured: {error}\n", markup=False)
        return 1
    show(out, made, _NOTES)
    return 0


def _rates(kind: str, scene: str) -> list[float]:
    arguments = ("-m", "tests.bench.programs.shown_pictures", kind, scene)
    return list(report_of(Program(scene, arguments, "TORSEUR_REPORT_PICTURES", "pictures"), 2))


def _peer(scene: str) -> list[float]:
    return _rates("mujoco", scene)[:1] if scene in PEERS and find_spec("mujoco") and find_spec("glfw") else []
