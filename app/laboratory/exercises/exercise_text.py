"""The texts of an exercise with their numbers in them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .case import Case
from .question import Exercise
from .translation import Language, Translation


def number(x: float, digits: int = 6) -> str:
    """A number as a text says it: no more digits than it needs, a true minus, a decimal point: French texts have a comma."""
    text = "0" if abs(x) < 1e-12 else f"{float(x):.{digits}g}"
    return "\u2212" + text[1:] if text.startswith("-") else text


class Numbers(dict[str, str]):
    """What stands in braces in texts; an ellipsis for what is not computed yet."""

    def __missing__(self, name: str) -> str:
        return "\u2026"


def numbers_of(exercise: Exercise, case: Case) -> Numbers:
    """The numbers of its texts; the case is of its robot, which is looked at where the exercise is."""
    found = exercise.numbers(case.at(np.array(exercise.q)))
    return Numbers({name: number(x) for name, x in found.items()})


def filled(words: Translation, language: Language, numbers: Mapping[str, str]) -> str:
    """A text with its numbers."""
    return words.filled(language, numbers)
