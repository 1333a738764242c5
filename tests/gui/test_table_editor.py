"""The editor of a Denavit-Hartenberg table, by mouse and keys in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from torseur import robots, sim

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def tables(window, hand, monkeypatch):
    """The window on a new table; what is not saved is thrown away in the end."""
    asked = []

    monkeypatch.setattr(window.dialogs, "ask_to_save", lambda name, *_: asked.append(name) or "discard")
    window.documents.tables.asked = asked
    QTest.keyClick(window.viewport, Qt.Key.Key_N, CONTROL)
    hand.rest()
    yield window.documents.tables
    window.open("welcome")


def cell(window, row, key):
    return window.panels.table.grid.fields[row, key]


def type_into(field, text, hand):
    QTest.mouseClick(field, LEFT)
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    hand.rest()


def click(widget, hand):
    QTest.mouseClick(widget, LEFT)
    hand.rest()


def undo(window, hand, key=Qt.Key.Key_Z):
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, key, CONTROL)
    hand.rest()


def names(window):
    """Of the joints, without the robot's own, which is before them where there is a floor too."""
    return tuple(name.split("/")[-1] for name in window.session.model.joint_names)


def move(window, joint, value):
    whole = next(name for name in window.session.model.joint_names if name.split("/")[-1] == joint)
    window.session.move_joint(whole, value)


def tool(window):
    model = window.session.model
    frame = next(name for name in model.frame_names if name.split("/")[-1] == "tool")
    return sim.frame_pose(model, window.session.q, frame)[:3, 3]


def test_a_new_table_is_two_joints_an_edit_is_a_new_robot_at_once_and_the_pose_is_kept(window, tables, hand):
    assert window.workspaces.current == "table"
    assert names(window) == ("joint1", "joint2")
    np.testing.assert_allclose(tool(window), [0.9, 0.0, 0.0], atol=1e-12)
    camera = window.viewport.view.camera
    type_into(cell(window, 1, "a"), "0.7", hand)
    np.testing.assert_allclose(tool(window), [1.2, 0.0, 0.0], atol=1e-12)
    assert window.viewport.view.camera == camera
    assert tables.unsaved
    undo(window, hand)
    np.testing.assert_allclose(tool(window), [0.9, 0.0, 0.0], atol=1e-12)
    assert cell(window, 1, "a").text() == "0.4"
    move(window, "joint1", 0.5)
    type_into(cell(window, 0, "d"), "0.2", hand)
    np.testing.assert_allclose(window.session.q, [0.5, 0.0])
    assert tool(window)[2] == pytest.approx(0.2)
    type_into(cell(window, 0, "name"), "hip", hand)
    assert names(window) == ("hip", "joint2")
    np.testing.assert_allclose(window.session.q, [0.5, 0.0])


def test_a_wrong_value_is_refused_at_its_cell_and_nothing_changes(window, tables, hand):
    table = tables.table
    field = cell(window, 0, "name")
    type_into(field, "joint2", hand)
    assert field.refused
    assert field.toolTip() == "a second joint is named 'joint2'"
    assert tables.table is table
    QTest.keyClick(field, Qt.Key.Key_Escape)
    field = cell(window, 0, "a")
    type_into(field, "0.5.1", hand)
    assert field.refused
    assert tables.table is table
    QTest.keyClick(field, Qt.Key.Key_Escape)
    lower = window.panels.table.lower_limit
    type_into(lower, "270", hand)
    assert lower.refused
    assert lower.toolTip() == "joint 'joint1': lower 270 is above upper 180"
    QTest.keyClick(lower, Qt.Key.Key_Escape)
    assert tables.table is table


@pytest.mark.journey
def test_rows_are_added_removed_moved_and_undone(window, tables, hand):
    editor = window.panels.table
    click(editor.add_button, hand)
    assert names(window) == ("joint1", "joint3", "joint2")
    click(editor.down_button, hand)
    assert names(window) == ("joint3", "joint1", "joint2")
    click(editor.remove_button, hand)
    assert window.session.model.nq == 2
    for expected in (("joint3", "joint1", "joint2"), ("joint1", "joint3", "joint2"), ("joint1", "joint2")):
        undo(window, hand)
        assert names(window) == expected
    assert not window.session.undo_stack.canUndo()


