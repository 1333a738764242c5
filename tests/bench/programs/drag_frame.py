"""What Python costs in a frame while a slider is dragged: all of it, painting too.

Starts the program on a robot with a clock around every paint event of its widgets, every call of OpenGL and every call of Qt's
painter, drags as `torseur.app.command_line.measuring` does, and prints one line of milliseconds of processor time a frame:

    frame EVENT PAINT QT SUBMIT

EVENT from the mouse event to the new state of all widgets, PAINT in their paint events, QT of that in Qt's painter, SUBMIT in
the viewport's painting without the calls of OpenGL. The clocks themselves are in it.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

now = time.thread_time


class Clocks:
    """Adds up processor time by name; an inner clock of the same name does not count twice."""

    def __init__(self) -> None:
        self.totals: dict[str, float] = defaultdict(float)
        self._running: set[str] = set()

    def around(self, name: str, function: Callable[..., Any], within: str = "") -> Callable[..., Any]:
        """The function with a clock that runs while it does; only inside another clock, if `within` names one."""

        def timed(*arguments: Any, **keywords: Any) -> Any:
            if name in self._running or (within and within not in self._running):
                return function(*arguments, **keywords)
            self._running.add(name)
            start = now()
            try:
                return function(*arguments, **keywords)
            finally:
                self.totals[name] += now() - start
                self._running.discard(name)

        return timed


def put_clocks(clocks: Clocks) -> None:
    """Put clocks around what paints; before any widget is made, for Qt looks its methods up once."""
    from PySide6.QtGui import QPainter

    from torseur import ui
    from torseur.ui.viewport.gl.gl_calls import GL

    for found in pkgutil.walk_packages(ui.__path__, "ui."):
        module = importlib.import_module(found.name)
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__:
                for method, name in (("paintEvent", "paint"), ("_draw", "viewport")):
                    if method in vars(kind):
                        setattr(kind, method, clocks.around(name, vars(kind)[method]))
    for name in dir(QPainter):
        method = getattr(QPainter, name)
        if name[0].islower() and callable(method):
            setattr(QPainter, name, clocks.around("qt", method, within="paint"))
    for name in vars(GL).copy():
        if name.startswith("gl") and callable(getattr(GL, name)):
            setattr(GL, name, clocks.around("gl", getattr(GL, name), within="viewport"))


def main(robot: str) -> int:
    """Start, drag, tell."""
    os.environ["TORSEUR_REPORT_DRAG"] = "1"
    clocks = Clocks()
    put_clocks(clocks)
    from torseur.app.command_line import measuring
    from torseur.app.command_line.command_line import run

    begin, end = measuring.Drag._begin, measuring.Drag._end

    def begin_counting(drag: measuring.Drag) -> None:
        clocks.totals.clear()
        begin(drag)

    def tell(drag: measuring.Drag) -> None:
        frames, totals = len(drag._python), clocks.totals
        parts = (sum(drag._python), totals["paint"], totals["qt"], totals["viewport"] - totals["gl"])
        sys.stdout.write("frame " + " ".join(f"{1000.0 * part / frames:.3f}" for part in parts) + "\n")
        end(drag)

    measuring.Drag._begin, measuring.Drag._end = begin_counting, tell  # type: ignore[method-assign]
    return run([robot])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
