"""Writing a long file behind the window, with progress, until it is there or the user has enough of waiting."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from torseur.sim.errors import TorseurError

from ..documents.whole_file import Pieces

log = logging.getLogger("torseur.writing")


class BackgroundWriter(QObject):
    """Writes one file at a time, in a thread of its own. Signals come in the window's thread."""

    begun = Signal(str)  # the file
    progressed = Signal(int, int)  # pieces written so far, of how many
    written = Signal(str)  # the file is there
    failed = Signal(str)  # why it is not
    ended = Signal()  # written, failed or given up
    _progress = Signal(object, int, int)
    _finished = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: _Job | None = None
        self._threads: list[threading.Thread] = []
        self._progress.connect(self._on_progress, Qt.ConnectionType.QueuedConnection)
        self._finished.connect(self._on_finished, Qt.ConnectionType.QueuedConnection)

    @property
    def path(self) -> str:
        """What is being written; empty: nothing."""
        return str(self._job.path) if self._job is not None else ""

    def start(self, path: Path, pieces: Pieces) -> None:
        """Begin to write; raises TorseurError while another file is being written."""
        if self._job is not None:
            raise TorseurError(f"{self._job.path.name} is being written already")
        self._job = _Job(path, pieces)
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = threading.Thread(target=self._run, args=(self._job,), name="writing")
        self._threads.append(thread)
        self.begun.emit(str(path))
        thread.start()

    def cancel(self) -> None:
        """Give up what is being written; nothing of it is left."""
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
        reason = ""
        try:
            for done, total in job.pieces:
                if job.cancelled.is_set():
                    return
                self._progress.emit(job, done, total)
        except TorseurError as error:
            reason = str(error)
        except Exception as error:  # told where it is shown
            log.exception("writing %s failed", job.path)
            reason = f"{type(error).__name__}: {error}"
        finally:
            job.pieces.close()  # a file that is given up is taken away
        self._finished.emit(job, reason)

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


class _Job:
    def __init__(self, path: Path, pieces: Pieces) -> None:
        self.path, self.pieces = path, pieces
        self.cancelled = threading.Event()
