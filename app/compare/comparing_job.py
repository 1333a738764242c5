"""A comparison made behind the window, run by run, until it is there or the user has enough of waiting."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from typing_extensions import override

from torseur.sim.errors import TorseurError
from torseur.sim.interruption import Interrupted, checkpoint, interruptible

from ..background.background_job import BackgroundJob, Job

if TYPE_CHECKING:
    from torseur.sim.multibody.model.state import State
    from torseur.sim.simulation.running.scene.scene import Scene
    from torseur.sim.simulation.running.scene.settings import Settings

log = logging.getLogger("torseur.comparing")


@dataclass(frozen=True, eq=False, slots=True)
class ComparisonQuestion:
    """What is to be compared."""

    scene: Scene
    steps: tuple[float, ...]  # [s]
    duration: float  # [s]
    state: State
    settings: Settings
    theta: float | None


class ComparingJob(BackgroundJob):
    """Makes one comparison at a time. Signals come in the window's thread."""

    progressed = Signal(object)  # ComparisonProgress
    compared = Signal(object)  # Comparison
    failed = Signal(str)  # why, a sentence
    _told = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("comparing", parent)
        self._told.connect(self._hear, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self._job is not None

    def start(self, question: ComparisonQuestion) -> None:
        """Begin, in place of what was being compared."""
        self.cancel()
        self._begin(_Job(question))

    @override
    def run(self, job: _Job) -> None:
        try:
            with interruptible(job.cancelled.is_set):
                for found in self._steps(job.question):
                    checkpoint()
                    self._told.emit(job, found)
        except Interrupted:
            return
        except TorseurError as error:
            self._told.emit(job, str(error))
        except Exception as error:
            log.exception("comparing %s failed", job.question.scene.name)
            self._told.emit(job, f"{type(error).__name__}: {error}")

    def _steps(self, question: ComparisonQuestion) -> Iterator[object]:
        from torseur.sim.simulation.inspection.comparing.compare_schemes import comparison_in_steps, refined_steps

        refined = [step for step in refined_steps(question.steps) if step <= question.duration]
        return comparison_in_steps(
            question.scene,
            question.steps,
            duration=question.duration,
            state=question.state,
            settings=question.settings,
            theta=question.theta,
            refined=refined,
            lecture=question.theta is None and question.settings.theta != 1.0,
        )

    def _hear(self, job: _Job, found: object) -> None:
        from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison

        if job is not self._job:
            return
        if not isinstance(found, (str, Comparison)):
            self.progressed.emit(found)
            return
        self._job = None
        self.ended.emit()
        if isinstance(found, str):
            self.failed.emit(found)
        else:
            self.compared.emit(found)


class _Job(Job):
    def __init__(self, question: ComparisonQuestion) -> None:
        super().__init__()
        self.question = question
