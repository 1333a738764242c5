"""Writing a long file behind the window, with progress, until it is there or the user has enough of waiting."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from typing_extensions import override

from torseur.sim.errors import TorseurError

from ..background.background_job import BackgroundJob, Job
from ..documents.written_pieces import Pieces

log = logging.getLogger("torseur.writing")


class BackgroundWriter(BackgroundJob):
    """Writes one file after the other, in a thread of its own. Signals come in the window's thread."""

    waits = Signal(str, str)  # a file, and the one that is being written before it
    begun = Signal(str)  # the file
    progressed = Signal(int, int)  # pieces written so far, of how many
    written = Signal(str)  # the file is there
    failed = Signal(str)  # why it is not
    _progress = Signal(object, int, int)
    _finished = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("writing", parent)
        self.given_up = ""  # the file that was not finished when the window closed
        self._waiting: list[_Job] = []
        self._progress.connect(self._on_progress, Qt.ConnectionType.QueuedConnection)
        self._finished.connect(self._on_finished, Qt.ConnectionType.QueuedConnection)

    @property
    def path(self) -> str:
        """What is being written; empty: nothing."""
        return str(self._job.path) if self._job is not None else ""

    def start(self, path: Path, pieces: Pieces, *, painted: bool = False) -> None:
        """Begin to write, or do so once what was begun before is there or given up.

        What is `painted` needs the window's thread for its pieces, each in a turn of its events; what follows the last does not.
        """
        job = _Job(path, pieces, painted)
        if self._job is not None:
            self._waiting.append(job)
            self.waits.emit(str(path), self.path)
        else:
            self._write_next(job)

    @override
    def cancel(self) -> None:
        job = self._job
        super().cancel()
        if job is not None and job.painted:
            job.pieces.close()
        if self._job is None and self._waiting:
            self._write_next(self._waiting.pop(0))

    def finish(self, patience: float) -> None:
        """The window closes: a file that is there within so long [s] is finished, another given up, and the one before stays."""
        job, waiting = self._job, self._waiting
        self._waiting = []
        given_up = waiting if job is None or job.done.wait(0.0 if job.painted else patience) else [job, *waiting]
        for one in given_up:
            self.given_up = str(one.path)
            log.warning("%s was not saved: the window was closed while it was written", one.path)
        self.stop()

    @override
    def run(self, job: _Job) -> None:
        try:
            while self._write(job):
                pass
        finally:
            job.done.set()

    def _write(self, job: _Job) -> bool:
        """Write a piece; whether there may be more."""
        reason = ""
        try:
            if job.cancelled.is_set():
                job.pieces.close()  # a file that is given up is taken away
                return False
            step = next(job.pieces, None)
            if step is not None:
                self._progress.emit(job, *step)
                job.painted &= step[0] < step[1]
                return True
        except TorseurError as error:
            reason = str(error)
        except Exception as error:  # told where it is shown
            log.exception("writing %s failed", job.path)
            reason = f"{type(error).__name__}: {error}"
        self._finished.emit(job, reason)
        return False

    def _paint(self, job: _Job) -> None:
        if job is not self._job:
            return
        if not job.painted:
            self._begin(job)
        elif self._write(job):
            QTimer.singleShot(0, self, lambda: self._paint(job))

    def _on_progress(self, job: _Job, done: int, total: int) -> None:
        if job is self._job:
            self.progressed.emit(done, total)

    def _on_finished(self, job: _Job, reason: str) -> None:
        if job is not self._job:
            return
        self._job = None
        self.ended.emit()
        if reason:
            self.failed.emit(reason)
        else:
            self.written.emit(str(job.path))
        if self._job is None and self._waiting:
            self._write_next(self._waiting.pop(0))

    def _write_next(self, job: _Job) -> None:
        self._job = job
        self.begun.emit(str(job.path))
        self._paint(job)


class _Job(Job):
    def __init__(self, path: Path, pieces: Pieces, painted: bool) -> None:
        super().__init__()
        self.path, self.pieces, self.painted = path, pieces, painted
        self.done = threading.Event()
