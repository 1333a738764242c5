"""The window in another language: what is chosen is what Qt is told, and a preference of the user."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtGui import QKeySequence

from torseur.app.preferences import chosen_language
from torseur.app.preferences.chosen_language import choose_language, system_language
from torseur.app.preferences.preferences import Preferences
from torseur.app.window.commands.view_commands import language_commands
from torseur.app.window.translator import CatalogueTranslator, install_translators
from torseur.sim.texts import language, tr, use_language

NATIVE = QKeySequence.SequenceFormat.NativeText


@pytest.fixture(autouse=True)
def english():
    yield
    use_language("en")


def test_what_qt_asks_is_found_in_the_catalogue_whatever_the_context():
    choose_language("fr")
    assert (language(), CatalogueTranslator().translate("Anything", "Save")) == ("fr", "Enregistrer")
    assert CatalogueTranslator().translate("Anything", "in no catalogue") == "in no catalogue"


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANGUAGE": "de:fr", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE@euro"}, "en"),
    ],
)
def test_the_language_of_the_system_is_the_first_of_its_own_that_there_is(said, key, monkeypatch):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert system_language() == key
    choose_language("system")
    assert language() == key


def test_the_language_is_that_of_the_system_until_one_is_chosen_which_is_remembered_and_told_of(tmp_path, qapp):
    preferences, told = Preferences(tmp_path / "settings.json"), []
    preferences.language_changed.connect(lambda: told.append(preferences.language))
    commands = {command.key: command for command in language_commands(preferences)}
    assert list(commands) == ["language:system", "language:en", "language:fr"]
    assert [commands[key].checked() for key in commands] == [True, False, False]
    commands["language:fr"].run()
    assert (told, commands["language:fr"].checked()) == (["fr"], True)
    preferences.save()
    assert Preferences(tmp_path / "settings.json").language == "fr"


def test_dialogs_and_keys_of_qt_are_in_the_language_that_is_chosen_last(qapp):
    def word():
        return QCoreApplication.translate("QPlatformTheme", "Cancel")

    try:
        for key, cancel, keys in (
            ("fr", "Annuler", ["Ctrl+Entrée", "Maj+G", "Début"]),
            ("en", "Cancel", ["Ctrl+Enter", "Shift+G", "Home"]),
        ):
            choose_language(key)
            install_translators(qapp)
            assert word() == cancel
            assert [QKeySequence(one).toString(NATIVE) for one in ("Ctrl+Enter", "Shift+G", "Home")] == keys
    finally:
        for one in qapp.findChildren(QTranslator):
            qapp.removeTranslator(one)
            one.setParent(None)


def test_the_terminal_speaks_the_language_with_decimal_points_the_window_has_commas(monkeypatch, tmp_path):
    monkeypatch.setattr(chosen_language, "settings_path", lambda: tmp_path / "none.json")
    monkeypatch.setenv("LANGUAGE", "fr")
    chosen_language.choose_remembered_language()
    assert (language(), tr("instant {t:.4g} s", t=0.25)) == ("fr", "instant 0.25 s")
    choose_language("system")
    assert tr("instant {t:.4g} s", t=0.25) == "instant 0,25 s"
