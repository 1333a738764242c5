"""Files of exercises and series of them, read and checked: those of the courses, or a teacher's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np

from torseur.sim.definition.expressions import ExpressionError, read, read_given
from torseur.sim.definition.toml_file import TomlFile, read_toml, toml_keys
from torseur.sim.errors import DefinitionError, TorseurError
from torseur.sim.texts import ENGLISH, tr

from ..exercise_text import expressions_in, in_languages
from ..question import Exercise, ExerciseFile, Question, Words
from ..reckoned import Reckoned

COURSES = Path(__file__).parents[1] / "course"
FOLDERS = ("direct_kinematic_model", "kinematic_model", "newton_euler", "contact_management", "contact_dynamics")
SERIES = "series.toml"


class ExerciseError(DefinitionError):
    """A file of an exercise, or of a series, that cannot be used."""


class SeriesFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What a file of a series may say."""

    title: Words
    text: Words = ""  # a lesson: what is to be read before
    exercises: Annotated[
        tuple[str, ...], msgspec.Meta(min_length=1)
    ]  # keys, in their order: those of the folder, or of a course
    variant: Annotated[int, msgspec.Meta(ge=0)] = 0  # which all of a class are given; 0: the numbers of the files


@dataclass(frozen=True, eq=False, slots=True)
class ExerciseSeries:
    """Exercises in an order, a course's or a class's."""

    title: Words
    exercises: tuple[Exercise, ...]
    variant: int = 0
    text: Words = ""


@cache
def courses() -> tuple[ExerciseSeries, ...]:
    """Those that are shipped, in the order of the courses."""
    return tuple(read_series(COURSES / folder / SERIES) for folder in FOLDERS)


@cache
def shipped() -> tuple[Exercise, ...]:
    """All exercises of the courses."""
    return tuple(exercise for course in courses() for exercise in course.exercises)


def read_series(path: Path) -> ExerciseSeries:
    """A series of the exercises that lie beside it, or of those of the courses. Raises ExerciseError."""
    file = read_toml(path, SeriesFile, ExerciseError)
    found = []
    for place, key in enumerate(file.values.exercises):
        beside = path.with_name(f"{key}.toml")
        known = {} if COURSES in path.parents else {exercise.key: exercise for exercise in shipped()}
        if not beside.exists() and key not in known:
            raise file.error(tr("“{key}” is no exercise of this folder or of the courses", key=key), "exercises", place)
        found.append(read_exercise(beside) if beside.exists() else known[key])
    return ExerciseSeries(file.values.title, tuple(found), file.values.variant, file.values.text)


def read_folder(folder: Path) -> tuple[tuple[ExerciseSeries, ...], tuple[str, ...]]:
    """The series of a folder, then its exercises that are in none of them; and what is wrong with files that cannot be used."""
    series, alone, faults = [], [], []
    for path in sorted(folder.glob("*.toml")):
        try:
            if "exercises" in toml_keys(path):
                series.append(read_series(path))
            else:
                alone.append(read_exercise(path))
        except ExerciseError as error:
            faults.append(str(error))
    used = {exercise.key for one in series for exercise in one.exercises}
    if left := tuple(exercise for exercise in alone if exercise.key not in used):
        series.append(ExerciseSeries({ENGLISH: folder.name}, left))
    return tuple(series), tuple(faults)


def read_exercise(path: Path) -> Exercise:
    """The exercise of a file, whose name is its key; each expression is one. Raises ExerciseError."""
    file = read_toml(path, ExerciseFile, ExerciseError)
    _check_expressions(file)
    _check_questions(file)
    exercise = Exercise(path.stem, file.values)
    if not exercise.scene:
        try:
            Reckoned(exercise, None).of("q")
        except (TorseurError, np.linalg.LinAlgError) as error:
            raise file.error(str(error), "given") from None
    return exercise


def _check_expressions(file: TomlFile[ExerciseFile]) -> None:
    said = file.values
    _tried(file, read_given, said.given, "given")
    for place, words in (("title", said.title), ("statement", said.statement)):
        for expression in expressions_in(words):
            _tried(file, read, expression, place)
    for k, question in enumerate(said.question):
        for expression, path in _expressions(question):
            _tried(file, read, expression, "question", k, *path)


def _expressions(question: Question) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Each expression of a question, and where it stands."""
    for name in ("answer", "formula", "q"):
        if text := getattr(question, name):
            yield text, (name,)
    for name in ("ask", "explain"):
        yield from ((text, (name,)) for text in expressions_in(getattr(question, name)))
    for k, option in enumerate(question.options):
        yield option.when, ("options", k, "when")
    for k, arrow in enumerate(question.arrows):
        yield arrow.vector, ("arrows", k, "vector")
        yield arrow.at, ("arrows", k, "at")


def _tried(file: TomlFile[ExerciseFile], reading: Callable[[str], object], text: str, *path: str | int) -> None:
    try:
        reading(text)
    except ExpressionError as error:
        raise file.error(str(error), *path) from None


def _check_questions(file: TomlFile[ExerciseFile]) -> None:
    said = file.values
    if bool(said.robot) == bool(said.scene):
        raise file.error(tr("an exercise is about a robot or about a scene: one of them is wanted"), "title")
    if not said.scene and "q" not in read_given(said.given):
        raise file.error(tr("“q = ...” is wanted: where the robot stands"), "given")
    if not said.question:
        raise file.error(tr("an exercise has a [[question]]"), "title")
    keys = [question.key for question in said.question]
    for k, question in enumerate(said.question):
        if keys.index(question.key) != k:
            raise file.error(tr("two questions are called “{key}”", key=question.key), "question", k, "key")
        if bool(question.options) == bool(question.answer):
            raise file.error(tr("a question has an answer, or options: one of them is wanted"), "question", k, "key")
        if question.answer and (not question.rows or len(question.units) not in (1, len(question.rows))):
            raise file.error(tr("an answer has labels of its rows, and one unit or one for each"), "question", k, "answer")
        for words in (question.ask, question.explain):
            if len({tuple(sorted(expressions_in(text))) for text in in_languages(words)}) > 1:
                raise file.error(tr("the languages have other expressions in { }"), "question", k, "ask")
