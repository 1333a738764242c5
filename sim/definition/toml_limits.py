"""What of a TOML text is beyond the limits, found before it is read: reading it would take long, or fail without a line."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..size_limits import MOST_DEPTH, MOST_DIGITS
from ..texts import tr

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[{\]}]'  # texts and comments are passed
    rf"|[0-9_]{{{MOST_DIGITS + 1},}}",
    re.DOTALL,
)


def limit_fault(text: str, most_tables: Mapping[str, int]) -> tuple[str, int] | None:
    """What is beyond a limit first, a sentence, and its line; None: nothing is.

    most_tables : how many [[NAME]] there may be, for each name that has a limit
    """
    return _too_many(text, most_tables) or _too_deep_or_long(text)


def _too_many(text: str, most_tables: Mapping[str, int]) -> tuple[str, int] | None:
    for name, most in most_tables.items():
        heads = list(re.finditer(rf"^[ \t]*\[\[[ \t]*{re.escape(name)}[ \t]*\]\]", text, re.MULTILINE))
        if len(heads) > most:
            return tr("{count} [[{name}]]; at most {most} are taken", count=len(heads), name=name, most=most), _line(
                text, heads[most].start()
            )
    return None


def _too_deep_or_long(text: str) -> tuple[str, int] | None:
    depth = 0
    for token in _TOKEN.finditer(text):
        first = text[token.start()]
        if first in "[{":
            depth += 1
            if depth > MOST_DEPTH:
                return tr("lists and tables are nested more than {most_depth} deep", most_depth=MOST_DEPTH), _line(
                    text, token.start()
                )
        elif first in "]}":
            depth = max(0, depth - 1)
        elif first.isdigit() or first == "_":
            digits = token.end() - token.start()
            return tr(
                "a number of {digits} digits; at most {most_digits} are read", digits=digits, most_digits=MOST_DIGITS
            ), _line(text, token.start())
    return None


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
