"""Singular cases are read, picked by mouse and keys, and gone to by their buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from torseur.ui.laboratory.singularities.case_list import CaseList
from torseur.ui.laboratory.singularities.values import CaseView, CaseViews
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT

CASES = (
    CaseView("θ₂ = 0", "The arm is stretched out, and cannot move along itself: " * 3, True, "s₂ = 0"),
    CaseView("θ₂ = π", "Folded back.", False),
    CaseView("", "", False, "a₁·a₂ = 0"),
    CaseView("c₂₃ = 0", "All is lost.", True, "c₂₃ = 0"),
)


@pytest.fixture
def cases(qtbot):
    apply_style(QApplication.instance(), LIGHT)
    cases = CaseList()
    qtbot.addWidget(cases)
    cases.resize(380, 100)
    cases.show()
    cases.show_value(CaseViews(CASES, -1))
    QApplication.processEvents()
    return cases


def test_headings_and_cases_are_read_in_their_order(cases):
    model = cases.model()
    texts = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert texts[0] == "s₂ = 0"
    assert texts[1].startswith("θ₂ = 0: The arm is stretched out")
    assert texts[2:] == ["θ₂ = π: Folded back.", "a₁·a₂ = 0", "c₂₃ = 0", "c₂₃ = 0: All is lost."]


def test_a_click_and_the_arrow_keys_pick_cases_and_pass_over_headings(cases):
    picked = []
    cases.picked.connect(picked.append)
    cases.show_selected(0)
    assert picked == []
    QTest.mouseClick(cases.viewport(), Qt.MouseButton.LeftButton, pos=cases.visualRect(cases.model().index(2, 0)).center())
    QTest.keyClick(cases, Qt.Key.Key_Down)
    assert picked == [1, 2]


def test_a_button_and_enter_ask_to_go_there_unless_it_is_out_of_reach(cases, qtbot):
    assert [button.isEnabled() for button in cases.buttons] == [True, False, True]
    asked = []
    cases.requested.connect(asked.append)
    QTest.mouseClick(cases.buttons[2], Qt.MouseButton.LeftButton)
    cases.show_selected(1)
    QTest.keyClick(cases, Qt.Key.Key_Return)
    cases.show_selected(0)
    QTest.keyClick(cases, Qt.Key.Key_Return)
    assert asked == [2, 0]


def test_it_is_as_high_as_its_rows_and_each_button_lies_in_its_row(cases, qtbot):
    for width in (320, 500):
        cases.resize(width, cases.height())
        QApplication.processEvents()
        last = cases.visualRect(cases.model().index(cases.model().rowCount() - 1, 0))
        assert last.bottom() + 1 == cases.height()
        for row, button in zip((1, 2, 5), cases.buttons, strict=True):
            assert cases.visualRect(cases.model().index(row, 0)).contains(button.geometry())


def test_the_button_that_was_pressed_keeps_the_focus_once_its_case_holds(cases):
    cases.activateWindow()
    cases.buttons[2].setFocus()
    cases.show_value(CaseViews((*CASES[:3], replace(CASES[3], title="c₂₃ = 0: holds here")), 2))
    assert cases.focusWidget() is cases.buttons[2]
    assert cases.buttons[2].accessibleDescription() == "c₂₃ = 0: holds here"