def test_a_joint_becomes_prismatic_and_the_other_convention_is_the_same_robot(window, tables, hand):
    type_into(cell(window, 0, "alpha"), "90", hand)
    type_into(cell(window, 0, "d"), "0.3", hand)
    move(window, "joint2", 0.7)
    before = tool(window)
    segment = window.panels.table.convention.button("modified")
    click(segment, hand)
    assert tables.table.convention == "modified"
    np.testing.assert_allclose(tool(window), before, atol=1e-12)
    assert tables.table.joints[1].alpha == 90.0
    assert window.panels.table.convention.choice == "modified"
    undo(window, hand)
    assert tables.table.convention == "standard"
    click(window.panels.table.reread, hand)
    assert tables.table.convention == "modified"
    assert tables.table.joints[0].alpha == 90.0
    assert np.abs(tool(window) - before).max() > 0.1
    QTest.keyClick(window.viewport, Qt.Key.Key_N, CONTROL)
    hand.rest()
    choice = cell(window, 1, "kind")
    QTest.mouseClick(choice, LEFT)
    hand.rest()
    QTest.keyClick(choice.view(), Qt.Key.Key_Down)
    QTest.keyClick(choice.view(), Qt.Key.Key_Return)
    hand.rest()
    assert tables.table.joints[1].kind == "prismatic"
    assert window.session.model.upper[1] == pytest.approx(0.3)
    move(window, "joint2", 0.25)
    assert tool(window)[2] == pytest.approx(0.25)


def test_base_and_tool_are_edited_in_radians_and_frames_are_drawn_only_beside_their_table(window, tables, hand):
    labels = [arrow.label for arrow in window.drawing.picture.overlays.arrows]
    assert labels == ["x₀", "z₀", "x₁", "z₁", "x₂", "z₂", "a₁", "a₂"]
    window.use_workspace("kinematics")
    hand.rest()
    assert not any(arrow.label == "x₀" for arrow in window.drawing.picture.overlays.arrows)
    window.use_workspace("table")
    hand.rest()
    type_into(window.panels.table.places["tool.2"], "0.1", hand)
    type_into(window.panels.table.places["base.3"], "90", hand)
    np.testing.assert_allclose(tool(window), [0.9, -0.1, 0.0], atol=1e-12)
    window.preferences.angle_unit = "rad"
    assert window.panels.table.places["base.3"].text() == "1.571"
    type_into(cell(window, 0, "theta"), "0.5", hand)
    assert tables.table.joints[0].theta == pytest.approx(np.degrees(0.5))
    window.preferences.angle_unit = "deg"


def test_formulas_come_from_another_process_and_are_copied(window, tables, hand):
    editor = window.panels.table
    hand.wait_until(
        lambda: not tables.formulas.job.running and editor.formulas.pose.entries and editor.formulas.copy_latex.isEnabled(),
        60.0,
    )
    assert editor.formulas.pose.entries[0] == ("c₁₂", "−s₁₂", "0", "a₁·c₁ + a₂·c₁₂")
    assert editor.formulas.jacobian.entries[0] == ("−a₁·s₁ − a₂·s₁₂", "−a₂·s₁₂")
    click(editor.formulas.copy_numpy, hand)
    assert "def J(theta1, theta2, a1=0.5, a2=0.4):" in QGuiApplication.clipboard().text()
    could_copy = []

    def give_up():  # as soon as it is looked for: it is found in a moment
        could_copy.append(editor.formulas.copy_numpy.isEnabled())
        QTest.mouseClick(editor.formulas.cancel, Qt.MouseButton.LeftButton)

    tables.formulas.job.started.connect(give_up)
    type_into(cell(window, 0, "alpha"), "17.123", hand)
    hand.wait_until(lambda: bool(could_copy))
    tables.formulas.job.started.disconnect(give_up)
    assert could_copy == [False]
    assert not tables.formulas.job.running
    assert editor.formulas.note.text == "No formulas. Given up."


def test_a_table_is_saved_and_read_again(window, tables, hand, tmp_path):
    type_into(cell(window, 0, "d"), "0.25", hand)
    path = tmp_path / "mine.toml"
    assert tables.save_to(path)
    assert not tables.unsaved
    assert robots.read_dh_table(path).rows[0].d == 0.25
    assert window.windowTitle() == "mine.toml – Torseur"
    type_into(cell(window, 0, "d"), "0.5", hand)
    assert tables.unsaved
    QTest.keyClick(window.viewport, Qt.Key.Key_S, CONTROL)
    hand.rest()
    assert robots.read_dh_table(path).rows[0].d == 0.5
    assert robots.load(path).body_names == ("base", "link1", "link2")
    assert robots.load(path).bodies[1].visuals == ()  # sticks are drawn, and not saved


