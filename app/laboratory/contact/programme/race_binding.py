"""All methods on the problem that is shown, one after the other, by a thread."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from torseur.sim.errors import ArgumentError
from torseur.ui.laboratory.contact.programme.race_section import RaceSection
from torseur.ui.text.solver_names import solver_name

from ....background.background_thread import Background

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.contact.analysis.programme.values import RaceLane

    from .programme_analysis import Looked


class RaceBinding(QObject):
    """Between the section and the problem that is shown."""

    def __init__(self, section: RaceSection, parent: QObject) -> None:
        super().__init__(parent)
        self._section = section
        self._looked: Looked | None = None
        self._lanes: list[RaceLane] = []
        self._refused: list[tuple[str, str]] = []
        self._methods: tuple[str, ...] = ()
        self._racing = Background(self)
        self._racing.found.connect(self._on_lane)
        section.race_requested.connect(self.race)
        section.stop_requested.connect(self.stop)

    def show_problem(self, looked: Looked | None) -> None:
        """Race on this from now on; what was raced was another problem."""
        self.stop()
        self._looked, self._lanes, self._refused = looked, [], []
        self._section.show_race(None, None)

    def race(self) -> None:
        """Have all methods solve the problem."""
        from torseur.sim.contact.analysis.programme.solver_race import RACING

        if self._looked is None:
            return
        self._lanes, self._refused, self._methods = [], [], RACING
        self._section.show_race(None, None)
        self._section.show_progress(self._text(0))
        self._racing.ask(self._looked, [partial(_lane, self._looked, method) for method in RACING])

    def stop(self) -> None:
        """Let no further method begin."""
        self._racing.stop()
        self._section.show_progress("")

    def _on_lane(self, looked: object, found: RaceLane | tuple[str, str] | Exception) -> None:
        from torseur.sim.contact.analysis.programme.solver_race import race_of

        if isinstance(found, Exception):
            raise found
        if self._looked is None or looked is not self._looked:
            return
        if isinstance(found, tuple):
            self._refused.append(found)
        else:
            self._lanes.append(found)
        done = len(self._lanes) + len(self._refused)
        self._section.show_race(race_of(self._lanes, self._refused), self._looked.view.words)
        self._section.show_progress(self._text(done) if done < len(self._methods) else "")

    def _text(self, done: int) -> str:
        return self.tr("{method}, {k} of {n}").format(
            method=solver_name(self._methods[done]), k=done + 1, n=len(self._methods)
        )


def _lane(looked: Looked, method: str) -> RaceLane | tuple[str, str]:
    """One method; or its name, and why it does not take part."""
    from torseur.sim.contact.analysis.programme.solver_race import race_lane

    try:
        return race_lane(looked.problem, method, law=looked.law, facets=looked.facets or 4)
    except ArgumentError as error:
        return method, str(error)
