"""The contact problem of the instant shown, set up once for all pages on contact."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from torseur.sim.compilation import PROBLEMS

from ..session.contact_selection import ContactSelection
from ..session.session import Session
from .instant_problem import InstantContactProblem, Which, contact_problem_of

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.simulation.recording.recording import Recording


class ContactInstant(QObject):
    """Sets up a problem when a page asks for it, once for all of them."""

    def __init__(self, session: Session, selection: ContactSelection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self.selection = session, selection
        self._lock = Lock()
        self._key: object = None
        self._found: dict[Which, InstantContactProblem] = {}

    @property
    def reason(self) -> str:
        """Why there is no problem to look at, a sentence; empty: there may be."""
        session = self._session
        if session.snapshot is None:
            return self.tr("Nothing is open.")
        if session.recording is None or session.posing:
            return self.tr("Press Space to simulate: the contact problem of each instant shows here.")
        return "" if session.kernels.has(PROBLEMS) else self.tr("Its kernels are still being compiled.")

    @property
    def instant(self) -> tuple[Recording, int]:
        """The recording and the state that is shown. Only where there is no `reason`."""
        recording = self._session.recording
        assert recording is not None, self.reason
        return recording, self._session.index

    @property
    def is_large(self) -> bool:
        """Whether so much touches that its problem is set up by a thread."""
        from ..panels.contact_problem import is_large

        return is_large(self._session)

    def problem(self, which: Which, recording: Recording, index: int) -> InstantContactProblem:
        """A problem of a state, in any thread. Raises ArgumentError, saying why there is none."""
        key = recording, index, len(recording)
        with self._lock:
            if key != self._key:
                self._key, self._found = key, {}
            found = self._found.get(which)
        if found is None:
            found = contact_problem_of(recording, index, which)
            with self._lock:
                if key == self._key:
                    self._found[which] = found
        return found
