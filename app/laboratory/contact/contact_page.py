"""What all pages on contact have in common: they show one problem of the instant, and the contact that is selected."""

from __future__ import annotations

import time
from functools import partial

from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import PROBLEMS
from torseur.sim.errors import ArgumentError

from ...background.background_thread import Background
from ...session.lateness import Instant
from ..instant_problem import InstantContactProblem, Which
from ..instant_problem import first_contact as first_contact  # for pages that are widgets
from ..page_binding import PageBinding
from ..page_context import PageContext


class ContactPageBinding(PageBinding):
    """Has the problem set up while it is seen: by a thread while time goes on, and where much touches.

    `show_problem` computes and shows; `show_absent` says why there is nothing to show, or empty; `show_selected` follows the
    selection of the inspector, the view and the other pages. None of them takes over 10 ms: what does is found by `Background`.
    """

    waits_for: tuple[str, ...] = (PROBLEMS,)
    which: Which = "accelerations"  # problem that is shown

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self._contacts = context.contacts
        self._selection = context.contacts.selection
        self._problem: InstantContactProblem | None = None
        self._setting_up = Background(self)
        self._setting_up.found.connect(self._on_found)
        self._selection.changed.connect(self._follow_selection)

    @property
    def problem(self) -> InstantContactProblem | None:
        """The problem that is shown; None: there is none."""
        return self._problem

    @property
    @override
    def numbers_of(self) -> Instant | None:
        problem = self._told_problem()
        return None if problem is None else (problem.recording, problem.index)

    def _told_problem(self) -> InstantContactProblem | None:
        """The problem whose numbers are on the page; None: there are none."""
        return self._problem

    @property
    def selected(self) -> int:
        """Which contact of the problem is selected; -1: none of them."""
        return -1 if self._problem is None else self._problem.place_of(self._selection.row)

    def choose_problem(self, which: Which) -> None:
        """Show another problem of the instant."""
        self.which = which
        self.update()

    def select(self, place: int) -> None:
        """Select a contact of the problem, everywhere; joints have no row to be selected."""
        if self._problem is not None and 0 <= place < len(self._problem.rows):
            self._selection.select(self._problem.rows[place])

    @override
    def leave(self) -> None:
        self._setting_up.stop()
        super().leave()

    @override
    def refresh(self) -> None:
        self._setting_up.stop()
        if reason := self._contacts.reason:
            self._show_none(reason)
            return
        recording, index = self._contacts.instant
        key = recording, index, len(recording), self.which
        step = partial(self._contacts.problem, self.which, recording, index)
        if self._session.playback.playing or self._contacts.is_large:
            self._setting_up.ask(key, [step])
            return
        try:
            found = step()
        except ArgumentError as error:
            self._show_none(str(error))
        else:
            self._show_found(found)

    def show_problem(self, problem: InstantContactProblem) -> None:
        """Show what there is to tell of a problem."""
        raise NotImplementedError

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        raise NotImplementedError

    def show_selected(self, place: int) -> None:
        """Show which contact of the problem is selected; -1: none of them."""
        raise NotImplementedError

    def _on_found(self, key: object, found: InstantContactProblem | Exception) -> None:
        begun = time.perf_counter()
        if isinstance(found, ArgumentError):
            self._show_none(str(found))
        elif isinstance(found, Exception):
            raise found
        else:
            self._show_found(found)
        self.redraw()
        self.rest_after(begun)

    def _show_found(self, problem: InstantContactProblem) -> None:
        self._problem = problem
        self.show_absent("")
        self.show_problem(problem)
        self.show_selected(self.selected)

    def _show_none(self, reason: str) -> None:
        self._problem = None
        self.show_absent(reason)

    def _follow_selection(self) -> None:
        if self._seen and self._problem is not None:
            self.show_selected(self.selected)
            self.redraw()
