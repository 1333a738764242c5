"""The page Algorithm in the real window: stepped, played, jumped into from the table and from the view, by mouse and keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.body_in_view import where_is
from torseur.app.laboratory.dynamics.algorithm.algorithm_step import Step

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "arm_6r"


def click(widget):
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center())


@pytest.fixture
def page(window, hand):
    window.use_workspace("dynamics")
    hand.rest()
    click(window.panels.dynamics.strip.tab("state"))
    click(window.dynamics.page("state").widget.motion.random_button)
    click(window.panels.dynamics.strip.tab("algorithm"))
    hand.rest()
    page = window.dynamics.page("algorithm")
    page.go_to(Step(page.step.links))
    yield page
    window.use_workspace("kinematics")


def test_it_is_stepped_by_its_buttons_and_the_equations_come_one_after_the_other(window, page):
    bar, cards = page.widget.bar, page.widget.equations.cards
    assert (page.widget.equations.now.key, bar.count.text()) == ("place", "1 / 60")
    assert not bar.buttons["step_back"].isEnabled()
    for key in ("axis", "velocity", "axis_rate", "acceleration"):
        click(bar.buttons["step_forward"])
        assert page.widget.equations.now.key == key
    assert [card.state for card in cards] == ["done"] * 4 + ["now"]
    click(bar.buttons["step_forward"])
    assert (page.step.link, page.widget.equations.now.key) == (1, "place")
    assert [card.state for card in cards] == ["now"] + ["later"] * 4
    click(bar.buttons["step_back"])
    assert (page.step.link, page.widget.equations.now.key) == (0, "acceleration")
    click(bar.buttons["to_end"])
    assert (page.step.link, page.widget.equations.now.key) == (0, "torque")
    assert not bar.buttons["step_forward"].isEnabled()
    assert all(row.torque for row in page.widget.links.rows)


def test_steps_play_by_themselves_until_the_user_takes_one(window, page, hand):
    bar = page.widget.bar
    click(bar.buttons["play"])
    hand.wait_until(lambda: page.widget.equations.marked >= 0)  # term by term
    hand.wait_until(lambda: page.step.at >= 1)
    click(bar.buttons["step_back"])
    at = page.step.at
    hand.pause(1.2)  # longer than a step is played
    assert page.step.at == at
    click(bar.buttons["play"])
    window.use_workspace("kinematics")  # leaving it is a pause
    hand.rest()
    at = page.step.at
    hand.pause(1.2)
    assert page.step.at == at


def test_a_link_is_jumped_to_in_the_table_with_keys_on_a_card_and_in_the_view(window, page, hand):
    click(page.widget.bar.buttons["to_end"])
    table = page.widget.links
    QTest.mouseClick(table.viewport(), LEFT, pos=table.row_rect(3).center())
    assert page.step.link == 3
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert (page.step.link, page.widget.equations.now.key) == (4, "torque")
    names = [out.body for out, _ in page.links]
    assert window.viewport.selected == names[4]
    card = page.widget.equations.cards[1]
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert page.widget.equations.now.key == "inertia"
    QTest.mouseClick(window.viewport, LEFT, pos=where_is(window, names[2]))
    assert page.step.link == 2
    assert window.viewport.selected == names[2]


def test_the_torques_are_those_at_o_and_at_the_bodies_and_a_moved_joint_is_followed(window, page, hand):
    tau = page.trace.tau
    hand.wait_until(lambda: "…" not in page.widget.checks.texts[1])
    click(page.widget.bar.reference.button("body"))
    assert page.trace.reference == "body"
    np.testing.assert_allclose(page.trace.tau, tau, atol=1e-12 * max(1.0, np.abs(tau).max()))
    hand.wait_until(lambda: "…" not in page.widget.checks.texts[1])
    window.session.move_joint(window.session.model.joint_names[1], 0.4)
    hand.rest()
    trace = page.trace
    click(window.panels.dynamics.strip.tab("equation"))
    np.testing.assert_allclose(trace.tau, window.dynamics.page("equation").questions.known("equation").tau, atol=1e-11)
    click(window.panels.dynamics.strip.tab("algorithm"))
    click(page.widget.bar.reference.button("world"))


def test_a_page_that_is_closed_computes_nothing(window, page, hand):
    click(window.panels.dynamics.strip.tab("state"))
    hand.rest()
    before = page.trace
    window.session.move_joint(window.session.model.joint_names[0], 0.2)
    hand.rest()
    assert page.trace is before


def test_another_robot_of_as_many_links_begins_at_its_first_link_which_is_outlined(window, page, hand):
    window.open("scara")
    hand.rest()
    page.go_to(Step(page.step.links, at=5))
    window.open("cylindrical")
    hand.rest()
    assert page.step == Step(page.step.links)
    assert window.viewport.selected == page.links[0][0].body
    window.open("arm_6r")


def test_arrow_keys_step_the_algorithm_while_the_page_has_the_keyboard_and_the_recording_elsewhere(window, page, hand):
    bar, session = page.widget.bar, window.session
    click(bar.buttons["step_forward"])  # a press on a button gives the page the keyboard
    assert page.widget.hasFocus()
    QTest.keyClick(page.widget, Qt.Key.Key_Right)
    assert bar.count.text() == "3 / 60"
    page.widget.links.setFocus()
    QTest.keyClick(page.widget.links, Qt.Key.Key_Left)
    assert bar.count.text() == "2 / 60"
    assert session.recording is None
    typed = window.dynamics.page("state")._motion.motion.v.copy()
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Right)
    hand.wait_until(lambda: session.recording is not None)
    hand.rest()
    assert bar.count.text() == "2 / 60"
    assert window.toast.text == "q̇ and q̈ are the recording's now."
    window.joints.home()
    hand.rest()
    np.testing.assert_array_equal(window.dynamics.page("state")._motion.motion.v, typed)
