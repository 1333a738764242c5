"""The page Several contacts: N, T, M and d, which forces are one of many, and what a regularisation picks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import DYNAMICS, PROBLEMS, SOLVERS
from torseur.ui.laboratory.contact.several.page import SeveralPage
from torseur.ui.laboratory.contact.several.values import DirectionView, SeveralContacts
from torseur.ui.viewport.marks import LegendRow, Overlays

from ....background.background_thread import Background
from ...instant_problem import InstantContactProblem
from ...motion.coordinates import coordinates
from ...page_context import PageContext
from ..contact_page import ContactPageBinding
from .regularising import Regularising

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.contact.analysis.several.values import ContactDirection

    from .force_shift import ForceShift
    from .several_drawing import SeveralDrawing
    from .several_facts import SeveralFacts


class SeveralBinding(ContactPageBinding):
    """Between the page, the problem of the instant and the contact that is selected.

    What is told of a problem is found by a thread: of four contacts in milliseconds.
    """

    key = "several"
    waits_for = (PROBLEMS, DYNAMICS, SOLVERS)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: SeveralPage = SeveralPage()
        self._contact_scales = context.contact_scales
        self._facts: SeveralFacts | None = None
        self._view: SeveralContacts | None = None
        self._shift: ForceShift | None = None
        self._drawing: SeveralDrawing | None = None
        self._direction: DirectionView | None = None
        self._kind, self._along = "normals", 0  # directions that are shown, and which one is drawn
        self._joint, self._place = -1, "P"
        self._finding = Background(self)
        self._finding.found.connect(self._on_facts)
        self._regularising = Regularising(self.widget.regularisation, context.session, self)
        self._connect()

    @property
    def facts(self) -> SeveralFacts | None:
        """What is told of the problem that is shown; None: not found yet, or there is no problem."""
        return self._facts

    @property
    def shift(self) -> ForceShift | None:
        """The forces on their way along the kernel."""
        return self._shift

    @override
    def _told_problem(self) -> InstantContactProblem | None:
        return None if self._facts is None else self._facts.problem

    @override
    def refresh(self) -> None:
        if self._contacts.reason or self._session.kernels.has(DYNAMICS):
            super().refresh()
        else:
            self._show_none(self.tr("Its kernels are still being compiled."))

    @override
    def leave(self) -> None:
        self._finding.stop()
        self._regularising.stop()
        super().leave()

    @override
    def show_problem(self, problem: InstantContactProblem) -> None:
        self._find(problem)

    @override
    def show_absent(self, reason: str) -> None:
        if reason:
            self._finding.stop()
            self._regularising.stop()
            self._facts = self._shift = self._direction = None
            self.widget.show_which(self.which, "")
        self.widget.show_absent(reason)

    @override
    def show_selected(self, place: int) -> None:
        facts = self._facts
        if facts is None or facts.problem is not self._problem:
            return  # it is shown when its numbers are
        if facts.center >= 0 and place >= 0 and place not in facts.part:
            self._find(facts.problem)  # of many contacts those around it are shown
            return
        shown = facts.place_of(place)
        self.widget.show_selected(shown)
        self._show_direction(shown)

    @override
    def overlays(self) -> Overlays:
        shift, drawing = self._shift, self._drawing
        if shift is None or drawing is None:
            return Overlays()
        joints = () if self._view is None else self._view.coordinates
        column = self._joint
        joint = joints[column] if 0 <= column < len(joints) else None
        return drawing.overlays(shift, self._along, self._direction, joint, column, self._picture.size)

    @override
    def legend(self) -> Sequence[LegendRow]:
        return () if self._shift is None or self._drawing is None else self._drawing.legend()

    def _connect(self) -> None:
        page = self.widget
        page.problem_chosen.connect(self.choose_problem)
        page.contact_chosen.connect(self._choose)
        page.cell_chosen.connect(self._choose_cell)
        page.direction.joint_chosen.connect(self._choose_joint)
        page.direction.place_chosen.connect(self._choose_place)
        page.redundancy.moved.connect(self._move)
        page.redundancy.put_back.connect(self._put_back)
        page.redundancy.kind_chosen.connect(self._choose_kind)

    def _find(self, problem: InstantContactProblem) -> None:
        from .several_facts import several_facts

        self._finding.ask(problem, [partial(several_facts, problem, self.selected)])

    def _on_facts(self, problem: InstantContactProblem, found: SeveralFacts | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        if problem is self._problem and problem.recording is self._session.recording and self._seen:
            self._show_facts(found)
            self.redraw()

    def _show_facts(self, facts: SeveralFacts) -> None:
        from .force_shift import ForceShift
        from .several_drawing import SeveralDrawing
        from .several_view import about_problem, drift_columns, rank_sentence, several_contacts

        if self._drawing is None or self._facts is None or self._facts.problem.recording is not facts.problem.recording:
            self._drawing, self._joint = SeveralDrawing(self._contact_scales), -1
        self._facts = facts
        page, view = self.widget, several_contacts(facts, coordinates(facts.problem.recording.scene.model))
        self._view = view
        self._shift = ForceShift(facts, self._kind)
        page.show_which(self.which, about_problem(facts))
        columns, formula, residual = drift_columns(facts)
        page.drift.show_parts(view, columns, formula, residual)
        page.redundancy.show_kernel(view, facts.kernel, rank_sentence(facts))
        self._show_directions()
        self._show_forces()
        place = facts.place_of(self.selected)
        page.show_selected(place)
        self._show_direction(place)
        self._regularising.follow(facts, view)
        page.lay_out()

    def _show_directions(self) -> None:
        from .several_view import kernel_sentence

        shift, view = self._shift, self._view
        assert shift is not None
        assert view is not None
        self._along = min(self._along, max(0, len(shift.amounts) - 1))
        directions = shift.directions if shift.kind == "friction" else shift.directions[2::3]
        self.widget.redundancy.show_directions(
            view, directions, shift.has_both_kinds, shift.kind, kernel_sentence(shift)
        )

    def _show_forces(self) -> None:
        """What the forces are in, as they may have been moved."""
        from .several_view import body_balance, shift_facts

        facts, view, shift, page = self._facts, self._view, self._shift, self.widget
        assert facts is not None
        assert view is not None
        assert shift is not None
        force = shift.force
        page.show_contacts(view, force)
        joints = view.coordinates
        back = (
            self.tr("Back to least norm")
            if facts.problem.which == "accelerations"
            else self.tr("Back to what was solved")
        )
        page.redundancy.show_shift(view, shift.rows(), shift_facts(shift, joints), back)
        body, equation = facts.body, facts.equation
        if equation is None:
            page.body.show_body(None, (), None, view.M, 0.0)
            why = self.tr("What was solved is about velocities: H q̈ + C = τ + Tλ is told of the problem Accelerations.")
            if facts.problem.solved.level == "acceleration":
                why = self.tr("H q̈ + C = τ + Tλ is told of the problem Accelerations.")
            page.joints.show_equation(None, np.zeros(0), view, why)
            return
        by_joint = facts.joints
        if np.any(shift.change):
            whole = np.array(facts.problem.solved.force)
            whole[facts.part] = force
            by_joint = equation.joint_equation(whole)
        page.joints.show_equation(by_joint, facts.free, view, "")
        parts = 0.0
        if body is not None:
            d = body.of_force + body.of_gyroscopic + equation.drift_parts.of_motion[list(body.contacts)]
            parts = float(np.abs(d - equation.problem.d[list(body.contacts)]).max(initial=0.0))
        page.body.show_body(body, view.names, body_balance(facts, force), view.M, parts)

    def _show_direction(self, place: int) -> None:
        """How t of a contact comes about; of none selected the first."""
        facts, view, section = self._facts, self._view, self.widget.direction
        assert facts is not None
        assert view is not None
        self._direction = None
        joints = view.coordinates
        place = max(place, 0)
        contact = int(facts.part[place]) if len(facts.part) else -1
        joint = facts.problem.solved.joints[contact] if contact >= 0 else ""
        if contact < 0 or joint:
            words = self.tr("{name} is the {joint}: its t has the direction of that joint alone.")
            section.show_direction(None, joints, -1, words.format(name=view.names[place].replace("_", ""), joint=joint))
            return
        at_point, at_origin = self._directions(facts, contact)
        found = at_point if self._place == "P" else at_origin
        self._direction = DirectionView(
            view.names[place], found, self._place,
            float(np.abs(found.t - facts.problem.solved.problem.T[:, contact]).max(initial=0.0)),
            float(np.abs(at_point.t - at_origin.t).max(initial=0.0)),
        )  # fmt: skip
        if not (0 <= self._joint < len(found.t)) or not np.any(found.difference[:, self._joint]):
            self._joint = int(np.argmax(np.abs(found.t))) if len(found.t) else -1
        section.show_direction(self._direction, joints, self._joint)

    def _directions(self, facts: SeveralFacts, contact: int) -> tuple[ContactDirection, ContactDirection]:
        """Of a contact, about its point and about the world's origin."""
        from torseur.sim.contact.analysis.several.contact_directions import contact_direction

        recording, i, problem = facts.problem.recording, facts.problem.index, facts.problem.solved.problem
        solved = facts.problem.which == "solved"
        q = recording.problems.configuration(i) if solved else recording.q[i]
        model = recording.scene.model
        return contact_direction(model, q, problem, contact), contact_direction(model, q, problem, contact, np.zeros(3))

    def _choose(self, place: int) -> None:
        if self._facts is not None and 0 <= place < len(self._facts.part):
            self.select(int(self._facts.part[place]))

    def _choose_cell(self, row: int, column: int) -> None:
        self._choose(column)
        if self._facts is not None:
            self.widget.show_selected(column, row)

    def _choose_joint(self, joint: int) -> None:
        self._joint = joint
        if self._facts is not None:
            self._show_direction(self._facts.place_of(self.selected))
            self.redraw()

    def _choose_place(self, place: str) -> None:
        self._place = place
        if self._facts is not None:
            self._show_direction(self._facts.place_of(self.selected))

    def _choose_kind(self, kind: str) -> None:
        from .force_shift import ForceShift

        self._kind = kind
        if self._facts is not None:
            self._shift = ForceShift(self._facts, kind)
            self._show_directions()
            self._show_forces()
            self.redraw()

    def _move(self, k: int, amount: float) -> None:
        if self._shift is not None:
            self._along = k
            self._shift.move(k, amount)
            self._show_forces()
            self.redraw()

    def _put_back(self) -> None:
        if self._shift is not None:
            self._shift.put_back()
            self._show_forces()
            self.redraw()
