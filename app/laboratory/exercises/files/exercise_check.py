"""Whether an exercise works: each expression computed, in several variants; what is shown gives the answer."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from torseur.sim.definition.expressions import read
from torseur.sim.definition.toml_file import TomlFile, read_toml, toml_keys
from torseur.sim.errors import TorseurError
from torseur.sim.texts import tr

from ..exercise_text import expressions_in
from ..expressions.case import frame_of
from ..expressions.functions import FUNCTIONS
from ..question import Exercise, ExerciseFile, Question, Words
from ..reckoned import Reckoned
from ..shipped_case import shipped_case
from .exercise_files import ExerciseError, read_exercise, read_series

VARIANTS = 6  # that are tried

Place = tuple[str | int, ...]  # in the file: keys, from those of the question on


def exercise_faults(path: Path) -> tuple[str, ...]:
    """What is wrong with the file of an exercise, or of a series and its exercises beside it: file, line and sentence of each."""
    try:
        if "exercises" in toml_keys(path):
            beside = [path.with_name(f"{exercise.key}.toml") for exercise in read_series(path).exercises]
            return tuple(fault for one in beside if one.exists() for fault in exercise_faults(one))
        return tuple(dict.fromkeys(_faults(read_exercise(path), read_toml(path, ExerciseFile, ExerciseError))))
    except ExerciseError as error:
        return (str(error), *map(str, error.others))


def _faults(exercise: Exercise, file: TomlFile[ExerciseFile]) -> Iterator[str]:
    for k, question in enumerate(exercise.questions):
        for variant in range(VARIANTS):
            found = list(_of_question(exercise, question, variant))
            yield from (str(file.error(f"{tr('variant {n}', n=variant)}: {why}", *_place(k, where))) for where, why in found)
            if found:
                break  # others would be told the same


def _place(k: int, where: Place) -> Place:
    return where if where and where[0] in ("robot", "scene", "statement", "given") else ("question", k, *where)


def _of_question(exercise: Exercise, question: Question, variant: int) -> Iterator[tuple[Place, str]]:
    """Where something is wrong in a variant, and what."""
    try:
        case = shipped_case(exercise, question, variant)
    except (TorseurError, np.linalg.LinAlgError, OSError) as error:
        yield ("scene",) if exercise.scene else ("robot",), str(error)
        return
    if not exercise.scene and not frame_of(case.model, exercise.said.frame):
        yield ("robot",), tr("the robot has no frame “{frame}”", frame=exercise.said.frame)
        return
    here = Reckoned(exercise, case, variant)
    home = here if exercise.scene else here.at(np.asarray(Reckoned(exercise, None, variant).of("q")))
    texts: list[tuple[Place, Words]] = [(("statement",), exercise.said.statement)]
    texts += [(("ask",), question.ask), (("explain",), question.explain)]
    tries: list[tuple[Place, Callable[[], object]]] = [
        (where, _number(home, text)) for where, words in texts for text in expressions_in(words)
    ]
    tries += [(("given",), partial(here.name, name)) for name in exercise.given]
    for j, arrow in enumerate(question.arrows):
        tries += [(("arrows", j, "vector"), _vector(here, arrow.vector)), (("arrows", j, "at"), _vector(here, arrow.at))]
    if question.options:
        tries.append((("options",), partial(here.right, question)))
    else:
        tries.append((("answer",), partial(_compare, here, question)))
    for j, mistake in enumerate(question.mistakes):
        tries.append((("mistakes", j, "answer"), _mistaken(here, question, mistake.answer)))
    for where, attempt in tries:
        try:
            attempt()
        except np.linalg.LinAlgError as error:
            if where != ("given",):  # which others may ask for in other poses
                yield where, tr("there is no answer: {why}", why=error)
        except (TorseurError, ValueError, TypeError) as error:
            yield where, str(error)


def _number(values: Reckoned, text: str) -> Callable[[], object]:
    return lambda: float(np.asarray(values.of(text)).reshape(()))


def _vector(values: Reckoned, text: str) -> Callable[[], object]:
    return lambda: np.asarray(values.of(text), dtype=np.float64).reshape(3)


def _compare(values: Reckoned, question: Question) -> None:
    answer = values.answer(question)
    calls = {
        part.func.id for part in ast.walk(question.closed) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
    }
    if other := sorted(calls - FUNCTIONS.keys()):
        raise ValueError(tr("what is shown must need NumPy alone: give {names} a name under given", names=", ".join(other)))
    shown = np.asarray(values.of(question.closed), dtype=np.float64).reshape(answer.shape)
    if question.takes == "direction":
        shown = shown * np.linalg.norm(answer) / np.linalg.norm(shown) * np.sign(np.vdot(shown, answer))
    if not np.allclose(shown, answer, rtol=1e-6, atol=1e-9):
        raise ValueError(tr("the formula gives {shown}, the answer is {answer}", shown=shown.tolist(), answer=answer.tolist()))


def _mistaken(values: Reckoned, question: Question, text: str) -> Callable[[], object]:
    def attempt() -> None:
        answer = values.answer(question)
        found = np.asarray(values.of(read(text)), dtype=np.float64).reshape(answer.shape)
        if np.allclose(found, answer, rtol=1e-3):
            raise ValueError(tr("this mistake gives the right answer"))

    return attempt
