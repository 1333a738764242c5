"""Workspaces: layouts of docks, kept from one run to the next."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from torseur.app.drawing.view_switches import usual_switches
from torseur.app.laboratory.pages import PAGES
from torseur.app.window.workspaces import WORKSPACES
from torseur.ui.window.view_bar import EDGE


def test_a_layout_that_was_kept_before_a_panel_existed_does_not_show_it(window, hand):
    before = QMainWindow()
    for name in ("joints", "kinematics", "plots"):
        dock = QDockWidget(name, before)
        dock.setObjectName(window.docks[name].objectName())
        before.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    QTest.keyClick(window, Qt.Key.Key_2)
    hand.rest()
    del window.workspaces.states["kinematics"]
    window.preferences.keep_docks("kinematics", before.saveState())
    QTest.keyClick(window, Qt.Key.Key_1)
    hand.rest()
    assert window.workspaces.current == "kinematics"
    assert {name for name, dock in window.docks.items() if not dock.isHidden()} == {"joints", "kinematics", "plots"}


def test_workspaces_that_come_and_go_and_docks_that_are_closed_leave_no_widgets(window, hand):
    def widgets():
        return len(window.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly))

    counts = []
    for _ in range(3):
        for key in WORKSPACES:
            window.use_workspace(key)
            hand.rest()
        for dock in window.docks.values():
            dock.close()
        hand.rest()
        window.workspaces.reset()
        hand.rest()
        counts.append(widgets())
    assert counts[1:] == counts[:1] * 2


def test_the_laboratory_starts_without_ellipsoids_and_keeps_them_once_e_was_pressed(window, hand):
    window.drawing.switches.show_in_workspace("laboratory", usual_switches("laboratory"))  # as if it had not been seen yet
    QTest.keyClick(window, Qt.Key.Key_5)
    hand.rest()
    assert list(PAGES["laboratory"]) == [
        "jacobian",
        "velocities",
        "rotation",
        "svd",
        "singularities",
        "inverse_kinematics",
        "statics",
        "exercises",
        "working_sheet",
    ]
    assert window.drawing.picture.overlays.ellipsoids == ()
    QTest.keyClick(window, Qt.Key.Key_E)
    hand.rest()
    assert len(window.drawing.picture.overlays.ellipsoids) == 2
    QTest.keyClick(window, Qt.Key.Key_1)
    QTest.keyClick(window, Qt.Key.Key_5)
    hand.rest()
    assert len(window.drawing.picture.overlays.ellipsoids) == 2
    QTest.keyClick(window, Qt.Key.Key_E)
    QTest.keyClick(window, Qt.Key.Key_1)


def test_arrow_keys_on_the_name_of_a_page_open_the_page_beside_and_step_no_time(window, hand):
    QTest.keyClick(window, Qt.Key.Key_5)
    hand.rest()
    window.panels.laboratory.show_page("jacobian")
    tab = window.panels.laboratory.strip.tab("jacobian")
    tab.setFocus(Qt.FocusReason.TabFocusReason)
    hand.rest()
    QTest.keyClick(tab, Qt.Key.Key_Right)
    hand.rest()
    assert window.panels.laboratory.page == "velocities"
    assert window.session.posing  # the arrow made no step of the simulation


def test_what_moves_stays_in_dynamics_also_without_a_joint_of_a_robot(window, hand):
    window.use_workspace("dynamics")
    assert window.open("falling_brick")
    assert window.workspaces.current == "dynamics"
    window.use_workspace("laboratory")
    assert window.open("falling_brick")
    assert window.workspaces.current == "contact"


def test_the_buttons_of_the_view_stay_at_its_right_edge_and_no_event_of_the_window_passes_through_python(window, hand):
    right = window.bars.view.right
    for key in ("contact", "kinematics"):
        window.use_workspace(key)
        hand.wait_until(lambda: window.viewport.width() - right.geometry().right() == EDGE + 1)
    assert "event" not in vars(type(window))  # a close asked for inside it ended the program


def test_a_page_of_another_workspace_is_opened_there_and_the_one_before_is_not(window, hand):
    QTest.keyClick(window, Qt.Key.Key_5)
    hand.rest()
    window.panels.laboratory.show_page("jacobian")
    QTest.keyClick(window, Qt.Key.Key_1)
    hand.rest()
    assert window.pages.laboratory.seen is None
    opened = []
    entered = window.pages.laboratory.page("jacobian").widget
    window.panels.laboratory.page_changed.connect(opened.append)
    window.pages.navigation.show_page("statics")
    assert not entered.isVisible()
    hand.rest()
    assert opened == ["statics"]
    assert window.pages.laboratory.seen is window.pages.laboratory.page("statics")


def test_a_workspace_that_is_asked_for_while_something_opens_is_the_one_that_is_seen(window, hand):
    window.documents.files.begin("falling_brick")  # which opens in the workspace Contact
    hand.wait_until(lambda: window.turns.holding)
    assert window.workspaces.current == "kinematics"
    window.use_workspace("kinematics")
    hand.rest()
    assert (window.session.document.name, window.workspaces.current) == ("falling_brick", "kinematics")


def test_a_page_is_seen_also_where_its_dock_was_closed(window, hand):
    window.use_workspace("laboratory")
    hand.rest()
    window.docks["laboratory"].close()
    window.use_workspace("kinematics")
    hand.rest()
    window.use_workspace("laboratory")
    assert not window.docks["laboratory"].isVisible()  # in no turn
    hand.rest()
    assert not window.docks["laboratory"].isVisible()
    window.use_workspace("kinematics")
    hand.rest()
    window.pages.navigation.show_page("statics")
    hand.rest()
    assert window.docks["laboratory"].isVisible()
    assert window.pages.laboratory.seen is window.pages.laboratory.page("statics")


def test_the_load_doctor_stays_open_in_all_workspaces(window, hand):
    window.show_doctor()
    for key in ("dynamics", "contact", "kinematics", "dynamics"):
        window.use_workspace(key)
        assert window.docks["doctor"].isVisible()
        hand.rest()
        assert window.docks["doctor"].isVisible()
    window.workspaces.begin("kinematics")
    window.workspaces.begin("contact")
    assert window.docks["doctor"].isVisible()
    window.docks["doctor"].close()
    window.use_workspace("kinematics")
    hand.rest()
    assert not window.docks["doctor"].isVisible()
