"""One job at a time in a thread of its own, which may be given up."""

from __future__ import annotations

import threading
from typing import Any

from PySide6.QtCore import QObject, Signal


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
        self._threads: list[threading.Thread] = []

    def cancel(self) -> None:
        """Give up what is at hand."""
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

    def run(self, job: Any) -> None:
        """Do a job, in its thread."""
        raise NotImplementedError

    def _begin(self, job: Job) -> None:
        self._job = job
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = threading.Thread(target=self.run, args=(job,), name=self._name)
        self._threads.append(thread)
        thread.start()
