"""Exercises as the values that the page shows, in the language that is chosen."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from unicodedata import normalize

import numpy as np

from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.model import JointKind
from torseur.ui.laboratory.exercises.values import DONE, RIGHT, AnswerView, ExerciseLine, Form, QuestionView

from .exercise_text import filled, number, said
from .expressions.case import Case
from .question import Exercise, Question
from .reckoned import Reckoned
from .written import latex, lines, matrix, script, worked

Labels = Mapping[str, str]
LONGEST = 80  # characters of a line that is a hint


def line_of(key: str, exercise: Exercise, states: Sequence[str], labels: Labels) -> ExerciseLine:
    """An exercise in the list; `key` is of it and its variant."""
    n, done, right = len(states), sum(state in DONE for state in states), list(states).count(RIGHT)
    state = labels["done" if done == n else "state"].format(n=n, right=right) if any(states) else ""
    about = labels["about"].format(robot=exercise.subject, n=n)
    return ExerciseLine(key, said(exercise.said.title), about, state, done == n)


def hints_of(question: Question) -> tuple[str, ...]:
    """What is told one after the other: the formula, the first line, "" for what is drawn on the robot."""
    entries = matrix(question)
    first = f"({', '.join(entries[0])})" if entries else next(iter(worked(question)), "")
    bare = len(first) > LONGEST or (not question.options and isinstance(question.closed, ast.Name))
    told = ["\n".join(question.law)] if question.law else []
    name, _, right = first.partition(" = ")
    is_new = all(_letters(right or first) not in _letters(line) for line in (name, *question.law))
    told += [first] if first and not bare and is_new else []
    return (*told, *([""] if question.arrows or question.ellipsoids else []))


def _letters(formula: str) -> str:
    """What two ways to write a formula have in common: s_2 is sin θ_2."""
    short = re.sub(r"(?:sin|cos) θ", lambda found: found[0][0], normalize("NFKC", formula))
    return re.sub(r"[^\w+−/√]|_", "", short)


def form_of(question: Question, labels: Labels) -> Form:
    """What its prediction is typed into."""
    if question.options:
        return Form(options=tuple((str(k), said(option.text)) for k, option in enumerate(question.options)))
    units = tuple(question.unit(i) for i in range(len(question.rows)))
    return Form(question.rows, question.columns, units, (), labels[question.takes], question.takes == "whole")


def question_view(question: Question, state: str, home: Reckoned | None, here: Reckoned | None, labels: Labels) -> QuestionView:
    """A question; its texts have the numbers of `home`, its script those of `here`, where it is asked; None: not known yet."""
    return QuestionView(
        filled(question.ask, home),
        form_of(question, labels),
        state,
        matrix(question) or "\n".join(lines(question)),
        latex(question),
        script(question, here),
        filled(question.explain, home),
    )


def answer_view(question: Question, values: Reckoned, title: str, caption: str, labels: Labels) -> AnswerView:
    """What the robot gives in a pose."""
    try:
        if question.options:
            return AnswerView(title, caption, option=said(question.options[values.right(question)].text))
        caption = f"{caption}, {labels['either']}" if question.takes == "direction" else caption
        return AnswerView(title, caption, values.answer(question))
    except (ValueError, TorseurError):  # LinAlgError is one
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
