"""The scene panel tells what the user did, and says nothing when the program shows something."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from ui.panels.scene_panel import ScenePanel
from ui.panels.scene_values import BodyEntry, EventEntry

BODIES = (BodyEntry("ground", "fixed"), BodyEntry("brick", "6.000 kg"), BodyEntry("lid", "1.000 kg", 1))
EVENTS = [EventEntry(0.01 * k, ("impact", "lift-off", "slip", "stick")[k % 4], "brick · ground") for k in range(2000)]


@pytest.fixture
def panel(qtbot):
    panel = ScenePanel()
    panel.resize(252, 700)
    panel.show_scene("Falling brick", "A brick falls and bounces.", "scenes/falling_brick.toml")
    panel.set_solvers({"active_set": "Active set", "pgs": "Gauss–Seidel"})
    panel.show_settings("time_stepping", "active_set", 1e-3)
    panel.set_bodies(BODIES)
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def told(panel):
    told = []
    for name in ("scheme_chosen", "solver_chosen", "step_entered", "body_selected", "event_chosen"):
        getattr(panel, name).connect(lambda value, name=name: told.append((name, value)))
    panel.body_shown.connect(lambda body, shown: told.append(("body_shown", body, shown)))
    return told


def row_of(view, row):
    return view.visualRect(view.model().index(row))


def test_showing_things_is_silent(panel, told):
    panel.show_settings("hybrid", "pgs", 2e-3)
    panel.show_selected("lid")
    panel.show_visible("brick", False)
    panel.show_events(EVENTS[:10])
    panel.show_findings(["The link “tool0” has no mass."])
    panel.set_bodies(BODIES[:2])
    assert told == []
    assert (panel.scheme.choice, panel.solver.choice, panel.step.text()) == ("hybrid", "pgs", "2.000")


def test_a_step_typed_in_milliseconds_is_told_in_seconds_and_one_of_zero_is_refused(panel, told):
    panel.step.setFocus()
    for typed in ("0", "0.5"):
        panel.step.selectAll()
        QTest.keyClicks(panel.step, typed)
        QTest.keyClick(panel.step, Qt.Key.Key_Return)
        assert panel.step.refused is (typed == "0")
    assert told == [("step_entered", pytest.approx(5e-4))]


def test_a_click_selects_a_body_and_one_on_its_eye_only_hides_it(panel, told):
    view = panel.bodies
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row_of(view, 1).center())
    eye = view.eye_of("lid").center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=eye)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=eye)
    assert told == [("body_selected", "brick"), ("body_shown", "lid", False), ("body_shown", "lid", True)]
    assert view.selected == "brick"


def test_arrows_select_and_space_hides(panel, told):
    panel.show_selected("ground")
    QTest.keyClick(panel.bodies, Qt.Key.Key_Down)
    QTest.keyClick(panel.bodies, Qt.Key.Key_Space)
    assert told == [("body_selected", "brick"), ("body_shown", "brick", False)]


def test_a_body_that_was_selected_stays_so_in_another_list(panel):
    panel.show_selected("lid")
    panel.set_bodies((BODIES[2], BODIES[0]))
    assert panel.bodies.selected == "lid"
    panel.set_bodies(BODIES[:1])
    assert panel.bodies.selected == ""


def test_a_hundred_bodies_keep_the_panel_short(panel):
    panel.set_bodies([BodyEntry(f"link_{k}", "1.000 kg") for k in range(100)])
    assert panel.minimumSizeHint().height() < 700


def test_a_click_on_an_event_jumps_to_its_time(panel, told, qtbot):
    panel.show_events(EVENTS[:4])
    qtbot.waitUntil(lambda: row_of(panel.events, 2).height() > 0 and panel.events.isVisible())
    QTest.mouseClick(panel.events.viewport(), Qt.MouseButton.LeftButton, pos=row_of(panel.events, 2).center())
    QTest.keyClick(panel.events, Qt.Key.Key_Down)
    QTest.keyClick(panel.events, Qt.Key.Key_Return)
    assert told == [("event_chosen", pytest.approx(0.02)), ("event_chosen", pytest.approx(0.03))]


def test_new_events_are_followed_only_while_the_end_is_in_sight(panel, qtbot):
    bar = panel.events.verticalScrollBar()
    panel.show_events(EVENTS[:1000])
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    panel.show_events(EVENTS[:1500])
    assert bar.value() == bar.maximum()
    bar.setValue(10)
    panel.show_events(EVENTS)
    assert bar.value() == 10
    panel.show_events(EVENTS[:5])  # another run
    assert panel.events.count == 5


def test_findings_come_and_go(panel):
    panel.show_findings(["One thing.", "Another."])
    assert panel._findings_box.isVisible()
    panel.show_findings([])
    assert not panel._findings_box.isVisible()


def test_long_words_do_not_make_the_panel_wider_than_its_dock(panel):
    panel.set_bodies([BodyEntry("a_link_with_a_name_that_is_far_too_long_for_any_panel", "12.34 kg")])
    panel.show_findings(["A sentence that is longer than the panel is wide, so that it must wrap."])
    assert panel.minimumSizeHint().width() <= 236
    assert row_of(panel.bodies, 0).topLeft() == QPoint(0, 0)
