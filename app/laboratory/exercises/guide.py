"""The exercises as pages of the guide, in English and in French; every number in them is computed when they are written."""

from __future__ import annotations

import re
from pathlib import Path

from torseur.sim.safe_write import safe_write

from .case import Case
from .course import EXERCISES
from .exercise_text import filled, number, numbers_of
from .question import Exercise, Options, Question
from .shipped_case import shipped_case
from .translation import Language, Translation

FILES: dict[Language, str] = {"en": "exercises.md", "fr": "exercices.md"}

_TITLE = Translation("Worked exercises", "Exercices corrigés")
_INTRO = Translation(
    "Kinematics, statics and dynamics of four robots of the course, a planar arm, a gripper and a body, contact in six scenes, "
    "and plans through contact of the course's hopper. Predict first, then open the answer. In the window they are the page "
    "*Exercises* of the workspace *Laboratory* (`5`), and those on contact of the workspace *Contact* (`2`): there you type your "
    "prediction, the program says what is wrong with it, and the answer follows the sliders.\n\n"
    "Every answer on this page was computed from the robot or the scene itself by the public functions of `sim`; "
    "`python -m torseur.app.laboratory.exercises` writes the page anew, and a test holds that it is current; so it does of the "
    "numbers of plans. "
    "θ₁₂ is θ₁ + θ₂; c and s are cosine and sine. Units are SI and "
    "radians, unless a degree sign says otherwise. The same page [in French](exercices.md).",
    "Cinématique, statique et dynamique de quatre robots du cours, d'un bras plan, d'une pince et d'un solide, contact dans six "
    "scènes, et plans à travers le contact du sauteur du cours. Prédisez d'abord, puis ouvrez la réponse. "
    "Dans la fenêtre, c'est la page *Exercises* de l'espace de travail *Laboratory* (`5`), et pour le contact celle de *Contact* "
    "(`2`) : vous y tapez votre prédiction, le programme dit ce qui ne va pas, et la réponse suit les curseurs.\n\n"
    "Chaque réponse de cette page a été calculée à partir du robot ou de la scène par les fonctions publiques de `sim` ; "
    "`python -m torseur.app.laboratory.exercises` réécrit la page, et un test vérifie qu'elle est à jour, de même que les "
    "nombres des plans. "
    "θ₁₂ désigne θ₁ + θ₂ ; c et s sont le cosinus et le "
    "sinus. Les unités sont celles du SI et les radians, sauf si le signe des degrés figure. Les nombres des textes s'écrivent "
    "avec une virgule, ceux des formules et du code avec un point ; les champs du programme acceptent les deux. "
    "La même page [en anglais](exercises.md).",
)
_EXAMPLE = Translation(
    "The torques of the third exercise, from Python:", "Les couples du troisième exercice, en Python :"
)
_CODE = """\
```python
import numpy as np

from torseur import robots, sim

scara = robots.load("scara")
J = sim.jacobian(scara, scara.poses["course"], "tool")
print(np.round(J.T @ [10.0, 0.0, 0.0, 0.0, 0.0, 0.0], 6))
```
"""
_ANSWER = Translation("Answer", "Réponse")
_ABOUT = {
    "robot": Translation("*Robot: `{robot}`; source: {source}*", "*Robot : `{robot}` ; source : {source}*"),
    "plan": Translation(
        "*Robot: `{robot}`, planned in `{task}`; source: {source}*",
        "*Robot : `{robot}`, planifié dans `{task}` ; source : {source}*",
    ),
    "scene": Translation("*Scene: `{scene}`; source: {source}*", "*Scène : `{scene}` ; source : {source}*"),
}

_LATEX = {
    "q\u0307": r"\dot q", "θ\u0307": r"\dot\theta", "z\u0307": r"\dot z", "r\u0307": r"\dot r", "|det|": r"|\det J|",
    "det": r"\det J", "δθ": r"\delta\theta", "δ": r"\delta ", "θ": r"\theta", "ω": r"\omega", "σ": r"\sigma", "τ": r"\tau",
}  # fmt: skip
_SIGNS = re.compile("|".join(map(re.escape, _LATEX)))  # all at once: what stands for one sign holds others


def write_pages(folder: Path) -> None:
    """Write the page of exercises in each language. Raises SaveError."""
    for language, name in FILES.items():
        with safe_write(folder / name, "page", text=True) as stream:
            stream.write(page(language))


def page(language: Language) -> str:
    """One of them, as Markdown."""
    parts = [f"# {_TITLE.text(language)}\n", f"{_INTRO.text(language)}\n"]
    parts += [f"{_EXAMPLE.text(language)}\n", _CODE, f"```text\n{_printed()}\n```\n"]
    for number_, exercise in enumerate(EXERCISES, start=1):
        parts += _exercise(number_, exercise, language)
    return "\n".join(parts)


def _printed() -> str:
    """What the example prints."""
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(_CODE.split("\n", 1)[1].rsplit("```", 1)[0], {})
    return out.getvalue().rstrip()


def _exercise(place: int, exercise: Exercise, language: Language) -> list[str]:
    case = shipped_case(exercise, exercise.questions[0])
    numbers, about = numbers_of(exercise, case), _ABOUT[exercise.kind]
    parts = [
        f"## {place}. {exercise.title.text(language)}\n",
        f"{filled(exercise.statement, language, numbers)}\n",
        about.text(language).format(
            robot=exercise.robot, task=exercise.task, scene=exercise.scene, source=exercise.source
        )
        + "\n",
    ]
    for place_, question in enumerate(exercise.questions, start=1):
        parts += [
            f"**{place}.{place_}** {filled(question.prompt, language, numbers)}\n",
            *_offered(question, language),
            f"<details><summary>{_ANSWER.text(language)}</summary>\n",
            f"$$ {question.formula.latex} $$\n",
            f"{_answer(question, case.at(exercise.q_of(question)), language)}\n",
            f"{filled(question.explains, language, numbers)}\n",
            "</details>\n",
        ]
    return parts


def _offered(question: Question, language: Language) -> list[str]:
    if not isinstance(question.answer, Options):
        return []
    return ["\n".join(f"- {text.text(language)}" for text in question.answer.texts.values()) + "\n"]


def _answer(question: Question, case: Case, language: Language) -> str:
    answer = question.answer
    if isinstance(answer, Options):
        return f"**{answer.texts[answer.compute(case)].text(language)}**"
    values = answer.values(case)
    if answer.columns:
        return f"$$ {matrix_latex([[number(x) for x in row] for row in values])} {unit_latex(answer.unit(0))} $$"
    sign = r"\pm " if answer.up_to_sign else ""
    if answer.up_to_sign:
        return f"$$ {sign}({', '.join(number_latex(float(x)) for x in values[:, 0])}) $$"
    lines = [
        f"{latex_label(row)} = {number_latex(float(x))}{unit_latex(answer.unit(i))}"
        for i, (row, x) in enumerate(zip(answer.rows, values[:, 0], strict=True))
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


def latex_label(label: str) -> str:
    """A label in the notation of `paint_math` as LaTeX."""
    return _SIGNS.sub(lambda sign: _LATEX[sign[0]], label)
