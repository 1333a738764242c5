"""A text in both languages of the exercises."""

from __future__ import annotations

import re
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


def typographic(text: str) -> str:
    """French text with curved apostrophes, whose spaces before : ; ? ! % » and after « do not break."""
    text = _AFTER.sub(NO_BREAK, _BEFORE.sub(NO_BREAK, text))
    return _APOSTROPHE.sub("\u2019", text)
