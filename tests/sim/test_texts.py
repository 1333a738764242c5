"""The catalogues of texts: whole, without what nothing asks for, with the same values in braces, compiled."""

import ast
import pickle
import re
import tomllib
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scripts.toml_texts import toml_texts
from torseur.sim.errors import ModelError, UnknownNameError
from torseur.sim.texts import CATALOGUES, in_all_languages, language, languages, tr, translated_anew, use_language

ROOT = Path(__file__).parents[2]
KEYWORDS = parse_keywords(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]["extract_messages"]["keywords"])
METHODS = [("**.py", "python"), ("**.toml", toml_texts)]
FOR_PROGRAMMERS = {"TypeError", "AttributeError", "RuntimeError", "NotImplementedError", "ImportError", "ArithmeticError"}
SENTENCES = {"message", "sentence", "why", "reason"}  # names of what is raised or told later
FILES = sorted(CATALOGUES.glob("*/LC_MESSAGES/torseur.po"))


@cache
def asked():
    """Texts that the code has."""
    found = set()
    for room in ("app", "robots", "sim", "ui"):
        for _, _, text, *_ in extract_from_dir(str(ROOT / room), METHODS, keywords=KEYWORDS):
            found.add(text)
    return found - {""}


def said(node):
    """The words of a text that is put together where it stands, or of one in words; of others none."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    text = "".join(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
    return re.findall(r"[A-Za-z]{2,}", text) if isinstance(node, ast.JoinedStr) or " " in text.strip() else []


def untranslated(tree):
    """Lines of sentences that are raised, or kept to be told, and that `make texts` does not find."""
    waiting = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            waiting += [node.exc] if ast.unparse(node.exc.func) not in FOR_PROGRAMMERS else []
        elif isinstance(node, ast.Assign) and {name.id for name in node.targets if isinstance(name, ast.Name)} & SENTENCES:
            waiting.append(node.value)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call):
            texts = KEYWORDS.get(ast.unparse(node.func), ())
            found = texts is None and node.args and isinstance(node.args[0], ast.Constant)
            waiting += [*node.args[1 if found else 0 :], *(argument.value for argument in node.keywords)]
        elif isinstance(node, ast.JoinedStr | ast.Constant):
            if len(said(node)) > 1:
                yield node.lineno
        else:
            waiting += ast.iter_child_nodes(node)


@cache
def catalogue(path):
    with path.open("rb") as stream:
        return read_po(stream)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
@pytest.mark.slow
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


@pytest.mark.parametrize("room", ["robots", "sim"])
@pytest.mark.slow
def test_no_sentence_of_an_error_is_put_together_beside_the_catalogue(room):
    paths = sorted((ROOT / room).glob("**/*.py"))
    found = {path: [*untranslated(ast.parse(path.read_text()))] for path in paths if "compiling" not in path.parts}
    assert {str(path.relative_to(ROOT)): lines for path, lines in found.items() if lines} == {}


def test_an_error_is_a_sentence_in_the_language_that_is_chosen_and_what_it_is_made_of():
    try:
        use_language("fr")
        error = ModelError("link {child!r} has {lack}", "arm.urdf", 3, child="hand", lack="a")
        assert (error.template, error.values) == ("link {child!r} has {lack}", {"child": "hand", "lack": "a"})
        assert str(error) == "arm.urdf:3: link 'hand' has a"
        unknown = UnknownNameError("joint", "elbo", ["elbow", "wrist"])
        assert str(unknown) == "nom inconnu, liaison 'elbo'\xa0; est-ce 'elbow'\xa0? Il y a\xa0: elbow, wrist"
        assert (unknown.values["kind"].template, unknown.values["given"]) == ("joint", "elbo")
    finally:
        use_language("en")
    assert str(UnknownNameError("joint", "elbo", ["elbow"])) == "no joint named 'elbo'; did you mean 'elbow'? It has: elbow"
    wrong = "a: " + str(ModelError("link {child!r} has {lack}", "arm.urdf", 3, child="hand", lack=tr("none"))) + "."
    use_language("fr")
    assert translated_anew(wrong) == "a: arm.urdf:3: link 'hand' has aucun."
    use_language("en")
    copy = pickle.loads(pickle.dumps(ModelError("link {child!r} has {lack}", child="hand", lack="none")))
    assert (str(copy), copy.values["child"]) == ("link 'hand' has none", "hand")


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
