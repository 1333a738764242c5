"""Digits and signs above and below the line, as ⁻³, ⁰˙⁵ and ₁₂."""

from __future__ import annotations

_ABOVE = str.maketrans("0123456789+-.,", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻˙’")
_BELOW = str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋")


def superscript(text: object) -> str:
    """The text with its digits and signs above the line."""
    return str(text).translate(_ABOVE)


def subscript(text: object) -> str:
    """The text with its digits and signs below the line."""
    return str(text).translate(_BELOW)
