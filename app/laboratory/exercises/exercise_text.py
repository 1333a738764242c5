"""The texts of an exercise with their numbers in them, in the language that is chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from torseur.sim.errors import TorseurError
from torseur.sim.texts import ENGLISH, language, tr

from .question import Words
from .reckoned import Reckoned

NO_BREAK = "\u00a0"
_PLACE = re.compile(r"{([^{}]+)}")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_LISTED = re.compile(r"(?<=\d),(?= [\u2212-]?\d)")  # between two numbers
_DECIMALS = re.compile(rf"(?:[\u2212-]?\d+(?:,\d+)?{_LISTED.pattern} )+[\u2212-]?\d+(?:,\d+)?")  # numbers in a row


def number(x: float, digits: int = 6) -> str:
    """A number as a text says it: no more digits than it needs, a true minus, a decimal point: French texts have a comma."""
    text = "0" if abs(x) < 1e-12 else f"{float(x):.{digits}g}"
    return "\u2212" + text[1:] if text.startswith("-") else text


def said(words: Words) -> str:
    """A text in the language that is chosen; of a teacher's that has it not, English, or the first that there is."""
    if isinstance(words, str):
        return tr(words)
    return words.get(language()) or words.get(ENGLISH) or next(iter(words.values()), "")


def in_languages(words: Words) -> Sequence[str]:
    """A text in each language that its file has it in."""
    return (words,) if isinstance(words, str) else tuple(words.values())


def expressions_in(words: Words) -> Sequence[str]:
    """What stands in braces in a text, in each of its languages."""
    return [found for text in in_languages(words) for found in _PLACE.findall(text)]


def filled(words: Words, values: Reckoned | None) -> str:
    """A text with its numbers, which are ellipses where they are not computed yet. Equations do not break."""
    text = _PLACE.sub(lambda found: _filled(found[1], values), said(words))
    return with_commas_in(text).replace(" = ", f"{NO_BREAK}={NO_BREAK}")


def with_commas_in(text: str) -> str:
    """A text with its decimals as the language that is chosen writes them."""
    return with_commas(text) if language() == "fr" else text


def with_commas(text: str) -> str:
    """Decimals with a comma; numbers in a row that have some are parted by semicolons then."""
    text = _POINT.sub(",", text)
    return _DECIMALS.sub(lambda row: _LISTED.sub(f"{NO_BREAK};", row[0]) if _has_decimals(row[0]) else row[0], text)


def _has_decimals(row: str) -> bool:
    return re.search(r"\d,\d", row) is not None


def _filled(expression: str, values: Reckoned | None) -> str:
    try:
        return number(float(np.asarray(values.of(expression)))) if values is not None else "\u2026"
    except (TorseurError, ValueError, TypeError):
        return "\u2013"
