"""The page Friction: the section of the contact at hand at once, what takes longer by threads, while its section is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import PROBLEMS
from torseur.sim.contact.analysis.friction.values import FrictionInPlane
from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr
from torseur.ui.laboratory.contact.friction.page import FrictionPage
from torseur.ui.laboratory.contact.friction.plane_section import MOST_FACETS
from torseur.ui.laboratory.contact.friction.values import LawsView, ModesView, PlaneView
from torseur.ui.look.math_notation import plain_math
from torseur.ui.look.theme import FRICTION, VELOCITY
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ....background.background_thread import Step
from ....documents.body_names import bare_names
from ....drawing.contact.contact_highlight import CONE, friction_cone
from ....drawing.contact.contact_parts import contact_label
from ...page_context import PageContext
from ..contact_page import ContactPageBinding, first_contact
from .friction_answers import PolarAnswer, contact_load, laws_of, polar_of
from .mode_answers import modes_of
from .section_answers import OF_INSTANT, OF_RECORDING, SectionAnswers, SectionQuestion

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.simulation.recording.recording import Recording

    from ...instant_problem import InstantContactProblem

MOST_OFFERED = 200  # contacts in the list
AT_ONCE = 60  # contacts of a problem that is answered before one would wait
SLIP = 0.3  # length of the slip's arrow, as a share of the scene's size


class FrictionBinding(ContactPageBinding):
    """Between the page, the problem of the instant and the selection."""

    key = "friction"
    waits_for = (PROBLEMS,)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: FrictionPage = FrictionPage()
        self._facets = 4
        self._recording: Recording | None = None  # whose pyramid was taken
        self._place = -1
        self._plane: PlaneView | None = None
        self._modes: ModesView | None = None
        self._answers = SectionAnswers(self)
        self._answers.found.connect(self._show_answer)
        page, playback = self.widget, self._session.playback
        page.contact_chosen.connect(self.select)
        page.section_switched.connect(self._ask)
        page.plane.facets_chosen.connect(self._choose_facets)
        page.polar.inertia_chosen.connect(lambda _: self._ask())
        page.modes.seek_requested.connect(playback.seek)
        page.modes.lane_chosen.connect(self._choose_lane)
        page.plane.show_facets(self._facets)

    @property
    def busy(self) -> bool:
        """Whether an answer is being looked for."""
        return self._answers.busy

    @override
    def leave(self) -> None:
        self._answers.stop()
        super().leave()

    @override
    def refresh(self) -> None:
        if not self._contacts.reason:
            recording, index = self._contacts.instant
            self.which = "accelerations" if recording.problems.is_start(index) else "solved"
        else:
            self._modes = None
            self._answers.forget()
            self.widget.modes.show_absent(self._contacts.reason)
        super().refresh()
        self._ask()
        if self._session.snapshot is not None:
            self.widget.modes.show_time(self._session.snapshot.t)

    @override
    def show_problem(self, problem: InstantContactProblem) -> None:
        contacts = [k for k, joint in enumerate(problem.solved.joints) if not joint][:MOST_OFFERED]
        if not contacts:
            self.show_absent(self.tr("No contact takes part, only limits or dry friction of joints."))
            return
        place = self._chosen(problem)
        self._take_facets(problem)
        read = bare_names(problem.recording.scene.model.body_names)
        names = {str(k): f"{self._label(k)}  {self._bodies(problem, k, read)}" for k in contacts}
        self.widget.show_contacts(names, place)
        self._show_place(problem, place)

    @override
    def show_absent(self, reason: str) -> None:
        self.widget.show_absent(reason)
        if reason:
            self._plane, self._place = None, -1

    @override
    def show_selected(self, place: int) -> None:
        problem = self._problem
        if problem is not None and self._plane is not None and self._chosen(problem) != self._place:
            self.show_problem(problem)
        self._mark_lane()

    @override
    def overlays(self) -> Overlays:
        problem, plane = self._problem, self._plane
        if problem is None or plane is None:
            return Overlays()
        asked, k, size = problem.solved.problem, self._place, self._picture.size
        point, normal, tangent = asked.point[k], asked.normal[k], asked.tangent[k]
        section, arrows = plane.section, []
        cones = (friction_cone(point, normal, section.mu, CONE * size, self._facets),) if section.mu > 0.0 else ()
        speed = float(np.linalg.norm(section.slip))
        if speed > 0.0:
            way = section.slip[0] * tangent + section.slip[1] * np.cross(normal, tangent)
            slip = tr("slip")
            text = f"{slip} {quantity_text(speed, plane.slip_unit)}" if plane.slip_unit else slip
            arrows.append(Arrow(point, SLIP * size / speed * way, VELOCITY, text))
        return Overlays(arrows=tuple(arrows), polytopes=cones)

    @override
    def legend(self) -> Sequence[LegendRow]:
        plane = self._plane
        if plane is None:
            return ()
        rows = []
        if plane.section.mu > 0.0:
            rows.append(
                LegendRow("polytope", FRICTION, tr("Friction pyramid"), tr("{count} facets", count=self._facets))
            )
        if np.any(plane.section.slip != 0.0):
            rows.append(LegendRow("arrow", VELOCITY, tr("Slip of {contact}", contact=self._label(self._place))))
        return tuple(rows)

    @override
    def open_part(self, key: str) -> None:
        self.widget.section(key).show_open(True)
        self._ask()

    # One contact

    def _label(self, place: int) -> str:
        """The name of a contact in plain characters."""
        assert self._problem is not None
        row = self._problem.rows[place]
        return contact_label(row) if row >= 0 else plain_math(self._problem.names[place])

    def _bodies(self, problem: InstantContactProblem, place: int, read: Mapping[str, str]) -> str:
        """Names of the two bodies, as they are `read`, in the order in which lanes of modes and the inspector have them."""
        return " · ".join(read[body] for body in reversed(problem.solved.problem.bodies[place]))

    def _chosen(self, problem: InstantContactProblem) -> int:
        """The contact that is selected, or else one that is told of first."""
        if 0 <= self.selected < len(problem.solved.joints) and not problem.solved.joints[self.selected]:
            return self.selected
        return first_contact(problem)

    def _show_place(self, problem: InstantContactProblem, place: int) -> None:
        self._place, read = place, bare_names(problem.recording.scene.model.body_names)
        solved, load = problem.solved, contact_load(problem, place)
        law = solved.law if solved.problem.friction[place] > 0.0 else "frictionless"
        section = self._section(float(solved.problem.friction[place]), load.force, load.slip)
        self._plane = PlaneView(
            problem.names[place], self._bodies(problem, place, read), law, solved.facets, section, load.unit,
            load.slip_unit,
        )  # fmt: skip
        self.widget.plane.show_plane(self._plane, self._preferences.angle_unit)
        self._ask()

    def _section(self, mu: float, force: np.ndarray, slip: np.ndarray) -> FrictionInPlane:
        from torseur.sim.contact.analysis.friction.friction_section import friction_section

        return friction_section(max(mu, 0.0), force, slip, self._facets)

    def _take_facets(self, problem: InstantContactProblem) -> None:
        """Of another recording that was solved with a pyramid, show that pyramid."""
        if problem.recording is self._recording:
            return
        self._recording = problem.recording
        if 0 < problem.solved.facets <= MOST_FACETS:
            self._facets = problem.solved.facets
            self.widget.plane.show_facets(self._facets)

    def _choose_facets(self, facets: int) -> None:
        self._facets = facets
        self.widget.plane.show_facets(facets)
        if self._problem is not None and self._place >= 0:
            self._show_place(self._problem, self._place)
        self.redraw()

    def _choose_lane(self, lane: int) -> None:
        """Select the contact of a lane, if it touches now."""
        if self._modes is None or self._contacts.reason:
            return
        lanes = self._modes.sequence.lanes_at(self._contacts.instant[1])
        if lane in lanes:
            self._selection.select(lanes.index(lane))
        else:
            self._show_lane(lane)

    # What threads find

    def _ask(self) -> None:
        """Have answers found that open sections lack."""
        if not self._seen or self._contacts.reason:
            return
        sections = [section for section in (*OF_INSTANT, *OF_RECORDING) if self.widget.section(section).is_open]
        questions = [asked for section in sections if (asked := self._question(section)) is not None]
        for asked in questions:
            if self._waits(asked):
                self.widget.section_waits(asked.section)
        self._answers.ask(questions)

    def _waits(self, asked: SectionQuestion) -> bool:
        """Whether a section is to say that it computes: its first answer, or one of many contacts."""
        if asked.section in OF_RECORDING:
            return not self._answers.has(asked.section)
        is_large = self._problem is not None and len(self._problem.solved) > AT_ONCE
        return is_large and not self._session.playback.playing and not self._answers.knows(asked)

    def _question(self, section: str) -> SectionQuestion | None:
        """What a section would ask now; None: nothing."""
        recording = self._contacts.instant[0]
        problem, place, facets = self._problem, self._place, self._facets
        unit = self._preferences.angle_unit  # in which the answer is written

        def question(step: Step, *about: object) -> SectionQuestion:
            return SectionQuestion(section, recording, (*about, unit), step)

        if section == "modes":
            if self._session.playback.playing and self._modes is not None and self._modes.recording is recording:
                return None
            states = len(recording)
            return question(partial(modes_of, recording, states, self._pair()), recording, states)
        if problem is None or place < 0:
            return None
        if section == "polar":
            inertia = self.widget.polar.inertia.choice
            return question(partial(polar_of, problem, place, facets, inertia), problem, place, facets, inertia)
        return question(partial(laws_of, problem, place, facets), problem, place, facets)

    def _pair(self) -> tuple[str, str] | None:
        if self._problem is None or self._place < 0:
            return None
        return self._problem.solved.problem.bodies[self._place]

    def _show_answer(self, asked: SectionQuestion, found: object) -> None:
        if self._contacts.reason or self._contacts.instant[0] is not asked.recording:
            return
        page, unit = self.widget, self._preferences.angle_unit
        if isinstance(found, ArgumentError):
            page.show_section_absent(asked.section, str(found))
        elif isinstance(found, LawsView):
            page.laws.show_laws(found, unit)
        elif isinstance(found, PolarAnswer):
            page.polar.show_polars(found.view, found.pyramid, found.relaxed, unit)
        elif isinstance(found, ModesView):
            self._modes = found
            page.modes.show_modes(found)
            self._mark_lane()
            if self._session.snapshot is not None:
                page.modes.show_time(self._session.snapshot.t)

    def _mark_lane(self) -> None:
        """Mark the lane of the contact at hand."""
        if self._modes is None or self._problem is None or self._place < 0:
            return
        if self._modes.recording is not self._problem.recording:
            return
        lanes, row = self._modes.sequence.lanes_at(self._problem.index), self._problem.rows[self._place]
        self._show_lane(lanes[row] if 0 <= row < len(lanes) else -1)

    def _show_lane(self, lane: int) -> None:
        if self._modes is not None and lane != self._modes.selected:
            self._modes = self._modes.with_selected(lane)
            self.widget.modes.show_selected(self._modes)
