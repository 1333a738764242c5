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
from torseur.ui.panels.joints.pose_list import PoseList
from torseur.ui.panels.joints.values import JointGroup, JointSpec
from torseur.ui.window.dock import Dock

LEFT = Qt.MouseButton.LeftButton


NAMES = ("shoulder pan", "shoulder lift", "elbow", "wrist 1", "wrist 2", "wrist 3")


ARM = JointGroup("UR5 arm", tuple(JointSpec(f"arm/{name}", name, True, -math.tau, math.tau) for name in NAMES))


LIFT = JointGroup("lift", (JointSpec("lift/column", "column", False, 0.0, 0.4),))


SIGNALS = (
    "moved",
    "released",
    "selected",
    "home_requested",
    "zero_requested",
    "random_requested",
    "unit_chosen",
    "pose_chosen",
    "pose_store_requested",
)


@pytest.fixture
def panel(qapp, qtbot):
    apply_style(qapp, LIGHT)
    panel = JointPanel()
    panel.set_joints((ARM, LIFT))
    panel.set_poses(("home", "folded"))
    dock = Dock("Joints", "joints", panel, tools=(panel.unit_switch, panel.search_button))
    qtbot.addWidget(dock)
    dock.resize(276, 400)
    with qtbot.waitExposed(dock):
        dock.show()
    dock.activateWindow()
    return panel


@pytest.fixture
def heard(panel):
    said = []
    for name in SIGNALS:
        getattr(panel, name).connect(lambda *values, name=name: said.append((name, *values)))
    return said


def in_sight(panel):
    return [name for name in panel.names if panel.row(name).isVisible()]


def test_what_the_program_shows_is_silent(panel, heard):
    panel.show_positions({"arm/elbow": 1.0, "lift/column": 0.1, "not here": 3.0})
    panel.show_selected("arm/elbow")
    panel.set_unit("rad")
    panel.show_pose("home")
    panel.set_poses(("home", "other"))
    panel.set_joints((LIFT,))
    assert heard == []


