"""Commands in the language that is chosen: their menus, keys and lines of the palette; found by their names in all languages."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMainWindow, QMenuBar

from torseur.app.drawing.view_switches import VIEW_SWITCHES
from torseur.app.window.commands.command_table import Commands, MenuCommand
from torseur.app.window.commands.view_commands import MENU_ORDER
from torseur.sim.texts import use_language
from torseur.ui.window.entry_search import EntrySearch


@pytest.fixture
def french():
    use_language("fr")
    yield
    use_language("en")


@pytest.fixture
def commands(qapp):
    window = QMainWindow()
    yield Commands(
        window,
        [
            MenuCommand("reset", "Reset", print, "Simulate", "Backspace"),
            MenuCommand("scheme:hop", "Impact", print, "Simulate/Scheme"),
            MenuCommand("page:links", "Velocities of links", print, group="Dynamics", words="recursive velocities"),
        ],
    )
    window.deleteLater()


def test_menus_keys_and_palette_are_in_the_language_that_is_chosen(french, commands):
    bar = QMenuBar()
    menus = commands.fill(bar, ("Simulate",))
    assert {path: menu.title() for path, menu in menus.items()} == {"Simulate": "Simuler", "Simulate/Scheme": "Schéma"}
    assert commands.actions["reset"].text() == "Réinitialiser"
    assert commands.keys() == {"Simuler": [("Backspace", "Réinitialiser")]}
    reset, impact, links = commands.entries()
    assert (reset.title, reset.group) == ("Réinitialiser", "Simuler")
    assert impact.title.partition(":")[0].rstrip() == "Schéma"
    assert (links.title, links.group) == ("Vitesses des corps", "Dynamique")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_command_is_found_by_its_title_in_every_language(commands, language):
    use_language(language)
    try:
        search = EntrySearch(commands.entries())
        for typed in ("reset", "réinitialiser"):
            assert [entry.key for entry in search.find(typed)] == ["reset"]
        for typed in ("velocities of links", "vitesses des corps", "recursive velocities"):
            assert search.find(typed)[0].key == "page:links"
    finally:
        use_language("en")


def test_every_switch_that_is_a_command_has_its_place_in_the_menu():
    assert len(set(MENU_ORDER)) == len(MENU_ORDER)
    assert set(MENU_ORDER) == {one.key for one in VIEW_SWITCHES if one.command}
