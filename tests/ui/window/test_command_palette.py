"""The palette finds commands by words and is driven by the keyboard alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from torseur.ui.window.command_palette import CommandPalette
from torseur.ui.window.entry_search import PaletteEntry

ENTRIES = (
    PaletteEntry("open", "Open…", "File", "Ctrl+O"),
    PaletteEntry("home", "Home pose", "Robot", "H"),
    PaletteEntry("random", "Random pose", "Robot", "R"),
    PaletteEntry("robot", "Reload robot", "File", "F5"),
)


@pytest.fixture
def palette(qtbot):
    window = QWidget()
    window.resize(1000, 600)
    window.line = QLineEdit(window)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    palette = CommandPalette(window)
    palette.open(ENTRIES)
    yield palette
    window.close()


def keys(entries):
    return [entry.key for entry in entries]


def test_a_command_is_taken_by_click_or_enter_and_escape_or_a_press_beside_takes_none(palette):
    told = []
    palette.chosen.connect(told.append)
    QTest.keyClick(palette.edit, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    palette.open(ENTRIES)
    QTest.mouseClick(palette, Qt.MouseButton.LeftButton, pos=QPoint(20, 500))
    assert not palette.isVisible()
    assert told == []
    palette.open(ENTRIES)
    told = []
    palette.chosen.connect(told.append)
    QTest.keyClicks(palette.edit, "xyzzy")
    QTest.keyClick(palette.edit, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert told == []
    palette.open(ENTRIES)
    assert palette.edit.text() == ""
    assert len(palette.visible_entries) == 4
    palette.open(ENTRIES)
    told = []
    palette.chosen.connect(told.append)
    QTest.keyClicks(palette.edit, "pose")
    assert keys(palette.visible_entries) == ["home", "random"]
    QTest.keyClick(palette.edit, Qt.Key.Key_Down)
    QTest.keyClick(palette.edit, Qt.Key.Key_Return)
    assert told == ["random"]
    assert not palette.isVisible()
    palette.open(ENTRIES)
    told = []
    palette.chosen.connect(told.append)
    row = palette.list.visualRect(palette.list.model().index(1)).center()
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert told == ["home"]


def test_the_keyboard_goes_back_to_where_it_was(palette, qtbot):
    palette.leave()
    window = palette.parentWidget()
    window.activateWindow()
    window.line.setFocus()
    qtbot.waitUntil(window.line.hasFocus)
    palette.open(ENTRIES)
    qtbot.waitUntil(palette.edit.hasFocus)
    QTest.keyClick(palette.edit, Qt.Key.Key_Tab)
    assert palette.edit.hasFocus()
    QTest.keyClick(palette.edit, Qt.Key.Key_Escape)
    assert window.line.hasFocus()
