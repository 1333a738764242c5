"""Layouts of docks while the mouse holds one of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTextEdit, QWidget

from torseur.app.window.workspaces import HEIGHTS, WIDTHS, Workspaces


class PlainDock(QDockWidget):
    is_magnified = False


@pytest.mark.parametrize("act", ["seen before", "seen first", "put away"])
@pytest.mark.slow
def test_another_layout_ends_the_drag_of_a_dock(qtbot, preferences, act):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QTextEdit())
    docks = {name: PlainDock(name) for name in (*WIDTHS, *HEIGHTS, "doctor", "history")}
    for name, dock in docks.items():
        dock.setObjectName(name)
        dock.setWidget(QTextEdit())
    workspaces = Workspaces(window, docks, preferences)
    window.resize(900, 700)
    window.show()
    qtbot.waitExposed(window)
    for key in ("compare", "laboratory"):
        workspaces.show(key)
    if act == "seen first":
        workspaces.states.pop("compare")
    dock, at = docks["laboratory"], QPoint(30, 8)
    QTest.mousePress(dock, Qt.MouseButton.LeftButton, pos=at)
    for step in range(6):
        QTest.mouseMove(dock, at + step * QPoint(-40, 30))
        qtbot.wait(1)
    assert QWidget.mouseGrabber() is dock
    if act == "put away":
        workspaces.fold()
    else:
        workspaces.show("compare")
    assert QWidget.mouseGrabber() is None
    qtbot.wait(1)
    workspaces.show("kinematics")  # where one is held, Qt ends the program here or there
    workspaces.show("laboratory")
    qtbot.wait(1)
    assert docks["laboratory"].isVisible()
