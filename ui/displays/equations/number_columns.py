"""Numbers of an equation's terms as they are written: with digits to reckon with, in the room that there is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...look.paint_text import text_width
from ...look.style import CAPTION
from ...text.number_text import as_shown, number_text, scientific_text
from .values import Term

GAP = 3  # between two numbers, at least [px]
SMALLER, SMALLEST = CAPTION - 1, CAPTION - 2  # of the numbers that have too little room
DIGITS = 4
LEAST = 100.0  # units of the last decimal that a number has at least: three digits
MOST = 7  # decimals


def narrow_text(x: float, width: float, weight: int) -> tuple[str, int]:
    """A number with four digits, or three where there is little room, and the size of its text [px]; seldom fewer."""
    if x == 0.0 or not math.isfinite(x):
        return number_text(x, DIGITS), CAPTION
    ways = (
        (number_text, 4, CAPTION),
        (number_text, 3, CAPTION),
        (scientific_text, 3, CAPTION),
        (number_text, 3, SMALLER),
        (scientific_text, 3, SMALLER),
        (scientific_text, 3, SMALLEST),
    )
    for write, digits, px in ways:
        text = write(x, digits)
        if text_width(text, px, weight) <= width - GAP:
            return text, px
    return scientific_text(x, 1), SMALLEST


def column_texts(terms: Sequence[Term], width: float) -> list[list[str]]:
    """The numbers of all terms, each component with decimals in common as far as there is room, so that they add up as shown.

    A number that these decimals would leave with fewer than three digits has four of its own.
    """
    parts: dict[int, list[float]] = {}
    for term in terms:
        for k, x in enumerate(term.values.tolist()):
            if x != 0.0 and math.isfinite(x) and _adds_up(term):
                parts.setdefault(k, []).append(x)
    decimals = {k: _decimals(numbers, width) for k, numbers in parts.items()}
    return [
        [_text(x, decimals.get(k, 0) if _adds_up(term) else 0, width) for k, x in enumerate(term.values.tolist())]
        for term in terms
    ]


def _adds_up(term: Term) -> bool:
    return bool(term.color or term.sign) and len(term.values) > 1


def _decimals(numbers: Sequence[float], width: float) -> int:
    """With which the smallest has four digits, or the longest just has room."""
    least = min(map(abs, numbers))
    wanted = min(MOST, max(0, DIGITS - 1 - math.floor(math.log10(least))))
    longest = max(numbers, key=lambda x: len(f"{x:.0f}"))
    fits = (d for d in range(wanted, 0, -1) if _fits(f"{longest:.{d}f}", width))
    return next(fits, 0)


def _text(x: float, decimals: int, width: float) -> str:
    if x == 0.0 or not math.isfinite(x):
        return number_text(x, DIGITS)
    fixed = as_shown(f"{x:.{decimals}f}")
    if abs(x) * 10.0**decimals >= LEAST and _fits(fixed, width):
        return fixed
    own = number_text(x, DIGITS)
    return own if _fits(own, width) else scientific_text(x, DIGITS)


def _fits(text: str, width: float) -> bool:
    return text_width(text, CAPTION, 600) <= width - GAP
