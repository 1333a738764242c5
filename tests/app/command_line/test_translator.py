"""The window in another language: what is chosen is what Qt is told, and a preference of the user."""

from __future__ import annotations

import pytest

from torseur.app.command_line.installation.translator import CatalogueTranslator, choose_language, system_language
from torseur.app.preferences.preferences import Preferences
from torseur.app.window.commands.view_commands import language_commands
from torseur.sim.texts import language, use_language


@pytest.fixture(autouse=True)
def english():
    yield
    use_language("en")


def test_what_qt_asks_is_found_in_the_catalogue_whatever_the_context():
    choose_language("fr")
    assert (language(), CatalogueTranslator().translate("Anything", "Save")) == ("fr", "Enregistrer")
    assert CatalogueTranslator().translate("Anything", "in no catalogue") == "in no catalogue"


@pytest.mark.parametrize(("names", "key"), [(["fr-CA", "en"], "fr"), (["de-DE", "fr"], "fr"), (["de-DE"], "en")])
def test_the_language_of_the_system_is_the_first_of_its_own_that_there_is(names, key, monkeypatch):
    class Locale:
        @staticmethod
        def system():
            return Locale()

        def uiLanguages(self):
            return names

    monkeypatch.setattr("torseur.app.command_line.installation.translator.QLocale", Locale)
    assert system_language() == key
    choose_language("system")
    assert language() == key


def test_a_language_that_is_chosen_is_remembered_and_told_of(tmp_path, qapp):
    class Toast:
        def show_message(self, *texts):
            self.texts = texts

    preferences, toast = Preferences(tmp_path / "settings.json"), Toast()
    commands = {command.key: command for command in language_commands(preferences, toast)}
    assert list(commands) == ["language:system", "language:en", "language:fr"]
    assert [commands[key].checked() for key in commands] == [False, True, False]
    commands["language:fr"].run()
    assert (preferences.language, commands["language:fr"].checked()) == ("fr", True)
    assert "next start" in toast.texts[0]
    preferences.save()
    assert Preferences(tmp_path / "settings.json").language == "fr"
