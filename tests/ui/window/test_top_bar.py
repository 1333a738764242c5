"""The top row: what it tells, and that it fits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow, QRadioButton, QWidget

from torseur.app.window.workspaces import WORKSPACES as ALL_WORKSPACES
from torseur.ui.window.top_bar import TopBar

WORKSPACES = {"kinematics": "Kinematics", "dynamics": "Dynamics", "contact": "Contact", "compare": "Compare"}


@pytest.fixture
def bar(qtbot):
    window = QMainWindow()
    bar = TopBar()
    for title in ("File", "Edit", "View", "Robot", "Simulate", "Analyse", "Help"):
        bar.menu_bar.addMenu(title).addAction("One")
    bar.set_workspaces(WORKSPACES)
    window.setMenuWidget(bar)
    window.setCentralWidget(QWidget())
    window.resize(1280, 300)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    yield bar
    window.close()


def test_workspace_search_and_theme_are_asked_for_and_showing_one_is_silent(bar):
    told = []
    bar.workspace_chosen.connect(told.append)
    bar.show_workspace("contact")
    assert (bar.workspace, told) == ("contact", [])
    compare = next(button for button in bar.findChildren(QRadioButton) if button.text() == "Compare")
    QTest.mouseClick(compare, Qt.MouseButton.LeftButton)
    assert (bar.workspace, told) == ("compare", ["compare"])
    told = []
    bar.search_requested.connect(lambda: told.append("search"))
    bar.theme_requested.connect(lambda: told.append("theme"))
    QTest.mouseClick(bar.search, Qt.MouseButton.LeftButton)
    QTest.keyClick(bar.search, Qt.Key.Key_Return)
    QTest.keyClick(bar.theme, Qt.Key.Key_Space)
    assert told == ["search", "search", "theme"]
    assert bar.theme.toolTip() == "Dark theme"
    bar.show_theme("dark")
    assert bar.theme.toolTip() == "Light theme"
    bar.show_theme("light")
    assert bar.theme.toolTip() == "Dark theme"


def test_where_menus_and_workspaces_take_the_room_the_search_gives_way_and_not_the_menus(bar, qtbot):
    bar.set_workspaces(ALL_WORKSPACES)
    qtbot.waitUntil(lambda: bar.search.width() == bar.search.height())
    assert bar.menu_bar.width() >= bar.menu_bar.sizeHint().width()
    bar.window().resize(1500, 300)
    qtbot.waitUntil(lambda: bar.search.width() > 100)


def test_at_1280_nothing_is_cut_and_below_1100_the_search_is_an_icon(bar, qtbot):
    assert bar.menu_bar.width() >= bar.menu_bar.sizeHint().width()
    assert bar.search.width() > 100  # with its words
    bar.window().resize(1000, 300)
    qtbot.waitUntil(lambda: bar.width() == 1000)
    assert bar.search.width() == bar.search.height()
    parts = [bar.menu_bar, bar.workspaces, bar.search, bar.theme]
    for left, right in zip(parts, parts[1:], strict=False):
        assert left.geometry().right() < right.geometry().left()
    assert bar.theme.geometry().right() < bar.width()
