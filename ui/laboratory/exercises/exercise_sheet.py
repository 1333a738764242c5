"""An exercise that is open: what is given, its questions one by one, and the answers once they were predicted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.more_button import MoreButton
from ...controls.buttons.outline_button import OutlineButton
from ...displays.formulas.formula_lines import FormulaLines
from ...displays.formulas.formula_matrix import FormulaMatrix
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, column_in, inset, inset_row, padded
from ...look.style import SMALL
from ...text.array_text import FormulaText
from .answer_block import AnswerBlock
from .prediction_form import PredictionForm
from .question_strip import QuestionStrip
from .values import DONE, NEW, AnswerView, QuestionView

LABELS = ("all", "question", "check", "formula", "fill", "next", "again", "no_number")


class ExerciseSheet(QWidget):
    """Signals are for the user alone."""

    closed = Signal()
    question_chosen = Signal(int)
    checked = Signal(object)  # numbers (m, n), or the key of an option
    help_requested = Signal()  # the next hint, or the answer
    robot_requested = Signal()
    show_requested = Signal()
    restarted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: Mapping[str, str] = dict.fromkeys(LABELS, "")
        self._view: QuestionView | None = None
        self._place = (0, 1)
        self._make()
        self._arrange()
        self.back.clicked.connect(self.closed)
        self.robot_button.clicked.connect(self.robot_requested)
        self.strip.chosen.connect(self.question_chosen)
        self.check_button.clicked.connect(self._check)
        self.form.submitted.connect(self._check)
        self.form.changed.connect(lambda: self.verdict.show_text(""))
        self.help_button.clicked.connect(self.help_requested)
        self.show_button.clicked.connect(self.show_requested)
        self.next_button.clicked.connect(lambda: self.question_chosen.emit(self._place[0] + 1))
        self.again.clicked.connect(self.restarted)

    def set_labels(self, labels: Mapping[str, str]) -> None:
        """Speak another language; LABELS are the keys."""
        self._labels = labels
        self.form.no_number = labels["no_number"]
        self.back.show_text("\u2039 " + labels["all"])
        self.formula_head.show_title(labels["formula"])
        self.check_button.show_text(labels["check"])
        self.next_button.show_text(labels["next"])
        self.again.show_text(labels["again"])
        self._show_buttons()

    def show_exercise(self, title: str, statement: str, states: Sequence[str], place: int) -> None:
        """Show what is given, and how far each question is; `place` is the one that is open, from 0."""
        self.title.show_text(title)
        self.statement.show_text(statement)
        self._place = place, len(states)
        self.strip.show_states(states, [f"{self._labels['question']} {k + 1}" for k in range(len(states))])
        self.strip.show_choice(place)
        self.again.setVisible(any(states))

    def show_robot(self, text: str, button: str) -> None:
        """Say how its robot stands; without a button all is as it should be."""
        self.robot_line.show_text(text)
        self.robot_button.show_text(button)
        self.robot_row.setVisible(bool(button))

    def show_question(self, view: QuestionView, *, anew: bool) -> None:
        """Show a question; `anew` empties its form, else what was typed stays."""
        before, self._view = self._view, view
        self.question.show_text(view.text)
        if anew or before is None:
            self.form.show_form(view.form)
            self.show_verdict("", False)
        else:
            self.form.show_texts(view.form)
        in_lines = isinstance(view.formula, str)
        self.formula.setVisible(in_lines)
        self.matrix.setVisible(not in_lines)
        if isinstance(view.formula, str):
            self.formula.show_text(view.formula)
        else:
            self.matrix.show_entries(view.formula)
        self.explains.show_text(view.explains)
        self._show_buttons()

    def show_verdict(self, text: str, right: bool) -> None:
        """Say how a prediction was."""
        self.praise.show_text(text if right else "")
        self.verdict.show_text("" if right else text)

    def show_help(self, hints: Sequence[str], note: str, button: str) -> None:
        """Show hints that were taken, lines in the notation of `paint_math`, and a sentence; `button`: what there is next."""
        self.hints.setVisible(bool(hints))
        self.hints.show_text("\n".join(hints))
        self.hint_note.show_text(note)
        self.help_button.show_text(button)
        self.help_button.setVisible(bool(button))

    def show_answers(self, here: AnswerView | None, yours: AnswerView | None) -> None:
        """Show the answer of the exercise, and the one of the pose the robot is in, if it is another; None: not yet."""
        form = self._view.form if self._view is not None else None
        for block, view in ((self.answer, here), (self.yours, yours)):
            block.setVisible(view is not None)
            if view is not None and form is not None:
                block.show_answer(view, form)
        self.solution.setVisible(here is not None)

    def show_showing(self, text: str) -> None:
        """What the button that shows it on the robot does next; empty: there is nothing to show."""
        self.show_button.show_text(text)
        self.show_button.setVisible(bool(text))

    def formula_text(self) -> FormulaText | None:
        """What is copied of the formula."""
        return FormulaText(self._view.latex, self._view.numpy) if self._view is not None else None

    def _check(self) -> None:
        form = self.form
        if form.options:
            prediction: object = form.choice
            if not prediction:
                self.show_verdict(self._labels["fill"], False)
                return
        else:
            values: np.ndarray | None = form.values()
            if values is None:
                self.show_verdict(self._labels["no_number" if form.has_no_number else "fill"], False)
                return
            prediction = values
        self.checked.emit(prediction)

    def _show_buttons(self) -> None:
        state = self._view.state if self._view is not None else NEW
        self.next_button.setVisible(state in DONE and self._place[0] + 1 < self._place[1])

    def _make(self) -> None:
        self.back = MoreButton(self)
        self.title = Prose(self, weight=600, px=15)
        self.statement = Prose(self, role="text_second")
        self.robot_line = Prose(self, role="text_second", px=SMALL, icon="robot")
        self.robot_button = OutlineButton("", "robot", self)
        self.robot_row = QWidget(self)
        self.robot_row.setLayout(inset_row(self.robot_button, bottom=12, spacing=8))
        self.robot_row.hide()
        self.strip = QuestionStrip(self)
        self.question = Prose(self, weight=500)
        self.form = PredictionForm(self)
        self.check_button = OutlineButton("", "check", self)
        self.help_button = OutlineButton("", "eye", self)
        self.hints = FormulaLines(self)
        self.hints.hide()
        self.hint_note = Prose(self, role="text_second", icon="info")
        self.next_button = OutlineButton("", "chevron_right", self)
        self.praise = Prose(self, role="good", weight=600, icon="check", icon_role="good")
        self.verdict = Prose(self, role="text", icon="warning", icon_role="warning")
        self.answer = AnswerBlock(self)
        self.yours = AnswerBlock(self)
        self.solution = QWidget(self)
        self.formula_head = SectionHead("", self.solution)
        self.formula_copy = CopyButton(self.formula_text, self.solution)
        self.formula_head.add_control(self.formula_copy)
        self.formula = FormulaLines(self.solution)
        self.matrix = FormulaMatrix("J", self.solution)
        self.explains = Prose(self.solution)
        self.show_button = OutlineButton("", "robot", self.solution)
        self.again = MoreButton(self)

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 8)
        column.setSpacing(0)
        column.addWidget(self.back)
        column.addWidget(padded(self.title, bottom=6))
        column.addWidget(padded(self.statement, bottom=10))
        column.addWidget(padded(self.robot_line, bottom=8))
        column.addWidget(self.robot_row)
        column.addWidget(Divider(self))
        column.addSpacing(12)
        column.addLayout(inset(self.strip))
        column.addWidget(padded(self.question, bottom=12))
        column.addLayout(inset(self.form))
        column.addLayout(inset_row(self.check_button, self.help_button, self.next_button, bottom=12, spacing=8))
        column.addWidget(padded(self.praise, bottom=8))
        column.addWidget(padded(self.verdict, bottom=8))
        column.addLayout(inset(self.hints, bottom=0))
        column.addWidget(padded(self.hint_note, top=8, bottom=8))
        column.addWidget(self.answer)
        column.addWidget(self.yours)
        below = column_in(self.solution)
        below.addWidget(self.formula_head)
        below.addLayout(inset(self.formula, bottom=0))
        below.addLayout(inset(self.matrix, bottom=0))
        below.addSpacing(12)
        below.addWidget(padded(self.explains, bottom=12))
        below.addLayout(inset_row(self.show_button, bottom=12, spacing=8))
        column.addWidget(self.solution)
        column.addWidget(self.again)
        column.addStretch(1)
