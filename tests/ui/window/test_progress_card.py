"""The card of progress comes only for what takes long, and its button gives up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.ui.window.progress_card import ProgressCard


def test_it_comes_late_goes_at_once_and_is_cancelled_by_its_button(qtbot):
    window = QWidget()
    window.resize(800, 500)
    qtbot.addWidget(window)
    card = ProgressCard(window, late=30)
    with qtbot.waitExposed(window):
        window.show()
    card.begin("Opening a")
    card.end()
    qtbot.wait(60)
    assert not card.isVisible()
    card.begin("Opening b")
    card.show_progress("mesh 2 of 9: b.stl", 1, 9)
    qtbot.waitUntil(card.isVisible)
    assert card.texts == ("Opening b", "mesh 2 of 9: b.stl")
    assert window.rect().contains(card.geometry())
    with qtbot.waitSignal(card.cancelled):
        QTest.mouseClick(card.cancel_button, Qt.MouseButton.LeftButton)
