"""Presentation by keys in the real window: what is seen, what a key goes on to, and that all is back after it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from torseur.app.course.ideas import courses, read_in
from torseur.app.window.workspaces import LARGER
from torseur.ui.controls.fields.choice import Choice
from torseur.ui.course.sentence import Sentence
from torseur.ui.displays.scrolling import scroll_to
from torseur.ui.displays.section_head import SectionHead
from torseur.ui.look.paint_text import painted_texts

Key = Qt.Key


def press(window, hand, *keys):
    """Press keys one after the other, whatever has the keyboard."""
    for one in keys:
        QTest.keyClick(window.windowHandle(), one)
        hand.rest()


def shown(window):
    return {name for name, dock in window.docks.items() if dock.isVisible()}


def on_screen(widget):
    """How wide it is on the screen."""
    return widget.mapToGlobal(QPoint(widget.width(), 0)).x() - widget.mapToGlobal(QPoint(0, 0)).x()


def legend(window):
    """Where the legend of the view is painted."""
    return window.viewport._overlay.cards(window.viewport.view)[1]


@pytest.fixture
def leaving(window, hand):
    """The window; it presents nothing after the test."""
    yield window
    if window.pages.presentation.is_on:
        window.pages.presentation.switch()
    hand.rest()


def test_f6_shows_the_page_larger_beside_the_view_and_esc_brings_all_back(leaving, hand):
    window = leaving
    window.pages.navigation.show_page("algorithm")
    hand.rest()
    bar = window.pages.dynamics.page("algorithm").widget.part("bar.steps.play")

    def layout():
        widths = [dock.width() for dock in window.docks.values() if dock.isVisible()]
        return shown(window), widths, on_screen(bar), on_screen(window.bars.transport.time_field), legend(window).height()

    before, menu = layout(), QApplication.font("QMenu").pixelSize()
    press(window, hand, Key.Key_F6)
    assert shown(window) == {"dynamics"}
    assert QApplication.font("QMenu").pixelSize() == round(LARGER * menu)
    assert layout()[2:] == pytest.approx([LARGER * size for size in before[2:]], abs=1.0)
    assert legend(window).contains(QRectF(window.viewport.legend_controls.button.geometry()))
    assert not window.bars.status.isVisible()
    assert not window.bars.view.left.isVisible()
    press(window, hand, Key.Key_5, Key.Key_F9)  # another workspace meanwhile, whose docks stay away
    assert shown(window) == {"laboratory"}
    press(window, hand, Key.Key_7)
    assert shown(window) == {"phases"}
    press(window, hand, Key.Key_8)
    assert shown(window) == {"compare"}
    press(window, hand, Key.Key_6, Key.Key_Escape)
    assert layout() == before
    assert QApplication.font("QMenu").pixelSize() == menu
    assert window.bars.status.isVisible()
    assert window.bars.view.left.isVisible()


def test_page_down_steps_the_algorithm_whatever_has_the_keyboard_and_the_clock_beside_other_pages(leaving, hand):
    window = leaving
    window.pages.navigation.show_page("algorithm")
    hand.rest()
    page = window.pages.dynamics.page("algorithm")
    page.widget.part("bar.steps.to_start").click()
    press(window, hand, Key.Key_F6, Key.Key_PageDown, Key.Key_Right, Key.Key_Left)
    assert page.settings.at == 1
    field, magnifier = page.widget.part("reference"), window.docks["dynamics"].widget()
    (item,) = magnifier.scene().items()
    scroll_to(field)
    hand.rest()
    spot = magnifier.mapFromScene(item.mapToScene(field.mapTo(item.widget(), field.rect().center())))
    QTest.mouseClick(magnifier.viewport(), Qt.MouseButton.LeftButton, pos=spot)  # it takes the keyboard
    press(window, hand, Key.Key_PageDown, Key.Key_PageDown, Key.Key_PageUp)
    assert page.settings.at == 2
    press(window, hand, Key.Key_1)
    window.session.playback.to_start()
    press(window, hand, Key.Key_PageDown, Key.Key_Right)
    assert window.session.playback.time == pytest.approx(2 * window.session.settings.dt)
    press(window, hand, Key.Key_Escape, Key.Key_PageDown)
    assert window.session.playback.time == pytest.approx(2 * window.session.settings.dt)


def test_page_down_gives_hints_and_answers_that_were_known_already_and_keeps_none_of_it(leaving, hand):
    window = leaving
    window.pages.navigation.show_page("exercises")
    binding = window.pages.laboratory.page("exercises")
    sheet = binding.widget.sheet
    binding.open("scara_forces")
    hand.wait_until(lambda: binding.robot.is_there and binding.robot.is_at(binding.start_q))
    while not sheet.answer.isVisible():
        sheet.help_requested.emit()
        hand.rest()
    kept = window.preferences.exercise_states, window.preferences.exercise_efforts
    press(window, hand, Key.Key_F6)
    assert not sheet.answer.isVisible()
    assert not sheet.hints.isVisible()
    press(window, hand, Key.Key_PageDown)
    assert sheet.hints.isVisible()
    while not sheet.answer.isVisible():
        press(window, hand, Key.Key_PageDown)
    answered = sheet.question.text
    press(window, hand, Key.Key_PageDown)
    assert sheet.question.text != answered
    assert not sheet.answer.isVisible()
    press(window, hand, Key.Key_PageUp, Key.Key_Escape)
    assert sheet.answer.isVisible()
    assert (window.preferences.exercise_states, window.preferences.exercise_efforts) == kept
    binding.restart()
    binding.close()


def test_lists_and_letters_of_a_page_that_is_seen_larger_are_where_it_shows_them(leaving, hand):
    window = leaving
    window.pages.navigation.show_page("equation")
    press(window, hand, Key.Key_F6)
    dock, page = window.docks["dynamics"], window.pages.dynamics.page("equation").widget
    head = next(one for one in page.findChildren(SectionHead) if one.isVisible())
    written = painted_texts(head)[0]
    at = head.mapToGlobal((written.left + QPointF(3.0, 0.0)).toPoint())
    QApplication.sendEvent(dock, QHelpEvent(QEvent.Type.ToolTip, dock.mapFromGlobal(at), at))
    assert "mass matrix" in QToolTip.text()
    window.pages.navigation.show_page("jacobian")
    hand.rest()
    choice = next(one for one in window.pages.laboratory.page("jacobian").widget.findChildren(Choice) if one.isVisible())
    choice.set_options([f"link {k}" for k in range(100)], "link 60")
    choice.showPopup()
    hand.rest()
    popup = choice.view().window()
    assert popup is QApplication.activePopupWidget()
    assert popup.width() >= on_screen(choice)
    assert popup.screen().availableGeometry().contains(popup.geometry())
    row = choice.view().visualRect(choice.view().currentIndex())
    assert 0 <= row.top() < row.bottom() < choice.view().height()
    QTest.keyClick(choice.view(), Key.Key_Escape)
    hand.rest()
    assert window.pages.presentation.is_on
    assert not popup.isVisible()


@pytest.mark.journey
def test_page_down_sets_up_the_next_idea_of_the_course_and_shows_what_it_says(leaving, hand):
    window = leaving
    ideas = courses()[1].ideas
    sentence = window.viewport.findChild(Sentence)
    window.pages.course.look(ideas[0])
    hand.wait_until(lambda: window.pages.course.outline is not None)
    press(window, hand, Key.Key_F6)
    focused, table = [], window.panels.course.table
    listening = QApplication.instance().focusChanged.connect(lambda _, now: focused.append(now is table))
    press(window, hand, Key.Key_PageDown)
    hand.wait_until(lambda: window.pages.course.outline is not None)
    QObject.disconnect(listening)
    assert not any(focused)  # the table is not seen
    assert window.pages.course.idea is ideas[1]
    assert "course" not in shown(window)
    assert sentence.isVisible()
    assert sentence.text.endswith(f"{read_in(ideas[1].title)}. {read_in(ideas[1].text)}")
    assert sentence.height() == sentence.heightForWidth(window.viewport.width())
    press(window, hand, Key.Key_5)
    assert not sentence.isVisible()
    press(window, hand, Key.Key_9)
    press(window, hand, Key.Key_PageUp)
    hand.wait_until(lambda: window.pages.course.outline is not None)
    assert window.pages.course.idea is ideas[0]
    press(window, hand, Key.Key_Escape)
    assert "course" in shown(window)
    assert not sentence.isVisible()
