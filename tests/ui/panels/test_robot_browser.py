"""The browser finds cards by words, is driven by keys and mouse, and asks first for the pictures in sight."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.ui.panels.robot_browser.browser_cards import BrowserCard, CardSection, counted_once, matching
from torseur.ui.panels.robot_browser.robot_browser import RobotBrowser

ARMS = tuple(BrowserCard(f"arm{k}", f"Arm {k}", f"arm{k}", "arm", f"{k} dof") for k in range(1, 9))
LEGS = tuple(BrowserCard(f"leg{k}", f"Walker {k}", f"leg{k}", "quadruped", "18 dof") for k in range(1, 40))
SECTIONS = (
    CardSection("Opened last", (BrowserCard("recent:arm3", "Arm 3", "arm3", "arm", "3 dof", removable=True),)),
    CardSection("Arms", ARMS),
    CardSection("Quadrupeds", LEGS),
)


@pytest.fixture
def browser(qtbot):
    window = QWidget()
    window.resize(1280, 800)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    browser = RobotBrowser(window)
    browser.told = []
    browser.chosen.connect(browser.told.append)
    browser.open(SECTIONS)
    qtbot.wait(20)
    yield browser
    window.close()


def names(browser):
    return [card.name for card in browser.grid.cards]


def test_words_are_looked_for_in_names_kinds_and_degrees_of_freedom_which_are_taken_from_nowhere_else():
    assert [len(s.cards) for s in matching(SECTIONS, "quadruped")] == [39]
    assert [c.name for s in matching(SECTIONS, "arm 7 DOF") for c in s.cards] == ["arm7"]
    assert [c.name for s in matching(SECTIONS, "8 dof") for c in s.cards] == ["arm8"]  # not those that have 18
    assert matching(SECTIONS, "nothing") == ()
    twelve = BrowserCard("scene", "An arm and a brick", "scene", "scene", "12 dof", words="6 joints")
    (found,) = matching((CardSection("All", (twelve, ARMS[5])),), "6 dof")
    assert found.cards == (ARMS[5],)


def test_what_was_opened_last_and_is_listed_below_is_counted_once(browser):
    assert counted_once(SECTIONS) == 47
    assert browser._count.text == "47 to choose from"
    own = BrowserCard("recent:/robots/mine.urdf", "Mine", "mine.urdf", "URDF", removable=True)
    assert counted_once((CardSection("Opened last", (own,)), *SECTIONS[1:])) == 48


def test_typing_arrows_and_enter_open(browser):
    QTest.keyClicks(browser.edit, "arm ")
    assert len(names(browser)) == 9
    QTest.keyClick(browser.edit, Qt.Key.Key_Down)  # from the recent one to the first row of arms
    QTest.keyClick(browser.edit, Qt.Key.Key_Return)
    assert browser.told == ["arm1"]
    assert not browser.isVisible()


def test_arrows_go_across_and_down_and_keep_the_card_in_sight(browser):
    QTest.keyClick(browser.edit, Qt.Key.Key_Right)
    assert browser.grid.current.key == "arm1"
    QTest.keyClick(browser.edit, Qt.Key.Key_Right)
    QTest.keyClick(browser.edit, Qt.Key.Key_Down)
    assert browser.grid.current.key == "arm7"  # five in a row
    for _ in range(3):
        QTest.keyClick(browser.edit, Qt.Key.Key_PageDown)
    rect, top = browser.grid.current_rect, browser.area.verticalScrollBar().value()
    assert top > 0
    assert top <= rect.top()
    assert rect.bottom() <= top + browser.area.viewport().height()


def test_a_click_opens_and_a_press_beside_or_escape_does_not(browser):
    QTest.mouseClick(browser.grid, Qt.MouseButton.LeftButton, pos=browser.grid.rect_of("arm2").center().toPoint())
    assert browser.told == ["arm2"]
    for leave in (
        lambda: QTest.keyClick(browser.edit, Qt.Key.Key_Escape),
        lambda: QTest.mouseClick(browser, Qt.MouseButton.LeftButton, pos=QPoint(5, 400)),
        lambda: QTest.mouseClick(browser.close_button, Qt.MouseButton.LeftButton),
    ):
        browser.open(SECTIONS)
        leave()
        assert not browser.isVisible()
    assert browser.told == ["arm2"]


def test_only_a_recent_file_is_removed_by_its_button(browser):
    removed = []
    browser.removed.connect(removed.append)
    for key in ("recent:arm3", "arm1"):
        at = browser.grid.remove_rect(browser.grid.rect_of(key)).center().toPoint()
        QTest.mouseMove(browser.grid, at)
        QTest.mouseClick(browser.grid, Qt.MouseButton.LeftButton, pos=at)
    assert removed == ["recent:arm3"]
    assert browser.told == ["arm1"]


def test_pictures_in_sight_are_asked_for_first(browser, qtbot):
    with qtbot.waitSignal(browser.thumbnails_requested) as asked:
        browser.area.verticalScrollBar().setValue(browser.area.verticalScrollBar().maximum())
    assert asked.args[0][0].startswith("leg")
    assert len(asked.args[0]) == 48


def test_a_picture_that_comes_leaves_search_and_choice_as_they_are(browser):
    QTest.keyClicks(browser.edit, "walker")
    QTest.keyClick(browser.edit, Qt.Key.Key_Right)
    browser.show_cards(SECTIONS)
    assert browser.grid.current.key == "leg2"
    assert len(names(browser)) == 39


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1600, 1000)])
def test_cards_fill_the_width_and_none_is_cut(browser, qtbot, size):
    browser.parentWidget().resize(*size)
    qtbot.wait(20)
    grid = browser.grid
    assert max(rect.right() for rect in [grid.rect_of(key) for key in grid.in_sight(0, 1e6)]) <= grid.width() + 0.5
    assert browser.rect().contains(browser.card.geometry())
    assert 176 <= grid.rect_of("arm1").width() < 300


def test_nothing_found_is_said(browser):
    QTest.keyClicks(browser.edit, "xyzzy")
    assert browser.nothing.text == "Nothing has these words."
    QTest.keyClick(browser.edit, Qt.Key.Key_Return)
    assert browser.told == []
