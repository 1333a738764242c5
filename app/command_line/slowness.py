"""Saying on the terminal what takes a simulation so long, while it runs."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..session.worker import SLOW

if TYPE_CHECKING:
    from torseur.sim.simulation.simulation import Simulation

FIRST, AGAIN = 0.5, 10.0  # how long to look at it first, and how long until it is told again [s]


@contextmanager
def slowness_told(simulation: Simulation) -> Iterator[None]:
    """Within, a simulation that crawls is told to stderr within a second, with its time and its cause; then every ten seconds."""
    over = threading.Event()
    thread = threading.Thread(target=_tell, args=(simulation, over), name="slowness", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _tell(simulation: Simulation, over: threading.Event) -> None:
    told = -AGAIN
    clock, t = time.monotonic(), simulation.t
    while not over.wait(FIRST):
        now, reached = time.monotonic(), simulation.t
        is_slow = reached - t < SLOW * (now - clock)
        clock, t = now, reached
        text = simulation.crawls or (simulation.slowness if is_slow else "")
        if text and now - told >= AGAIN:
            told = now
            sys.stderr.write(f"torseur: {text}\n")
            sys.stderr.flush()
