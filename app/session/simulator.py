"""From what a session is at to a simulation that runs: made once its kernels are compiled, and told what the user asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import frozen
from torseur.sim.compilation import HYBRID, POSING, STEPPING
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.state import State

from ..background.kernels import Kernels
from .session_state import SessionState
from .worker import Worker

if TYPE_CHECKING:
    from torseur.sim.simulation.running.control.command import Pull


class Simulator(QObject):
    """Lets its worker simulate one state of a session at a time."""

    recording_changed = Signal()  # a new one is begun
    message = Signal(str, str, str)  # text, detail, tone: plain, good, warning, error

    def __init__(self, kernels: Kernels, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kernels = kernels
        self.worker = Worker()
        self.pulled: Pull | None = None  # what the user holds by a spring
        self.is_followed: Callable[[], bool] = lambda: False  # whether a journal is to have what is simulated

    def group_of(self, state: SessionState) -> str:
        """The group of kernels that its scheme needs."""
        return HYBRID if state.settings.scheme == "hybrid" else STEPPING

    def can_run(self, state: SessionState) -> bool:
        """Whether the kernels of its scheme are there."""
        return self._kernels.has(self.group_of(state)) and self._kernels.has(POSING)

    def prepare(self, state: SessionState, duration: float = 0.0) -> bool:
        """Let the worker have this; False, and said why, if it cannot be simulated.

        duration : how long it is to run [s]; told at its beginning where that needs more memory than is free
        """
        if state.document is None or state.is_replay:
            return False
        if not self.can_run(state):
            self.message.emit(self.tr("The kernels of this scheme are still being compiled."), "", "plain")
            return False
        if state.run.simulation is None:
            from torseur.sim.simulation.simulation import Simulation

            scene = state.document.scene
            try:
                state.run.simulation = Simulation(scene, state.settings, State(0.0, state.q, scene.initial.v))
            except TorseurError as error:
                self.message.emit(self.tr("The simulation cannot start."), str(error), "error")
                return False
            self._tell_size(state, duration)
            self.recording_changed.emit()
        self.worker.take(state.run.simulation)
        self.command(state)
        return True

    def _tell_size(self, state: SessionState, duration: float) -> None:
        """Say so where a run will not fit into memory, as far as no journal has it: it stops in words before that is full."""
        from torseur.sim.simulation.running.run_size import why_too_large

        if state.document is None:
            return
        if reason := why_too_large(state.document.scene, state.settings, duration, followed=self.is_followed()):
            text = self.tr("This run is too long for memory, and stops before it is full.")
            self.message.emit(
                text, self.tr("{reason}; a shorter duration or a longer step keeps fewer").format(reason=reason), "warning"
            )

    def command(self, state: SessionState) -> None:
        """Tell the worker where joints are to go, and what is pulled."""
        from torseur.sim.simulation.running.control.command import Command

        target = state.run.target
        self.worker.command(Command(None if target is None else frozen(np.array(target)), self.pulled))

    def report_stop(self) -> None:
        """Say why it stopped, if it did so by itself."""
        progress = self.worker.progress()
        if progress.failure:
            reason = progress.failure.strip().splitlines()[-1]
            self.message.emit(self.tr("The simulation failed and was paused."), reason, "error")
        elif progress.stopped:
            self.message.emit(self.tr("The simulation stopped."), progress.stopped, "warning")
