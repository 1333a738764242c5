"""Planning beside the window: what its process says comes as signals, and it is given up at any moment."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.sim.trajectory.planning.planning_process import PlanningProcess
from torseur.sim.trajectory.planning.values import PlanningEnd


class PlanningJob(QObject):
    """One planning at a time; a new one takes the place of the one before, in the same process with what that has built."""

    progressed = Signal(object)  # PlanningStage, PlanIterate or PlanningSoFar
    finished = Signal(object)  # PlanningEnd with a result: the job's own, or the best there was when it was given up
    failed = Signal(str)  # a sentence: there is no result
    LOOK = 15  # [ms] between two looks at what the process says

    def __init__(self, parent: QObject | None = None, process: PlanningProcess | None = None) -> None:
        """Prepare, starting nothing; `process` is another than the one that plans."""
        super().__init__(parent)
        self._process = process or PlanningProcess()
        self._clock = QTimer(self, interval=self.LOOK)
        self._clock.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether something is being planned."""
        return self._process.running

    @property
    def process_id(self) -> int:
        """Of the process, which stays between plannings; 0: there is none."""
        return self._process.process_id

    def prepare(self) -> None:
        """Start the process, so that the first planning does not wait for it."""
        self._process.prepare()

    def ask(self, job: str, task: Any, **options: Any) -> None:
        """Begin one of the jobs of `planning.jobs`: "plan", ..."""
        self._process.ask(job, task, **options)
        self._clock.start()

    def cancel(self) -> None:
        """Give it up: `finished` tells of the best iterate within 0.3 s, or `failed` that there is none."""
        self._process.stop()

    def stop(self) -> None:
        """End the process, and wait; nothing more is heard of it."""
        self._clock.stop()
        self._process.close()

    def _look(self) -> None:
        for heard in self._process.receive():
            if not isinstance(heard, PlanningEnd):
                self.progressed.emit(heard)
            elif heard.result is None:
                self.failed.emit(heard.sentence)
            else:
                self.finished.emit(heard)
        if not self.running:
            self._clock.stop()
