"""A long run without a window, of which nothing is lost: signals end it early, and a journal follows it beside its file."""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
from collections.abc import Callable
from itertools import count
from mmap import mmap
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from torseur.sim.errors import RecordingError
from torseur.sim.memory import free_memory
from torseur.sim.size_limits import MOST_IN_MEMORY
from torseur.sim.texts import tr

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.journal import Journal
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.simulation import Simulation

PERIOD = 1.0  # [s] between two looks at what is new; a shorter run has no journal
AHEAD = 2**26
"""Bytes of new states for which the journal is waited for, however short a time they took."""
RESERVE = 2**26
"""Bytes that are kept for writing down what there is where memory is full."""
_PIECE = 1024  # steps
_SHARE = 8  # of the memory that is free at the start states may take one part, before those that the journal has are let go
HEARD = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopper:
    """While it is entered, the first signal asks to stop early, one while it saves gives that up, and the next ends the process.

    signal   : the number of the first; 0: none came
    given_up : the number of that which came while it saved; 0: none came
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self.signal = self.given_up = 0
        self._stop = stop
        self._saves = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> Stopper:
        """Hear signals from now on."""
        heard = (number for number in HEARD if signal.getsignal(number) is not signal.SIG_IGN)  # as nohup has it
        self._before = {number: signal.signal(number, self._hear) for number in heard}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Leave them to whoever heard them before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def begin_saving(self) -> None:
        """It has ended, and is being saved from now on."""
        self._saves = True

    def end_saving(self) -> None:
        """It is saved, or that was given up."""
        self._saves = False

    def _hear(self, number: int, _: FrameType | None) -> None:
        if self.given_up or (self.signal and not self._saves):
            os._exit(128 + number)
        if self._saves:
            self.given_up, does = number, tr("gives up saving, and keeps the journal")
        else:
            self.signal, does = number, tr("stops after this step, and keeps what there is")
        sys.stderr.write("torseur: " + tr("{does}; once more ends it at once", does=does) + "\n")
        if not self._saves:
            self._stop()


class KeptRun:
    """A simulation that runs in a thread, so that signals are heard within a step, with a journal beside `out`.

    What the journal has is let go where it takes much memory, and is read from there. Where there is none left, be it for the
    simulation or for the journal, a reserve is given back, which is enough to write down what there is.
    """

    def __init__(self, simulation: Simulation, out: Path | None) -> None:
        self._simulation, self._out = simulation, out
        self._recording = simulation.recording
        self._journal: Journal | None = None
        self._journals = out is not None  # as long as it can be written
        self._error: BaseException | None = None
        self._ended = False
        self._look = threading.Event()  # at what is new: there is much of it, or the run ended
        self._followed = threading.Event()  # the journal has what there was
        free = free_memory()
        self._in_memory = MOST_IN_MEMORY if free is None else min(MOST_IN_MEMORY, free // _SHARE)
        self._reserve = mmap(-1, RESERVE)

    def run(self, steps: int) -> Recording:
        """Take so many steps, or as many as there is memory for; the recording's notes say where it ended early.

        Raises the error that the simulation ended in; what was simulated until then is kept, and said where.
        """
        thread = threading.Thread(target=self._run, args=(steps,), name="simulation")
        thread.start()
        try:
            while not self._ended:
                self._look.wait(PERIOD)
                self._look.clear()
                if not self._ended:
                    self._follow()
                    self._followed.set()
        finally:
            if not self._ended:  # nobody follows any more
                self._journals = False
                self._simulation.interrupt()
                self._followed.set()
            thread.join()
        if isinstance(self._error, MemoryError):
            self._make_room()
            self._recording.notes.append(tr("there was no memory for more at t = {t:.6g} s", t=self._t))
            self._follow()
        elif (error := self._error) is not None:
            if self._out is not None:
                sys.stderr.write("torseur: " + tr("the simulation failed; {kept}", kept=self.keep()) + "\n")
            raise error
        return self._recording

    def keep(self) -> str:
        """Have the journal hold all that there is room for; a sentence that says what it holds, or that it cannot be."""
        self._make_room()
        self._journals = self._journals or self._journal is None
        self._follow()
        if self._journal is None or not self._journal.states:
            return tr("nothing of it could be kept; it was simulated to t = {t:.6g} s", t=self._t)
        self._journal.close()
        if self._journal.states == len(self._recording):
            return tr("{path} has all that was simulated to t = {t:.6g} s", path=self._journal.path, t=self._t)
        return tr(
            "{path} has what was simulated to t = {t:.6g} s of {end:.6g} s",
            path=self._journal.path,
            t=self._journal.t,
            end=self._t,
        )

    @property
    def _t(self) -> float:
        """Time of the last state that is recorded [s]; NaN: there is none."""
        return float(self._recording.t[-1]) if len(self._recording) else math.nan

    def done(self) -> None:
        """The recording is saved: there is nothing left to keep."""
        if self._journal is not None:
            self._journal.close()
            self._journal.path.unlink(missing_ok=True)

    def _run(self, steps: int) -> None:
        try:
            done, followed = 0, 0
            while done < steps:
                piece = min(_PIECE, steps - done)
                taken = self._simulation.run(piece)
                done += taken
                if taken < piece:
                    break
                followed = self._let_it_follow(followed)
        except BaseException as error:  # raised again where it is waited for
            self._error = self._error or error
        finally:
            self._ended = True
            self._look.set()

    def _let_it_follow(self, followed: int) -> int:
        """Wait for the journal where much is new since the recording took so many bytes; what it took then.

        A scene at rest makes a million states in a second.
        """
        followed = min(followed, self._recording.nbytes)  # what was let go is not new
        if not self._journals or self._recording.nbytes - followed < AHEAD:
            return followed
        self._followed.clear()
        self._look.set()
        while self._journals and not self._followed.wait(PERIOD):
            pass
        return self._recording.nbytes

    def _follow(self) -> None:
        """Write what is new into the journal; where that cannot be, say so, and do without."""
        if not self._journals:
            return
        try:
            try:
                self._append()
            except MemoryError as error:
                self._error = error
                self._simulation.interrupt()
                self._make_room()
                self._append()
        except (RecordingError, MemoryError) as error:
            self._journals = False
            said = str(error) or tr("there is no memory for the journal")
            sys.stderr.write(f"torseur: {said}\n")

    def _append(self) -> None:
        if self._journal is None:
            self._journal = self._new_journal()
        self._journal.append()

    def _make_room(self) -> None:
        """There is nothing left to simulate: what the end needs may have the reserve."""
        self._reserve.close()

    def _new_journal(self) -> Journal:
        from torseur.sim.simulation.recording.journal import Journal

        assert self._out is not None
        names = (f"{self._out.stem}.journal{k if k > 1 else ''}.mcap" for k in count(1))
        path = next(path for name in names if not (path := self._out.with_name(name)).exists())
        return Journal(self._recording, path, in_memory=self._in_memory)
