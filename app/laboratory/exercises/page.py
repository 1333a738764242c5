"""The worked exercises: predictions of the user, checked against what the open robot gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer
from typing_extensions import override

from torseur.ui.laboratory.exercises.page import ExercisesPage
from torseur.ui.laboratory.exercises.values import DONE, REVEALED, RIGHT, TRIED
from torseur.ui.viewport.marks import LegendRow, Overlays

from ..page_binding import PageBinding
from ..page_context import PageContext
from .answers import check
from .course import EXERCISES
from .exercise_robot import ExerciseRobot
from .exercise_rows import answer_view, joints_text, line_of, question_view
from .exercise_text import Numbers, filled, numbers_of
from .labels import labels
from .progress import ExerciseProgress
from .question import Exercise, Question
from .question_drawing import QuestionDrawing
from .shipped_case import shipped_case
from .translation import LANGUAGE_NAMES, Language

if TYPE_CHECKING:
    from torseur.sim.arrays import Array


class ExercisesBinding(PageBinding):
    """A page of the laboratory."""

    key = "exercises"
    exercises = tuple(exercise for exercise in EXERCISES if not exercise.scene)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self._viewport = context.viewport
        self.widget: ExercisesPage = ExercisesPage({str(key): name for key, name in LANGUAGE_NAMES.items()})
        self._language: Language = "fr" if self._preferences.exercise_language == "fr" else "en"
        self._progress = ExerciseProgress(self._preferences)
        self.robot = ExerciseRobot(self._session, context.open_robot, context.plan, self)
        self._place = 0
        self._answers_key: tuple[object, ...] = ()
        self._filled = False  # whether its texts have their numbers
        self._drawing = QuestionDrawing(context.switches)  # of the open question
        self._connect()
        self._show_language()

    @property
    def exercise(self) -> Exercise | None:
        """The one that is open."""
        return self.robot.exercise

    # What the laboratory asks

    @override
    def refresh(self) -> None:
        if self.exercise is None:
            self._show_list()
        elif not self._filled and self.robot.is_computable:
            self._show_question(anew=False)
        else:
            self._show_robot()
            self._show_answers()

    @override
    def overlays(self) -> Overlays:
        return self._drawing.overlays(self._question, self.robot.case(), self._picture.size)

    @override
    def legend(self) -> Sequence[LegendRow]:
        return self._drawing.legend(self.robot.case(), self._labels)

    @override
    def leave(self) -> None:
        super().leave()
        self._drawing.hide()
        self._show_showing()

    @override
    def open_part(self, key: str) -> None:
        self.open(key)

    # What the user does

    def open(self, key: str) -> None:
        """Open an exercise, its robot and its pose, at the first question that is not done."""
        self.robot.exercise = next(exercise for exercise in self.exercises if exercise.key == key)
        states = self._progress.states(self.robot.exercise)
        self._place = next((k for k, state in enumerate(states) if state not in DONE), 0)
        self._drawing.hide()
        self.widget.show_sheet()
        self._show_question(anew=True)
        if self.robot.is_there:
            self._take_pose()
        elif not self.robot.would_lose:
            self.robot.open()
        self.redraw()

    def close(self) -> None:
        """Go back to the list."""
        self._drawing.hide()
        self.robot.exercise = None
        self._show_list()
        self.redraw()

    def choose(self, place: int) -> None:
        """Open a question of the exercise that is open."""
        self._drawing.hide()
        self._place = place
        self._show_question(anew=True)
        self.redraw()

    def _check(self, prediction: Array | str) -> None:
        question, case = self._question, self.robot.case()
        assert question is not None
        if case is None:
            self.widget.sheet.show_verdict(self._labels["needs"], False)
            return
        try:
            verdict = check(question.answer, prediction, case.at(self.start_q))
        except np.linalg.LinAlgError:
            self.widget.sheet.show_verdict(self._labels["no_answer"], False)
            return
        if self._state not in DONE:
            self._keep(RIGHT if verdict.right else TRIED)
        self.widget.sheet.show_verdict(verdict.message.text(self._language), verdict.right)

    def _reveal(self) -> None:
        self._keep(REVEALED)
        self.widget.sheet.show_verdict("", False)

    def restart(self) -> None:
        """Forget what was done of the exercise that is open."""
        assert self.exercise is not None
        self._progress.forget(self.exercise)
        self.choose(0)

    def choose_language(self, language: str) -> None:
        """Write everything in "en" or "fr"."""
        self._language = "fr" if language == "fr" else "en"
        self._preferences.exercise_language = self._language
        self._show_language()
        self.redraw()

    def _help_robot(self) -> None:
        """Open it, or bring it into the pose."""
        if self.robot.is_there:
            self._take_pose()
        else:
            self.robot.open()

    def _switch_showing(self) -> None:
        """Draw the question on the robot, in its pose; or do not."""
        question = self._question
        assert question is not None
        if self._drawing.is_visible:
            self._drawing.hide()
        else:
            self._take_pose()
            if question.ellipsoids:
                self._session.set_frame(self.robot.frame)
            self._drawing.show(question)
        self._show_showing()
        self.redraw()
        if self._drawing.is_visible:
            self._viewport.fit()

    # The robot

    def _opened(self) -> None:
        """Something was opened: into the pose, if it is what was asked for."""
        self._answers_key = ()
        arrived = self.robot.arrived()
        if self._drawing.is_visible and not self.robot.is_there:
            self._drawing.hide()
            self._show_showing()
        if arrived:
            QTimer.singleShot(0, self, self._take_pose)

    def _take_pose(self) -> None:
        if self.exercise is not None:
            self.robot.pose(self.start_q, self._labels["undo"])

    # What is shown

    @property
    def _question(self) -> Question | None:
        return self.exercise.questions[self._place] if self.exercise is not None else None

    @property
    def start_q(self) -> Array:
        """Where the open question is asked."""
        assert self.exercise is not None
        assert self._question is not None
        return self.exercise.q_of(self._question)

    @property
    def _state(self) -> str:
        assert self.exercise is not None
        return self._progress.states(self.exercise)[self._place]

    def _keep(self, state: str) -> None:
        assert self.exercise is not None
        assert self._question is not None
        self._progress.keep(self.exercise, self._question, state)
        self._show_question(anew=False)

    def _show_language(self) -> None:
        self._labels = labels(self._language)
        self.widget.set_labels(self._language, self._labels)
        if self.exercise is None:
            self._show_list()
        else:
            self.widget.sheet.show_verdict("", False)
            self._show_question(anew=False)

    def _show_list(self) -> None:
        document = self._session.document
        name = document.name if document is not None else ""
        intro = self._labels["scene_intro" if all(one.scene for one in self.exercises) else "intro"]
        self.widget.show_list(intro, self._labels["replaces"].format(name=name) if name else "")
        self.widget.list.show_lines(
            [line_of(one, self._progress.states(one), self._language, self._labels) for one in self.exercises]
        )

    def _show_question(self, *, anew: bool) -> None:
        exercise, question, case = self.exercise, self._question, self.robot.case()
        assert exercise is not None
        assert question is not None
        numbers, sheet = self._numbers(exercise), self.widget.sheet
        self._filled = bool(numbers)
        statement = filled(exercise.statement, self._language, numbers)
        states = self._progress.states(exercise)
        sheet.show_exercise(exercise.title.text(self._language), statement, states, self._place)
        here = case.at(self.start_q) if case is not None else None
        sheet.show_question(
            question_view(exercise, question, self._state, here, numbers, self._language, self._labels), anew=anew
        )
        self._answers_key = ()
        self._show_showing()
        self._show_robot()
        self._show_answers()

    def _show_showing(self) -> None:
        question = self._question
        can = question is not None and bool(question.draws or question.ellipsoids or question.q)
        self.widget.sheet.show_showing(
            "" if not can else self._labels["show" if not self._drawing.is_visible else "hide"]
        )

    def _show_robot(self) -> None:
        self.widget.sheet.show_robot(*self.robot.line(self.start_q, self._labels))

    def _show_answers(self) -> None:
        question, case = self._question, self.robot.case()
        assert question is not None
        if case is None or self._state not in DONE:
            self._answers_key = ()
            self.widget.sheet.show_answers(None, None)
            return
        answers_key = (question, id(case.started or case.model), case.q.tobytes(), self._language)
        if answers_key == self._answers_key:
            return
        self._answers_key = answers_key
        texts = self._labels
        at_home, language = case.at(self.start_q), self._language
        of = "scene_computed" if self.robot.exercise and self.robot.exercise.scene else "computed"
        caption = texts["planned" if question.planned else of]
        here = answer_view(question, at_home, texts["answer"], caption, language, texts)
        yours = None
        if not question.planned and not self.robot.is_at(self.start_q):
            yours = answer_view(question, case, texts["yours"], joints_text(case), language, texts)
        self.widget.sheet.show_answers(here, yours)

    def _numbers(self, exercise: Exercise) -> Numbers:
        """Those of its texts: of the open robot, else of the one that is shipped; none before they can be computed."""
        case = self.robot.case()
        if case is None and self.robot.is_computable:
            case = shipped_case(exercise, self._question or exercise.questions[0])
        return numbers_of(exercise, case) if case is not None else Numbers()

    def _connect(self) -> None:
        page, sheet = self.widget, self.widget.sheet
        page.language_chosen.connect(self.choose_language)
        page.list.opened.connect(self.open)
        sheet.closed.connect(self.close)
        sheet.question_chosen.connect(self.choose)
        sheet.checked.connect(self._check)
        sheet.revealed.connect(self._reveal)
        sheet.robot_requested.connect(self._help_robot)
        sheet.show_requested.connect(self._switch_showing)
        sheet.restarted.connect(self.restart)
        self._session.document_changed.connect(self._opened)
