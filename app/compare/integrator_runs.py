"""Integrators for the smooth part, by name: measured on the scene that was compared, and one more run by one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from torseur.sim.errors import TorseurError
from torseur.ui.compare.values import IntegratorRow

from ..background.background_thread import Background
from .comparing_job import ComparisonQuestion
from .comparison_answers import hybrid_run
from .integrator_rows import integrator_steps

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison


class IntegratorRuns(QObject):
    """Works beside the window; what comes is of the question that was asked last."""

    measured = Signal(object)  # IntegratorRow
    made = Signal(object)  # SchemeRun
    refused = Signal(str)  # why there is no such run, a sentence

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: ComparisonQuestion | None = None
        self._measuring, self._making = Background(self), Background(self)
        self._measuring.found.connect(self._hear)
        self._making.found.connect(self._hear)

    @property
    def measuring(self) -> bool:
        """Whether integrators are being measured."""
        return self._measuring.running

    @property
    def running(self) -> bool:
        """Whether anything is worked out."""
        return self._measuring.running or self._making.running

    def measure(self, comparison: Comparison, question: ComparisonQuestion) -> None:
        """Measure all of them, one after the other."""
        self._asked = question
        self._measuring.ask(question, list(integrator_steps(comparison, question.state)))

    def make(self, comparison: Comparison, question: ComparisonQuestion, integrator: str, dt: float) -> None:
        """Make a run by one of them, with steps of `dt` [s]."""
        hybrid = hybrid_run(comparison)
        if hybrid is None:
            self.refused.emit(comparison.no_hybrid)
            return
        from torseur.sim.simulation.inspection.comparing.stepped_motion import stepped_run

        self._asked = question
        ends = comparison.duration, question.state
        self._making.ask(question, [lambda: stepped_run(comparison.scene, hybrid, integrator, dt, *ends)])

    def stop(self) -> None:
        """What is asked is not wanted any more."""
        self._asked = None
        self._measuring.stop()
        self._making.stop()

    def _hear(self, question: object, found: object) -> None:
        if question is not self._asked:
            return
        if isinstance(found, TorseurError):
            self.refused.emit(str(found))
        elif isinstance(found, Exception):
            raise found
        elif isinstance(found, IntegratorRow):
            self.measured.emit(found)
        else:
            self.made.emit(found)
