"""The sheet of keys comes up, fits, and goes as it came."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.ui.look.paint_key import caps_of
from torseur.ui.window.keys_sheet import KeysSheet

GROUPS = {
    "Simulate": [("Space", "Play or pause"), ("Backspace", "Reset")],
    "View": [("F, Home", "Fit"), ("E", "Ellipsoids"), ("C", "Contacts")] * 6,
    "Robot": [("H", "Home pose"), ("R", "Random pose")],
    "Window": [("Ctrl+K", "Search commands"), ("?", "This sheet")],
}


@pytest.fixture
def sheet(qtbot):
    window = QWidget()
    window.resize(1280, 800)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    sheet = KeysSheet(window)
    sheet.open(GROUPS)
    yield sheet
    window.close()


def test_escape_the_question_mark_a_press_beside_and_the_cross_close_it(sheet):
    for close in (
        lambda: QTest.keyClick(sheet, Qt.Key.Key_Escape),
        lambda: QTest.keyClick(sheet, "?"),
        lambda: QTest.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=QPoint(4, 4)),
        lambda: QTest.mouseClick(sheet.close_button, Qt.MouseButton.LeftButton),
    ):
        sheet.open(GROUPS)
        QTest.mouseClick(sheet.card, Qt.MouseButton.LeftButton)
        assert sheet.isVisible()
        close()
        assert not sheet.isVisible()


@pytest.mark.parametrize("size", [(1280, 800), (800, 500), (420, 400), (1920, 1080)])
def test_the_card_lies_within_the_window(sheet, size, qtbot):
    sheet.parentWidget().resize(*size)
    qtbot.waitUntil(lambda: sheet.size().toTuple() == size)
    assert sheet.rect().contains(sheet.card.geometry())


def test_every_key_is_read_in_its_column_below_the_name_of_its_group(sheet):
    columns = [column for column in sheet.columns if column.isVisible()]
    models = [column.model() for column in columns]
    lines = [model.index(row, 0).data() for model in models for row in range(model.rowCount())]
    assert lines[:3] == ["Simulate", "Space: Play or pause", "Backspace: Reset"]
    assert len(lines) == sum(1 + len(group) for group in GROUPS.values())
    assert all(column.verticalScrollBar().maximum() == 0 for column in columns)


def test_keys_are_drawn_one_box_for_each_way_to_press_them():
    assert caps_of("Ctrl+Shift+Z") == ("Ctrl Shift Z",)
    assert caps_of("F, Home") == ("F", "Home")
    assert caps_of("Ctrl++") == ("Ctrl +",)
    assert caps_of("?") == ("?",)
