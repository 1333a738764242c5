"""How long the window hears nobody while the pages of *Contact* follow many contacts: gaps of the event loop.

The window is first one of Qt's platform "offscreen", without OpenGL, as a graphics card would take no core of the machine; then
one with OpenGL, where there is a display, or xvfb-run to make one: drawn by the processor there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from .report import show, table
from .window import has_display, screen

_TIME_LIMIT = 900.0  # of one scene [s]; the very first may compile
_ROOT = Path(__file__).resolve().parents[2]
WALL = (16, 16)  # columns of cubes, and cubes in each: four contacts below each cube
_NOTES = """\
By the clock, so that other programs count; own: processor time of the window's thread in a gap. 99 of 100 gaps are below p99.
Played for 4 s at a tenth of the scene's speed; sought at 20 places in time.
"""


def run(out: Console) -> int:
    """Print a table a scene; 1 if one could not be measured."""
    with tempfile.TemporaryDirectory() as folder:
        wall = Path(folder) / "wall.toml"
        wall.write_text(wall_text(*WALL), encoding="utf-8")
        scenes = (("balls_666", (0.4, 0.8)), (str(wall), (0.1, 0.4)), ("kapla_tower", (0.2, 0.5)))
        found = [_measure(out, scene, times, drawn) for drawn in (False, True) for scene, times in scenes]
    return max(found)


def wall_text(columns: int, rows: int) -> str:
    """A scene of columns of cubes beside each other, at rest on the ground."""
    bodies = [
        f"[[bodies]]\nname = 'cube {i} {k}'\nmass = 1.0\nmaterial = 'wood'\nxyz = [{0.3 * i:.2f}, 0.0, {0.1 + 0.2 * k:.2f}]\n"
        "shape = { shape = 'box', size = [0.2, 0.2, 0.2] }\n"
        for i in range(columns)
        for k in range(rows)
    ]
    ground = "[[obstacles]]\nname = 'ground'\nmaterial = 'wood'\nshapes = [{ shape = 'plane' }]\n"
    return "\n".join(["title = 'A wall'\n[materials.wood]\nfriction = 0.5\n", ground, *bodies])


def _measure(out: Console, scene: str, times: tuple[float, float], drawn: bool) -> int:
    """Print the table of a scene, `drawn` by OpenGL or not; 1 if it could not be measured."""
    if drawn and not has_display() and not screen():
        out.print("gaps: there is no display, and no xvfb-run to make one: not measured with OpenGL")
        return 1
    command = [sys.executable, "-m", "tests.bench.programs.contact_gaps", scene, *map(str, times)]
    environment = dict(os.environ)
    if drawn:
        command[:0] = screen()
    else:
        environment["QT_QPA_PLATFORM"] = "offscreen"
    done = subprocess.run(command, cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=_TIME_LIMIT)
    rows = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("gaps ")]
    if done.returncode or not rows:
        said = (done.stderr.strip() or "nothing").splitlines()[-1]
        out.print(f"gaps: not measured: it ended with code {done.returncode} and said: {said}\n", markup=False)
        return 1
    columns = ("page", "", ">contacts", ">p99 [ms]", ">max [ms]", ">own p99 [ms]", ">own max [ms]")
    how = "drawn by OpenGL" if drawn else "without OpenGL"
    made = table(f"Gaps of the event loop, {Path(scene).stem}, {how}", columns)
    for row in rows:
        made.add_row(*row)
    show(out, made, _NOTES)
    return 0
