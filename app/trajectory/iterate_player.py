"""The optimiser's iterates: followed while they come, looked at one by one, and played."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.sim.texts import marked
from torseur.ui.trajectory.plan.iterates_section import IteratesSection

from .planning import Planning

LATE = 80  # [ms] between two looks at iterates while they come
WHOSE = {
    "explain": marked("a trial of Explain"),
    "multistart": marked("one of the guesses"),
    "explore": marked("the search for contacts"),
    "seed": marked("the found sequence"),
}
"""Whose iterates come while a job other than planning is done."""
PLAYED = 70  # [ms] an iterate is seen while they are played


class IteratePlayer(QObject):
    """Between the section and what is planned."""

    chosen = Signal(object)  # the iterate that is looked at; None: the plan is

    def __init__(self, planning: Planning, section: IteratesSection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._planning, self._section = planning, section
        self._step = -1  # of the iterate that is looked at; -1: none
        self._late = QTimer(self, singleShot=True, interval=LATE)
        self._late.timeout.connect(self._follow)
        self._clock = QTimer(self, interval=PLAYED)
        self._clock.timeout.connect(lambda: self._look_at(self._step + 1))
        planning.iterated.connect(lambda: None if self._late.isActive() else self._late.start())
        section.step_chosen.connect(self._look_at)
        section.play_requested.connect(self._play)

    @property
    def whose(self) -> str:
        """Whose iterates there are, where not those of the plan."""
        return self.tr(WHOSE[self._planning.job]) if self._planning.job in WHOSE else ""

    def show_plan(self) -> None:
        """Look at the plan itself, and offer the iterates that led to it."""
        self._late.stop()
        self._look_at(-1)
        self._section.show_iterates(self._planning.iterates)

    def _follow(self) -> None:
        """Show those that have come, the last one drawn."""
        iterates = self._planning.iterates
        if self._planning.running and iterates:
            self._section.show_iterates(iterates, self.whose)
            self.chosen.emit(iterates[-1])

    def _look_at(self, step: int) -> None:
        """Look at an iterate; the last one is the plan itself."""
        iterates = self._planning.iterates
        ended = step < 0 or step >= len(iterates) - 1
        self._step = -1 if ended else step
        if ended:
            self._clock.stop()
            self._section.show_playing(False)
        if step >= 0:
            self._section.show_step(step)
        self.chosen.emit(None if ended else iterates[step])

    def _play(self) -> None:
        if self._clock.isActive():
            self._clock.stop()
        elif len(self._planning.iterates) > 1:
            self._clock.start()
            self._look_at(0)
        self._section.show_playing(self._clock.isActive())
