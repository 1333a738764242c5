"""The contact problem of the instant shown, which all pages on contact look at: as it was solved, and of its accelerations."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject

from torseur.sim.compilation import PROBLEMS
from torseur.sim.texts import tr

from ..session.contact_selection import ContactSelection
from ..session.session import Session

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.solved_problem import SolvedProblem

Which = Literal["accelerations", "solved"]
"""accelerations: ζ̇ = M λ + d of the state, forces in N; solved: what the step or the impact solved, perhaps of velocities."""


@dataclass(frozen=True, eq=False, slots=True)
class InstantContactProblem:
    """A contact problem of an instant of a recording, with its solution."""

    recording: Recording
    index: int
    which: Which
    contacts: Contacts  # of the instant, as the inspector's table has them
    solved: SolvedProblem  # the problem and its forces; in `solved.level` whether these are impulses
    names: tuple[str, ...]  # of each contact of the problem, and joint: c_1 … as in the table
    rows: tuple[int, ...]  # of the table, of each; -1: it has none
    method: str  # which solver found the forces
    iterations: int
    edits: tuple[str, ...] = ()  # what differs from the recording, each in words

    def place_of(self, row: int) -> int:
        """Which contact of the problem a row of the table is; -1: none."""
        return self.rows.index(row) if row >= 0 and row in self.rows else -1


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


def contact_problem_of(recording: Recording, index: int, which: Which) -> InstantContactProblem:
    """A problem of a state of a recording. Raises ArgumentError, saying why there is none."""
    from torseur.sim.errors import ArgumentError
    from torseur.sim.simulation.solved_problem import solved_problem

    from ..panels.contact_problem import names_in, names_of
    from ..session.acceleration_problem import accelerations_at, answered, start_contacts

    contacts = start_contacts(recording) if recording.problems.is_start(index) else recording.contacts(index)
    if which == "solved":
        solved = solved_problem(recording, index)
        if not solved.taking_part.any():
            raise ArgumentError(tr("Nothing touched in this step.") if solved.interval else tr("Nothing touches."))
        settings = recording.settings
        method, iterations = settings.solver, int(recording.iterations[index])
        names = names_of(solved)
        if settings.scheme == "hybrid":
            method = tr("dense Newton")
    else:
        solved, method, iterations = answered(accelerations_at(recording, index), "acceleration", "coulomb", 0)
        names = names_in(solved.problem, contacts, recording.scene.model.body_names)
    return InstantContactProblem(
        recording, index, which, contacts, solved, names, _rows(names, len(contacts)), method, iterations
    )


def _rows(names: tuple[str, ...], count: int) -> tuple[int, ...]:
    from ..drawing.contact.contact_parts import contact_name

    row = {contact_name(i): i for i in range(count)}
    return tuple(row.get(name, -1) for name in names)
