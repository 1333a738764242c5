"""The letters of all equations: what each is called, its unit, where the course has it, and the pages that show it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from torseur.sim.texts import language

from ..look.math_notation import glyphs

TABLE = Path(__file__).with_name("notation.toml")
_MARKS = "\u0302\u0304\u0307\u0308"  # hat, bar, dots
_ONE = r"(?:kg|rad|min|mm|µm|ms|m|N|s|J|W|Hz)[²³]?"
_UNIT = rf"(?:1/)?{_ONE}(?:[·/]{_ONE})*(?![\w{_MARKS}])"
# Units alone, in brackets, after a number, "per" or two spaces; a number's power of ten; a genitive; an elision
_NO_LETTERS = re.compile(
    rf"^{_UNIT}(?:, {_UNIT})*$|\({_UNIT}(?: \| {_UNIT})*\)|(?:(?<=\d )|(?<=  )|(?<=  \[)|(?<=per )|(?<=, )(?=[^ ]+$)){_UNIT}"
    r"|(?<=\d)e(?=[-−\d])|(?<=[a-z]['’])s\b|[^\W\d_]’"
)
_ARTICLES = "aAày"  # words of one letter, where they stand before another
_COUNTED = re.compile(r"[\d+\-−]*[ijkn]?[+\-−]?\d*")  # indices that count: 2, i, k+1


@dataclass(frozen=True, slots=True)
class LetterRow:
    """A letter as one subject has it. Symbol and formula are in the notation of `paint_math`."""

    symbol: str
    latex: str
    en: str
    fr: str
    unit: str = ""
    pages: tuple[str, ...] = ()  # that show it, by their keys; none: any
    course: str = ""  # the text that has it, in the formula
    formula: str = ""

    @property
    def name(self) -> str:
        """What it is called, in the language that is chosen."""
        return self.fr if language() == "fr" else self.en

    @property
    def course_title(self) -> str:
        """The text's title, in the language that is chosen; empty where none has it."""
        titles = _table()["courses"].get(self.course, {"en": ""})
        return str(titles.get(language(), titles["en"]))


class WrittenLetter(NamedTuple):
    """A letter in a text with its dots and its index, from one of its glyphs up to another."""

    symbol: str  # f_{acc,2}
    start: int
    end: int


@cache
def letter_rows() -> tuple[LetterRow, ...]:
    """All of them, in the order of the table."""
    return tuple(LetterRow(**{**row, "pages": tuple(row.get("pages", "").split())}) for row in _table()["letter"])


def notation_texts() -> Sequence[Mapping[str, str]]:
    """What is to be said before the table, by language: what it is, then each convention, in Markdown."""
    return _table()["text"]


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


@cache
def named_pages() -> frozenset[str]:
    """Keys of all pages and docks that rows name."""
    return frozenset(page for row in letter_rows() for page in row.pages)


def rows_of(symbol: str, page: str = "") -> tuple[LetterRow, ...]:
    """What a letter stands for: on a page; where it is not said for this one, or no page is given, anywhere."""
    for name in _names(symbol):
        rows = _by_name().get(name, ())
        here = tuple(row for row in rows if page in row.pages) or tuple(row for row in rows if not row.pages)
        if here or rows:
            return here or rows
    return ()


@lru_cache(maxsize=1024)
def letters(text: str) -> tuple[WrittenLetter, ...]:
    """The letters of a text in the notation of `paint_math`. Words, numbers, units and superscripts are none."""
    signs = glyphs(text)
    line = "".join("\0" if sign.below else sign.character for sign in signs)
    silent = [found.span() for found in _NO_LETTERS.finditer(line)]
    found, k = [], 0
    while k < len(line):
        end = k + 1
        if _is_letter(line[k]) and not any(first <= k < last for first, last in silent):
            while end < len(line) and (_is_letter(line[end]) or line[end] in _MARKS):
                end += 1
            for start, stop in _single(line, k, end):
                index = stop
                while index < len(line) and (signs[index].below or _is_subscript(line[index])):
                    index += 1
                below = "".join(unicodedata.normalize("NFKC", sign.character) for sign in signs[stop:index])
                found.append(WrittenLetter(line[start:stop] + (f"_{{{below}}}" if below else ""), start, index))
        k = end
    return tuple(found)


def _single(line: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The letters of what is written in one: Greek ones, and a Latin one that makes no word with its neighbours."""
    for found in re.finditer(rf"[^\W\dͰ-Ͽ][^\W\dͰ-Ͽ{_MARKS}]*[{_MARKS}]*|[Ͱ-Ͽ][{_MARKS}]*", line[first:last]):
        start, stop = first + found.start(), first + found.end()
        text = "".join(c for c in unicodedata.normalize("NFD", line[start:stop]) if c not in _MARKS)
        is_name = line[stop : stop + 1].isdigit() and not _is_subscript(line[stop]) or line[start - 1 : start] == "_"
        is_article = text in _ARTICLES and re.match(r" [^\W\d_]{2}", line[stop:]) is not None
        if not (is_name or is_article) if len(text) == 1 else text in _by_name():
            yield start, stop


def _names(symbol: str) -> Iterator[str]:
    """What a symbol is looked for as: with all of its index, with each part of it that does not count, without; without dots."""
    base, _, index = unicodedata.normalize("NFD", symbol).partition("_")
    index = index.strip("{}")
    parts = [part for part in re.split(r"[,\s]+", index) if part and not _COUNTED.fullmatch(part)]
    bare = "".join(c for c in base if c not in _MARKS)
    for one in dict.fromkeys((base, bare)):
        yield from (f"{one}_{below}" for below in dict.fromkeys((index, *parts)) if below)
        yield one


@cache
def _by_name() -> dict[str, tuple[LetterRow, ...]]:
    found: dict[str, tuple[LetterRow, ...]] = {}
    for row in letter_rows():
        for symbol in row.symbol.split(", "):
            name = next(_names(symbol))
            found[name] = (*found.get(name, ()), row)
    return found


def _is_letter(c: str) -> bool:
    return unicodedata.category(c) in ("Lu", "Ll")


def _is_subscript(c: str) -> bool:
    return unicodedata.decomposition(c).startswith("<sub>")