def test_dragging_a_slider_says_which_joint_moves_and_when_it_ends(panel, heard):
    slider = panel.row("arm/elbow").slider
    at = QPoint(round(slider.x_of(math.pi)), slider.height() // 2)
    QTest.mouseClick(slider, LEFT, Qt.KeyboardModifier.NoModifier, at)
    moves = [(said[1], said[2]) for said in heard if said[0] == "moved"]
    assert moves == [("arm/elbow", pytest.approx(math.pi, abs=0.05))]
    assert heard[-1] == ("released",)


def test_a_joint_is_selected_by_a_press_and_one_selected_elsewhere_is_brought_into_sight(panel, heard):
    row = panel.row("arm/shoulder lift")
    for _ in range(2):
        QTest.mouseClick(row, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(60, 18))
    assert heard == [("selected", "arm/shoulder lift")]
    assert row.is_selected
    heard.clear()
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


def test_positions_are_shown_in_the_unit_chosen_which_the_switch_tells(panel, heard):
    radians = panel.unit_switch.findChildren(QRadioButton)[1]
    QTest.mouseClick(radians, LEFT)
    assert heard == [("unit_chosen", "rad")]
    assert panel.unit == "rad"
    panel.set_unit("deg")
    panel.show_positions({"arm/elbow": math.radians(74.0), "lift/column": 0.1})
    assert panel.row("arm/elbow").field.text() == "74.00"
    panel.set_unit("rad")
    assert panel.row("arm/elbow").field.text() == "1.292"
    assert panel.row("lift/column").field.text() == "0.1000"


def test_searching_shows_only_what_matches_enter_goes_there_and_escape_shows_all_again(panel, qtbot):
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


CHAIN = JointGroup("chain", tuple(JointSpec(f"chain/j{k}", f"j{k}", True, -3.0, 3.0) for k in range(1000)))


@pytest.fixture
def chain(panel, qtbot):
    """The panel with a thousand joints, and the bar that scrolls it."""
    panel.set_joints((CHAIN, LIFT))
    qtbot.waitUntil(lambda: panel.height() > 1000 * 60)
    around = panel.parentWidget().parentWidget()
    return panel, around.verticalScrollBar()


def made(panel):
    return [row.spec.name for section in panel.sections for row in section.rows]


def in_view(panel):
    return [row for section in panel.sections for row in section.rows if not row.visibleRegion().isEmpty()]


def test_of_a_thousand_joints_only_rows_in_sight_are_made_and_they_show_what_is_so(chain, qtbot):
    panel, bar = chain
    panel.show_positions({f"chain/j{k}": k / 1000 for k in range(1000)})
    assert len(made(panel)) < 20
    for place in (bar.maximum() // 2, bar.maximum(), 0, bar.maximum() // 3):
        bar.setValue(place)
        shown = in_view(panel)
        assert len(shown) >= 3
        covered = sum(row.visibleRegion().boundingRect().height() for row in shown)
        assert covered >= 0.4 * panel.parentWidget().height()  # else: the buttons below all rows
        for row in shown:
            if row.spec.name.startswith("chain"):
                assert row.value == int(row.spec.name[len("chain/j") :]) / 1000
    assert len(made(panel)) < 60


def test_a_row_that_was_not_in_sight_is_selected_searched_and_folded_like_all_others(chain, heard, qtbot):
    panel, _ = chain
    panel.show_selected("chain/j700")
    row = panel.row("chain/j700")
    assert row.is_selected
    assert not row.visibleRegion().isEmpty()
    assert row.y() == panel.row("chain/j699").y() + row.height()
    panel.search_button.setChecked(True)
    panel.search_line.setText("j999")
    assert [spec.name for section in panel.sections for spec in section.found] == ["chain/j999"]
    qtbot.waitUntil(lambda: not panel.row("chain/j999").visibleRegion().isEmpty())
    panel.search_line.setText("j99")
    qtbot.waitUntil(lambda: len(in_view(panel)) >= 4)
    panel.search_line.clear()
    panel.set_unit("rad")
    panel.show_positions({"chain/j500": 0.25})
    assert panel.row("chain/j500").field.text() == "0.2500"
    panel.sections[0].fold(True)
    assert not panel.row("chain/j400").isVisible()
    assert heard == []


def test_tab_goes_through_all_rows_also_those_that_are_not_made_yet(chain, qtbot):
    panel, bar = chain
    first = panel.row("chain/j500")
    first.field.setFocus()
    qtbot.waitUntil(first.field.hasFocus)
    for k in range(500, 530):
        assert panel.row(f"chain/j{k}").field.hasFocus()
        QTest.keyClick(panel.window().focusWidget(), Qt.Key.Key_Tab)
        assert panel.row(f"chain/j{k}").slider.hasFocus()
        QTest.keyClick(panel.window().focusWidget(), Qt.Key.Key_Tab)
        assert panel.window().focusWidget().parent() is panel.row(f"chain/j{k + 1}")
    panel.sections[1].title.setFocus()
    QTest.keyClick(panel.sections[1].title, Qt.Key.Key_Backtab)
    assert panel.row("chain/j999").slider.hasFocus()
    for k in range(999, 980, -1):
        assert panel.window().focusWidget().parent() is panel.row(f"chain/j{k}")
        QTest.keyClick(panel.window().focusWidget(), Qt.Key.Key_Backtab)
        QTest.keyClick(panel.window().focusWidget(), Qt.Key.Key_Backtab)


def test_a_screen_reader_finds_all_rows(panel, qtbot, monkeypatch):
    from torseur.ui.panels.joints import joint_panel

    monkeypatch.setattr(joint_panel, "is_listened_to", lambda: True)
    many = JointGroup("many", CHAIN.joints[:100])
    panel.set_joints((many, LIFT))
    qtbot.waitUntil(lambda: made(panel) == [*(spec.name for spec in many.joints), "lift/column"])


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
