"""Scenes that are made and edited in the real window, by mouse and keys."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

LEFT = Qt.MouseButton.LeftButton


def test_a_robot_stands_on_the_ground_at_one_click_and_simulates(window, hand):
    window.open("arm_6r")
    window.joints.choose_pose("ready")
    hand.rest()
    q = window.session.q.copy()
    QTest.mouseClick(window.panels.joints.buttons.scene, LEFT)
    hand.wait_until(lambda: window.session.document.kind == "scene")
    hand.rest()
    np.testing.assert_array_equal(window.session.q, q)
    assert window.session.document.reference == ""
    assert "arm_6r" in window.windowTitle()
    QTest.keyClick(window.viewport, Qt.Key.Key_Space)
    hand.wait_until(lambda: window.session.playback.reached > 0.05)
    QTest.keyClick(window.viewport, Qt.Key.Key_Space)
    assert abs(window.session.q - q).max() < 1e-3  # it is held


def test_a_scene_is_made_of_a_robot_alone(window, hand):
    window.open("falling_brick")
    told = []
    window.session.message.connect(lambda *words: told.append(words))
    QTest.keyClick(window.viewport, Qt.Key.Key_G, Qt.KeyboardModifier.ShiftModifier)
    hand.rest()
    assert told[0][1] == "A scene is made of a robot that is open by itself."
    assert window.session.document.name == "falling_brick"
