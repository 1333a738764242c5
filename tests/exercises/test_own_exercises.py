"""A teacher's own exercises: the page of the guide holds, faults are told with file and line, and nothing is run."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.app.command_line.command_line import run
from torseur.app.laboratory.exercises.files.exercise_check import exercise_faults
from torseur.app.laboratory.exercises.files.exercise_files import COURSES, read_exercise, read_folder, read_series
from torseur.app.laboratory.exercises.reckoned import Reckoned
from torseur.app.laboratory.exercises.shipped_case import shipped_case
from torseur.sim.definition.expressions import ExpressionError, computed, read
from torseur.sim.texts import use_language

PAGE = Path(__file__).parents[2] / "docs" / "exercise_files.md"
EXAMPLE, SERIES = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path):
    """The exercise and the series of the page."""
    (tmp_path / "my_exercise.toml").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "monday.toml").write_text(SERIES, encoding="utf-8")
    return tmp_path


def test_the_example_of_the_page_is_one_and_its_series_has_it(folder, capsys):
    assert run(["check", str(folder / "my_exercise.toml")]) == 0
    assert run(["check", str(folder / "monday.toml")]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    series = read_series(folder / "monday.toml")
    assert [exercise.key for exercise in series.exercises] == ["my_exercise", "scara_forces"]
    (found,), faults = read_folder(folder)
    assert (found.variant, faults) == (12, ())


@pytest.mark.slow
def test_the_series_of_a_course_passes():
    assert exercise_faults(COURSES / "kinematic_model" / "series.toml") == ()


@pytest.mark.parametrize(
    ("before", "after", "line", "says"),
    [
        ('answer = "J_v.T @ F"', 'answer = "J_v.T @"', 15, "is no expression"),
        ('answer = "J_v.T @ F"', 'answer = "J_w.T @ F"', 15, "no name named 'J_w'"),
        ('answer = "J_v.T @ F"', 'answer = "J_v.T @ F"\nformula = "J_v @ F"', 15, "the formula gives"),
        ('answer = "J_v.T @ F"', "answer = \"__import__('os')\"", 15, "no function named '__import__'"),
        ('answer = "J_v.T @ F"', 'answer = "J_v.__class__"', 15, "is not allowed"),
        ('answer = "-J_v.T @ F"', 'answer = "J_v.T @ F"', 19, "gives the right answer"),
        ('robot = "scara"', 'robot = "scora"', 4, "scora"),
        ("{F[0]} N suivant", "{F[1]} N suivant", 14, "other expressions"),
        ('key = "push"', 'kay = "push"', 13, "kay"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(folder, before, after, line, says):
    path = folder / "my_exercise.toml"
    assert before in EXAMPLE
    path.write_text(EXAMPLE.replace(before, after), encoding="utf-8")
    found = exercise_faults(path)
    assert any(says in fault and f"my_exercise.toml:{line}:" in fault for fault in found), found


def test_a_text_is_in_the_language_of_the_window_where_the_file_has_it(folder):
    exercise = read_exercise(folder / "my_exercise.toml")
    values = Reckoned(exercise, shipped_case(exercise, exercise.questions[0]))
    from torseur.app.laboratory.exercises.exercise_text import filled

    try:
        use_language("fr")
        assert filled(exercise.questions[0].ask, values) == "Avec quels couples pousse-t-il avec 10 N suivant x ?"
    finally:
        use_language("en")
    np.testing.assert_allclose(values.answer(exercise.questions[0])[:, 0], [-13.535534, -10, 0], atol=1e-6)


@loop_over(
    "text",
    [
        "(lambda: 1)()",
        "[x for x in y]",
        "x if y else z",
        "f'{x}'",
        "a.b",
        "x := 1",
        "*x",
        "{1: 2}",
        "f(*x)",
        "1 and (yield)",
        "x" * 3000,
    ],
)
def test_what_is_no_expression_of_exercises_is_refused(text):
    with pytest.raises(ExpressionError):
        read(text)


@pytest.mark.parametrize("text", ["9**9**9", "[1, [2, 3]]", "1/0", "x[9]", "'a' * 3", "(" * 90 + "1" + ")" * 90 + " + 'a'"])
def test_what_cannot_be_computed_is_a_sentence(text):
    with pytest.raises(ExpressionError):
        computed(read(text), lambda _: np.zeros(3), lambda name, _: 0.0)
