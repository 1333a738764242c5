"""The catalogues of texts: whole, without what nothing asks for, with the same values in braces, compiled."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from torseur.sim.texts import CATALOGUES, in_all_languages, language, languages, tr, use_language

ROOT = Path(__file__).parents[2]
KEYWORDS = {"tr": None, "marked": None}  # as `make texts` has them
METHODS = [
    ("**.py", "python"),
    ("**/course/**.toml", "tests.exercises.exercise_texts.texts"),
]  # as in sim/languages/babel.cfg
FILES = sorted(CATALOGUES.glob("*/LC_MESSAGES/torseur.po"))


@cache
def asked():
    """Texts that the code has."""
    found = set()
    for room in ("app", "robots", "sim", "ui"):
        for _, _, text, *_ in extract_from_dir(str(ROOT / room), METHODS, keywords=KEYWORDS):
            found.add(text)
    return found - {""}


@cache
def catalogue(path):
    with path.open("rb") as stream:
        return read_po(stream)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_each_text_has_its_translation_and_each_translation_its_text(path):
    there = {message.id: message.string for message in catalogue(path) if message.id}
    assert sorted(asked() - there.keys()) == []
    assert sorted(there.keys() - asked()) == []
    assert [text for text, translated in there.items() if not translated] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_translations_have_the_values_the_lines_and_the_ends_of_their_texts(path):
    for message in catalogue(path):
        if message.id:
            assert set(re.findall(r"{[^}]*}", message.id)) == set(re.findall(r"{[^}]*}", message.string)), message.id
            for end in (" ", "\n"):
                assert message.id.startswith(end) == message.string.startswith(end), message.id
                assert message.id.endswith(end) == message.string.endswith(end), message.id


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_what_is_compiled_is_what_is_written(path):
    stream = BytesIO()
    write_mo(stream, catalogue(path))
    assert path.with_suffix(".mo").read_bytes() == stream.getvalue()


def test_a_text_is_in_the_language_that_is_chosen():
    assert languages() == {"en": "English", "fr": "Français"}
    try:
        use_language("fr")
        assert (language(), tr("Save"), tr("step {step}", step="1 ms")) == ("fr", "Enregistrer", "pas 1 ms")
        use_language("xx")
        assert (language(), tr("Save"), tr("")) == ("en", "Save", "")
    finally:
        use_language("en")
    assert in_all_languages("Save") == ("Save", "Enregistrer")
