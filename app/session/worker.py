"""The thread that simulates: it owns the Simulation, follows the clock, and never touches the window."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torseur.sim.simulation.running.control.command import Command

from ..background.threads import start_thread

if TYPE_CHECKING:
    from torseur.sim.simulation.simulation import Simulation

log = logging.getLogger("torseur.worker")

_SLICE = 0.010  # longest stretch of computing before the clock and the mailbox are looked at again [s]
_PATIENCE = 0.05  # how long the window waits for the step at hand; one that takes longer ends unheard [s]
SLOW = 0.02  # times as fast as was asked, or slower, is told with its cause
_WINDOW = 0.25  # of which the rate is taken [s]
_COUNTED = 4  # steps that are due in it at least: of fewer it says nothing
_KNOWN = 0.5  # how long it must have been asked for [s]
_SILENT = 0.7  # from when on what one step takes is the rate [s]
_REST = 0.05  # how long it rests at most when it is where the clock is, if the window does not look [s]


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
        self._began = 0.0  # by the clock, when it was last asked to play [s]
        self._mark = (0.0, 0.0)  # clock [s] and simulated time [s] when the rate was last taken
        self._failure = ""
        self._closing = False
        self._busy = False
        self._thread: threading.Thread | None = None
        self._looked = threading.Event()  # the window shows what there was

    def take(self, simulation: Simulation) -> None:
        """Work on this simulation from now on. A step of another that takes long ends in a thread that nobody hears any more."""
        if simulation is not self._simulation:
            self.pause()
            with self._lock:
                self._simulation, self._command, self._failure = simulation, None, ""
                if self._busy:
                    self._thread, self._busy = None, False
        simulation.proceed()

    def run_now(self, steps: int) -> None:
        """Take single steps in the caller's thread, while this one rests; while it is in the middle of one, that is the step."""
        self.pause()
        simulation = self._simulation
        if simulation is None or self._busy or simulation.running:
            return
        simulation.proceed()
        self._failure = ""
        try:
            self._apply_command(simulation)
            simulation.run(steps)
        except Exception:
            self._note_failure(simulation)

    def play(self, speed: float, until: float) -> None:
        """Simulate at a rate of `speed` to the clock, up to the time `until` [s]."""
        with self._lock:
            if not self._playing:
                self._rate, self._began = 0.0, time.perf_counter()
            self._speed, self._until, self._playing, self._failure = speed, until, True, ""
            if self._simulation is not None:
                self._simulation.proceed()
            self._start()

    def command(self, command: Command) -> None:
        """Do what the user asks from the next step on."""
        with self._lock:
            self._command = command
            self._lock.notify()

    def look(self) -> None:
        """Go on to where the clock is by now: what the window took is painted."""
        self._looked.set()

    def pause(self) -> None:
        """Stop after the step at hand, and wait for it, unless it takes long."""
        with self._lock:
            self._playing = False
            self._interrupt()
        self._looked.set()
        self._wait_until_idle()

    def close(self) -> None:
        """End the thread after the step at hand."""
        with self._lock:
            self._closing, self._playing = True, False
            self._interrupt()
            self._lock.notify()
        self._looked.set()

    def progress(self) -> WorkerProgress:
        """What is going on."""
        with self._lock:
            simulation = self._simulation
            t = simulation.t if simulation is not None else 0.0
            stopped = simulation.stopped if simulation is not None else ""
            rate = self._rate if self._playing else 0.0
            silent = time.perf_counter() - self._mark[0]
            if self._playing and silent > _SILENT:  # one step takes that long: do not show the rate of before
                rate = (t - self._mark[1]) / silent
            crawls = simulation.crawls if simulation is not None and self._playing else ""
            if simulation is not None and self._playing and not crawls and self._is_slow(simulation, rate, silent):
                crawls = simulation.slowness  # which its own counters do not call so
            return WorkerProgress(self._playing, t, rate, crawls, stopped, self._failure)

    def _is_slow(self, simulation: Simulation, rate: float, silent: float) -> bool:
        """Whether it goes far slower than it is asked to, since long enough to know, and where that is steps and not waiting."""
        due = self._speed * max(_WINDOW, silent) / simulation.settings.dt  # in the time that the rate is of
        return time.perf_counter() - self._began > _KNOWN and due >= _COUNTED and rate < SLOW * self._speed

    def _interrupt(self) -> None:
        if self._simulation is not None and self._busy:
            self._simulation.interrupt()

    def _start(self) -> None:
        """Wake the thread, or make it."""
        if self._thread is None:
            self._thread = start_thread("simulation", self._run)
        self._lock.notify()

    def _wait_until_idle(self) -> None:
        if self._thread is not None and threading.current_thread() is not self._thread:
            with self._lock:
                self._lock.wait_for(lambda: not self._busy, _PATIENCE)

    def _run(self) -> None:
        me = threading.current_thread()
        while True:
            with self._lock:
                if self._thread is not me:
                    return
                self._busy = False
                self._lock.notify_all()
                while not self._closing and not self._playing:
                    self._lock.wait()
                if self._closing:
                    return
                self._busy, simulation = True, self._simulation
            try:
                self._work(simulation)
            except Exception:
                self._note_failure(simulation)

    def _note_failure(self, simulation: Simulation | None) -> None:
        with self._lock:
            if simulation is self._simulation:
                self._failure, self._playing = traceback.format_exc(), False
        log.exception("the simulation failed")

    def _apply_command(self, simulation: Simulation) -> None:
        with self._lock:
            command, self._command = self._command, None
        if command is not None:
            simulation.command(command)

    def _work(self, simulation: Simulation | None) -> None:
        """Simulate until told to stop, in slices short enough that the window never waits for long."""
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
                if self._closing or not self._playing or self._thread is not threading.current_thread():
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
                simulation.recording.find_events()  # the window looks at them
                taken = time.perf_counter() - begun
                if done == steps and taken < 0.5 * _SLICE:
                    batch = min(2 * batch, 4096)
                elif taken > _SLICE:
                    batch = max(1, batch // 2)
            else:
                # Once a look: each time it wakes it takes Python from the window, which gives that away with each call of Qt's.
                self._looked.wait(_REST)
                self._looked.clear()
            if now - mark_wall > _WINDOW:
                with self._lock:
                    if simulation is not self._simulation:
                        return
                    self._rate = (simulation.t - mark_t) / (now - mark_wall)
                    self._mark = now, simulation.t
                mark_wall, mark_t = now, simulation.t
            if simulation.stopped or left <= 0:
                with self._lock:
                    self._playing = self._playing and simulation is not self._simulation
                return
