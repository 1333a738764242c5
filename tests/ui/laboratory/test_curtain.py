"""A page that opens is painted from the top down, a piece in each turn of the event loop."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from torseur.ui.laboratory.curtain import STEP, Curtain


class PaintedRows(QObject):
    """Which rows of pixels of a widget were painted, paint by paint."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.paints: list[tuple[int, int]] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            box = event.region().boundingRect()
            self.paints.append((box.top(), box.bottom() + 1))
        return False


@pytest.fixture
def page(qtbot):
    """A tall widget that was painted, and its curtain."""
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(100, 3 * STEP + 40)
    page.curtain = Curtain(page)
    with qtbot.waitExposed(page):
        page.show()
    page.painted = PaintedRows(page)
    page.update()
    qtbot.waitUntil(lambda: page.painted.paints != [])
    page.painted.paints.clear()
    return page


def test_what_is_covered_is_uncovered_and_painted_piece_by_piece(page, qtbot):
    page.curtain.cover()
    pieces = [(0, STEP), (STEP, 2 * STEP), (2 * STEP, 3 * STEP), (3 * STEP, 3 * STEP + 40)]
    qtbot.waitUntil(lambda: page.painted.paints[-1:] == pieces[-1:])
    assert page.painted.paints == pieces  # and nothing in the turn in which it was covered


def test_a_page_that_is_covered_again_begins_again(page, qtbot):
    page.curtain.cover()
    qtbot.waitUntil(lambda: page.painted.paints != [])
    page.curtain.cover()
    assert page.curtain.geometry() == page.rect()
    qtbot.waitUntil(lambda: not page.curtain.isVisible())


def test_nothing_is_uncovered_while_the_window_is_held(page, qtbot):
    page.setUpdatesEnabled(False)
    page.curtain.cover()
    QApplication.processEvents()
    assert not page.curtain.findChild(QTimer).isActive()  # it waits to be painted
    assert page.curtain.geometry() == page.rect()
    page.setUpdatesEnabled(True)
    qtbot.waitUntil(lambda: not page.curtain.isVisible())


def test_a_page_that_changes_its_size_meanwhile_is_uncovered_to_its_end(page, qtbot):
    page.curtain.cover()
    page.resize(140, 5 * STEP)
    qtbot.waitUntil(lambda: page.painted.paints[-1:] == [(4 * STEP, 5 * STEP)])
    assert page.painted.paints == [(k * STEP, (k + 1) * STEP) for k in range(5)]


def test_what_is_covered_is_pressed_as_ever(page, qtbot):
    pressed = []
    button = QPushButton(page)
    button.setGeometry(0, 0, 100, STEP)
    button.show()
    button.clicked.connect(lambda: pressed.append(button))
    page.setUpdatesEnabled(False)  # it stays covered
    page.curtain.cover()
    assert page.childAt(50, 50) is button
    QTest.mouseClick(page.childAt(50, 50), Qt.MouseButton.LeftButton)
    assert pressed == [button]
