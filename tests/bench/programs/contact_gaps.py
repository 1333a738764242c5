"""How long the window hears nobody while pages on contact follow a scene of many contacts.

Opens the window on a scene file, simulates it up to a time, and then shows one page of *Contact* after another: played at a
tenth of its speed, and sought here and there. Prints a line a page, of gaps of the event loop in milliseconds by the clock, and
of them the window's own work:

    gaps PAGE WHAT CONTACTS P99 MAX OWN_P99 OWN_MAX

TORSEUR_REPORT_PAGES names pages, in place of all; with TORSEUR_REPORT_HANDLERS it prints in which functions the longest were.
"""

from __future__ import annotations

import os
import sys

import numpy as np

from torseur.app.background.event_loop_meter import EventLoopMeter
from torseur.app.laboratory.pages import PAGES
from torseur.app.window.window import Window

from .ready_window import ready_window, run_events

PLAYED, SPEED = 4.0, 0.1  # [s] of the clock that a page is played, and of the scene's time a second of it
SEEKS, LOOKED = 20, 0.2  # places in time that are sought, and how long each is looked at [s]
SETTLED = 1.0  # [s] that a page is left alone before it is measured


class Driver:
    """Goes through the pages from within the event loop that is measured; `window` has the scene open."""

    def __init__(self, window: Window, begin: float, end: float) -> None:
        self._window, self._begin, self._end = window, begin, end

    def simulate(self) -> None:
        """Have the recording up to `end`."""
        playback = self._window.session.playback
        playback.set_duration(self._end)
        playback.play()
        while playback.reached < self._end - 1e-9:
            run_events(0.05)
        playback.pause()
        run_events(2.0)

    def pages(self) -> list[str]:
        """Those of the workspace Contact that follow the instant."""
        return [key for key in PAGES["contact"] if key not in ("own_problem", "contact_exercises")]

    def look(self, page: str) -> None:
        """Measure one page, and print its lines."""
        window, playback = self._window, self._window.session.playback
        window.use_workspace("contact")
        window.panels.contact_laboratory.show_page(page)
        for what, act in (("playing", self._play), ("seeking", self._seek)):
            playback.seek(self._begin)
            run_events(SETTLED)
            contacts: list[int] = []
            meter = EventLoopMeter(window)
            meter.start()
            act(contacts)
            meter.stop()
            gaps, own = meter.gaps
            row = [np.percentile(gaps, 99), gaps.max(), np.percentile(own, 99), own.max()]
            sys.stdout.write(f"gaps {page} {what} {max(contacts)} " + " ".join(f"{x:.1f}" for x in row) + "\n")
            if os.environ.get("TORSEUR_REPORT_HANDLERS"):
                sys.stdout.write(f"{meter.report()}\n")
            sys.stdout.flush()

    def _play(self, contacts: list[int]) -> None:
        playback = self._window.session.playback
        playback.set_speed(SPEED)
        playback.play()
        run_events(PLAYED)
        playback.pause()
        contacts.append(self._contacts())

    def _seek(self, contacts: list[int]) -> None:
        for t in np.random.default_rng(1).uniform(self._begin, self._end, SEEKS):
            self._window.session.playback.seek(float(t))
            run_events(LOOKED)
            contacts.append(self._contacts())

    def _contacts(self) -> int:
        snapshot = self._window.session.snapshot
        return 0 if snapshot is None or snapshot.contacts is None else len(snapshot.contacts)


def main(scene: str, begin: str, end: str) -> int:
    """Open, simulate, look at each page, tell."""
    with ready_window() as window:
        window.open(scene)
        driver = Driver(window, float(begin), float(end))
        driver.simulate()
        only = os.environ.get("TORSEUR_REPORT_PAGES", "").split()
        for page in only or driver.pages():
            driver.look(page)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
