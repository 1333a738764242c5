"""One job at a time in a thread of its own, which may be given up."""

from __future__ import annotations

import threading
from typing import Any

from PySide6.QtCore import QObject, Signal

from .threads import start_thread


class Job:
    """Something that a thread does. `cancelled` is set once nobody wants it any more."""

    def __init__(self) -> None:
        self.cancelled = threading.Event()


class BackgroundJob(QObject):
    """What reads and writes files behind the window: `run` is called in the thread, signals come in the window's."""

    ended = Signal()  # done, refused or given up

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name  # of its threads
        self._job: Any = None  # the one at hand; what one that was given up still tells is not heard

    def cancel(self) -> None:
        """Give up what is at hand."""
        job, self._job = self._job, None
        if job is not None:
            job.cancelled.set()
            self.ended.emit()

    def stop(self) -> None:
        """Give up: the window closes."""
        self.cancel()

    def run(self, job: Any) -> None:
        """Do a job, in its thread."""
        raise NotImplementedError

    def _begin(self, job: Job) -> None:
        self._job = job
        start_thread(self._name, self.run, job)
