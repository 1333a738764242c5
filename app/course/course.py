"""The guide through the course: what is chosen, how far one is, and all that is set up for an idea."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from torseur.sim.texts import marked, tr
from torseur.ui.controls.buttons.segmented import SegmentedControl
from torseur.ui.controls.fields.choice import Choice
from torseur.ui.controls.fields.number_field import NumberField
from torseur.ui.course.course_panel import CoursePanel
from torseur.ui.course.section_outline import SectionOutline
from torseur.ui.course.values import CourseRow, IdeaView
from torseur.ui.displays.equations.equation_list import EquationList
from torseur.ui.displays.folded_section import bring_to_head
from torseur.ui.sheet.sheet_view import SheetView

from ..laboratory.motion.joint_motion import JointMotion
from ..laboratory.motion.loads import Loads
from ..laboratory.motion.motion_state import MotionState
from ..panels.joints import JointsBinding
from ..preferences.preferences import Preferences
from ..session.session import Session
from .ideas import Course, Idea, courses, read_in

if TYPE_CHECKING:
    from ..documents.document import Document

SET_UP = marked("Set up an idea of the course")


class CourseBinding(QObject):
    """Between the panel, the session and the pages."""

    def __init__(
        self,
        session: Session,
        panel: CoursePanel,
        preferences: Preferences,
        joints: JointsBinding,
        motion: MotionState,
        open_document: Callable[[str], object],
        is_unsaved: Callable[[], bool],
        look_at: Callable[[str], QWidget],
        put_loads: Callable[[str, Loads, str], object],
        plan: Callable[[Callable[[], object]], object],
        parent: QObject | None = None,
    ) -> None:
        """`open_document` reads behind the window, and asks about unsaved work; `look_at` shows a page, or a dock, by its name.

        put_loads : has loads on a page, as an edit that is called so
        plan      : has what is open planned, and calls once that is shown
        """
        super().__init__(parent)
        self._session, self._panel, self._preferences, self._joints = session, panel, preferences, joints
        self._motion, self._open, self._is_unsaved = motion, open_document, is_unsaved
        self._look_at, self._put_loads, self._plan = look_at, put_loads, plan
        self._course: Course | None = None  # whose ideas are listed
        self.idea: Idea | None = None  # that is chosen
        self._led: Idea | None = None  # whose section is outlined
        self._awaited: Idea | None = None  # whose robot or scene is being opened
        self._simulated: Idea | None = None  # whose scene is being simulated
        self.outline: SectionOutline | None = None
        self._put_back: list[Callable[[], object]] = []  # what pages had before, step by step
        panel.first_seen.connect(self._show_rows)
        panel.chosen.connect(self._choose)
        panel.activated.connect(self._activate)
        panel.look_requested.connect(lambda: self.look(self.idea) if self.idea is not None else None)
        panel.moved.connect(self._move)
        session.playback.playing_changed.connect(self._take_run)

    def look(self, idea: Idea) -> None:
        """Open what shows an idea, set it up, and lead to where it is seen; what is unsaved is asked about."""
        self._course = next(course for course in courses() if idea in course.ideas)
        for put_back in reversed(self._put_back):  # what was chosen for another idea, while its document is open
            put_back()
        self._put_back = []
        self._show_chosen(idea)
        self._preferences.add_seen_idea(idea.code)
        self._show_rows()
        if self.outline is not None:
            self.outline.end()
        self.outline = self._led = self._awaited = self._simulated = None
        self._look_at(idea.look.partition("/")[0])  # first: what is beside leaves what is opened alone
        if self._is_there(idea):
            self._set_up(idea)
        else:
            self._awaited = idea
            self._open(idea.opens)

    def opens(self, idea: Idea) -> str:
        """What is opened for an idea, by its name; empty: it is open."""
        return "" if self._is_there(idea) else idea.opens

    def take_over(self, other: CourseBinding, body_of: Callable[[str], QWidget]) -> None:
        """Be at the idea that another is at; `body_of` gives a page, or what is in a dock, by its name."""
        self._course, self.idea, led = other._course, other.idea, other._led
        if self.idea is not None:
            self._show_chosen(self.idea)
        self._show_rows()
        if led is not None:
            page, _, part = led.look.partition("/")
            body = body_of(page)
            if isinstance(body, SheetView):
                body.when_there((part,), lambda: self._outline(body, part, led))
            else:
                self._outline(body, part, led)

    def take_opened(self, document: Document) -> None:
        """Something was opened: set up what it was opened for."""
        idea, self._awaited, self._simulated = self._awaited, None, None
        if idea is not None and document.reference == idea.opens:
            QTimer.singleShot(0, self, lambda: self._set_up(idea) if idea is self.idea else None)

    def _take_run(self, playing: bool) -> None:
        """The scene was simulated as far as was asked for."""
        idea = self._simulated
        if idea is not None and not playing:
            self._simulated = None
            self._lead(idea)

    def _is_there(self, idea: Idea) -> bool:
        """Whether what shows it is open, as its file has it."""
        document, session = self._session.document, self._session
        if not idea.opens:
            return document is not None
        if document is None or document.reference != idea.opens or self._is_unsaved():
            return False
        if document.kind != "scene":
            return True
        return session.settings == document.scene.settings and np.array_equal(session.state.q, document.scene.initial.q)

    def _set_up(self, idea: Idea) -> None:
        if idea.plans:
            self._plan(lambda: self._put(idea) if idea is self.idea else None)
        else:
            self._put(idea)

    def _put(self, idea: Idea) -> None:
        """Its instant or its pose, and its motion."""
        session = self._session
        if idea.time:
            self._go_to(idea.time)
            if session.playback.playing:  # behind the window
                self._simulated = idea
                return
        elif idea.pose != "":
            q = self._joints.poses[idea.pose] if isinstance(idea.pose, str) else np.array(idea.pose)
            session.pose(q, tr(SET_UP))
        if idea.speeds:
            self._motion.type_motion(JointMotion(np.array(idea.speeds), np.array(idea.accelerations)), tr(SET_UP))
        self._lead(idea)

    def _lead(self, idea: Idea) -> None:
        page, _, part = idea.look.partition("/")
        self._put_loads(page, self._loads(idea), tr(SET_UP))
        body = self._look_at(page)
        if isinstance(body, SheetView):
            body.when_there((part,), lambda: self._show_part(body, part, idea) if idea is self.idea else None)
        else:
            self._choose_on(body, idea)
            bring_to_head(_part(body, part))
            self._outline(body, part, idea)
        if self._panel.isVisible():  # presented, it is not
            self._panel.table.setFocus()

    def _show_part(self, body: SheetView, part: str, idea: Idea) -> None:
        """Unfold what shows the idea, choose what it asks for, and lead there; each may come a moment later."""

        def choose() -> None:
            self._choose_on(body, idea)
            body.when_there((part,), outline)

        def outline() -> None:
            body.show_section(part)
            self._outline(body, part, idea)

        body.show_section(part)
        body.when_there([_block_and_place(path)[0] for path in (*idea.choose, *idea.enter)], choose)

    def _outline(self, body: QWidget, part: str, idea: Idea) -> None:
        shown = _part(body, part)
        if isinstance(shown, EquationList) and part in idea.choose:
            shown = shown.card
        self.outline, self._led = SectionOutline(shown), idea

    def _choose_on(self, body: QWidget, idea: Idea) -> None:
        """Choose and type on the page what the idea asks for, as a hand would."""
        for path, key in idea.choose.items():
            control = _part(body, path)
            self._put_back.append(partial(take_choice, control, control.choice))
            take_choice(control, key)
        for path, values in idea.enter.items():
            rows = _part(body, path)
            if isinstance(rows, NumberField):
                self._put_back.append(partial(type_number, rows, rows.value))
                type_number(rows, values[0])
                continue
            for k, value in enumerate(values):
                rows.changed.emit(k, value)
            rows.released.emit()

    def _go_to(self, time: float) -> None:
        """Show the scene at a time [s], simulated from its start where it was not yet."""
        playback = self._session.playback
        if self._session.recording is not None and playback.reached < time:
            playback.to_end()
        missing = time - playback.reached if self._session.recording is not None else time
        if missing > 0.0:
            playback.step(round(missing / self._session.settings.dt))
        else:
            playback.seek(time)

    def _loads(self, idea: Idea) -> Loads:
        """The idea's force on the tool, and nothing else; its robot's page may still have the loads of another."""
        from torseur.sim.analysis.statics.load import Load

        loads, names = Loads(), self._session.model.frame_names
        for name, force in idea.forces.items():
            frame = next(frame for frame in names if frame.split("/")[-1] == name)
            loads = loads.added(Load(frame, force=np.array(force)))
        return loads

    # What the user does in the panel

    def _choose(self, key: str) -> None:
        if (idea := self._idea_of(key)) is not None:
            self._show_chosen(idea)

    def _activate(self, key: str) -> None:
        if (idea := self._idea_of(key)) is not None:
            self.look(idea)
            return
        is_open = self._course is not None and self._course.key == key
        self._course = None if is_open else next(course for course in courses() if course.key == key)
        self._show_rows()

    def _move(self, by: int) -> None:
        ideas = [idea for course in courses() for idea in course.ideas]
        place = ideas.index(self.idea) + by if self.idea is not None else 0
        self.look(ideas[place % len(ideas)])

    def _idea_of(self, key: str) -> Idea | None:
        return next((idea for course in courses() for idea in course.ideas if idea.code == key), None)

    def _show_chosen(self, idea: Idea) -> None:
        self.idea = idea
        self._panel.show_idea(IdeaView(f"{idea.code}  {read_in(idea.title)}", idea.place, read_in(idea.text)))

    def _show_rows(self) -> None:
        seen, rows = self._preferences.seen_ideas, []
        for course in courses():
            is_open = course is self._course
            count = sum(idea.code in seen for idea in course.ideas)
            rows.append(CourseRow(course.key, "", read_in(course.title), f"{count} / {len(course.ideas)}", is_open))
            if is_open:
                rows += [
                    CourseRow(idea.code, idea.code, read_in(idea.title), "✓" if idea.code in seen else "")
                    for idea in course.ideas
                ]
        self._panel.show_rows(rows, self.idea.code if self.idea is not None else "")


def type_number(field: NumberField, number: float | None) -> None:
    """Type as a hand does."""
    if number is not None and number != field.value:
        field.enter(number)


def take_choice(control: SegmentedControl | Choice | EquationList, key: str) -> None:
    """Choose as a hand does."""
    if not isinstance(control, EquationList):
        control.show_choice(key)
    control.chosen.emit(key)


def _part(body: QWidget, path: str) -> Any:
    """A part of a page, by its name there, or by names of attributes and places in lists, as "plots.choices.0"."""
    if isinstance(body, SheetView):
        block, place = _block_and_place(path)
        return body.part(block) if place is None else body.part(block).fields[place]
    at: Any = body
    for name in path.split("."):
        at = at[int(name)] if name.isdigit() else getattr(at, name)
    return at


def _block_and_place(path: str) -> tuple[str, int | None]:
    """The path of a block, and the place of a field in it, if it has several."""
    block, _, last = path.rpartition(".")
    return (block, int(last)) if last.isdigit() else (path, None)
