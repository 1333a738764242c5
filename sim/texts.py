"""Texts in the language that is chosen, for all rooms: gettext's catalogues, in which the English text is the key.

Without Qt, so that `sim`, `robots`, notebooks and the command line say the same words as the window.
"""

from __future__ import annotations

import gettext
import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from typing_extensions import override

CATALOGUES = Path(__file__).parent / "languages"  # <language>/LC_MESSAGES/torseur.mo, compiled by `make texts`
ENGLISH = "en"


def marked(text: str) -> str:
    """A text of a constant, for the catalogue: it is translated by `tr` where it is shown."""
    return text


OWN_NAME = marked("name of this language")  # what a catalogue has for it: "Français"
DECIMAL_SIGN = marked("decimal sign of this language")  # the same: ","
_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_language = ENGLISH
_decimal_sign = "."


class _Numbers(string.Formatter):
    """Writes numbers that have a form with the decimal sign of the language."""

    @override
    def format_field(self, value: Any, format_spec: str) -> str:
        text: str = format(value, format_spec)
        return text.replace(".", _decimal_sign) if format_spec and isinstance(value, float) else text


_numbers = _Numbers()


class Text(str):
    """A text in the language that was chosen when it was made, and what it was made of."""

    __slots__ = ("template", "values")
    template: str  # in English, with names in braces
    values: Mapping[str, object]  # by those names

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self[:], self.template, self.values)

    @override
    def __str__(self) -> Text:
        return self

    @override
    def __add__(self, other: str) -> Text:
        return text_of("{first}{rest}", {"first": self, "rest": other})

    def __radd__(self, other: str) -> Text:
        return text_of("{first}{rest}", {"first": other, "rest": self})


def plain(value: object) -> str:
    """A text, a path or the like as a string of no other class, which is what encoders of files want."""
    return str(value)[:]


def text_of(template: str, values: Mapping[str, object]) -> Text:
    """A text in the language that is chosen, with values in its braces. What is in no catalogue stays English."""
    found = _catalogue.gettext(template) if template else ""
    if values:
        found = found.format(**values) if _decimal_sign == "." else _numbers.vformat(found, (), values)
    return _restored(found, template, values)


def translated_anew(text: str) -> str:
    """A text that `tr` made before another language was chosen, in the one that is chosen now, with the texts in it."""
    if not isinstance(text, Text):
        return text
    values = {key: translated_anew(value) if isinstance(value, str) else value for key, value in text.values.items()}
    return text_of(text.template, values)


def tr(template: str, /, **values: object) -> str:
    """`text_of`, as it is written wherever a text stands: `make texts` finds it there."""
    return text_of(template, values)


def _restored(found: str, template: str, values: Mapping[str, object]) -> Text:
    text = Text(found)
    text.template, text.values = template, values
    return text


def in_all_languages(text: str) -> tuple[str, ...]:
    """A text in each language that there is, English first; without doubles. For search."""
    found = (catalogue_of(key).gettext(text) for key in languages())
    return tuple(dict.fromkeys((text, *found)))


def decimal_sign() -> str:
    """What parts a number from its decimals in the language that is chosen: for people; programs read a point."""
    return _decimal_sign


def as_shown(text: str) -> str:
    """A number as Python writes it, perhaps with its unit, as it is read: with a true minus and the language's decimal sign."""
    shown = text.replace(".", _decimal_sign)
    return "\u2212" + shown[1:] if shown.startswith("-") else shown


def language() -> str:
    """Key of the language that is chosen: "en", "fr"."""
    return _language


@cache
def languages() -> dict[str, str]:
    """All that there are, by their keys: what each calls itself."""
    found = sorted(path.parts[-3] for path in CATALOGUES.glob("*/LC_MESSAGES/torseur.mo"))
    return {ENGLISH: "English", **{key: catalogue_of(key).gettext(OWN_NAME) for key in found}}


def use_language(key: str, *, points: bool = False) -> None:
    """Choose a language; one that there is no catalogue of is English. `points`: numbers are for programs too."""
    global _catalogue, _language, _decimal_sign
    _language = key if key in languages() else ENGLISH
    _catalogue = catalogue_of(_language)
    _decimal_sign = "." if points or _language == ENGLISH else _catalogue.gettext(DECIMAL_SIGN)


@cache
def catalogue_of(key: str) -> gettext.NullTranslations:
    """The texts of a language; of one that there is none of, English."""
    return gettext.translation("torseur", CATALOGUES, [key], fallback=True)
