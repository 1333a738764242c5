"""What opening takes in the real window: from the request to the first picture, and the window's own work at first visits.

Opens a file several times, with another document between; or shows each page of the laboratories for the first time, on a
robot, and then opens one in another workspace. Prints milliseconds, of pages the longest turn of the window's own work, and of
that opening the longest gap between two turns by the clock too:

    opened FIRST LEAST MEDIAN PROCESSOR_LEAST PROCESSOR_MEDIAN
    visit PAGE OWN
    turn REFERENCE CLOCK OWN
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QEventLoop, Qt

from torseur.app.background.event_loop_meter import EventLoopMeter
from torseur.app.laboratory.pages import PAGES
from torseur.app.window.window import Window

from .ready_window import ready_window, run_events

BETWEEN = "arm_6r"  # what is open before and between
VISITED = "panda", "falling_brick"  # what is open for the pages: of all workspaces but Contact, and of that
ELSEWHERE = "ur5"  # what opens in another workspace than Contact
SETTLED = 1.5  # [s] that a window is left alone before it is measured


class Opening:
    """Opens and visits from within the event loop."""

    def __init__(self, window: Window) -> None:
        self._window, self._loop = window, QEventLoop()

    def open(self, reference: str) -> tuple[float, float]:
        """Milliseconds of the clock and of all processors from the request until the first picture is on the screen."""
        window, begun, used = self._window, time.perf_counter(), time.process_time()
        window.documents.files.opened.connect(self._await_picture, Qt.ConnectionType.SingleShotConnection)
        window.documents.files.begin(reference)
        self._loop.exec()
        taken = time.perf_counter() - begun, time.process_time() - used
        run_events(SETTLED)
        return 1e3 * taken[0], 1e3 * taken[1]

    def visit(self, page: str) -> float:
        """Milliseconds of the longest turn of the window's own work while a page is shown and settles."""

        def show() -> None:
            self._window.pages.navigation.show_page(page)
            run_events(SETTLED)

        return self._longest(show)[1]

    def turn(self, reference: str) -> tuple[float, float]:
        """Milliseconds of the longest gap while something opens, and of the longest own work in one."""
        return self._longest(partial(self.open, reference))

    def _longest(self, act: Callable[[], object]) -> tuple[float, float]:
        meter = EventLoopMeter(self._window)
        meter.start()
        act()
        meter.stop()
        gaps, own = meter.gaps
        return float(gaps.max(initial=0.0)), float(own.max(initial=0.0))

    def _await_picture(self, _: object) -> None:
        self._window.viewport.frame_shown.connect(self._loop.quit, Qt.ConnectionType.SingleShotConnection)


def main(reference: str, repeats: str, what: str) -> int:
    """Open, visit, tell: `what` is "opened" or "visit"."""
    with ready_window() as window:
        opening = Opening(window)
        opening.open(BETWEEN)
        if what == "opened":
            taken = []
            for _ in range(int(repeats)):
                taken.append(opening.open(reference))
                opening.open(BETWEEN)
            clock, processor = np.array(taken[1:]).T
            numbers = taken[0][0], clock.min(), np.median(clock), processor.min(), np.median(processor)
            sys.stdout.write("opened " + " ".join(f"{number:.0f}" for number in numbers) + "\n")
        else:
            for workspace, pages in PAGES.items():
                opening.open(VISITED[workspace == "contact"])
                for page in pages:
                    sys.stdout.write(f"visit {workspace}/{page} {opening.visit(page):.0f}\n")
            sys.stdout.write("turn {} {:.0f} {:.0f}\n".format(ELSEWHERE, *opening.turn(ELSEWHERE)))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
