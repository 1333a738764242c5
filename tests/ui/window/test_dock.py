"""The dock's title bar, and the body that scrolls under it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QVBoxLayout, QWidget
from shiboken6 import isValid

from torseur.ui.controls.buttons.icon_button import IconButton
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT
from torseur.ui.window.dock import TITLE_HEIGHT, Dock


@pytest.fixture
def shown(qapp, qtbot):
    apply_style(qapp, LIGHT)
    body = QWidget()
    column = QVBoxLayout(body)
    for i in range(40):
        column.addWidget(QLabel(f"line {i} of a body of some width"))
    tool = IconButton("search", "Search", side=24)
    dock = Dock("Joints", "joints", body, tools=(tool,))
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QWidget())
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.resize(700, 400)
    with qtbot.waitExposed(window):
        window.show()
    return window, dock, tool


def button(dock, name):
    return next(b for b in dock.titleBarWidget().findChildren(IconButton) if b.accessibleName() == name)


def test_a_dock_is_known_by_its_name_shows_a_note_and_is_undocked_docked_and_closed_by_its_buttons(shown, qtbot):
    window, dock, tool = shown
    assert dock.objectName() == "joints"
    assert dock.titleBarWidget().height() == TITLE_HEIGHT
    assert dock.titleBarWidget().isAncestorOf(tool)
    assert tool.isVisible()
    _, dock, _ = shown
    dock.show_note("Kinematics")
    assert dock.note == "Kinematics"
    _, dock, _ = shown
    QTest.mouseClick(button(dock, "Undock"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dock.isFloating() and dock.isVisible())
    assert dock.titleBarWidget().isVisible()
    QTest.mouseClick(button(dock, "Dock"), Qt.MouseButton.LeftButton)
    assert not dock.isFloating()
    _, dock, _ = shown
    QTest.mouseClick(button(dock, "Close"), Qt.MouseButton.LeftButton)
    assert dock.isHidden()


def test_a_dock_is_never_narrower_than_its_body_and_scrolls_only_up_and_down(shown):
    window, dock, _ = shown
    window.resizeDocks([dock], [20], Qt.Orientation.Horizontal)
    scroller = dock.widget()
    assert scroller.viewport().width() >= dock.body.minimumSizeHint().width()
    assert scroller.horizontalScrollBar().maximum() == 0
    assert scroller.verticalScrollBar().maximum() > 0


def test_a_floating_dock_is_dragged_by_its_title_bar(shown, qtbot):
    _, dock, _ = shown
    dock.setFloating(True)
    dock.move(300, 200)
    qtbot.waitUntil(lambda: dock.pos() == QPoint(300, 200))
    bar = dock.titleBarWidget()
    start = QPoint(20, 18)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for step in range(1, 6):
        QTest.mouseMove(bar, start + QPoint(12 * step, 8 * step))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    assert dock.isFloating()
    assert dock.x() > 300
    assert dock.y() > 200


def test_what_qt_made_of_a_body_is_alive_after_it_was_magnified(shown):
    """A wrapper that is declared dead raises where it is next used; in a paintEvent that ends the program."""
    _, dock, _ = shown
    made_by_qt = dock.widget().viewport(), dock.widget().verticalScrollBar()
    for factor in (2.0, 1.0, 1.5, 1.0):
        dock.magnify(factor)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert dock.is_magnified == (factor != 1.0)
        assert all(isValid(one) for one in made_by_qt)
