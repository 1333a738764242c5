"""The page One contact: the selected contact of the instant, or a body of one's own, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import DYNAMICS, PROBLEMS
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.jumps.contact_change import ContactChange, changing_event, contact_change
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.laboratory.contact.one_contact.page import OneContactPage
from torseur.ui.laboratory.contact.one_contact.values import OwnBody, SingleContactView
from torseur.ui.look.math_notation import written
from torseur.ui.look.theme import FORCE, WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import LegendRow, Overlays

from ....background.background_thread import Background
from ....documents.body_names import bare_names
from ...dynamics.term_arrows import TermArrows
from ...instant_problem import InstantContactProblem, Which
from ...page_context import PageContext
from ..contact_page import ContactPageBinding, first_contact
from .change_words import change_facts, change_sentence
from .contact_equations import body_equations, joint_equations
from .contact_terms import ContactTerms, contact_terms, own_contact

MOST_OFFERED = 60  # contacts in the list of the page; others are selected in the inspector or the view
AT_REST = 1e-6  # a slower ζ touches [m/s]


class OneContactBinding(ContactPageBinding):
    """Between the page and the instant, or the body that is typed."""

    key = "one_contact"
    waits_for: tuple[str, ...] = (PROBLEMS, DYNAMICS)  # of velocities of bodies

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget = self._page = page = OneContactPage()
        self._subject, self._others, self._at = "instant", "given", "d"
        self._own = OwnBody()
        self._place, self._pull = -1, 0.0
        self._pulled_at: object = None  # of what the pull is: it goes with another instant or contact
        self._terms: ContactTerms | None = None
        self._view: SingleContactView | None = None
        self._equations: tuple[EquationView, ...] = ()
        self._changed: object = None  # what the section of what began or ended tells of
        self._arrows = TermArrows()
        self._finding = Background(self)
        self._finding.found.connect(self._show_change)
        page.subject_chosen.connect(self._choose_subject)
        page.contact_chosen.connect(lambda key: self.select(int(key)))
        page.others_chosen.connect(self._choose_others)
        page.problem_chosen.connect(lambda which: self.choose_problem(cast(Which, which)))
        page.d_wanted.connect(self._want_d)
        page.pull_entered.connect(self._set_pull)
        page.equation_chosen.connect(self._choose_equation)
        page.editor.edited.connect(self._edit)
        page.change.seek_requested.connect(self._session.playback.seek)
        page.editor.show_body(self._own)

    @property
    def view(self) -> SingleContactView | None:
        """What is shown; None: nothing."""
        return self._view

    @override
    def leave(self) -> None:
        self._finding.stop()
        self._changed = None  # to be asked again
        super().leave()

    @override
    def refresh(self) -> None:
        self._page.show_subject(self._subject, self._others, self.which)
        if self._subject == "own":
            self._setting_up.stop()
            self._problem = None
            self._page.show_absent("")
            self._show_own()
        elif not self._session.kernels.has(DYNAMICS):
            self._forget_change("")
            self._show_none(self.tr("Its kernels are still being compiled."))
        else:
            self._ask_change()
            super().refresh()

    @override
    def show_absent(self, reason: str) -> None:
        self._page.show_absent(reason)
        if reason:
            self._view = self._terms = None
        if self.problem is None:
            self._page.set_contacts({})

    @override
    def show_problem(self, problem: InstantContactProblem) -> None:
        bodies = bare_names(problem.recording.scene.model.body_names)
        self._page.set_contacts({
            str(k): f"{written(name)}  {' · '.join(bodies[body] for body in problem.solved.problem.bodies[k])}"
            for k, name in enumerate(problem.names[:MOST_OFFERED]) if not problem.solved.joints[k]
        })  # fmt: skip

    @override
    def show_selected(self, place: int) -> None:
        problem = self.problem
        if problem is None or self._subject == "own":
            return
        self._place = place = place if place >= 0 else first_contact(problem)
        pulled_at = problem, place
        if pulled_at != self._pulled_at:
            self._pulled_at, self._pull = pulled_at, 0.0
        self._page.contact.show_choice(str(place))
        try:
            self._terms = contact_terms(problem, place, self._others == "given")
        except ArgumentError as error:
            self.show_absent(str(error))
        else:
            self._show_instant(problem, self._terms)

    @override
    def overlays(self) -> Overlays:
        problem, view = self.problem, self._view
        self._arrows.clear()
        as_it_is = self._pull == 0.0 and self._others == "given"  # whose arrows are drawn already
        if problem is None or view is None or as_it_is or self._subject == "own" or view.impulses:
            return Overlays()
        at, n = problem.solved.problem.point[self._place], problem.solved.problem.normal[self._place]
        terms = (Term("λ n", view.force * n, "λ n", "", FORCE), Term("p n", view.pull * n, "p n", "", WARNING))
        return Overlays(arrows=self._arrows.of(terms, ("N",), at, self._picture.size))

    @override
    def legend(self) -> Sequence[LegendRow]:
        return self._arrows.legend()

    def _show_instant(self, problem: InstantContactProblem, terms: ContactTerms) -> None:
        single = terms.alone.single
        view = SingleContactView(single.M, single.d, self._pull, problem.solved.level != "acceleration")
        equations = (
            joint_equations(terms, view) if terms.body is None else body_equations(terms.body, view, is_own=False)
        )
        jump = 0.0 if terms.response is None else float(np.max(np.abs(terms.response))) * view.force
        self._show(view, equations, jump)

    def _show_own(self) -> None:
        try:
            hand = own_contact(self._own)
        except ArgumentError as error:
            self._view = None
            self._page.show_refused(str(error))
            return
        self._page.show_refused(
            "" if abs(hand.separation_velocity) < AT_REST else self.tr(
                "ζ = n·ξ is {zeta}, not 0: the body goes in or has left already. What follows is for a body that touches."
            ).format(zeta=quantity_text(hand.separation_velocity, "m/s"))
        )  # fmt: skip
        view = SingleContactView(hand.M, hand.d, self._pull)
        self._page.sketch.show_body(self._own, view)
        self._show(view, body_equations(hand, view, is_own=True), float(np.max(np.abs(hand.response))) * view.force)

    def _show(self, view: SingleContactView, equations: tuple[EquationView, ...], jump: float) -> None:
        """Show all of it; `jump`: of the largest number of q̈ when the force is taken away."""
        self._view, self._equations = view, equations
        page = self._page
        page.show_contact(view)
        at = next((k for k, one in enumerate(equations) if one.key == self._at), 1)
        page.show_equations(equations, at)
        page.show_response(self._words_of_jump(view, jump))

    def _words_of_jump(self, view: SingleContactView, jump: float) -> str:
        both = self.tr(
            "Both follow d without a jump. Where d jumps, as a push begins or an edge is passed, both jump with it."
        )
        if view.impulses or not view.lasts or view.force == 0.0:
            return both
        taken = self.tr(
            "Were λ = {force} taken away now, ζ̇ would jump from 0 to d = {d}, and q̈ by up to {jump} (m/s² or rad/s²): "
            "force jumps ⇒ acceleration jumps."
        ).format(
            force=quantity_text(view.force, "N"), d=quantity_text(view.pulled, "m/s²"), jump=quantity_text(jump, "")
        )
        return f"{both} {taken}"

    def _ask_change(self) -> None:
        """Where a contact began or ended last: found by a thread, once for all instants up to the next."""
        if self._contacts.reason:
            self._forget_change("")
            return
        if self._session.playback.playing:
            return  # pausing asks again
        recording, index = self._contacts.instant
        event = changing_event(recording, index)
        changed = recording, len(recording), event
        if event is None:
            self._forget_change(self.tr("No contact has begun or ended up to this instant."))
        elif changed == self._changed:
            self._page.change.show_time(float(recording.t[index]))
        else:
            self._finding.ask(changed, [partial(contact_change, recording, index)])
            self._changed = changed

    def _forget_change(self, reason: str) -> None:
        self._finding.stop()
        self._changed = None
        self._page.change.show_none(reason)

    def _show_change(self, key: tuple[object, ...], change: ContactChange | Exception) -> None:
        if key[0] is not self._session.recording:
            return  # of what was open before
        if isinstance(change, Exception):
            raise change
        section, snapshot = self._page.change, self._session.snapshot
        section.show_change(change_sentence(change, bare_names(self._session.model.body_names)), change_facts(change))
        section.show_course(
            change.t, change.force, change.separation, change.event.t if snapshot is None else snapshot.t
        )

    def _choose_subject(self, subject: str) -> None:
        self._subject = subject
        self._pull, self._pulled_at = 0.0, None
        self.update()

    def _choose_others(self, others: str) -> None:
        self._others = others
        self.update()

    def _choose_equation(self, key: str) -> None:
        self._at = key
        if self._view is not None and self._equations:
            self._page.show_equations(
                self._equations, next(k for k, one in enumerate(self._equations) if one.key == key)
            )

    def _want_d(self, d: float) -> None:
        if self._view is not None:
            self._set_pull((d - self._view.d) / self._view.M)

    def _set_pull(self, pull: float) -> None:
        self._pull = pull
        if self._subject == "own":
            self._show_own()
        elif self.problem is not None and self._terms is not None:
            self._show_instant(self.problem, self._terms)
            self.redraw()

    def _edit(self, body: OwnBody) -> None:
        self._own = replace(body)
        self._show_own()
