"""What the page of exercises shows, as values. Texts are in the language of the reader."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

NEW, TRIED, RIGHT, REVEALED = "", "tried", "right", "revealed"  # how far a question is
DONE = (RIGHT, REVEALED)


@dataclass(frozen=True, slots=True)
class ExerciseLine:
    """One exercise in the list."""

    key: str
    title: str
    about: str  # its robot, and how many questions
    state: str  # "", or how many are done
    done: bool


@dataclass(frozen=True, slots=True)
class CourseLines:
    """The exercises of a course, of a teacher's series, or of a folder."""

    title: str
    lines: tuple[ExerciseLine, ...]
    text: str = ""  # what is to be read first, or what is wrong with its files


@dataclass(frozen=True, slots=True)
class Form:
    """What a prediction is typed into: fields, or options where there are any."""

    rows: tuple[str, ...] = ()  # labels in the notation of `paint_math`
    columns: tuple[str, ...] = ()  # labels; none: a vector
    units: tuple[str, ...] = ()  # one a row
    options: tuple[tuple[str, str], ...] = ()  # keys and texts
    hint: str = ""  # what to type
    whole: bool = False  # what is asked for is counted


@dataclass(frozen=True, eq=False, slots=True)
class QuestionView:
    """The question that is open."""

    text: str
    form: Form
    state: str
    formula: str | tuple[tuple[str, ...], ...]  # lines in the notation of `paint_math`, or the entries of a matrix J
    latex: str
    numpy: str  # lines of Python that need NumPy alone
    explains: str


@dataclass(frozen=True, eq=False, slots=True)
class AnswerView:
    """An answer in one pose; a sentence where there is none."""

    title: str
    caption: str
    values: np.ndarray | None = None  # (m, n)
    option: str = ""
    reason: str = ""  # why there is no answer
