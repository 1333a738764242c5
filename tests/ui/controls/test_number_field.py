"""A field for a number: what is refused, what is given up, and whose Ctrl+Z it is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.ui.controls.fields.number_field import NumberField
from torseur.ui.controls.fields.search_line import SearchLine
from torseur.ui.controls.fields.text_field import TextField

CTRL = Qt.KeyboardModifier.ControlModifier
FIELDS = {"number": NumberField, "text": TextField, "search": SearchLine}


@pytest.fixture
def panel(qtbot):
    panel = QWidget()
    qtbot.addWidget(panel)
    row = QHBoxLayout(panel)
    panel.fields = {key: make(key, panel) for key, make in FIELDS.items()}
    for field in panel.fields.values():
        row.addWidget(field)
    panel.undone = []
    QShortcut(QKeySequence("Ctrl+Z"), panel, lambda: panel.undone.append(1))
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


def test_what_is_no_number_goes_with_its_mark_when_the_field_is_left(panel):
    field = panel.fields["number"]
    field.show_text("3")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "abc")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (field.text(), field.refused) == ("abc", True)
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert (field.text(), field.refused, field.isModified()) == ("3", False, False)


@pytest.mark.parametrize("kind", FIELDS)
def test_undo_is_the_window_s_unless_an_edit_of_the_field_is_not_finished(panel, kind):
    field = panel.fields[kind]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert panel.undone == [1]
    QTest.keyClicks(field, "12")
    QTest.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert (field.text(), panel.undone) == ("", [1])
    if kind == "number":
        QTest.keyClicks(field, "12")
        QTest.keyClick(field, Qt.Key.Key_Return)  # taken
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_Z, CTRL)
        assert panel.undone == [1, 1]


def test_a_number_is_seen_whole_or_from_its_beginning(panel):
    """Of 0.000174533 the end alone was seen: 174533 rad."""
    field = panel.fields["number"]
    panel.fields["text"].setFocus()
    field.set_unit("rad")
    field.show_text("0.000174533")
    text, margins = field.fontMetrics().horizontalAdvance(field.text()), field.textMargins().right()
    assert field.minimumSizeHint().width() > text + margins
    assert field.cursorPosition() == 0
    field.setFixedWidth(60)
    field.show_text("0.000349066")
    assert field.cursorPosition() == 0
