"""Between the section Regularisation and the forces that an ε picks, which a thread finds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.compilation import SOLVERS
from torseur.ui.laboratory.contact.several.regularisation_section import RegularisationSection
from torseur.ui.laboratory.contact.several.values import LimitRow, SeveralContacts

from ....background.background_thread import Background
from ....session.session import Session

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.contact.analysis.several.values import RegularisedForces

    from .several_facts import SeveralFacts

EPSILON = 1e-6  # at first [1/kg]
LIMIT = (1e-1, 1e-3, 1e-5, 1e-7, 1e-9)  # ε of the table of small ones [1/kg]


class Regularising(QObject):
    """Keeps the ε that the user chose, and the table of small ones of the problem shown."""

    def __init__(self, section: RegularisationSection, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._section, self._session = section, session
        self._facts: SeveralFacts | None = None
        self._view: SeveralContacts | None = None
        self._epsilon = EPSILON
        self._limit: list[LimitRow] = []
        self._limit_of: SeveralFacts | None = None  # whose table of small ε that is
        self._finding = Background(self)
        self._finding.found.connect(self._show)
        section.epsilon_chosen.connect(self._choose)

    def stop(self) -> None:
        """Find nothing more."""
        self._finding.stop()

    def follow(self, facts: SeveralFacts, view: SeveralContacts) -> None:
        """Find what ε does to a problem."""
        self._facts, self._view = facts, view
        self._find()

    def _choose(self, epsilon: float) -> None:
        self._epsilon = epsilon
        if self._facts is not None:
            self._find()

    def _find(self) -> None:
        from torseur.sim.contact.analysis.several.regularised_forces import regularised_forces

        facts = self._facts
        assert facts is not None
        self._finding.stop()
        if reason := self._reason(facts):
            self._section.show_absent(reason)
            return
        solved = facts.problem.solved
        found = partial(regularised_forces, facts.sub, law=solved.law, facets=solved.facets or 4)
        steps = [partial(found, self._epsilon)]
        if self._limit_of is not facts:
            self._limit = []
            steps += [partial(found, epsilon) for epsilon in LIMIT]
        self._finding.ask(facts, steps)

    def _reason(self, facts: SeveralFacts) -> str:
        """Why no regularisation is looked at; empty: one is."""
        if not self._session.kernels.has(SOLVERS):
            return self.tr("Its kernels are still being compiled.")
        if self._session.playback.playing:
            return self.tr("Looked at while time stands still.")
        if facts.kernel is None:
            return self.tr("Looked at where all contacts that feel each other are shown.")
        if np.any(facts.sub.sliding != 0.0):
            return self.tr(
                "Contacts that slide already are solved without it: their friction follows from their normal forces."
            )
        if np.any(facts.problem.solved.softness > 0.0):
            return self.tr("M has a softening on its diagonal already, which the simulation was given.")
        return ""

    def _show(self, facts: SeveralFacts, found: RegularisedForces | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        if facts is not self._facts or self._view is None:
            return
        if found.epsilon == self._epsilon:
            self._section.show_forces(self._view, found)
            self._section.show_limit(self._view, self._limit)
        if found.epsilon in LIMIT and self._limit_of is not facts:
            self._limit.append(LimitRow(found.epsilon, found.force_change, found.rate_change, found.rate_bound))
            if len(self._limit) == len(LIMIT):
                self._limit_of = facts
                self._section.show_limit(self._view, self._limit)
