"""The card of progress comes only for what takes long, and its button gives up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.ui.displays.progress_bar import ProgressBar
from torseur.ui.window.progress_card import ProgressCard


class Counted(ProgressBar):
    """Counts how often it is painted."""

    painted = 0

    def paintEvent(self, event):
        self.painted += 1
        super().paintEvent(event)


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


def test_many_steps_of_progress_are_painted_once_and_not_while_they_are_told(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    bar = Counted(window)
    bar.setRange(0, 100)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: bar.painted > 0)
    before = bar.painted
    for k in range(1, 101):
        bar.setValue(k)
    assert bar.painted == before
    qtbot.waitUntil(lambda: bar.painted > before)
    assert bar.value() == 100
