"""Whether a prediction is right, and if not, what went wrong as far as that can be told."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.model import JointKind

from .case import Case
from .exercise_text import number
from .question import Options, Quantities
from .translation import Translation

TOLERANCE = 0.005  # of a value, or of a tenth of the largest: three digits will do
LEAST = 1e-6  # how far from 0 what should be 0 may be, where all is


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say of a prediction."""

    right: bool
    message: Translation


RIGHT = Verdict(True, Translation("Right.", "Juste."))
_SIGN = Translation("You have the sign reversed.", "Le signe est inversé.")
_ROWS = Translation("You have rows exchanged.", "Des lignes sont échangées.")
_COLUMNS = Translation("You have columns exchanged.", "Des colonnes sont échangées.")
_TRANSPOSED = Translation("That is the transpose.", "C'est la transposée.")
_ENTRIES = Translation(
    "The numbers are right, but in another order.", "Les nombres sont justes, mais dans un autre ordre."
)
_DEGREES = Translation("That is in degrees: radians are wanted.", "C'est en degrés : il faut des radians.")
_RADIANS = Translation(
    "You took degrees for radians in a sine or cosine.",
    "Vous avez pris des degrés pour des radians dans un sinus ou cosinus.",
)
_MILLI = Translation("A factor of 1000 too large: look at the unit.", "Un facteur 1000 de trop : voyez l'unité.")
_NONE = Translation("A direction needs a vector that is not zero.", "Une direction demande un vecteur non nul.")
_OTHER = Translation("Not this one.", "Pas celle-ci.")


def check(answer: Quantities | Options, prediction: Array | str, case: Case) -> Verdict:
    """Compare a prediction, (m, n) numbers or the key of an option, with what the robot of a case gives.

    Raises LinAlgError where there is no answer.
    """
    if isinstance(answer, Options):
        return RIGHT if prediction == answer.compute(case) else Verdict(False, _OTHER)
    expected = answer.values(case)
    prediction = np.asarray(prediction, dtype=np.float64).reshape(expected.shape)
    if answer.up_to_sign:
        return _check_direction(prediction, expected)
    if _same(prediction, expected):
        return RIGHT
    return Verdict(False, _what_went_wrong(answer, prediction, expected, case))


def allowed(expected: Array) -> Array:
    """How far from each entry a prediction may be."""
    largest = float(np.max(np.abs(expected), initial=0.0))
    return np.maximum(TOLERANCE * np.maximum(np.abs(expected), 0.1 * largest), LEAST)


def _same(prediction: Array, expected: Array) -> bool:
    return prediction.shape == expected.shape and bool(np.all(np.abs(prediction - expected) <= allowed(expected)))


def _check_direction(prediction: Array, expected: Array) -> Verdict:
    length = float(np.linalg.norm(prediction) * np.linalg.norm(expected))
    if length == 0.0:
        return Verdict(False, _NONE)
    off = np.degrees(np.arccos(min(1.0, abs(float(np.vdot(prediction, expected))) / length)))
    if off < 0.5:
        return RIGHT
    text = number(off, 3)
    return Verdict(
        False, Translation(f"Another direction: off by {text}°.", f"Une autre direction : écart de {text}°.")
    )


def _what_went_wrong(answer: Quantities, prediction: Array, expected: Array, case: Case) -> Translation:
    if np.any(np.abs(expected) > LEAST) and _same(prediction, -expected):
        return _SIGN
    order = _other_order(prediction, expected)
    if order is not None:
        return order
    angular = np.array([answer.unit(i).startswith("rad") for i in range(len(expected))])
    if np.any(angular) and _same(prediction, np.where(angular[:, None], np.degrees(expected), expected)):
        return _DEGREES
    if _same(prediction, 1000.0 * expected):
        return _MILLI
    if _is_of_degrees(answer, prediction, case):
        return _RADIANS
    wrong = np.abs(prediction - expected) > allowed(expected)
    if _same(np.where(wrong, -prediction, prediction), expected):
        names = ", ".join(_names(answer, wrong))
        return Translation(f"The sign of {names} is reversed.", f"Le signe de {names} est inversé.")
    return _farthest(answer, prediction, expected, wrong)


def _other_order(prediction: Array, expected: Array) -> Translation | None:
    m, n = expected.shape
    if n == 1:
        moved = any(_same(prediction, expected[list(order)]) for order in permutations(range(m)))
        return _ENTRIES if moved else None
    if m == n and _same(prediction, expected.T):
        return _TRANSPOSED
    if any(_same(prediction, expected[list(order)]) for order in permutations(range(m))):
        return _ROWS
    return _COLUMNS if any(_same(prediction, expected[:, list(order)]) for order in permutations(range(n))) else None


def _is_of_degrees(answer: Quantities, prediction: Array, case: Case) -> bool:
    """Whether it is the answer at angles as large in radians as they are in degrees."""
    turns = [case.model.joint(name).kind is not JointKind.PRISMATIC for name in case.model.joint_names]
    if len(turns) != len(case.q):
        return False
    try:
        return _same(prediction, answer.values(case.at(np.where(turns, np.degrees(case.q), case.q))))
    except (np.linalg.LinAlgError, TorseurError):
        return False


def _farthest(answer: Quantities, prediction: Array, expected: Array, wrong: np.ndarray) -> Translation:
    i, j = np.unravel_index(int(np.argmax(np.abs(prediction - expected) / allowed(expected))), expected.shape)
    name = _names(answer, np.arange(expected.size).reshape(expected.shape) == i * expected.shape[1] + j)[0]
    unit = answer.unit(int(i))
    off = f"{number(abs(float(prediction[i, j] - expected[i, j])), 3)} {unit}".strip()
    right = expected.size - int(np.count_nonzero(wrong))
    if expected.size == 1:
        return Translation(f"Off by {off}.", f"Écart de {off}.")
    return Translation(
        f"{right} of {expected.size} are right. {name} is off by {off}.",
        f"{right} sur {expected.size} {'est juste' if right < 2 else 'sont justes'}. Pour {name}, l'écart est de {off}.",
    )


def _names(answer: Quantities, chosen: np.ndarray) -> list[str]:
    """What the entries that are chosen (m, n) are called."""
    columns = answer.columns or ("",)
    return [
        plain(answer.rows[i]) + (f" · {plain(columns[j])}" if columns[j] else "")
        for i, j in np.argwhere(chosen).tolist()
    ]


def plain(label: str) -> str:
    """A label without the marks of `paint_math`."""
    return label.replace("_", "").replace("{", "").replace("}", "")