def test_unsaved_work_is_asked_for_before_it_is_lost(window, tables, hand):
    type_into(cell(window, 0, "d"), "0.25", hand)
    table = tables.table
    window.dialogs.ask_to_save = lambda *_: "cancel"
    assert not window.open("scara")
    assert tables.table is table
    assert not window.close()
    assert window.isVisible()
    window.dialogs.ask_to_save = lambda *_: "discard"
    assert window.open("scara")


def test_a_robot_without_a_table_gets_one(window, tables, hand):
    window.open("ur5")
    window.use_workspace("table")
    hand.rest()
    editor = window.panels.table
    assert editor.none.text == "This robot is not given as a Denavit-Hartenberg table."
    click(editor.make, hand)
    assert len(tables.table.joints) == 6
    assert window.windowTitle() == "ur5.toml – Torseur"
    assert tables.unsaved


def test_a_robot_whose_limits_no_table_can_have_is_told_so(window, tables, hand, tmp_path):
    robot = tmp_path / "still.urdf"
    robot.write_text(
        '<robot name="still"><link name="base"/><link name="arm"><inertial><mass value="1"/>'
        '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        '<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>'
        '<limit lower="-1" upper="1" effort="5" velocity="0"/></joint></robot>'
    )
    window.open(str(robot))
    window.use_workspace("table")
    hand.rest()
    messages = []
    window.session.message.connect(lambda *message: messages.append(message))
    click(window.panels.table.make, hand)
    assert [(title, kind) for title, _, kind in messages] == [("This robot is not a table.", "warning")]
    assert "velocity: expected a number > 0" in messages[0][1]
    assert window.session.document.name == "still.urdf"


def test_a_shipped_table_keeps_its_poses_when_a_row_goes(window, tables, hand):
    window.open("arm_6r")
    window.use_workspace("table")
    hand.rest()
    window.panels.table.grid.choose(5)
    click(window.panels.table.remove_button, hand)
    assert window.session.model.nq == 5
    assert tables.table.poses["ready"] == (25.0, -5.0, 20.0, 0.0, 60.0)


def test_reading_a_table_again_asks_before_its_edits_are_lost(window, tables, hand, tmp_path):
    path = tmp_path / "mine.toml"
    assert tables.save_to(path)
    type_into(cell(window, 0, "d"), "0.5", hand)
    tables.asked.clear()
    window.dialogs.ask_to_save = lambda name, *_: tables.asked.append(name) or "cancel"
    assert not window.documents.files.reload()
    assert len(tables.asked) == 1
    assert tables.table.joints[0].d == 0.5
    assert tables.unsaved
    window.dialogs.ask_to_save = lambda *_: "discard"
    assert window.documents.files.reload()
    hand.wait_until(lambda: not tables.unsaved)
    assert tables.table.joints[0].d == 0.0
    assert window.workspaces.current == "table"
    type_into(cell(window, 0, "d"), "0.25", hand)
    window.dialogs.ask_to_save = lambda *_: "save"
    assert window.documents.files.reload()
    hand.wait_until(lambda: not window.documents.files.busy)
    assert tables.table.joints[0].d == 0.25
    assert robots.read_dh_table(path).rows[0].d == 0.25


def test_a_file_that_another_program_changed_is_saved_over_only_after_a_question(window, tables, hand, tmp_path, monkeypatch):
    path = tmp_path / "mine.toml"
    assert tables.save_to(path)
    ours = path.read_text()
    type_into(cell(window, 0, "d"), "0.5", hand)
    path.write_text(ours.replace('name = "joint1"', 'name = "theirs"'))
    theirs, asked, answer = path.read_text(), [], False
    assert theirs != ours
    monkeypatch.setattr(window.dialogs, "ask_to_replace", lambda name, _: asked.append(name) or answer)
    assert not tables.save()
    assert asked == ["mine.toml"]
    assert path.read_text() == theirs
    assert tables.unsaved
    answer = True
    assert tables.save()
    assert len(asked) == 2
    assert robots.read_dh_table(path).rows[0].d == 0.5
    type_into(cell(window, 0, "d"), "0.25", hand)
    assert tables.save()  # it says what was saved: no question
    assert len(asked) == 2


@pytest.mark.parametrize("document", ["incline_30"])
def test_where_there_is_no_table_a_button_makes_a_new_one_and_one_offers_robots(window, hand):
    window.use_workspace("table")
    editor = window.panels.table
    assert not editor.make.isVisible()
    click(editor.open, hand)
    assert window.bars.browser.isVisible()
    QTest.keyClick(window.bars.browser, Qt.Key.Key_Escape)
    hand.rest()
    click(editor.new, hand)
    assert window.documents.tables.table is not None
    window.dialogs.ask_to_save = lambda *_: "discard"
    window.open("welcome")
