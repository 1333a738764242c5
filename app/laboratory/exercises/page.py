"""The worked exercises: predictions of the user, checked against what the open robot gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer

from torseur import robots
from torseur.sim.compilation import POSING
from torseur.ui.laboratory.exercises.page import ExercisesPage
from torseur.ui.laboratory.exercises.values import DONE, REVEALED, RIGHT, TRIED
from torseur.ui.viewport.overlays import LegendRow, Overlays

from ...drawing.switches import Shown
from .answers import check
from .case import Case, tool_of
from .course import EXERCISES
from .exercise_arrows import Arrows
from .exercise_text import Numbers, filled, numbers_of
from .labels import labels
from .progress import Progress
from .question import Exercise, Question
from .values import answer_view, joints_text, line_of, question_view
from .words import LANGUAGE_NAMES, Language

if TYPE_CHECKING:
    from torseur.sim.arrays import Array

    from ...window.window import Window

NEAR = 1e-9  # [rad | m] joints this near to a pose are in it


class ExercisesBinding(QObject):
    """A page of the laboratory, see `LabPage`."""

    key, title = "exercises", "Exercises"

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self.widget = self.page = ExercisesPage(LANGUAGE_NAMES)
        self._language: Language = "fr" if window.preferences.exercise_language == "fr" else "en"
        self._progress = Progress(window.preferences)
        self._exercise: Exercise | None = None
        self._place = 0
        self._wanted: Exercise | None = None  # whose robot is being opened
        self._shown: tuple = ()
        self._filled = False  # whether its texts have their numbers
        self._arrows: Arrows | None = None  # what is drawn of the open question
        self._switched: tuple[str, Shown, Shown] | None = None  # where; what the view showed before that, and with it
        self._connect()
        self._show_language()

    # What the laboratory asks

    def refresh(self) -> None:
        """Follow the robot."""
        if self._exercise is None:
            self._show_list()
        elif not self._filled and self._can_compute:
            self._show_question(anew=False)
        else:
            self._show_robot()
            self._show_answers()

    def overlays(self) -> Overlays:
        """Arrows of the open question, once it is shown on the robot."""
        case = self._case()
        if self._arrows is None or case is None or self._question is None:
            return Overlays()
        return self._arrows.drawn(self._question, case, self._window.picture.presenter.size)

    def legend(self) -> Sequence[LegendRow]:
        """What they are."""
        return self._arrows.legend(self._labels) if self._arrows is not None and self._case() is not None else ()

    def leave(self) -> None:
        """Nothing stays drawn."""
        self._hide()
        self._show_showing()

    # What the user does

    def open(self, key: str) -> None:
        """Open an exercise, its robot and its pose, at the first question that is not done."""
        self._exercise = next(exercise for exercise in EXERCISES if exercise.key == key)
        states = self._progress.states(self._exercise)
        self._place = next((k for k, state in enumerate(states) if state not in DONE), 0)
        self._hide()
        self.page.show_sheet()
        self._show_question(anew=True)
        if self._is_there():
            self._take_pose()
        elif not self._has_recording():
            self._open_robot()
        self._window.picture.refresh()

    def _close(self) -> None:
        self._hide()
        self._exercise = None
        self._show_list()
        self._window.picture.refresh()

    def _choose(self, place: int) -> None:
        self._hide()
        self._place = place
        self._show_question(anew=True)
        self._window.picture.refresh()

    def _check(self, given: object) -> None:
        question, case = self._question, self._case()
        assert question is not None
        if case is None:
            self.page.sheet.show_verdict(self._labels["needs"], False)
            return
        try:
            verdict = check(question.answer, given, case.at(self._q))  # type: ignore[arg-type]
        except np.linalg.LinAlgError:
            self.page.sheet.show_verdict(self._labels["no_answer"], False)
            return
        if self._state not in DONE:
            self._keep(RIGHT if verdict.right else TRIED)
        self.page.sheet.show_verdict(verdict.says.text(self._language), verdict.right)

    def _reveal(self) -> None:
        self._keep(REVEALED)
        self.page.sheet.show_verdict("", False)

    def _restart(self) -> None:
        assert self._exercise is not None
        self._progress.forget(self._exercise)
        self._choose(0)

    def _choose_language(self, language: str) -> None:
        self._language = "fr" if language == "fr" else "en"
        self._window.preferences.exercise_language = self._language
        self._show_language()
        self._window.picture.refresh()

    def _help_robot(self) -> None:
        """Open it, or bring it into the pose."""
        if self._is_there():
            self._take_pose()
        else:
            self._open_robot()

    def _switch_showing(self) -> None:
        """Draw the question on the robot, in its pose; or do not."""
        question = self._question
        assert question is not None
        if self._arrows is not None:
            self._hide()
        else:
            self._arrows = Arrows()
            self._take_pose()
            if question.ellipsoids:
                velocity, force = (kind in question.ellipsoids for kind in ("velocity", "force"))
                shown = self._window.picture.shown
                self._session.set_frame(tool_of(self._session.model))
                asked = replace(shown, ellipsoids=True, velocity=velocity, force=force)
                self._switched = self._window.workspaces.current, shown, asked
                self._window.picture.show(asked)
        self._show_showing()
        self._window.picture.refresh()
        if self._arrows is not None:
            self._window.viewport.fit()

    def _hide(self) -> None:
        """Draw nothing of the question any more; ellipsoids are as before, unless the user has switched something since."""
        self._arrows = None
        switched, self._switched = self._switched, None
        if switched is None:
            return
        workspace, before, asked = switched
        if self._window.shown_in(workspace) == asked:
            self._window.show_in(workspace, before)

    # The robot

    def _open_robot(self) -> None:
        assert self._exercise is not None
        self._wanted = self._exercise
        self._window.files.begin(self._exercise.robot)

    def _opened(self) -> None:
        """Something was opened: into the pose, if it is what was asked for."""
        wanted, self._wanted = self._wanted, None
        self._shown = ()
        if self._arrows is not None and not self._is_there():
            self._hide()
            self._show_showing()
        if wanted is not None and wanted is self._exercise and self._is_there():
            QTimer.singleShot(0, self, self._take_pose)

    def _take_pose(self) -> None:
        if self._is_there():
            self._session.pose(self._q, self._labels["undo"])

    def _has_recording(self) -> bool:
        """Whether opening something else would give up a recording that was made here."""
        return self._session.recording is not None and not self._session.is_replay

    def _is_there(self) -> bool:
        """Whether its robot is what is open, with the joints that it is asked about."""
        document, exercise = self._session.document, self._exercise
        if document is None or exercise is None or document.kind != "robot" or document.reference != exercise.robot:
            return False
        return self._session.model.nq == len(exercise.q) and bool(tool_of(self._session.model))

    def _case(self) -> Case | None:
        """The open robot as it stands, if it is the right one and can be computed."""
        snapshot = self._session.snapshot
        if snapshot is None or not self._is_there() or not self._can_compute:
            return None
        return Case(self._session.model, np.asarray(snapshot.q), tool_of(self._session.model))

    # What is shown

    @property
    def _question(self) -> Question | None:
        return self._exercise.questions[self._place] if self._exercise is not None else None

    @property
    def _q(self) -> Array:
        """Where the open question is asked."""
        assert self._exercise is not None
        assert self._question is not None
        return self._exercise.q_of(self._question)

    @property
    def _state(self) -> str:
        assert self._exercise is not None
        return self._progress.states(self._exercise)[self._place]

    def _keep(self, state: str) -> None:
        assert self._exercise is not None
        assert self._question is not None
        self._progress.keep(self._exercise, self._question, state)
        self._show_question(anew=False)

    def _show_language(self) -> None:
        self._labels = labels(self._language)
        self.page.set_labels(self._language, self._labels)
        if self._exercise is None:
            self._show_list()
        else:
            self.page.sheet.show_verdict("", False)
            self._show_question(anew=False)

    def _show_list(self) -> None:
        document = self._session.document
        name = document.name if document is not None else ""
        self.page.show_list(self._labels["intro"], self._labels["replaces"].format(name=name) if name else "")
        self.page.list.show_lines(
            [line_of(one, self._progress.states(one), self._language, self._labels) for one in EXERCISES]
        )

    def _show_question(self, *, anew: bool) -> None:
        exercise, question, case = self._exercise, self._question, self._case()
        assert exercise is not None
        assert question is not None
        numbers, sheet = self._numbers(exercise), self.page.sheet
        self._filled = bool(numbers)
        says = filled(exercise.says, self._language, numbers)
        states = self._progress.states(exercise)
        sheet.show_exercise(exercise.title.text(self._language), says, states, self._place)
        here = case.at(self._q) if case is not None else None
        sheet.show_question(
            question_view(exercise, question, self._state, here, numbers, self._language, self._labels), anew=anew
        )
        self._shown = ()
        self._show_showing()
        self._show_robot()
        self._show_answers()

    def _show_showing(self) -> None:
        question = self._question
        can = question is not None and bool(question.draws or question.ellipsoids or question.q)
        self.page.sheet.show_showing("" if not can else self._labels["show" if self._arrows is None else "hide"])

    def _show_robot(self) -> None:
        exercise, document = self._exercise, self._session.document
        assert exercise is not None
        name, say = exercise.robot, self._labels
        button = ""
        if not self._is_there():
            open_name = document.name if document is not None else ""
            same = document is not None and document.reference == name
            text = say["changed" if same else "absent"].format(robot=name, name=open_name)
            text += " " + say["recording"] if self._has_recording() else ""
            button = say["open"].format(robot=name)
        elif not self._can_compute:
            text = say["compiling"]
        elif self._is_at(self._q):
            text = say["in_place"].format(robot=name)
        else:
            text, button = say["elsewhere"].format(robot=name), say["pose"]
        self.page.sheet.show_robot(text, button)

    def _show_answers(self) -> None:
        question, case = self._question, self._case()
        assert question is not None
        if case is None or self._state not in DONE:
            self._shown = ()
            self.page.sheet.show_answers(None, None)
            return
        shown = (question, id(case.model), case.q.tobytes(), self._language)
        if shown == self._shown:
            return
        self._shown = shown
        say = self._labels
        at_home, language = case.at(self._q), self._language
        here = answer_view(question, at_home, say["answer"], say["computed"], language, say)
        yours = None
        if not self._is_at(self._q):
            yours = answer_view(question, case, say["yours"], joints_text(case), language, say)
        self.page.sheet.show_answers(here, yours)

    def _is_at(self, q: Array) -> bool:
        snapshot = self._session.snapshot
        return snapshot is not None and np.shape(snapshot.q) == q.shape and bool(np.all(np.abs(snapshot.q - q) <= NEAR))

    @property
    def _can_compute(self) -> bool:
        return self._session.kernels.has(POSING)

    def _numbers(self, exercise: Exercise) -> Numbers:
        """Those of its texts: of the open robot, else of the one that is shipped; none before they can be computed."""
        case = self._case()
        if case is None and self._can_compute:
            model = robots.load(exercise.robot)
            case = Case(model, self._q, tool_of(model))
        return numbers_of(exercise, case) if case is not None else Numbers()

    def _connect(self) -> None:
        page, sheet = self.page, self.page.sheet
        page.language_chosen.connect(self._choose_language)
        page.list.opened.connect(self.open)
        sheet.closed.connect(self._close)
        sheet.question_chosen.connect(self._choose)
        sheet.checked.connect(self._check)
        sheet.revealed.connect(self._reveal)
        sheet.robot_asked.connect(self._help_robot)
        sheet.show_asked.connect(self._switch_showing)
        sheet.restarted.connect(self._restart)
        self._session.document_changed.connect(self._opened)
