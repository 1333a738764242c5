"""Whether a prediction is right, and if not, which mistake it comes from, as far as that can be told. No gap is told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.texts import tr

from .mistakes import mistakes
from .question import Question
from .reckoned import Reckoned

TOLERANCE = 0.005  # of a value, or of a tenth of the largest: three digits will do
LEAST = 1e-6  # how far from 0 what should be 0 may be, where all is


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say of a prediction."""

    right: bool
    message: str


def check(question: Question, prediction: Array | int, values: Reckoned) -> Verdict:
    """Compare a prediction, (m, n) numbers or the place of an option, with what the robot or scene gives.

    Raises LinAlgError where there is no answer.
    """
    right = Verdict(True, tr("Right."))
    if question.options:
        return right if prediction == values.right(question) else Verdict(False, tr("Not this one."))
    expected = values.answer(question)
    prediction = np.asarray(prediction, dtype=np.float64).reshape(expected.shape)
    if question.takes == "direction":
        return _check_direction(question, prediction, expected, values)
    if _same(prediction, expected):
        return right
    for says, value in mistakes(question, values, expected):
        if _same(prediction, value):
            return Verdict(False, says)
    return Verdict(False, _which(question, prediction, expected))


def allowed(expected: Array) -> Array:
    """How far from each entry a prediction may be."""
    largest = float(np.max(np.abs(expected), initial=0.0))
    return np.maximum(TOLERANCE * np.maximum(np.abs(expected), 0.1 * largest), LEAST)


def _same(prediction: Array, expected: Array) -> bool:
    return prediction.shape == expected.shape and bool(np.all(np.abs(prediction - expected) <= allowed(expected)))


def _check_direction(question: Question, prediction: Array, expected: Array, values: Reckoned) -> Verdict:
    if not np.any(prediction):
        return Verdict(False, tr("A direction needs a vector that is not zero."))
    if _parallel(prediction, expected):
        return Verdict(True, tr("Right."))
    for says, value in mistakes(question, values, expected):
        if np.any(value) and _parallel(prediction, value):
            return Verdict(False, says)
    if abs(float(np.vdot(prediction, expected))) < 0.01 * float(np.linalg.norm(prediction) * np.linalg.norm(expected)):
        return Verdict(False, tr("That is at right angles to it."))
    return Verdict(False, tr("Another direction."))


def _parallel(a: Array, b: Array) -> bool:
    cosine = abs(float(np.vdot(a, b))) / float(np.linalg.norm(a) * np.linalg.norm(b))
    return bool(np.degrees(np.arccos(min(1.0, cosine))) < 0.5)


def _which(question: Question, prediction: Array, expected: Array) -> str:
    """Which entries are right, where it is several that are asked for."""
    wrong = np.abs(prediction - expected) > allowed(expected)
    names = ", ".join(_names(question, wrong))
    if np.any(wrong & (np.abs(expected) > LEAST)) and _same(np.where(wrong, -prediction, prediction), expected):
        return tr("The sign of {names} is reversed.", names=names)
    if expected.size == 1 or bool(np.all(wrong)):
        return tr("Not yet.")
    return tr("Not yet: {names}. The rest is right.", names=names)


def _names(question: Question, chosen: np.ndarray) -> list[str]:
    """What the entries that are chosen (m, n) are called."""
    columns = question.columns or ("",)
    return [
        plain(question.rows[i]) + (f" · {plain(columns[j])}" if columns[j] else "") for i, j in np.argwhere(chosen).tolist()
    ]


def plain(label: str) -> str:
    """A label without the marks of `paint_math`."""
    return label.replace("_", "").replace("{", "").replace("}", "")
