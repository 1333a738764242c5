"""Vectors and their products written out in numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .number_text import ZERO, as_shown, listed, number_text


def entry_text(x: float) -> str:
    """A number with four significant digits; ±1 as such, as directions often have them."""
    return as_shown(f"{x:.0f}") if abs(abs(x) - 1.0) <= ZERO else number_text(x)


def vector_text(vector: Iterable[float]) -> str:
    """(x, y, z) in numbers."""
    return f"({listed(entry_text(float(x)) for x in vector)})"


def cross_lines(a: np.ndarray, b: np.ndarray, letters: tuple[str, str, str]) -> list[str]:
    """The three components of c = a × b with the numbers in them; `letters` are those of c, a and b."""
    c = np.cross(a, b)
    lines = []
    for k, axis in enumerate("xyz"):
        i, j = (k + 1) % 3, (k + 2) % 3
        x, y = "xyz"[i], "xyz"[j]
        formula = f"{letters[1]}_{x} {letters[2]}_{y} − {letters[1]}_{y} {letters[2]}_{x}"
        numbers = f"{entry_text(float(a[i]))}·{_factor(b[j])} − {_factor(a[j])}·{_factor(b[i])}"
        lines.append(f"{letters[0]}_{axis} = {formula} = {numbers} = {entry_text(float(c[k]))}")
    return lines


def _factor(x: float) -> str:
    """A number after an operator: in brackets if it begins with a minus."""
    text = entry_text(float(x))
    return text if text[0].isdigit() else f"({text})"
