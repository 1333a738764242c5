"""Exercises as the values that the page shows, in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from torseur.sim.multibody.model.model import JointKind
from torseur.ui.laboratory.exercises.values import DONE, RIGHT, AnswerView, ExerciseLine, Form, QuestionView

from .case import Case
from .exercise_text import filled, number
from .question import Exercise, Options, Question
from .translation import Language

Labels = Mapping[str, str]


def line_of(exercise: Exercise, states: Sequence[str], language: Language, labels: Labels) -> ExerciseLine:
    """An exercise in the list."""
    n, done, right = len(states), sum(state in DONE for state in states), list(states).count(RIGHT)
    state = labels["done" if done == n else "state"].format(done=done, n=n, right=right) if any(states) else ""
    about = labels["about"].format(robot=exercise.subject, n=n)
    return ExerciseLine(exercise.key, exercise.title.text(language), about, state, done == n)


def form_of(question: Question, language: Language, labels: Labels) -> Form:
    """What its prediction is typed into."""
    answer = question.answer
    if isinstance(answer, Options):
        return Form(options=tuple((key, text.text(language)) for key, text in answer.texts.items()))
    units = tuple(answer.unit(i) for i in range(len(answer.rows)))
    hint = "direction" if answer.up_to_sign else "whole" if answer.whole else "numbers"
    return Form(answer.rows, answer.columns, units, (), labels[hint], answer.whole)


def question_view(
    exercise: Exercise, question: Question, state: str, case: Case | None, numbers: Mapping[str, str],
    language: Language, labels: Labels,
) -> QuestionView:  # fmt: skip
    """A question; `case` is where it is asked, if its robot is open, and `numbers` are those of its texts."""
    formula = question.formula
    return QuestionView(
        filled(question.prompt, language, numbers),
        form_of(question, language, labels),
        state,
        formula.eye,
        formula.latex,
        script(question, exercise.variables(case)) if case is not None else formula.numpy,
        filled(question.explains, language, numbers),
    )


def answer_view(
    question: Question, case: Case, title: str, caption: str, language: Language, labels: Labels
) -> AnswerView:
    """What the robot gives in a pose."""
    answer = question.answer
    try:
        if isinstance(answer, Options):
            return AnswerView(title, caption, option=answer.texts[answer.compute(case)].text(language))
        caption = f"{caption}, {labels['either']}" if answer.up_to_sign else caption
        return AnswerView(title, caption, answer.values(case))
    except np.linalg.LinAlgError:
        return AnswerView(title, caption, reason=labels["no_answer"])


def joints_text(case: Case) -> str:
    """A pose in a few words: displacements in metres, then angles in degrees, joint by joint."""
    texts = []
    for name, (in_q, _) in case.model.joint_slices().items():
        q, joint = case.q[in_q], case.model.joint(name)
        slides = {JointKind.PRISMATIC: 1, JointKind.PLANAR: 2, JointKind.FREE_FLYER: 3}.get(joint.kind, 0)
        turns = q[slides:]
        if len(turns) == 4:  # a quaternion
            turns = np.array([2.0 * np.arctan2(np.linalg.norm(turns[:3]), abs(turns[3]))])
        if joint.mimic is None:
            texts += [f"{number(x, 4)} m" for x in q[:slides]] + [f"{number(np.degrees(x), 4)}°" for x in turns]
    return ", ".join(texts)


def script(question: Question, variables: Mapping[str, float]) -> str:
    """A formula as lines of Python, after `import numpy as np`; the last gives `answer`."""
    lines = [f"{name} = {value!r}" for name, value in variables.items()]
    return "\n".join([*lines, f"answer = {question.formula.numpy}"]) + "\n"
