"""Reading something behind the window, with progress, until it is there or the user has enough of waiting."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from typing_extensions import override

from torseur import robots
from torseur.robots.options import LoadOptions
from torseur.sim.interruption import Interrupted, interruptible

from ..background.background_job import BackgroundJob, Job
from .reading import Reading, ReadResult, read

log = logging.getLogger("torseur.reading")


class BackgroundReader(BackgroundJob):
    """Reads one thing at a time, the newest asked for, in a thread of its own. Signals come in the window's thread."""

    progressed = Signal(int, int, str)  # meshes read so far, of how many, name of the next
    _progress = Signal(object, int, int, str)
    _finished = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("reading", parent)
        self._progress.connect(self._on_progress, Qt.ConnectionType.QueuedConnection)
        self._finished.connect(self._on_finished, Qt.ConnectionType.QueuedConnection)

    @property
    def reference(self) -> str:
        """What is being read; empty: nothing."""
        return self._job.reference if self._job is not None else ""

    def start(
        self,
        reference: str,
        callback: Callable[[ReadResult], object],
        options: LoadOptions | None = None,
        reading: Reading = read,
    ) -> None:
        """Begin to read, in place of what was being read; `callback` is called in the window's thread, unless cancelled."""
        self.cancel()
        self._begin(_Job(reference, callback, options, reading))

    @override
    def run(self, job: _Job) -> None:
        def progress(done: int, total: int, name: str) -> None:
            if job.cancelled.is_set():
                raise robots.LoadCancelled
            self._progress.emit(job, done, total, name)

        try:
            with interruptible(job.cancelled.is_set):
                result = job.reading(job.reference, job.options, progress)
        except (robots.LoadCancelled, Interrupted):
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


class _Job(Job):
    def __init__(
        self, reference: str, callback: Callable[[ReadResult], object], options: LoadOptions | None, reading: Reading
    ) -> None:
        super().__init__()
        self.reference, self.callback, self.options, self.reading = reference, callback, options, reading
