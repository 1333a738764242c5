"""The bar that plays, pressed and typed into."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT
from torseur.ui.time_bar.speed_button import SPEEDS, speed_text
from torseur.ui.time_bar.transport import Transport

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SIGNALS = (
    "play_requested",
    "pause_requested",
    "step_requested",
    "start_requested",
    "end_requested",
    "speed_chosen",
    "seek_requested",
    "duration_entered",
    "loop_switched",
    "save_requested",
)


@pytest.fixture
def bar(qapp, qtbot):
    apply_style(qapp, LIGHT)
    bar = Transport()
    qtbot.addWidget(bar)
    bar.resize(1280, 64)
    bar.show_span(0.0, 2.0, 3.0)
    with qtbot.waitExposed(bar):
        bar.show()
    bar.activateWindow()
    return bar


@pytest.fixture
def heard(bar):
    said = []
    for name in SIGNALS:
        getattr(bar, name).connect(lambda *values, name=name: said.append((name, *values)))
    return said


def type_into(field, text, qtbot):
    QTest.mouseClick(field, LEFT)
    qtbot.waitUntil(field.hasFocus)
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_what_the_program_shows_is_silent_and_seen(bar, heard):
    bar.show_playing(True)
    bar.show_speed(0.5)
    bar.show_loop(True)
    bar.show_time(1.204)
    bar.show_span(0.0, 2.5, 4.0)
    assert heard == []
    assert bar.speed_button.text() == "×0.5"
    assert bar.loop_button.isChecked()
    assert bar.time_field.text() == "1.204"
    assert bar.end_field.text() == "4.000"
    assert bar.timeline.time == 1.204


def test_a_tip_in_sight_changes_with_its_button(bar, qtbot):
    button = bar.play_button
    bar.show_playing(True)
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    QToolTip.showText(button.mapToGlobal(button.rect().center()), button.toolTip(), button)
    qtbot.waitUntil(QToolTip.isVisible)
    bar.show_playing(False)
    assert QToolTip.text() == button.toolTip() == "Play (Space)"
    QToolTip.hideText()


def test_every_button_asks_for_its_own(bar, heard):
    for button in (bar.start_button, bar.back_button, bar.play_button, bar.forward_button, bar.end_button, bar.loop_button):
        QTest.mouseClick(button, LEFT)
    bar.show_playing(True)
    QTest.mouseClick(bar.play_button, LEFT)
    assert heard == [
        ("start_requested",),
        ("step_requested", -1),
        ("play_requested",),
        ("step_requested", 1),
        ("end_requested",),
        ("loop_switched", True),
        ("pause_requested",),
    ]


def test_playing_that_waits_is_seen_and_pressed_again_taken_back(bar, heard):
    name, picture = bar.play_button.accessibleName(), bar.play_button.grab().toImage()
    bar.show_waiting(True)
    assert bar.play_button.accessibleName() == "Plays as soon as it can: take that back"
    assert bar.play_button.grab().toImage() != picture
    QTest.mouseClick(bar.play_button, LEFT)
    assert heard == [("pause_requested",)]
    bar.show_waiting(False)
    assert bar.play_button.accessibleName() == name


def test_a_time_typed_is_sought_a_duration_at_the_end_and_one_outside_is_refused(bar, heard, qtbot):
    type_into(bar.time_field, "1.5", qtbot)
    type_into(bar.time_field, "9", qtbot)
    assert heard == [("seek_requested", 1.5)]
    assert bar.time_field.refused
    assert bar.time_field.toolTip() == "From 0 s to 3.000 s."
    heard.clear()
    type_into(bar.end_field, "5", qtbot)
    type_into(bar.end_field, "-1", qtbot)
    assert heard == [("duration_entered", 5.0)]
    assert bar.end_field.refused


def test_the_time_follows_the_cursor_while_it_is_dragged(bar, heard):
    line = bar.timeline
    QTest.mousePress(line, LEFT, PLAIN, QPoint(round(line.x_of(1.0)), 32))
    bar.show_time(0.1)
    assert bar.time_field.text() == f"{line.time:.3f}"
    assert heard == [("seek_requested", pytest.approx(1.0, abs=0.01))]
    QTest.mouseRelease(line, LEFT)
    assert bar.time_field.text() == "0.100"


def test_a_speed_is_taken_from_the_menu_by_arrow_keys_or_typed(bar, heard, qtbot):
    button = bar.speed_button
    QTest.mouseClick(button, LEFT)
    menu = button.menu_of_speeds
    qtbot.waitUntil(menu.isVisible)
    tenth = next(action for action in menu.actions() if action.text().startswith("10 %"))
    QTest.mouseClick(menu, LEFT, PLAIN, menu.actionGeometry(tenth).center())
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Up)
    assert heard == [("speed_chosen", 0.1), ("speed_chosen", 0.25)]
    heard.clear()
    button = bar.speed_button
    QTest.mouseClick(button, LEFT)
    qtbot.waitUntil(button.menu_of_speeds.isVisible)
    type_into(button.field, "500", qtbot)
    assert button.field.refused
    type_into(button.field, "37.5", qtbot)
    assert heard == [("speed_chosen", 0.375)]
    assert button.text() == "×0.375"
    assert not button.menu_of_speeds.isVisible()


def test_speeds_are_written_as_factors():
    assert [speed_text(speed) for speed in SPEEDS] == ["×0.001", "×0.01", "×0.05", "×0.1", "×0.25", "×0.5", "×1.0"]


def test_the_menu_of_saving_says_what_to_save(bar, heard, qtbot):
    QTest.mouseClick(bar.save_button, LEFT)
    menu = bar.save_menu
    qtbot.waitUntil(menu.isVisible)
    for action in menu.actions():
        action.trigger()
    menu.close()
    assert [said[1] for said in heard] == ["recording", "video", "picture", "data"]


def test_at_1280_pixels_nothing_is_cut_and_long_times_lose_decimals_and_not_digits(bar):
    widths = {
        child.accessibleName(): (child.x(), child.x() + child.width()) for child in bar.children() if child.isWidgetType()
    }
    assert max(right for _, right in widths.values()) <= 1280
    assert bar.timeline.width() > 560
    assert bar.minimumSizeHint().width() < 900
    bar.show_span(0.0, 0.0, 12.0)
    bar.show_time(1.23456)
    assert bar.time_field.text() == "1.235"
    bar.show_span(0.0, 0.0, 150.0)
    assert bar.time_field.text() == "1.23"
