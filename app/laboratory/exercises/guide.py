"""The exercises as pages of the guide, in English and in French; every number in them is computed when they are written."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from torseur.sim.safe_write import safe_write
from torseur.sim.texts import language, marked, tr, use_language

from .exercise_text import filled, number, said
from .files.exercise_files import courses
from .question import Exercise, Question
from .reckoned import Reckoned
from .shipped_case import shipped_case
from .written import latex, latex_of

FILES = {"en": "exercises.md", "fr": "exercices.md"}  # of each language that has a page

_TITLE = marked("Worked exercises")
_INTRO = marked(
    "Questions on the five sources of the course. Predict first, then open the answer. In the window they are the page "
    "*Exercises* of the workspaces *Laboratory* (`5`) and *Contact* (`2`): there you type your prediction, the program says "
    "which mistake it sees in it, gives hints, and the answer follows the sliders."
)
_COMPUTED = marked(
    "Every answer on this page was computed from the robot or the scene itself by the public functions of `sim`; "
    "`python -m torseur.app.laboratory.exercises` writes the page anew, and a test holds that it is current; so it does of the "
    "numbers of plans. θ₁₂ is θ₁ + θ₂; c and s are cosine and sine. Units are SI and radians, unless a degree sign says "
    "otherwise."
)
_EXAMPLE = marked("The torques of “SCARA: a force and its torques”, from Python:")
_CODE = """\
```python
import numpy as np

from torseur import robots, sim

scara = robots.load("scara")
J = sim.jacobian(scara, scara.poses["course"], "tool")
print(np.round(J.T @ [10.0, 0.0, 0.0, 0.0, 0.0, 0.0], 6))
```
"""
_ANSWER = marked("Answer")
_ABOUT = {
    "robot": marked("*Robot: `{robot}`; source: {source}*"),
    "plan": marked("*Robot: `{robot}`, planned in `{task}`; source: {source}*"),
    "scene": marked("*Scene: `{scene}`; source: {source}*"),
}


def write_pages(folder: Path) -> None:
    """Write the page of exercises in each language. Raises SaveError."""
    for key, name in FILES.items():
        with safe_write(folder / name, "page", text=True) as stream:
            stream.write(page(key))


def page(key: str) -> str:
    """That in a language, as Markdown."""
    before = language()
    use_language(key)
    try:
        parts = [
            f"# {tr(_TITLE)}\n",
            *(f"{tr(text)}\n" for text in (_INTRO, _COMPUTED, _EXAMPLE)),
            _CODE,
            f"```text\n{_printed()}\n```\n",
        ]
        numbers = count(1)
        for course in courses():
            parts += [f"## {said(course.title)}\n"]
            parts += [part for exercise in course.exercises for part in _exercise(next(numbers), exercise)]
        return "\n".join(parts)
    finally:
        use_language(before)


def _printed() -> str:
    """What the example prints."""
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(_CODE.split("\n", 1)[1].rsplit("```", 1)[0], {})
    return out.getvalue().rstrip()


def _exercise(place: int, exercise: Exercise) -> list[str]:
    case, file = shipped_case(exercise, exercise.questions[0]), exercise.said
    home = Reckoned(exercise, case if exercise.scene else case.at(Reckoned(exercise, None).of("q")))
    about = tr(_ABOUT[exercise.kind]).format(robot=file.robot, task=file.task, scene=file.scene, source=file.source)
    parts = [f"### {place}. {said(file.title)}\n", f"{filled(file.statement, home)}\n", about + "\n"]
    for place_, question in enumerate(exercise.questions, start=1):
        here = home if exercise.scene else home.at(home.q_of(question))
        parts += [
            f"**{place}.{place_}** {filled(question.ask, home)}\n",
            *(["\n".join(f"- {said(option.text)}" for option in question.options) + "\n"] if question.options else []),
            f"<details><summary>{tr(_ANSWER)}</summary>\n",
            f"$$ {latex(question)} $$\n",
            f"{_answer(question, here)}\n",
            f"{filled(question.explain, home)}\n",
            "</details>\n",
        ]
    return parts


def _answer(question: Question, here: Reckoned) -> str:
    if question.options:
        return f"**{said(question.options[here.right(question)].text)}**"
    values = here.answer(question)
    if question.columns:
        return f"$$ {matrix_latex([[number(x) for x in row] for row in values])} {unit_latex(question.unit(0))} $$"
    if question.takes == "direction":
        return rf"$$ \pm ({', '.join(number_latex(float(x)) for x in values[:, 0])}) $$"
    lines = [
        f"{latex_of(row)} = {number_latex(float(x))}{unit_latex(question.unit(i))}"
        for i, (row, x) in enumerate(zip(question.rows, values[:, 0], strict=True))
    ]
    return "$$ " + r",\quad ".join(lines) + " $$"


def matrix_latex(rows: list[list[str]]) -> str:
    """Numbers as a matrix."""
    body = r" \\ ".join(" & ".join(x.replace("\u2212", "-") for x in row) for row in rows)
    return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


def number_latex(x: float) -> str:
    """A number as LaTeX writes it."""
    mantissa, _, power = number(x).replace("\u2212", "-").partition("e")
    return mantissa if not power else rf"{mantissa} \cdot 10^{{{int(power)}}}"


def unit_latex(unit: str) -> str:
    """A unit behind a number, upright."""
    upright = unit.replace("²", "^2").replace("·", r"\,").replace("%", r"\%")
    return rf"\ \mathrm{{{upright}}}" if unit else ""
