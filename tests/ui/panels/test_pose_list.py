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
    with qtbot.waitExposed(poses):
        poses.show()
    poses.activateWindow()
    return poses


def checked(poses):
    return [row.name for row in poses.table.rows if row.current]


def test_the_pose_it_stands_in_is_marked_also_after_a_new_pose_was_kept(poses):
    poses.show_pose("folded")
    poses.set_poses(("home", "folded", "ready", "mine"))
    assert poses.current == "folded"
    assert checked(poses) == ["folded"]
    poses.show_pose("")
    assert checked(poses) == []


def test_a_pose_is_taken_by_a_click_and_by_the_keyboard(poses, qtbot):
    taken = []
    poses.chosen.connect(taken.append)
    QTest.mouseClick(poses.table.viewport(), Qt.MouseButton.LeftButton, pos=poses.table.row_rect(2).center())
    poses.table.setFocus()
    qtbot.waitUntil(poses.table.hasFocus)
    QTest.keyClick(poses.table, Qt.Key.Key_Up)
    assert taken == ["ready"]
    QTest.keyClick(poses.table, Qt.Key.Key_Space)
    assert taken == ["ready", "folded"]


def test_showing_poses_is_silent(poses):
    heard = []
    poses.chosen.connect(heard.append)
    poses.set_poses(("home",))
    poses.show_pose("home")
    assert heard == []
    assert poses.names == ("home",)
