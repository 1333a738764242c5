"""The page Own problem in the real window: a block is drawn on two contacts by the mouse, and undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

LEFT = Qt.MouseButton.LeftButton


def test_a_force_is_drawn_and_dragged_by_the_mouse_and_undone(window, hand):
    window.navigation.show_page("own_problem")
    page = window.contact_laboratory.page("own_problem")
    hand.wait_until(lambda: page.sheet.has("forces.contacts") and not page.is_busy)
    canvas = page.widget.part("canvas")

    def forces():
        hand.wait_until(lambda: not page.is_busy)
        return [row[-1].value for row in page.sheet.block("forces.contacts").rows]

    page.widget.part("tool").chosen.emit("force")
    QTest.mousePress(canvas, LEFT, pos=canvas.point_of(-0.3 + 0.6j).toPoint())
    QTest.mouseMove(canvas, canvas.point_of(-0.3 + 1.1j).toPoint())
    assert page.settings.items[-1].size == pytest.approx(20.0, abs=1.0)
    QTest.mouseMove(canvas, canvas.point_of(-0.3 + 0.85j).toPoint())
    QTest.mouseRelease(canvas, LEFT, pos=canvas.point_of(-0.3 + 0.85j).toPoint())
    pull = page.settings.items[-1].size
    assert forces() == pytest.approx([9.81 - 0.75 * pull, 9.81 - 0.25 * pull])
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert forces() == pytest.approx([9.81 - (0.85 / 1.2) * pull, 9.81 - (0.35 / 1.2) * pull])
    for _ in range(2):
        window.session.undo_stack.undo()
    assert forces() == pytest.approx([9.81, 9.81])
    QTest.keyClick(canvas, Qt.Key.Key_Delete)
    assert len(page.settings.items) == 3
