"""A text in both languages of the exercises."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "fr": "Français"}

NO_BREAK = "\u00a0"
_BEFORE = re.compile(r" (?=[:;?!»%])")
_AFTER = re.compile(r"(?<=«) ")


@dataclass(frozen=True, slots=True)
class Words:
    """The same in English and in French. In French, the spaces of : ; ? ! « » do not break."""

    en: str
    fr: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "fr", unbroken(self.fr))

    def text(self, language: Language) -> str:
        """In one language."""
        return self.fr if language == "fr" else self.en


def unbroken(text: str) -> str:
    """French text whose spaces before : ; ? ! % » and after « do not break."""
    return _AFTER.sub(NO_BREAK, _BEFORE.sub(NO_BREAK, text))
