"""Keys pressed in the real window go where a person expects them: they are sent to the window, not to a widget."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

LEFT = Qt.MouseButton.LeftButton


def press(window, *keys, modifiers=Qt.KeyboardModifier.NoModifier):
    """Press keys one after the other, whatever has the keyboard."""
    for one in keys:
        QTest.keyClick(window.windowHandle(), one, modifiers)


def typed(window, field, text):
    """Click into a field, type, and press Enter."""
    QTest.mouseClick(field, LEFT)
    press(window, *text, Qt.Key.Key_Return)


def test_the_first_step_of_the_readme_45_enter_h_takes_the_robot_home(window, hand):
    field = window.panels.joints.row("arm/elbow").field
    place = window.session.model.joint_slices()["arm/elbow"][0]
    home = window.session.q.copy()
    typed(window, field, "45")
    assert window.session.q[place][0] == pytest.approx(np.radians(45.0), rel=1e-12)
    press(window, Qt.Key.Key_H)
    assert np.array_equal(window.session.q, home)
    assert "h" not in field.text()
    press(window, Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    assert window.session.q[place][0] == pytest.approx(np.radians(45.0), rel=1e-12)


def test_after_a_speed_of_50_and_enter_space_plays(window, hand):
    window.bars.transport.speed_button.click()
    field = window.bars.transport.speed_button.field
    hand.wait_until(field.isVisible)
    QTest.mouseClick(field, LEFT)
    QTest.keyClicks(field, "50")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.session.playback.speed == 0.5
    hand.wait_until(lambda: QApplication.activePopupWidget() is None)  # it would have the key
    hand.rest()
    press(window, Qt.Key.Key_Space)
    hand.wait_until(lambda: window.session.playback.playing)


def test_what_is_refused_keeps_the_keyboard_so_that_it_can_be_put_right(window, hand):
    field = window.panels.joints.row("arm/elbow").field
    typed(window, field, "500")
    assert field.refused
    assert field.hasFocus()
    press(window, Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    assert not field.hasFocus()


def test_enter_goes_down_a_column_of_the_table_and_gives_the_keyboard_back_at_its_end(window, hand):
    assert window.open("scara")
    window.use_workspace("table")
    hand.rest()
    fields = window.panels.table.grid.fields
    last = max(row for row, _ in fields)
    QTest.mouseClick(fields[0, "a"], LEFT)
    for row in range(last):
        assert fields[row, "a"].hasFocus()
        press(window, Qt.Key.Key_Return)
    press(window, Qt.Key.Key_Return)
    assert window.viewport.hasFocus()


@pytest.mark.parametrize("start", ["viewport", "nothing", "field"])
def test_tab_moves_the_keyboard_and_f9_folds_the_panels_whatever_has_the_keyboard(window, hand, start):
    docks = [dock for dock in window.docks.values() if dock.isVisible()]
    if start == "viewport":
        window.viewport.setFocus()
    elif start == "field":
        window.panels.joints.row("arm/elbow").field.setFocus()
    else:
        QApplication.focusWidget().clearFocus()
    for _ in range(2):
        before = QApplication.focusWidget()
        press(window, Qt.Key.Key_Tab)
        assert all(dock.isVisible() for dock in docks)
        assert QApplication.focusWidget() not in (before, None)
    press(window, Qt.Key.Key_F9)
    assert not any(dock.isVisible() for dock in docks)
    press(window, Qt.Key.Key_F9)
    assert all(dock.isVisible() for dock in docks)


def test_a_decimal_comma_is_a_point(window, hand):
    field = window.panels.joints.row("arm/elbow").field
    place = window.session.model.joint_slices()["arm/elbow"][0]
    typed(window, field, "-30,5")
    assert window.session.q[place][0] == pytest.approx(np.radians(-30.5), rel=1e-12)
    typed(window, field, "1,234")
    assert field.refused
    assert "1.234 or 1234" in field.toolTip()
