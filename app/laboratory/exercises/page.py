"""The worked exercises: predictions of the user, checked against what the open robot gives."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget

from torseur.sim.compilation import POSING
from torseur.sim.errors import TorseurError
from torseur.sim.texts import tr
from torseur.ui.displays.scrolling import scroll_to_top
from torseur.ui.laboratory.exercises.page import ExercisesPage
from torseur.ui.laboratory.exercises.values import DONE, REVEALED, RIGHT, TRIED
from torseur.ui.viewport.marks import LegendRow, Overlays

from ...documents.written_pieces import text_in_pieces
from ..page_context import PageContext
from .answers import Verdict, check
from .exercise_robot import ExerciseRobot
from .exercise_rows import answer_view, hints_of, joints_text, question_view
from .exercise_text import filled, said
from .labels import labels
from .offers import ExerciseOffers
from .progress import ExerciseProgress
from .question import Exercise, Question
from .question_drawing import QuestionDrawing
from .reckoned import Reckoned
from .shipped_case import shipped_case

if TYPE_CHECKING:
    from torseur.sim.arrays import Array

LAID_OUT = 100  # [ms] after which a page that got longer has its height


class ExercisesBinding(QObject):
    """Between a form of the laboratory, the session and the picture, in which it is a layer."""

    key = "exercises"
    of_scenes = False  # whether its exercises are about scenes, and not about robots and plans

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._picture, self._preferences = context.session, context.picture, context.preferences
        self._viewport, self._seen, self._rest_until = context.viewport, False, 0.0  # of the clock
        self.widget: ExercisesPage = ExercisesPage()
        self._labels = labels()
        self._progress = ExerciseProgress(self._preferences)
        self.offers = ExerciseOffers(self._preferences, self._progress, of_scenes=self.of_scenes)
        self.variant = 0  # of the exercise that is open
        self.ask_place = partial(ask_csv, self.widget)  # where scores go; empty: nowhere
        self.ask_folder = partial(ask_folder, self.widget)  # of own exercises; empty: none
        self.robot = ExerciseRobot(self._session, context.open_robot, context.plan, self)
        self._place = 0
        self._checked: Array | str | None = None  # the prediction that was checked last
        self._answers_key: tuple[object, ...] = ()
        self._filled = False  # whether its texts have their numbers
        self._drawing = QuestionDrawing(context.switches)  # of the open question
        self._write_file = context.exports.write
        self.widget.variant.check = whole_number
        self._connect()
        self.widget.set_labels(self._labels)
        self._show_list()

    @property
    def exercise(self) -> Exercise | None:
        """The one that is open."""
        return self.robot.exercise

    # What the laboratory asks

    def enter(self) -> None:
        """It is seen; it can be used once something is open."""
        self._seen = True
        self.widget.setEnabled(self._session.snapshot is not None)
        self._update()

    def _update(self) -> None:
        if not self._seen or self._session.snapshot is None:
            return
        self.widget.setEnabled(True)
        if self.exercise is None:
            self._show_list()
        elif not self._filled and self.robot.is_computable:
            self._show_question(anew=False)
        else:
            self._show_robot()
            self._show_answers()
        self._redraw()

    def _follow_session(self) -> None:
        """While it plays, each look is followed by a rest ten times as long."""
        begun = time.perf_counter()
        if not self._session.playback.playing or begun > self._rest_until:
            self._update()
            self._rest_until = begun + 11.0 * (time.perf_counter() - begun)

    def _redraw(self) -> None:
        if self._seen and self._session.snapshot is not None:
            self._picture.put(self.key, self.overlays(), self.legend())

    def overlays(self) -> Overlays:
        """What is drawn of the open question."""
        return self._drawing.overlays(self._question, self._values(), self._picture.size)

    def legend(self) -> Sequence[LegendRow]:
        """What that means."""
        return self._drawing.legend(self.robot.case() is not None, self._labels)

    def leave(self) -> None:
        """It is not seen any more."""
        self._seen = False
        self._picture.remove(self.key)
        self._drawing.hide()
        self._show_showing()

    def keep(self) -> tuple[Any, ...]:
        """What stays of it when the robot's file is read again."""
        sheet = self.widget.sheet
        checked = self._checked if sheet.praise.text or sheet.verdict.text else None
        return self.exercise, self.variant, self._place, self._drawing, sheet.form.typed, checked

    def bring_back(self, state: tuple[Any, ...]) -> None:
        """Have it again."""
        self.robot.exercise, self.variant, self._place, drawing, typed, checked = state
        if self.exercise is not None:
            self._drawing.take_over(drawing)
            self.widget.show_sheet(self.variant)
            self._show_question(anew=False)
            self.widget.sheet.form.show_typed(*typed)
            if checked is not None:
                self._judge(checked)

    def present(self, presenting: bool) -> None:
        """What was done is put aside, to be asked for again."""
        self._progress = self.offers.progress = ExerciseProgress(None if presenting else self._preferences)
        if self.exercise is None:
            self._show_list()
        else:
            self._show_question(anew=False)

    def go_on(self, by: int) -> bool:
        """The next hint, answer, question or exercise; back: the question or exercise before."""
        exercise = self.exercise
        if exercise is None:
            return False
        if by > 0 and self._state not in DONE:
            self._help()
        elif 0 <= self._place + by < len(exercise.questions):
            self.choose(self._place + by)
        elif key := self.offers.beside(exercise, self.variant, by):
            self.open(key)
        question = self.widget.sheet.question
        QTimer.singleShot(LAID_OUT, question, lambda: scroll_to_top(question))  # hints and answers are below it
        return True

    # What the user does

    def open(self, key: str) -> None:
        """Open an exercise, its robot and its pose, at the first question that is not done."""
        exercise, self.variant = self.offers.of(key)
        self.robot.exercise = exercise
        states = self._progress.states(exercise, self.variant)
        self._place = next((k for k, state in enumerate(states) if state not in DONE), 0)
        self._drawing.hide()
        self.widget.show_sheet(self.variant)
        self._show_question(anew=True)
        if self.robot.is_there:
            self._take_pose()
        elif not self.robot.would_lose:
            self.robot.open()
        self._redraw()

    def close(self) -> None:
        """Go back to the list."""
        self._drawing.hide()
        self.robot.exercise = None
        self._show_list()
        self._redraw()

    def choose(self, place: int) -> None:
        """Open a question of the exercise that is open."""
        self._drawing.hide()
        self._place = place
        self._show_question(anew=True)
        self._redraw()

    def _check(self, prediction: Array | str) -> None:
        verdict = self._judge(prediction)
        if verdict is not None and self._state not in DONE:
            self._keep(RIGHT if verdict.right else TRIED, tries=1)

    def _judge(self, prediction: Array | str) -> Verdict | None:
        """Say how a prediction is: what is typed (m, n), or the key of an option; None: that cannot be known."""
        question, values = self._question, self._values(self.start_q)
        assert question is not None
        self._checked = prediction
        if values is None:
            self.widget.sheet.show_verdict(self._labels["needs"], False)
            return None
        try:
            verdict = check(question, int(prediction) if isinstance(prediction, str) else prediction, values)
        except (ValueError, TorseurError):  # LinAlgError is one
            self.widget.sheet.show_verdict(self._labels["no_answer"], False)
            return None
        self.widget.sheet.show_verdict(verdict.message, verdict.right)
        return verdict

    def _help(self) -> None:
        """Give the next hint; after the last one the answer."""
        exercise, question = self.exercise, self._question
        assert exercise is not None
        assert question is not None
        taken, hints = self._progress.effort(exercise, self.variant, question)[1], hints_of(question)
        if taken >= len(hints):
            self._keep(REVEALED)
            self.widget.sheet.show_verdict("", False)
            return
        self._keep("", hints=1)
        if not hints[taken] and not self._drawing.is_visible:
            self._switch_showing()

    def set_variant(self, variant: float) -> None:
        """Give other numbers: 0 those of the files."""
        self._preferences.exercise_variant = int(variant)
        self._show_list()

    def export(self) -> None:
        """Have the scores written as CSV."""
        if name := self.ask_place():
            text = self.offers.csv()
            self._write_file(Path(name), text_in_pieces(Path(name), iter([text]), 1, "scores"))

    def choose_folder(self) -> None:
        """Take another folder of own exercises."""
        if name := self.ask_folder():
            self._preferences.exercise_folder = name
            self._show_list()

    def restart(self) -> None:
        """Forget what was done of the exercise that is open."""
        assert self.exercise is not None
        self._progress.forget(self.exercise, self.variant)
        self.choose(0)

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
        self._redraw()
        if self._drawing.is_visible:
            self._picture.flush()  # so that its arrows are fitted, too
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
        home = self._home(self.exercise) or Reckoned(self.exercise, None, self.variant)
        return home.q_of(self._question)

    @property
    def _state(self) -> str:
        assert self.exercise is not None
        return self._progress.states(self.exercise, self.variant)[self._place]

    def _keep(self, state: str, *, tries: int = 0, hints: int = 0) -> None:
        assert self.exercise is not None
        assert self._question is not None
        self._progress.keep(self.exercise, self.variant, self._question, state, tries=tries, hints=hints)
        self._show_question(anew=False)

    def _show_list(self) -> None:
        document = self._session.document
        name = document.name if document is not None else ""
        intro = self._labels["scene_intro" if self.of_scenes else "intro"]
        replaces = self._labels["replaces"].format(name=name) if name else ""
        self.widget.show_list(intro, replaces, self.offers.score(self._labels), self._preferences.exercise_variant)
        self.widget.courses.show_courses(self.offers.lines(self._labels))

    def _show_question(self, *, anew: bool) -> None:
        exercise, question = self.exercise, self._question
        assert exercise is not None
        assert question is not None
        home, here, sheet = self._home(exercise), self._values(self.start_q), self.widget.sheet
        self._filled = home is not None
        states = self._progress.states(exercise, self.variant)
        sheet.show_exercise(said(exercise.said.title), filled(exercise.said.statement, home), states, self._place)
        sheet.show_question(question_view(question, self._state, home, here, self._labels), anew=anew)
        self._answers_key = ()
        self._show_showing()
        self._show_help()
        self._show_robot()
        self._show_answers()

    def _show_help(self) -> None:
        exercise, question, texts = self.exercise, self._question, self._labels
        assert exercise is not None
        assert question is not None
        hints, taken = hints_of(question), self._progress.effort(exercise, self.variant, question)[1]
        done = self._state in DONE
        told = [] if done else [hint for hint in hints[:taken] if hint]
        drawn = not done and "" in hints[:taken]
        following = texts["hint"].format(n=taken + 1, count=len(hints)) if taken < len(hints) else texts["reveal"]
        self.widget.sheet.show_help(told, texts["on_robot"] if drawn else "", "" if done else following)

    def _show_showing(self) -> None:
        question = self._question
        can = question is not None and bool(question.arrows or question.ellipsoids or question.q)
        self.widget.sheet.show_showing("" if not can else self._labels["show" if not self._drawing.is_visible else "hide"])

    def _show_robot(self) -> None:
        self.widget.sheet.show_robot(*self.robot.line(self.start_q, self._labels))

    def _show_answers(self) -> None:
        question, case = self._question, self.robot.case()
        assert question is not None
        if case is None or self._state not in DONE:
            self._answers_key = ()
            self.widget.sheet.show_answers(None, None)
            return
        answers_key = (question, id(case.started or case.model), case.q.tobytes())
        if answers_key == self._answers_key:
            return
        self._answers_key = answers_key
        texts = self._labels
        of = "scene_computed" if self.robot.exercise and self.robot.exercise.scene else "computed"
        caption = texts["planned" if question.planned else of]
        values = self._values(self.start_q)
        assert values is not None
        here = answer_view(question, values, texts["answer"], caption, texts)
        yours = None
        if not question.planned and not self.robot.is_at(self.start_q):
            yours = answer_view(question, values.at(case.q), texts["yours"], joints_text(case), texts)
        self.widget.sheet.show_answers(here, yours)

    def _values(self, q: Array | None = None) -> Reckoned | None:
        """Of the open robot at q (nq,), or as it stands; None where it is not there."""
        case, exercise = self.robot.case(), self.exercise
        if case is None or exercise is None:
            return None
        return Reckoned(exercise, case if q is None or exercise.scene else case.at(q), self.variant)

    def _home(self, exercise: Exercise) -> Reckoned | None:
        """For texts: of the open robot where the exercise is, else of the one that is shipped; None before it can be computed."""
        case = self.robot.case()
        if case is None and self.robot.is_computable:
            try:
                case = shipped_case(exercise, self._question or exercise.questions[0], self.variant)
            except (TorseurError, OSError):  # of a teacher's file: opening its robot says why
                return None
        if case is None or exercise.scene:
            return Reckoned(exercise, case, self.variant) if case is not None else None
        return Reckoned(exercise, case.at(Reckoned(exercise, None, self.variant).of("q")), self.variant)

    def _connect(self) -> None:
        page, sheet = self.widget, self.widget.sheet
        page.courses.opened.connect(self.open)
        sheet.closed.connect(self.close)
        sheet.question_chosen.connect(self.choose)
        sheet.checked.connect(self._check)
        sheet.help_requested.connect(self._help)
        page.variant.entered.connect(self.set_variant)
        page.export.clicked.connect(lambda: self.export())
        page.folder.clicked.connect(lambda: self.choose_folder())
        sheet.robot_requested.connect(self._help_robot)
        sheet.show_requested.connect(self._switch_showing)
        sheet.restarted.connect(self.restart)
        session = self._session
        session.document_changed.connect(self._opened)
        for changed in (session.snapshot_changed, session.frame_changed, session.playback.playing_changed):
            changed.connect(self._follow_session)
        session.kernels.loaded.connect(lambda name: self._update() if name == POSING else None)
        self._preferences.angle_unit_changed.connect(self._update)


def whole_number(value: float) -> str:
    """Why a variant cannot be taken; empty: it can."""
    return "" if value == int(value) and 0 <= value <= 9999 else tr("A whole number from 0 to 9999.")


def ask_csv(parent: QWidget) -> str:
    """Ask where a .csv file is to be saved; empty: nowhere."""
    name, _ = QFileDialog.getSaveFileName(parent, tr("Export the scores"), str(Path.home() / "scores.csv"), "CSV (*.csv)")
    return name if not name or name.lower().endswith(".csv") else f"{name}.csv"


def ask_folder(parent: QWidget) -> str:
    """Ask for a folder of own exercises; empty: none."""
    return QFileDialog.getExistingDirectory(parent, tr("Folder of own exercises"), str(Path.home()))
