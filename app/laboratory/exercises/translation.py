"""A text in both languages of the exercises."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "fr": "Français"}

NO_BREAK = "\u00a0"
EQUALS = f"{NO_BREAK}={NO_BREAK}"
_BEFORE = re.compile(r" (?=[:;?!»%])")
_AFTER = re.compile(r"(?<=«) ")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_LISTED = re.compile(r"(?<=\d),(?= [\u2212-]?\d)")  # between two numbers
_DECIMALS = re.compile(rf"(?:[\u2212-]?\d+(?:,\d+)?{_LISTED.pattern} )+[\u2212-]?\d+(?:,\d+)?")  # numbers in a row


@dataclass(frozen=True, slots=True)
class Translation:
    """The same in English and in French. Equations do not break, and French is given its typography."""

    en: str
    fr: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "en", self.en.replace(" = ", EQUALS))
        object.__setattr__(self, "fr", typographic(self.fr).replace(" = ", EQUALS))

    def text(self, language: Language) -> str:
        """The text in one language."""
        return self.fr if language == "fr" else self.en

    def filled(self, language: Language, numbers: Mapping[str, str]) -> str:
        """The text with numbers in its braces, written with a point: French has a comma."""
        text = self.text(language).format_map(numbers)
        return with_commas(text) if language == "fr" else text


def typographic(text: str) -> str:
    """French text with curved apostrophes and decimal commas, whose spaces before : ; ? ! % » and after « do not break."""
    text = _AFTER.sub(NO_BREAK, _BEFORE.sub(NO_BREAK, text))
    return with_commas(_APOSTROPHE.sub("\u2019", text))


def with_commas(text: str) -> str:
    """Decimals with a comma; numbers in a row that have some are parted by semicolons then."""
    text = _POINT.sub(",", text)
    return _DECIMALS.sub(lambda row: _LISTED.sub(f"{NO_BREAK};", row[0]) if _has_decimals(row[0]) else row[0], text)


def _has_decimals(row: str) -> bool:
    return re.search(r"\d,\d", row) is not None
