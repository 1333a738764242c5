"""The contact inspector: contacts of the instant shown, and the problem behind their forces."""

from __future__ import annotations

from PySide6.QtCore import QObject

from torseur.sim.compilation import PROBLEMS
from torseur.sim.contact.contacts import Contacts
from torseur.sim.errors import ArgumentError
from torseur.ui.panels.contact.contact_inspector import ContactInspector
from torseur.ui.panels.contact.values import SolveFacts

from ..drawing.contact_highlight import highlight, highlight_legend
from ..drawing.contact_parts import facets_of
from ..drawing.picture import Picture
from ..session.session import Session
from .contact_rows import contact_rows


class ContactBinding(QObject):
    """Between the inspector, the session, and the layer of the contact that is selected."""

    def __init__(
        self, session: Session, inspector: ContactInspector, picture: Picture, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._inspector, self._picture = session, inspector, picture
        self._selected = -1
        self._in_sight = False
        self._problem_requested = True
        self._chosen = ""  # which problem the user wants to see; empty: that which was solved
        self._start: Contacts | None = None  # of the problem shown, at a state that no solve led to
        self._stale = True
        session.snapshot_changed.connect(self._note)
        session.playback.playing_changed.connect(self._note)
        session.kernels.loaded.connect(self._note)
        inspector.problem_requested.connect(self._request_problem)
        inspector.problem_chosen.connect(self._choose)
        inspector.contact_selected.connect(self._select)
        session.snapshot_changed.connect(self._draw)
        session.document_changed.connect(self._forget)

    def refresh(self) -> None:
        """Show what changed since the last time, if it can be seen."""
        session, inspector = self._session, self._inspector
        snapshot, recording = session.snapshot, session.recording
        if not self._stale or not inspector.isVisible() or snapshot is None:
            return
        self._stale = False
        if recording is None or session.posing:
            inspector.show_facts(None)
            inspector.show_contacts(())
            inspector.show_problem(None, self.tr("Press Space to simulate: contacts show here."))
            return
        settings = session.settings
        unit = self.tr("relative") if recording.problems.is_of_accelerations(session.index) else "m/s"
        facts = SolveFacts(
            session.solver_name, snapshot.iterations, snapshot.residual, unit, settings.dt, settings.scheme
        )
        inspector.show_facts(None if recording.problems.is_start(session.index) else facts)
        self._show_problem()
        facets = facets_of(recording.settings)
        inspector.show_contacts(contact_rows(self._start or snapshot.contacts, session.model.body_names, facets))
        self._draw()

    def show_highlight(self, in_sight: bool) -> None:
        """Light the contact that is selected, or do not, as the inspector is in sight or not."""
        self._in_sight = in_sight
        self._draw()

    def _select(self, i: int) -> None:
        self._selected = i
        self._draw()

    def _forget(self) -> None:
        self._selected = -1
        self._inspector.show_selected(None)
        self._picture.remove("contact")

    def _draw(self) -> None:
        session, i = self._session, self._selected
        contacts = None if session.snapshot is None or session.posing else self._start or session.snapshot.contacts
        if contacts is None or not self._in_sight or not 0 <= i < len(contacts):
            self._picture.remove("contact")
        else:
            facets = facets_of(session.settings)
            self._picture.put(
                "contact",
                highlight(contacts, i, self._picture.size, facets),
                highlight_legend(contacts, i, facets),
            )

    def _show_problem(self) -> None:
        session, inspector = self._session, self._inspector
        recording = session.recording
        if not self._problem_requested or recording is None:
            return
        if session.playback.playing:
            inspector.show_problem(None, self.tr("Pause to see the contact problem of an instant."))
        elif not session.kernels.has(PROBLEMS):
            inspector.show_problem(None, self.tr("Its kernels are still being compiled."))
        else:
            from .contact_problem import InstantProblem

            try:
                problems = InstantProblem(recording, session.index)
                key = self._chosen if self._chosen in problems.names else next(iter(problems.names))
                self._start = problems.start
                inspector.show_problem(problems.view(key), names=problems.names, chosen=key)
            except ArgumentError as error:
                inspector.show_problem(None, str(error))

    def _note(self, *_: object) -> None:
        self._stale, self._start = True, None

    def _choose(self, key: str) -> None:
        self._chosen = key
        self._stale = True
        self.refresh()

    def _request_problem(self, requested: bool) -> None:
        self._problem_requested = requested
        self._stale = True
        self.refresh()
