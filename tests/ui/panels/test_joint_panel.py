"""The panel of joints: dragged, typed, searched, folded; and its poses."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QRadioButton

from torseur.sim.errors import UnknownNameError
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT
from torseur.ui.panels.joints.joint_panel import JointPanel
from torseur.ui.panels.joints.values import JointGroup, JointSpec
from torseur.ui.window.dock import Dock

LEFT = Qt.MouseButton.LeftButton
NAMES = ("shoulder pan", "shoulder lift", "elbow", "wrist 1", "wrist 2", "wrist 3")
ARM = JointGroup("UR5 arm", tuple(JointSpec(f"arm/{name}", name, True, -math.tau, math.tau) for name in NAMES))
LIFT = JointGroup("lift", (JointSpec("lift/column", "column", False, 0.0, 0.4),))
SIGNALS = (
    "moved", "released", "selected", "home_requested", "zero_requested", "random_requested", "unit_chosen", "pose_chosen",
    "pose_store_requested",
)  # fmt: skip


@pytest.fixture
def panel(qapp, qtbot):
    apply_style(qapp, LIGHT)
    panel = JointPanel()
    panel.set_joints((ARM, LIFT))
    panel.set_poses(("home", "folded"))
    dock = Dock("Joints", "joints", panel, tools=(panel.unit_switch, panel.search_button))
    qtbot.addWidget(dock)
    dock.resize(276, 400)
    dock.show()
    qtbot.waitExposed(dock)
    dock.activateWindow()
    return panel


@pytest.fixture
def heard(panel):
    said = []
    for name in SIGNALS:
        getattr(panel, name).connect(lambda *values, name=name: said.append((name, *values)))
    return said


def in_sight(panel):
    return [name for name in panel.rows if panel.row(name).isVisible()]


def test_what_the_program_shows_is_silent(panel, heard):
    panel.show_positions({"arm/elbow": 1.0, "lift/column": 0.1, "not here": 3.0})
    panel.show_selected("arm/elbow")
    panel.set_unit("rad")
    panel.show_pose("home")
    panel.set_poses(("home", "other"))
    panel.set_joints((LIFT,))
    assert heard == []


def test_positions_are_shown_in_the_unit_chosen(panel):
    panel.show_positions({"arm/elbow": math.radians(74.0), "lift/column": 0.1})
    assert panel.row("arm/elbow").field.text() == "74.00"
    panel.set_unit("rad")
    assert panel.row("arm/elbow").field.text() == "1.292"
    assert panel.row("lift/column").field.text() == "0.1000"


def test_dragging_a_slider_says_which_joint_moves_and_when_it_ends(panel, heard):
    slider = panel.row("arm/elbow").slider
    at = QPoint(round(slider.x_of(math.pi)), slider.height() // 2)
    QTest.mouseClick(slider, LEFT, Qt.KeyboardModifier.NoModifier, at)
    moves = [(said[1], said[2]) for said in heard if said[0] == "moved"]
    assert moves == [("arm/elbow", pytest.approx(math.pi, abs=0.05))]
    assert heard[-1] == ("released",)


def test_a_press_on_a_row_selects_its_joint_once(panel, heard):
    row = panel.row("arm/shoulder lift")
    for _ in range(2):
        QTest.mouseClick(row, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(60, 18))
    assert heard == [("selected", "arm/shoulder lift")]
    assert row.is_selected


def test_a_joint_selected_elsewhere_is_unfolded_and_brought_into_sight(panel, heard):
    QTest.mouseClick(panel.sections[1].title, LEFT)
    panel.show_selected("lift/column")
    row = panel.row("lift/column")
    assert row.isVisible()
    assert row.is_selected
    assert not row.visibleRegion().isEmpty()
    panel.show_selected("arm/elbow")
    assert not row.is_selected
    assert heard == []


def test_a_click_on_a_title_folds_its_group(panel):
    QTest.mouseClick(panel.sections[0].title, LEFT)
    assert in_sight(panel) == ["lift/column"]
    QTest.mouseClick(panel.sections[0].title, LEFT)
    assert len(in_sight(panel)) == 7


def test_the_unit_switch_changes_all_fields_and_says_so(panel, heard):
    radians = panel.unit_switch.findChildren(QRadioButton)[1]
    QTest.mouseClick(radians, LEFT)
    assert heard == [("unit_chosen", "rad")]
    assert panel.unit == "rad"


def test_searching_shows_only_what_matches_and_escape_shows_all_again(panel, qtbot):
    QTest.mouseClick(panel.search_button, LEFT)
    qtbot.waitUntil(panel.search_line.hasFocus)
    QTest.keyClicks(panel.search_line, "wrist 2")
    assert in_sight(panel) == ["arm/wrist 2"]
    assert panel.sections[0].title.note == "1 of 6 joints"
    QTest.keyClicks(panel.search_line, "x")
    assert in_sight(panel) == []
    assert panel.message.text == "No joint is called “wrist 2x”."
    QTest.keyClick(panel.search_line, Qt.Key.Key_Escape)
    assert not panel.search_button.isChecked()
    assert not panel.search_line.isVisible()
    assert len(in_sight(panel)) == 7


def test_enter_goes_from_the_search_to_what_was_found(panel, qtbot):
    QTest.mouseClick(panel.search_button, LEFT)
    qtbot.waitUntil(panel.search_line.hasFocus)
    QTest.keyClicks(panel.search_line, "column")
    QTest.keyClick(panel.search_line, Qt.Key.Key_Return)
    assert panel.row("lift/column").field.hasFocus()


def test_buttons_and_poses_ask(panel, heard):
    for button in (panel.buttons.home, panel.buttons.zero, panel.buttons.random, panel.poses.store_button):
        QTest.mouseClick(button, LEFT)
    table = panel.poses.table
    QTest.mouseClick(table.viewport(), LEFT, pos=table.row_rect(1).center())
    assert [said[0] for said in heard] == [
        "home_requested",
        "zero_requested",
        "random_requested",
        "pose_store_requested",
        "pose_chosen",
    ]
    assert heard[-1] == ("pose_chosen", "folded")


def test_tab_goes_from_above_to_below_even_after_new_joints(panel, qtbot):
    panel.set_joints((LIFT, ARM))
    first = panel.row("lift/column")
    first.field.setFocus()
    qtbot.waitUntil(first.field.hasFocus)
    QTest.keyClick(first.field, Qt.Key.Key_Tab)
    assert first.slider.hasFocus()
    QTest.keyClick(first.slider, Qt.Key.Key_Tab)
    QTest.keyClick(panel.window().focusWidget(), Qt.Key.Key_Tab)
    assert panel.row("arm/shoulder pan").field.hasFocus()


def test_a_scene_without_joints_says_so_and_offers_nothing(panel):
    panel.set_joints(())
    assert panel.message.text == "This scene has no joints to drag."
    assert panel.message.isVisible()
    assert not panel.buttons.isVisible()
    assert not panel.poses.isVisible()


def test_a_name_that_is_not_in_the_panel_is_refused_by_name(panel):
    with pytest.raises(UnknownNameError, match="arm/elbow"):
        panel.row("arm/elbo")
