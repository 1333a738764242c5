"""The compiled kernels, made ready behind the window: read from the cache by a thread, compiled by another process."""

from __future__ import annotations

import threading
import time
import traceback
from importlib import import_module

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal

from torseur.sim.compilation import ENTRIES, GROUPS, entry_named, missing
from torseur.sim.texts import marked, tr

from .compile_estimate import CompileEstimate, Entry
from .helper_process import HelperProcess
from .threads import start_thread

RARE_KERNELS = (  # what they are for, as `late` of `torseur.sim.kernel` has it
    marked("ADMM"),
    marked("Newton's method of Coulomb's law"),
    marked("Newton's method of the convex law"),
    marked("accelerated sweeps of heaps"),
    marked("accelerated sweeps"),
    marked("capsules and cylinders"),
    marked("capsules"),
    marked("convex meshes"),
    marked("ellipsoids"),
    marked("height fields"),
    marked("impacts one by one"),
    marked("many contacts"),
    marked("sweeps of heaps"),
)
MOST_PROCESSES = 4  # that compile side by side, see `torseur.sim.compilation`


class Kernels(QObject):
    """Which kernels can be called without waiting. Signals come in the window's thread."""

    progressed = Signal()  # every second while the other process compiles
    loaded = Signal(str)  # of `torseur.sim.compilation.GROUPS`, one whose entries are all ready now
    finished = Signal()
    failed = Signal(str)
    _missing = Signal(object)
    _loaded = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compiler = HelperProcess("torseur.sim.compilation", self)
        self._started = False
        self._condition = threading.Condition()
        self._compiled = 0  # entries on disk; grows while the other process compiles
        self._stopping = False
        self._ready: set[str] = set()
        self.all_ready = False
        self._estimate = CompileEstimate((), 1)
        self._begun = 0.0
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self.progressed)
        self._compiler.line.connect(self._on_line)
        self._compiler.ended.connect(self._on_end)
        self._missing.connect(self._on_missing, Qt.ConnectionType.QueuedConnection)
        self._loaded.connect(self._on_loaded, Qt.ConnectionType.QueuedConnection)

    def has(self, group: str) -> bool:
        """Whether the entries of a group, and all before them, can be called without waiting."""
        return group in self._ready

    @property
    def compiling(self) -> bool:
        """Whether the other process is at work."""
        return self._compiler.running

    @property
    def awaited(self) -> list[str]:
        """What the rare kernels are for that the simulation waits for at this moment, as "height fields"."""
        if not self._ready:  # importing Numba would hold the window; its own thread does
            return []
        from torseur.sim.compiling.store import awaited_now

        return [tr(name) for name in awaited_now()]

    @property
    def next_group(self) -> str:
        """The first whose entries are not all ready; empty: there is none."""
        return next((group for group in GROUPS if group not in self._ready), "")

    @property
    def share(self) -> float:
        """How much of the time that compiling takes is over, 0 to 1, as far as it can be told."""
        return self._estimate.share(time.monotonic() - self._begun)

    def seconds_until(self, group: str) -> float:
        """How long it will take until a group can be used [s], as far as it can be told."""
        return self._estimate.seconds_until(group, time.monotonic() - self._begun)

    def take_over(self, other: Kernels) -> None:
        """Have what another has of this program that is ready."""
        self._ready, self.all_ready = set(other._ready), other.all_ready

    def start(self) -> None:
        """Begin; returns at once."""
        if self.all_ready:
            QTimer.singleShot(0, self, self.finished.emit)
        elif not self._started:
            self._started = True
            # pyqtgraph and Numba both begin by a package that fails where two threads import it at once: Python gives the one
            # half of what the other has. The window imports the first just when this thread imports the second.
            import_module("colorama")
            start_thread("kernels", self._run)

    def stop(self) -> None:
        """End the process, and the thread after the entry at hand."""
        self._clock.stop()
        with self._condition:
            self._stopping = True
            self._condition.notify()
        self._compiler.stop()

    def _run(self) -> None:
        try:
            self._load_all()
        except Exception:
            self.failed.emit(traceback.format_exc())

    def _load_all(self) -> None:
        from torseur.sim.kernel import compile_entry

        absent = missing()
        with self._condition:
            self._compiled = len(ENTRIES) if not absent else ENTRIES.index(absent[0])
        if absent:
            self._missing.emit(absent)
        done = 0
        for group, entries in GROUPS.items():
            for module, name in entries:
                with self._condition:
                    while self._compiled <= done and not self._stopping:
                        self._condition.wait()
                    if self._stopping:
                        return
                compile_entry(entry_named(module, name))
                done += 1
            self._loaded.emit(group)

    def _on_missing(self, absent: list[Entry]) -> None:
        if self._stopping:
            return
        self._estimate = CompileEstimate(absent, min(QThread.idealThreadCount(), MOST_PROCESSES))
        self._begun = time.monotonic()
        self._compiler.start()
        self._clock.start()
        self.progressed.emit()

    def _count_compiled(self, count: int) -> None:
        with self._condition:
            self._compiled = max(self._compiled, count)
            self._condition.notify()

    def _on_line(self, line: str) -> None:
        done = int(line.split()[0])
        self._estimate.note(done, time.monotonic() - self._begun)
        self._count_compiled(done)

    def _on_end(self, code: int, error: str) -> None:
        if code != 0:
            self.failed.emit(error)
        self._count_compiled(len(ENTRIES))  # what is not there is compiled here: slower for the window, but it works

    def _on_loaded(self, group: str) -> None:
        self._ready.add(group)
        self.loaded.emit(group)
        if len(self._ready) == len(GROUPS):
            self.all_ready = True
            self._clock.stop()
            self.finished.emit()
