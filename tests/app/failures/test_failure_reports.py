"""What failed is a message with its last line; all of it, with versions and platform, is on a card and on the clipboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, qVersion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from torseur.app.failures.failure_reports import FailureReports
from torseur.ui.window.report_card import ReportCard
from torseur.ui.window.toast import Toast

LINE = "LookupError: no such wheel"
TRACE = f"Traceback (most recent call last):\n  File wheels.py, line 3, in turn\n{LINE}\n"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot):
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.toast, window.card = Toast(window), ReportCard(window)
    window.failures = FailureReports(window.toast, window.card, lambda: "a graphics card", window)
    with qtbot.waitExposed(window):
        window.show()
    return window


def test_the_message_offers_details_which_are_the_traceback_with_what_runs(window):
    window.failures.tell(LINE, TRACE)
    assert (window.toast.detail, window.toast.tone) == (LINE, "error")
    assert window.card.isHidden()
    QTest.mouseClick(window.toast.action_button, LEFT)
    text = window.card.text.toPlainText()
    assert all(part in text for part in (TRACE.strip(), qVersion(), "a graphics card"))
    QTest.mouseClick(window.card.copy_button, LEFT)
    assert QApplication.clipboard().text() == text
    QTest.keyClick(window.card.text, Qt.Key.Key_Escape)
    assert window.card.isHidden()


def test_it_is_copied_from_the_message_at_once(window):
    window.failures.tell(LINE, TRACE)
    QTest.mouseClick(window.toast.other_button, LEFT)
    assert TRACE.strip() in QApplication.clipboard().text()


def test_what_is_heard_of_in_two_ways_keeps_the_name_that_it_was_told_with_first(window):
    window.failures.tell_of("The picture could not be drawn.", LINE, TRACE)
    window.failures.tell(LINE, TRACE)
    assert window.toast.text == "The picture could not be drawn."
