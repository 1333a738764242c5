"""Poses by name."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT
from torseur.ui.panels.joints.pose_list import PoseList


@pytest.fixture
def poses(qapp, qtbot):
    apply_style(qapp, LIGHT)
    poses = PoseList()
    qtbot.addWidget(poses)
    poses.set_poses(("home", "folded", "ready"))
    poses.resize(260, 200)
    poses.show()
    qtbot.waitExposed(poses)
    poses.activateWindow()
    return poses


def test_the_pose_it_stands_in_is_marked_also_after_a_new_pose_was_kept(poses):
    poses.show_pose("folded")
    poses.set_poses(("home", "folded", "ready", "mine"))
    assert poses.current == "folded"
    assert [row.is_current for row in poses.rows] == [False, True, False, False]
    poses.show_pose("")
    assert not any(row.is_current for row in poses.rows)


def test_a_pose_is_taken_by_a_click_and_by_the_keyboard(poses, qtbot):
    taken = []
    poses.chosen.connect(taken.append)
    QTest.mouseClick(poses.rows[2], Qt.MouseButton.LeftButton)
    poses.rows[0].setFocus()
    qtbot.waitUntil(poses.rows[0].hasFocus)
    QTest.keyClick(poses.rows[0], Qt.Key.Key_Down)
    assert poses.rows[1].hasFocus()
    QTest.keyClick(poses.rows[1], Qt.Key.Key_Space)
    assert taken == ["ready", "folded"]


def test_showing_poses_is_silent(poses):
    heard = []
    poses.chosen.connect(heard.append)
    poses.set_poses(("home",))
    poses.show_pose("home")
    assert heard == []
    assert poses.names == ("home",)
