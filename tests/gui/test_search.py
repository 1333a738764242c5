"""Ctrl+K finds what a student looks for, in English and French, and leads to where it is."""

from __future__ import annotations

from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.app.background.kernels import Kernels
from torseur.app.window.commands.command_table import MenuCommand
from torseur.app.window.commands.exercise_search import ExerciseSearch
from torseur.app.window.commands.laboratory_commands import PAGES
from torseur.ui.window.command_palette import CommandPalette, PaletteEntry

COMMAND = Qt.KeyboardModifier.ControlModifier


def search(window, words):
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_K, COMMAND)
    if words.isascii():
        QTest.keyClicks(window.palette_of_commands.edit, words)
    else:  # which QTest cannot type
        window.palette_of_commands.edit.insert(words)
    return window.palette_of_commands.visible_entries


WORDS = (
    ("jacobian", "jacobian"), ("jacobienne", "jacobian"), ("vitesse angulaire", "rotation"), ("rodrigues", "rotation"),
    ("torseur", "velocities"), ("entraînement", "velocities"), ("vitesse relative", "velocities"),
    ("null space", "svd"), ("noyau", "svd"), ("valeurs singulieres", "svd"), ("determinant", "singularities"),
    ("singularité", "singularities"), ("inverse kinematics", "inverse_kinematics"), ("pseudo-inverse", "inverse_kinematics"),
    ("torque", "statics"), ("couple", "statics"), ("travaux virtuels", "statics"), ("exercise", "exercises"),
    ("dynamics", "equation"), ("dynamique", "equation"), ("mass matrix", "equation"), ("torque", "equation"),
    ("newton-euler", "algorithm"), ("récurrence", "algorithm"), ("gyroscopique", "one_body"),
    ("énergie", "balances"), ("quantité de mouvement", "balances"), ("accélération", "state"), ("effort extérieur", "state"),
    ("exercices", "exercises"),
)  # fmt: skip


@pytest.mark.parametrize("page", dict.fromkeys(page for _, page in WORDS))
def test_words_of_the_laboratory_and_of_dynamics_lead_to_their_pages(window, hand, page):
    """Each finds its page, and the last is followed to it."""
    for words in (words for words, of in WORDS if of == page):
        if window.palette_of_commands.isVisible():
            QTest.keyClick(window.palette_of_commands.edit, Qt.Key.Key_Escape)
        entries = [entry.key for entry in search(window, words)]
        assert f"page:{page}" in entries, words
    for _ in range(entries.index(f"page:{page}")):
        QTest.keyClick(window.palette_of_commands.edit, Qt.Key.Key_Down)
    QTest.keyClick(window.palette_of_commands.edit, Qt.Key.Key_Return)
    hand.rest()
    workspace = PAGES[page].workspace
    panel = {"laboratory": window.panels.laboratory, "dynamics": window.panels.dynamics}[workspace]
    assert window.workspaces.current == workspace
    assert panel.page == page
    assert panel.isVisible()


def test_words_of_contact_and_the_rest_lead_to_their_panels(window, hand):
    for words, workspace, dock in (
        ("friction", "contact", "contact"), ("inertie", "model", "masses"), ("frottement", "contact", "contact"),
        ("denavit", "table", "table"), ("delassus", "contact", "contact"), ("ellipsoïde", "kinematics", "kinematics"),
        ("percussion", "contact", "contact"), ("écarts", "contact", "plots"),
    ):  # fmt: skip
        assert search(window, words), words
        QTest.keyClick(window.palette_of_commands.edit, Qt.Key.Key_Return)
        hand.rest()
        assert window.workspaces.current == workspace, words
        assert window.docks[dock].isVisible(), words


@pytest.mark.parametrize("words", ["exercise speed", "exercice vitesse"])
def test_an_exercise_is_found_by_its_title_in_both_languages_and_opened(window, hand, words):
    search(window, words)
    hand.wait_until(lambda: window.palette_of_commands.visible_entries)  # the course is imported beside the window
    assert window.palette_of_commands.visible_entries[0].key == "exercise:scara_speeds"
    QTest.keyClick(window.palette_of_commands.edit, Qt.Key.Key_Return)
    binding = window.laboratory.page("exercises")
    hand.wait_until(lambda: binding.robot.is_there and binding.robot.is_at(binding.start_q))
    assert binding.exercise.key == "scara_speeds"
    binding.close()
    hand.rest()


def test_the_palette_opens_before_the_course_is_imported_and_what_is_typed_finds_it_then(qtbot):
    commands = Event()
    search = ExerciseSearch(Kernels(), lambda: (commands.wait(60.0), [MenuCommand("exercise:x", "Hops", print)])[1])
    found = []
    search.found.connect(found.append)
    search.want()  # answers at once: a thread does the importing
    search.want()
    assert found == []
    commands.set()
    qtbot.waitUntil(lambda: len(found) == 1)
    assert found[0][0].key == "exercise:x"
    palette = CommandPalette(QWidget())
    palette.open([])
    QTest.keyClicks(palette.edit, "hops")
    palette.show_entries([PaletteEntry("exercise:x", "Hops"), PaletteEntry("open", "Open")])
    assert [entry.key for entry in palette.visible_entries] == ["exercise:x"]


def test_what_is_typed_behind_the_keys_of_the_palette_is_searched_and_is_no_shortcut(window, hand):
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_K, COMMAND)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_B)  # which opens the browser of robots elsewhere
    assert window.palette_of_commands.edit.text() == "b"
    assert window.robot_browser.isHidden()
    QTest.keyClick(window.palette_of_commands.edit, Qt.Key.Key_Escape)
