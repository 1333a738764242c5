"""The compiled kernels, made ready behind the window: read from the cache by a thread, compiled by another process."""

from __future__ import annotations

import threading
import traceback

from PySide6.QtCore import QObject, Qt, Signal

from torseur.sim.compilation import ENTRIES, GROUPS, entry_named, missing

from .helper_process import HelperProcess


class Kernels(QObject):
    """Which kernels can be called without waiting. Signals come in the window's thread."""

    progressed = Signal(int, int, str)  # compiled so far, of how many, name of the next; only where some are missing
    loaded = Signal(str)  # of `torseur.sim.compilation.GROUPS`, one whose entries are all ready now
    finished = Signal()
    failed = Signal(str)
    _missing = Signal(int)
    _loaded = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compiler = HelperProcess("torseur.sim.compilation", self)
        self._thread: threading.Thread | None = None
        self._condition = threading.Condition()
        self._compiled = 0  # entries on disk; grows while the other process compiles
        self._stopping = False
        self._ready: set[str] = set()
        self.all_ready = False
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

    def start(self) -> None:
        """Begin; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="kernels")
            self._thread.start()

    def stop(self) -> None:
        """End thread and process, and wait for them."""
        with self._condition:
            self._stopping = True
            self._condition.notify()
        self._compiler.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

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
            self._missing.emit(len(absent))
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

    def _on_missing(self, count: int) -> None:
        if not self._stopping:
            self._compiler.start()

    def _on_progress(self, done: int, total: int, name: str) -> None:
        with self._condition:
            self._compiled = max(self._compiled, done)
            self._condition.notify()
        if total:
            self.progressed.emit(done, total, name)

    def _on_line(self, line: str) -> None:
        done, total, *name = line.split()
        self._on_progress(int(done), int(total), " ".join(name))

    def _on_end(self, code: int, error: str) -> None:
        if code != 0:
            self.failed.emit(error)
        self._on_progress(
            len(ENTRIES), 0, ""
        )  # what is not there is compiled here: slower for the window, but it works

    def _on_loaded(self, group: str) -> None:
        self._ready.add(group)
        self.loaded.emit(group)
        if len(self._ready) == len(GROUPS):
            self.all_ready = True
            self.finished.emit()
