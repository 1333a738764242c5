"""The contact inspector: contacts of the instant shown, and the problem behind their forces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from torseur.sim.compilation import PROBLEMS
from torseur.sim.contact.island.solver_arrays import DENSE_FREEDOMS
from torseur.sim.errors import ArgumentError
from torseur.ui.panels.contact.contact_inspector import ContactInspector
from torseur.ui.panels.contact.values import ProblemView, SolveFacts

from ..background.background_thread import Background
from ..drawing.contact.contact_bounds_drawing import bounds_drawing, bounds_legend
from ..drawing.contact.contact_highlight import highlight, highlight_legend
from ..drawing.contact.contact_parts import contact_label
from ..drawing.picture import Picture
from ..drawing.viewport_binding import ViewportBinding
from ..session.contact_selection import ContactSelection
from ..session.lateness import Instant, Lateness
from ..session.session import Session
from .contact_bounds import MOST, MOST_SELECTED, BoundsSearch
from .status import GOOD

if TYPE_CHECKING:  # with Numba, which the first picture goes without
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.simulation.inspection.solved_problem import InspectedProblem
    from torseur.sim.simulation.recording.recording import Recording

    from .contact_problem import ShownProblem


class ContactBinding(QObject):
    """Between the inspector, the session, and the layer of the contact that is selected."""

    def __init__(
        self,
        session: Session,
        inspector: ContactInspector,
        selection: ContactSelection,
        picture: Picture,
        drawing: ViewportBinding,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._inspector, self._picture, self._drawing = session, inspector, picture, drawing
        self._selection = selection
        self._in_sight = False
        self._problem_requested = True
        self._chosen = ""  # which problem the user wants to see; empty: that which was solved
        self._table_problem: InspectedProblem | None = None  # whose loads the table has
        self._bounds = BoundsSearch(self)
        self._large = Background(self)  # sets up problems of many contacts
        self._setting_up = False  # one is: bounds are looked for when it is there, and not in another of the same instant
        self._large.found.connect(self._show_large)
        self._shown: Instant | None = None  # the instant of the problem that is seen; None: there is none
        self._lateness = Lateness(session, lambda: self._shown, self)
        self._lateness.changed.connect(inspector.show_late)
        self._names: Mapping[str, str] = {}  # of the problems that can be shown, and which one is
        self._key = ""
        self._stale = True
        session.snapshot_changed.connect(self._note)
        session.playback.playing_changed.connect(self._note)
        session.kernels.loaded.connect(self._note)
        inspector.problem_requested.connect(self._request_problem)
        inspector.problem_chosen.connect(self._choose)
        inspector.contact_selected.connect(selection.select)
        selection.changed.connect(self._show_selected)
        session.snapshot_changed.connect(self._draw)
        session.snapshot_changed.connect(self._drop_bounds)
        session.document_changed.connect(self._forget)
        self._bounds.changed.connect(self._tell_bounds)

    def refresh(self) -> None:
        """Show what changed since the last time, if it can be seen."""
        session, inspector = self._session, self._inspector
        snapshot, recording = session.snapshot, session.recording
        if not self._stale or not inspector.isVisible() or snapshot is None:
            return
        self._stale = False
        if recording is None or session.posing:
            inspector.show_facts(None)
            inspector.show_contacts((), self.tr("Not simulated yet."))
            self._show_none(self.tr("Press Space to simulate: contacts show here."))
            self._forget_bounds()
            return
        settings = session.settings
        unit = self.tr("relative") if recording.problems.is_of_accelerations(session.index) else "m/s"
        asked = GOOD if settings.solving == "exact" else settings.residual_asked
        facts = SolveFacts(
            session.solver_name,
            snapshot.iterations,
            snapshot.residual,
            unit,
            asked,
            settings.dt,
            settings.scheme,
            bool(recording.doubtful[session.index]),
        )
        unsolved = recording.problems.is_start(session.index) or recording.problems.is_planned(session.index)
        inspector.show_facts(None if unsolved else facts)
        if session.playback.playing or not self._bounds.is_about(self._instant(recording)):
            self._forget_bounds()
        self._show_problem()
        self._look_for_bounds(recording, session.contacts or snapshot.contacts)
        self._show_rows(recording)
        self._draw()

    def take_over(self, other: ContactBinding) -> None:
        """Know which loads are possible, as far as another does, which has the same contacts."""
        contacts = self._session.contacts
        if contacts is not None and other._picture.has("bounds"):
            self._bounds.take_over(other._bounds)
            self._draw_bounds(contacts)

    def stop(self) -> None:
        """Find nothing more: the window closes."""
        self._bounds.stop()
        self._large.stop()

    def show_highlight(self, in_sight: bool) -> None:
        """Light the contact that is selected, or do not, as the inspector is in sight or not."""
        self._in_sight = in_sight
        self._draw()

    def _show_selected(self) -> None:
        i = self._selection.row
        self._inspector.show_selected(i if i >= 0 else None)
        self._bounds.prefer(i)
        self._draw()

    def _forget(self) -> None:
        self._large.stop()
        self._shown = self._table_problem = None
        self._lateness.look()
        self._picture.remove("contact")
        self._forget_bounds()

    def _draw(self) -> None:
        session, i = self._session, self._selection.row
        contacts = None if session.posing else session.contacts
        if contacts is None or not self._in_sight or not 0 <= i < len(contacts):
            self._picture.remove("contact")
        else:
            facets = session.settings.law_facets
            self._picture.put(
                "contact", highlight(contacts, i, self._picture.size, facets), highlight_legend(contacts, i, facets)
            )

    def _show_problem(self) -> None:
        session, recording = self._session, self._session.recording
        self._table_problem, self._names, self._setting_up = None, {}, False
        self._large.stop()
        if not self._problem_requested or recording is None:
            self._shown = None  # nothing is set up, and what was is folded away
            self._inspector.show_folded()
            self._lateness.look()
            return
        if session.no_kernels:
            self._show_none(session.no_kernels)
        else:
            from .contact_problem import is_large, shown_problem

            step = partial(shown_problem, recording, session.index, self._chosen)
            if is_large(session):
                if self._shown is None or self._shown[0] is not recording:
                    self._show_none(self.tr("Setting up the problem of many contacts…"))
                self._large.ask(self._instant(recording), [step])
                self._setting_up = True
                return
            try:
                self._show_found(self._instant(recording), step())
            except ArgumentError as error:
                self._show_none(str(error))

    def _show_none(self, reason: str) -> None:
        self._shown = None
        self._inspector.show_problem(None, reason)
        self._lateness.look()

    def _show_large(self, instant: object, found: ShownProblem | Exception) -> None:
        """Show a problem that was set up beside the window, and look for the bounds of its forces."""
        self._setting_up = False
        self._show_found(instant, found)
        session, recording = self._session, self._session.recording
        if recording is not None and instant == self._instant(recording) and session.contacts is not None:
            self._look_for_bounds(recording, session.contacts)

    def _show_found(self, instant: object, found: ShownProblem | Exception) -> None:
        """Show a problem, if its instant is still the one in sight."""
        recording = self._session.recording
        if recording is None or instant != self._instant(recording):
            return
        if isinstance(found, ArgumentError):
            self._show_none(str(found))
        elif isinstance(found, Exception):
            self._show_none(self.tr("Setting up the problem failed."))
            raise found
        else:
            problems, self._key, view = found
            self._table_problem, self._names = problems.shown_in_table, problems.names
            self._inspector.show_problem(self._with_bounds(view), names=problems.names, chosen=self._key)
            self._shown = recording, self._session.index
            self._lateness.look()

    def _show_rows(self, recording: Recording) -> None:
        session = self._session
        contacts = session.contacts
        if contacts is not None:
            from .contact_rows import contact_rows

            facets = recording.settings.law_facets
            rows = contact_rows(contacts, session.model.body_names, facets, self._bounds.found, self._fixed())
            self._inspector.show_contacts(rows, self._left_out(len(contacts)))
            self._draw_bounds(contacts)

    def _fixed(self) -> tuple[bool, ...]:
        drawing = self._drawing.snapshot_drawing
        return () if drawing is None else drawing.contacts.names.fixed

    def _left_out(self, count: int) -> str:
        """What is not known of so many contacts; empty where all is looked for."""
        recording = self._session.recording
        if not count and recording is not None and recording.problems.is_start(self._session.index):
            return self._session.no_contacts
        told = []
        n, of = self._bounds.looked_at
        if n < of:
            looking = self.tr("Looking for other loads that make this motion: {n} of {of} contacts so far.")
            told.append(looking.format(n=n, of=of))
        if self._bounds.search is not None and self._bounds.search.left_out and count > MOST:
            most = self.tr("Which loads are one of many is looked for where up to {most} contacts feel each other")
            alone = self.tr(", of a contact that is selected where up to {most} do") if self._bounds.search.selected else ""
            told.append(f"{most.format(most=MOST)}{alone.format(most=MOST_SELECTED)}.")
        if count > MOST and self._session.model.nv > DENSE_FREEDOMS:
            sweeps = self.tr(
                "In a heap of more than {most} degrees of freedom they are as the sweeps found them, not of least norm."
            )
            told.append(sweeps.format(most=DENSE_FREEDOMS))
        if recording is not None and recording.settings.restitution_law == "poisson" and self._has_impact():
            told.append(self.tr("What Poisson's law gives back is as its sweeps found it, not of least norm."))
        return " ".join(told)

    def _has_impact(self) -> bool:
        contacts = self._session.contacts
        return contacts is not None and bool(contacts.impact.any())

    def _instant(self, recording: Recording) -> object:
        return recording, self._session.index, len(recording)

    def _look_for_bounds(self, recording: Recording, contacts: Contacts) -> None:
        """Have it found out which of the loads shown are one of many, while an instant is looked at."""
        session, problem, index = self._session, self._table_problem, self._session.index
        if session.playback.playing or self._setting_up or not session.kernels.has(PROBLEMS):
            return

        from torseur.sim.simulation.inspection.solved_problem import solved_problem

        def solved() -> InspectedProblem | None:
            if problem is not None:
                return problem
            try:
                return solved_problem(recording, index)
            except ArgumentError:  # of a state that no solve led to: the panel says so
                return None

        self._bounds.follow(self._instant(recording), solved, contacts)

    def _forget_bounds(self) -> None:
        self._bounds.stop()
        self._picture.remove("bounds")

    def _drop_bounds(self) -> None:
        """Draw no bounds of another instant, also where the panel is out of sight and looks for no others."""
        session = self._session
        recording = None if session.posing else session.recording
        if recording is None or not self._bounds.is_about(self._instant(recording)):
            self._picture.remove("bounds")

    def _tell_bounds(self) -> None:
        recording, inspector = self._session.recording, self._inspector
        if recording is None or not self._bounds.is_about(self._instant(recording)):
            return
        self._show_rows(recording)
        view = inspector.problem
        if self._bounds.done and view is not None and self._names and not self._setting_up:
            inspector.show_problem(self._with_bounds(view), names=self._names, chosen=self._key)

    def _with_bounds(self, view: ProblemView) -> ProblemView:
        """The problem that was solved, with what is known of other forces that would do."""
        bounds = self._bounds
        if not view.solved or not bounds.done:
            return view
        names = ", ".join(contact_label(i) for i, found in sorted(bounds.found.items()) if found.many)
        many = self.tr("One of many: other forces of {names} make the same motion under the law; these are of least norm.")
        notes = (*view.notes, many.format(names=names)) if names else view.notes
        unknown = not names and any(not found.complete for found in bounds.found.values())
        return replace(view, notes=notes, unique=None if unknown else not names)

    def _draw_bounds(self, contacts: Contacts) -> None:
        drawing, switches = self._drawing.snapshot_drawing, self._drawing.switches
        if drawing is None or not self._bounds.found or not (switches.contacts and switches.normal_forces):
            self._picture.remove("bounds")
        else:
            bars = bounds_drawing(contacts, self._bounds.found, drawing.contacts.shown)
            self._picture.put("bounds", bars, (bounds_legend(),))

    def _note(self, *_: object) -> None:
        self._stale = True

    def _choose(self, key: str) -> None:
        self._chosen = key
        self._shown = None  # it is not what was asked for, though it may be of this instant
        self._stale = True
        self.refresh()

    def _request_problem(self, requested: bool) -> None:
        self._problem_requested = requested
        self._stale = True
        self.refresh()
