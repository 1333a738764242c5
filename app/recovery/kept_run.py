"""A long run without a window, of which nothing is lost: signals end it early, and a journal follows it beside its file."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from torseur.sim.errors import RecordingError

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.journal import Journal
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.simulation import Simulation

PERIOD = 1.0  # [s] between two looks at what is new; a shorter run has no journal
HEARD = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopper:
    """While it is entered, the first signal asks to stop early, and a second one ends the process at once.

    signal : the number of the first; 0: none came
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self.signal = 0
        self._stop = stop
        self._before: dict[int, object] = {}

    def __enter__(self) -> Stopper:
        """Hear signals from now on."""
        heard = (number for number in HEARD if signal.getsignal(number) is not signal.SIG_IGN)  # as nohup has it
        self._before = {number: signal.signal(number, self._hear) for number in heard}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave them to whoever heard them before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _hear(self, number: int, _: FrameType | None) -> None:
        if self.signal:
            os._exit(128 + number)
        self.signal = number
        sys.stderr.write("torseur: stops after this step, and keeps what there is; once more ends it at once\n")
        self._stop()


class KeptRun:
    """A simulation that runs in a thread, so that signals are heard within a step, with a journal beside `out`."""

    def __init__(self, simulation: Simulation, out: Path | None) -> None:
        self._simulation, self._out = simulation, out
        self._recording = simulation.recording
        self._journal: Journal | None = None
        self._journals = out is not None  # as long as it can be written
        self._error: BaseException | None = None

    def run(self, steps: int) -> Recording:
        """Take so many steps, or as many as there is memory for; the recording's notes say where it ended early.

        Raises the error that the simulation ended in; what was simulated until then is kept, and said where.
        """
        thread = threading.Thread(target=self._run, args=(steps,), name="simulation")
        thread.start()
        while True:
            thread.join(PERIOD)
            if not thread.is_alive():
                break
            self._follow()
        if isinstance(self._error, MemoryError):
            self._recording.notes.append(f"there was no memory for more at t = {self._simulation.t:.6g} s")
        elif self._error is not None:
            if self._out is not None:
                sys.stderr.write(f"torseur: the simulation failed; {self.keep()}\n")
            raise self._error
        return self._recording

    def keep(self) -> str:
        """Have the journal hold all that there is room for; a sentence that says what it holds, or that it cannot be."""
        self._journals = self._journals or self._journal is None
        self._follow()
        if self._journal is None or not self._journal.states:
            return "nothing of it could be kept"
        self._journal.close()
        what = "all that" if self._journal.states == len(self._recording) else "what"
        return f"{self._journal.path} has {what} was simulated to t = {self._journal.t:.6g} s"

    def done(self) -> None:
        """The recording is saved: there is nothing left to keep."""
        if self._journal is not None:
            self._journal.close()
            self._journal.path.unlink(missing_ok=True)

    def _run(self, steps: int) -> None:
        try:
            self._simulation.run(steps)
        except BaseException as error:  # raised again where it is waited for
            self._error = error

    def _follow(self) -> None:
        """Write what is new into the journal; where that cannot be, say so, and do without."""
        if not self._journals:
            return
        try:
            if self._journal is None:
                self._journal = self._new_journal()
            self._journal.append()
        except (RecordingError, MemoryError) as error:
            self._journals = False
            sys.stderr.write(f"torseur: {error or 'there is no memory for the journal'}\n")

    def _new_journal(self) -> Journal:
        from torseur.sim.simulation.recording.journal import Journal

        assert self._out is not None
        names = (f"{self._out.stem}.journal{k if k > 1 else ''}.mcap" for k in count(1))
        return Journal(
            self._recording, next(path for name in names if not (path := self._out.with_name(name)).exists())
        )
