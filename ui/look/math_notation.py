"""Formulas and names with indices as text: `_x` or `_{xy}` is an index, DOT puts a dot on the letter before it."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from string import ascii_letters
from typing import NamedTuple
from unicodedata import normalize

from torseur.sim.superscripts import subscript

DOT = "\u0307"  # after a letter: a dot above it, for which most fonts have no good place
DDOT = "\u0308"  # two of them
_DOTTED = {ord(normalize("NFC", c + DOT)): c + DOT for c in ascii_letters if len(normalize("NFC", c + DOT)) == 1}
LITERAL = "\\_"  # an underscore that makes no index
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*$")


class Glyph(NamedTuple):
    """A character of a text in the notation of `paint_math`, and whether it stands below the line."""

    character: str
    below: bool


@lru_cache(maxsize=1024)
def runs(text: str) -> tuple[tuple[str, bool, str], ...]:
    """(characters, below the line, dots) of a text: `_x` or `_{xy}` is an index, DOT or DDOT follows a letter.

    In names, as base_link or FL_HAA, and in LITERAL an underscore is one.
    """
    runs: list[tuple[str, bool, str]] = []
    plain, i, text = "", 0, with_dots(text)
    while i < len(text):
        if text[i : i + 2] == LITERAL:
            plain, i = plain + "_", i + 2
        elif text[i] == "_" and _is_index(text, i):
            end = text.index("}", i) if text[i + 1] == "{" else i + 1
            runs += [(plain, False, ""), (text[i + 2 : end] if text[i + 1] == "{" else text[end], True, "")]
            plain, i = "", end + 1
        elif text[i + 1 : i + 2] in (DOT, DDOT):
            runs += [(plain, False, ""), (text[i], False, text[i + 1])]
            plain, i = "", i + 2
        else:
            plain, i = plain + text[i], i + 1
    return tuple(run for run in (*runs, (plain, False, "")) if run[0])


@lru_cache(maxsize=4096)
def has_dots(text: str) -> bool:
    """Whether a dot stands above a letter of it."""
    return not {DOT, DDOT}.isdisjoint(with_dots(text))


def with_dots(text: str) -> str:
    """The same with each dot above a letter as a sign of its own, as in Ḣ."""
    return text.translate(_DOTTED)


def _is_index(text: str, i: int) -> bool:
    """Whether the underscore text[i] makes an index: of one letter, and of one character or in braces, as in q_1 and v_{max}."""
    if text[i + 1 : i + 2] in ("", "_", "{"):
        return text[i + 1 : i + 2] == "{" and "}" in text[i:]
    of = _NAME.search(text, 0, i)
    more = text[i + 2 : i + 3]
    is_long = text[i + 1].isalpha() and more.isascii() and more.isalnum()
    return not is_long and more != "_" and text[i - 1 : i] != "_" and (of is None or len(of.group()) == 1)


def glyphs(text: str) -> tuple[Glyph, ...]:
    """Its characters without marks; dots follow their letter."""
    return tuple(Glyph(one, below) for characters, below, dots in runs(text) for one in characters + dots)


def literal(name: str) -> str:
    """A name as `paint_math` writes it as it is: its underscores make no indices."""
    return name.replace("_", LITERAL)


def index(n: int) -> str:
    """A number below a letter, after `_`: 3 or {12}."""
    return str(n) if n < 10 else f"{{{n}}}"


def plain_math(text: str) -> str:
    """The same without marks, for tooltips and screen readers."""
    return "".join(characters + dots for characters, _, dots in runs(text))


def typed(text: str) -> str:
    """The same as one types it, for tables that are copied: names keep their underscores, and so do indices."""
    return "".join("_" * below + characters + dots for characters, below, dots in runs(text))


def html_math(text: str) -> str:
    """The same as rich text, for tool tips."""
    return "".join(
        f"<sub>{escape(characters)}</sub>" if below else escape(characters) + dots for characters, below, dots in runs(text)
    )


def written(text: str) -> str:
    """The same where only plain characters can be written, the digits of an index below the line: λ₁ of λ_1, b₁t of b_{1t}."""
    return "".join((subscript(characters) if below else characters) + dots for characters, below, dots in runs(text))
