"""The thread that simulates: it owns the Simulation, follows the clock, and never touches the window."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torseur.sim.simulation.control.command import Command

if TYPE_CHECKING:
    from torseur.sim.simulation.simulation import Simulation

log = logging.getLogger("torseur.worker")

_SLICE = 0.010  # longest stretch of computing before the clock and the mailbox are looked at again [s]
_REST = 0.004  # how long to sleep when ahead of the clock [s]


@dataclass(frozen=True, slots=True)
class WorkerProgress:
    """What the worker is doing, at one moment."""

    playing: bool
    t: float  # time reached [s]
    rate: float  # simulated seconds a second of the clock, lately; 0 when not playing
    crawls: str  # what takes it so long, a sentence; empty: nothing does
    stopped: str  # why it cannot go on, a sentence; empty: it can
    failure: str  # traceback of an error of the program's own; empty: none


class Worker:
    """Runs one simulation at a time in a thread of its own. All methods may be called from the window's thread."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._simulation: Simulation | None = None
        self._command: Command | None = None  # the mailbox: the newest wins
        self._playing = False
        self._speed = 1.0
        self._until = 0.0
        self._rate = 0.0
        self._mark = (0.0, 0.0)  # clock [s] and simulated time [s] when the rate was last taken
        self._failure = ""
        self._closing = False
        self._busy = False
        self._thread: threading.Thread | None = None

    def take(self, simulation: Simulation) -> None:
        """Work on this simulation from now on."""
        if simulation is not self._simulation:
            self.pause()
            with self._lock:
                self._simulation, self._command, self._failure = simulation, None, ""
        simulation.proceed()

    def run_now(self, steps: int) -> None:
        """Take single steps in the caller's thread, while this one rests."""
        self.pause()
        simulation = self._simulation
        if simulation is None:
            return
        simulation.proceed()
        self._failure = ""
        try:
            self._apply_command(simulation)
            simulation.run(steps)
        except Exception:
            self._note_failure()

    def play(self, speed: float, until: float) -> None:
        """Simulate at a rate of `speed` to the clock, up to the time `until` [s]."""
        with self._lock:
            self._speed, self._until, self._playing, self._failure = speed, until, True, ""
            if self._simulation is not None:
                self._simulation.proceed()
            self._start()

    def command(self, command: Command) -> None:
        """Do what the user asks from the next step on."""
        with self._lock:
            self._command = command
            self._lock.notify()

    def pause(self) -> None:
        """Stop after the step at hand, and wait for it."""
        with self._lock:
            self._playing = False
            self._interrupt()
        self._wait_until_idle()

    def close(self) -> None:
        """End the thread and wait for it."""
        with self._lock:
            self._closing, self._playing = True, False
            self._interrupt()
            self._lock.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def progress(self) -> WorkerProgress:
        """What is going on."""
        with self._lock:
            simulation = self._simulation
            t = simulation.t if simulation is not None else 0.0
            stopped = simulation.stopped if simulation is not None else ""
            rate = self._rate if self._playing else 0.0
            silent = time.perf_counter() - self._mark[0]
            if self._playing and silent > 1.0:  # one step takes that long: do not show the rate of before
                rate = (t - self._mark[1]) / silent
            crawls = simulation.crawls if simulation is not None and self._playing else ""
            return WorkerProgress(self._playing, t, rate, crawls, stopped, self._failure)

    def _interrupt(self) -> None:
        if self._simulation is not None and self._busy:
            self._simulation.interrupt()

    def _start(self) -> None:
        """Wake the thread, or make it."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="simulation", daemon=False)
            self._thread.start()
        self._lock.notify()

    def _wait_until_idle(self) -> None:
        if self._thread is not None and threading.current_thread() is not self._thread:
            with self._lock:
                while self._busy:
                    self._lock.wait(0.05)

    def _run(self) -> None:
        while True:
            with self._lock:
                self._busy = False
                self._lock.notify_all()
                while not self._closing and not self._playing:
                    self._lock.wait()
                if self._closing:
                    return
                self._busy = True
            try:
                self._work()
            except Exception:
                self._note_failure()

    def _note_failure(self) -> None:
        with self._lock:
            self._failure = traceback.format_exc()
            self._playing = False
        log.exception("the simulation failed")

    def _apply_command(self, simulation: Simulation) -> None:
        with self._lock:
            command, self._command = self._command, None
        if command is not None:
            simulation.command(command)

    def _work(self) -> None:
        """Simulate until told to stop, in slices short enough that the window never waits for long."""
        simulation = self._simulation
        if simulation is None:
            with self._lock:
                self._playing = False
            return
        dt = simulation.settings.dt
        wall, start = time.perf_counter(), simulation.t
        batch, speed = 1, self._speed
        mark_wall, mark_t = self._mark = wall, start
        while True:
            with self._lock:
                if self._closing or not self._playing:
                    return
                if speed != self._speed:
                    speed, wall, start = self._speed, time.perf_counter(), simulation.t
                left = round((self._until - simulation.t) / dt)
            self._apply_command(simulation)
            now = time.perf_counter()
            behind = int((start + (now - wall) * speed - simulation.t) / dt)
            if behind > 4 * batch + 50:  # cannot keep up: do not try to catch up later
                wall, start = now, simulation.t
            steps = min(batch, max(behind, 0), max(left, 0))
            if steps:
                begun = time.perf_counter()
                done = simulation.run(steps)
                taken = time.perf_counter() - begun
                if done == steps and taken < 0.5 * _SLICE:
                    batch = min(2 * batch, 4096)
                elif taken > _SLICE:
                    batch = max(1, batch // 2)
            else:
                time.sleep(_REST)
            if now - mark_wall > 0.25:
                with self._lock:
                    self._rate = (simulation.t - mark_t) / (now - mark_wall)
                    self._mark = now, simulation.t
                mark_wall, mark_t = now, simulation.t
            if simulation.stopped or left <= 0:
                with self._lock:
                    self._playing = False
                return
