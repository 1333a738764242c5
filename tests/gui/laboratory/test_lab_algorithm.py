"""The page Algorithm in the real window: stepped, played, jumped into from the table and from the view, by mouse and keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.body_in_view import where_is

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
    click(window.dynamics.page("state").widget.part("random"))
    click(window.panels.dynamics.strip.tab("algorithm"))
    hand.rest()
    page = window.dynamics.page("algorithm")
    click(button(page, "to_start"))
    yield page
    window.use_workspace("kinematics")


def button(page, key):
    return page.widget.part(f"bar.steps.{key}")


def at(page):
    """Which step it is."""
    return page.widget.part("bar.at").text.partition(",")[0]


def now(page):
    """The link at hand, and the key of its equation."""
    return page.widget.part("links.table").selected, page.widget.part("equations").now.key


def links(page):
    """What was computed last."""
    return page.questions.known("links")


def test_it_is_stepped_by_its_buttons_and_the_equations_come_one_after_the_other(window, page):
    cards = page.widget.part("equations").cards
    assert (now(page), at(page)) == ((0, "place"), "1 / 60")
    assert not button(page, "step_back").isEnabled()
    for key in ("axis", "velocity", "axis_rate", "acceleration"):
        click(button(page, "step_forward"))
        assert now(page) == (0, key)
    assert [card.state for card in cards] == ["done"] * 4 + ["now"]
    click(button(page, "step_forward"))
    assert now(page) == (1, "place")
    assert [card.state for card in cards] == ["now"] + ["later"] * 4
    click(button(page, "step_back"))
    assert now(page) == (0, "acceleration")
    click(button(page, "to_end"))
    assert now(page) == (0, "torque")
    assert not button(page, "step_forward").isEnabled()


def test_steps_play_by_themselves_until_the_user_takes_one_or_leaves(window, page, hand):
    click(button(page, "play"))
    hand.wait_until(lambda: page.widget.part("equations").marked >= 0)  # term by term
    hand.wait_until(lambda: at(page) != "1 / 60")
    click(button(page, "step_back"))
    assert not page.settings.playing
    click(button(page, "play"))
    window.use_workspace("kinematics")
    hand.wait_until(lambda: not page.settings.playing)


def test_a_link_is_jumped_to_in_the_table_with_keys_on_a_card_and_in_the_view(window, page, hand):
    click(button(page, "to_end"))
    table = page.widget.part("links.table")
    QTest.mouseClick(table.viewport(), LEFT, pos=table.row_rect(3).center())
    assert now(page) == (3, "torque")
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert now(page) == (4, "torque")
    names = [out.body for out, _ in links(page).steps]
    assert window.viewport.selected == names[4]
    QTest.keyClick(page.widget.part("equations").cards[1], Qt.Key.Key_Return)
    assert now(page) == (4, "inertia")
    QTest.mouseClick(window.viewport, LEFT, pos=where_is(window, names[2]))
    assert now(page) == (2, "inertia")
    assert window.viewport.selected == names[2]


def test_the_torques_are_those_at_o_and_at_the_bodies_and_a_moved_joint_is_followed(window, page, hand):
    tau = links(page).trace.tau
    hand.wait_until(lambda: "…" not in page.widget.part("checks.facts").texts[1])
    click(page.widget.part("reference").button("body"))
    assert links(page).trace.reference == "body"
    np.testing.assert_allclose(links(page).trace.tau, tau, atol=1e-12 * max(1.0, np.abs(tau).max()))
    hand.wait_until(lambda: "…" not in page.widget.part("checks.facts").texts[1])
    window.session.move_joint(window.session.model.joint_names[1], 0.4)
    hand.rest()
    trace = links(page).trace
    click(window.panels.dynamics.strip.tab("equation"))
    np.testing.assert_allclose(trace.tau, window.dynamics.page("equation").questions.known("equation").tau, atol=1e-11)
    window.session.move_joint(window.session.model.joint_names[0], 0.2)
    hand.rest()
    assert links(page).trace is trace, "a page that is closed computes nothing"
    click(window.panels.dynamics.strip.tab("algorithm"))
    click(page.widget.part("reference").button("world"))


def test_another_robot_of_as_many_links_begins_at_its_first_link_which_is_outlined(window, page, hand):
    window.open("scara")
    hand.rest()
    for _ in range(5):
        click(button(page, "step_forward"))
    window.open("cylindrical")
    hand.rest()
    assert (now(page), at(page)) == ((0, "place"), "1 / 30")
    assert window.viewport.selected == links(page).steps[0][0].body
    window.open("arm_6r")


def test_arrow_keys_step_the_algorithm_while_the_page_has_the_keyboard_and_the_recording_elsewhere(window, page, hand):
    session, motion = window.session, window.motion
    click(button(page, "step_forward"))  # a press on a button gives the page the keyboard
    assert page.widget.hasFocus()
    QTest.keyClick(page.widget, Qt.Key.Key_Right)
    assert at(page) == "3 / 60"
    page.widget.part("links.table").setFocus()
    QTest.keyClick(page.widget.part("links.table"), Qt.Key.Key_Left)
    assert at(page) == "2 / 60"
    assert session.recording is None
    typed = motion.motion.v.copy()
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_Right)
    hand.wait_until(lambda: session.recording is not None)
    hand.rest()
    assert at(page) == "2 / 60"
    assert window.toast.text == "q̇ and q̈ are the recording's now."
    window.joints.home()
    hand.rest()
    np.testing.assert_array_equal(motion.motion.v, typed)
