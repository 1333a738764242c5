"""The page One body in the real window: a link chosen in the view and in the list, equations by mouse and keys, a typed point."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.body_in_view import where_is
from torseur.ui.look.math_notation import plain_math

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document():
    return "arm_6r"


@pytest.fixture
def page(window, hand):
    window.use_workspace("dynamics")
    hand.rest()
    click(window.panels.dynamics.strip.tab("state"))
    click(window.dynamics.page("state").widget.part("random"))
    click(window.panels.dynamics.strip.tab("one_body"))
    hand.rest()
    yield window.dynamics.page("one_body")
    window.use_workspace("kinematics")


def click(widget):
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center())


def found(page):
    """What was computed last."""
    return page.questions.known("body").dynamics


def test_a_link_is_looked_at_and_all_is_rebuilt_at_another_point(window, page, hand):
    sheet = page.widget
    QTest.mouseClick(window.viewport, LEFT, pos=where_is(window, "arm_6r/link3"))
    assert found(page).body == sheet.part("body").choice == window.viewport.selected == "arm_6r/link3"
    sheet.part("body").setFocus()
    QTest.keyClick(sheet.part("body"), Qt.Key.Key_Down)
    assert found(page).body == "arm_6r/link4"
    cards = sheet.part("equations").cards
    assert [card.view.key for card in cards if card.state == "now"] == ["forces"]
    QTest.keyClick(cards[5], Qt.Key.Key_Space)
    assert sheet.part("equations").now.key == "inertia"
    at_world = found(page).spatial_inertia
    click(sheet.part("place").button("center"))
    np.testing.assert_allclose(found(page).spatial_inertia[:3, 3:], 0.0, atol=1e-14)
    click(sheet.part("place").button("typed"))
    np.testing.assert_allclose(found(page).point, found(page).center)
    field = sheet.part("point").fields[0]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert found(page).point[0] == 0.5
    assert np.abs(found(page).spatial_inertia - at_world).max() > 1e-3
    click(cards[7])
    arrows = window.picture.overlays.arrows
    by_name = {plain_math(arrow.label).split(" = ")[0]: arrow.vector for arrow in arrows}
    assert set(by_name) == {"|aP|", "|−ω × vP|", "|v̇P|"}, "as in the equation"
    # Drawn to one scale, so the triangle closes.
    np.testing.assert_allclose(by_name["|aP|"] + by_name["|−ω × vP|"], by_name["|v̇P|"], atol=1e-12)


def test_it_follows_a_joint_and_computes_nothing_while_it_is_closed(window, page, hand):
    before = found(page)
    window.session.move_joint(window.session.model.joint_names[1], 0.4)
    hand.rest()
    assert found(page) is not before
    assert found(page).residual < 1e-11
    click(window.panels.dynamics.strip.tab("state"))
    assert window.viewport.selected is None
    last = found(page)
    window.session.move_joint(window.session.model.joint_names[1], 0.6)
    hand.rest()
    assert found(page) is last


def test_the_link_of_another_robot_is_outlined(window, page, hand):
    window.open("scara")
    hand.rest()
    assert found(page).body.startswith("scara/")
    assert window.viewport.selected == found(page).body
    window.open("arm_6r")
