"""Reading something behind the window, with progress, until it is there or the user has enough of waiting."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from torseur import robots
from torseur.robots.options import LoadOptions

from .reading import ReadResult, read

log = logging.getLogger("torseur.reading")


class BackgroundReader(QObject):
    """Reads one thing at a time, the newest asked for, in a thread of its own. Signals come in the window's thread."""

    progressed = Signal(int, int, str)  # meshes read so far, of how many, name of the next
    ended = Signal()  # read, refused or given up
    _progress = Signal(object, int, int, str)
    _finished = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: _Job | None = None
        self._threads: list[threading.Thread] = []
        self._progress.connect(self._on_progress, Qt.ConnectionType.QueuedConnection)
        self._finished.connect(self._on_finished, Qt.ConnectionType.QueuedConnection)

    @property
    def reference(self) -> str:
        """What is being read; empty: nothing."""
        return self._job.reference if self._job is not None else ""

    def start(
        self, reference: str, callback: Callable[[ReadResult], object], options: LoadOptions | None = None
    ) -> None:
        """Begin to read, in place of what was being read; `callback` is called in the window's thread, unless cancelled."""
        self.cancel()
        self._job = _Job(reference, callback, options)
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = threading.Thread(target=self._run, args=(self._job,), name="reading")
        self._threads.append(thread)
        thread.start()

    def cancel(self) -> None:
        """Give up what is being read; nothing of it is shown."""
        job, self._job = self._job, None
        if job is not None:
            job.cancelled.set()
            self.ended.emit()

    def stop(self) -> None:
        """Give up, and wait for the threads."""
        self.cancel()
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _run(self, job: _Job) -> None:
        def progress(done: int, total: int, name: str) -> None:
            if job.cancelled.is_set():
                raise robots.LoadCancelled
            self._progress.emit(job, done, total, name)

        try:
            result = read(job.reference, job.options, progress)
        except robots.LoadCancelled:
            return
        except Exception as error:
            log.exception("reading %s failed", job.reference)
            result = ReadResult(job.reference, None, f"{type(error).__name__}: {error}")
        self._finished.emit(job, result)

    def _on_progress(self, job: _Job, done: int, total: int, name: str) -> None:
        if job is self._job:
            self.progressed.emit(done, total, name)

    def _on_finished(self, job: _Job, result: ReadResult) -> None:
        if job is self._job:
            self._job = None
            self.ended.emit()
            job.callback(result)


class _Job:
    def __init__(self, reference: str, callback: Callable[[ReadResult], object], options: LoadOptions | None) -> None:
        self.reference, self.callback, self.options = reference, callback, options
        self.cancelled = threading.Event()
